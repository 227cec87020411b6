"""The command of both puzzle finders: games are played, and what they find is written as lesson files."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

Found = Iterator[tuple[str, str]]
"""Puzzles of a game: the name of each, and its lesson file."""


def find_puzzles(parser: ArgumentParser, games: int, found: Callable[[Namespace, int], Found]) -> None:
    """Play games and write their puzzles into a folder, each named after its game."""
    parser.description = find_puzzles.__doc__
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.games):
        for name, text in found(options, seed):
            (options.into / f"{name}.lesson").write_text(text, encoding="utf-8")
            sys.stderr.write(f"{name}\n")
