"""Split the interpreter by a recorded profile, so that the page can start with the first half alone.

Both halves have all functions, under the same numbers. Where a half lacks the code of a function, it has a stub that
calls the other half's function through the link table. The first half owns the memory, tables, mutable globals and
tags; the second half imports them. Every stub in the first half calls entry 0 of the link table first: a function of
the page that links the second half. Linking replaces entry 0 with an empty function.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from web.build import wasm
from web.build.steps import Failure
from web.build.wasm import Export, Segment, constant, leb, vector

LINK_TABLE = "half"
"""The export name of the link table, and the module name in the second half's imports.

The names of other shared parts add a letter for their kind and a number: `half-t0`.
"""
KIND_LETTERS = {wasm.TABLES: "t", wasm.MEMORIES: "m", wasm.GLOBALS: "g", wasm.TAGS: "e"}
CALL_INDIRECT, LOCAL_GET, TABLE_SET, REF_NULL = 0x11, 0x20, 0x26, 0xD0
FUNCREF = 0x70
NO_PARAMETERS_NO_RESULTS = b"\x60\0\0"
MAX_GAP = 12
"""Data segments with fewer zeros between them are joined."""

Range = tuple[int, int]
"""The first address of some data, and the address after it."""


class Interpreter:
    """The parts of `pyodide.asm.wasm`."""

    def __init__(self, whole: bytes) -> None:
        """Read the sections."""
        self.sections = wasm.sections(whole)
        self.imports = list(wasm.items(self.sections[wasm.IMPORT], wasm.read_import))
        self.exports = list(wasm.items(self.sections[wasm.EXPORT], wasm.read_export))
        self.tables = list(wasm.items(self.sections[wasm.TABLE], wasm.read_table))
        self.bodies = list(wasm.items(self.sections[wasm.CODE], wasm.read_sized))
        self.data = list(wasm.items(self.sections[wasm.DATA], wasm.read_segment))

    @cached_property
    def types(self) -> list[tuple[int, bytes]]:
        """The number of parameters of each function type, and its encoding."""
        return list(wasm.items(self.sections[wasm.TYPE], wasm.read_type))

    @cached_property
    def type_of(self) -> list[int]:
        """The type of each function."""
        return list(wasm.items(self.sections[wasm.FUNCTION], wasm.read_leb))

    def count_imports(self, kind: int) -> int:
        """Count the imports of a kind."""
        return sum(import_kind == kind for import_kind, _, _ in self.imports)

    def with_exports(self, names: Set[str]) -> bytes:
        """Return the interpreter with only the named exports."""
        exports = [export for export in self.exports if export.name.decode() in names]
        return wasm.assemble(self.sections | {wasm.EXPORT: vector(map(wasm.write_export, exports))})

    def with_call_tracing(self) -> bytes:
        """Return the interpreter with an exported table in which each called function sets its entry to null."""
        table = len(self.tables)
        set_null = bytes((REF_NULL, FUNCREF, TABLE_SET)) + leb(table)
        bodies = []
        for index, body in enumerate(self.bodies):
            start = wasm.after_locals(body)
            bodies.append(body[:start] + constant(index) + set_null + body[start:])
        exports = [*self.exports, Export(LINK_TABLE.encode(), wasm.TABLES, table)]
        return wasm.assemble(
            self.sections
            | {
                wasm.TABLE: self.table_section(len(bodies)),
                wasm.EXPORT: vector(map(wasm.write_export, exports)),
                wasm.CODE: vector(map(wasm.sized, bodies)),
            }
        )

    def table_section(self, size: int) -> bytes:
        """Return the table section with one more table, for `size` functions."""
        return vector([*self.tables, _table_type(size)])


def _table_type(size: int) -> bytes:
    return bytes((FUNCREF, 0)) + leb(size)


class Halves(NamedTuple):
    """The two halves of an interpreter."""

    first: bytes
    second: bytes


def split(whole: Interpreter, first_functions: Sequence[int], second_data: Sequence[Range]) -> Halves:
    """Split an interpreter: the second half gets all functions but `first_functions`, and the data in `second_data`."""
    if wasm.START in whole.sections:
        raise Failure("pyodide.asm.wasm has a start function: it can't be split.")
    layout = _Layout(whole, first_functions)
    shared = list(_shared_parts(whole))
    first_segments, second_segments = _split_data(whole.data, second_data)
    return Halves(
        wasm.assemble(_first_half(layout, shared, first_segments)),
        wasm.assemble(_second_half(layout, shared, second_segments)),
    )


class _Shared(NamedTuple):
    """A part that the first half exports and the second imports."""

    kind: int
    number: int
    type: bytes
    name: bytes


class _Layout:
    """Tells which half has the code of each function, and which entry of the link table the function has."""

    def __init__(self, whole: Interpreter, first_functions: Sequence[int]) -> None:
        self.whole = whole
        self.in_first = set(first_functions)
        self.first = list(first_functions)
        self.second = [index for index in range(len(whole.bodies)) if index not in self.in_first]
        self.entries = {function: entry for entry, function in enumerate([*self.first, *self.second], start=1)}
        self.link_table = len(whole.tables)
        signatures = [encoded for _, encoded in whole.types]
        self.linker_type = signatures.index(NO_PARAMETERS_NO_RESULTS)
        self.ensure_linked = constant(0) + self.call(self.linker_type)

    def call(self, function_type: int) -> bytes:
        """Write a call of the function in the link table whose entry is on the stack."""
        return bytes((CALL_INDIRECT,)) + leb(function_type) + leb(self.link_table)

    def stub(self, function: int, prologue: bytes = b"") -> bytes:
        """Write a function that runs a prologue and calls the other half's function with its own parameters."""
        function_type = self.whole.type_of[function]
        parameter_count, _ = self.whole.types[function_type]
        push = b"".join(bytes((LOCAL_GET,)) + leb(parameter) for parameter in range(parameter_count))
        call = constant(self.entries[function]) + self.call(function_type)
        return b"\0" + prologue + push + call + bytes((wasm.END,))

    def elements(self, section: bytes, start: int, functions: Iterable[int]) -> bytes:
        """Add a segment to an element section that puts functions into the link table."""
        first_number = self.whole.count_imports(wasm.FUNCTIONS)
        numbers = vector(leb(first_number + function) for function in functions)
        count, offset = wasm.read_leb(section, 0)
        segment = b"\2" + leb(self.link_table) + constant(start) + bytes((wasm.END, 0)) + numbers
        return leb(count + 1) + section[offset:] + segment


def _first_half(layout: _Layout, shared: Sequence[_Shared], data: Sequence[Segment]) -> dict[int, bytes]:
    """Return the sections of the first half: those of the whole, with stubs and the link table."""
    whole = layout.whole
    exports = [*whole.exports, *(Export(part.name, part.kind, part.number) for part in shared)]
    bodies = [
        body if index in layout.in_first else layout.stub(index, layout.ensure_linked)
        for index, body in enumerate(whole.bodies)
    ]
    return whole.sections | {
        wasm.TABLE: whole.table_section(len(bodies) + 1),
        wasm.EXPORT: vector(map(wasm.write_export, exports)),
        wasm.ELEMENT: layout.elements(whole.sections[wasm.ELEMENT], 1, layout.first),
        wasm.CODE: vector(map(wasm.sized, bodies)),
        wasm.DATA: vector(map(wasm.write_segment, data)),
        wasm.DATA_COUNT: leb(len(data)),
    }


def _second_half(layout: _Layout, shared: Sequence[_Shared], data: Sequence[Segment]) -> dict[int, bytes]:
    """Return the sections of the second half, which imports what the halves share."""
    whole = layout.whole
    module = wasm.sized(LINK_TABLE.encode())
    imports = [module + wasm.sized(part.name) + bytes((part.kind,)) + part.type for part in shared]
    bodies = [layout.stub(index) if index in layout.in_first else body for index, body in enumerate(whole.bodies)]
    # Entry 0 of the link table becomes this function, which does nothing.
    empty_function = len(bodies)
    bodies.append(bytes((0, wasm.END)))
    elements = layout.elements(b"\0", len(layout.first) + 1, layout.second)
    return {
        wasm.TYPE: whole.sections[wasm.TYPE],
        wasm.IMPORT: vector([*(encoded for _, _, encoded in whole.imports), *imports]),
        wasm.FUNCTION: vector(map(leb, [*whole.type_of, layout.linker_type])),
        wasm.GLOBAL: _immutable_globals(whole, sum(part.kind == wasm.GLOBALS for part in shared)),
        wasm.ELEMENT: layout.elements(elements, 0, [empty_function]),
        wasm.CODE: vector(map(wasm.sized, bodies)),
        wasm.DATA: vector(map(wasm.write_segment, data)),
        wasm.DATA_COUNT: leb(len(data)),
    }


def _shared_parts(whole: Interpreter) -> Iterator[_Shared]:
    """Yield what the first half shares: all tables, the memory, mutable globals, tags."""
    types: dict[int, list[bytes]] = {
        wasm.TABLES: [*whole.tables, _table_type(len(whole.bodies) + 1)],
        wasm.MEMORIES: [whole.sections[wasm.MEMORY][1:]],
        wasm.GLOBALS: list(_mutable_globals(whole)),
        wasm.TAGS: list(wasm.items(whole.sections[wasm.TAG], wasm.read_tag)),
    }
    for kind, encodings in types.items():
        for index, encoded in enumerate(encodings):
            is_link_table = kind == wasm.TABLES and index == len(whole.tables)
            name = LINK_TABLE if is_link_table else f"{LINK_TABLE}-{KIND_LETTERS[kind]}{index}"
            yield _Shared(kind, whole.count_imports(kind) + index, encoded, name.encode())


def _mutable_globals(whole: Interpreter) -> Iterator[bytes]:
    """Yield the types of the globals that change; the others are defined in both halves."""
    after_immutable = False
    for encoded, mutable in wasm.items(whole.sections[wasm.GLOBAL], wasm.read_global):
        if mutable and after_immutable:
            raise Failure("pyodide.asm.wasm has mutable globals after immutable ones: it can't be split.")
        if mutable:
            yield bytes((encoded, mutable))
        after_immutable = not mutable


def _immutable_globals(whole: Interpreter, mutable_count: int) -> bytes:
    """Return the section of globals without the mutable ones, which come first."""
    section = whole.sections[wasm.GLOBAL]
    count, offset = wasm.read_leb(section, 0)
    for _ in range(mutable_count):
        _, offset = wasm.read_global(section, offset)
    return leb(count - mutable_count) + section[offset:]


def _split_data(data: Sequence[Segment], ranges: Sequence[Range]) -> tuple[list[Segment], list[Segment]]:
    """Split data segments into those outside some address ranges and those inside."""
    bounds = sorted({bound for pair in ranges for bound in pair})
    is_inside = [False, *(any(start <= bound < end for start, end in ranges) for bound in bounds)]
    outside: list[Segment] = []
    inside: list[Segment] = []
    for segment in data:
        cuts = [segment.start, *(bound for bound in bounds if segment.start < bound < segment.end), segment.end]
        for start, end in itertools.pairwise(cuts):
            content = segment.content[start - segment.start : end - segment.start]
            target = inside if is_inside[sum(bound <= start for bound in bounds)] else outside
            target.append(Segment(start, content))
    return list(_joined(outside)), list(_joined(inside))


def _joined(segments: Sequence[Segment]) -> Iterator[Segment]:
    """Join segments with few zeros between them."""
    start, content = -1, bytearray()
    for segment in segments:
        gap = segment.start - start - len(content)
        if content and 0 <= gap < MAX_GAP:
            content += bytes(gap) + segment.content
            continue
        if content:
            yield Segment(start, bytes(content))
        start, content = segment.start, bytearray(segment.content)
    if content:
        yield Segment(start, bytes(content))
