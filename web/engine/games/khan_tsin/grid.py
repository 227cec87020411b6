"""The dragon as a grid of words, for keyboards and screen readers: one cell a space, one of them a tab stop."""

from engine.games.khan_tsin.session import Model
from engine.html import Html
from engine.ui.widgets import grid_of
from engine.words import say
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH


def grid(model: Model) -> Html:
    """List the spaces from South's end on, each with who stands there and what can be done with them."""
    free = say(model.language, "khan-put-here" if model.placing else "khan-lands-here")
    mine = say(model.language, "khan-may-move")

    def cell(space: int) -> tuple[str, str]:
        told = [model.story.space(model.position, space)]
        told += [mine] * (space in model.near) + [free] * (str(space) in model.lit)
        return str(space), " ".join(told)

    rows = (map(cell, range(first, first + COLUMNS)) for first in range(1, LENGTH + 1, COLUMNS))
    return grid_of(say(model.language, "khan-dragon"), rows)
