"""Node counts (perft): the number of move sequences of each length, stored as text files.

A file has a position line, and for each depth a line with the depth and the count.
"""

from pathlib import Path

import pytest

from qin_core.khan_tsin import Position
from tests.case_counts import IN_PYODIDE

FILES = sorted((Path(__file__).parent / "nodes").glob("*.txt"))
MAX_COUNT_IN_PYODIDE = 1_000_000
"""Larger counts take too long in Pyodide."""


def count(position: Position, depth: int) -> int:
    """Count the sequences of `depth` moves without playing the last one."""
    moves = position.moves()
    return len(moves) if depth == 1 else sum(count(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_node_counts(path: Path) -> None:
    line, *counts = path.read_text().splitlines()
    position = Position.parse(line)
    for depth, expected in (map(int, text.split()) for text in counts):
        if IN_PYODIDE and expected > MAX_COUNT_IN_PYODIDE:
            continue
        actual = count(position, depth)
        if actual != expected and depth > 1:
            for move in position.moves():
                print(move, count(position.play(move), depth - 1))
        assert actual == expected, f"depth {depth}"


def test_there_are_files() -> None:
    assert len(FILES) >= 8
