"""Find the data that the first half of the interpreter doesn't read, such as tables of encodings and Unicode names.

The lengths of tables are unknown. So a generous number of bytes after every address that the first half uses counts as
used.
"""

import struct
from collections.abc import Iterator, Sequence

from web.build import wasm
from web.build.halves import Interpreter, Range
from web.build.steps import Failure

REACH_FROM_CODE = (256, 1 << 16)
"""How many bytes before and after an address in the code count as used."""
REACH_FROM_DATA = (64, 1 << 10)
"""The same for an address in data."""
MAX_FROZEN_BYTES = 1 << 18
"""The maximum length of a frozen module. Python's list of them holds name, address, length, and an is-package flag."""
MIN_RANGE_BYTES = 1 << 12
"""Shorter ranges aren't worth an entry in the profile."""
I32_CONST, I64_CONST, F32_CONST, F64_CONST = range(0x41, 0x45)
LOADS_AND_STORES = range(0x28, 0x3F)
BLOCKS = (0x02, 0x03, 0x04, 0x06)
ONE_OPERAND = (*range(0x07, 0x0A), 0x0C, 0x0D, 0x10, 0x12, 0x18, *range(0x20, 0x27), 0x3F, 0x40, 0xD0, 0xD2)
TWO_OPERANDS = (0x11, 0x13)
BRANCH_TABLE, BULK = 0x0E, 0xFC
NO_OPERANDS = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)}
BULK_OPERANDS = (*[0] * 8, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)


def deferred_data(interpreter: Interpreter, functions: Sequence[int]) -> list[Range]:
    """Return the ranges of data to which neither these functions nor the rest of the data refer."""
    start, end = interpreter.data[0].start, max(segment.end for segment in interpreter.data)
    image = bytearray((end + 3) // 4 * 4)
    for segment in interpreter.data:
        image[segment.start : segment.end] = segment.content
    words = [word for (word,) in struct.iter_unpack("<I", image)]
    pointers = [index for index, word in enumerate(words[:-2]) if start <= word < end]
    before, after = REACH_FROM_CODE
    addresses = {address for index in functions for address in operands(interpreter.bodies[index]) if address < end}
    used = {(address - before, address + after) for address in addresses}
    before, after = REACH_FROM_DATA
    # Used data may contain addresses of other data, which is then used, too.
    while True:
        unused = list(_gaps(sorted(used), start, end))
        is_deferred = bytearray(end)
        for first, last in unused:
            is_deferred[first:last] = b"\1" * (last - first)
        reached = set()
        for index in pointers:
            if not is_deferred[4 * index] and is_deferred[words[index]]:
                name, address, length, package = words[index - 1 : index + 3]
                frozen = start <= name < end and length < MAX_FROZEN_BYTES and package < 2
                reached.add((address - before, address + (max(after, length) if frozen else after)))
        if not reached:
            return unused
        used |= reached


def _gaps(used: Sequence[Range], start: int, end: int) -> Iterator[Range]:
    """Yield the long ranges between the used ones."""
    for first, last in [*used, (end, end)]:
        if first - start >= MIN_RANGE_BYTES:
            yield start, first
        start = max(start, last)


def operands(body: bytes) -> Iterator[int]:
    """Yield the numbers in a function that may be addresses: constants, and offsets of loads and stores."""
    offset = wasm.after_locals(body)
    while offset < len(body):
        opcode, offset = body[offset], offset + 1
        if opcode in (I32_CONST, I64_CONST):
            start, (value, offset) = offset, wasm.read_leb(body, offset)
            # The operand is signed: its highest bit is the sign.
            if opcode == I32_CONST and value < 1 << 7 * (offset - start) - 1:
                yield value
        elif opcode in (F32_CONST, F64_CONST):
            offset += 4 if opcode == F32_CONST else 8
        elif opcode in LOADS_AND_STORES:
            _, offset = wasm.read_leb(body, offset)
            value, offset = wasm.read_leb(body, offset)
            yield value
        else:
            offset = _after_operands(opcode, body, offset)


def _after_operands(opcode: int, body: bytes, offset: int) -> int:
    """Return the offset after the operands of an instruction."""
    if opcode in NO_OPERANDS:
        return offset
    count = 1
    if opcode == BRANCH_TABLE:
        count, offset = wasm.read_leb(body, offset)
        count += 1
    elif opcode == BULK:
        kind, offset = wasm.read_leb(body, offset)
        count = BULK_OPERANDS[kind]
    elif opcode in TWO_OPERANDS:
        count = 2
    elif opcode not in (*ONE_OPERAND, *BLOCKS):
        raise Failure(f"pyodide.asm.wasm contains an unknown instruction, {opcode:#x}: its data can't be split.")
    for _ in range(count):
        _, offset = wasm.read_leb(body, offset)
    return offset
