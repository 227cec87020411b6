"""Read and write WebAssembly files: sections, numbers, vectors, the parts that the build rewrites."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from web.build.steps import Failure

TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT, TAG = range(1, 14)
FUNCTIONS, TABLES, MEMORIES, GLOBALS, TAGS = range(5)
"""Kinds of imports and exports."""
HEADER = b"\0asm\1\0\0\0"
FUNCTION_TYPE = 0x60
CONSTANT, END = 0x41, 0x0B
# Types that are followed by a heap type: (ref …) and (ref null …).
REFERENCES = (0x63, 0x64)
T = TypeVar("T")


class Export(NamedTuple):
    """An export: its name, its kind, and its number among the items of that kind."""

    name: bytes
    kind: int
    number: int


class Segment(NamedTuple):
    """Bytes to write to an address in memory."""

    start: int
    content: bytes

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return self.start + len(self.content)


def read_leb(code: bytes, offset: int) -> tuple[int, int]:
    """Read an unsigned LEB128 number; return it and the offset after it."""
    value = shift = 0
    while True:
        byte = code[offset]
        value |= (byte & 0x7F) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 0x80:
            return value, offset


def leb(value: int) -> bytes:
    """Write an unsigned LEB128 number."""
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*encoded, value))


def constant(value: int) -> bytes:
    """Write the instruction that pushes a non-negative number onto the stack."""
    # The operand is signed: its highest bit is the sign.
    encoded = leb(value)
    if encoded[-1] & 0x40:
        encoded = bytes((*encoded[:-1], encoded[-1] | 0x80, 0))
    return bytes((CONSTANT,)) + encoded


def sized(content: bytes) -> bytes:
    """Write the length of some bytes, then the bytes."""
    return leb(len(content)) + content


def vector(items: Iterable[bytes]) -> bytes:
    """Write the number of items, then the items."""
    encoded = list(items)
    return leb(len(encoded)) + b"".join(encoded)


def items(content: bytes, read: Callable[[bytes, int], tuple[T, int]]) -> Iterator[T]:
    """Read the items of a section that is a vector."""
    count, offset = read_leb(content, 0)
    for _ in range(count):
        item, offset = read(content, offset)
        yield item


def sections(wasm: bytes) -> dict[int, bytes]:
    """Return the contents of a file's sections; of the custom sections only the first, for dynamic linking."""
    if not wasm.startswith(HEADER):
        raise Failure("pyodide.asm.wasm is not a WebAssembly file. Delete web/node_modules and build again.")
    contents: dict[int, bytes] = {}
    offset = len(HEADER)
    while offset < len(wasm):
        section, (length, offset) = wasm[offset], read_leb(wasm, offset + 1)
        contents.setdefault(section, wasm[offset : offset + length])
        offset += length
    return contents


ORDER = (0, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, TAG, GLOBAL, EXPORT, START, ELEMENT, DATA_COUNT, CODE, DATA)
"""The order of the sections in a file."""


def assemble(contents: dict[int, bytes]) -> bytes:
    """Write a file from its sections."""
    return HEADER + b"".join(bytes((section,)) + sized(contents[section]) for section in ORDER if section in contents)


def read_sized(content: bytes, offset: int) -> tuple[bytes, int]:
    """Read a length and that many bytes: a name or a function's body."""
    length, offset = read_leb(content, offset)
    return content[offset : offset + length], offset + length


def read_export(content: bytes, offset: int) -> tuple[Export, int]:
    """Read an export."""
    name, offset = read_sized(content, offset)
    number, end = read_leb(content, offset + 1)
    return Export(name, content[offset], number), end


def write_export(export: Export) -> bytes:
    """Write an export."""
    return sized(export.name) + bytes((export.kind,)) + leb(export.number)


def read_segment(content: bytes, offset: int) -> tuple[Segment, int]:
    """Read a data segment, whose address must be a constant."""
    if content[offset : offset + 2] != bytes((0, CONSTANT)):
        raise Failure("pyodide.asm.wasm has data segments without a constant address: the snapshot can't be made.")
    start, offset = read_leb(content, offset + 2)
    data, offset = read_sized(content, offset + 1)
    return Segment(start, data), offset


def write_segment(segment: Segment) -> bytes:
    """Write a data segment."""
    return b"\0" + constant(segment.start) + bytes((END,)) + sized(segment.content)


def read_import(content: bytes, offset: int) -> tuple[tuple[int, bytes, bytes], int]:
    """Read an import; return its kind, its name and its encoding."""
    start = offset
    _, offset = read_sized(content, offset)
    name, offset = read_sized(content, offset)
    kind, offset = content[offset], offset + 1
    if kind in (TABLES, MEMORIES):
        offset += kind == TABLES
        has_maximum, (_, offset) = content[offset] & 1, read_leb(content, offset + 1)
        if has_maximum:
            _, offset = read_leb(content, offset)
    elif kind == GLOBALS:
        offset += 2
    else:
        _, offset = read_leb(content, offset + (kind == TAGS))
    return (kind, name, content[start:offset]), offset


def read_global(content: bytes, offset: int) -> tuple[bytes, int]:
    """Read a global with a constant initial value; return its two bytes of type: value type and mutability."""
    if content[offset + 2] != CONSTANT:
        raise Failure("pyodide.asm.wasm has globals without a constant initial value: it can't be split.")
    _, end = read_leb(content, offset + 3)
    return content[offset : offset + 2], end + 1


def read_table(content: bytes, offset: int) -> tuple[bytes, int]:
    """Return the encoding of a table's type."""
    start = offset
    has_maximum, (_, offset) = content[offset + 1] & 1, read_leb(content, offset + 2)
    if has_maximum:
        _, offset = read_leb(content, offset)
    return content[start:offset], offset


def read_tag(content: bytes, offset: int) -> tuple[bytes, int]:
    """Return the encoding of a tag."""
    return content[offset : offset + 2], offset + 2


def read_type(content: bytes, offset: int) -> tuple[tuple[int, bytes], int]:
    """Read a function type; return its number of parameters and its encoding."""
    start = offset
    if content[offset] != FUNCTION_TYPE:
        raise Failure("pyodide.asm.wasm has types other than functions: it can't be split.")
    offset += 1
    counts = []
    for _ in ("parameters", "results"):
        count, offset = read_leb(content, offset)
        for _ in range(count):
            offset += 1 + (content[offset] in REFERENCES)
        counts.append(count)
    return (counts[0], content[start:offset]), offset


def after_locals(body: bytes) -> int:
    """Return the offset of a function's first instruction."""
    groups, offset = read_leb(body, 0)
    for _ in range(groups):
        _, offset = read_leb(body, offset)
        offset += 1 + (body[offset] in REFERENCES)
    return offset
