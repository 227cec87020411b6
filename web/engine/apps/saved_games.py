"""The saved games on the page: listed, loaded, thrown away and brought back; everything into a file and out of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from engine.correspondence import page as corresponding
from engine.correspondence.game import rank
from engine.page import archive, preferences
from engine.page import storage as saves
from engine.protocol import Download, StoreExported, StoreFound, StoreMerge, StoreMerged, StorePut, StoreQuery
from engine.session import statistics as results
from engine.session.session import Note
from engine.session.update import show_saved, take_over

if TYPE_CHECKING:
    from engine.apps.game_page import GameApp
    from engine.session.match import Game

A = TypeVar("A", bound="GameApp")
AT_ONCE = 24
"""How many saved games are listed at first, and how many more each time."""


def list_games(app: A, most: int) -> A:
    """Look for saved games, the latest ones first, and for what was set aside."""
    return app.do(StoreQuery(saves.GAMES, most), StoreQuery(saves.DAMAGED, 0))


def found(app: A, message: StoreFound) -> A:
    """List the saved games that were found, the one being played first; what can't be read is set aside."""
    prefix, texts = message.prefix, message.texts
    if prefix.startswith(saves.GAMES) and prefix != saves.GAMES:
        return corresponding.found(app, message) or app
    if prefix == saves.DAMAGED:
        keys = tuple(key.removeprefix(prefix) for key in message.keys)
        return app.become(replace(app.model, damaged=keys))
    played = app.model.game
    keys = tuple(key.removeprefix(prefix) for key in sorted(texts, reverse=True))
    loaded = [saves.load(texts, key) for key in keys if key != played.key]
    aside = tuple(effect for restored in loaded for effect in restored.aside)
    again = (StoreQuery(saves.DAMAGED, 0),) if aside or message.quarantined else ()
    first = (played,) if prefix + played.key in message.keys else ()
    saved = tuple(sorted((*first, *(restored.game for restored in loaded if restored.game)), key=rank))
    return app.do(*aside, *again).become(show_saved(app.model, saved, len(message.keys) - len(aside)))


def load(app: A, key: str) -> A:
    """Go on with a saved game."""
    game = _saved(app, key)
    return app.become(take_over(app.model, game)) if game else app


def _saved(app: GameApp, key: str) -> Game | None:
    return next((game for game in app.model.saved if game.key == key), None)


def forget(app: A, key: str) -> A:
    """Throw a saved game away, but keep it at hand in case that was a slip."""
    game = _saved(app, key)
    if game is None:
        return app
    rest = tuple(other for other in app.model.saved if other is not game)
    model = show_saved(app.model, rest, app.model.saved_in_all - 1)
    app = replace(app, forgotten=(*app.forgotten, game)).do(*saves.forget(key))
    return app.become(replace(model, note=Note("forgotten", link="bring-back")))


def bring_back(app: A, _: str) -> A:
    """Bring back what was thrown away last; what went before that can be brought back after it."""
    if not app.forgotten:
        return app
    *rest, game = app.forgotten
    app = replace(app, forgotten=tuple(rest)).do(*saves.keep(game))
    app = list_games(app, len(app.model.saved) + 1)
    return app.become(replace(app.model, note=Note("forgotten", link="bring-back") if rest else None))


def save_everything(app: A, message: StoreExported) -> A:
    """Give away a file with everything that is kept."""
    app = app.do(Download(f"qin-{saves.date_of(app.time)}.json", archive.write(message.texts), "application/json"))
    return app if message.complete else app.become(replace(app.model, note=Note("export-incomplete")))


def load_everything(app: A, text: str) -> A:
    """Add what such a file holds to what is kept; one that is damaged changes nothing."""
    try:
        return app.do(StoreMerge(archive.read(text)))
    except archive.ArchiveError as error:
        return app.become(replace(app.model, note=Note(error.reason)))


def merged(app: A, message: StoreMerged) -> A:
    """Say how the loading of everything went; preferences that came with it hold at once."""
    if message.keys is None:
        return app.become(replace(app.model, note=Note("load-no-room")))
    model, keys = app.model, message.keys
    if preferences.KEY in keys:
        language, settings = preferences.read(message.texts.get(preferences.KEY, ""), model.language)
        model = replace(model, language=language, settings=settings)
    model = replace(model, results=results.read(message.texts.get(results.KEY, "")))
    games = sum(key.startswith(saves.GAMES) for key in keys)
    newest = max((saves.begun(key.removeprefix(saves.GAMES)) for key in keys), default=0)
    app = replace(app, newest=max(app.newest, newest))
    note = Note("loaded-games" if games else "loaded-nothing-new", n=games)
    return list_games(app.become(replace(model, note=note)), max(len(model.saved), AT_ONCE))


def forget_damaged(app: A, key: str) -> A:
    """Throw away what was set aside."""
    rest = tuple(other for other in app.model.damaged if other != key)
    return app.do(StorePut(saves.DAMAGED + key, None)).become(replace(app.model, damaged=rest))
