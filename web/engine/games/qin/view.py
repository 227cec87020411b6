"""The parts of the page that only Qin has, and its animations."""

from collections.abc import Mapping
from functools import lru_cache

from engine.games.qin.match import Match
from engine.games.qin.narrator import Narrator
from engine.games.qin.session import Session, facing, gains
from engine.html import NOTHING, Markup, button, join, svg_html, words
from engine.protocol import Marker, TurnAnimation
from engine.session.coach import question
from engine.ui.log import turns_since
from engine.ui.widgets import PICTURE_WIDTH, figure, going_back, grid_of, numbered_hints
from engine.words import say
from qin_core.common.svg import ViewBox
from qin_core.qin import Board, Move, Position, svg
from qin_core.qin.board import COLUMNS
from qin_core.qin.outline import SIZE, corner

MOMENT_WIDTH = 7 * SIZE
"""The side of the part of the board that the picture of a turn shows."""


def board(session: Session) -> Markup:
    """Draw the board: what is open, the tile that is looked at and what it would do, or what stands in its way."""
    position = session.position
    village = _village_at(position, session.focus)
    picture = svg.board_svg(
        position,
        coordinates=session.settings.coordinates,
        last=last_move(session),
        earlier=_moves_before_that(session),
        legal=() if session.selected else session.legal_squares,
        gains=() if session.selected else _gaining(session),
        ghost=session.ghost or (session.refused[0] if session.refused else None),
        tentative=not session.ready,
        changes=True,
        marks=session.refused[1].squares if session.refused else _questioned(session),
        counts=True if session.settings.switch("counts") else [village] if village else False,
        hints=_hints(session),
        labels=_labels(session),
        cursor=None if session.ghost else session.hover,
        pagoda_squares=session.match.places,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def last_move(session: Session) -> Move | None:
    """Find the move that led to the position that is shown; a pass leaves no trace."""
    move = session.match.record.turns[session.ply - 1].move if session.ply else None
    return move if move and move.halves else None


def _moves_before_that(session: Session) -> list[Move]:
    """Find the other moves since the viewer's last one, while the game as it stands is shown."""
    if not session.at_end or session.ply <= session.last_own_turn:
        return []
    return [
        turn.move for turn in session.match.record.turns[session.last_own_turn : session.ply - 1] if turn.move.halves
    ]


def _village_at(position: Position, square: str | None) -> str | None:
    number = position.board.square(square) if square else None
    if number is None:
        return None
    return next((village.letter for village in position.board.villages if village.squares >> number & 1), None)


def _hints(session: Session) -> list[svg.NumberedHint]:
    return numbered_hints(session, lambda move: move.squares)


def _questioned(session: Session) -> tuple[str, ...]:
    """Find the village or the province that the coach asks about."""
    found, preview = question(session), session.preview
    if found is None or found.allows is None or preview is None or preview.after is None:
        return ()
    _, place = found.allows
    board = session.position.board
    village = _village_at(session.position, place)
    if village:
        return board.names(board.villages[board.village_numbers[village]].squares)
    at = preview.after if found.allows[0].startswith("gives-") else session.position
    return next((area.squares for area in at.provinces() if place in area.squares), ())


def _labels(session: Session) -> list[tuple[tuple[str, ...], str]]:
    """Label the selected move and a better one, or the move that was made and a better one."""
    found, ghost = question(session), session.ghost
    if found and ghost and found.best:
        return [(ghost.squares, say(session.language, "label-yours")), (found.best.squares, _better_label(session))]
    if session.better is None or session.at_end:
        return []
    played = session.match.record.turns[session.ply].move
    return [
        (played.squares, say(session.language, "label-played")),
        (session.better.squares, _better_label(session)),
    ]


def _better_label(session: Session) -> str:
    return say(session.language, "label-better")


def _gaining(session: Session) -> set[str]:
    """Find the squares on which the picked tile gains the most pagodas; none where it gains the same everywhere."""
    if not session.fits or not marks_gains(session):
        return set()
    gained = gains(session.position)
    best = {square: gained[moves[0]] for square, moves in session.fits.items()}
    most = max(best.values())
    return {square for square, gain in best.items() if gain == most} if most > min(best.values()) else set()


def marks_gains(session: Session) -> bool:
    """Tell whether the most rewarding squares are marked: as the setting says, else unless a strong level plays."""
    wanted, easy = session.settings.gains, session.ui.beginner_levels
    return wanted == "on" or (
        wanted == "auto" and all(seat.kind in easy for seat in session.match.seats if seat.computer)
    )


def overlay(session: Session) -> Markup:
    """Hide the tiles until the next person has taken over."""
    if not session.hand_hidden:
        return NOTHING
    asks = words(session, "hand-over", player=session.names[session.match.now.mover - 1])
    undo = button(session, "undo", "undo") if session.match.undo_to() is not None else ""
    since = join(Markup(f"<li>{told}</li>") for told in turns_since(session))
    return Markup(
        f'<div class="cover handover"><div role="group" aria-label="{asks}"><p>{asks}</p><ul class="quiet">{since}</ul>'
        f"{button(session, 'uncover', 'uncover', kind='primary')}{undo}</div></div>"
    )


def squares(session: Session) -> Markup:
    """Draw what can be clicked on the board."""
    hits = svg.hits_svg(
        session.position.board,
        coordinates=session.settings.coordinates,
        hints=_hints(session),
        staged=session.ghost.squares if session.ready and session.ghost else (),
        tile=session.tile or 0,
    )
    return svg_html(hits)


def player_mark(player: int) -> Markup:
    return svg_html(svg.pagoda_svg(player))


def score_html(session: Session, player: int) -> Markup:
    """Say how many pagodas a player has left."""
    left = session.position.pagodas_left(player)
    return figure(left, words(session, "pagodas-caption"), words(session, "pagodas-left", n=left))


def status(session: Session) -> str:
    """Say what a placement would do, why it can't be made, or what there is to do."""
    narrator, position, preview = session.narrator, session.position, session.preview
    if session.awaiting_pile:
        return narrator.say("choose-pile")
    if preview and preview.after:
        after, events = preview.after, preview.events
        summed = changes(session, position, after)
        does = [f"{summed}.", *narrator.events(after, events)] if summed else narrator.events(after, events)
        return " ".join([*_noticed(session), *does, *_what_next(session)])
    if preview and preview.refusal:
        return " ".join([*_noticed(session), narrator.refusal(position, preview.move, preview.refusal)])
    if not session.at_turn:
        return ""
    if session.hand_hidden:
        return narrator.say_of("to-move", position.mover)
    key = "must-pass" if session.must_pass else "pick-tile" if session.tile is None else "pick-square"
    told = "" if session.tile is not None else losses(session)
    return " ".join(
        filter(None, [*_noticed(session), told, narrator.say_of(key, position.mover), *_what_next(session)])
    )


def _noticed(session: Session) -> list[str]:
    """Say what the last action has or hasn't done, where the picture doesn't show it."""
    return [session.narrator.say(session.notice)] if session.notice else []


def _what_next(session: Session) -> list[str]:
    """Say how a staged placement is made, or what the large dots of a picked tile mean."""
    if session.ready:
        return [session.narrator.say("press-place", place=session.narrator.say("place"))]
    return [session.narrator.say("large-dots")] if _gaining(session) else []


def spoken(session: Session) -> str:
    """Say what the picture shows of a placement: where the tile lies; and how it is made."""
    if session.awaiting_pile or session.ghost is None or not session.ghost.halves:
        return ""
    (one, square1), (two, square2) = session.ghost.halves
    narrator = session.narrator
    lies = narrator.say("lies-on", one=narrator.say(one), square1=square1, two=narrator.say(two), square2=square2)
    return f"{lies} {narrator.say('enter-places')}" if session.selected else lies


def pointed_at(session: Session) -> str:
    """Say what lies on the square that is pointed at, where no placement is being looked at."""
    if not session.focus or session.awaiting_pile or session.ghost or session.refused:
        return ""
    return session.narrator.at_place(session.focus, session.narrator.square(session.position, session.focus))


def move_label(_: Session, move: Move) -> Markup:
    """Draw a placement's tile and name its squares."""
    return Markup(f"{svg.tile_svg(move.tile)}{' '.join(move.squares)}")


def hand(session: Session) -> Markup:
    """Show the tiles of the person who is playing, or the piles to choose from."""
    if session.awaiting_pile:
        return Markup(
            "".join(_pile(session, number, len(pile)) for number, pile in enumerate(session.position.piles, start=1))
        )
    tiles = []
    for number, tile in enumerate(("?",) * 3 if session.viewer is None else session.hand):
        picked = number == session.tile
        turned = _turned(session) if picked else 0
        tiles.append(tile_button(session.language, number, tile, picked=picked, turned=turned, enabled=session.can_act))
    return Markup("".join(tiles))


def tile_button(
    language: str, number: int, tile: str, *, picked: bool = False, turned: int = 0, enabled: bool = True
) -> Markup:
    """Give a tile of the hand, which can be picked up and dragged."""
    return Markup(
        f'<button type="button" class="tile" data-action="tile" data-drag data-value="{number}"'
        f' aria-pressed="{str(picked).lower()}" aria-label="{tile_name(language, number, tile)}" data-turned="{turned}"'
        f"{'' if enabled else ' disabled'}>{svg.tile_svg(tile, turned=turned)}</button>"
    )


def tile_name(language: str, number: int, tile: str) -> str:
    """Name a tile of the hand."""
    if tile == "?":
        return say(language, "hidden-tile")
    return say(language, "tile", number=number + 1, one=say(language, tile[0]), two=say(language, tile[1]))


def _turned(session: Session) -> int:
    """Count the quarter turns by which the picked tile is turned."""
    return facing(session.orientation) if session.orientation else session.facing or 0


def _pile(session: Session, number: int, tiles: int) -> Markup:
    return Markup(
        f'<button type="button" class="tile pile" data-action="pile" data-value="{number}"'
        f' aria-label="{words(session, "pile-of", number=number, n=tiles)}"{"" if tiles else " disabled"}>'
        f"{words(session, 'pile')} {number}<small>{tiles}</small></button>"
    )


def tools(session: Session, assisted: bool = True) -> Markup:
    """Give the buttons that go with what is picked; who is `assisted` can take back and get hints."""
    if session.awaiting_pile:
        return button(session, "back", "back")
    ready = session.must_pass or session.ready
    return Markup(
        going_back(session, assisted)
        + button(session, "turn", "turn", enabled=session.rotatable)
        + button(session, "place", "pass-button" if session.must_pass else "place", kind="primary", enabled=ready)
    )


def picture(session: Session) -> str:
    """Draw the position as a picture to give away."""
    return svg.board_svg(
        session.position, last=last_move(session), pagoda_squares=session.match.places, size=PICTURE_WIDTH
    )


def picture_box(position: Position) -> ViewBox:
    """Say where such a picture lies."""
    return svg.picture_box(position.board)


@lru_cache(maxsize=64)
def thumbnail(position: Position, number: int) -> Markup:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))


def moment_picture(match: Match, turn: int) -> Markup:
    """Draw what lies around the squares of a turn."""
    position, move = match.positions[turn], match.record.turns[turn - 1].move
    return svg_html(
        svg.board_svg(
            position,
            coordinates=False,
            last=move if move.halves else None,
            pagoda_squares=match.places,
            style=False,
            hits=False,
            crop=_around(position, tuple(square for _, square in move.halves)),
            prefix=f"moment{turn}",
        )
    )


def _around(position: Position, squares: tuple[str, ...]) -> ViewBox:
    """Frame a part of the board with some squares in its middle; without squares, the whole board."""
    board = position.board
    left, top, width, height = box = svg.picture_box(board, coordinates=False)
    corners = [corner(board, at) for square in squares if (at := board.square(square)) is not None]
    if not corners:
        return box
    side = min(MOMENT_WIDTH, width, height)
    middle = (sum(point[axis] for point in corners) // len(corners) + SIZE // 2 for axis in (0, 1))
    x, y = (
        max(low, min(centre - side // 2, low + size - side))
        for centre, low, size in zip(middle, (left, top), (width, height), strict=True)
    )
    return x, y, side, side


def grid(session: Session) -> Markup:
    """List the squares row by row from the top, each with what lies there and whether the tile fits."""
    return _grid(session.position, session.language, session.spoken_names, session.legal_squares)


@lru_cache(maxsize=2)
def _grid(position: Position, language: str, names: tuple[str, ...], legal_squares: frozenset[str]) -> Markup:
    fits = say(language, "fits-here")
    told = Narrator(language, names).squares(position)
    return lay_out(
        position.board,
        {square: f"{text} {fits}" if square in legal_squares else text for square, text in told.items()},
        language,
    )


def lay_out(board: Board, texts: Mapping[str, str], language: str) -> Markup:
    """Make the grid of what there is to say of every square."""
    rows = ([f"{column}{row}" for column in COLUMNS[: board.width]] for row in range(board.height, 0, -1))
    return grid_of(say(language, "which-board"), ([(square, texts[square]) for square in row] for row in rows))


SOUNDS = {"found": "found", "major": "major", "connect": "found", "conquer": "conquer", "absorb": "conquer"}
"""The sounds of events."""


def animation(game: Match, number: int) -> TurnAnimation:
    """Animate a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    turn = game.record.turns[number - 1]
    if not turn.move.halves:
        return TurnAnimation(before.mover)
    was, now = pagodas(game, before), pagodas(game, after)
    gains = tuple(Marker(pagoda_selector(place), owner) for place, owner, _ in sorted(now - was))
    stay = {(place, owner) for place, owner, _ in now}
    lost = [(place, owner) for place, owner, _ in sorted(was - now) if (place, owner) not in stay]
    losses = tuple(Marker(pagoda_selector(place), owner) for place, owner in lost)
    sounds = dict.fromkeys(SOUNDS[event.kind] for event in turn.events if event.kind in SOUNDS)
    return TurnAnimation(
        before.mover,
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
    )


def pagodas(game: Match, position: Position) -> set[tuple[str, int, int]]:
    """List the pagodas that stand in a position of a game: where, whose, how many there."""
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
    return tuple(pagoda_selector(place) for place, owner, _ in sorted(pagodas(game, game.now)) if owner in winners)


def changes(session: Session, before: Position, after: Position) -> str:
    """Sum up who has more or fewer pagodas on the board: "Green +1 · White −1"; nothing where nobody has."""
    gained = ((player, before.pagodas_left(player) - after.pagodas_left(player)) for player in before.players)
    return " · ".join(f"{session.narrator.name(player)}\u00a0{_signed(gain)}" for player, gain in gained if gain)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def losses(session: Session) -> str:
    """Tell what others have taken from the viewer since the viewer's last turn, and what that cost."""
    if session.viewer is None or not session.ply:
        return ""
    return " ".join(said for number in range(session.last_own_turn, session.ply) for said in _lost_in(session, number))


def _lost_in(session: Session, number: int) -> list[str]:
    """Tell what the viewer has lost in a turn by its number, from 0."""
    viewer, narrator = session.viewer or 0, session.narrator
    before, after = session.match.positions[number : number + 2]
    if before.mover == viewer:
        return []
    taker = narrator.name(before.mover)
    villages = [
        narrator.say("lost-village", player=taker, place=narrator.village_place(after, letter))
        for letter, holder in before.villages().items()
        if holder == viewer != after.villages()[letter]
    ]
    kept = {square for area in after.provinces() if area.owner == viewer for square in area.squares}
    provinces = [
        narrator.say("lost-province", player=taker, place=area.squares[0], n=area.pagodas)
        for area in before.provinces()
        if area.owner == viewer and area.squares[0] not in kept
    ]
    return villages + provinces
