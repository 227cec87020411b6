"""The coach: warnings before bad moves and remarks after missed chances.

The strongest level evaluates moves while the person to move thinks; the coach speaks when its results arrive.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from engine.games.base import Capture
from engine.session import EvaluatedMove, Hint, Session
from qin_core.common.protocols import GamePosition

S = TypeVar("S", bound=Session)
MISSED_CHANCE = 0.1
"""The loss of win chance from which the coach remarks on a move; each game decides when it warns before one."""
EQUAL_CHANCE = 0.02
"""The difference of win chances up to which moves count as equally good."""
MAX_EVALUATED = 12
"""The maximal number of evaluated moves in a session."""


def watched(session: Session) -> bool:
    """Return whether the coach asks before moves that let others win at once: only for one person against computers."""
    return session.settings.coach != "off" and session.match.solo and not session.match.guided


def coached(session: Session) -> bool:
    """Return whether the coach helps with everything: the computers are beginners, or `coach` is on."""
    beginners = session.ui.beginner_levels
    easy = all(seat.person or seat.kind in beginners for seat in session.match.seats)
    return watched(session) and (easy or session.settings.coach == "on")


class MoveToEvaluate(NamedTuple):
    """A move and the position before it; an empty move stands for the best one."""

    position: GamePosition
    move: str


def to_evaluate(session: Session) -> MoveToEvaluate | None:
    """Return the move to evaluate next: the selected move, the viewer's last turn, or the best move."""
    if not session.can_act or session.must_pass or not coached(session):
        return None
    latest, last = session.match.latest, last_turn(session)
    selected = str(session.ghost) if session.selected and session.ghost is not None else ""
    candidates = [MoveToEvaluate(latest, selected), last] if selected else [last, MoveToEvaluate(latest, "")]
    return next((move for move in candidates if move and find_evaluation(session, *move) is None), None)


def last_turn(session: Session) -> MoveToEvaluate | None:
    """Return the viewer's last move and the position before it; None if it was a pass."""
    ply = session.last_own_turn - 1
    move = str(session.match.record.turns[ply].move) if ply >= 0 else "pass"
    return None if move == "pass" else MoveToEvaluate(session.match.positions[ply], move)


def find_evaluation(session: Session, position: GamePosition, move: str) -> EvaluatedMove | None:
    """Return the evaluation of a move; None if it is unknown."""
    return next((known for known in session.evaluated_moves if known.position is position and known.move == move), None)


def remember(session: S, evaluated: EvaluatedMove) -> S:
    return replace(session, evaluated_moves=(*session.evaluated_moves[1 - MAX_EVALUATED :], evaluated))


def warning(session: Session) -> EvaluatedMove | None:
    """Return the evaluation of the selected move if the coach warns; an obvious capture needs no evaluation."""
    if not session.can_act or not session.selected or session.ghost is None or not watched(session):
        return None
    position, move, preview = session.match.latest, str(session.ghost), session.preview
    evaluated = find_evaluation(session, position, move)
    if evaluated and evaluated.warns and coached(session):
        return evaluated
    loss = session.ui.avoidable_loss(position, preview.after) if preview and preview.after is not None else None
    return EvaluatedMove(position, move, None, 0.0, 0.0, loss, warns=True) if loss else None


def threat(session: Session) -> Capture | None:
    """Return what others threaten to capture, if nothing is picked."""
    if not session.can_act or session.ghost or session.square or session.hints or not coached(session):
        return None
    evaluated = find_evaluation(session, session.match.latest, "")
    return evaluated.threat if evaluated else None


def missed(session: Session) -> EvaluatedMove | None:
    """Return the evaluation of the last turn if another move would have been much better."""
    last = last_turn(session) if session.person_to_move and coached(session) else None
    turn = find_evaluation(session, *last) if last else None
    return turn if turn and turn.best and turn.best_chance - turn.chance >= MISSED_CHANCE else None


def agreeing(session: Session, ranked: Sequence[Hint]) -> tuple[Hint, ...]:
    """Put the move that the coach has named as better first if it is nearly as good as the best hint."""
    position = session.match.latest
    named = [str(known.best) for known in session.evaluated_moves if known.position is position and known.best]
    latest_named = named[-1] if named else ""
    first = next((hint for hint in ranked if str(hint.move) == latest_named), None)
    if first is None or ranked[0].chance - first.chance > EQUAL_CHANCE:
        return tuple(ranked)
    return (first, *(hint for hint in ranked if hint is not first))
