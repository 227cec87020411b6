"""The actions and keys of Qin."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import DEAL, Action, Pressed, number, optional, pair, plain
from engine.correspondence import game as correspondence
from engine.games.qin.match import form_of
from engine.games.qin.session import STEPS, Session, facing, neighbour
from engine.session.update import go_to_end, play, visit
from qin_core.qin import PASS, Board, Move
from qin_core.qin.board import COLUMNS

# Placing a tile


def pick_tile(session: Session, at: int) -> Session:
    """Take a tile of the hand; the same one again puts it back if there are others, which lie where it lay."""
    if not session.can_act or not 0 <= at < len(session.hand):
        return session
    if session.tile == at and len(session.hand) == 1:
        return session
    if session.tile == at:
        back = replace(session, tile=None, square=None, rotation=0, facing=None, attempted=None)
        return replace(back, notice="tile-back")
    picked = replace(session, tile=at, rotation=0, attempted=None, notice="")
    return picked if picked.selected else replace(picked, square=None)


def choose_by_number(session: Session, at: int) -> Session:
    """Take a tile of the hand by its number, or draw from a pile by its number while that is asked for."""
    return draw_from(session, at) if session.awaiting_pile else pick_tile(session, at - 1)


def drag_tile(session: Session, at: int) -> Session:
    """Take a tile to drag it: unlike a click, this never puts it back; a staged tile is lifted from its square."""
    if session.tile != at:
        return pick_tile(session, at)
    if not session.selected:
        return session
    lying = facing(session.orientation) if session.orientation else session.facing
    return replace(session, square=None, hover=None, rotation=0, facing=lying, attempted=None, notice="")


def point(session: Session, square: str) -> Session:
    """Point at a square, or at none; the tile goes on lying as it was turned."""
    hover = square if session.has_square(square) else None
    moved = replace(session, hover=hover, notice=session.notice if hover == session.hover else "")
    return _keep_facing(session, moved)


def _keep_facing(before: Session, after: Session) -> Session:
    """Let a tile that was turned lie in the same way on another square."""
    if after.focus == before.focus or not before.rotation:
        return after
    return replace(after, rotation=0, facing=facing(before.orientation) if before.orientation else before.facing)


def pick_square(session: Session, square: str) -> Session:
    """Lay the tile over a square; the same square again turns it. What can't be there is explained.

    A square that was only looked at is let go the second time.
    """
    if not session.has_square(square):
        return session
    if session.square == square:
        return rotate_tile(session) if session.selected else replace(session, square=None, hover=None, attempted=None)
    aimed = _keep_facing(session, replace(session, square=square, hover=square, attempted=None, notice=""))
    return place(aimed) if aimed.ready and not session.settings.confirm else aimed


def enter_square(session: Session, square: str) -> Session:
    """Choose a square by the keyboard; once more confirms the placement."""
    return place(session) if session.square == square and session.ghost else pick_square(session, square)


def rotate_tile(session: Session, step: int = 1) -> Session:
    """Rotate the tile to the next orientation that is legal there, or back; in the hand, by a quarter turn."""
    if not session.rotatable:
        return session
    if len(session.orientations) == 1:
        return replace(session, notice="one-way")
    if session.orientations:
        rotation = (session.rotation + step) % len(session.orientations)
        return replace(session, rotation=rotation, attempted=None, notice="")
    return replace(session, facing=((session.facing or 0) + step) % len(STEPS))


def place(session: Session) -> Session:
    """Make the placement that is being looked at, or the pass that is forced (Q24)."""
    if not session.can_act:
        return session
    move = PASS if session.must_pass else session.ghost
    if move is None:
        return session
    filled = [pile for pile in session.position.piles if pile]
    if session.settings.switch("choose_pile") and move.halves and len(filled) > 1:
        return replace(session, awaiting_pile=move)
    return play(session, move)


def draw_from(session: Session, pile: int) -> Session:
    """Draw from a pile after the placement (Q8)."""
    if (
        session.awaiting_pile is None
        or not 0 < pile <= len(session.position.piles)
        or not session.position.piles[pile - 1]
    ):
        return session
    return play(replace(session, awaiting_pile=None), session.awaiting_pile.drawing_from(pile))


def put_back(session: Session) -> Session:
    """Let go of the pile choice, then of the square, then of the tile; come back from an earlier position."""
    if not session.at_end:
        return go_to_end(session)
    if session.awaiting_pile:
        return replace(session, awaiting_pile=None)
    if session.square:
        return replace(session, square=None, hover=None, rotation=0, attempted=None)
    return replace(session, tile=None, rotation=0, facing=None, hover=None)


def reveal_hand(session: Session) -> Session:
    """Show the tiles to the person who has taken over."""
    match = replace(session.match, seen=len(session.match.positions) - 1)
    return replace(session, hand_hidden=False, match=match)


# Games


def next_game(session: Session, deal: tuple[int, str]) -> Session:
    """Go on with the next game of the series, with a seed and a date (Q25)."""
    seed, date = deal
    dealt = form_of(session.match).deal(correspondence.next_seed(session.match, seed))
    following = correspondence.move_on(session.match, session.match.next_in_series(dealt, date), seed)
    return session.with_match(following)


def try_move(session: Session, move: Move) -> Session:
    """Lay a placement down for a look, as if somebody had picked its tile, its square and its turn."""
    if not session.can_act or not move.halves or move.tile not in session.hand:
        return session
    aimed = replace(session.put_down(), tile=session.hand.index(move.tile), square=move.squares[0])
    if move not in aimed.orientations:
        return replace(aimed, attempted=move)
    return replace(aimed, rotation=aimed.orientations.index(move))


def _turns(text: str) -> int:
    return -1 if text == "back" else 1


ACTIONS: Mapping[str, Action[Session]] = {
    "point": Action(str, point),
    "tile": Action(number, pick_tile),
    "choose": Action(number, choose_by_number),
    "drag": Action(number, drag_tile),
    "square": Action(str, pick_square),
    "enter": Action(str, enter_square),
    "turn": Action(_turns, rotate_tile),
    "place": plain(place),
    "pile": Action(number, draw_from),
    "back": plain(put_back),
    "uncover": plain(reveal_hand),
    "next": Action(DEAL, next_game),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}


KEY_ACTIONS = {"r": "turn"} | {number: f"choose {number}" for number in "1234"}
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}


def walk(key: str, board: Board, square: str) -> str | None:
    """Find the square that a key leads to: one step, or an end of the row or column; None if it leads nowhere."""
    column, row = square[0], square[1:]
    if key in ARROWS:
        other = neighbour(square, ARROWS[key])
        return other if other and board.square(other) is not None else square
    if key in ("Home", "End"):
        return COLUMNS[0 if key == "Home" else board.width - 1] + row
    if key in ("PageUp", "PageDown"):
        return column + str(board.height if key == "PageUp" else 1)
    return None


def on_board_key(key: str, session: Session, square: str, typed: str) -> Pressed | None:
    """Obey a key pressed on a square; None if it means there what it means on the whole page."""
    board = session.position.board
    key = key.lower() if len(key) == 1 else key
    if other := walk(key, board, square):
        return Pressed(square=other)
    if typed and key.isascii() and key.isdigit():
        name = typed + key
        if not name[1:].startswith("0") and len(name) <= 3 and board.square(name) is not None:
            return Pressed(square=name, typed=name)
    if len(key) == 1 and "a" <= key < chr(ord("a") + board.width) and key not in KEY_ACTIONS:
        return Pressed(typed=key)
    return None
