"""The parts of the editor's page."""

from collections.abc import Callable, Collection

from engine.apps.editor import dialogs
from engine.apps.editor.dialogs import own_try_link, play_link
from engine.apps.editor.model import Editor
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
    problem_list,
    text,
    translate,
)
from engine.session.links import embed_guide_path, lessons_path
from engine.ui.widgets import site_menu
from engine.words import say

DIALOGS: dict[str, Callable[[Editor], Markup]] = {
    "open": dialogs.open_text,
    "take": dialogs.export,
    "lesson": dialogs.make_lesson,
    "help": dialogs.help_dialog,
}


def page(editor: Editor, only: Collection[str] | None = None) -> dict[str, Markup]:
    """Draw all parts, or `only` some, by the ids of their elements."""
    return {name: draw(editor) for name, draw in PARTS.items() if only is None or name in only}


def title(editor: Editor) -> str:
    return f"{say(editor.language, 'editor')} · {editor.sketch.title}"


# The board


def board(editor: Editor) -> Markup:
    return editor.sketch.board(editor.settings.coordinates, editor.hover)


def status(editor: Editor) -> Markup:
    """Describe the square under the pointer and why the brush can't paint it; without one, explain the brush."""
    square, sketch = editor.hover, editor.sketch
    description = sketch.describe_squares(editor.language).get(square) if square else None
    if square is None or description is None:
        return translate(editor, editor.draft.brush.help)
    # During a stroke, the square has just been painted.
    reason = sketch.why_not(editor.tools.brush, square) if editor.stroke is None else ""
    refusal = Markup(f" <strong>{translate(editor, reason)}</strong>") if reason else NOTHING
    return Markup(translate(editor, "telling", what=square, text=description) + refusal)


def live(editor: Editor) -> Markup:
    """Announce the square that a key has painted."""
    description = editor.sketch.describe_squares(editor.language).get(editor.touched)
    return translate(editor, "telling", what=editor.touched, text=description) if description else NOTHING


# The tools


def modes(editor: Editor) -> Markup:
    """Draw a tab for each mode of each game; the first one of a game has its title."""
    tabs = []
    for draft in editor.drafts:
        game, (first, *others) = draft.sketch, draft.sketch.modes
        labels = {first: text(game.title)} | {mode: translate(editor, f"mode-{mode}") for mode in others}
        tabs += [_tab(editor, game.name, mode, label) for mode, label in labels.items()]
    return join(tabs)


def _tab(editor: Editor, game: str, mode: str, label: Markup) -> Markup:
    shown = (game, mode) == (editor.sketch.name, editor.tools.mode)
    return Markup(
        f'<button type="button" class="tab" data-action="tab" data-value="{text(game)} {text(mode)}"'
        f' aria-pressed="{boolean(shown)}"{disabled(editor)}>{label}</button>'
    )


def brushes(editor: Editor) -> Markup:
    """Draw the brushes, and the players if painted pieces have owners."""
    brush_buttons = join(_brush(editor, brush) for brush in editor.sketch.modes[editor.tools.mode])
    palette = Markup(
        f'<div class="palette" role="group" aria-label="{translate(editor, "brushes")}">{brush_buttons}</div>'
    )
    if not editor.sketch.owners or editor.tools.mode != next(iter(editor.sketch.modes)):
        return palette
    players = join(_player(editor, player) for player in range(1, editor.sketch.players + 1))
    label = translate(editor, "new-owner")
    return Markup(
        f'{palette}<div class="palette owners" role="group" aria-label="{label}">'
        f'<span aria-hidden="true">{label}</span>{players}</div>'
    )


def _brush(editor: Editor, brush: Brush) -> Markup:
    left = editor.sketch.pieces_left(brush.name)
    name = say(editor.language, brush.label)
    if left is not None:
        name = say(editor.language, "brush-left", brush=name, n=left)
    swatch = editor.sketch.swatch(brush.name, editor.tools.player)
    return _tool(editor, "brush", brush.name, name, brush.key, brush.name == editor.tools.brush, swatch, left)


def _player(editor: Editor, player: int) -> Markup:
    name, mark = editor.sketch.owner(editor.language, player), editor.sketch.owner_mark(player)
    return _tool(editor, "player", str(player), name, str(player), player == editor.tools.player, mark)


def _tool(
    editor: Editor, action: str, value: str, name: str, key: str, picked: bool, icon: Markup, left: int | None = None
) -> Markup:
    """Make a button with an icon, its shortcut, and the number of remaining pieces."""
    label, shortcut = text(name), text(key.upper())
    count = NOTHING if left is None else Markup(f' data-left="{left}"')
    return Markup(
        f'<button type="button" class="brush" data-action="{text(action)}" data-value="{text(value)}"'
        f' aria-pressed="{boolean(picked)}" aria-label="{label}" title="{label} ({shortcut})"'
        f' data-key="{shortcut}"{count}{disabled(editor)}>{icon}</button>'
    )


def form(editor: Editor) -> Markup:
    """Draw the game's fields, and the button that clears the board."""
    buttons = Markup(f'<p class="row">{editor.sketch.buttons(editor)}{button(editor, "clear", "clear-board")}</p>')
    return Markup(editor.sketch.form(editor, editor.tools) + buttons)


def problems(editor: Editor) -> Markup:
    """List the problems, or say that there are none."""
    if editor.problems:
        return problem_list(editor, (located.problem for located in editor.problems))
    if editor.tools.mode != next(iter(editor.sketch.modes)):
        return Markup(f'<p class="fits">{translate(editor, "map-fits")}</p>')
    over = editor.sketch.position().outcome() is not None
    key = editor.sketch.over_key if over else "position-fits"
    return Markup(f'<p class="{"over" if over else "fits"}">{translate(editor, key)}</p>')


def actions(editor: Editor) -> Markup:
    """Draw the links and buttons that use the position: play it, play on the map, make a lesson, export."""
    has_maps = editor.sketch.board_file is not None
    # The problems, or that the game is over, are said above.
    playable = not editor.problems and editor.sketch.position().outcome() is None
    return join(
        (
            _link(editor, "try-out", own_try_link(editor) if playable else "", "primary"),
            _link(editor, "play-on-map", play_link(editor)) if has_maps else NOTHING,
            button(editor, "open", "lesson-make", value="lesson"),
            button(editor, "open", "export", value="take"),
        )
    )


def _link(editor: Editor, key: str, address: str, kind: str = "") -> Markup:
    """Make a link that looks like a button; without an address, it is disabled."""
    target = Markup(f' href="{text(address)}"') if address else Markup(' role="link" aria-disabled="true"')
    return Markup(f'<a class="button {text(kind)}"{target}>{translate(editor, key)}</a>')


def menu(editor: Editor) -> Markup:
    """Draw undo and redo, and the menu: the parts of the site, dialogs, languages."""
    folded = Markup(
        menu_button(editor, "open", "edit-open", "games", value="open")
        + menu_button(editor, "open", "help", "help", value="help")
        + language_menu(editor)
    )
    addresses = {
        "site-play": editor.site,
        "learn": editor.site + lessons_path(editor.games.default, editor.language),
        "editor": "",
        "site-embed": editor.site + embed_guide_path(editor.language),
    }
    return Markup(
        icon_button(editor, "undo", "edit-undo", "undo", enabled=bool(editor.draft.past))
        + icon_button(editor, "redo", "redo", "redo", enabled=bool(editor.draft.future))
        + site_menu(editor, addresses, "editor", folded)
    )


def games(editor: Editor) -> Markup:
    """Draw links to the games."""
    game_links = join(
        Markup(
            f'<a href="{text(game.address(editor.site))}" title="{translate(editor, f"tagline-{game.name}")}">'
            f"{game.emblem}{text(game.title)}</a>"
        )
        for game in editor.games
    )
    return Markup(f'<div role="group" aria-label="{translate(editor, "which-game")}">{game_links}</div>')


PARTS: dict[str, Callable[[Editor], Markup]] = {
    "board": board,
    "squares": lambda editor: editor.sketch.hits(editor.settings.coordinates),
    "grid": lambda editor: editor.sketch.grid(editor.language),
    "status": status,
    "modes": modes,
    "brushes": brushes,
    "tools": lambda _: NOTHING,
    "form": form,
    "faults": problems,
    "actions": actions,
    "menu": menu,
    "game-switch": games,
    "live": live,
    "heading": lambda editor: translate(editor, "editor"),
    "note": page_note,
    "dialog": lambda editor: DIALOGS[editor.dialog](editor) if editor.dialog else NOTHING,
}
FIRST_GROUP = tuple(name for name in PARTS if name not in ("note", "dialog"))
"""The parts that are drawn at once."""
