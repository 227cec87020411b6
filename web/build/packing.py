"""The large files as the site carries them: packed with Zstandard, the snapshot as a difference to the interpreter."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import zstandard

from web.build.steps import MODULES, Failure

BLOCK = 256
"""Bytes of memory that are left out together when all of them are zero."""
WINDOW = 23
"""How far back the packer looks, as a power of two: browsers' own decoders allow no more."""
DATA_SECTION = 11
CONSTANT = 0x41


def pack(content: bytes, level: int = 22) -> bytes:
    """Pack with Zstandard, as small as it goes."""
    options = zstandard.ZstdCompressionParameters.from_level(
        level, window_log=WINDOW, source_size=len(content), enable_ldm=True, write_checksum=1
    )
    return zstandard.ZstdCompressor(compression_params=options).compress(content)


def decoder() -> str:
    """Give the decoder's WebAssembly as base64, from the npm package that holds it."""
    code = (MODULES / "zstddec" / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8")
    found = re.search(r'const wasm = "([\w+/=]+)"', code)
    if not found:
        raise Failure("web/node_modules/zstddec holds no decoder where it should be; delete web/node_modules.")
    return found[1]


def unpacker(script: str, zstd: str) -> str:
    """Put the decoder into the module that unpacks."""
    return script.replace('import "./zstd.js";\n', zstd.replace("__DECODER__", decoder()))


def data_segments(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    """List what a WebAssembly file puts into its memory: where, and which bytes."""
    at = 8
    while at < len(wasm):
        section, (length, at) = wasm[at], _number(wasm, at + 1)
        if section == DATA_SECTION:
            count, place = _number(wasm, at)
            for _ in range(count):
                if wasm[place : place + 2] != bytes((0, CONSTANT)):
                    raise Failure("pyodide.asm.wasm places its data in a way that the snapshot can't be made for.")
                start, place = _number(wasm, place + 2)
                size, place = _number(wasm, place + 1)
                yield start, wasm[place : place + size]
                place += size
        at += length


def _number(wasm: bytes, at: int) -> tuple[int, int]:
    """Read a number in WebAssembly's way (LEB128), and tell where it ends."""
    value = shift = 0
    while True:
        byte = wasm[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


class Difference:
    """A snapshot as what the interpreter's own file doesn't bring along."""

    def __init__(self, snapshot: bytes, wasm: bytes) -> None:
        """Take a snapshot as Pyodide makes it: a head that tells its own length, then the memory."""
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
    """List the stretches of memory, in whole blocks, that hold anything."""
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
    """Give what is in a packed file."""
    return zstandard.ZstdDecompressor().decompress(file.read_bytes())
