"""Small pieces of HTML: words, buttons and fields that every part of the page is made of."""

from collections.abc import Iterable, Mapping
from typing import NewType, Protocol

from engine.problems import explain_all
from engine.session.session import Note
from engine.words import say
from qin_core.common.svg import escape

Html = NewType("Html", str)
"""HTML that may go into the page as it is: whatever people wrote was escaped on its way in."""
NOTHING = Html("")


def text(plain: str) -> Html:
    """Escape plain words, for elements and attributes alike."""
    return Html(escape(plain))


def join(parts: Iterable[Html], between: str = "") -> Html:
    """Put pieces one after the other."""
    return Html(between.join(parts))


def svg_html(picture: str) -> Html:
    """Take a picture that the core has drawn: it holds nothing that people wrote."""
    return Html(picture)


class Speaker(Protocol):
    """What the pieces need to know of a page's model: its language, what it has to say, its window."""

    @property
    def language(self) -> str: ...
    @property
    def note(self) -> Note | None: ...
    @property
    def dialog(self) -> str: ...
    @property
    def inert(self) -> bool: ...


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


def words(model: Speaker, key: str, **values: str | int) -> Html:
    """Look up words for the page: escaped."""
    return text(say(model.language, key, **values))


def disabled(model: Speaker) -> Html:
    """Write what keeps a control from being used before the page is live."""
    return Html(" disabled" if model.inert else "")


def drawing(icon: str) -> Html:
    return Html(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[icon]}"/></svg>')


def button(
    model: Speaker,
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
) -> Html:
    """Make a button that does an action; an icon stands for the words, or beside them if it is `wordy`.

    `short` names words that are shown instead where there is little room. Its value is its own, or what stands in the
    field whose id is `source`.
    """
    label = words(model, key)
    sign = drawing(icon) if icon else ""
    face = f'{sign}<span class="label">{label}</span>' if wordy else sign or label
    named = f' aria-label="{label}"' + ("" if wordy else f' title="{label}"') if icon else ""
    named += f' data-short="{words(model, short)}"' if short else ""
    state = "" if pressed is None else f' aria-pressed="{str(pressed).lower()}"'
    data = f' data-value="{escape(value)}"' if value else f' data-source="{source}"' if source else ""
    off = "" if enabled and not model.inert else " disabled"
    look = f' class="{kind}"' if kind else ""
    return Html(f'<button type="button"{look} data-action="{action}"{data}{named}{state}{off}>{face}</button>')


def choice(model: Speaker, action: str, field: str, label: str, options: list[tuple[str, str]], chosen: str) -> Html:
    """Make a labelled list of options (value, text)."""
    items = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return Html(
        f'<label class="field"><span>{words(model, label)}</span>'
        f'<select data-action="{action}" data-field="{field}"{disabled(model)}>{items}</select></label>'
    )


def chips(
    model: Speaker, action: str, field: str, label: str, options: list[tuple[str, Html]], chosen: str, kind: str = ""
) -> Html:
    """Let people choose one of a few things (value, face) that are all in sight."""
    items = "".join(
        f'<label class="chip"><input type="radio" name="{field}" data-action="{action}" data-field="{field}"'
        f' value="{escape(value)}"{" checked" if value == chosen else ""}{disabled(model)}><span>{face}</span></label>'
        for value, face in options
    )
    return Html(f'<fieldset class="chips {kind}"><legend>{words(model, label)}</legend>{items}</fieldset>')


def switch(model: Speaker, action: str, field: str, label: str, on: bool) -> Html:
    """Make a labelled check box."""
    return Html(
        f'<label class="switch"><input type="checkbox" data-action="{action}" data-field="{field}"'
        f"{' checked' if on else ''}{disabled(model)}><span>{words(model, label)}</span></label>"
    )


def languages(model: Speaker) -> Html:
    options = "".join(
        f'<option value="{language}"{" selected" if language == model.language else ""}>{name}</option>'
        for language, name in LANGUAGE_NAMES.items()
    )
    choices = (
        f'<select data-action="language" aria-label="{words(model, "language")}"{disabled(model)}>{options}</select>'
    )
    return Html(f'<label class="language">{drawing("language")}{choices}</label>')


def figures(model: Speaker, pictures: Mapping[str, Html]) -> Html:
    """Lay out pictures, each with the words that its key stands for."""
    shown = "".join(
        f"<figure>{picture}<figcaption>{words(model, key)}</figcaption></figure>" for key, picture in pictures.items()
    )
    return Html(f'<div class="rules">{shown}</div>')


def copy_field(model: Speaker, label: str, copied: str, copying: Html = NOTHING) -> Html:
    """Show a text that can be copied; `copying` is a button of one's own for that."""
    return Html(
        f'<div class="field tall"><label for="{label}">{words(model, label)}</label><span class="copy">'
        f'<input id="{label}" type="text" readonly value="{text(copied)}">'
        f"{copying or button(model, 'copy', 'copy', value=copied)}</span></div>"
    )


def window(model: Speaker, title: str, body: Html, kind: str = "") -> Html:
    """Make the inside of a dialog: its title, the way out, and what it holds."""
    note = f"<span>{said(model)}</span>{helping(model)}" if model.note else ""
    # That it worked needs no room of its own.
    brief = " brief" if model.note and model.note.key == "copied" else ""
    return Html(
        f'<div class="window {kind}"><div class="title"><h2 id="dialog-title">{words(model, title)}</h2>'
        f"{button(model, 'open', 'close', kind='close', icon='close')}</div>"
        f'<div role="alert" class="said{brief}">{note}</div>{body}</div>'
    )


def said(model: Speaker) -> Html:
    """Say what has to be said: a text that couldn't be read, a game that can't be kept."""
    if model.note is None:
        return NOTHING
    return join(
        [words(model, model.note.key, n=model.note.n), *map(text, explain_all(model.language, model.note.faults))],
        "<br>",
    )


def helping(model: Speaker) -> Html:
    """Give the button that helps with what has been said, if there is one."""
    if model.note is None or not model.note.link:
        return NOTHING
    return button(model, model.note.link, f"do-{model.note.link}")


def note(model: Speaker) -> Html:
    """Say it over the page, unless a window is open, which says it itself."""
    if model.note is None or model.dialog:
        return NOTHING
    return Html(f"<p>{said(model)}</p>{helping(model)}{button(model, 'dismiss-note', 'close')}")
