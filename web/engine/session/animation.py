"""The turns between two sessions, for the client to animate."""

from dataclasses import replace

from engine.protocol import TurnAnimation
from engine.session.session import Session

MAX_ANIMATED_TURNS = 4
"""More turns at once are shown without animation."""


def animate(before: Session, after: Session) -> tuple[TurnAnimation, ...]:
    """Animate the turns from one session to the next; none if they are too many or of different matches.

    The pieces of a finished match are swept off the table when the next one starts.
    """
    was, now = before.ply, after.ply
    over = before.winners is not None and before.at_end
    if over and after.match.key != before.match.key and not now and before.ui is after.ui:
        return (TurnAnimation(after.position.player_to_move, sweeps=True, sounds=("lift",)),)
    if was == now or abs(now - was) > MAX_ANIMATED_TURNS or before.ui is not after.ui:
        return ()
    longer, shorter = (after, before) if now > was else (before, after)
    if longer.match.positions[shorter.ply] != shorter.match.positions[shorter.ply]:
        return ()
    draw = longer.ui.animation
    if now < was:
        return tuple(replace(draw(longer.match, turn), undone=True, sounds=("lift",)) for turn in range(was, now, -1))
    animations = [draw(longer.match, turn) for turn in range(was + 1, now + 1)]
    made = len(after.match.positions) == len(before.match.positions) + 1
    by_hand = made and before.match.seat.person and after.at_end and not before.replaying
    won = after.ui.winning_markers(after.match) if after.at_end and after.winners is not None and made else ()
    people = after.match.people
    celebrate = bool(won) and (not people or any(winner in people for winner in after.winners or ()))
    your_turn = after.at_turn and not by_hand
    animations[-1] = replace(animations[-1], by_hand=by_hand, your_turn=your_turn, won=won, celebrate=celebrate)
    return tuple(animations)
