"""The saved games on the page: listed, loaded, thrown away and brought back; everything into a file and out of it."""

from dataclasses import replace
from typing import TypeVar

from engine.apps import correspondence
from engine.apps.page_actions import show_saved, take_over
from engine.apps.page_app import PageApp
from engine.correspondence.game import rank
from engine.html import Note
from engine.protocol import (
    GAME_PREFIX,
    QUARANTINE_PREFIX,
    RESULTS_KEY,
    Download,
    StoreExported,
    StoreFound,
    StoreMerge,
    StoreMerged,
    StorePut,
    StoreQuery,
)
from engine.session import archive, preferences, storage
from engine.session import statistics as results
from engine.session.match import Match

A = TypeVar("A", bound=PageApp)
AT_ONCE = 24
"""How many saved games are listed at first, and how many more each time."""


def list_games(app: A, most: int) -> A:
    """Look for saved games, the latest ones first, and for what was set aside."""
    return app.with_effects(StoreQuery(GAME_PREFIX, most), StoreQuery(QUARANTINE_PREFIX, 0))


def found(app: A, message: StoreFound) -> A:
    """List the saved games that were found, the one being played first; what can't be read is set aside."""
    prefix, texts = message.prefix, message.texts
    if prefix.startswith(GAME_PREFIX) and prefix != GAME_PREFIX:
        return correspondence.found(app, message) or app
    if prefix == QUARANTINE_PREFIX:
        keys = tuple(key.removeprefix(prefix) for key in message.keys)
        return app.with_page(replace(app.page, damaged=keys))
    played = app.page.match
    keys = tuple(key.removeprefix(prefix) for key in sorted(texts, reverse=True))
    loaded = [storage.load(texts, key, app.page.games) for key in keys if key != played.key]
    aside = tuple(effect for restored in loaded for effect in restored.quarantine)
    again = (StoreQuery(QUARANTINE_PREFIX, 0),) if aside or message.quarantined else ()
    first = (played,) if prefix + played.key in message.keys else ()
    saved = tuple(sorted((*first, *(restored.match for restored in loaded if restored.match)), key=rank))
    return app.with_effects(*aside, *again).with_page(show_saved(app.page, saved, len(message.keys) - len(aside)))


def load(app: A, key: str) -> A:
    """Go on with a saved game."""
    game = _saved(app, key)
    return app.with_page(take_over(app.page, game)) if game else app


def _saved(app: PageApp, key: str) -> Match | None:
    return next((game for game in app.page.saved if game.key == key), None)


def forget(app: A, key: str) -> A:
    """Throw a saved game away, but keep it at hand in case that was a slip."""
    game = _saved(app, key)
    if game is None:
        return app
    rest = tuple(other for other in app.page.saved if other is not game)
    page = show_saved(app.page, rest, app.page.saved_count - 1)
    app = replace(app, deleted=(*app.deleted, game)).with_effects(*storage.forget(key))
    return app.with_page(replace(page, note=Note("forgotten", link="bring-back")))


def bring_back(app: A, _: str) -> A:
    """Bring back what was thrown away last; what went before that can be brought back after it."""
    if not app.deleted:
        return app
    *rest, game = app.deleted
    app = replace(app, deleted=tuple(rest)).with_effects(*storage.keep(game))
    app = list_games(app, len(app.page.saved) + 1)
    return app.with_page(replace(app.page, note=Note("forgotten", link="bring-back") if rest else None))


def save_everything(app: A, message: StoreExported) -> A:
    """Give away a file with everything that is kept."""
    app = app.with_effects(
        Download(f"qin-{storage.date_of(app.time)}.json", archive.write(message.texts), "application/json")
    )
    return app if message.complete else app.with_page(replace(app.page, note=Note("export-incomplete")))


def load_everything(app: A, text: str) -> A:
    """Add what such a file holds to what is kept; one that is damaged changes nothing."""
    try:
        return app.with_effects(StoreMerge(archive.read(text)))
    except archive.ArchiveError as error:
        return app.with_page(replace(app.page, note=Note(error.reason)))


def merged(app: A, message: StoreMerged) -> A:
    """Say how the loading of everything went; preferences that came with it hold at once."""
    if message.keys is None:
        return app.with_page(replace(app.page, note=Note("load-no-room")))
    page, keys = app.page, message.keys
    if preferences.KEY in keys:
        language, settings = preferences.read(message.texts.get(preferences.KEY, ""), page.language)
        page = page.with_session(replace(page.session, language=language, settings=settings))
    page = replace(page, results=results.read(message.texts.get(RESULTS_KEY, "")))
    games = sum(key.startswith(GAME_PREFIX) for key in keys)
    newest = max((storage.begun(key.removeprefix(GAME_PREFIX)) for key in keys), default=0)
    app = replace(app, newest=max(app.newest, newest))
    note = Note("loaded-games" if games else "loaded-nothing-new", n=games)
    return list_games(app.with_page(replace(page, note=note)), max(len(page.saved), AT_ONCE))


def forget_damaged(app: A, key: str) -> A:
    """Throw away what was set aside."""
    rest = tuple(other for other in app.page.damaged if other != key)
    return app.with_effects(StorePut(QUARANTINE_PREFIX + key, None)).with_page(replace(app.page, damaged=rest))
