"""The editor's page: what is done becomes a new model, is kept and drawn."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import links
from engine.editor import drafts, view
from engine.editor.exports import FORMS, PAINTED
from engine.editor.gestures import Gestures
from engine.editor.model import Editor
from engine.editor.update import DIALOGS, update
from engine.model import Note
from engine.page import browser, preferences
from engine.page.screen import Pace, Screen
from engine.words import choose_language


class App:
    """One draft on one page."""

    def __init__(self, window: Any, model: Editor) -> None:
        """Take over the page that the build has drawn."""
        from pyodide.ffi import create_proxy

        self.window = window
        self.document = window.document
        self.storage = browser.Storage(window)
        self.screen = Screen(self.document, patched=("form",))
        self.pace = Pace(window, self.draw, (self.screen.open,))
        self.model = model
        self.address = str(window.location.href).partition("#")[0]
        self.kept = ""
        self.warned = False
        self.gestures = Gestures(self)
        for event in ("popstate", "hashchange"):
            window.addEventListener(event, create_proxy(self.went_back))

    def begin(self) -> None:
        """Go on with the draft of the last visit, or with what the address holds."""
        self.model = drafts.restore(self.storage, self.model)
        self.kept = drafts.write(self.model)
        self.went_back(None)
        self.pace.redraw()

    def act(self, action: str, value: str = "") -> None:
        """Do an action, keep what has to be kept, and redraw."""
        if action in EFFECTS:
            EFFECTS[action](self, value)
            return
        self.become(update(self.model, action, value))

    def become(self, model: Editor) -> None:
        """Show another model and do what follows from the change."""
        before, self.model = self.model, model
        if model.language != before.language:
            preferences.write(self.storage, preferences.Preferences(model.language, model.settings))
        if model.stroke is None:
            self.keep()
        if model.dialog != before.dialog:
            self.turn_page(before.dialog)
        self.pace.redraw()

    def keep(self) -> None:
        """Keep the draft after every edit."""
        now = drafts.write(self.model)
        if now == self.kept:
            return
        self.kept = now
        if not self.storage.put(drafts.KEY, now) and not self.warned:
            self.warned = True
            self.model = replace(self.model, note=Note("edit-kept-not"))

    def draw(self) -> None:
        """Bring the page up to date."""
        self.screen.show(view.page(self.model), self.model.dialog)
        root = self.document.documentElement
        if root.lang != self.model.language:
            root.lang = self.model.language
            self.document.title = view.title(self.model)
        root.setAttribute("data-theme", self.model.settings.theme)

    # Windows and the address

    def turn_page(self, before: str) -> None:
        """Let the browser's way back close a window."""
        dialog = self.model.dialog
        if dialog and self.window.location.hash != f"#{dialog}":
            keep = self.window.history.replaceState if before else self.window.history.pushState
            keep(None, "", f"#{dialog}")
        elif not dialog and self.window.location.hash == f"#{before}":
            self.window.history.back()

    def went_back(self, _: Any) -> None:
        """Follow the address: a window that it names, or a position that it holds; then it is clean again."""
        wanted = str(self.window.location.hash).removeprefix("#")
        if links.holds(wanted):
            self.window.history.replaceState(None, "", self.address)
            self.act("import", f"#{wanted}")
        elif (wanted if wanted in DIALOGS else "") != self.model.dialog:
            self.become(update(self.model, "open", wanted))

    def read_file(self, _: str, text: str) -> None:
        """Open a file that somebody chose."""
        self.act("import", text)

    def tell(self, key: str) -> None:
        """Say something."""
        self.become(replace(self.model, note=Note(key)))


def _copy_as(app: App, name: str) -> None:
    if name in PAINTED:
        browser.copy_png(app.window, PAINTED[name].write(app.model), app.tell)
    else:
        browser.copy(app.window, FORMS[name].write(app.model), app.tell)


def _save_as(app: App, name: str) -> None:
    if name in PAINTED:
        browser.download_png(app.window, PAINTED[name].file, PAINTED[name].write(app.model))
    else:
        form = FORMS[name]
        browser.download(app.window, form.file, form.write(app.model), form.kind)


def _import_pasted(app: App, _: str) -> None:
    app.act("import", str(app.document.getElementById("import-text").value))


EFFECTS: dict[str, Callable[[App, str], None]] = {
    "copy-as": _copy_as,
    "save-as": _save_as,
    "import-pasted": _import_pasted,
}


def start() -> App:
    """Begin: with the draft of the last visit, in the language that was chosen, else in the browser's."""
    import js

    spoken = choose_language([str(tag) for tag in js.navigator.languages or []])
    language, settings = preferences.read(browser.Storage(js.window), spoken)
    app = App(js.window, Editor(language=language, settings=settings, root=browser.site(js.window)))
    app.begin()
    js.window.dispatchEvent(js.Event.new("qin:ready"))
    return app
