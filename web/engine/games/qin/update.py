"""The actions, keys and animations of Qin."""

from collections.abc import Mapping
from dataclasses import replace

from engine import correspondence
from engine.actions import DEAL, Action, Pressed, number, optional, pair, plain
from engine.games.qin.match import Match, form_from_match
from engine.games.qin.session import STEPS, Session, facing, neighbour
from engine.html import svg_html
from engine.protocol import Marker, TurnAnimation
from engine.session.update import go_to_end, play, visit
from engine.session.update import point as pointed
from qin_core.qin import PASS, Board, Move, Position, svg
from qin_core.qin.board import COLUMNS

# Placing a tile


def pick_tile(session: Session, at: int) -> Session:
    """Pick a tile of the hand; the same tile again puts it back, another one keeps the square if it fits."""
    if not session.can_act or not 0 <= at < len(session.hand) or not session.hand[at]:
        return session
    if session.tile == at and sum(map(bool, session.hand)) == 1:
        return session
    if session.tile == at:
        back = replace(session, tile=None, square=None, rotation=0, facing=None, attempted=None)
        return replace(back, notice="tile-back")
    picked = replace(session, tile=at, rotation=0, attempted=None, notice="")
    return picked if picked.selected else replace(picked, square=None)


def choose_by_number(session: Session, at: int) -> Session:
    """Pick a tile of the hand by its number, or draw from a pile by its number if a pile is to be chosen."""
    return draw_from(session, at) if session.awaiting_pile else pick_tile(session, at - 1)


def pick_up(session: Session, at: int) -> Session:
    """Pick a tile to drag it; unlike a click, this never puts it back, and lifts a staged tile."""
    if session.tile != at:
        return pick_tile(session, at)
    if not session.selected:
        return session
    lying = facing(session.orientation) if session.orientation else session.facing
    return replace(session, square=None, hover=None, rotation=0, facing=lying, attempted=None, notice="")


def point(session: Session, square: str) -> Session:
    """Point at a square, at a hint, or at nothing; the tile keeps its direction."""
    moved = pointed(session, square)
    return _keep_facing(session, moved if moved.hover == session.hover else replace(moved, notice=""))


def _keep_facing(before: Session, after: Session) -> Session:
    """Keep the direction of a rotated tile on another square."""
    if after.focus == before.focus or not before.rotation:
        return after
    return replace(after, rotation=0, facing=facing(before.orientation) if before.orientation else before.facing)


def pick_square(session: Session, square: str) -> Session:
    """Lay the tile over a square; the same square again rotates it. Illegal placements are explained.

    The same square again clears it if the tile can't go there.
    """
    if not session.has_square(square):
        return session
    if session.square == square:
        return rotate_tile(session) if session.selected else replace(session, square=None, hover=None, attempted=None)
    aimed = _keep_facing(session, replace(session, square=square, hover=square, attempted=None, notice=""))
    return place(aimed) if aimed.ready and not session.settings.confirm else aimed


def enter_square(session: Session, square: str) -> Session:
    """Choose a square by keyboard; the same square again confirms the placement."""
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


def place(session: Session, _: str = "") -> Session:
    """Make the previewed placement, or the forced pass (Q24)."""
    if not session.can_act:
        return session
    move = PASS if session.must_pass else session.ghost
    if move is None:
        return session
    filled = [pile for pile in session.position.piles if pile]
    if session.settings.switch("choose_pile") and move.halves and len(filled) > 1:
        return replace(session, awaiting_pile=move)
    return _play(session, move)


def _play(session: Session, move: Move) -> Session:
    """Play a move, and note from which slot its tile came."""
    match, slot = session.match, session.tile
    if slot is None:
        return play(session, move)
    picked = (*match.picked, (len(match.record.turns), slot))
    return play(replace(session, match=replace(match, picked=picked)), move)


def draw_from(session: Session, pile: int) -> Session:
    """Draw from a pile after the placement (Q8)."""
    if (
        session.awaiting_pile is None
        or not 0 < pile <= len(session.position.piles)
        or not session.position.piles[pile - 1]
    ):
        return session
    return _play(replace(session, awaiting_pile=None), session.awaiting_pile.drawing_from(pile))


def put_back(session: Session) -> Session:
    """Clear the choice of a pile, then the square, then the tile; return from an earlier position."""
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
    dealt = form_from_match(session.match).deal(correspondence.next_seed(session.match, seed))
    following = correspondence.continue_series(session.match, session.match.next_in_series(dealt, date), seed)
    return session.with_match(following)


def try_move(session: Session, move: Move) -> Session:
    """Preview a placement, as if its tile, square and direction had been picked."""
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
    "pick-up": Action(number, pick_up),
    "drop": Action(str, pick_square),
    "square": Action(str, pick_square),
    "enter": Action(str, enter_square),
    "rotate": Action(_turns, rotate_tile),
    "place": Action(str, place),
    "pile": Action(number, draw_from),
    "back": plain(put_back),
    "reveal-hand": plain(reveal_hand),
    "next": Action(DEAL, next_game),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}


KEY_ACTIONS = {"r": "rotate"} | {number: f"choose {number}" for number in "1234"}
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
    """Handle a key on a square; None if it has its usual meaning."""
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


# Animations

SOUNDS = {"found": "found", "major": "major", "connect": "found", "conquer": "conquer", "absorb": "conquer"}
"""The sounds of events."""


def animation(game: Match, number: int) -> TurnAnimation:
    """Animate a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    turn = game.record.turns[number - 1]
    if not turn.move.halves:
        return TurnAnimation(before.player_to_move)
    was, now = pagodas(game, before), pagodas(game, after)
    gains = tuple(Marker(pagoda_selector(place), owner) for place, owner, _ in sorted(now - was))
    stay = {(place, owner) for place, owner, _ in now}
    lost = [(place, owner) for place, owner, _ in sorted(was - now) if (place, owner) not in stay]
    losses = tuple(Marker(pagoda_selector(place), owner) for place, owner in lost)
    sounds = dict.fromkeys(SOUNDS[event.kind] for event in turn.events if event.kind in SOUNDS)
    return TurnAnimation(
        before.player_to_move,
        svg_html(svg.tile_svg(turn.move.tile, prefix="qin-flying")),
        tuple(turn.move.squares),
        pulses=tuple(
            f'[data-province="{area.squares[0]}"]'
            for area in after.provinces()
            if {*turn.move.squares} & {*area.squares}
        ),
        gains=gains,
        losses=losses,
        sounds=(f"tile-{turn.move.tile[0]}", *sounds, *(("loss",) if losses else ())),
        scores={
            str(player): gain
            for player in before.players
            if (gain := before.pagodas_left(player) - after.pagodas_left(player))
        },
        drawn_tile=_drawn(game, number),
        drawn_from=f'.pile[data-value="{turn.move.pile}"], .pile:not([data-value])',
    )


def _drawn(game: Match, number: int) -> str:
    """Select the tile of the hand that was drawn in a turn by its number, from 1; empty if none was drawn."""
    player = game.positions[number - 1].player_to_move
    slot = game.slot_of(number - 1, game.hand(player, number - 1))
    filled = slot is not None and game.hand(player, number)[slot]
    return f'.tile[data-value="{slot}"]' if filled else ""


def pagodas(game: Match, position: Position) -> set[tuple[str, int, int]]:
    """List the pagodas in a position of a match: square, owner, number."""
    found = {(letter, holder, 1) for letter, holder in position.villages().items() if holder}
    for area in position.provinces():
        squares = sum(1 << (position.board.square(name) or 0) for name in area.squares)
        found.add((position.board.square_name(game.places[squares]), area.owner, area.pagodas))
    return found


def pagoda_selector(place: str) -> str:
    """Select the picture of the pagodas at a place."""
    return f'[data-pagoda="{place}"]'


def winning_markers(game: Match) -> tuple[str, ...]:
    """Select the winners' pagodas."""
    winners = game.winners or ()
    return tuple(pagoda_selector(place) for place, owner, _ in sorted(pagodas(game, game.latest)) if owner in winners)
