"""Compress the large files with Zstandard; store the snapshot as a difference from the interpreter's initial memory."""

import struct
from collections.abc import Iterator
from pathlib import Path

import zstandard

from web.build import wasm
from web.build.environment import node
from web.build.steps import NODE_MODULES, Failure, run

BLOCK = 256
"""Memory is stored in blocks of this many bytes; blocks of zeros are left out."""
WINDOW = 23
"""The window size as a power of two: the largest that browsers' own decoders accept."""
BEST, QUICK = 19, 3
"""Compression levels. Levels 20 to 22 take a second longer and save 0.03 %; 18 is a second faster and costs 0.3 %."""


def pack(content: bytes, level: int = BEST) -> bytes:
    """Compress with Zstandard."""
    options = zstandard.ZstdCompressionParameters.from_level(
        level, window_log=WINDOW, source_size=len(content), enable_ldm=True, write_checksum=1
    )
    return zstandard.ZstdCompressor(compression_params=options).compress(content)


def decoder() -> str:
    """Return the WebAssembly of the npm package zstddec as base64.

    The page can't use the package's JavaScript, which ignores errors in the data and fetches a `data:` address that the
    content security policy of our pages forbids.
    """
    script = Path(__file__).with_name("zstd_decoder.mjs")
    return run([node(), script, NODE_MODULES], "Delete web/node_modules and build again.").strip()


class Difference:
    """The part of a snapshot that the interpreter's own data segments don't contain."""

    def __init__(self, snapshot: bytes, *halves: bytes) -> None:
        """Read a snapshot as Pyodide writes it: a header that contains its own length, then the memory.

        Linking the second half writes its data again, so the snapshot must contain that data unchanged.
        """
        length: int = struct.unpack_from("<I", snapshot, 4)[0]
        memory = bytearray(snapshot[length:])
        self.snapshot_size = len(snapshot)
        self.data_end = 0
        """The end of the data segments, rounded up to whole words."""
        for half in halves:
            is_second = half is not halves[0]
            for segment in wasm.items(wasm.sections(half)[wasm.DATA], wasm.read_segment):
                start, end = segment.start, segment.end
                if is_second and memory[start:end] != segment.content:
                    raise Failure("The profile defers data that changes: record it again (docs/building.md).")
                memory[start:end] = _xor(memory[start:end], segment.content)
                self.data_end = max(self.data_end, (end + 3) // 4 * 4)
        runs = list(_runs(memory))
        table = b"".join(struct.pack("<II", start, end - start) for start, end in runs)
        content = b"".join(bytes(memory[start:end]) for start, end in runs)
        self.content = struct.pack("<II", length, len(runs)) + snapshot[:length] + table + content


def _xor(one: bytes | bytearray, other: bytes) -> bytes:
    return (int.from_bytes(one, "little") ^ int.from_bytes(other, "little")).to_bytes(len(one), "little")


def _runs(memory: bytearray) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of blocks that are not all zeros."""
    zero, start = bytes(BLOCK), None
    for offset in range(0, len(memory), BLOCK):
        if memory[offset : offset + BLOCK] == zero:
            if start is not None:
                yield start, offset
            start = None
        elif start is None:
            start = offset
    if start is not None:
        yield start, len(memory)


def unpack(file: Path) -> bytes:
    """Decompress a file."""
    return zstandard.ZstdDecompressor().decompress(file.read_bytes())
