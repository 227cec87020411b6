"""The editor's app: messages, storage, address."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.apps import App, AppMessage, sync_dialog
from engine.apps.editor import model as drafts
from engine.apps.editor import view
from engine.apps.editor.dialogs import IMAGE_EXPORTS, TEXT_EXPORTS, file_name
from engine.apps.editor.model import Editor
from engine.apps.editor.update import press, update
from engine.games.base import Games
from engine.html import Markup, Note
from engine.protocol import (
    DRAFT_KEY,
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
OPEN_ELSEWHERE = Note("edit-elsewhere", action="edit-here")


@dataclass(frozen=True)
class EditorApp(App):
    """The editor page."""

    model: Editor
    address: str = ""
    """The page's address without the fragment."""
    fragment: str = ""
    stored: str = ""
    """The drafts as this tab has stored or loaded them."""
    warned: bool = False
    """Whether a note has said that the draft can't be stored."""
    elsewhere: bool = False
    """Whether another tab edits and stores the drafts."""

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (view.FIRST_GROUP, ("note", "dialog"))

    @classmethod
    def open(cls, opening: OpenPage, _: float, games: Games) -> Self:
        """Open the drafts of the last visit, and what the address contains."""
        texts = opening.texts
        browser_language = choose_language(opening.languages)
        language, settings = storage.read_preferences(texts.get(PREFERENCES_KEY, ""), browser_language)
        editor = replace(Editor.new(games, language, opening.site), settings=settings)
        restored = drafts.restore(texts.get(DRAFT_KEY, ""), editor)
        model = restored or editor
        if opening.search:
            model = model.showing(games.for_query(opening.search).name)
        app = cls(model, opening.address, stored=drafts.write(model))
        before = app
        app = app.with_effects(AcquireTabLock(LOCK))
        if not storage.is_readable(texts.get(PREFERENCES_KEY, "")):
            app = app.with_effects(Quarantine(PREFERENCES_KEY))
        if restored is None:
            app = app.with_effects(Quarantine(DRAFT_KEY))
        if restored is None or DRAFT_KEY in opening.quarantined:
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
                return self._not_stored(message.key)
            case StoreChanged():
                return self._yield_to_other_tab(message.text or "") if message.key == DRAFT_KEY else self
            case TabLockTaken():
                return self._yield_to_other_tab() if message.game == LOCK else self
            case StoreLoaded():
                return self._load_late(message.texts.get(DRAFT_KEY, ""))
            case PageOutdated():
                return self.with_model(replace(self.model, note=Note("newer-version", action="reload")))
            case TabLockAcquired():
                # The other tab was closed. If this one has changes of its own, the user decides which drafts stay.
                return self._edit_here() if drafts.write(self.model) == self.stored else self
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
            return replace(self._edit_here(), stored="").with_effects(AcquireTabLock(LOCK, steal=True))
        if action == "save-aside":
            return self.with_effects(DownloadStored("draft.json", storage.quarantine_key(DRAFT_KEY)))
        return self.with_model(update(self.model, action, value))

    def _export(self, name: str, copy: bool) -> Self:
        """Export the position: to the clipboard or a file."""
        export = TEXT_EXPORTS.get(name) or IMAGE_EXPORTS.get(name)
        if export is None or (self.model.problems and name != "board"):
            return self
        text, file = export.write(self.model), file_name(self.model, export)
        if name in IMAGE_EXPORTS:
            return self.with_effects(CopyPng(text) if copy else DownloadPng(file, text))
        return self.with_effects(Copy(text) if copy else Download(file, text, export.media_type))

    def _press(self, message: Key) -> Self:
        """Handle a key, unless a dialog is open."""
        return self if self.model.dialog else self.on_key(press(self.model, message))

    def follow_address(self, fragment: str) -> Self:
        """Open the dialog that the address names, or the position that it contains, and clear the latter."""
        app = replace(self, fragment=fragment)
        if links.is_link(fragment):
            app = replace(app, fragment="").with_effects(SetAddress(app.address))
            return app.with_model(update(app.model, "import", fragment))
        name = fragment.removeprefix("#")
        dialog = name if name in view.DIALOGS else ""
        return app if dialog == app.model.dialog else app.with_model(update(app.model, "open", dialog))

    def _yield_to_other_tab(self, stored: str = "") -> Self:
        """Stop storing, because another tab does, and say so; without own changes, show what the other tab `stored`."""
        app = self
        restored = drafts.restore(stored, self.model) if stored else None
        if restored and drafts.write(self.model) == self.stored:
            app = replace(self, stored=drafts.write(restored)).with_model(restored)
        return replace(app, elsewhere=True).with_model(replace(app.model, note=OPEN_ELSEWHERE))

    def _edit_here(self) -> Self:
        """Store the drafts of this tab from now on."""
        note = None if self.model.note == OPEN_ELSEWHERE else self.model.note
        return replace(self, elsewhere=False).with_model(replace(self.model, note=note))

    def _load_late(self, text: str) -> Self:
        """Open the stored drafts, unless something was drawn while the database was slow."""
        restored = drafts.restore(text, self.model)
        if not text or restored is None or drafts.write(self.model) != drafts.write(Editor.new(self.model.games)):
            return self
        return replace(self, stored=drafts.write(restored)).with_model(restored)

    def _not_stored(self, key: str) -> Self:
        if self.warned or key != DRAFT_KEY:
            return self
        return replace(self, warned=True).with_model(replace(self.model, note=Note("edit-kept-not")))

    def after_update(self, before: Self) -> Self:
        """Store the drafts, and sync the address."""
        app, model = self, self.model
        if model.language != before.model.language:
            old = storage.Preferences(before.model.language, before.model.settings)
            app = app.with_effects(storage.write_preferences(storage.Preferences(model.language, model.settings), old))
        # A stroke is stored when it ends.
        text = app.stored if model.stroke is not None else drafts.write(model)
        if text != app.stored and not app.elsewhere:
            app = replace(app, stored=text).with_effects(StorePut(DRAFT_KEY, text))
        effect = sync_dialog(app.fragment, before.model.dialog, model.dialog)
        if isinstance(effect, SetAddress):
            app = replace(app, fragment=effect.address)
        return app if effect is None else app.with_effects(effect)

    def recover(self) -> Self:
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
