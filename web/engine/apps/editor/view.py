"""The editor's page: from its model to HTML and SVG."""

from collections.abc import Callable, Collection

from engine.apps.editor import windows
from engine.apps.editor.model import Editor
from engine.apps.editor.windows import play_link, try_link
from engine.games.editor import Brush
from engine.html import (
    NOTHING,
    Markup,
    boolean,
    button,
    disabled,
    icon_button,
    join,
    language_menu,
    menu_button,
    page_note,
    text,
    translate,
)
from engine.session.links import embed_guide_path, lessons_path
from engine.ui.widgets import site_menu
from engine.words import explain, say

WINDOWS: dict[str, Callable[[Editor], Markup]] = {
    "open": windows.open_text,
    "take": windows.export,
    "lesson": windows.lesson,
    "help": windows.how_to,
}


def page(editor: Editor, only: Collection[str] = ()) -> dict[str, Markup]:
    """Draw all parts or only some, by the ids of their elements."""
    return {name: draw(editor) for name, draw in PARTS.items() if not only or name in only}


def title(editor: Editor) -> str:
    return f"{say(editor.language, 'editor')} · {editor.sketch.title}"


# The board


def board(editor: Editor) -> Markup:
    return editor.sketch.board(editor.settings.coordinates, editor.hover)


def status(editor: Editor) -> Markup:
    """Describe the square that is pointed at and why the brush can't be used there, else what the brush does."""
    square, sketch = editor.hover, editor.sketch
    told = sketch.squares(editor.language).get(square) if square else None
    if square is None or told is None:
        return translate(editor, editor.draft.brush.help)
    why = sketch.why_not(editor.tools.brush, square)
    # During a stroke, the square has just been painted.
    refused = Markup(f" <strong>{translate(editor, why)}</strong>") if why and editor.stroke is None else NOTHING
    return Markup(translate(editor, "telling", what=square, text=told) + refused)


def live(editor: Editor) -> Markup:
    """Read out the square that the keyboard has painted."""
    told = editor.sketch.squares(editor.language).get(editor.touched)
    return translate(editor, "telling", what=editor.touched, text=told) if told else NOTHING


# The tools


def modes(editor: Editor) -> Markup:
    """Choose the game, and for one whose maps can be edited between its positions and its maps."""
    shown = editor.sketch.name, editor.tools.mode
    tabs = []
    for draft in editor.drafts:
        first, *others = draft.sketch.modes
        named = [(first, text(draft.sketch.title)), *((mode, translate(editor, f"mode-{mode}")) for mode in others)]
        tabs += [_tab(editor, (draft.sketch.name, mode), label, shown) for mode, label in named]
    return join(tabs)


def _tab(editor: Editor, tab: tuple[str, str], label: Markup, shown: tuple[str, str]) -> Markup:
    return Markup(
        f'<button type="button" class="tab" data-action="tab" data-value="{text(" ".join(tab))}"'
        f' aria-pressed="{boolean(tab == shown)}"{disabled(editor)}>{label}</button>'
    )


def brushes(editor: Editor) -> Markup:
    """Show the brushes and, where pieces have owners, the players."""
    own = join(_brush(editor, brush) for brush in editor.sketch.modes[editor.tools.mode])
    palette = Markup(f'<div class="palette" role="group" aria-label="{translate(editor, "brushes")}">{own}</div>')
    if not editor.sketch.owners or editor.tools.mode != next(iter(editor.sketch.modes)):
        return palette
    players = join(_player(editor, player) for player in range(1, editor.sketch.players + 1))
    label = translate(editor, "new-owner")
    return Markup(
        f'{palette}<div class="palette owners" role="group" aria-label="{label}">'
        f'<span aria-hidden="true">{label}</span>{players}</div>'
    )


def _brush(editor: Editor, brush: Brush) -> Markup:
    left = editor.sketch.left(brush.name)
    name = say(editor.language, brush.label)
    if left is not None:
        name = say(editor.language, "brush-left", brush=name, n=left)
    face = editor.sketch.swatch(brush.name, editor.tools.player)
    return _tool(editor, "brush", brush.name, name, brush.key, brush.name == editor.tools.brush, face, left)


def _player(editor: Editor, player: int) -> Markup:
    name, face = editor.sketch.owner(editor.language, player), editor.sketch.owner_mark(player)
    return _tool(editor, "player", str(player), name, str(player), player == editor.tools.player, face)


def _tool(
    editor: Editor, action: str, value: str, name: str, key: str, picked: bool, face: Markup, left: int | None = None
) -> Markup:
    """Make a button that shows what it is for, the key that does the same, and how many pieces are left."""
    label, sign = text(name), text(key.upper())
    count = NOTHING if left is None else Markup(f' data-left="{left}"')
    return Markup(
        f'<button type="button" class="brush" data-action="{text(action)}" data-value="{text(value)}"'
        f' aria-pressed="{boolean(picked)}" aria-label="{label}" title="{label} ({sign})"'
        f' data-key="{sign}"{count}{disabled(editor)}>{face}</button>'
    )


def form(editor: Editor) -> Markup:
    """Show the game's fields, and a button that clears the board."""
    last = Markup(f'<p class="row">{editor.sketch.buttons(editor)}{button(editor, "clear", "clear-board")}</p>')
    return Markup(editor.sketch.form(editor, editor.tools) + last)


def faults(editor: Editor) -> Markup:
    """List the problems, or say that there are none."""
    if editor.problems:
        items = join(
            Markup(f"<li>{text(explain(editor.language, located.problem))}</li>") for located in editor.problems
        )
        return Markup(f'<ul class="faults">{items}</ul>')
    if editor.tools.mode != next(iter(editor.sketch.modes)):
        return Markup(f'<p class="fits">{translate(editor, "map-fits")}</p>')
    over = editor.sketch.position().outcome() is not None
    key = editor.sketch.over_key if over else "position-fits"
    return Markup(f'<p class="{"over" if over else "fits"}">{translate(editor, key)}</p>')


def actions(editor: Editor) -> Markup:
    """Try the position, play on the map, export, make a lesson."""
    has_maps = editor.sketch.board_file is not None
    return join(
        (
            _link(editor, "try-out", "" if editor.problems else try_link(editor), "primary"),
            _link(editor, "play-on-map", play_link(editor)) if has_maps else NOTHING,
            button(editor, "open", "lesson-make", value="lesson"),
            button(editor, "open", "export", value="take"),
        )
    )


def _link(editor: Editor, key: str, address: str, kind: str = "") -> Markup:
    """Make a link that looks like a button; without an address it is disabled."""
    there = Markup(f' href="{text(address)}"') if address else Markup(' role="link" aria-disabled="true"')
    return Markup(f'<a class="button {text(kind)}"{there}>{translate(editor, key)}</a>')


def menu(editor: Editor) -> Markup:
    """Undo and redo, then the parts of the site, the dialogs and the languages."""
    inside = Markup(
        menu_button(editor, "open", "edit-open", "games", value="open")
        + menu_button(editor, "open", "help", "help", value="help")
        + language_menu(editor)
    )
    addresses = {
        "site-play": editor.root,
        "learn": editor.root + lessons_path(editor.games.default, editor.language),
        "editor": "",
        "site-embed": editor.root + embed_guide_path(editor.language),
    }
    return Markup(
        icon_button(editor, "undo", "edit-undo", "undo", enabled=bool(editor.draft.past))
        + icon_button(editor, "redo", "redo", "redo", enabled=bool(editor.draft.future))
        + site_menu(editor, addresses, "editor", inside)
    )


def games(editor: Editor) -> Markup:
    """Lead to the games."""
    doors = join(
        Markup(
            f'<a href="{text(game.address(editor.root))}" title="{translate(editor, f"tagline-{game.name}")}">'
            f"{game.emblem}{text(game.title)}</a>"
        )
        for game in editor.games
    )
    return Markup(f'<div role="group" aria-label="{translate(editor, "which-game")}">{doors}</div>')


PARTS: dict[str, Callable[[Editor], Markup]] = {
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
    "game-switch": games,
    "live": live,
    "heading": lambda editor: translate(editor, "editor"),
    "note": page_note,
    "dialog": lambda editor: WINDOWS[editor.dialog](editor) if editor.dialog else NOTHING,
}
NOW = tuple(name for name in PARTS if name not in ("note", "dialog"))
"""The parts that are drawn at once."""
