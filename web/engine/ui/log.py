"""The log: every turn as a sentence and in notation."""

from functools import lru_cache
from typing import Generic, TypeVar

from engine.games.ai_tasks import COSTLY_LOSS
from engine.games.base import AnyMove
from engine.html import NOTHING, Markup, text, translate
from engine.session import Session
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from qin_core.common.protocols import GamePosition
from qin_core.common.record import Turn

T = TypeVar("T")


def log(session: Session) -> Markup:
    """List all turns as buttons that show their positions, the latest first; the shown turn is described in full."""
    match, items = session.match, []
    for number in range(len(match.record.turns), 0, -1):
        player, move = match.positions[number - 1].player_to_move, match.record.turns[number - 1].move
        current = Markup(' aria-current="step"') if number == session.ply else NOTHING
        items.append(
            Markup(
                f'<li data-key="{number}"><button type="button" data-action="go-to-turn"'
                f' data-value="{number}"{current}><span class="turn-number">{number}</span>'
                f'<span class="dot p{player}" aria-hidden="true"></span>'
                f"<span>{_turn_html(session, number)}"
                f" <code>{text(str(move))}</code>{_cost(session, number)}</span></button></li>"
            )
        )
    if not items:
        items.append(Markup(f'<li class="quiet">{translate(session, "log-empty")}</li>'))
    return Markup(f"<h2>{translate(session, 'log')}</h2><ol>{''.join(items)}</ol>")


def _turn_html(session: Session, number: int) -> Markup:
    """Describe a turn; if a picture shows the result, only screen readers get the full text."""
    match, narrator, brief = session.match, session.narrator, number != session.ply
    full = text(describe_turn(narrator, match, number, brief=brief))
    picture = match.ui.turn_picture(match, number)
    if not picture:
        return full
    turn, (before, after) = match.record.turns[number - 1], match.positions[number - 1 : number + 1]
    short = narrator.summary(after, turn.events)
    move = [] if brief else narrator.turn(before, after, turn.move, turn.events)[:1]
    caption = text(" ".join([*move, *short]))
    return Markup(f'<span aria-hidden="true">{caption} {picture}</span><span class="hidden">{full}</span>')


def _cost(session: Session, number: int) -> Markup:
    """Show the loss of win chance by a costly turn."""
    if session.analysis is None or number > len(session.analysis.turns):
        return NOTHING
    cost = session.analysis.turns[number - 1].cost
    if cost < COSTLY_LOSS:
        return NOTHING
    return Markup(f' <em class="cost">−{translate(session, "percent", n=round(100 * cost))}</em>')


def latest(session: Session) -> Markup:
    """Describe the turn that led to the shown position."""
    return text(describe_turn(session.narrator, session.match, session.ply)) if session.ply else NOTHING


def turns_since(session: Session) -> list[Markup]:
    """Describe every turn since the viewer's last one."""
    turns = range(session.last_own_turn + 1, session.ply + 1)
    return [text(describe_turn(session.narrator, session.match, number)) for number in turns]


def describe_turn(narrator: AnyNarrator, match: Match, number: int, *, brief: bool = False) -> str:
    """Describe a turn of a match by its number, from 1."""
    before, after = match.positions[number - 1 : number + 1]
    return _turn(narrator, _ByIdentity(before), _ByIdentity(after), _ByIdentity(match.record.turns[number - 1]), brief)


class _ByIdentity(Generic[T]):
    """A cache key that is compared by identity, which is fast: every redraw looks up every turn."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.value is self.value


@lru_cache(maxsize=512)
def _turn(
    narrator: AnyNarrator,
    before: _ByIdentity[GamePosition],
    after: _ByIdentity[GamePosition],
    turn: _ByIdentity[Turn[AnyMove]],
    brief: bool,
) -> str:
    if brief:
        return narrator.brief(before.value, after.value, turn.value.move, turn.value.events)
    return " ".join(narrator.turn(before.value, after.value, turn.value.move, turn.value.events))
