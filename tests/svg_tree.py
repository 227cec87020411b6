"""Positions to draw, and pictures parsed into element trees."""

import random
from functools import cache
from xml.etree import ElementTree

from qin_core.qin import Board, Move, Position

SMALL = Board.parse("c..Y\nR..a\n~.b.\nB.b.\n")
WIDE = Board.parse("ab" + "." * 22 + "Rz\n" + "." * 26 + "\n" + "~" * 13 + "." * 13 + "\nY" + "." * 24 + "B\n")
GAMES: list[tuple[str | Board, int]] = [("bird", 2), ("bird", 4), ("lion", 3), ("lion", 2), (SMALL, 2), (WIDE, 4)]


@cache
def positions() -> tuple[tuple[Position, Move | None], ...]:
    """Return positions of random games, each with the last move."""
    results: list[tuple[Position, Move | None]] = []
    for seed, (board, players) in enumerate(GAMES):
        rng = random.Random(seed)
        position, last_move = Position.deal(board, players, seed=seed), None
        turn = 0
        while position.moves():
            if turn % 9 == 0:
                results.append((position, last_move))
            last_move = rng.choice(position.moves())
            position, turn = position.play(last_move), turn + 1
        results.append((position, last_move))
    return tuple(results)


def parse_svg(svg: str) -> ElementTree.Element:
    """Parse a picture and remove the namespace from its tags."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def classes(element: ElementTree.Element) -> list[str]:
    """List the classes of an element."""
    return element.get("class", "").split()


def with_class(root: ElementTree.Element, class_name: str) -> list[ElementTree.Element]:
    """List the elements with a class."""
    return [element for element in root.iter() if class_name in classes(element)]
