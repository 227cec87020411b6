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
    """An export: its name, its kind and its number among those of its kind."""

    name: bytes
    kind: int
    number: int


class Segment(NamedTuple):
    """Bytes that are written to an address of the memory."""

    start: int
    content: bytes

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return self.start + len(self.content)


def number(code: bytes, at: int) -> tuple[int, int]:
    """Read an unsigned LEB128 number; return it and the position after it."""
    value = shift = 0
    while True:
        byte = code[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def leb(value: int) -> bytes:
    """Write an unsigned LEB128 number."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


def constant(value: int) -> bytes:
    """Write the instruction that puts a number of at least zero on the stack."""
    # The highest bit of a signed number is its sign.
    whole = leb(value)
    if whole[-1] & 0x40:
        whole = bytes((*whole[:-1], whole[-1] | 0x80, 0))
    return bytes((CONSTANT,)) + whole


def sized(content: bytes) -> bytes:
    """Write bytes after their length."""
    return leb(len(content)) + content


def vector(items: Iterable[bytes]) -> bytes:
    """Write items after their number."""
    listed = list(items)
    return leb(len(listed)) + b"".join(listed)


def items(content: bytes, read: Callable[[bytes, int], tuple[T, int]]) -> Iterator[T]:
    """Read the items of a section that is a vector."""
    count, at = number(content, 0)
    for _ in range(count):
        item, at = read(content, at)
        yield item


def sections(wasm: bytes) -> dict[int, bytes]:
    """Return the contents of a file's sections; of custom sections only the first, which describes dynamic linking."""
    if not wasm.startswith(HEADER):
        raise Failure("pyodide.asm.wasm is not a WebAssembly file. Delete web/node_modules and build again.")
    found: dict[int, bytes] = {}
    at = len(HEADER)
    while at < len(wasm):
        section, (length, at) = wasm[at], number(wasm, at + 1)
        found.setdefault(section, wasm[at : at + length])
        at += length
    return found


ORDER = (0, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, TAG, GLOBAL, EXPORT, START, ELEMENT, DATA_COUNT, CODE, DATA)


def assemble(contents: dict[int, bytes]) -> bytes:
    """Write a file from its sections."""
    return HEADER + b"".join(bytes((section,)) + sized(contents[section]) for section in ORDER if section in contents)


def read_sized(content: bytes, at: int) -> tuple[bytes, int]:
    """Read bytes after their length: a name or a function's body."""
    length, at = number(content, at)
    return content[at : at + length], at + length


def read_export(content: bytes, at: int) -> tuple[Export, int]:
    """Read an export."""
    name, at = read_sized(content, at)
    which, end = number(content, at + 1)
    return Export(name, content[at], which), end


def write_export(export: Export) -> bytes:
    """Write an export."""
    return sized(export.name) + bytes((export.kind,)) + leb(export.number)


def read_segment(content: bytes, at: int) -> tuple[Segment, int]:
    """Read a data segment, whose address must be a constant."""
    if content[at : at + 2] != bytes((0, CONSTANT)):
        raise Failure("pyodide.asm.wasm has data segments without a constant address: the snapshot can't be made.")
    start, at = number(content, at + 2)
    text, at = read_sized(content, at + 1)
    return Segment(start, text), at


def write_segment(segment: Segment) -> bytes:
    """Write a data segment."""
    return b"\0" + constant(segment.start) + bytes((END,)) + sized(segment.content)


def read_import(content: bytes, at: int) -> tuple[tuple[int, bytes, bytes], int]:
    """Read an import; return its kind, its name and how it is written."""
    start = at
    _, at = read_sized(content, at)
    name, at = read_sized(content, at)
    kind, at = content[at], at + 1
    if kind in (TABLES, MEMORIES):
        at += kind == TABLES
        most, (_, at) = content[at] & 1, number(content, at + 1)
        if most:
            _, at = number(content, at)
    elif kind == GLOBALS:
        at += 2
    else:
        _, at = number(content, at + (kind == TAGS))
    return (kind, name, content[start:at]), at


def read_global(content: bytes, at: int) -> tuple[bytes, int]:
    """Read a global variable with a constant value; return how its type is written."""
    if content[at + 2] != CONSTANT:
        raise Failure("pyodide.asm.wasm has global variables without a constant value: it can't be divided.")
    _, end = number(content, at + 3)
    return content[at : at + 2], end + 1


def read_table(content: bytes, at: int) -> tuple[bytes, int]:
    """Read how a table's type is written."""
    start = at
    most, (_, at) = content[at + 1] & 1, number(content, at + 2)
    if most:
        _, at = number(content, at)
    return content[start:at], at


def read_type(content: bytes, at: int) -> tuple[tuple[int, bytes], int]:
    """Read a type; return how many parameters it has and how it is written."""
    start = at
    if content[at] != FUNCTION_TYPE:
        raise Failure("pyodide.asm.wasm has types that aren't functions: it can't be divided.")
    at += 1
    counts = []
    for _ in ("parameters", "results"):
        count, at = number(content, at)
        for _ in range(count):
            at += 1 + (content[at] in REFERENCES)
        counts.append(count)
    return (counts[0], content[start:at]), at


def after_locals(body: bytes) -> int:
    """Return where the instructions of a function begin."""
    groups, at = number(body, 0)
    for _ in range(groups):
        _, at = number(body, at)
        at += 1 + (body[at] in REFERENCES)
    return at
