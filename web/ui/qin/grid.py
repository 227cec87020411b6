"""The board as a grid of words, for keyboards and screen readers: one cell a square, one of them a tab stop."""

from functools import lru_cache
from html import escape

from qin_core.qin import Position
from qin_core.qin.board import COLUMNS
from ui.qin.model import Model
from ui.qin.story import Story
from ui.words import say


def grid(model: Model) -> str:
    """List the squares row by row from the top, each with what lies there and whether the tile fits."""
    return _grid(model.position, model.language, model.names, model.lit)


@lru_cache(maxsize=2)
def _grid(position: Position, language: str, names: tuple[str, ...], lit: frozenset[str]) -> str:
    story = Story(language, names)
    fits = say(language, "fits-here")
    found = story.squares(position)
    rows = []
    for row in range(position.board.height, 0, -1):
        cells = []
        for column in COLUMNS[: position.board.width]:
            square = f"{column}{row}"
            text = f"{square}: {found[square]}" + (f" {fits}" if square in lit else "")
            cells.append(f'<span role="gridcell" tabindex="-1" data-cell="{square}">{escape(text)}</span>')
        rows.append(f'<div role="row">{"".join(cells)}</div>')
    return "\n".join([f'<div role="grid" aria-label="{escape(say(language, "which-board"))}">', *rows, "</div>"])
