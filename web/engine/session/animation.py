"""The turns between two models, for the client to animate; the rules are done with them already."""

from dataclasses import replace

from engine import games as rooms
from engine.protocol import TurnAnimation
from engine.session.session import Model

MAX_ANIMATED_TURNS = 4
"""How many turns are animated at once; more of them are shown without moving."""


def animate(before: Model, after: Model) -> tuple[TurnAnimation, ...]:
    """Animate the turns from one model to the next; nothing if they are too many or of different games."""
    was, now = before.shown, after.shown
    if was == now or abs(now - was) > MAX_ANIMATED_TURNS or before.game.room != after.game.room:
        return ()
    longer, shorter = (after, before) if now > was else (before, after)
    if longer.game.positions[shorter.shown] != shorter.game.positions[shorter.shown]:
        return ()
    draw = rooms.of(longer).animation
    if now < was:
        return tuple(
            replace(draw(longer.game, number), undone=True, sounds=("lift",)) for number in range(was, now, -1)
        )
    animations = [draw(longer.game, number) for number in range(was + 1, now + 1)]
    made = len(after.game.positions) == len(before.game.positions) + 1
    by_hand = made and before.game.seat.person and after.live and not before.playing
    won = rooms.of(after).winning_markers(after.game) if after.live and after.winners is not None and made else ()
    people = after.game.people
    celebrate = bool(won) and (not people or any(winner in people for winner in after.winners or ()))
    your_turn = after.at_turn and not by_hand
    animations[-1] = replace(animations[-1], by_hand=by_hand, your_turn=your_turn, won=won, celebrate=celebrate)
    return tuple(animations)
