"""The dragon as a grid of words, for keyboards and screen readers: one cell a space, one of them a tab stop."""

from engine.rooms.khan_tsin.model import Model
from engine.view.html import Html, text
from engine.words import say
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH


def grid(model: Model) -> Html:
    """List the spaces from South's end on, each with who stands there and what can be done with them."""
    free = say(model.language, "khan-put-here" if model.placing else "khan-lands-here")
    mine = say(model.language, "khan-may-move")
    rows = []
    for first in range(1, LENGTH + 1, COLUMNS):
        cells = []
        for space in range(first, first + COLUMNS):
            told = [f"{space}: {model.story.space(model.position, space)}"]
            told += [mine] * (space in model.near) + [free] * (str(space) in model.lit)
            cells.append(f'<span role="gridcell" tabindex="-1" data-cell="{space}">{text(" ".join(told))}</span>')
        rows.append(f'<div role="row">{"".join(cells)}</div>')
    label = text(say(model.language, "khan-dragon"))
    return Html("\n".join([f'<div role="grid" aria-label="{label}">', *rows, "</div>"]))
