"""The coach: a question before a move that gives something away, a remark after one that missed something.

The strongest level evaluates moves while the person to move thinks; what the coach says follows from its results.
"""

from dataclasses import replace
from typing import TypeVar

from engine.session import EvaluatedMove, Session
from engine.session.match import Match
from qin_core.common.protocols import GamePosition

S = TypeVar("S", bound=Session)
TELLS = 0.1
"""The loss of win chance from which the coach remarks on a move after it; each game decides when to ask before."""
MAX_EVALUATED = 12
"""How many evaluated moves a session keeps."""


def coached(session: Session) -> bool:
    """Tell whether the coach helps: one person against computers, who wants that or plays beginner levels."""
    match, wanted = session.match, session.settings.coach
    if wanted == "off" or not match.solo or match.guided:
        return False
    beginners = session.ui.beginner_levels
    return wanted == "on" or all(seat.person or seat.kind in beginners for seat in match.seats)


def to_evaluate(session: Session) -> tuple[GamePosition, str] | None:
    """Return what to evaluate next: the selected move, the last turn, or (without a move) the best one."""
    if not session.can_act or session.must_pass or not coached(session):
        return None
    now, ghost = session.match.latest, session.ghost
    last = last_turn(session)
    selected = str(ghost) if session.selected and ghost is not None else ""
    due = (*([(now, selected)] if selected else []), *([last] if last else []), *([] if selected else [(now, "")]))
    return next((each for each in due if find(session, *each) is None), None)


def last_turn(session: Session) -> tuple[GamePosition, str] | None:
    """Return the viewer's last move other than a pass, and the position before it."""
    ply = session.last_own_turn - 1
    move = _move_text(session.match, ply) if ply >= 0 else "pass"
    return None if move == "pass" else (session.match.positions[ply], move)


def _move_text(match: Match, ply: int) -> str:
    return str(match.record.turns[ply].move)


def find(session: Session, position: GamePosition, move: str) -> EvaluatedMove | None:
    """Return the evaluation of a move, if it is known."""
    found = (each for each in session.evaluated_moves if each.position is position and each.move == move)
    return next(found, None)


def remember(session: S, evaluated: EvaluatedMove) -> S:
    """Keep the evaluation of a move."""
    return replace(session, evaluated_moves=(*session.evaluated_moves[1 - MAX_EVALUATED :], evaluated))


def question(session: Session) -> EvaluatedMove | None:
    """Return the evaluation of the selected move, if it deserves a question; a sure capture needs no evaluation."""
    if not session.can_act or not session.selected or session.ghost is None or not coached(session):
        return None
    now, move, preview = session.match.latest, str(session.ghost), session.preview
    found = find(session, now, move)
    if found and found.asks:
        return found
    sure = session.ui.sure_capture(preview.after) if preview and preview.after is not None else None
    return EvaluatedMove(now, move, None, 0.0, 0.0, sure, asks=True) if sure else None


def threat(session: Session) -> tuple[str, str] | None:
    """Return what others threaten to take, before anything is picked."""
    if not session.can_act or session.ghost or session.square or session.hints or not coached(session):
        return None
    found = find(session, session.match.latest, "")
    return found.threat if found else None


def missed(session: Session) -> EvaluatedMove | None:
    """Return the evaluation of the last turn, if another move would have been much better."""
    last = last_turn(session) if session.person_to_move and coached(session) else None
    found = find(session, *last) if last else None
    return found if found and found.best and found.most - found.chance >= TELLS else None
