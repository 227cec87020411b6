"""Scenes: the changes between two models that the client shows moving, while the rules are already done with them."""

from typing import NamedTuple

from engine import rooms
from engine.model import Model
from engine.view.html import Html

MAX_TURNS = 4
"""How many turns are shown moving at once; a longer way is a cut."""


class Pagoda(NamedTuple):
    """A pagoda that comes or goes: where, and whose it is."""

    place: str
    player: int


class Scene(NamedTuple):
    """One turn, made or taken back."""

    player: int
    piece: Html
    """The picture of what moves, empty for a pass."""
    squares: tuple[str, ...]
    """Where it lands; two squares in the order of its halves."""
    source: str = ""
    """The place that it flies from; without one, its owner's card."""
    provinces: tuple[str, ...] = ()
    """The provinces that it belongs to now, by their first squares."""
    gains: tuple[Pagoda, ...] = ()
    losses: tuple[Pagoda, ...] = ()
    sounds: tuple[str, ...] = ()
    emperor: bool = False
    """Whether its top leaves the board for good (K9)."""
    by_hand: bool = False
    """Whether somebody has just put it there, so that it need not come from anywhere."""
    back: bool = False
    """Whether it was taken back."""
    yours: bool = False
    """Whether it is a person's turn now, after somebody else's."""
    won: tuple[str, ...] = ()
    """The winners' places, if this was the last turn."""
    festive: bool = False
    """Whether that is to be celebrated: somebody at this screen has won, or nobody here could."""


def between(before: Model, after: Model) -> tuple[Scene, ...]:
    """Tell what moved from one model to the next, turn by turn; nothing where that isn't a short way."""
    was, now = before.shown, after.shown
    if was == now or abs(now - was) > MAX_TURNS or before.game.room != after.game.room:
        return ()
    longer, shorter = (after, before) if now > was else (before, after)
    if longer.game.positions[shorter.shown] != shorter.game.positions[shorter.shown]:
        return ()
    draw = rooms.of(longer).scene
    if now < was:
        return tuple(draw(longer.game, number)._replace(back=True, sounds=("lift",)) for number in range(was, now, -1))
    scenes = [draw(longer.game, number) for number in range(was + 1, now + 1)]
    made = len(after.game.positions) == len(before.game.positions) + 1
    by_hand = made and before.game.seat.person and after.live and not before.playing
    yours = after.at_turn and not by_hand
    won = rooms.of(after).winning_places(after.game) if after.live and after.winners is not None and made else ()
    people = after.game.people
    festive = bool(won) and (not people or any(winner in people for winner in after.winners or ()))
    scenes[-1] = scenes[-1]._replace(by_hand=by_hand, yours=yours, won=won, festive=festive)
    return tuple(scenes)
