"""Building blocks of HTML: texts, icons, buttons, fields, dialogs, notes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NewType, Protocol

from engine.actions import IGNORES_DOUBLE_CLICK
from engine.words import explain, explain_all, say
from qin_core.common.errors import Problem
from qin_core.common.svg import escape

Markup = NewType("Markup", str)
"""HTML, made of literals, numbers and other `Markup` only. `web/build/markup_check.py` makes a missing `text(...)` an
error of mypy."""
NOTHING = Markup("")


def text(plain: str) -> Markup:
    """Escape plain text, for elements and attributes."""
    return Markup(escape(plain))  # type: ignore[misc]


def boolean(value: bool) -> Markup:
    """Write the value of an attribute such as `aria-pressed`."""
    return Markup("true" if value else "false")


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))  # type: ignore[misc]


def with_dot(player: int, line: Markup) -> Markup:
    """Put a dot in a player's colour before a line."""
    return Markup(f'<span><span class="dot p{player}" aria-hidden="true"></span>{line}</span>')


def svg_html(picture: str) -> Markup:
    """Mark an SVG of the core as HTML; the core escapes all texts in it."""
    return Markup(picture)  # type: ignore[misc]


@dataclass(frozen=True)
class Note:
    """A message over the page or in a dialog."""

    key: str
    """Its key in the catalogue."""
    action: str = ""
    """The action of its button, if it has one."""
    problems: tuple[Problem, ...] = ()
    """The problems of a text, which it lists."""
    n: int = 0
    """The number in its text."""
    slot: str = ""
    """The part of a dialog that shows it; below the title if empty."""
    copied_text: str = ""
    """The text that was copied; its button confirms that."""

    @property
    def confirms_copy(self) -> bool:
        """Whether it only says that a text was copied."""
        return self.key == "copied"


class ViewContext(Protocol):
    """What every view needs: the language, and whether controls are disabled until Python has started."""

    @property
    def language(self) -> str: ...
    @property
    def inert(self) -> bool: ...


class FormContext(ViewContext, Protocol):
    """What forms also need: the address of the site's folder, and the user's custom maps by name."""

    @property
    def site(self) -> str: ...
    @property
    def maps(self) -> Mapping[str, str]: ...


class DialogContext(ViewContext, Protocol):
    """What dialogs also need: the note, and the name of the open dialog."""

    @property
    def note(self) -> Note | None: ...
    @property
    def dialog(self) -> str: ...


LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}
ICONS = {
    "new": "M12 5v14M5 12h14",
    "undo": "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    "redo": "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
    "hint": "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.3-1 2H9c0-.7-.3-1.3-1-2z",
    "games": "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
    "share": "M12 15V3M7 8l5-5 5 5M5 13v7h14v-7",
    "link": "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L11.5 7.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.8-1.7",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
    "learn": "M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5v13",
    "sound": "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15 9a4.5 4.5 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11",
    "muted": "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "help": "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1-1.5 2.3M12 18.5v.5",
    "close": "M6 6l12 12M18 6 6 18",
    "delete": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    "first": "M18 5 9 12l9 7zM6 5v14",
    "earlier": "M16 5 7 12l9 7z",
    "later": "M8 5l9 7-9 7z",
    "last": "M6 5l9 7-9 7zM18 5v14",
    "edit": "M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4",
    "embed": "M8 7l-5 5 5 5M16 7l5 5-5 5",
    "pause": "M8 5v14M16 5v14",
    "rotate": "M7 4v13M3 13l4 4 4-4M17 20V7M13 11l4-4 4 4",
    "flip": "M4 12h16M8 8h8M10 4h4M8 16h8M10 20h4",
    "friends": "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M17 11a3 3 0 1 0 0-6M2.5 19c0-7 11-7 11 0M15 14c4-.8 6.5 1.5 6.5 5",
    "picture": "M4 5h16v14H4zM4 16l5-5 4 4 3-2.5 4 3.5M15.5 9.5h.01",
    "plus": "M12 6v12M6 12h12",
    "minus": "M6 12h12",
    "language": "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
    "flame": "M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5 0 2 1 3 2 3 1-3-1-5 1-9.5z",
    "replay": "M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2",
}
"""Icons, as paths in a box of 24 by 24."""


def translate(view: ViewContext, key: str, **values: str | int) -> Markup:
    """Return an escaped text of the catalogue in the view's language."""
    return text(say(view.language, key, **values))


def disabled(view: ViewContext) -> Markup:
    """Return the attribute that disables a control until Python has started."""
    return Markup(" disabled" if view.inert else "")


def double_click_guard(action: str) -> Markup:
    """Return the attribute of buttons that may appear under the pointer between the clicks of a double click."""
    return Markup(' data-ignore-double-click=""' if action in IGNORES_DOUBLE_CLICK else "")


def icon_svg(name: str) -> Markup:
    """Draw an icon that screen readers skip."""
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{text(ICONS[name])}"/></svg>')


def icon_and_label(icon: str, label: Markup) -> Markup:
    return Markup(f'{icon_svg(icon)}<span class="label">{label}</span>')


def button(
    view: ViewContext,
    action: str,
    key: str,
    *,
    value: str = "",
    kind: str = "",
    enabled: bool = True,
    pressed: bool | None = None,
    source: str = "",
    focus: bool = False,
) -> Markup:
    """Make a button that runs an action with `value`, or with the contents of the field whose id is `source`.

    `kind` is its CSS class. The button with `focus` is focused when its dialog opens.
    """
    attributes = Markup(f' data-value-from="{text(source)}"') if source else NOTHING
    return _button(view, action, translate(view, key), attributes, value, kind, enabled, pressed, focus)


def icon_button(
    view: ViewContext,
    action: str,
    key: str,
    icon: str,
    *,
    value: str = "",
    kind: str = "",
    enabled: bool = True,
    pressed: bool | None = None,
) -> Markup:
    """Make a button with an icon; its label is a tooltip."""
    label = translate(view, key)
    attributes = Markup(f' aria-label="{label}" title="{label}"')
    return _button(view, action, icon_svg(icon), attributes, value, kind, enabled, pressed)


def menu_button(
    view: ViewContext, action: str, key: str, icon: str, *, value: str = "", kind: str = "", short: str = ""
) -> Markup:
    """Make a button with an icon and a label; `short` is the key of a shorter label for narrow pages."""
    label = translate(view, key)
    attributes = Markup(f' aria-label="{label}"' + (f' data-short="{translate(view, short)}"' if short else ""))
    return _button(view, action, icon_and_label(icon, label), attributes, value, kind)


def _button(
    view: ViewContext,
    action: str,
    content: Markup,
    attributes: Markup,
    value: str,
    kind: str,
    enabled: bool = True,
    pressed: bool | None = None,
    focus: bool = False,
) -> Markup:
    class_ = Markup(f' class="{text(kind)}"') if kind else NOTHING
    data = Markup(f' data-value="{text(value)}"') if value else NOTHING
    state = NOTHING if pressed is None else Markup(f' aria-pressed="{boolean(pressed)}"')
    flags = Markup(("" if enabled and not view.inert else " disabled") + (" autofocus" if focus else ""))
    return Markup(
        f'<button type="button"{class_}{double_click_guard(action)} data-action="{text(action)}"{data}{attributes}'
        f"{state}{flags}>{content}</button>"
    )


def choice(view: ViewContext, action: str, field: str, label: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Make a labelled list of options: texts by value."""
    return Markup(
        f'<label class="field"><span>{translate(view, label)}</span><select data-action="{text(action)}"'
        f' data-field="{text(field)}"{disabled(view)}>{option_list(options, chosen)}</select></label>'
    )


def option_list(options: Mapping[str, str], chosen: str) -> Markup:
    """Make the options of a list: texts by value."""
    return join(
        Markup(f'<option value="{text(value)}"{" selected" if value == chosen else ""}>{text(label)}</option>')
        for value, label in options.items()
    )


def chips(
    view: ViewContext,
    action: str,
    field: str,
    label: str,
    options: Mapping[str, Markup],
    chosen: str,
    kind: str = "",
) -> Markup:
    """Make radio buttons for a few options: HTML by value."""
    items = join(
        Markup(
            f'<label class="chip"><input type="radio" name="{text(field)}" data-action="{text(action)}"'
            f' data-field="{text(field)}" value="{text(value)}"{" checked" if value == chosen else ""}'
            f"{disabled(view)}><span>{content}</span></label>"
        )
        for value, content in options.items()
    )
    return Markup(f'<fieldset class="chips {text(kind)}"><legend>{translate(view, label)}</legend>{items}</fieldset>')


def switch(view: ViewContext, action: str, field: str, label: str, on: bool) -> Markup:
    """Make a labelled check box."""
    return Markup(
        f'<label class="switch"><input type="checkbox" data-action="{text(action)}" data-field="{text(field)}"'
        f"{' checked' if on else ''}{disabled(view)}><span>{translate(view, label)}</span></label>"
    )


def language_menu(view: ViewContext) -> Markup:
    options = option_list(LANGUAGE_NAMES, view.language)
    label = translate(view, "language")
    select = Markup(f'<select data-action="language" aria-label="{label}"{disabled(view)}>{options}</select>')
    return Markup(f'<label class="language">{icon_svg("language")}{select}</label>')


def figures(view: ViewContext, pictures: Mapping[str, Markup]) -> Markup:
    """Show pictures with captions, by the keys of their captions."""
    items = join(
        Markup(f"<figure>{picture}<figcaption>{translate(view, key)}</figcaption></figure>")
        for key, picture in pictures.items()
    )
    return Markup(f'<div class="rules">{items}</div>')


def problem_list(view: ViewContext, problems: Iterable[Problem]) -> Markup:
    """List problems, without the part of the text where they are."""
    items = join(Markup(f"<li>{text(explain(view.language, problem))}</li>") for problem in problems)
    return Markup(f'<ul class="faults">{items}</ul>')


def shortcut_table(view: ViewContext, shortcuts: Mapping[str, str]) -> Markup:
    """List keyboard shortcuts: keys, or the text key of their labels (`sign-…`), with the text keys of what they do."""
    rows = join(
        Markup(
            f'<tr><th scope="row"><kbd>{translate(view, keys) if keys.startswith("sign-") else text(keys)}</kbd></th>'
            f"<td>{translate(view, description)}</td></tr>"
        )
        for keys, description in shortcuts.items()
    )
    heading = Markup(f"<h3>{translate(view, 'shortcuts')}</h3>")
    return Markup(f'{heading}<table class="keys"><tbody>{rows}</tbody></table>')


def copy_button(view: DialogContext, content: str, kind: str = "", label: str = "copy", action: str = "copy") -> Markup:
    """Make a button that copies or shares a text, and confirms it."""
    done = view.note is not None and view.note.confirms_copy and view.note.copied_text == content
    kind = f"{kind} done".strip() if done else kind
    return button(view, action, "copied-short" if done else label, value=content, kind=kind)


def copy_field(view: DialogContext, label: str, content: str, custom_button: Markup = NOTHING) -> Markup:
    """Show a text with a copy button, or with another button."""
    return Markup(
        f'<div class="field tall"><label for="{text(label)}">{translate(view, label)}</label><span class="copy">'
        f'<input id="{text(label)}" type="text" readonly value="{text(content)}">'
        f"{custom_button or copy_button(view, content)}</span></div>"
    )


def dialog_body(view: DialogContext, title: str, body: Markup, kind: str = "") -> Markup:
    """Make the contents of a dialog: title, close button, note, body."""
    shown = view.note is not None and not view.note.slot
    style = NOTHING
    if view.note is not None and view.note.confirms_copy:
        # A copy button confirms the copy itself, except to screen readers; any other confirmation takes no space.
        style = Markup(" hidden" if view.note.copied_text else " brief")
    return Markup(
        f'<div class="dialog-body {text(kind)}"><div class="title"><h2 id="dialog-title">{translate(view, title)}</h2>'
        f"{icon_button(view, 'close', 'close', 'close', kind='close')}</div>"
        f'<div role="alert" class="note{style}">{_note(view) if shown else NOTHING}</div>{body}</div>'
    )


def note_slot(view: DialogContext, slot: str) -> Markup:
    """Make a place for notes in a dialog, with the note if it belongs there."""
    shown = view.note is not None and view.note.slot == slot
    return Markup(
        f'<div role="alert" class="note" data-key="note-{text(slot)}">{_note(view) if shown else NOTHING}</div>'
    )


def page_note(view: DialogContext) -> Markup:
    """Draw the note over the page, unless a dialog shows it."""
    if view.note is None or view.dialog:
        return NOTHING
    return Markup(f"{_note(view, 'p')}{button(view, 'dismiss-note', 'close')}")


def _note(view: DialogContext, element: str = "span") -> Markup:
    """Draw the note with its problems and its button."""
    note = view.note
    if note is None:
        return NOTHING
    # A sentence about a link says everything.
    heading = [] if any(problem.field == "link" for problem in note.problems) else [translate(view, note.key, n=note.n)]
    lines = join([*heading, *map(text, explain_all(view.language, note.problems))], "<br>")
    action = button(view, note.action, f"do-{note.action}") if note.action else NOTHING
    trouble = Markup(' class="trouble"') if note.problems else NOTHING
    return Markup(f"<{text(element)}{trouble}>{lines}</{text(element)}>{action}")
