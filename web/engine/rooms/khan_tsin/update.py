"""The update functions of Khan Tsin: from one model to the next."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.rooms.khan_tsin.model import Model
from engine.update import play, to_now
from qin_core.khan_tsin import PASS, Move
from qin_core.khan_tsin.dragon import Space

# Picking barons


def pick_space(model: Model, value: str) -> Model:
    """Pick a baron, how many go with it, or where they land; what can't be is explained.

    The picked stack again takes one baron more along; a space that was refused is picked itself the second time.
    """
    space = int(value)
    if not model.can_act or model.must_pass:
        return replace(model, square=value, hover=value)
    if model.placing:
        return put(model, value)
    if space == model.source:
        return take(model, str(model.count % len(model.position.stack(space)) + 1))
    aimed = replace(model, square=value, hover=value)
    if aimed.ghost:
        return aimed if model.settings.confirm else place(aimed, "")
    again = model.source is not None and model.square == value
    return _pick(model, space) if space in model.near and (model.source is None or again) else aimed


def _pick(model: Model, space: Space) -> Model:
    """Pick a stack's top; more go with it at once where it can't land alone."""
    picked = replace(model.put_down(), source=space)
    count = next((count for count, targets in picked.choices.items() if targets), 1)
    return replace(picked, count=count)


def enter_space(model: Model, value: str) -> Model:
    """Choose a space by the keyboard; once more confirms the move."""
    return place(model, "") if model.square == value and model.ghost else pick_space(model, value)


def pick_near(model: Model, value: str) -> Model:
    """Pick one of the four barons by its number, the nearest first."""
    near = model.near
    return _pick(model, near[int(value) - 1]) if 0 < int(value) <= len(near) else model


def take(model: Model, value: str) -> Model:
    """Take so many barons of the picked stack."""
    if model.source is None or not 0 < int(value) <= len(model.position.stack(model.source)):
        return model
    taken = replace(model, count=int(value))
    return taken if taken.square in taken.lit else replace(taken, square=None, hover=None)


def take_more(model: Model, value: str) -> Model:
    """Take more barons along, or fewer."""
    return take(model, str(model.count + int(value)))


def turn_barons(model: Model, _: str) -> Model:
    """Turn the moving barons upside down, or back (K12)."""
    return replace(model, turned=not model.turned) if model.turnable else model


def flip_stack(model: Model, _: str) -> Model:
    """Turn the new stack over, or back (K12)."""
    return replace(model, flipped=not model.flipped) if model.flippable else model


def place(model: Model, _: str) -> Model:
    """Make the move that is being looked at, or the pass that is forced (K10)."""
    if not model.can_act:
        return model
    move = PASS if model.must_pass else model.ghost
    return play(model, str(move)) if move else model


def put_back(model: Model, _: str) -> Model:
    """Let go of the target, then of the barons; come back from an earlier position."""
    if not model.live:
        return to_now(model)
    return replace(model, square=None, hover=None) if model.square else model.put_down()


def try_move(model: Model, value: str) -> Model:
    """Show a move for a look, as if somebody had picked its barons and its target."""
    move = Move.parse(value)
    if not model.can_act or not move.count or model.position.why_not(move):
        return model
    return replace(
        model.put_down(),
        source=move.source,
        count=move.count,
        turned=move.turned,
        flipped=move.flipped,
        square=str(move.target),
    )


# Setting up by hand


def put(model: Model, value: str) -> Model:
    """Put the next baron on a free space (K3)."""
    if value not in model.lit:
        return replace(model, hover=value)
    return model.with_game(model.game.put(int(value)))


def fill(model: Model, _: str) -> Model:
    """Let the computer put down the rest of this side's barons (K3)."""
    return model.with_game(model.game.fill()) if model.placing and model.can_act else model


ACTIONS: Mapping[str, Callable[[Model, str], Model]] = {
    "square": pick_space,
    "enter": enter_space,
    "near": pick_near,
    "take": take,
    "more": take_more,
    "turn": turn_barons,
    "flip": flip_stack,
    "place": place,
    "back": put_back,
    "try": try_move,
    "fill": fill,
}
