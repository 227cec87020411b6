"""The log: every turn in words and in notation."""

from functools import lru_cache
from typing import Generic, TypeVar

from engine.html import NOTHING, Markup, text, words
from engine.session.match import AnyMove, Match
from engine.session.narrator import AnyNarrator
from engine.session.session import Session
from qin_core.common.protocols import GamePosition
from qin_core.common.record import Turn

T = TypeVar("T")
WORTH_SAYING = 0.05
"""What a turn must have cost at least, as a share of the win chance, to be marked."""


def log(session: Session) -> Markup:
    """List all turns, the latest first; each leads to its position."""
    game, items = session.match, []
    for number in range(len(game.record.turns), 0, -1):
        mover, move = game.positions[number - 1].mover, game.record.turns[number - 1].move
        current = ' aria-current="step"' if number == session.ply else ""
        items.append(
            f'<li data-key="{number}"><button type="button" data-action="look" data-value="{number}"{current}>'
            f'<span class="turn-number">{number}</span><span class="dot p{mover}" aria-hidden="true"></span>'
            f"<span>{text(tell_turn(session.narrator, game, number))}"
            f" <code>{text(str(move))}</code>{_cost(session, number)}</span></button></li>"
        )
    if not items:
        items.append(f'<li class="quiet">{words(session, "log-empty")}</li>')
    return Markup(f"<h2>{words(session, 'log')}</h2><ol>{''.join(items)}</ol>")


def _cost(session: Session, number: int) -> Markup:
    """Say what a turn cost its player, if that was a lot."""
    if session.analysis is None or number > len(session.analysis.turns):
        return NOTHING
    cost = session.analysis.turns[number - 1].cost
    if cost < WORTH_SAYING:
        return NOTHING
    return Markup(f' <em class="cost">−{words(session, "percent", n=round(100 * cost))}</em>')


def latest(session: Session) -> Markup:
    """Tell the turn that led to the position that is shown: escaped."""
    return Markup(text(latest_turn(session)))


def turns_since(session: Session) -> list[Markup]:
    """Tell every turn since the last one of the player whose turn it is."""
    game = session.match
    return [text(tell_turn(session.narrator, game, at + 1)) for at in range(session.last_own_turn, session.ply)]


def latest_turn(session: Session) -> str:
    """Tell the turn that led to the position that is shown."""
    return tell_turn(session.narrator, session.match, session.ply) if session.ply else ""


def tell_turn(narrator: AnyNarrator, game: Match, number: int) -> str:
    """Tell a turn of a game by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    return _turn(narrator, _Same(before), _Same(after), _Same(game.record.turns[number - 1]))


class _Same(Generic[T]):
    """Something compared by identity: quick to look up, because the log asks for every turn at every redraw."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=512)
def _turn(
    narrator: AnyNarrator, before: _Same[GamePosition], after: _Same[GamePosition], turn: _Same[Turn[AnyMove]]
) -> str:
    return " ".join(narrator.turn(before.value, after.value, turn.value.move, turn.value.events))
