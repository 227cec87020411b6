"""The board, the hand and the buttons of Qin."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from engine.games.qin.match import Match
from engine.games.qin.narrator import Narrator
from engine.games.qin.session import Session, facing, gains
from engine.html import NOTHING, Markup, boolean, button, join, svg_html, text, translate
from engine.session.coach import threat, warning
from engine.ui.log import turns_since
from engine.ui.widgets import PICTURE_WIDTH, assistance, grid_of, numbered_hints, play_button, score
from engine.words import say
from qin_core.common.svg import ViewBox
from qin_core.qin import Board, Move, Position, svg
from qin_core.qin.board import COLUMNS
from qin_core.qin.outline import SIZE, corner

LAST_TURN_LENGTH = 75
"""The maximal number of characters that describe the events of an opponent's turn in the status line."""
HIGHLIGHT_WIDTH = 5 * SIZE
"""The side of the board section in the picture of a highlight."""


def board(session: Session) -> Markup:
    """Draw the board: legal squares, and the previewed placement or why it is illegal."""
    position, preview = session.position, session.preview
    village, earlier = _village_at(position, session.focus), _earlier_turns(session)
    picture = svg.board_svg(
        position,
        coordinates=session.settings.coordinates,
        last=last_move(session),
        last_player=_player_of_turn(session, session.ply) if session.ply else 0,
        earlier=[_move_of_turn(session, turn) for turn in earlier],
        earlier_players=[_player_of_turn(session, turn) for turn in earlier],
        legal=() if session.selected else session.legal_squares,
        gains=() if session.selected else _most_rewarding_squares(session),
        ghost=preview.move if preview else None,
        tentative=not session.ready and session.awaiting_pile is None,
        changes=True,
        after=preview.after if preview else None,
        refused=bool(session.refusal),
        marks=session.refusal.squares if session.refusal else _warned_squares(session),
        counts=True if session.settings.switch("counts") else [village] if village else False,
        hints=_hints(session),
        labels=_labels(session),
        cursor=None if session.ghost else _hovered_squares(session),
        previous_pagoda_squares=session.match.pagoda_squares,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def last_move(session: Session) -> Move | None:
    """Return the move that led to the shown position; None for a pass."""
    move = _move_of_turn(session, session.ply) if session.ply else None
    return move if move and move.halves else None


def _earlier_turns(session: Session) -> list[int]:
    """Return the numbers of the placements between the viewer's last move and the latest one, from 1."""
    if not session.at_end or session.ply <= session.last_own_turn:
        return []
    turns = range(session.last_own_turn + 1, session.ply)
    return [turn for turn in turns if _move_of_turn(session, turn).halves]


def _move_of_turn(session: Session, turn: int) -> Move:
    return session.match.record.turns[turn - 1].move


def _player_of_turn(session: Session, turn: int) -> int:
    return session.match.positions[turn - 1].player_to_move


def _village_at(position: Position, square: str | None) -> str | None:
    """Return the letter of the village on a square."""
    number = position.board.square(square) if square else None
    if number is None:
        return None
    return next((village.letter for village in position.board.villages if village.squares >> number & 1), None)


def _village_squares(position: Position, letter: str) -> tuple[str, ...]:
    board = position.board
    return board.names(board.villages[board.village_numbers[letter]].squares)


def _hovered_squares(session: Session) -> tuple[str, ...]:
    """Return the square under the pointer, or all squares of the village there; empty land only for a picked tile."""
    village = _village_at(session.position, session.hover)
    if village:
        return _village_squares(session.position, village)
    number = session.position.board.square(session.hover or "")
    if number is None or (session.tile is None and session.position.free >> number & 1):
        return ()
    return session.position.board.names(1 << number)


def _hints(session: Session) -> list[svg.NumberedHint]:
    return numbered_hints(session, lambda move: move.squares)


def _warned_squares(session: Session) -> tuple[str, ...]:
    """Return the squares of the village or province that the coach's warning is about."""
    evaluated, preview = warning(session), session.preview
    if evaluated is None or evaluated.allows is None or preview is None or preview.after is None:
        return ()
    kind, place = evaluated.allows
    village = _village_at(session.position, place)
    if village:
        return _village_squares(session.position, village)
    position = preview.after if kind.startswith("gives-") else session.position
    return next((province.squares for province in position.provinces() if place in province.squares), ())


def _labels(session: Session) -> list[tuple[tuple[str, ...] | Move, str]]:
    """Label the squares of the selected or played move, and a better move."""
    evaluated, ghost = warning(session), session.ghost
    better_label = say(session.language, "label-better")
    if evaluated and ghost and evaluated.best:
        return [(ghost.squares, say(session.language, "label-yours")), (evaluated.best, better_label)]
    if session.better_move is None or session.at_end:
        return []
    played = session.match.record.turns[session.ply].move
    return [(played.squares, say(session.language, "label-played")), (session.better_move, better_label)]


def _most_rewarding_squares(session: Session) -> set[str]:
    """Return the squares where the picked tile gains the most pagodas; none if the gain is the same everywhere."""
    if not session.fits or not marks_gains(session):
        return set()
    gained = gains(session.position)
    best = {square: gained[moves[0]] for square, moves in session.fits.items()}
    most = max(best.values())
    return {square for square, gain in best.items() if gain == most} if most > min(best.values()) else set()


def marks_gains(session: Session) -> bool:
    """Return whether the best squares are marked: by default, only without opponents of strong levels."""
    setting, beginners = session.settings.gains, session.ui.beginner_levels
    against_beginners = all(seat.kind in beginners for seat in session.match.seats if seat.computer)
    return session.hints_allowed and (setting == "on" or (setting == "auto" and against_beginners))


def overlay(session: Session) -> Markup:
    if not session.hand_hidden:
        return NOTHING
    request = translate(session, "hand-over", player=session.names[session.match.latest.player_to_move - 1])
    undo = button(session, "undo", "undo") if session.match.undo_to() is not None else NOTHING
    turns = join(Markup(f"<li>{turn}</li>") for turn in turns_since(session))
    return Markup(
        f'<div class="cover handover"><div role="group" aria-label="{request}"><p>{request}</p>'
        f'<ul class="quiet">{turns}</ul>'
        f"{button(session, 'reveal-hand', 'uncover', kind='primary')}{undo}</div></div>"
    )


def hits(session: Session) -> Markup:
    picture = svg.hits_svg(
        session.position.board,
        coordinates=session.settings.coordinates,
        hints=_hints(session),
        staged=session.ghost.squares if session.ready and session.ghost else (),
        tile=session.tile or 0,
    )
    return svg_html(picture)


EMBLEM = svg_html(
    '<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="13" fill="#b5382d"/>'
    '<path d="M32 8l4 7h-8zM12 26c9-1 14-5 17-12h6c3 7 8 11 17 12v4H12zM18 30h28v6H18zM7 45c9-1 14-4 17-9h16c3 5 8 8 17'
    ' 9v4H7zM15 49h34v9H15z" fill="#f7efdd"/><path d="M26 49h12v6H26z" fill="#7d231b"/></svg>'
)
"""A pagoda."""
MEDALS = {
    name: svg_html(f'<svg viewBox="0 0 64 64" aria-hidden="true"><path d="{path}" fill="#7d231b"/></svg>')
    for name, path in {
        # Two pagodas.
        "two": "M1 33c7-1 10-5 12-11h5c2 6 5 10 12 11v4h-3v15H4V37H1z"
        "M34 33c7-1 10-5 12-11h5c2 6 5 10 12 11v4h-3v15H37V37h-3z",
        # A flag.
        "conquer": "M13 5h6v5l37 11-37 12v26h-6z",
        # Two links of a chain.
        "join": "M22 16a16 16 0 1 0 10 28.5a16 16 0 1 0 0-25a16 16 0 0 0-10-3.5zM22 23a9 9 0 0 1 5 1.5a16 16 0 0 0 0 15"
        "a9 9 0 1 1-5-16.5zM42 23a9 9 0 1 1-5 16.5a16 16 0 0 0 0-15a9 9 0 0 1 5-1.5z",
        # A double pagoda.
        "major": "M32 4l4 8h-8zM12 25c9-1 14-5 17-12h6c3 7 8 11 17 12v4H12zM18 30h28v7H18z"
        "M6 47c9-1 15-4 18-9h16c3 5 9 8 18 9v4H6zM15 52h34v8H15z",
        # A shield.
        "untouched": "M32 4l24 8v18c0 15-10 25-24 30C18 55 8 45 8 30V12z",
        # A crown.
        "strong": "M5 19l14 12L32 9l13 22 14-12-6 29H11zM11 51h42v6H11z",
    }.items()
}
"""The pictures on the medals."""


def player_mark(player: int) -> Markup:
    return svg_html(svg.pagoda_svg(player))


def score_html(session: Session, player: int) -> Markup:
    """Draw the number of pagodas that a player has left."""
    left = session.position.pagodas_left(player)
    return score(left, translate(session, "pagodas-caption"), translate(session, "pagodas-left", n=left))


def status(session: Session) -> str:
    narrator, position, preview = session.narrator, session.position, session.preview
    if session.awaiting_pile:
        return narrator.say("choose-pile")
    if preview and preview.after:
        after, events = preview.after, preview.events
        gained = changes(session, position, after)
        effects = [f"{gained}.", *narrator.events(after, events)] if gained else narrator.events(after, events)
        return " ".join([*_notice(session), *effects, *_next_step(session)])
    if preview and preview.refusal:
        return " ".join([*_notice(session), narrator.refusal(position, preview.move, preview.refusal)])
    if session.computer_to_move and session.at_end:
        thinks = narrator.say("thinking", player=narrator.name(position.player_to_move))
        return f"{_last_turn(session)} {thinks}".strip()
    if not session.person_to_move:
        return ""
    if session.hand_hidden:
        return narrator.say_of("to-move", position.player_to_move)
    key = "must-pass" if session.must_pass else "pick-tile" if session.tile is None else "pick-square"
    lost = "" if session.tile is not None else losses(session) or _last_turn(session)
    request = narrator.say_of(key, position.player_to_move)
    return " ".join(filter(None, [*_notice(session), lost, request, *_next_step(session)]))


def _last_turn(session: Session) -> str:
    """Tell what the last turn did and won; empty if it was the viewer's, or nobody has moved.

    With its request the sentence fits into the status box; a threat, which is more important, takes its place.
    """
    if session.ply <= session.last_own_turn or threat(session):
        return ""
    (before, after), turn = session.match.positions[-2:], session.match.record.turns[-1]
    sentences = session.narrator.turn(before, after, turn.move, turn.events)
    told = " ".join(sentences[1:] if turn.events else sentences[:1])
    gain = before.pagodas_left(before.player_to_move) - after.pagodas_left(before.player_to_move)
    if len(told) > LAST_TURN_LENGTH:
        told = sentences[1]
    elif gain and not any(event.loser for event in turn.events):
        return session.narrator.labelled(told.removesuffix("."), f"{_signed(gain)}.")
    gained = changes(session, before, after)
    return f"{told} {gained}." if gained else told


def _notice(session: Session) -> list[str]:
    """Return the message about the last action, if there is one."""
    return [session.narrator.say(session.notice)] if session.notice else []


def _next_step(session: Session) -> list[str]:
    """Explain how to make the staged placement, or the meaning of large dots."""
    if session.ready:
        return [session.narrator.say("press-place", place=session.narrator.say("place"))]
    return [session.narrator.say("large-dots")] if _most_rewarding_squares(session) else []


def preview_speech(session: Session) -> str:
    """Describe for screen readers where the previewed tile lies, and how to place it."""
    if session.awaiting_pile or session.ghost is None or not session.ghost.halves:
        return ""
    (colour1, square1), (colour2, square2) = session.ghost.halves
    say = session.narrator.say
    description = say("lies-on", one=say(colour1), square1=square1, two=say(colour2), square2=square2)
    return f"{description} {say('enter-places')}" if session.selected else description


def hover_description(session: Session) -> Markup:
    """Describe the square under the pointer, if it isn't empty and there is no preview."""
    board, number = session.position.board, session.position.board.square(session.focus or "")
    if number is None or session.awaiting_pile or session.ghost or session.refusal:
        return NOTHING
    if session.position.free >> number & 1 or board.water >> number & 1:
        return NOTHING
    square = board.square_name(number)
    description = session.narrator.square(session.position, square)
    # The description of a village names the village's first square.
    in_village = _village_at(session.position, square)
    return text(description if in_village else session.narrator.labelled(square, description))


def move_label(_: Session, move: Move) -> Markup:
    return Markup(f"{svg_html(svg.tile_svg(move.tile))}{text(' '.join(move.squares))}")


def hand(session: Session) -> Markup:
    """Draw the viewer's tiles and the remaining piles, or the piles to choose from."""
    if session.awaiting_pile:
        return _piles(session)
    tiles = []
    for slot, tile in enumerate(("?",) * 3 if session.viewer is None else session.hand):
        picked = slot == session.tile
        turned = _turned(session) if picked else 0
        tiles.append(
            tile_button(session.language, slot, tile, picked=picked, turned=turned, enabled=session.can_act)
            if tile
            else Markup('<span class="slot" aria-hidden="true"></span>')
        )
    return join([*tiles, _piles(session)])


def tile_button(
    language: str, slot: int, tile: str, *, picked: bool = False, turned: int = 0, enabled: bool = True
) -> Markup:
    """Draw a tile of the hand, turned by a number of quarter turns, which can be clicked and dragged."""
    return Markup(
        f'<button type="button" class="tile" data-action="tile" data-draggable data-value="{slot}"'
        f' data-width="{2 - turned % 2}" data-angle="{90 * turned}"'
        f' data-tile="{text(tile)}" aria-pressed="{boolean(picked)}"'
        f' aria-label="{text(tile_name(language, slot, tile))}"'
        f"{'' if enabled else ' disabled'}>{svg_html(svg.tile_svg(tile, turned=turned))}</button>"
    )


def tile_name(language: str, slot: int, tile: str) -> str:
    if tile == "?":
        return say(language, "hidden-tile")
    return say(language, "tile", number=slot + 1, one=say(language, tile[0]), two=say(language, tile[1]))


def _turned(session: Session) -> int:
    """Count the quarter turns of the picked tile."""
    return facing(session.orientation) if session.orientation else session.facing or 0


def _piles(session: Session) -> Markup:
    """Draw the piles: each one if one has to be chosen, else all of them as a single pile."""
    dealt, piles = session.match.positions[0].piles, session.position.piles
    if not any(dealt):
        return NOTHING
    if not session.awaiting_pile:
        left = sum(map(len, piles))
        label = translate(session, "left-to-draw", n=left)
        pile = svg_html(svg.pile_svg(left, sum(map(len, dealt))))
        return Markup(f'<span class="pile" role="img" aria-label="{label}" title="{label}">{pile}</span>')
    buttons = []
    for number, (tiles, full) in enumerate(zip(piles, dealt, strict=True), start=1):
        label = translate(session, "pile-of", number=number, n=len(tiles))
        pile = svg_html(svg.pile_svg(len(tiles), len(full)))
        buttons.append(
            Markup(
                f'<button type="button" class="pile" data-action="pile" data-value="{number}" aria-label="{label}"'
                f"{'' if tiles else ' disabled'}>{pile}</button>"
            )
        )
    return join(buttons)


def tools(session: Session, assisted: bool = True) -> Markup:
    if session.awaiting_pile:
        return button(session, "back", "back")
    ready = session.must_pass or session.ready
    return Markup(
        assistance(session, assisted)
        + button(session, "rotate", "turn", enabled=session.rotatable)
        + play_button(session, "place", enabled=ready)
    )


def picture(session: Session) -> str:
    return svg.board_svg(
        session.position,
        last=last_move(session),
        previous_pagoda_squares=session.match.pagoda_squares,
        size=PICTURE_WIDTH,
    )


def picture_box(position: Position) -> ViewBox:
    return svg.picture_box(position.board)


@lru_cache(maxsize=64)
def thumbnail(position: Position, number: int) -> Markup:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))


def highlight_picture(match: Match, turn: int) -> Markup:
    """Draw the surroundings of a turn's squares."""
    position, move = match.positions[turn], match.record.turns[turn - 1].move
    return svg_html(
        svg.board_svg(
            position,
            coordinates=False,
            last=move if move.halves else None,
            last_player=match.positions[turn - 1].player_to_move,
            previous_pagoda_squares=match.pagoda_squares,
            style=False,
            hits=False,
            crop=_around(position, tuple(square for _, square in move.halves)),
            prefix=f"moment{turn}",
        )
    )


def _around(position: Position, squares: tuple[str, ...]) -> ViewBox:
    """Return the view box of a board section centred on some squares; without squares, of the whole board."""
    board = position.board
    left, top, width, height = box = svg.picture_box(board, coordinates=False)
    corners = [corner(board, number) for square in squares if (number := board.square(square)) is not None]
    if not corners:
        return box
    side = min(HIGHLIGHT_WIDTH, width, height)

    def start(coordinates: Iterable[int], low: int, size: int) -> int:
        """Centre the section on one axis, without leaving the board."""
        centre = sum(coordinates) // len(corners) + SIZE // 2
        return max(low, min(centre - side // 2, low + size - side))

    xs, ys = zip(*corners, strict=True)
    return start(xs, left, width), start(ys, top, height), side, side


def grid(session: Session) -> Markup:
    """Draw the grid of squares, with their descriptions and whether the tile fits."""
    return _grid(session.position, session.language, session.spoken_names, session.legal_squares)


@lru_cache(maxsize=2)
def _grid(position: Position, language: str, names: tuple[str, ...], legal_squares: frozenset[str]) -> Markup:
    fits = say(language, "fits-here")
    texts = dict(Narrator(language, names).squares(position))
    texts |= {square: f"{texts[square]} {fits}" for square in legal_squares}
    open_squares = legal_squares or {*position.board.names(position.free & position.frontier)}
    return lay_out(position.board, texts, language, next((square for square in texts if square in open_squares), ""))


def lay_out(board: Board, texts: Mapping[str, str], language: str, start: str = "") -> Markup:
    """Draw the grid of descriptions by rows from the top; the keyboard focus begins at `start`."""
    squares = (f"{column}{row}" for row in range(board.height, 0, -1) for column in COLUMNS[: board.width])
    return grid_of(say(language, "which-board"), {square: texts[square] for square in squares}, board.width, start)


def changes(session: Session, before: Position, after: Position) -> str:
    """Summarise the changes of pagodas on the board, such as "Green +1, White −1"; empty without changes."""
    gained = ((player, before.pagodas_left(player) - after.pagodas_left(player)) for player in before.players)
    return ", ".join(f"{session.narrator.name(player)}\u00a0{_signed(gain)}" for player, gain in gained if gain)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def losses(session: Session) -> str:
    """Describe what the viewer has lost since the viewer's last turn."""
    if session.viewer is None or not session.ply:
        return ""
    positions, narrator = session.match.positions[session.last_own_turn : session.ply + 1], session.narrator
    return " ".join(
        sentence for before, after in pairwise(positions) for sentence in narrator.lost(before, after, session.viewer)
    )
