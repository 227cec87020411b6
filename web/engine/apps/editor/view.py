"""From the editor's model to its page: strings of SVG and HTML, nothing else."""

from collections.abc import Callable, Collection
from functools import lru_cache

from engine.apps.editor import forms, windows
from engine.apps.editor.exports import map_fits, play_link, try_link
from engine.apps.editor.model import BRUSHES, MODES, POSITION, Editor
from engine.apps.editor.painting import PAGODA, STARTS
from engine.apps.editor.sketch import Sketch, sign_at, square_names
from engine.apps.editor.swatches import KEYS, brush_kind, brush_name, swatch
from engine.games.qin.narrator import Narrator
from engine.games.qin.view import lay_out
from engine.html import NOTHING, Html, button, disabled, languages, note, svg_html, text, words
from engine.problems import explain
from engine.words import say
from qin_core.qin import svg

WINDOWS: dict[str, Callable[[Editor], Html]] = {
    "open": windows.open_text,
    "take": windows.export,
    "help": windows.how_to,
    "dragon": windows.khan_tsin,
}


def page(editor: Editor, only: Collection[str] = ()) -> dict[str, Html]:
    """Draw everything, or `only` some parts: what belongs into the element of each name."""
    return {name: draw(editor) for name, draw in PARTS.items() if not only or name in only}


def title(editor: Editor) -> str:
    return f"{say(editor.language, 'editor')} · Qin"


# The board


def board(editor: Editor) -> Html:
    """Draw the board, with the squares marked that a fault is about."""
    position = editor.sketch.drawn()
    picture = svg.board_svg(
        position,
        coordinates=editor.settings.coordinates,
        marks={square for found in editor.found for square in found.squares},
        cursor=editor.hover,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def grid(editor: Editor) -> Html:
    """List the squares row by row from the top, each with what lies there."""
    return lay_out(editor.sketch.drawn().board, _texts(editor.sketch, editor.language, editor.names), editor.language)


@lru_cache(maxsize=2)
def _texts(sketch: Sketch, language: str, names: tuple[str, ...]) -> dict[str, str]:
    """Tell of every square what lies there; a start space says so."""
    told = dict(Narrator(language, names).squares(sketch.drawn()))
    for square in square_names(sketch.marks):
        if sign_at(sketch.marks, square) in STARTS:
            told[square] = f"{say(language, 'start-space')} {told[square]}"
    return told


def status(editor: Editor) -> Html:
    """Tell what lies on the square that is pointed at, else what the brush in hand does."""
    if editor.hover in (texts := _texts(editor.sketch, editor.language, editor.names)):
        return words(editor, "telling", what=editor.hover, text=texts[editor.hover])
    return words(editor, f"brush-does-{brush_kind(editor.brush)}")


def live(editor: Editor) -> Html:
    """Say what has become of a square that the keyboard has painted."""
    texts = _texts(editor.sketch, editor.language, editor.names)
    told = editor.touched in texts
    return Html(words(editor, "telling", what=editor.touched, text=texts[editor.touched]) if told else "")


# The tools


def modes(editor: Editor) -> Html:
    """Choose between the map and what lies on it."""
    return Html(
        "".join(
            button(editor, "mode", f"mode-{mode}", value=mode, pressed=mode == editor.mode, kind="tab")
            for mode in MODES
        )
    )


def brushes(editor: Editor) -> Html:
    """Show the brushes, and for the position the players whose pagodas they set."""
    own = "".join(_brush(editor, brush) for brush in BRUSHES[editor.mode])
    parts = [f'<div class="palette" role="group" aria-label="{words(editor, "brushes")}">{own}</div>']
    if editor.mode == POSITION:
        players = "".join(_player(editor, player) for player in range(1, editor.sketch.players + 1))
        parts.append(
            f'<div class="palette owners" role="group" aria-label="{words(editor, "new-owner")}">'
            f'<span aria-hidden="true">{words(editor, "new-owner")}</span>{players}</div>'
        )
    return Html("".join(parts))


def _brush(editor: Editor, brush: str) -> Html:
    name = say(editor.language, f"brush-{brush_name(brush)}")
    return _tool(
        "brush", brush, name, KEYS[brush].upper(), brush == editor.brush, swatch(brush, editor.player), disabled(editor)
    )


def _player(editor: Editor, player: int) -> Html:
    name = editor.names[player - 1]
    return _tool(
        "player", str(player), name, str(player), player == editor.player, swatch(PAGODA, player), disabled(editor)
    )


def _tool(action: str, value: str, name: str, key: str, picked: bool, face: Html, off: Html) -> Html:
    """Make a button that shows what it is for, and the key that does the same."""
    label = text(name)
    return Html(
        f'<button type="button" class="brush" data-action="{action}" data-value="{text(value)}"'
        f' aria-pressed="{str(picked).lower()}" aria-label="{label}" title="{label} ({key})" data-key="{key}"{off}>'
        f"{face}</button>"
    )


def faults(editor: Editor) -> Html:
    """Name every fault, or say that there is none."""
    if not editor.found:
        key = "map-fits" if editor.mode != POSITION else "position-fits"
        return Html(f'<p class="fits">{words(editor, key)}</p>')
    items = "".join(f"<li>{text(explain(editor.language, found.fault))}</li>" for found in editor.found)
    return Html(f'<ul class="faults">{items}</ul>')


def actions(editor: Editor) -> Html:
    """Give the ways out: try the position, play on the map, take everything away."""
    return Html(
        _way_out(editor, "try-out", "" if editor.found else try_link(editor), "primary")
        + _way_out(editor, "play-on-map", play_link(editor) if map_fits(editor) else "")
        + button(editor, "open", "export", value="take")
    )


def _way_out(editor: Editor, key: str, address: str, kind: str = "") -> Html:
    """Make a link that looks like a button; without an address it can't be followed."""
    there = f' href="{text(address)}"' if address else ' role="link" aria-disabled="true"'
    return Html(f'<a class="button {kind}"{there}>{words(editor, key)}</a>')


def menu(editor: Editor) -> Html:
    """Give the way back, the windows and the languages."""
    return Html(
        button(editor, "undo", "edit-undo", icon="undo", enabled=bool(editor.past))
        + button(editor, "redo", "redo", icon="redo", enabled=bool(editor.future))
        + button(editor, "open", "edit-open", value="open", icon="games")
        + button(editor, "open", "help", value="help", icon="help")
        + languages(editor)
    )


def squares(editor: Editor) -> Html:
    """Draw what can be painted on."""
    return svg_html(svg.hits_svg(editor.sketch.drawn().board, coordinates=editor.settings.coordinates))


PARTS: dict[str, Callable[[Editor], Html]] = {
    "board": board,
    "squares": squares,
    "grid": grid,
    "status": status,
    "modes": modes,
    "brushes": brushes,
    "tools": lambda _: NOTHING,
    "form": forms.form,
    "faults": faults,
    "actions": actions,
    "menu": menu,
    "live": live,
    "heading": lambda editor: words(editor, "editor"),
    "note": note,
    "dialog": lambda editor: WINDOWS[editor.dialog](editor) if editor.dialog else NOTHING,
}
NOW = tuple(name for name in PARTS if name not in ("note", "dialog"))
"""What has to be there as soon as somebody has done something."""
