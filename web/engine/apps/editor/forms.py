"""The fields beside the board: which board, how large, who plays, their tiles and the piles."""

from engine.apps.editor.model import MAP, Editor
from engine.apps.editor.sketch import REST
from engine.apps.editor.update import MAX_PILE_TEXT, NO_PILES
from engine.html import Html, button, choice, disabled, text, words
from engine.words import say
from qin_core.qin import BOARDS, svg
from qin_core.qin.board import MAX_SIDE, MIN_SIDE
from qin_core.qin.tiles import HAND_SIZE, HIDDEN_TILE, KINDS


def form(editor: Editor) -> Html:
    """Give the fields that go with what is edited: the map, or the position on it."""
    boards = [(board, say(editor.language, f"board-{board}")) for board in (*BOARDS, MAP)]
    own = _map_fields(editor) if editor.mode == MAP else _position_fields(editor)
    return Html(choice(editor, "form", "board", "which-board", boards, editor.board) + own)


def _map_fields(editor: Editor) -> Html:
    height, width = len(editor.sketch.marks), len(editor.sketch.marks[0])
    sides = [(str(size), str(size)) for size in range(MIN_SIDE, MAX_SIDE + 1)]
    return Html(
        '<div class="sides">'
        + choice(editor, "form", "width", "map-width", sides, str(width))
        + choice(editor, "form", "height", "map-height", sides, str(height))
        + f'</div><p class="quiet small">{words(editor, "map-hint")}</p>{_last_row(editor)}'
    )


def _position_fields(editor: Editor) -> Html:
    counts = [(str(n), say(editor.language, "n-players", n=n)) for n in (2, 3, 4)]
    movers = [(str(player), editor.names[player - 1]) for player in range(1, editor.sketch.players + 1)]
    return Html(
        choice(editor, "form", "players", "how-many", counts, str(editor.sketch.players))
        + choice(editor, "form", "mover", "on-turn", movers, str(editor.sketch.mover))
        + _hands(editor)
        + _piles(editor)
        + _last_row(editor)
    )


def _last_row(editor: Editor) -> Html:
    other = button(editor, "open", "dragon-open", value="dragon")
    return Html(f'<p class="row">{button(editor, "clear", "clear-board")}{other}</p>')


def _hands(editor: Editor) -> Html:
    """Show a stock of tiles, and each hand with its places: an empty one takes the chosen tile, a full one gives it."""
    stock = "".join(
        f'<button type="button" class="stock" data-action="tile" data-value="{tile}"'
        f' aria-pressed="{str(tile == editor.tile).lower()}" aria-label="{text(_tile_name(editor, tile))}"'
        f' title="{text(_tile_name(editor, tile))}"{disabled(editor)}>{svg.tile_svg(tile)}</button>'
        for tile in (*KINDS, HIDDEN_TILE)
    )
    hands = "".join(_hand(editor, player) for player in range(1, editor.sketch.players + 1))
    return Html(
        f'<fieldset class="hands"><legend>{words(editor, "hands")}</legend>'
        f'<div class="stocks" role="group" aria-label="{words(editor, "tile-stock")}">{stock}</div>{hands}</fieldset>'
    )


def _hand(editor: Editor, player: int) -> Html:
    name, hand = editor.names[player - 1], editor.sketch.hands[player - 1]
    places = [
        f'<button type="button" class="stock" data-action="take-out" data-value="{player}-{number}"'
        f' aria-label="{words(editor, "take-tile-out", player=name, tile=_tile_name(editor, tile))}"{disabled(editor)}>'
        f"{svg.tile_svg(tile)}</button>"
        for number, tile in enumerate(hand)
    ]
    places += [
        f'<button type="button" class="stock gap" data-action="put" data-value="{player}"'
        f' aria-label="{words(editor, "put-tile-in", player=name, tile=_tile_name(editor, editor.tile))}"'
        f"{disabled(editor)}>+</button>"
        for _ in range(HAND_SIZE - len(hand))
    ]
    return Html(
        f'<div class="hand p{player}" role="group" aria-label="{text(name)}">'
        f'<span class="mark" aria-hidden="true">{svg.pagoda_svg(player)}</span>{"".join(places)}</div>'
    )


def _tile_name(editor: Editor, tile: str) -> str:
    """Name a tile by its colours."""
    if tile == HIDDEN_TILE:
        return say(editor.language, "hidden-tile")
    one, two = (say(editor.language, colour) for colour in tile)
    return say(editor.language, "tile-colours", one=one, two=two)


def _piles(editor: Editor) -> Html:
    """Choose the piles: the rest of the box, none, or as a position line has them."""
    piles = editor.sketch.piles
    kind = "rest" if piles == REST else "none" if piles == NO_PILES else "written"
    kinds = [(name, say(editor.language, f"piles-{name}")) for name in ("rest", "none", "written")]
    written = (
        f'<label class="field"><span>{words(editor, "pile-text")}</span><input type="text" data-action="form"'
        f' data-field="pile-text" value="{text(piles)}" maxlength="{MAX_PILE_TEXT}" spellcheck="false"'
        f' autocomplete="off"{disabled(editor)}></label>'
        if kind == "written"
        else ""
    )
    return Html(choice(editor, "form", "piles", "place-piles", kinds, kind) + written)
