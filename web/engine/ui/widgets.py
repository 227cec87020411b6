"""Pieces of the page that every game has: buttons of whoever is on turn, how a player stands, the fields of a seat."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.html import NOTHING, Html, button, text, words
from engine.session.match import FAR, MAX_NAME, PERSON
from engine.session.session import Model
from qin_core.common.svg import NumberedHint as NumberedHint

PICTURE_WIDTH = 1200
"""How wide the pictures are that people take away, in pixels."""


def grid_of(label: str, rows: Iterable[Iterable[tuple[str, str]]]) -> Html:
    """Make a grid of words for keyboards and screen readers: the name of every place and what there is to say of it."""
    cells = (
        "".join(
            f'<span role="gridcell" tabindex="-1" data-cell="{name}">{name}: {text(told)}</span>' for name, told in row
        )
        for row in rows
    )
    lines = (f'<div role="row">{row}</div>' for row in cells)
    return Html("\n".join([f'<div role="grid" aria-label="{text(label)}">', *lines, "</div>"]))


def numbered_hints(model: Model, places: Callable[[Any], tuple[str, ...]]) -> list[NumberedHint]:
    """Number the hints on the board, at the `places` of their moves; each can be looked at."""
    if not model.live or model.ghost:
        return []
    return [
        NumberedHint(
            places(move),
            rank,
            words(model, "win-chance", share=round(100 * chance)),
            (("data-action", "try"), ("data-value", str(move))),
        )
        for rank, (move, chance, *_) in enumerate(model.hints, start=1)
    ]


def going_back(model: Model, assisted: bool) -> Html:
    """Give the buttons of every person on turn: take back, redo or the links, a hint; none if not `assisted`."""
    if not assisted:
        return NOTHING
    redo = button(model, "redo", "redo", icon="redo", enabled=bool(model.game.undone))
    by_links = button(model, "open", "far-own-turn", value="send", icon="link")
    return Html(
        undo_button(model)
        + (by_links if model.game.far else redo)
        + button(model, "hint", "hint", icon="hint", enabled=model.can_act and not model.must_pass)
    )


def undo_button(model: Model) -> Html:
    """Give the button that takes back to the last decision."""
    return button(model, "undo", "undo", icon="undo", enabled=model.game.undo_to() is not None)


def play_now_button(model: Model) -> Html:
    """Give the button that makes a computer hurry; it comes late, so that nobody presses it who has just moved."""
    return button(model, "play-now", "play-now", kind="late")


def figure(number: int, caption: Html, spoken: Html, aim: int = 0) -> Html:
    """Show how a player stands: a large number over a caption, and what is read out; with an `aim`, out of how many."""
    of = f'<span class="of">/{aim}</span>' if aim else ""
    return Html(
        f'<span aria-hidden="true" data-caption="{caption}">{number}{of}</span><span class="hidden">{spoken}</span>'
    )


def seat_fields(model: Model, player: int, key: str, mark: Html, more: Html = NOTHING, data: Html = NOTHING) -> Html:
    """Ask for a player's name and for who plays; `key` has the words for the player, `more` is asked beside."""
    seat, label = model.draft.seats[player - 1], words(model, key)
    here, away, *computers = (_kind(model, kind, seat.kind) for kind in (PERSON, FAR, *model.draft.levels))
    return Html(
        f'<fieldset class="seat"{data}><legend class="hidden">{label}</legend>'
        f'<span class="mark" aria-hidden="true">{mark}</span>{more}'
        f'<input type="text" data-action="form" data-field="name-{player}" value="{text(seat.name)}"'
        f' maxlength="{MAX_NAME}" placeholder="{label}" aria-label="{words(model, "name-of", colour=label)}"'
        f' autocomplete="off">'
        f'<select data-action="form" data-field="kind-{player}" aria-label="{words(model, "who-plays", colour=label)}">'
        f'{here}{away}<optgroup label="{words(model, "computer")}">{"".join(computers)}</optgroup></select></fieldset>'
    )


def _kind(model: Model, kind: str, chosen: str) -> Html:
    return Html(
        f'<option value="{kind}"{" selected" if kind == chosen else ""}>{words(model, f"level-{kind}")}</option>'
    )
