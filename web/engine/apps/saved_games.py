"""The stored matches: list, load, delete and restore them; export and import everything as a file."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from engine.actions import FieldChange
from engine.apps import address
from engine.apps.page_app import PageApp, take_over
from engine.correspondence import rank
from engine.games.form import MAX_NAME, clean_name
from engine.html import Note
from engine.protocol import (
    GAME_PREFIX,
    MAPS_KEY,
    PREFERENCES_KEY,
    QUARANTINE_PREFIX,
    RESULTS_KEY,
    Download,
    Effect,
    StoreExported,
    StoreFound,
    StoreMerge,
    StoreMerged,
    StorePut,
    StoreQuery,
    StoreUpdate,
)
from engine.session import statistics, storage
from engine.session.match import Match
from engine.session.shelf import PAGE_SIZE, Entry, Shelf
from engine.words import say

A = TypeVar("A", bound=PageApp)
EVERYTHING = "everything"
"""The slot of notes about the file with everything."""
MAX_LISTED = 2000
"""How many matches are listed: all their texts are read, for the search."""


def open_list(app: A) -> A:
    """List the stored matches, without a search."""
    return list_games(app.with_page(replace(app.page, shelf=Shelf())))


def list_games(app: A) -> A:
    """Search the store for matches, and for unreadable ones in quarantine."""
    return app.with_effects(StoreQuery(GAME_PREFIX, MAX_LISTED), StoreQuery(QUARANTINE_PREFIX, 0))


def found(app: A, message: StoreFound) -> A:
    """Show the result of a search of the store."""
    prefix, texts = message.prefix, message.texts
    if prefix.startswith(GAME_PREFIX) and prefix != GAME_PREFIX:
        return address.found(app, message) or app
    if prefix == QUARANTINE_PREFIX:
        keys = tuple(key.removeprefix(prefix) for key in message.keys)
        return app.with_page(replace(app.page, damaged=keys))
    entries = tuple(Entry(key.removeprefix(prefix), texts[key]) for key in sorted(texts, reverse=True))
    queries = (StoreQuery(QUARANTINE_PREFIX, 0),) if message.quarantined else ()
    return show(app.with_effects(*queries), replace(app.page.shelf, entries=entries))


def show(app: A, shelf: Shelf) -> A:
    """Load the visible matches, the current one first; unreadable ones go into quarantine."""
    page, current = app.page, app.match
    entries = shelf.listed(page.language, page.games, page.results)
    matches: list[Match] = []
    quarantine: list[Effect] = []
    unreadable: list[str] = []
    newest_first = shelf.order == "newest"
    if newest_first:
        entries.sort(key=lambda entry: entry.key != current.key)
    for entry in entries[: shelf.limit]:
        restored = storage.Restored(current)
        if entry.key != current.key:
            restored = storage.load({GAME_PREFIX + entry.key: entry.text}, entry.key, page.games)
        quarantine += restored.quarantine
        if restored.match:
            matches.append(restored.match)
        else:
            unreadable.append(entry.key)
    if newest_first:
        matches.sort(key=rank)
    queries = (StoreQuery(QUARANTINE_PREFIX, 0),) if quarantine else ()
    count = len(entries) - len(unreadable)
    page = replace(page, saved=tuple(matches), saved_count=count, saved_at=app.time, shelf=shelf.without(unreadable))
    return app.with_effects(*quarantine, *queries).with_page(page)


def show_more(app: A) -> A:
    return show(app, replace(app.page.shelf, limit=app.page.shelf.limit + PAGE_SIZE))


def filter_list(app: A, change: FieldChange) -> A:
    """Search, filter or sort the list."""
    return show(_without_note(app), app.page.shelf.change(*change))


def start_picking(app: A) -> A:
    """Turn the selection of several matches on or off."""
    shelf = app.page.shelf
    app = _without_note(app)
    return app.with_page(replace(app.page, shelf=replace(shelf, picking=not shelf.picking, picked=frozenset())))


def pick(app: A, change: FieldChange) -> A:
    """Select or deselect a match; without a key, all listed matches."""
    key, on = change
    page, shelf = app.page, app.page.shelf
    if key:
        shelf = shelf.pick(key, on == "true")
    else:
        keys = {entry.key for entry in shelf.listed(page.language, page.games, page.results)}
        shelf = replace(shelf, picked=frozenset(keys) if on == "true" else frozenset())
    return app.with_page(replace(page, shelf=shelf))


def _without_note(app: A) -> A:
    """Clear a note in the list."""
    return app.with_page(replace(app.page, note=None)) if app.page.note and app.page.note.slot else app


def load(app: A, key: str) -> A:
    match = next((match for match in app.page.saved if match.key == key), None)
    return app.with_page(take_over(app.page, match)) if match else app


def delete(app: A, key: str) -> A:
    """Delete a stored match, so that `restore_deleted` can restore it."""
    keys = [match.key for match in app.page.saved]
    if key not in keys:
        return app
    return _delete(app, {key}, Note("forgotten", action="bring-back", slot=f"card-{keys.index(key)}"))


def delete_picked(app: A) -> A:
    picked = app.page.shelf.picked
    if not picked:
        return app
    note = Note("forgotten-several", action="bring-back", n=len(picked), slot="list")
    app = app.with_page(replace(app.page, shelf=replace(app.page.shelf, picking=False)))
    return _delete(app, picked, note)


def _delete(app: A, keys: Collection[str], note: Note) -> A:
    shelf = app.page.shelf
    entries = tuple(entry for entry in shelf.entries if entry.key in keys)
    effects = [effect for key in sorted(keys) for effect in storage.delete(key)]
    app = replace(app, deleted=(*app.deleted, entries)).with_effects(*effects)
    app = show(app, shelf.without(keys))
    return app.with_page(replace(app.page, note=note))


def restore_deleted(app: A) -> A:
    """Restore the matches that were deleted last."""
    if not app.deleted:
        return app
    *rest, entries = app.deleted
    effects: list[Effect] = []
    for entry in entries:
        # The current match may have changed since.
        is_current = entry.key == app.match.key
        effects += storage.save(app.match) if is_current else (StorePut(GAME_PREFIX + entry.key, entry.text),)
    app = replace(app, deleted=tuple(rest)).with_effects(*effects)
    app = show(app, app.page.shelf.with_entries(entries))
    note = Note("forgotten", action="bring-back", slot="list") if rest else None
    return app.with_page(replace(app.page, note=note))


def save_everything(app: A, message: StoreExported) -> A:
    """Save everything that is stored as a file."""
    app = app.with_effects(
        Download(f"qin-{storage.date_of(app.time)}.json", storage.write_archive(message.texts), "application/json")
    )
    note = Note("export-incomplete", slot=EVERYTHING)
    return app if message.complete else app.with_page(replace(app.page, note=note))


def load_everything(app: A, text: str) -> A:
    """Add a file's contents to the stored texts; a damaged file changes nothing."""
    try:
        return app.with_effects(StoreMerge(storage.read_archive(text)))
    except storage.ArchiveError as error:
        return app.with_page(replace(app.page, note=Note(error.reason, slot=EVERYTHING)))


def merged(app: A, message: StoreMerged) -> A:
    """Report how the import went, and apply imported preferences at once."""
    if message.keys is None:
        return app.with_page(replace(app.page, note=Note("load-no-room", slot=EVERYTHING)))
    page, keys = app.page, message.keys
    if PREFERENCES_KEY in keys:
        language, settings = storage.read_preferences(message.texts.get(PREFERENCES_KEY, ""), page.language)
        page = page.with_session(replace(page.session, language=language, settings=settings))
    maps = storage.read_maps(message.texts.get(MAPS_KEY, ""))
    page = replace(page, results=statistics.read(message.texts.get(RESULTS_KEY, "")), maps=maps)
    games = sum(key.startswith(GAME_PREFIX) for key in keys)
    newest = max((storage.start_time(key.removeprefix(GAME_PREFIX)) for key in keys), default=0)
    app = replace(app, newest=max(app.newest, newest))
    note = Note("loaded-games" if games else "loaded-nothing-new", n=games, slot=EVERYTHING)
    return list_games(app.with_page(replace(page, note=note)))


def save_map(app: A, name: str) -> A:
    """Store the form's custom map under a name; if the name is taken, under a numbered one."""
    page, board = app.page, app.page.form.board_text.strip()
    if not board or page.form.problems() or len(page.maps) >= storage.MAX_MAPS or len(board) > storage.MAX_MAP:
        return app
    name = clean_name(name) or say(page.language, "own-map")
    numbered = (name, *(f"{name[: MAX_NAME - 3]} {number}" for number in range(2, storage.MAX_MAPS + 2)))
    name = next(candidate for candidate in numbered if candidate not in page.maps)
    page = replace(page, maps={**page.maps, name: board})
    return app.with_effects(StoreUpdate(MAPS_KEY, {name: board})).with_page(page)


def delete_map(app: A, name: str) -> A:
    """Delete a stored map; the form keeps its text, so that it can be stored again."""
    others = {other: board for other, board in app.page.maps.items() if other != name}
    return app.with_effects(StoreUpdate(MAPS_KEY, {name: None})).with_page(replace(app.page, maps=others))


def delete_damaged(app: A, key: str) -> A:
    others = tuple(other for other in app.page.damaged if other != key)
    return app.with_effects(StorePut(QUARANTINE_PREFIX + key, None)).with_page(replace(app.page, damaged=others))
