"""The editor's page: what is done becomes a new model and is kept."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine import links
from engine.app import App, Message, Messages, follow_window
from engine.editor import drafts, keys, view
from engine.editor.exports import FORMS, PAINTED
from engine.editor.model import Editor
from engine.editor.update import DIALOGS, update
from engine.effects import Copy, CopyPng, Download, DownloadPng, Go, Keep, SaveKept, SetAside
from engine.look import Look
from engine.model import Note
from engine.page import preferences, saves
from engine.view.html import Html
from engine.words import choose_language


@dataclass(frozen=True)
class EditorApp(App):
    """One draft on one page."""

    model: Editor
    address: str = ""
    """Where the page is, without a fragment."""
    fragment: str = ""
    kept: str = ""
    """The draft as it was kept last."""
    warned: bool = False
    """Whether was said that the draft can't be kept."""

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (view.NOW, ("note", "dialog"))

    @classmethod
    def open(cls, message: Message, _: float) -> Self:
        """Begin: with the draft of the last visit or with what the address holds, in the language that was chosen."""
        given = message["open"]
        spoken = choose_language([str(tag) for tag in given["languages"]])
        texts = {str(key): str(text) for key, text in given["texts"].items()}
        language, settings = preferences.read(texts.get(preferences.KEY, ""), spoken)
        editor = Editor(language=language, settings=settings, root=str(given["site"]))
        restored = drafts.restore(texts.get(drafts.KEY, ""), editor)
        model = restored or editor
        app = cls(model, str(given["address"]), kept=drafts.write(model))
        before = app
        if not preferences.readable(texts.get(preferences.KEY, "")):
            app = app.do(SetAside(preferences.KEY))
        if restored is None:
            app = app.do(SetAside(drafts.KEY))
        if restored is None or drafts.KEY in given.get("aside", ()):
            app = app.become(replace(model, note=Note("edit-set-aside", link="save-aside")))
        return app.follow_address(given).settle(before)

    def become(self, model: Editor) -> Self:
        return replace(self, model=model)

    def act(self, message: Message) -> Self:
        action, value = str(message["act"]), str(message.get("value", ""))
        if action in ("copy-as", "save-as"):
            return self._export(value, action == "copy-as")
        if action == "save-aside":
            return self.do(SaveKept("draft.json", saves.aside(drafts.KEY)))
        return self.become(update(self.model, action, value))

    def _export(self, name: str, copy: bool) -> Self:
        """Give the position away: copied, or as a file."""
        if name in PAINTED:
            picture = PAINTED[name].write(self.model)
            return self.do(CopyPng(picture) if copy else DownloadPng(PAINTED[name].file, picture))
        if name not in FORMS:
            return self
        form = FORMS[name]
        text = form.write(self.model)
        return self.do(Copy(text) if copy else Download(form.file, text, form.kind))

    def _press(self, message: Message) -> Self:
        """Obey a key, unless a window is open."""
        if self.model.dialog:
            return self
        key, cell, shift = str(message["key"]), str(message.get("cell", "")), bool(message.get("shift"))
        if message.get("control"):
            pressed = keys.with_control(key, shift)
        elif cell:
            pressed = keys.on_board(key, shift, self.model, cell)
        else:
            pressed = keys.on_page(key, self.model)
        return self.obey(pressed)

    def follow_address(self, given: Mapping[str, Any]) -> Self:
        """Follow the address: a window that it names, or a position that it holds; then it is clean again."""
        fragment = str(given["fragment"])
        wanted = fragment.removeprefix("#")
        app = replace(self, fragment=fragment)
        if links.holds(wanted):
            app = replace(app, fragment="").do(Go(app.address))
            return app.become(update(app.model, "import", fragment))
        wanted = wanted if wanted in DIALOGS else ""
        return app if wanted == app.model.dialog else app.become(update(app.model, "open", wanted))

    def _not_kept(self, message: Message) -> Self:
        if self.warned or message["unkept"] != drafts.KEY:
            return self
        return replace(self, warned=True).become(replace(self.model, note=Note("edit-kept-not")))

    def settle(self, before: Self) -> Self:
        """Do what follows from the change of the model: keep it, let the address follow."""
        app, model = self, self.model
        if model.language != before.model.language:
            app = app.do(preferences.write(preferences.Preferences(model.language, model.settings)))
        now = app.kept if model.stroke is not None else drafts.write(model)
        if now != app.kept:
            app = replace(app, kept=now).do(Keep(drafts.KEY, now))
        step = follow_window(app.fragment, before.model.dialog, model.dialog)
        if isinstance(step, Go):
            app = replace(app, fragment=step.address)
        return app if step is None else app.do(step)

    def recover(self) -> Self:
        """Close the window and put everything down."""
        return self.become(replace(self.model, dialog="", note=None)).settle(self)

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts of the page."""
        return view.page(self.model, names)

    def look(self) -> Look:
        """Tell what the whole page looks like."""
        model = self.model
        return {
            "title": view.title(model),
            "language": model.language,
            "data": {"theme": model.settings.theme},
            "window": model.dialog,
            "hover": model.hover or "",
        }

    messages: ClassVar[Messages] = {
        "act": act,
        "key": _press,
        "went": lambda app, message: app.follow_address(message["went"]),
        "file": lambda app, message: app.become(update(app.model, "import", str(message["text"]))),
        "copied": lambda app, message: app.become(
            replace(app.model, note=Note("copied" if message["copied"] else "not-copied"))
        ),
        "unkept": _not_kept,
    }
