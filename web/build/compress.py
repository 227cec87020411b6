"""Compress the large files with Zstandard; store the snapshot as a difference from the interpreter's initial memory."""

import struct
from collections.abc import Iterator
from pathlib import Path

import zstandard

from web.build.environment import node
from web.build.steps import MODULES, Failure, run

BLOCK = 256
"""Memory is stored in blocks of this many bytes; blocks of zeros are left out."""
WINDOW = 23
"""The window as a power of two: the largest that browsers' own decoders accept."""
BEST, QUICK = 19, 3
"""Levels of compression. Levels 20 to 22 take a second longer and save 0.03 %; 18 saves another second, costs 0.3 %."""
DATA_SECTION = 11
CONSTANT = 0x41


def pack(content: bytes, level: int = BEST) -> bytes:
    """Compress with Zstandard."""
    options = zstandard.ZstdCompressionParameters.from_level(
        level, window_log=WINDOW, source_size=len(content), enable_ldm=True, write_checksum=1
    )
    return zstandard.ZstdCompressor(compression_params=options).compress(content)


def decoder() -> str:
    """Return the WebAssembly of the npm package zstddec as base64.

    The page can't use the package's JavaScript: it fetches a `data:` address, which the content security policy of our
    pages forbids, and it ignores errors in the data.
    """
    script = Path(__file__).with_name("zstd_decoder.mjs")
    return run([node(), script, MODULES], "Delete web/node_modules and build again.").strip()


def data_segments(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the data segments of a WebAssembly file: address and bytes."""
    at = 8
    while at < len(wasm):
        section, (length, at) = wasm[at], _number(wasm, at + 1)
        if section == DATA_SECTION:
            count, place = _number(wasm, at)
            for _ in range(count):
                if wasm[place : place + 2] != bytes((0, CONSTANT)):
                    raise Failure(
                        "pyodide.asm.wasm has data segments without a constant address: the snapshot can't be made."
                    )
                start, place = _number(wasm, place + 2)
                size, place = _number(wasm, place + 1)
                yield start, wasm[place : place + size]
                place += size
        at += length


def _number(wasm: bytes, at: int) -> tuple[int, int]:
    """Read a LEB128 number; return it and the position after it."""
    value = shift = 0
    while True:
        byte = wasm[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


class Difference:
    """The part of a snapshot that the interpreter's own data segments don't contain."""

    def __init__(self, snapshot: bytes, wasm: bytes) -> None:
        """Take a snapshot as Pyodide writes it: a header that holds its own length, then the memory."""
        length: int = struct.unpack_from("<I", snapshot, 4)[0]
        memory = bytearray(snapshot[length:])
        self.memory = len(snapshot)
        self.data = 0
        for start, content in data_segments(wasm):
            end = start + len(content)
            memory[start:end] = _xor(memory[start:end], content)
            self.data = max(self.data, -(-end // 4) * 4)
        runs = list(_runs(memory))
        table = b"".join(struct.pack("<II", start, end - start) for start, end in runs)
        content = b"".join(bytes(memory[start:end]) for start, end in runs)
        self.content = struct.pack("<II", length, len(runs)) + snapshot[:length] + table + content


def _xor(one: bytes | bytearray, other: bytes) -> bytes:
    return (int.from_bytes(one, "little") ^ int.from_bytes(other, "little")).to_bytes(len(one), "little")


def _runs(memory: bytearray) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of blocks that are not all zeros."""
    zero, start = bytes(BLOCK), None
    for at in range(0, len(memory), BLOCK):
        if memory[at : at + BLOCK] == zero:
            if start is not None:
                yield start, at
            start = None
        elif start is None:
            start = at
    if start is not None:
        yield start, len(memory)


def unpack(file: Path) -> bytes:
    """Decompress a file."""
    return zstandard.ZstdDecompressor().decompress(file.read_bytes())
