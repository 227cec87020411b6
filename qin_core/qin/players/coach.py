"""The coach: decides whether to ask a player to reconsider a placement.

It asks if the placement loses much win chance compared with the best one; the thresholds were fitted with
`python -m qin_core.lab.qin.coach`. A quick search decides about obvious gifts, the top level about everything else.
Dangers that remain after the best placement cost both placements the same, and raise no question.
"""

from collections.abc import Callable, Generator
from typing import NamedTuple

from qin_core.qin.events import EventKind
from qin_core.qin.move import Move
from qin_core.qin.players.levels import LEVELS, QUICK, Level, evaluate_move
from qin_core.qin.position import Position

LOSS_TO_ASK = 0.105
"""The loss of win chance, by the top level, from which the coach asks."""
GIFT_LOSS_TO_ASK = 0.05
"""The loss, by the quick search, from which it asks about a placement that gives something away directly."""
GIFTS = (EventKind.CONNECT, EventKind.CONQUER, EventKind.MAJOR, EventKind.ABSORB)

Best = tuple[Move | None, float]
"""The best placement, None if no tile can be placed, and its win chance."""
FindBest = Callable[[Level], Generator[None, None, Best]]
"""Finds the best placement at a level."""


class Advice(NamedTuple):
    """Whether to ask about a placement, the best one, both win chances, and the likely replies to the placement."""

    asks: bool
    best: Move | None
    best_chance: float
    chance: float
    replies: tuple[Move, ...] = ()

    @property
    def loss(self) -> float:
        """The win chance that the placement gives away."""
        return max(0.0, self.best_chance - self.chance)


def gives_away(view: Position, move: Move) -> bool:
    """Tell whether a placement directly gives another player a village, a major province or a joined one."""
    return any(event.kind in GIFTS and event.player != view.player_to_move for event in view.events(move))


def advise(view: Position, move: Move, find_best: FindBest) -> Generator[None, None, Advice]:
    """Decide whether to ask about a placement; `find_best` finds the best one at a level, and may cache it.

    A generator that yields about every millisecond and returns the advice.
    """
    if gives_away(view, move):
        quick = yield from _compare(view, move, QUICK, find_best)
        if quick.loss >= GIFT_LOSS_TO_ASK:
            return quick._replace(asks=True)
    advice = yield from _compare(view, move, LEVELS[-1], find_best)
    return advice._replace(asks=advice.loss >= LOSS_TO_ASK)


def _compare(view: Position, move: Move, level: Level, find_best: FindBest) -> Generator[None, None, Advice]:
    best, best_chance = yield from find_best(level)
    if best is None or move == best:
        return Advice(asks=False, best=best, best_chance=best_chance, chance=best_chance)
    chance, replies = yield from evaluate_move(view, move, level)
    return Advice(asks=False, best=best, best_chance=max(best_chance, chance), chance=chance, replies=tuple(replies))
