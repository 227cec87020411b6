"""The update functions of Qin: from one model to the next."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.rooms.qin.model import STEPS, Model
from engine.rooms.qin.setup import draft_of
from engine.update import play, to_now
from qin_core.qin import PASS, Move

# Placing a tile


def pick_tile(model: Model, value: str) -> Model:
    """Take a tile of the hand, or from a pile; the same one again puts it back, another one lies where it lay."""
    number = int(value)
    if model.pending and number < len(model.position.piles) and model.position.piles[number]:
        return draw_from(model, str(number + 1))
    if not model.can_act or number >= len(model.hand):
        return model
    if model.tile == number:
        return replace(model, tile=None, square=None, turn=0)
    picked = replace(model, tile=number)
    return picked if picked.aimed else replace(picked, square=None)


def drag_tile(model: Model, value: str) -> Model:
    """Take a tile to drag it: unlike a click, this never puts it back."""
    return model if model.tile == int(value) else pick_tile(model, value)


def pick_square(model: Model, value: str) -> Model:
    """Lay the tile's first space on a square; the same square again turns it. What can't be there is explained.

    A square that was only looked at is let go the second time.
    """
    if model.square == value:
        return turn_tile(model, "") if model.ghost else replace(model, square=None, hover=None)
    aimed = replace(model, square=value, hover=value)
    turn = aimed.fitting_turn()
    if turn is None:
        return aimed
    aimed = replace(aimed, turn=turn)
    return aimed if model.settings.confirm else place(aimed, "")


def enter_square(model: Model, value: str) -> Model:
    """Choose a square by the keyboard; once more confirms the placement."""
    return place(model, "") if model.square == value and model.ghost else pick_square(model, value)


def turn_tile(model: Model, value: str) -> Model:
    """Turn the tile clockwise, or `back`, to the next way in which it may lie there."""
    if not model.turnable:
        return model
    step = -1 if value == "back" else 1
    turn = model.fitting_turn(model.turn + step, step) if model.target else None
    return replace(model, turn=(model.turn + step) % len(STEPS) if turn is None else turn)


def place(model: Model, _: str) -> Model:
    """Make the placement that is being looked at, or the pass that is forced (Q24)."""
    if not model.can_act:
        return model
    move = PASS if model.must_pass else model.ghost
    if move is None:
        return model
    filled = [pile for pile in model.position.piles if pile]
    if model.settings.choose_pile and move.spaces and len(filled) > 1:
        return replace(model, pending=move)
    return play(model, str(move))


def draw_from(model: Model, value: str) -> Model:
    """Draw from a pile after the placement (Q8)."""
    if model.pending is None:
        return model
    return play(replace(model, pending=None), str(model.pending.drawing_from(int(value))))


def put_back(model: Model, _: str) -> Model:
    """Let go of the pile choice, then of the square, then of the tile; come back from an earlier position."""
    if not model.live:
        return to_now(model)
    if model.pending:
        return replace(model, pending=None)
    if model.square:
        return replace(model, square=None, hover=None)
    return replace(model, tile=None, turn=0, hover=None)


def uncover(model: Model, _: str) -> Model:
    """Show the tiles to the person who has taken over."""
    game = replace(model.game, seen=len(model.game.positions) - 1)
    return replace(model, covered=False, game=game)


# Games


def next_game(model: Model, value: str) -> Model:
    """Go on with the next game of the series (Q25)."""
    seed, _, date = value.partition(" ")
    game = model.game.next_in_series(draft_of(model.game).deal(int(seed)), date)
    return replace(model.with_game(game), dialog="")


def try_move(model: Model, value: str) -> Model:
    """Lay a placement down for a look, as if somebody had picked its tile, its square and its turn."""
    move = Move.parse(value)
    if not model.can_act or not move.spaces or move.tile not in model.hand:
        return model
    aimed = replace(model, tile=model.hand.index(move.tile), square=move.squares[0], hover=None)
    turn = next(
        (turn for (square, turn), found in aimed.choices.items() if found == move and square == aimed.square), 0
    )
    return replace(aimed, turn=turn)


ACTIONS: Mapping[str, Callable[[Model, str], Model]] = {
    "tile": pick_tile,
    "drag": drag_tile,
    "square": pick_square,
    "enter": enter_square,
    "turn": turn_tile,
    "place": place,
    "pile": draw_from,
    "back": put_back,
    "uncover": uncover,
    "next": next_game,
    "try": try_move,
}
