"""The update functions of Khan Tsin: from one model to the next."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, number, optional, pair, plain
from engine.games.khan_tsin.session import Model
from engine.session.update import play, to_now, visit
from qin_core.khan_tsin import PASS, Move
from qin_core.khan_tsin.board import Space

# Picking barons


def pick_space(model: Model, space: Space) -> Model:
    """Pick a baron, how many go with it, or where they land; what can't be is explained.

    The picked stack again takes one baron more along; a space that was refused is picked itself the second time.
    """
    name = str(space)
    if not model.has_place(name):
        return model
    if not model.can_act or model.must_pass:
        return replace(model, square=name, hover=name)
    if model.placing:
        return put(model, space)
    if space == model.source:
        return take(model, model.count % len(model.position.stack(space)) + 1)
    aimed = replace(model, square=name, hover=name)
    if aimed.ghost:
        return aimed if model.settings.confirm else place(aimed)
    again = model.source is not None and model.square == name
    return _pick(model, space) if space in model.near and (model.source is None or again) else aimed


def _pick(model: Model, space: Space) -> Model:
    """Pick a stack's top; more go with it at once where it can't land alone."""
    picked = replace(model.put_down(), source=space)
    count = next((count for count, targets in picked.choices.items() if targets), 1)
    return replace(picked, count=count)


def enter_space(model: Model, space: Space) -> Model:
    """Choose a space by the keyboard; once more confirms the move."""
    return place(model) if model.square == str(space) and model.ghost else pick_space(model, space)


def pick_near(model: Model, rank: int) -> Model:
    """Pick one of the four barons by its number, the nearest first."""
    near = model.near
    return _pick(model, near[rank - 1]) if 0 < rank <= len(near) else model


def take(model: Model, count: int) -> Model:
    """Take so many barons of the picked stack."""
    if model.source is None or not 0 < count <= len(model.position.stack(model.source)):
        return model
    taken = replace(model, count=count)
    return taken if taken.square in taken.lit else replace(taken, square=None, hover=None)


def take_more(model: Model, more: int) -> Model:
    """Take more barons along, or fewer."""
    return take(model, model.count + more)


def turn_barons(model: Model) -> Model:
    """Turn the moving barons upside down, or back (K12)."""
    return replace(model, turned=not model.turned) if model.turnable else model


def flip_stack(model: Model) -> Model:
    """Turn the new stack over, or back (K12)."""
    return replace(model, flipped=not model.flipped) if model.flippable else model


def place(model: Model) -> Model:
    """Make the move that is being looked at, or the pass that is forced (K10)."""
    if not model.can_act:
        return model
    move = PASS if model.must_pass else model.ghost
    return play(model, move) if move else model


def put_back(model: Model) -> Model:
    """Let go of the target, then of the barons; come back from an earlier position."""
    if not model.live:
        return to_now(model)
    return replace(model, square=None, hover=None) if model.square else model.put_down()


def try_move(model: Model, move: Move) -> Model:
    """Show a move for a look, as if somebody had picked its barons and its target."""
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


def put(model: Model, space: Space) -> Model:
    """Put the next baron on a free space (K3)."""
    if str(space) not in model.lit:
        return replace(model, hover=str(space))
    return model.with_game(model.game.put(space))


def fill(model: Model) -> Model:
    """Let the computer put down the rest of this side's barons (K3)."""
    return model.with_game(model.game.fill()) if model.placing and model.can_act else model


ACTIONS: Mapping[str, Action[Model]] = {
    "square": Action(number, pick_space),
    "enter": Action(number, enter_space),
    "near": Action(number, pick_near),
    "take": Action(number, take),
    "more": Action(number, take_more),
    "turn": plain(turn_barons),
    "flip": plain(flip_stack),
    "place": plain(place),
    "back": plain(put_back),
    "fill": plain(fill),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}
