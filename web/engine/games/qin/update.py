"""The actions, keys and animations of Qin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from engine import correspondence
from engine.actions import Action, Deal, Pressed, number, optional, pair, plain
from engine.games.qin.match import Match, form_from_match
from engine.games.qin.session import STEPS, Session, facing, neighbour
from engine.html import svg_html
from engine.protocol import Marker, TurnAnimation
from engine.session.update import go_to_end, play, visit
from engine.session.update import point as point_at
from qin_core.qin import PASS, Board, Move, Position, svg
from qin_core.qin.board import COLUMNS

# Placing a tile


def pick_tile(session: Session, slot: int) -> Session:
    """Pick a tile of the hand, or put it back if it is picked already; the square stays if the tile fits there."""
    if not session.can_act or not 0 <= slot < len(session.hand) or not session.hand[slot]:
        return session
    if session.tile == slot and sum(map(bool, session.hand)) == 1:
        return session
    if session.tile == slot:
        return replace(session, tile=None, square=None, rotation=0, facing=None, attempted=None, notice="tile-back")
    picked = replace(session, tile=slot, rotation=0, attempted=None, notice="")
    return picked if picked.selected else replace(picked, square=None)


def choose_by_number(session: Session, number: int) -> Session:
    """Pick a tile of the hand by its number from 1; if a pile has to be chosen, draw from the pile of that number."""
    return draw_from(session, number) if session.awaiting_pile else pick_tile(session, number - 1)


def pick_up(session: Session, slot: int) -> Session:
    """Pick a tile to drag it. Unlike a click, this lifts a staged tile and never puts one back into the hand."""
    if session.tile != slot:
        return pick_tile(session, slot)
    if not session.selected:
        return session
    direction = facing(session.orientation) if session.orientation else session.facing
    return replace(session, square=None, hover=None, rotation=0, facing=direction, attempted=None, notice="")


def point(session: Session, square: str) -> Session:
    """Point at a square, a hint or nothing; the tile keeps its direction."""
    moved = point_at(session, square)
    return _keep_facing(session, moved if moved.hover == session.hover else replace(moved, notice=""))


def _keep_facing(before: Session, after: Session) -> Session:
    """Keep the direction of a rotated tile on another square."""
    if after.focus == before.focus or not before.rotation:
        return after
    return replace(after, rotation=0, facing=facing(before.orientation) if before.orientation else before.facing)


def pick_square(session: Session, square: str) -> Session:
    """Lay the picked tile over a square; on the same square again, rotate it.

    An illegal placement is explained; on the same square again, it is cleared.
    """
    if not session.has_square(square):
        return session
    if session.square == square:
        return rotate_tile(session) if session.selected else replace(session, square=None, hover=None, attempted=None)
    staged = _keep_facing(session, replace(session, square=square, hover=square, attempted=None, notice=""))
    return place(staged) if staged.ready and not session.settings.confirm else staged


def enter_square(session: Session, square: str) -> Session:
    """Choose a square by keyboard; the same square again confirms the placement."""
    return place(session) if session.square == square and session.ghost else pick_square(session, square)


def rotate_tile(session: Session, step: int = 1) -> Session:
    """Rotate the tile to the next possible orientation, or the previous one; in the hand, by a quarter turn."""
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
    piles = [pile for pile in session.position.piles if pile]
    if session.settings.switch("choose_pile") and move.halves and len(piles) > 1:
        return replace(session, awaiting_pile=move)
    return _play(session, move)


def _play(session: Session, move: Move) -> Session:
    """Play a move, and store the slot of its tile."""
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
    """Show the tiles after the device has been handed over."""
    match = replace(session.match, seen=len(session.match.positions) - 1)
    return replace(session, hand_hidden=False, match=match)


# Games


def next_game(session: Session, deal: Deal) -> Session:
    """Start the next game of the series (Q25)."""
    match = session.match
    start = form_from_match(match).deal(correspondence.next_seed(match, deal.seed))
    next_match = match.next_in_series(start, deal.date)
    return session.with_match(correspondence.continue_series(match, next_match, deal.seed))


def try_move(session: Session, move: Move) -> Session:
    """Preview a placement, as if its tile, square and direction had been picked."""
    if not session.can_act or not move.halves or move.tile not in session.hand:
        return session
    staged = replace(session.put_down(), tile=session.hand.index(move.tile), square=move.squares[0])
    if move not in staged.orientations:
        return replace(staged, attempted=move)
    return replace(staged, rotation=staged.orientations.index(move))


def _rotation_step(text: str) -> int:
    return -1 if text == "back" else 1


ACTIONS: Mapping[str, Action[Session]] = {
    "point": Action(str, point),
    "tile": Action(number, pick_tile),
    "choose": Action(number, choose_by_number),
    "pick-up": Action(number, pick_up),
    "drop": Action(str, pick_square),
    "square": Action(str, pick_square),
    "enter": Action(str, enter_square),
    "rotate": Action(_rotation_step, rotate_tile),
    "place": Action(str, place),
    "pile": Action(number, draw_from),
    "back": plain(put_back),
    "reveal-hand": plain(reveal_hand),
    "next": Action(Deal.parse, next_game),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}


KEY_ACTIONS = {"r": "rotate"} | {number: f"choose {number}" for number in "1234"}
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}


def walk(key: str, board: Board, square: str) -> str | None:
    """Return the square to which a key moves the focus: a step, or an end of the row or column; None for other keys."""
    column, row = square[0], square[1:]
    if key in ARROWS:
        target = neighbour(square, ARROWS[key])
        return target if target and board.square(target) is not None else square
    if key in ("Home", "End"):
        return COLUMNS[0 if key == "Home" else board.width - 1] + row
    if key in ("PageUp", "PageDown"):
        return column + str(board.height if key == "PageUp" else 1)
    return None


def on_board_key(key: str, session: Session, square: str, typed: str) -> Pressed | None:
    board = session.position.board
    key = key.lower() if len(key) == 1 else key
    if target := walk(key, board, square):
        return Pressed(square=target)
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


def animation(match: Match, number: int) -> TurnAnimation:
    before, after = match.positions[number - 1 : number + 1]
    turn = match.record.turns[number - 1]
    if not turn.move.halves:
        return TurnAnimation(before.player_to_move)
    pagodas_before, pagodas_after = find_pagodas(match, before), find_pagodas(match, after)
    gained = sorted(pagodas_after - pagodas_before)
    remaining = {(pagodas.place, pagodas.owner) for pagodas in pagodas_after}
    lost = [
        pagodas for pagodas in sorted(pagodas_before - pagodas_after) if (pagodas.place, pagodas.owner) not in remaining
    ]
    losses = tuple(map(_marker, lost))
    sounds = dict.fromkeys(SOUNDS[event.kind] for event in turn.events if event.kind in SOUNDS)
    return TurnAnimation(
        before.player_to_move,
        svg_html(svg.tile_svg(turn.move.tile, prefix="qin-flying")),
        tuple(turn.move.squares),
        pulses=tuple(
            f'[data-province="{province.squares[0]}"]'
            for province in after.provinces()
            if {*turn.move.squares} & {*province.squares}
        ),
        gains=tuple(map(_marker, gained)),
        losses=losses,
        sounds=(f"tile-{turn.move.tile[0]}", *sounds, *(("loss",) if losses else ())),
        scores={
            str(player): gain
            for player in before.players
            if (gain := before.pagodas_left(player) - after.pagodas_left(player))
        },
        drawn_tile=_drawn_tile_selector(match, number),
        drawn_from=f'.pile[data-value="{turn.move.pile}"], .pile:not([data-value])',
    )


def _drawn_tile_selector(match: Match, number: int) -> str:
    """Return the selector of the tile that was drawn in a turn, counted from 1; empty if none was drawn."""
    player = match.positions[number - 1].player_to_move
    slot = match.slot_of(number - 1, match.hand(player, number - 1))
    filled = slot is not None and match.hand(player, number)[slot]
    return f'.tile[data-value="{slot}"]' if filled else ""


class Pagodas(NamedTuple):
    """The pagodas of a province or a village."""

    place: str
    """The square on which they are drawn, or the village's letter."""
    owner: int
    number: int
    """One, or two in a major province."""


def find_pagodas(match: Match, position: Position) -> set[Pagodas]:
    """Find the pagodas in a position of a match."""
    result = {Pagodas(letter, owner, 1) for letter, owner in position.villages().items() if owner}
    for province in position.provinces():
        squares = sum(1 << (position.board.square(name) or 0) for name in province.squares)
        square = position.board.square_name(match.pagoda_squares[squares])
        result.add(Pagodas(square, province.owner, province.pagodas))
    return result


def _marker(pagodas: Pagodas) -> Marker:
    return Marker(pagoda_selector(pagodas.place), pagodas.owner)


def pagoda_selector(place: str) -> str:
    return f'[data-pagoda="{place}"]'


def winning_markers(match: Match) -> tuple[str, ...]:
    winners = match.winners or ()
    return tuple(
        pagoda_selector(pagodas.place)
        for pagodas in sorted(find_pagodas(match, match.latest))
        if pagodas.owner in winners
    )
