"""Find data that the first half of the interpreter doesn't read: tables of East Asian encodings, of Unicode names.

The lengths of tables aren't known. So whatever follows an address that the first half uses counts as used, too, for
longer than its tables are.
"""

import struct
from collections.abc import Iterator, Sequence

from web.build import wasm
from web.build.halves import Interpreter
from web.build.steps import Failure

FROM_CODE = (256, 1 << 16)
"""Bytes before and after an address in the code that are taken for used."""
FROM_DATA = (64, 1 << 10)
"""The same for an address in data."""
LONGEST = 1 << 18
"""Frozen modules are shorter. Their list holds name, address, length, and whether it is a package."""
SHORTEST = 1 << 12
"""Shorter stretches aren't worth an entry."""
I32_CONST, I64_CONST, F32_CONST, F64_CONST = range(0x41, 0x45)
LOADS_AND_STORES = range(0x28, 0x3F)
BLOCKS = (0x02, 0x03, 0x04, 0x06)
WITH_INDEX = (*range(0x07, 0x0A), 0x0C, 0x0D, 0x10, 0x12, 0x18, *range(0x20, 0x27), 0x3F, 0x40, 0xD0, 0xD2)
WITH_TWO = (0x11, 0x13)
TABLE_OF_BRANCHES, BULK = 0x0E, 0xFC
PLAIN = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)}
BULK_INDICES = (*[0] * 8, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)
Stretch = tuple[int, int]


def later_data(interpreter: Interpreter, functions: Sequence[int]) -> list[Stretch]:
    """Return stretches of data to which neither these functions nor the rest of the data refer."""
    start, end = interpreter.data[0].start, max(segment.end for segment in interpreter.data)
    image = bytearray(-(-end // 4) * 4)
    for segment in interpreter.data:
        image[segment.start : segment.end] = segment.content
    words = [word for (word,) in struct.iter_unpack("<I", image)]
    pointers = [place for place, word in enumerate(words[:-2]) if start <= word < end]
    before, after = FROM_CODE
    used = {(at - before, at + after) for index in functions for at in operands(interpreter.bodies[index]) if at < end}
    before, after = FROM_DATA
    while True:
        free = list(_between(sorted(used), start, end))
        later = bytearray(end)
        for first, last in free:
            later[first:last] = b"\1" * (last - first)
        more = set()
        for place in pointers:
            if not later[4 * place] and later[words[place]]:
                name, address, length, package = words[place - 1 : place + 3]
                frozen = start <= name < end and length < LONGEST and package < 2
                more.add((address - before, address + (max(after, length) if frozen else after)))
        if not more:
            return free
        used |= more


def _between(used: Sequence[Stretch], start: int, end: int) -> Iterator[Stretch]:
    for first, last in [*used, (end, end)]:
        if first - start >= SHORTEST:
            yield start, first
        start = max(start, last)


def operands(body: bytes) -> Iterator[int]:
    """Yield the numbers in a function that may be addresses: constants, and offsets of loads and stores."""
    at = wasm.after_locals(body)
    while at < len(body):
        code, at = body[at], at + 1
        if code in (I32_CONST, I64_CONST):
            start, (value, at) = at, wasm.number(body, at)
            # The highest bit of a signed number is its sign.
            if code == I32_CONST and value < 1 << 7 * (at - start) - 1:
                yield value
        elif code in (F32_CONST, F64_CONST):
            at += 4 if code == F32_CONST else 8
        elif code in LOADS_AND_STORES:
            _, at = wasm.number(body, at)
            value, at = wasm.number(body, at)
            yield value
        else:
            at = _after(code, body, at)


def _after(code: int, body: bytes, at: int) -> int:
    """Skip what follows the code of an instruction."""
    if code in PLAIN:
        return at
    count = 1
    if code == TABLE_OF_BRANCHES:
        count, at = wasm.number(body, at)
        count += 1
    elif code == BULK:
        kind, at = wasm.number(body, at)
        count = BULK_INDICES[kind]
    elif code in WITH_TWO:
        count = 2
    elif code not in (*WITH_INDEX, *BLOCKS):
        raise Failure(f"pyodide.asm.wasm contains an unknown instruction, {code:#x}: its data can't be divided.")
    for _ in range(count):
        _, at = wasm.number(body, at)
    return at
