"""The board as a grid of words, for keyboards and screen readers: one cell a square, one of them a tab stop."""

from collections.abc import Mapping
from functools import lru_cache

from engine.games.qin.narrator import Story
from engine.games.qin.session import Model
from engine.html import Html
from engine.ui.widgets import grid_of
from engine.words import say
from qin_core.qin import Board, Position
from qin_core.qin.board import COLUMNS


def grid(model: Model) -> Html:
    """List the squares row by row from the top, each with what lies there and whether the tile fits."""
    return _grid(model.position, model.language, model.names, model.lit)


@lru_cache(maxsize=2)
def _grid(position: Position, language: str, names: tuple[str, ...], lit: frozenset[str]) -> Html:
    fits = say(language, "fits-here")
    told = Story(language, names).squares(position)
    return lay_out(
        position.board, {square: f"{text} {fits}" if square in lit else text for square, text in told.items()}, language
    )


def lay_out(board: Board, texts: Mapping[str, str], language: str) -> Html:
    """Make the grid of what there is to say of every square."""
    rows = ([f"{column}{row}" for column in COLUMNS[: board.width]] for row in range(board.height, 0, -1))
    return grid_of(say(language, "which-board"), ([(square, texts[square]) for square in row] for row in rows))
