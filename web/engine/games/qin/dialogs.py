"""The windows of Qin: what a new game has to know, and what can be set."""

from functools import cache

from engine.games.qin.form import BOARDS, OWN_MAP
from engine.games.qin.match import SERIES_LENGTHS
from engine.games.qin.session import Model
from engine.games.qin.view import mark
from engine.html import NOTHING, Html, chips, choice, drawing, svg_html, switch, text, words
from engine.problems import explain
from engine.ui.widgets import seat_fields
from engine.words import say
from qin_core.qin import Position, svg

SETTINGS = ("confirm", "choose_pile", "handover", "coordinates", "counts", "shortcuts")
SHARE_NOTE = "share-note"


def form(model: Model) -> Html:
    """Ask how many play, and on what."""
    draft = model.draft
    counts = [(str(n), text(str(n))) for n in (2, 3, 4)]
    boards = [(board, Html(_picture(board) + words(model, f"board-{board}"))) for board in BOARDS]
    return Html(
        chips(model, "form", "players", "how-many", counts, str(draft.players))
        + chips(model, "form", "board", "which-board", boards, draft.board, "pictured")
        + (_own_map(model) if draft.board == OWN_MAP else _board_note(model))
    )


@cache
def _picture(board: str) -> Html:
    """Draw a board as it is before a game; one's own is still to be drawn."""
    if board == OWN_MAP:
        return drawing("plus")
    start = Position.deal(board, 2, seed=0)
    return svg_html(svg.board_svg(start, coordinates=False, style=False, hits=False, prefix=f"board-{board}"))


def more_of_form(model: Model) -> Html:
    """Ask who sits where, who begins, and how long it goes on."""
    draft = model.draft
    first = [("0", say(model.language, "by-chance"))] + [
        (str(player), seat.name or say(model.language, f"player-{seat.colour or player}"))
        for player, seat in enumerate(draft.seated, start=1)
    ]
    lengths = [(length, say(model.language, "n-games", n=int(length))) for length in SERIES_LENGTHS]
    return Html(
        "".join(_seat(model, player) for player in range(1, draft.players + 1))
        + choice(model, "form", "first", "who-begins", first, str(draft.first))
        + choice(model, "form", "games", "series-length", lengths, str(draft.games))
        + switch(model, "form", "fair", "fair-start", draft.fair)
        + f'<p class="quiet small">{words(model, "board-note")}</p>'
    )


def _seat(model: Model, player: int) -> Html:
    own = model.draft.seats[player - 1].colour or player
    colours = "".join(
        f'<option value="{number}"{" selected" if number == own else ""}>{words(model, f"player-{number}")}</option>'
        for number in range(1, 5)
    )
    choice_of_colour = Html(
        f'<select data-action="form" data-field="colour-{player}"'
        f' aria-label="{words(model, "colour-of", number=player)}">{colours}</select>'
    )
    return seat_fields(model, player, f"player-{own}", mark(player), choice_of_colour, Html(f' data-colour="{own}"'))


def _board_note(model: Model) -> Html:
    return Html(f'<p class="quiet small">{words(model, f"board-{model.draft.board}-note")}</p>')


def _own_map(model: Model) -> Html:
    """Take a map of the reader's own, and say in place what is wrong with it."""
    faulty = bool(model.draft.own_map.strip() and model.draft.faults())
    return Html(
        f'<label class="field tall"><span>{words(model, "own-map")}</span>'
        f'<textarea data-action="form" data-field="own_map" rows="8" spellcheck="false" aria-describedby="map-faults"'
        f' aria-invalid="{str(faulty).lower()}">'
        f"{text(model.draft.own_map)}</textarea></label>"
        f'<div id="map-faults" role="status">{_map_faults(model)}</div>'
        f'<div class="row"><label class="file">{words(model, "load-file")}'
        f'<input type="file" data-action="map-file" accept=".txt"></label>{_editor(model)}</div>'
        f"<details><summary>{words(model, 'map-how')}</summary><p>{words(model, 'map-signs')}</p></details>"
    )


def _editor(model: Model) -> Html:
    """Lead to the editor, where there are other pages than this one."""
    if not model.site:
        return NOTHING
    return Html(f'<a class="button" href="{text(model.site)}editor.html">{words(model, "map-draw")}</a>')


def _map_faults(model: Model) -> Html:
    """List what is wrong with the map; as long as there is none, say where it can come from."""
    if not model.draft.own_map.strip():
        return Html(f'<p class="quiet small">{words(model, "map-empty")}</p>')
    faults = "".join(f"<li>{text(explain(model.language, fault))}</li>" for fault in model.draft.faults())
    return Html(f'<ul class="faults">{faults}</ul>' if faults else "")
