"""Why a move is illegal (K4-K8, K10-K12), with everything needed to explain it. Speed doesn't matter here."""

from typing import TYPE_CHECKING, Self

from qin_core.common.errors import BaseRefusal
from qin_core.khan_tsin.board import CLAWS, NEAREST, Space, distance, in_reach
from qin_core.khan_tsin.events import RefusalReason
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.stack import COLOURS, MAX_OF_COLOUR, count_colours

if TYPE_CHECKING:
    from qin_core.khan_tsin.position import Position


class Refusal(BaseRefusal):
    """Why a move is illegal; `RefusalReason` lists the parameters of each reason."""

    reason: RefusalReason
    spaces: tuple[Space, ...]
    """The spaces involved; `squares` has the same as text."""
    colours: tuple[str, ...]

    def __new__(
        cls,
        reason: RefusalReason,
        spaces: tuple[Space, ...] = (),
        counts: tuple[int, ...] = (),
        colours: tuple[str, ...] = (),
        players: tuple[int, ...] = (),
    ) -> Self:
        """Make a refusal from its reason and parameters."""
        refusal = super().__new__(cls, reason, tuple(map(str, spaces)), players, counts)
        refusal.spaces = spaces
        refusal.colours = colours
        return refusal

    @property
    def blocked(self) -> tuple[Space, ...]:
        """The space that the move can't start from or land on, if the reason names one."""
        return self.spaces[:1] if self.reason == RefusalReason.NOT_NEAR else self.spaces[-1:]


def why_not(position: "Position", move: Move) -> Refusal | None:
    """Return the first reason why a move is illegal; None if it is legal."""
    if (move.turned or move.flipped) and not position.turning:
        return Refusal(RefusalReason.NO_TURNING)
    return _wrong_start(position, move) or _wrong_target(position, move) or _wrong_stack(position, move)


def _wrong_start(position: "Position", move: Move) -> Refusal | None:
    """Refuse barons that the player may not move (K4) or that don't exist (K6)."""
    height = len(position.stack(move.source))
    if not height:
        return Refusal(RefusalReason.EMPTY_SPACE, (move.source,))
    nearest = position.nearest()
    if move.source not in nearest:
        return Refusal(RefusalReason.NOT_NEAR, (move.source, *nearest))
    if move.count > height:
        return Refusal(RefusalReason.TOO_FEW_BARONS, (move.source,), (height, move.count))
    return None


def _wrong_target(position: "Position", move: Move) -> Refusal | None:
    """Refuse to land on the same or an empty space (K5), or at the wrong distance (K11)."""
    if move.source == move.target:
        return Refusal(RefusalReason.SAME_SPACE, (move.source,))
    if not position.stack(move.target):
        return Refusal(RefusalReason.EMPTY_TARGET, (move.target,))
    source, target = move.source - 1, move.target - 1
    if not in_reach(position.occupied, source, position.two_speeds) >> target & 1:
        leap = distance(position.occupied, source, target)
        assert leap <= NEAREST
        return Refusal(RefusalReason.WRONG_LEAP, (move.source, move.target), (CLAWS[source], leap))
    return None


def _wrong_stack(position: "Position", move: Move) -> Refusal | None:
    """Refuse a stack that is not taller than the old one (K7), or out of harmony (K8)."""
    spaces = (move.source, move.target)
    stack, target = position.stack(move.source), position.stack(move.target)
    new_stack = target + stack[-move.count :]
    if len(new_stack) <= len(stack):
        return Refusal(RefusalReason.NOT_HIGHER, spaces, (len(stack), len(new_stack)))
    counts = dict(zip(COLOURS, count_colours(new_stack), strict=True))
    excess = {colour: count for colour, count in counts.items() if count > MAX_OF_COLOUR}
    return Refusal(RefusalReason.HARMONY, spaces, tuple(excess.values()), tuple(excess)) if excess else None
