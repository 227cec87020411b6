"""The update functions of Qin: from one model to the next."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, number, optional, pair, plain
from engine.correspondence import game as by_links
from engine.games.qin.form import draft_of
from engine.games.qin.placing import STEPS, facing
from engine.games.qin.session import Model
from engine.session.update import DEAL, play, to_now, visit
from qin_core.qin import PASS, Move

# Placing a tile


def pick_tile(model: Model, at: int) -> Model:
    """Take a tile of the hand; the same one again puts it back if there are others, which lie where it lay."""
    if not model.can_act or not 0 <= at < len(model.hand):
        return model
    if model.tile == at and len(model.hand) == 1:
        return model
    if model.tile == at:
        return replace(model, tile=None, square=None, turn=0, facing=None, tried=None)
    picked = replace(model, tile=at, turn=0, tried=None)
    return picked if picked.aimed else replace(picked, square=None)


def choose_by_number(model: Model, at: int) -> Model:
    """Take a tile of the hand by its number, or draw from a pile by its number while that is asked for."""
    return draw_from(model, at) if model.pending else pick_tile(model, at - 1)


def drag_tile(model: Model, at: int) -> Model:
    """Take a tile to drag it: unlike a click, this never puts it back."""
    return model if model.tile == at else pick_tile(model, at)


def point(model: Model, square: str) -> Model:
    """Point at a square, or at none; the tile goes on lying as it was turned."""
    return _keep_facing(model, replace(model, hover=square if model.has_place(square) else None))


def _keep_facing(before: Model, after: Model) -> Model:
    """Let a tile that was turned lie in the same way on another square."""
    if after.target == before.target or not before.turn:
        return after
    return replace(after, turn=0, facing=facing(before.way) if before.way else before.facing)


def pick_square(model: Model, square: str) -> Model:
    """Lay the tile over a square; the same square again turns it. What can't be there is explained.

    A square that was only looked at is let go the second time.
    """
    if not model.has_place(square):
        return model
    if model.square == square:
        return turn_tile(model) if model.aimed else replace(model, square=None, hover=None, tried=None)
    aimed = _keep_facing(model, replace(model, square=square, hover=square, tried=None))
    return place(aimed) if aimed.ready and not model.settings.confirm else aimed


def enter_square(model: Model, square: str) -> Model:
    """Choose a square by the keyboard; once more confirms the placement."""
    return place(model) if model.square == square and model.ghost else pick_square(model, square)


def turn_tile(model: Model, step: int = 1) -> Model:
    """Turn the tile to the next way in which it may lie there, or back; in the hand, by a quarter turn."""
    if not model.turnable:
        return model
    if model.ways:
        return replace(model, turn=(model.turn + step) % len(model.ways), tried=None)
    return replace(model, facing=((model.facing or 0) + step) % len(STEPS))


def place(model: Model) -> Model:
    """Make the placement that is being looked at, or the pass that is forced (Q24)."""
    if not model.can_act:
        return model
    move = PASS if model.must_pass else model.ghost
    if move is None:
        return model
    filled = [pile for pile in model.position.piles if pile]
    if model.settings.choose_pile and move.halves and len(filled) > 1:
        return replace(model, pending=move)
    return play(model, move)


def draw_from(model: Model, pile: int) -> Model:
    """Draw from a pile after the placement (Q8)."""
    if model.pending is None or not 0 < pile <= len(model.position.piles) or not model.position.piles[pile - 1]:
        return model
    return play(replace(model, pending=None), model.pending.drawing_from(pile))


def put_back(model: Model) -> Model:
    """Let go of the pile choice, then of the square, then of the tile; come back from an earlier position."""
    if not model.live:
        return to_now(model)
    if model.pending:
        return replace(model, pending=None)
    if model.square:
        return replace(model, square=None, hover=None, turn=0, tried=None)
    return replace(model, tile=None, turn=0, facing=None, hover=None)


def uncover(model: Model) -> Model:
    """Show the tiles to the person who has taken over."""
    game = replace(model.game, seen=len(model.game.positions) - 1)
    return replace(model, covered=False, game=game)


# Games


def next_game(model: Model, deal: tuple[int, str]) -> Model:
    """Go on with the next game of the series, with a seed and a date (Q25)."""
    seed, date = deal
    dealt = draft_of(model.game).deal(by_links.next_seed(model.game, seed))
    game = by_links.move_on(model.game, model.game.next_in_series(dealt, date), seed)
    return replace(model.with_game(game), dialog="")


def try_move(model: Model, move: Move) -> Model:
    """Lay a placement down for a look, as if somebody had picked its tile, its square and its turn."""
    if not model.can_act or not move.halves or move.tile not in model.hand:
        return model
    aimed = replace(model.put_down(), tile=model.hand.index(move.tile), square=move.squares[0])
    if move not in aimed.ways:
        return replace(aimed, tried=move)
    return replace(aimed, turn=aimed.ways.index(move))


def _turns(text: str) -> int:
    return -1 if text == "back" else 1


ACTIONS: Mapping[str, Action[Model]] = {
    "point": Action(str, point),
    "tile": Action(number, pick_tile),
    "choose": Action(number, choose_by_number),
    "drag": Action(number, drag_tile),
    "square": Action(str, pick_square),
    "enter": Action(str, enter_square),
    "turn": Action(_turns, turn_tile),
    "place": plain(place),
    "pile": Action(number, draw_from),
    "back": plain(put_back),
    "uncover": plain(uncover),
    "next": Action(DEAL, next_game),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}
