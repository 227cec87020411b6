"""Why a move isn't allowed (K4-K8, K10-K12): the slow path, with everything a person needs to see.

| code | because | spaces | counts | more |
|---|---|---|---|---|
| `game-over` | somebody has won, or nobody can move (K9, K10) | | | `players`: the winners |
| `not-a-pass` | there is a legal move (K10) | | | `players`: the mover |
| `no-turning` | the game is played without turning (K12) | | | |
| `empty-space` | nobody stands there (K4) | the start | | |
| `not-near` | it isn't one of the mover's four (K4) | the start, then the four | | |
| `too-few-barons` | the stack isn't that high (K6) | the start | its height, barons asked for | |
| `same-space` | it doesn't move (K5) | the start | | |
| `empty-target` | nobody stands where it would land (K5) | the target | | |
| `wrong-leap` | not the number of barons to leap (K11) | start, target | its claws, barons from start to target | |
| `not-higher` | it wouldn't end higher than it stood (K7) | start, target | height left, height made | |
| `harmony` | a fourth of a colour (K8) | start, target | barons of each such colour | `colours` |

They are checked in this order.
"""

from typing import TYPE_CHECKING

from qin_core import errors
from qin_core.khan_tsin.board import CLAWS, NEAREST, Space, distance, in_reach
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.stack import COLOURS, MAX_OF_COLOUR, count_colours

if TYPE_CHECKING:
    from qin_core.khan_tsin.position import Position


class Refusal(errors.Refusal):
    """Why a move isn't allowed: the reason's code, and the spaces, colours and counts that belong to it."""

    spaces: tuple[Space, ...]
    colours: tuple[str, ...]

    def __new__(
        cls,
        code: str,
        spaces: tuple[Space, ...] = (),
        counts: tuple[int, ...] = (),
        colours: tuple[str, ...] = (),
        players: tuple[int, ...] = (),
    ) -> "Refusal":
        """Keep the places concerned; `squares` has them as names, for whoever shows both games."""
        refusal = super().__new__(cls, code, tuple(map(str, spaces)), (), players, counts)
        assert isinstance(refusal, Refusal)
        refusal.spaces = spaces
        refusal.colours = colours
        return refusal


def why_not(position: "Position", move: Move) -> Refusal | None:
    """Go through the reasons in order; None if the move is legal."""
    if (move.turned or move.flipped) and not position.turning:
        return Refusal("no-turning")
    return _wrong_start(position, move) or _wrong_target(position, move) or _wrong_stack(position, move)


def _wrong_start(position: "Position", move: Move) -> Refusal | None:
    """Refuse barons that the mover may not move (K4) or that aren't there (K6)."""
    height = len(position.stack(move.source))
    if not height:
        return Refusal("empty-space", (move.source,))
    near = position.near()
    if move.source not in near:
        return Refusal("not-near", (move.source, *near))
    if move.count > height:
        return Refusal("too-few-barons", (move.source,), (height, move.count))
    return None


def _wrong_target(position: "Position", move: Move) -> Refusal | None:
    """Refuse a landing on the same or an empty space (K5), or at the wrong distance (K11)."""
    if move.source == move.target:
        return Refusal("same-space", (move.source,))
    if not position.stack(move.target):
        return Refusal("empty-target", (move.target,))
    source, target = move.source - 1, move.target - 1
    if not in_reach(position.occupied, source, position.two_speeds) >> target & 1:
        away = distance(position.occupied, source, target)
        assert away <= NEAREST
        return Refusal("wrong-leap", (move.source, move.target), (CLAWS[source], away))
    return None


def _wrong_stack(position: "Position", move: Move) -> Refusal | None:
    """Refuse a stack that isn't higher than the one left behind was (K7), or out of harmony (K8)."""
    spaces = (move.source, move.target)
    stack, target = position.stack(move.source), position.stack(move.target)
    made = target + stack[-move.count :]
    if len(made) <= len(stack):
        return Refusal("not-higher", spaces, (len(stack), len(made)))
    counts = dict(zip(COLOURS, count_colours(made), strict=True))
    many = {colour: count for colour, count in counts.items() if count > MAX_OF_COLOUR}
    return Refusal("harmony", spaces, tuple(many.values()), tuple(many)) if many else None
