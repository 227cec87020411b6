"""Node counts (perft): the number of move sequences of each length, stored as text files.

A file has a position line, then for each depth a line with the depth and the count.
"""

from pathlib import Path

import pytest

from qin_core.khan_tsin import Position
from tests.case_counts import IN_PYODIDE

FILES = sorted((Path(__file__).parent / "nodes").glob("*.txt"))
MANY = 1_000_000
"""Larger counts take too long in Pyodide."""


def count(position: Position, depth: int) -> int:
    """Count the sequences of `plies` moves; the last ply is counted, not played."""
    moves = position.moves()
    return len(moves) if depth == 1 else sum(count(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_node_counts(path: Path) -> None:
    line, *counts = path.read_text().splitlines()
    position = Position.parse(line)
    for depth, expected in (map(int, row.split()) for row in counts):
        if IN_PYODIDE and expected > MANY:
            continue
        found = count(position, depth)
        if found != expected and depth > 1:
            for move in position.moves():
                print(move, count(position.play(move), depth - 1))
        assert found == expected, f"depth {depth}"


def test_there_are_files() -> None:
    assert len(FILES) >= 8
