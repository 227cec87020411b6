"""Divide the interpreter by a recorded profile, so that the first half is enough for the start of the page.

Both halves have the functions of the whole, with the same numbers. A function that a half lacks is a stub there, which
calls the other half's function through a table. Memory, tables, variables and tags belong to the first half, and the
second imports them. Entry 0 of the table is called before every function of the second half: until that half is linked,
it is a function of the page that does so.
"""

import itertools
import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from web.build import wasm
from web.build.steps import Failure
from web.build.wasm import Export, Segment, constant, leb, vector

OWN = "half"
"""The table's name among the exports of the first half; what else they share has a letter for its kind and a number."""
LETTERS = {wasm.TABLES: "t", wasm.MEMORIES: "m", wasm.GLOBALS: "g", wasm.TAGS: "e"}
CALL_INDIRECT, LOCAL_GET, TABLE_SET, REF_NULL = 0x11, 0x20, 0x26, 0xD0
FUNCREF = 0x70
NOTHING_TO_NOTHING = b"\x60\0\0"
GAP = 12
"""Data segments with fewer zeros between them are written as one."""


class Interpreter:
    """The parts of `pyodide.asm.wasm`."""

    def __init__(self, whole: bytes) -> None:
        """Read its sections."""
        self.sections = wasm.sections(whole)
        self.imports = list(wasm.items(self.sections[wasm.IMPORT], wasm.read_import))
        self.exports = list(wasm.items(self.sections[wasm.EXPORT], wasm.read_export))
        self.tables = list(wasm.items(self.sections[wasm.TABLE], wasm.read_table))
        self.bodies = list(wasm.items(self.sections[wasm.CODE], wasm.read_sized))
        self.data = list(wasm.items(self.sections[wasm.DATA], wasm.read_segment))

    @cached_property
    def types(self) -> list[tuple[int, bytes]]:
        """How many parameters each type has, and how it is written."""
        return list(wasm.items(self.sections[wasm.TYPE], wasm.read_type))

    @cached_property
    def type_of(self) -> list[int]:
        """The type of each function."""
        return list(wasm.items(self.sections[wasm.FUNCTION], wasm.number))

    def imported(self, kind: int) -> int:
        """Count the imports of a kind."""
        return sum(each == kind for each, _, _ in self.imports)

    def with_exports(self, names: Set[str]) -> bytes:
        """Return the interpreter with only some of its exports."""
        kept = [export for export in self.exports if export.name.decode() in names]
        return wasm.assemble(self.sections | {wasm.EXPORT: vector(map(wasm.write_export, kept))})

    def with_counters(self) -> bytes:
        """Return the interpreter with an exported table, whose entry becomes null when a function is called."""
        table = len(self.tables)
        note = bytes((REF_NULL, FUNCREF, TABLE_SET)) + leb(table)
        bodies = []
        for index, body in enumerate(self.bodies):
            at = wasm.after_locals(body)
            bodies.append(body[:at] + constant(index) + note + body[at:])
        own = Export(OWN.encode(), wasm.TABLES, table)
        return wasm.assemble(
            self.sections
            | {
                wasm.TABLE: self.with_table(len(bodies)),
                wasm.EXPORT: vector(map(wasm.write_export, [*self.exports, own])),
                wasm.CODE: vector(map(wasm.sized, bodies)),
            }
        )

    def with_table(self, size: int) -> bytes:
        """Write the section of tables, with one more for functions."""
        return vector([*self.tables, _table_type(size)])


def _table_type(size: int) -> bytes:
    return bytes((FUNCREF, 0)) + leb(size)


class Halves(NamedTuple):
    """The two halves of an interpreter."""

    first: bytes
    second: bytes


def divide(whole: Interpreter, hot: Sequence[int], later: Sequence[tuple[int, int]]) -> Halves:
    """Divide an interpreter: the first half has the functions `hot`, the second one the others and the data `later`."""
    if wasm.START in whole.sections:
        raise Failure("pyodide.asm.wasm has a start function: it can't be divided.")
    count, table = len(whole.bodies), len(whole.tables)
    chosen = set(hot)
    cold = [index for index in range(count) if index not in chosen]
    slot = {function: number for number, function in enumerate([*hot, *cold], start=1)}
    kinds = [type for _, type in whole.types]
    plain = kinds.index(NOTHING_TO_NOTHING)
    wait = constant(0) + _call(plain, table)

    def stub(function: int, before: bytes) -> bytes:
        kind = whole.type_of[function]
        given = b"".join(bytes((LOCAL_GET,)) + leb(each) for each in range(whole.types[kind][0]))
        return b"\0" + before + given + constant(slot[function]) + _call(kind, table) + bytes((wasm.END,))

    shared = _shared(whole)
    functions = whole.imported(wasm.FUNCTIONS)
    first, second = _divide_data(whole.data, later)
    own = [*whole.exports, *(Export(name, kind, index) for kind, index, _, name in shared)]
    first_half = whole.sections | {
        wasm.TABLE: whole.with_table(count + 1),
        wasm.EXPORT: vector(map(wasm.write_export, own)),
        wasm.ELEMENT: _with_elements(whole.sections[wasm.ELEMENT], table, 1, [functions + each for each in hot]),
        wasm.CODE: vector(
            wasm.sized(body if index in chosen else stub(index, wait)) for index, body in enumerate(whole.bodies)
        ),
        wasm.DATA: vector(map(wasm.write_segment, first)),
        wasm.DATA_COUNT: leb(len(first)),
    }
    ours = [wasm.sized(OWN.encode()) + wasm.sized(name) + bytes((kind,)) + type for kind, _, type, name in shared]
    # The last function does nothing: it is called before every function of this half, once that is linked.
    second_half = {
        wasm.TYPE: whole.sections[wasm.TYPE],
        wasm.IMPORT: vector([*(text for _, _, text in whole.imports), *ours]),
        wasm.FUNCTION: vector(map(leb, [*whole.type_of, plain])),
        wasm.GLOBAL: _constants(whole, sum(kind == wasm.GLOBALS for kind, _, _, _ in shared)),
        wasm.ELEMENT: _with_elements(
            b"\0", table, len(hot) + 1, [functions + each for each in cold], (0, functions + count)
        ),
        wasm.CODE: vector(
            [
                *(wasm.sized(stub(index, b"") if index in chosen else body) for index, body in enumerate(whole.bodies)),
                wasm.sized(bytes((0, wasm.END))),
            ]
        ),
        wasm.DATA: vector(map(wasm.write_segment, second)),
        wasm.DATA_COUNT: leb(len(second)),
    }
    return Halves(wasm.assemble(first_half), wasm.assemble(second_half))


def _call(type: int, table: int) -> bytes:
    return bytes((CALL_INDIRECT,)) + leb(type) + leb(table)


def _shared(whole: Interpreter) -> list[tuple[int, int, bytes, bytes]]:
    """List what the first half shares: kind, index, type, name. All tables, the memory, changing variables, tags."""
    types: dict[int, list[bytes]] = {
        wasm.TABLES: [*whole.tables, _table_type(len(whole.bodies) + 1)],
        wasm.MEMORIES: [whole.sections[wasm.MEMORY][1:]],
        wasm.GLOBALS: list(wasm.items(whole.sections[wasm.GLOBAL], wasm.read_global)),
        wasm.TAGS: list(wasm.items(whole.sections[wasm.TAG], lambda code, at: (code[at : at + 2], at + 2))),
    }
    # Global variables that never change are defined in both halves.
    changing = [index for index, (_, mutable) in enumerate(types[wasm.GLOBALS]) if mutable]
    if changing != list(range(len(changing))):
        raise Failure("pyodide.asm.wasm has changing global variables after constant ones: it can't be divided.")
    types[wasm.GLOBALS] = types[wasm.GLOBALS][: len(changing)]
    table = (wasm.TABLES, len(whole.tables))
    return [
        (kind, whole.imported(kind) + index, type, name.encode())
        for kind, found in types.items()
        for index, type in enumerate(found)
        for name in (OWN if (kind, index) == table else f"{OWN}-{LETTERS[kind]}{index}",)
    ]


def _constants(whole: Interpreter, changing: int) -> bytes:
    """Write the global variables that never change."""
    content = whole.sections[wasm.GLOBAL]
    count, at = wasm.number(content, 0)
    for _ in range(changing):
        _, at = wasm.read_global(content, at)
    return leb(count - changing) + content[at:]


def _with_elements(section: bytes, table: int, start: int, functions: Sequence[int], *others: tuple[int, int]) -> bytes:
    """Add segments that put functions into a table."""
    count, at = wasm.number(section, 0)
    added = [(start, functions), *((place, [function]) for place, function in others)]
    segments = [
        b"\2" + leb(table) + constant(place) + bytes((wasm.END, 0)) + vector(map(leb, chosen))
        for place, chosen in added
    ]
    return leb(count + len(added)) + section[at:] + b"".join(segments)


def _divide_data(data: Sequence[Segment], later: Sequence[tuple[int, int]]) -> tuple[list[Segment], list[Segment]]:
    """Divide data segments: first what lies outside some ranges, then what lies inside."""
    bounds = sorted({bound for pair in later for bound in pair})
    inside = [False, *(any(start <= bound < end for start, end in later) for bound in bounds)]
    parts: tuple[list[Segment], list[Segment]] = ([], [])
    for segment in data:
        cuts = [segment.start, *(bound for bound in bounds if segment.start < bound < segment.end), segment.end]
        for start, end in itertools.pairwise(cuts):
            content = segment.content[start - segment.start : end - segment.start]
            parts[inside[sum(bound <= start for bound in bounds)]].append(Segment(start, content))
    return list(_joined(parts[0])), list(_joined(parts[1]))


def _joined(segments: Sequence[Segment]) -> Iterator[Segment]:
    """Join segments with few zeros between them."""
    start, content = -1, bytearray()
    for segment in segments:
        gap = segment.start - start - len(content)
        if content and 0 <= gap < GAP:
            content += bytes(gap) + segment.content
            continue
        if content:
            yield Segment(start, bytes(content))
        start, content = segment.start, bytearray(segment.content)
    if content:
        yield Segment(start, bytes(content))


ASSIGNMENTS = re.compile(r"var ([\w,]+);function assignWasmExports\(wasmExports\)\{([^{}]*)\}")
ASSIGNMENT = re.compile(r'(\w+)=Module\["\w+"\]=wasmExports\["([\w.]+)"\](?:\.value>{3}0)?')


class Script(NamedTuple):
    """Pyodide's script without the exports that only dynamic libraries use, and the names of the others."""

    text: str
    exports: frozenset[str]


def trim_script(text: str, others: str, exports: Set[str]) -> Script | None:
    """Remove the assignments of exports whose names neither the script nor `others` contain otherwise."""
    found = ASSIGNMENTS.search(text)
    if not found:
        return None
    rest = text[: found.start()] + text[found.end() :]
    words = {*re.findall(r"\w+", rest), *re.findall(r"\w+", others)}
    unused = set()
    kept = []
    for assignment in found[2].split(";"):
        match = ASSIGNMENT.fullmatch(assignment)
        if match and not {match[1], match[2]} & words:
            unused.add(match[1])
        else:
            kept.append(assignment)
    variables = ",".join(name for name in found[1].split(",") if name not in unused)
    shorter = f"var {variables};function assignWasmExports(wasmExports){{{';'.join(kept)}}}"
    used = {name for name in exports if {name, f"_{name}"} & words or f'wasmExports["{name}"]' in shorter}
    return Script(text[: found.start()] + shorter + text[found.end() :], frozenset(used))
