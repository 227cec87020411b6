"""Small pieces of HTML: words, buttons and fields that every part of the page is made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NewType, Protocol

from engine.problems import explain_all
from engine.words import say
from qin_core.common.errors import Problem
from qin_core.common.svg import escape

Markup = NewType("Markup", str)
"""HTML that may go into the page as it is: whatever people wrote was escaped on its way in."""
Html = Markup
NOTHING = Markup("")


def text(plain: str) -> Markup:
    """Escape plain words, for elements and attributes alike."""
    return Markup(escape(plain))


def join(parts: Iterable[Markup], between: str = "") -> Markup:
    """Put pieces one after the other."""
    return Markup(between.join(parts))


def svg_html(picture: str) -> Markup:
    """Take a picture that the core has drawn: it holds nothing that people wrote."""
    return Markup(picture)


@dataclass(frozen=True)
class Note:
    """A message over the page: a key of the catalogue, the action of a button, and the problems of a text."""

    key: str
    link: str = ""
    problems: tuple[Problem, ...] = ()
    n: int = 0
    """A number for the words."""


class ViewContext(Protocol):
    """What every view needs: the language, and whether nothing can be pressed yet."""

    @property
    def language(self) -> str: ...
    @property
    def inert(self) -> bool: ...


class FormContext(ViewContext, Protocol):
    """What forms need, too: the address of the site's folder."""

    @property
    def site(self) -> str: ...


class DialogContext(ViewContext, Protocol):
    """What dialogs need, too: the open dialog, and the message."""

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
    "turn": "M7 4v13M3 13l4 4 4-4M17 20V7M13 11l4-4 4 4",
    "flip": "M4 12h16M8 8h8M10 4h4M8 16h8M10 20h4",
    "plus": "M12 6v12M6 12h12",
    "minus": "M6 12h12",
    "language": "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
    "recap": "M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2",
}
"""Drawings of 24 by 24 for buttons without words."""
GUARDED = frozenset(
    {
        "rematch",
        "easier",
        "harder",
        "next",
        "begin",
        "room",
        "load",
        "forget",
        "forget-damaged",
        "resign",
        "daily",
        "play-on",
        "import",
        "sit",
        "back-to-analysis",
        "reload",
    }
)
"""The actions that start, leave or delete a game: the client ignores the second half of a double press on them."""


def words(view: ViewContext, key: str, **values: str | int) -> Markup:
    """Look up words for the page: escaped."""
    return text(say(view.language, key, **values))


def disabled(view: ViewContext) -> Markup:
    """Write what keeps a control from being used before the page is live."""
    return Markup(" disabled" if view.inert else "")


def guard(action: str) -> Markup:
    """Mark the button of an action that no stray press may trigger."""
    return Markup(' data-guarded=""' if action in GUARDED else "")


def drawing(icon: str) -> Markup:
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[icon]}"/></svg>')


def button(
    view: ViewContext,
    action: str,
    key: str,
    *,
    value: str = "",
    kind: str = "",
    enabled: bool = True,
    icon: str = "",
    wordy: bool = False,
    short: str = "",
    pressed: bool | None = None,
    source: str = "",
) -> Markup:
    """Make a button that does an action; an icon stands for the words, or beside them if it is `wordy`.

    `short` names words that are shown instead where there is little room. Its value is its own, or what stands in the
    field whose id is `source`.
    """
    label = words(view, key)
    sign = drawing(icon) if icon else ""
    face = f'{sign}<span class="label">{label}</span>' if wordy else sign or label
    named = f' aria-label="{label}"' + ("" if wordy else f' title="{label}"') if icon else ""
    named += f' data-short="{words(view, short)}"' if short else ""
    state = "" if pressed is None else f' aria-pressed="{str(pressed).lower()}"'
    data = f' data-value="{escape(value)}"' if value else f' data-source="{source}"' if source else ""
    off = "" if enabled and not view.inert else " disabled"
    look = f' class="{kind}"' if kind else ""
    return Markup(
        f'<button type="button"{look}{guard(action)} data-action="{action}"{data}{named}{state}{off}>{face}</button>'
    )


def choice(
    view: ViewContext, action: str, field: str, label: str, options: list[tuple[str, str]], chosen: str
) -> Markup:
    """Make a labelled list of options (value, text)."""
    items = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return Markup(
        f'<label class="field"><span>{words(view, label)}</span>'
        f'<select data-action="{action}" data-field="{field}"{disabled(view)}>{items}</select></label>'
    )


def chips(
    view: ViewContext,
    action: str,
    field: str,
    label: str,
    options: list[tuple[str, Markup]],
    chosen: str,
    kind: str = "",
) -> Markup:
    """Let people choose one of a few things (value, face) that are all in sight."""
    items = "".join(
        f'<label class="chip"><input type="radio" name="{field}" data-action="{action}" data-field="{field}"'
        f' value="{escape(value)}"{" checked" if value == chosen else ""}{disabled(view)}><span>{face}</span></label>'
        for value, face in options
    )
    return Markup(f'<fieldset class="chips {kind}"><legend>{words(view, label)}</legend>{items}</fieldset>')


def switch(view: ViewContext, action: str, field: str, label: str, on: bool) -> Markup:
    """Make a labelled check box."""
    return Markup(
        f'<label class="switch"><input type="checkbox" data-action="{action}" data-field="{field}"'
        f"{' checked' if on else ''}{disabled(view)}><span>{words(view, label)}</span></label>"
    )


def languages(view: ViewContext) -> Markup:
    options = "".join(
        f'<option value="{language}"{" selected" if language == view.language else ""}>{name}</option>'
        for language, name in LANGUAGE_NAMES.items()
    )
    choices = (
        f'<select data-action="language" aria-label="{words(view, "language")}"{disabled(view)}>{options}</select>'
    )
    return Markup(f'<label class="language">{drawing("language")}{choices}</label>')


def figures(view: ViewContext, pictures: Mapping[str, Markup]) -> Markup:
    """Lay out pictures, each with the words that its key stands for."""
    shown = "".join(
        f"<figure>{picture}<figcaption>{words(view, key)}</figcaption></figure>" for key, picture in pictures.items()
    )
    return Markup(f'<div class="rules">{shown}</div>')


def copy_field(view: ViewContext, label: str, copied: str, copying: Markup = NOTHING) -> Markup:
    """Show a text that can be copied; `copying` is a button of one's own for that."""
    return Markup(
        f'<div class="field tall"><label for="{label}">{words(view, label)}</label><span class="copy">'
        f'<input id="{label}" type="text" readonly value="{text(copied)}">'
        f"{copying or button(view, 'copy', 'copy', value=copied)}</span></div>"
    )


def window(view: DialogContext, title: str, body: Markup, kind: str = "") -> Markup:
    """Make the inside of a dialog: its title, the way out, and what it holds."""
    note = f"<span>{said(view)}</span>{helping(view)}" if view.note else ""
    # That it worked needs no room of its own.
    brief = " brief" if view.note and view.note.key == "copied" else ""
    return Markup(
        f'<div class="window {kind}"><div class="title"><h2 id="dialog-title">{words(view, title)}</h2>'
        f"{button(view, 'open', 'close', kind='close', icon='close')}</div>"
        f'<div role="alert" class="said{brief}">{note}</div>{body}</div>'
    )


def said(view: DialogContext) -> Markup:
    """Say what has to be said: a text that couldn't be read, a game that can't be kept."""
    if view.note is None:
        return NOTHING
    return join(
        [
            words(view, view.note.key, n=view.note.n),
            *map(text, explain_all(view.language, view.note.problems)),
        ],
        "<br>",
    )


def helping(view: DialogContext) -> Markup:
    """Give the button that helps with what has been said, if there is one."""
    if view.note is None or not view.note.link:
        return NOTHING
    return button(view, view.note.link, f"do-{view.note.link}")


def note(view: DialogContext) -> Markup:
    """Say it over the page, unless a window is open, which says it itself."""
    if view.note is None or view.dialog:
        return NOTHING
    return Markup(f"<p>{said(view)}</p>{helping(view)}{button(view, 'dismiss-note', 'close')}")
