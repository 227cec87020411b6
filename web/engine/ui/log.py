"""The log: every turn in words and in notation."""

from functools import lru_cache
from typing import Generic, TypeVar

from engine.html import NOTHING, Markup, text, translate
from engine.session import Session
from engine.session.match import AnyMove, Match
from engine.session.narrator import AnyNarrator
from qin_core.common.protocols import GamePosition
from qin_core.common.record import Turn

T = TypeVar("T")
WORTH_SAYING = 0.05
"""The loss of win chance from which a turn is marked."""


def log(session: Session) -> Markup:
    """List all turns, the latest first, a line each; each leads to its position, and the shown one is told in full."""
    game, items = session.match, []
    for number in range(len(game.record.turns), 0, -1):
        mover, move = game.positions[number - 1].player_to_move, game.record.turns[number - 1].move
        current = Markup(' aria-current="step"') if number == session.ply else NOTHING
        items.append(
            Markup(
                f'<li data-key="{number}"><button type="button" data-action="go-to-turn"'
                f' data-value="{number}"{current}><span class="turn-number">{number}</span>'
                f'<span class="dot p{mover}" aria-hidden="true"></span>'
                f"<span>{_told(session, number)}"
                f" <code>{text(str(move))}</code>{_cost(session, number)}</span></button></li>"
            )
        )
    if not items:
        items.append(Markup(f'<li class="quiet">{translate(session, "log-empty")}</li>'))
    return Markup(f"<h2>{translate(session, 'log')}</h2><ol>{''.join(items)}</ol>")


def _told(session: Session, number: int) -> Markup:
    """Tell a turn; where a picture shows what it made, only screen readers get all words."""
    game, story, brief = session.match, session.narrator, number != session.ply
    told = text(describe_turn(story, game, number, brief=brief))
    picture = game.ui.turn_picture(game, number)
    if not picture:
        return told
    turn, (before, after) = game.record.turns[number - 1], game.positions[number - 1 : number + 1]
    short = story.summary(after, turn.events)
    first = [] if brief else story.turn(before, after, turn.move, turn.events)[:1]
    seen = text(" ".join([*first, *short]))
    return Markup(f'<span aria-hidden="true">{seen} {picture}</span><span class="hidden">{told}</span>')


def _cost(session: Session, number: int) -> Markup:
    """Say what a turn cost its player, if that was a lot."""
    if session.analysis is None or number > len(session.analysis.turns):
        return NOTHING
    cost = session.analysis.turns[number - 1].cost
    if cost < WORTH_SAYING:
        return NOTHING
    return Markup(f' <em class="cost">−{translate(session, "percent", n=round(100 * cost))}</em>')


def latest(session: Session) -> Markup:
    """Describe the turn that led to the shown position, as HTML."""
    return Markup(text(latest_turn(session)))


def turns_since(session: Session) -> list[Markup]:
    """Describe every turn since the last one of the player to move."""
    game = session.match
    return [text(describe_turn(session.narrator, game, at + 1)) for at in range(session.last_own_turn, session.ply)]


def latest_turn(session: Session) -> str:
    """Describe the turn that led to the shown position."""
    return describe_turn(session.narrator, session.match, session.ply) if session.ply else ""


def describe_turn(narrator: AnyNarrator, game: Match, number: int, *, brief: bool = False) -> str:
    """Tell a turn of a game by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    return _turn(narrator, _Same(before), _Same(after), _Same(game.record.turns[number - 1]), brief)


class _Same(Generic[T]):
    """A cache key compared by identity, because the log looks up every turn at every redraw."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=512)
def _turn(
    narrator: AnyNarrator,
    before: _Same[GamePosition],
    after: _Same[GamePosition],
    turn: _Same[Turn[AnyMove]],
    brief: bool,
) -> str:
    if brief:
        return narrator.brief(before.value, after.value, turn.value.move, turn.value.events)
    return " ".join(narrator.turn(before.value, after.value, turn.value.move, turn.value.events))
