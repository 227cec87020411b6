"""The editor's app: actions, storage, address."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.apps.app import App, AppMessage, sync_dialog
from engine.apps.editor import model as drafts
from engine.apps.editor import view
from engine.apps.editor.model import Editor
from engine.apps.editor.update import DIALOGS, press, update
from engine.apps.editor.windows import FORMS, PAINTED
from engine.games.base import Games
from engine.html import Markup, Note
from engine.protocol import (
    PREFERENCES_KEY,
    AcquireTabLock,
    Act,
    Appearance,
    Copied,
    Copy,
    CopyPng,
    Download,
    DownloadPng,
    DownloadStored,
    FileChosen,
    Key,
    Navigated,
    OpenPage,
    PageIdle,
    PageOutdated,
    Quarantine,
    Reload,
    SetAddress,
    StoreChanged,
    StoreConflict,
    StoreFailed,
    StoreLoaded,
    StorePut,
    TabLockAcquired,
    TabLockTaken,
)
from engine.session import links, storage
from engine.words import choose_language

LOCK = "editor"
"""The name of the editor's tab lock."""
ELSEWHERE = Note("edit-elsewhere", action="edit-here")


@dataclass(frozen=True)
class EditorApp(App):
    """One draft on one page."""

    model: Editor
    address: str = ""
    """Where the page is, without a fragment."""
    fragment: str = ""
    kept: str = ""
    """The draft as it was last stored."""
    warned: bool = False
    """Whether a message has said that the draft can't be stored."""
    elsewhere: bool = False
    """Whether the draft of another tab is the stored one."""

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (view.NOW, ("note", "dialog"))

    @classmethod
    def open(cls, opening: OpenPage, _: float, games: Games) -> Self:
        """Open the draft of the last visit or what the address holds, in the chosen language."""
        texts, spoken = opening.texts, choose_language(opening.languages)
        language, settings = storage.read_preferences(texts.get(PREFERENCES_KEY, ""), spoken)
        editor = replace(Editor.new(games, language, opening.site), settings=settings)
        restored = drafts.restore(texts.get(drafts.KEY, ""), editor)
        model = restored or editor
        if opening.search:
            model = model.showing(games.for_query(opening.search).name)
        app = cls(model, opening.address, kept=drafts.write(model))
        before = app
        app = app.with_effects(AcquireTabLock(LOCK))
        if not storage.is_readable(texts.get(PREFERENCES_KEY, "")):
            app = app.with_effects(Quarantine(PREFERENCES_KEY))
        if restored is None:
            app = app.with_effects(Quarantine(drafts.KEY))
        if restored is None or drafts.KEY in opening.quarantined:
            app = app.with_model(replace(model, note=Note("edit-set-aside", action="save-aside")))
        return app.follow_address(opening.fragment).after_update(before)

    def with_model(self, model: Editor) -> Self:
        return replace(self, model=model)

    def handle(self, message: AppMessage) -> Self:
        match message:
            case Act():
                return self.act(message)
            case Key():
                return self._press(message)
            case Navigated():
                return self.follow_address(message.fragment)
            case FileChosen():
                return self.with_model(update(self.model, "import", message.text))
            case Copied():
                return self.with_model(replace(self.model, note=Note("copied" if message.ok else "not-copied")))
            case StoreFailed():
                return self._not_kept(message.key)
            case StoreChanged():
                return self._yield_to_other_tab(message.text or "") if message.key == drafts.KEY else self
            case TabLockTaken():
                return self._yield_to_other_tab() if message.game == LOCK else self
            case StoreLoaded():
                return self._load_late(message.texts.get(drafts.KEY, ""))
            case PageOutdated():
                return self.with_model(replace(self.model, note=Note("newer-version", action="reload")))
            case TabLockAcquired():
                # The other tab is gone; without changes of its own, this one continues from there.
                return self._edit_here() if drafts.write(self.model) == self.kept else self
            case StoreConflict() | PageIdle():
                return self
        return super().handle(message)

    def act(self, message: Act) -> Self:
        action, value = message
        if action in ("copy-as", "save-as"):
            return self._export(value, action == "copy-as")
        if action == "reload":
            return self.with_effects(Reload())
        if action == "edit-here":
            # Stored by `after_update`, because it differs from what this tab has stored.
            return replace(self._edit_here(), kept="").with_effects(AcquireTabLock(LOCK, steal=True))
        if action == "save-aside":
            return self.with_effects(DownloadStored("draft.json", storage.quarantine_key(drafts.KEY)))
        return self.with_model(update(self.model, action, value))

    def _export(self, name: str, copy: bool) -> Self:
        """Export the position: to the clipboard or a file."""
        form = FORMS.get(name) or PAINTED.get(name)
        if form is None or (self.model.problems and name != "board"):
            return self
        text, file = form.write(self.model), f"{self.model.sketch.name}-{form.file}"
        if name in PAINTED:
            return self.with_effects(CopyPng(text) if copy else DownloadPng(file, text))
        return self.with_effects(Copy(text) if copy else Download(file, text, form.kind))

    def _press(self, message: Key) -> Self:
        """Handle a key, unless a dialog is open."""
        if self.model.dialog:
            return self
        key, square, shift, ctrl = message
        return self.on_key(press(self.model, key, square, shift, ctrl))

    def follow_address(self, fragment: str) -> Self:
        """Follow the address: open the dialog that it names, or the position that it holds, and remove that."""
        wanted = fragment.removeprefix("#")
        app = replace(self, fragment=fragment)
        if links.is_link(wanted):
            app = replace(app, fragment="").with_effects(SetAddress(app.address))
            return app.with_model(update(app.model, "import", fragment))
        wanted = wanted if wanted in DIALOGS else ""
        return app if wanted == app.model.dialog else app.with_model(update(app.model, "open", wanted))

    def _yield_to_other_tab(self, draft: str = "") -> Self:
        """Leave the stored draft to another tab, and say so; without changes of its own, this tab shows that draft."""
        app = self
        restored = drafts.restore(draft, self.model) if draft else None
        if restored and drafts.write(self.model) == self.kept:
            app = replace(self, kept=drafts.write(restored)).with_model(restored)
        return replace(app, elsewhere=True).with_model(replace(app.model, note=ELSEWHERE))

    def _edit_here(self) -> Self:
        """Store the draft of this tab from now on."""
        note = None if self.model.note == ELSEWHERE else self.model.note
        return replace(self, elsewhere=False).with_model(replace(self.model, note=note))

    def _load_late(self, text: str) -> Self:
        """Open the stored draft, unless something was drawn while the database was slow."""
        restored = drafts.restore(text, self.model)
        if not text or restored is None or drafts.write(self.model) != drafts.write(Editor.new(self.model.games)):
            return self
        return replace(self, kept=drafts.write(restored)).with_model(restored)

    def _not_kept(self, key: str) -> Self:
        if self.warned or key != drafts.KEY:
            return self
        return replace(self, warned=True).with_model(replace(self.model, note=Note("edit-kept-not")))

    def after_update(self, before: Self) -> Self:
        """Store the draft, and let the address follow."""
        app, model = self, self.model
        if model.language != before.model.language:
            was = storage.Preferences(before.model.language, before.model.settings)
            app = app.with_effects(storage.write_preferences(storage.Preferences(model.language, model.settings), was))
        now = app.kept if model.stroke is not None else drafts.write(model)
        if now != app.kept and not app.elsewhere:
            app = replace(app, kept=now).with_effects(StorePut(drafts.KEY, now))
        step = sync_dialog(app.fragment, before.model.dialog, model.dialog)
        if isinstance(step, SetAddress):
            app = replace(app, fragment=step.address)
        return app if step is None else app.with_effects(step)

    def recover(self) -> Self:
        """Close the dialog and clear what is picked."""
        return self.with_model(replace(self.model, dialog="", note=None)).after_update(self)

    def draw(self, names: Collection[str]) -> Mapping[str, Markup]:
        return view.page(self.model, names)

    def appearance(self) -> Appearance:
        model = self.model
        return Appearance(
            title=view.title(model),
            language=model.language,
            data={"theme": model.settings.theme, "game": model.sketch.name},
            dialog=model.dialog,
            hover=model.hover or "",
        )
