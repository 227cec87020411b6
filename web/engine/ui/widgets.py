"""Pieces of the page that every game has: buttons of whoever is on turn, how a player stands, the fields of a seat."""

from collections.abc import Callable, Iterable

from engine.games.base import MAX_NAME, PERSON, REMOTE, Form
from engine.html import NOTHING, Markup, ViewContext, button, text, words
from engine.session.match import AnyMove
from engine.session.session import Session
from qin_core.common.svg import NumberedHint as NumberedHint

PICTURE_WIDTH = 1200
"""How wide the pictures are that people take away, in pixels."""


def grid_of(label: str, rows: Iterable[Iterable[tuple[str, str]]]) -> Markup:
    """Make a grid of words for keyboards and screen readers: the name of every place and what there is to say of it."""
    cells = (
        "".join(
            f'<span role="gridcell" tabindex="-1" data-cell="{name}">{name}: {text(told)}</span>' for name, told in row
        )
        for row in rows
    )
    lines = (f'<div role="row">{row}</div>' for row in cells)
    return Markup("\n".join([f'<div role="grid" aria-label="{text(label)}">', *lines, "</div>"]))


def numbered_hints(session: Session, places: Callable[[AnyMove], tuple[str, ...]]) -> list[NumberedHint]:
    """Number the hints on the board, at the `places` of their moves; each can be looked at."""
    if not session.at_end or session.ghost:
        return []
    return [
        NumberedHint(
            places(move),
            rank,
            words(session, "win-chance", share=round(100 * chance)),
            (("data-action", "try"), ("data-value", str(move))),
        )
        for rank, (move, chance, *_) in enumerate(session.hints, start=1)
    ]


def going_back(session: Session, assisted: bool) -> Markup:
    """Give the buttons of every person on turn: take back, redo or the links, a hint; none if not `assisted`."""
    if not assisted:
        return NOTHING
    redo = button(session, "redo", "redo", icon="redo", enabled=bool(session.match.undone))
    correspondence = button(session, "open", "far-own-turn", value="send", icon="link")
    return Markup(
        undo_button(session)
        + (correspondence if session.match.remote else redo)
        + button(session, "hint", "hint", icon="hint", enabled=session.can_act and not session.must_pass)
    )


def undo_button(session: Session) -> Markup:
    """Give the button that takes back to the last decision."""
    enabled = session.holding or session.match.undo_to() is not None
    return button(session, "undo", "undo", icon="undo", enabled=enabled)


def play_now_button(session: Session) -> Markup:
    """Give the button that makes a computer hurry; it comes late, so that nobody presses it who has just moved."""
    return button(session, "play-now", "play-now", kind="late")


def figure(number: int, caption: Markup, spoken: Markup, aim: int = 0) -> Markup:
    """Show how a player stands: a large number over a caption, and what is read out; with an `aim`, out of how many."""
    of = f'<span class="of">/{aim}</span>' if aim else ""
    return Markup(
        f'<span aria-hidden="true" data-caption="{caption}">{number}{of}</span><span class="hidden">{spoken}</span>'
    )


def seat_fields(
    view: ViewContext, form: Form, player: int, key: str, mark: Markup, more: Markup = NOTHING, data: Markup = NOTHING
) -> Markup:
    """Ask for a player's name and kind; `key` is the player's name in the catalogue, `more` another field."""
    seat, label = form.seats[player - 1], words(view, key)
    here, remote, *computers = (_kind(view, kind, seat.kind) for kind in (PERSON, REMOTE, *form.levels))
    return Markup(
        f'<fieldset class="seat"{data}><legend class="hidden">{label}</legend>'
        f'<span class="mark" aria-hidden="true">{mark}</span>{more}'
        f'<input type="text" data-action="form" data-field="name-{player}" value="{text(seat.name)}"'
        f' maxlength="{MAX_NAME}" placeholder="{label}" aria-label="{words(view, "name-of", colour=label)}"'
        f' autocomplete="off">'
        f'<select data-action="form" data-field="kind-{player}"'
        f' aria-label="{words(view, "who-plays", colour=label)}">'
        f'{here}{remote}<optgroup label="{words(view, "computer")}">{"".join(computers)}</optgroup>'
        f"</select></fieldset>"
    )


def _kind(view: ViewContext, kind: str, chosen: str) -> Markup:
    selected = " selected" if kind == chosen else ""
    return Markup(f'<option value="{kind}"{selected}>{words(view, f"level-{kind}")}</option>')
