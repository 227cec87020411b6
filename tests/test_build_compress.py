"""Compression: the difference between snapshot and initial memory, and stripped sources."""

import ast
import base64
import random
import struct
from pathlib import Path

import pytest

from web.build import compress, strip_sources
from web.build.steps import Failure

ROOT = Path(__file__).parent.parent
SIZE = 40 * compress.BLOCK
"""The size of the memory."""
SEGMENTS = {1024: b"the interpreter's own data" * 40, 5000: bytes(range(1, 200))}


def leb(value: int) -> bytes:
    """Encode a number as WebAssembly does (LEB128)."""
    return bytes([value & 0x7F | 0x80]) + leb(value >> 7) if value > 0x7F else bytes([value])


def wasm(segments: dict[int, bytes], kind: int = 0) -> bytes:
    """Return a WebAssembly file with a custom section and a data section."""
    parts = [bytes([kind, 0x41]) + leb(address) + b"\x0b" + leb(len(data)) + data for address, data in segments.items()]
    section = leb(len(parts)) + b"".join(parts)
    return b"\0asm\1\0\0\0" + b"\0" + leb(5) + b"\4name" + b"\x0b" + leb(len(section)) + section


def snapshot(memory: bytes, header: int = 128) -> bytes:
    """Return a snapshot. Of its header, only the second word matters: the header's length."""
    return struct.pack("<III", 7, header, 3) + bytes(range(header - 12)) + memory


def restore_memory(difference: compress.Difference, fresh: bytes) -> bytes:
    """Restore the memory like the page: write the runs over zeros, then apply the interpreter's initial data."""
    content = difference.content
    header, count = struct.unpack_from("<II", content)
    table = struct.unpack_from(f"<{2 * count}I", content, 8 + header)
    memory, offset = bytearray(len(fresh)), 8 + header + 8 * count
    for start, length in zip(table[::2], table[1::2], strict=True):
        memory[start : start + length] = content[offset : offset + length]
        offset += length
    assert offset == len(content)
    for number in range(difference.data_end):
        memory[number] ^= fresh[number]
    return bytes(memory)


def test_a_difference_restores_the_memory() -> None:
    rng = random.Random(1)
    fresh = bytearray(SIZE)
    for address, data in SEGMENTS.items():
        fresh[address : address + len(data)] = data
    memory = bytearray(fresh)
    for _ in range(300):
        memory[rng.randrange(len(memory))] = rng.randrange(256)
    memory[7000:9000] = bytes(2000)
    difference = compress.Difference(snapshot(bytes(memory)), wasm(SEGMENTS))
    assert restore_memory(difference, bytes(fresh)) == memory
    assert difference.snapshot_size == len(memory) + 128
    assert difference.data_end % 4 == 0


def test_the_interpreters_initial_data_is_left_out() -> None:
    memory = bytearray(SIZE)
    for address, data in SEGMENTS.items():
        memory[address : address + len(data)] = data
    difference = compress.Difference(snapshot(bytes(memory)), wasm(SEGMENTS))
    assert len(difference.content) == 8 + 128


def test_data_segments_without_a_constant_address_are_refused() -> None:
    with pytest.raises(Failure, match="constant address"):
        compress.Difference(snapshot(bytes(SIZE)), wasm(SEGMENTS, kind=1))


def test_compressed_files_are_restored(tmp_path: Path) -> None:
    file = tmp_path / "packed"
    content = random.Random(2).randbytes(300_000) * 3
    file.write_bytes(compress.pack(content, level=3))
    assert compress.unpack(file) == content
    assert file.stat().st_size < 310_000


SOURCE = '''"""A module.

With lines.
"""
# A comment.
NAME = "# no comment"  # but this


class Thing:
    """A thing."""

    def name(self) -> str:
        """Say it: “ü”."""; return """kept
as it is"""


def nothing() -> None:
    "Do nothing."
'''


def test_stripped_sources_have_the_same_code_on_the_same_lines() -> None:
    stripped = strip_sources.strip(SOURCE)
    assert stripped.count("\n") == SOURCE.count("\n")
    assert "A thing" not in stripped
    assert "comment." not in stripped
    namespace: dict[str, object] = {}
    exec(stripped, namespace)
    assert namespace["NAME"] == "# no comment"
    assert namespace["Thing"]().name() == "kept\nas it is"  # type: ignore[operator]
    lines = {node.name: node.lineno for node in ast.walk(ast.parse(stripped)) if isinstance(node, ast.FunctionDef)}
    assert lines == {"name": 12, "nothing": 17}


TYPED = """class Pair:
    one: int = 1

    async def both(self, *ways: str, größe: "int | None" = None, **more: dict[  # why not
        str, int
    ]) -> tuple[
        int, str  # two of them
    ]:
        other: int = größe or len(ways)
        return other, str(more)
"""


def test_only_functions_lose_their_annotations() -> None:
    stripped = strip_sources.strip(TYPED, keep_types=False)
    assert stripped.count("\n") == TYPED.count("\n")
    assert "one: int = 1" in stripped
    assert "other: int = größe or len(ways)" in stripped.splitlines()[8]
    (function,) = (node for node in ast.walk(ast.parse(stripped)) if isinstance(node, ast.AsyncFunctionDef))
    assert function.returns is None
    assert "async def both(self, *ways, größe=None, **more):" in ast.unparse(function)


@pytest.mark.parametrize("file", sorted(ROOT.glob("qin_core/**/*.py")), ids=lambda file: file.name)
def test_stripping_does_not_change_the_code_of_the_core(file: Path) -> None:
    source = file.read_text("utf-8")
    assert _code(strip_sources.strip(source)) == _code(source)
    assert _code(strip_sources.strip(source, keep_types=False)) == _code(source, keep_types=False)


def _code(source: str, *, keep_types: bool = True) -> str:
    """Dump the syntax tree with line numbers, without docstrings and optionally without annotations of functions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and not keep_types:
            node.annotation = None
        if isinstance(node, ast.FunctionDef) and not keep_types:
            node.returns = None
        for attribute in ("end_lineno", "end_col_offset", "col_offset"):
            if hasattr(node, attribute):
                setattr(node, attribute, 0)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass(lineno=0, end_lineno=0, col_offset=0, end_col_offset=0)
    return ast.dump(tree, include_attributes=True)


def test_the_decoder_is_a_webassembly_module() -> None:
    module = base64.b64decode(compress.decoder(), validate=True)
    assert module.startswith(b"\0asm")
    assert b"ZSTD_decompressStream" in module
