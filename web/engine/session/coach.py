"""The coach: a quiet question before a move that gives something away, a word after one that missed something.

It thinks as the strongest level does, while the person on turn thinks; what it says follows from what it has weighed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine import games as rooms
from engine.lessons.guided import guide_of
from engine.session.session import Model, Weighed
from qin_core.common.protocols import GamePosition

M = TypeVar("M", bound=Model)
ASKS, TELLS = 0.04, 0.1
"""What a move must cost at least, as a share of the win chance, to be asked about before and told of after it."""
MAX_WEIGHED = 12
"""How many moves it keeps in mind."""


def coached(model: Model) -> bool:
    """Tell whether the coach helps here: one person against computers, who wants that or is still learning."""
    game, wanted = model.game, model.settings.coach
    if wanted == "off" or not game.alone or guide_of(game):
        return False
    newcomers = rooms.room(game.room).levels.NEWCOMERS
    return wanted == "on" or all(seat.person or seat.kind in newcomers for seat in game.seats)


def to_weigh(model: Model) -> tuple[GamePosition, str] | None:
    """Find what the coach has to think about: the last turn, the move that is aimed at, what is best; else nothing."""
    if not model.can_act or model.must_pass or not coached(model):
        return None
    now, ghost = model.game.now, model.ghost
    last = last_turn(model)
    aimed = str(ghost) if model.aimed and ghost is not None else ""
    due = (*([last] if last else []), (now, aimed))
    return next((each for each in due if find(model, *each) is None), None)


def last_turn(model: Model) -> tuple[GamePosition, str] | None:
    """Find the last move that the viewer decided on, and the position in which they made it."""
    at = model.since - 1
    move = str(model.game.record.turns[at].move) if at >= 0 else "pass"
    return None if move == "pass" else (model.game.positions[at], move)


def find(model: Model, position: GamePosition, move: str) -> Weighed | None:
    """Look up what the coach thinks of a move."""
    return next((each for each in model.weighed if each.position is position and each.move == move), None)


def remember(model: M, position: GamePosition, move: str, result: Mapping[str, Any]) -> M:
    """Take in what was thought of a move."""
    best = model.game.parse_move(result["best"]) if result["best"] else None
    lets = result["lets"]
    found = Weighed(position, move, best, result["most"], result["chance"], (lets[0], lets[1]) if lets else None)
    return replace(model, weighed=(*model.weighed[1 - MAX_WEIGHED :], found))


def question(model: Model) -> tuple[str, str] | None:
    """Find what the move that is aimed at lets the next player take, if it gives something away."""
    if not model.can_act or not model.aimed or model.ghost is None or not coached(model):
        return None
    found = find(model, model.game.now, str(model.ghost))
    return found.lets if found and found.most - found.chance >= ASKS else None


def missed(model: Model) -> Weighed | None:
    """Find the last turn's better move, if it would have been much better."""
    last = last_turn(model) if model.at_turn and coached(model) else None
    found = find(model, *last) if last else None
    return found if found and found.best and found.most - found.chance >= TELLS else None
