"""The coach's decision: whether a placement deserves a question before it is made.

It follows from the win chance that the placement loses against the best one; the thresholds are fitted by
`python -m qin_core.lab.qin.coach`. A quick search settles harmless placements and obvious gifts, the top level the
others. Dangers that exist after the best placement, too, cost both the same and raise no question.
"""

from collections.abc import Callable, Generator
from typing import NamedTuple

from qin_core.qin.events import EventKind
from qin_core.qin.move import Move
from qin_core.qin.players.levels import LEVELS, QUICK, Level, evaluate_move
from qin_core.qin.position import Position

ASKS = 0.1
"""The loss of win chance, by the top level, from which the coach asks."""
ASKS_ABOUT_GIFTS = 0.05
"""The loss, by the quick search, from which it asks about a placement that itself gives something away."""
HARMLESS = 0.03
"""The loss, by the quick search, below which the top level is not consulted."""
GIFTS = (EventKind.CONNECT, EventKind.CONQUER, EventKind.MAJOR, EventKind.ABSORB)

Best = tuple[Move | None, float]
"""The best placement and its win chance; None where nothing can be placed."""
FindBest = Callable[[Level], Generator[None, None, Best]]


class Advice(NamedTuple):
    """Whether to ask about a placement, the best one, both win chances, and the likely replies to the placement."""

    asks: bool
    best: Move | None
    most: float
    chance: float
    replies: tuple[Move, ...] = ()

    @property
    def loss(self) -> float:
        """The win chance that the placement gives away."""
        return max(0.0, self.most - self.chance)


def gives_away(view: Position, move: Move) -> bool:
    """Tell whether a placement itself hands others a village, a major province or a joined one."""
    return any(event.kind in GIFTS and event.player != view.player_to_move for event in view.events(move))


def advise(view: Position, move: Move, find_best: FindBest) -> Generator[None, None, Advice]:
    """Decide whether to ask about a placement; `find_best` searches for the best one at a level, or remembers it.

    A generator that yields about every millisecond and returns the advice.
    """
    quick = yield from _compare(view, move, QUICK, find_best)
    if gives_away(view, move) and quick.loss >= ASKS_ABOUT_GIFTS:
        return quick._replace(asks=True)
    if quick.loss < HARMLESS:
        return quick
    found = yield from _compare(view, move, LEVELS[-1], find_best)
    return found._replace(asks=found.loss >= ASKS)


def _compare(view: Position, move: Move, level: Level, find_best: FindBest) -> Generator[None, None, Advice]:
    best, most = yield from find_best(level)
    if best is None or move == best:
        return Advice(asks=False, best=best, most=most, chance=most)
    chance, replies = yield from evaluate_move(view, move, level)
    return Advice(asks=False, best=best, most=max(most, chance), chance=chance, replies=tuple(replies))
