"""The editor's page: from its model to HTML and SVG."""

from collections.abc import Callable, Collection

from engine.apps.editor import windows
from engine.apps.editor.exports import play_link, try_link
from engine.apps.editor.model import Editor
from engine.games.editor import Brush
from engine.html import NOTHING, Html, button, disabled, join, languages, note, text, words
from engine.problems import explain
from engine.words import say

WINDOWS: dict[str, Callable[[Editor], Html]] = {
    "open": windows.open_text,
    "take": windows.export,
    "lesson": windows.lesson,
    "help": windows.how_to,
}


def page(editor: Editor, only: Collection[str] = ()) -> dict[str, Html]:
    """Draw all parts or only some, by the ids of their elements."""
    return {name: draw(editor) for name, draw in PARTS.items() if not only or name in only}


def title(editor: Editor) -> str:
    return f"{say(editor.language, 'editor')} · {editor.sketch.title}"


# The board


def board(editor: Editor) -> Html:
    return editor.sketch.board(editor.settings.coordinates, editor.hover)


def status(editor: Editor) -> Html:
    """Describe the square that is pointed at and why the brush can't be used there, else what the brush does."""
    square, sketch = editor.hover, editor.sketch
    told = sketch.squares(editor.language).get(square) if square else None
    if square is None or told is None:
        return words(editor, editor.draft.brush.help)
    why = sketch.why_not(editor.tools.brush, square)
    # While a stroke goes on, the square has just been painted.
    refused = Html(f" <strong>{words(editor, why)}</strong>") if why and editor.stroke is None else NOTHING
    return Html(words(editor, "telling", what=square, text=told) + refused)


def live(editor: Editor) -> Html:
    """Read out the square that the keyboard has painted."""
    told = editor.sketch.squares(editor.language).get(editor.touched)
    return words(editor, "telling", what=editor.touched, text=told) if told else NOTHING


# The tools


def modes(editor: Editor) -> Html:
    """Choose the game, and for one whose maps can be edited between its positions and its maps."""
    shown = editor.sketch.name, editor.tools.mode
    tabs = []
    for draft in editor.drafts:
        first, *others = draft.sketch.modes
        named = [(first, text(draft.sketch.title)), *((mode, words(editor, f"mode-{mode}")) for mode in others)]
        tabs += [_tab(editor, (draft.sketch.name, mode), label, shown) for mode, label in named]
    return join(tabs)


def _tab(editor: Editor, tab: tuple[str, str], label: Html, shown: tuple[str, str]) -> Html:
    pressed = str(tab == shown).lower()
    return Html(
        f'<button type="button" class="tab" data-action="tab" data-value="{" ".join(tab)}" aria-pressed="{pressed}"'
        f"{disabled(editor)}>{label}</button>"
    )


def brushes(editor: Editor) -> Html:
    """Show the brushes and, where pieces have owners, the players."""
    own = join(_brush(editor, brush) for brush in editor.sketch.modes[editor.tools.mode])
    palette = Html(f'<div class="palette" role="group" aria-label="{words(editor, "brushes")}">{own}</div>')
    if not editor.sketch.owners or editor.tools.mode != next(iter(editor.sketch.modes)):
        return palette
    players = join(_player(editor, player) for player in range(1, editor.sketch.players + 1))
    label = words(editor, "new-owner")
    return Html(
        f'{palette}<div class="palette owners" role="group" aria-label="{label}">'
        f'<span aria-hidden="true">{label}</span>{players}</div>'
    )


def _brush(editor: Editor, brush: Brush) -> Html:
    left = editor.sketch.left(brush.name)
    name = say(editor.language, brush.label)
    if left is not None:
        name = say(editor.language, "brush-left", brush=name, n=left)
    face = editor.sketch.swatch(brush.name, editor.tools.player)
    return _tool(editor, "brush", brush.name, name, brush.key, brush.name == editor.tools.brush, face, left)


def _player(editor: Editor, player: int) -> Html:
    name, face = editor.sketch.owner(editor.language, player), editor.sketch.owner_mark(player)
    return _tool(editor, "player", str(player), name, str(player), player == editor.tools.player, face)


def _tool(
    editor: Editor, action: str, value: str, name: str, key: str, picked: bool, face: Html, left: int | None = None
) -> Html:
    """Make a button that shows what it is for, the key that does the same, and how many pieces are left."""
    label, sign = text(name), text(key.upper())
    count = "" if left is None else f' data-left="{left}"'
    return Html(
        f'<button type="button" class="brush" data-action="{action}" data-value="{text(value)}"'
        f' aria-pressed="{str(picked).lower()}" aria-label="{label}" title="{label} ({sign})" data-key="{sign}"{count}'
        f"{disabled(editor)}>{face}</button>"
    )


def form(editor: Editor) -> Html:
    """Show the game's fields, and a button that clears the board."""
    last = f'<p class="row">{editor.sketch.buttons(editor)}{button(editor, "clear", "clear-board")}</p>'
    return Html(editor.sketch.form(editor, editor.tools) + last)


def faults(editor: Editor) -> Html:
    """List the problems, or say that there are none."""
    if editor.found:
        items = "".join(f"<li>{text(explain(editor.language, found.fault))}</li>" for found in editor.found)
        return Html(f'<ul class="faults">{items}</ul>')
    if editor.tools.mode != next(iter(editor.sketch.modes)):
        return Html(f'<p class="fits">{words(editor, "map-fits")}</p>')
    over = editor.sketch.position().outcome() is not None
    return Html(
        f'<p class="{"over" if over else "fits"}">{words(editor, "position-over" if over else "position-fits")}</p>'
    )


def actions(editor: Editor) -> Html:
    """Try the position, play on the map, export, make a lesson."""
    has_maps = editor.sketch.board_file is not None
    return join(
        (
            _link(editor, "try-out", "" if editor.found else try_link(editor), "primary"),
            _link(editor, "play-on-map", play_link(editor)) if has_maps else NOTHING,
            button(editor, "open", "lesson-make", value="lesson"),
            button(editor, "open", "export", value="take"),
        )
    )


def _link(editor: Editor, key: str, address: str, kind: str = "") -> Html:
    """Make a link that looks like a button; without an address it is disabled."""
    there = f' href="{text(address)}"' if address else ' role="link" aria-disabled="true"'
    return Html(f'<a class="button {kind}"{there}>{words(editor, key)}</a>')


def menu(editor: Editor) -> Html:
    """Undo and redo, the dialogs and the languages."""
    return Html(
        button(editor, "undo", "edit-undo", icon="undo", enabled=bool(editor.draft.past))
        + button(editor, "redo", "redo", icon="redo", enabled=bool(editor.draft.future))
        + button(editor, "open", "edit-open", value="open", icon="games")
        + button(editor, "open", "help", value="help", icon="help")
        + languages(editor)
    )


PARTS: dict[str, Callable[[Editor], Html]] = {
    "board": board,
    "squares": lambda editor: editor.sketch.hits(editor.settings.coordinates),
    "grid": lambda editor: editor.sketch.grid(editor.language),
    "status": status,
    "modes": modes,
    "brushes": brushes,
    "tools": lambda _: NOTHING,
    "form": form,
    "faults": faults,
    "actions": actions,
    "menu": menu,
    "live": live,
    "heading": lambda editor: words(editor, "editor"),
    "note": note,
    "dialog": lambda editor: WINDOWS[editor.dialog](editor) if editor.dialog else NOTHING,
}
NOW = tuple(name for name in PARTS if name not in ("note", "dialog"))
"""The parts that are drawn at once."""
