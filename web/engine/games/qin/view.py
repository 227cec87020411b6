"""The parts of the page that only Qin has: strings of SVG and HTML, nothing else."""

from functools import lru_cache

from engine.games.qin import gains as recap
from engine.games.qin.grid import grid as grid
from engine.games.qin.placing import facing, gains
from engine.games.qin.session import Model
from engine.html import NOTHING, Html, button, join, svg_html, words
from engine.ui.log import turns_since
from engine.ui.widgets import PICTURE_WIDTH, figure, going_back, numbered_hints
from engine.words import say
from qin_core.common.svg import ViewBox
from qin_core.qin import Move, Position, svg


def board(model: Model) -> Html:
    """Draw the board: what is open, the tile that is looked at and what it would do, or what stands in its way."""
    position = model.position
    village = _village_at(position, model.target)
    picture = svg.board_svg(
        position,
        coordinates=model.settings.coordinates,
        last=last_move(model),
        earlier=_moves_before_that(model),
        legal=() if model.aimed else model.lit,
        gains=() if model.aimed else _gaining(model),
        ghost=model.ghost or (model.refused[0] if model.refused else None),
        changes=True,
        marks=model.refused[1].squares if model.refused else (),
        counts=True if model.settings.counts else [village] if village else False,
        hints=_hints(model),
        cursor=None if model.ghost else model.hover,
        pagoda_squares=model.game.places,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def last_move(model: Model) -> Move | None:
    """Find the move that led to the position that is shown; a pass leaves no trace."""
    move = model.game.record.turns[model.shown - 1].move if model.shown else None
    return move if move and move.halves else None


def _moves_before_that(model: Model) -> list[Move]:
    """Find the other moves since the viewer's last one, while the game as it stands is shown."""
    if not model.live or model.shown <= model.since:
        return []
    return [turn.move for turn in model.game.record.turns[model.since : model.shown - 1] if turn.move.halves]


def _village_at(position: Position, square: str | None) -> str | None:
    number = position.board.square(square) if square else None
    if number is None:
        return None
    return next((village.letter for village in position.board.villages if village.squares >> number & 1), None)


def _hints(model: Model) -> list[svg.NumberedHint]:
    return numbered_hints(model, lambda move: move.squares)


def _gaining(model: Model) -> set[str]:
    """Find the squares on which the picked tile gains the most pagodas; none where it gains the same everywhere."""
    if not model.fits:
        return set()
    gained = gains(model.position)
    best = {square: gained[moves[0]] for square, moves in model.fits.items()}
    most = max(best.values())
    return {square for square, gain in best.items() if gain == most} if most > min(best.values()) else set()


def cover(model: Model) -> Html:
    """Hide the tiles until the next person has taken over."""
    if not model.covered:
        return NOTHING
    asks = words(model, "hand-over", player=model.names[model.game.now.mover - 1])
    undo = button(model, "undo", "undo") if model.game.undo_to() is not None else ""
    since = join(Html(f"<li>{told}</li>") for told in turns_since(model))
    return Html(
        f'<div class="cover handover"><div role="group" aria-label="{asks}"><p>{asks}</p><ul class="quiet">{since}</ul>'
        f"{button(model, 'uncover', 'uncover', kind='primary')}{undo}</div></div>"
    )


def squares(model: Model) -> Html:
    """Draw what can be clicked on the board."""
    hits = svg.hits_svg(model.position.board, coordinates=model.settings.coordinates, hints=_hints(model))
    return svg_html(hits)


def mark(player: int) -> Html:
    return svg_html(svg.pagoda_svg(player))


def standing(model: Model, player: int) -> Html:
    """Say how many pagodas a player has left."""
    left = model.position.pagodas_left(player)
    return figure(left, words(model, "pagodas-caption"), words(model, "pagodas-left", n=left))


def status(model: Model) -> str:
    """Say what a placement would do, why it can't be made, or what there is to do."""
    story, position = model.story, model.position
    if model.pending:
        return story.say("choose-pile")
    if model.ghost:
        after, events = position.apply(model.ghost)
        summed = recap.changes(model, position, after)
        return " ".join([*([f"{summed}."] if summed else []), *story.events(after, events)])
    if model.refused:
        return story.refusal(position, *model.refused)
    if not model.at_turn:
        return ""
    if model.covered:
        return story.about("to-move", position.mover)
    key = "must-pass" if model.must_pass else "pick-tile" if model.tile is None else "pick-square"
    told = "" if model.tile is not None else recap.losses(model)
    most = story.say("large-dots") if key == "pick-square" and _gaining(model) else ""
    return f"{told} {story.about(key, position.mover)} {most}".strip()


def spoken(model: Model) -> str:
    """Say what the picture shows of a placement: where the tile lies; and how it is made."""
    if model.pending or model.ghost is None or not model.ghost.halves:
        return ""
    (one, square1), (two, square2) = model.ghost.halves
    story = model.story
    lies = story.say("lies-on", one=story.say(one), square1=square1, two=story.say(two), square2=square2)
    return f"{lies} {story.say('enter-places')}" if model.aimed else lies


def pointed_at(model: Model) -> str:
    """Say what lies on the square that is pointed at, where no placement is being looked at."""
    if not model.target or model.pending or model.ghost or model.refused:
        return ""
    return model.story.telling(model.target, model.story.square(model.position, model.target))


def move_sign(_: Model, move: Move) -> Html:
    """Draw a placement's tile and name its squares."""
    return Html(f"{svg.tile_svg(move.tile)}{' '.join(move.squares)}")


def hand(model: Model) -> Html:
    """Show the tiles of the person who is playing, or the piles to choose from."""
    if model.pending:
        return Html(
            "".join(_pile(model, number, len(pile)) for number, pile in enumerate(model.position.piles, start=1))
        )
    tiles = []
    for number, tile in enumerate(("?",) * 3 if model.viewer is None else model.hand):
        picked = number == model.tile
        turned = _turned(model) if picked else 0
        tiles.append(tile_button(model.language, number, tile, picked=picked, turned=turned, enabled=model.can_act))
    return Html("".join(tiles))


def tile_button(
    language: str, number: int, tile: str, *, picked: bool = False, turned: int = 0, enabled: bool = True
) -> Html:
    """Give a tile of the hand, which can be picked up and dragged."""
    return Html(
        f'<button type="button" class="tile" data-action="tile" data-drag data-value="{number}"'
        f' aria-pressed="{str(picked).lower()}" aria-label="{tile_name(language, number, tile)}" data-turned="{turned}"'
        f"{'' if enabled else ' disabled'}>{svg.tile_svg(tile, turned=turned)}</button>"
    )


def tile_name(language: str, number: int, tile: str) -> str:
    """Name a tile of the hand."""
    if tile == "?":
        return say(language, "hidden-tile")
    return say(language, "tile", number=number + 1, one=say(language, tile[0]), two=say(language, tile[1]))


def _turned(model: Model) -> int:
    """Count the quarter turns by which the picked tile is turned."""
    return facing(model.way) if model.way else model.facing or 0


def _pile(model: Model, number: int, tiles: int) -> Html:
    return Html(
        f'<button type="button" class="tile pile" data-action="pile" data-value="{number}"'
        f' aria-label="{words(model, "pile-of", number=number, n=tiles)}"{"" if tiles else " disabled"}>'
        f"{words(model, 'pile')} {number}<small>{tiles}</small></button>"
    )


def tools(model: Model, assisted: bool = True) -> Html:
    """Give the buttons that go with what is picked; who is `assisted` can take back and get hints."""
    if model.pending:
        return button(model, "back", "back")
    ready = model.must_pass or model.ready
    return Html(
        going_back(model, assisted)
        + button(model, "turn", "turn", enabled=model.turnable)
        + button(model, "place", "pass-button" if model.must_pass else "place", kind="primary", enabled=ready)
    )


def picture(model: Model) -> str:
    """Draw the position as a picture to give away."""
    return svg.board_svg(model.position, last=last_move(model), pagoda_squares=model.game.places, size=PICTURE_WIDTH)


def picture_box(position: Position) -> ViewBox:
    """Say where such a picture lies."""
    return svg.picture_box(position.board)


@lru_cache(maxsize=64)
def thumb(position: Position, number: int) -> Html:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))
