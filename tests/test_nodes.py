"""Node counts (perft): the number of sequences of one, two and three turns from stored positions.

Each file has a line `position ...`, lines `depth N COUNT`, and the split by first move of the deepest count.
"""

from pathlib import Path

import pytest

from qin_core.qin import Move, Position
from tests.case_counts import IN_PYODIDE
from tests.reference import Reference

FILES = sorted((Path(__file__).parent / "nodes").glob("*.txt"))
MANY = 1_000_000
"""Larger counts take too long in Pyodide."""


def count(position: Position, depth: int) -> int:
    """Count the sequences of `turns` moves."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(count(position.play(move), depth - 1) for move in moves)


def split(position: Position, depth: int) -> dict[str, int]:
    """Count them for each first move."""
    return {str(move): count(position.play(move), depth - 1) for move in position.moves()}


def reference_count(position: Reference, depth: int) -> int:
    """Count the same with the reference implementation."""
    moves = position.moves()
    return len(moves) if depth == 1 else sum(reference_count(position.play(move), depth - 1) for move in moves)


def read(path: Path) -> tuple[Position, dict[int, int], dict[str, int]]:
    """Read a file: the position, the counts by depth, the split of the deepest one."""
    position, depths, moves = None, {}, {}
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            position = Position.parse(rest)
        elif word == "depth":
            depths[int(rest.split()[0])] = int(rest.split()[1])
        elif word and word != "#":
            moves[word] = int(rest)
    assert position is not None
    return position, depths, moves


def differences(found: dict[str, int], stored: dict[str, int]) -> str:
    """List the first moves whose counts differ."""
    names = sorted(found.keys() | stored.keys())
    return "\n".join(
        f"{name}: found {found.get(name, 'nothing')}, stored {stored.get(name, 'nothing')}"
        for name in names
        if found.get(name) != stored.get(name)
    )


def test_there_are_ten_positions() -> None:
    """Each to depth three, with sums that fit."""
    assert len(FILES) >= 10
    for path in FILES:
        _, depths, moves = read(path)
        assert sorted(depths) == [1, 2, 3]
        assert len(moves) == depths[1]
        assert sum(moves.values()) == depths[3]
        assert all(str(Move.parse(move)) == move for move in moves)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_node_counts_of_two_turns(path: Path) -> None:
    position, depths, _ = read(path)
    assert {depth: count(position, depth) for depth in (1, 2)} == {depth: depths[depth] for depth in (1, 2)}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_node_counts(path: Path) -> None:
    """A failure prints the split by move, found and stored."""
    position, depths, stored = read(path)
    if IN_PYODIDE and depths[3] > MANY:
        pytest.skip("too many for Pyodide")
    found = split(position, max(depths))
    assert found == stored, f"{path.name}\n{differences(found, stored)}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_reference_counts_the_same(path: Path) -> None:
    """Two turns deep where that is quick, else one."""
    position, depths, _ = read(path)
    if "?" in str(position):
        pytest.skip("the reference knows no hidden hands")
    depth = 2 if depths[1] * position.board.bits < 3000 else 1
    assert reference_count(Reference(str(position)), depth) == depths[depth]
