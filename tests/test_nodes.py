"""Node counts (perft): the number of sequences of one, two and three turns from stored positions.

Each file has a line `position ...`, lines `depth N COUNT`, and the split by first move of the deepest count.
"""

from pathlib import Path

import pytest

from qin_core.qin import Move, Position
from tests.case_counts import IN_PYODIDE
from tests.reference import Reference

FILES = sorted((Path(__file__).parent / "nodes").glob("*.txt"))
MAX_COUNT_IN_PYODIDE = 1_000_000
"""Larger counts take too long in Pyodide."""


def count(position: Position, depth: int) -> int:
    """Count the sequences of `depth` moves."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(count(position.play(move), depth - 1) for move in moves)


def count_by_first_move(position: Position, depth: int) -> dict[str, int]:
    """Count the sequences by first move."""
    return {str(move): count(position.play(move), depth - 1) for move in position.moves()}


def reference_count(position: Reference, depth: int) -> int:
    """Count the sequences with the reference implementation."""
    moves = position.moves()
    return len(moves) if depth == 1 else sum(reference_count(position.play(move), depth - 1) for move in moves)


def read_file(path: Path) -> tuple[Position, dict[int, int], dict[str, int]]:
    """Read a file; return the position, the counts by depth and the deepest counts by first move."""
    position, depths, moves = None, {}, {}
    for line in path.read_text("utf-8").splitlines():
        keyword, _, rest = line.partition(" ")
        if keyword == "position":
            position = Position.parse(rest)
        elif keyword == "depth":
            depths[int(rest.split()[0])] = int(rest.split()[1])
        elif keyword and keyword != "#":
            moves[keyword] = int(rest)
    assert position is not None
    return position, depths, moves


def differences(actual: dict[str, int], stored: dict[str, int]) -> str:
    """List the first moves whose counts differ."""
    names = sorted(actual.keys() | stored.keys())
    return "\n".join(
        f"{name}: found {actual.get(name, 'nothing')}, stored {stored.get(name, 'nothing')}"
        for name in names
        if actual.get(name) != stored.get(name)
    )


def test_there_are_ten_positions() -> None:
    """Each file has counts to depth three, and its sums agree."""
    assert len(FILES) >= 10
    for path in FILES:
        _, depths, moves = read_file(path)
        assert sorted(depths) == [1, 2, 3]
        assert len(moves) == depths[1]
        assert sum(moves.values()) == depths[3]
        assert all(str(Move.parse(move)) == move for move in moves)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_node_counts_of_two_turns(path: Path) -> None:
    position, depths, _ = read_file(path)
    assert {depth: count(position, depth) for depth in (1, 2)} == {depth: depths[depth] for depth in (1, 2)}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_node_counts(path: Path) -> None:
    """A failure prints the first moves whose counts differ."""
    position, depths, stored = read_file(path)
    if IN_PYODIDE and depths[3] > MAX_COUNT_IN_PYODIDE:
        pytest.skip("too many for Pyodide")
    counts = count_by_first_move(position, max(depths))
    assert counts == stored, f"{path.name}\n{differences(counts, stored)}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_reference_counts_the_same(path: Path) -> None:
    """Compare to depth two where that is fast, otherwise to depth one."""
    position, depths, _ = read_file(path)
    if "?" in str(position):
        pytest.skip("the reference implementation doesn't support hidden hands")
    depth = 2 if depths[1] * position.board.bits < 3000 else 1
    assert reference_count(Reference(str(position)), depth) == depths[depth]
