"""What an action does: from one model to the next."""

from collections.abc import Callable
from dataclasses import replace

from qin_core.qin import PASS, Move, Position
from ui.model import STEPS, Model


def new_game(language: str, seed: int | None = None) -> Model:
    """Deal a game for two."""
    return Model(Position.deal(seed=seed), language)


def update(model: Model, action: str, value: str = "") -> Model:
    """Do what a button, a square or a key asks for; what makes no sense now changes nothing."""
    return ACTIONS[action](model, value)


def pick_tile(model: Model, value: str) -> Model:
    """Take a tile of the hand; the same one again puts it back."""
    number = int(value)
    if model.over is not None or number >= len(model.hand):
        return model
    picked = None if model.tile == number else number
    return replace(model, tile=picked, square=None, turn=0)


def pick_square(model: Model, value: str) -> Model:
    """Lay the tile's first space on a square; the same square again turns it."""
    if value == model.square:
        return turn_tile(model, "")
    if value not in model.lit:
        return replace(model, square=None)
    return _first_fitting(replace(model, square=value), model.turn)


def turn_tile(model: Model, _: str) -> Model:
    """Turn the tile clockwise, to the next way in which it may lie."""
    if model.square is None:
        return replace(model, turn=(model.turn + 1) % len(STEPS)) if model.tile is not None else model
    return _first_fitting(model, model.turn + 1)


def _first_fitting(model: Model, start: int) -> Model:
    turns = (turn % len(STEPS) for turn in range(start, start + len(STEPS)))
    return replace(model, turn=next(turn for turn in turns if (model.square, turn) in model.choices))


def place(model: Model, _: str) -> Model:
    """Make the placement that is being looked at, or the pass that is forced (Q24)."""
    move = PASS if model.must_pass else model.ghost
    return model if move is None else _play(model, move)


def _play(model: Model, move: Move) -> Model:
    position = model.position.play(move)
    return Model(position, model.language, last=move, over=position.winners())


def put_back(model: Model, _: str) -> Model:
    """Let go of the square, then of the tile."""
    return replace(model, square=None) if model.square else replace(model, tile=None, turn=0)


def deal_again(model: Model, _: str) -> Model:
    """Begin a new game."""
    return new_game(model.language)


def speak(model: Model, value: str) -> Model:
    """Change the language."""
    return replace(model, language=value)


ACTIONS: dict[str, Callable[[Model, str], Model]] = {
    "tile": pick_tile,
    "square": pick_square,
    "turn": turn_tile,
    "place": place,
    "back": put_back,
    "new": deal_again,
    "language": speak,
}
