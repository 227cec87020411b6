"""What can't be done without the browser: files, the storage, chance, the date."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import links, rooms
from engine.model import Note
from engine.page import browser, saves
from engine.update import new_game, show_analysis, show_hints, take_over, update

if TYPE_CHECKING:
    from engine.page.main import App


def _enter(app: "App", name: str) -> None:
    """Go to the other game: to the one that was being played there, or to a new one."""
    if name == app.model.game.room or name not in rooms.ROOMS:
        return
    restored = saves.restore(app.storage, name)
    fresh = new_game(app.model.language, random.getrandbits(48), _today(app), name)
    app.become(take_over(app.model, restored.game or fresh.game))
    if restored.damaged:
        app.become(replace(app.model, note=Note("damaged-found", link="show-games")))


def _load(app: "App", key: str) -> None:
    restored = saves.load(app.storage, key)
    if restored.game:
        app.become(take_over(app.model, restored.game))
    else:
        app.show_games()
        app.pace.redraw()


def _forget(app: "App", key: str) -> None:
    """Throw a saved game away, but keep it at hand in case that was a slip."""
    game = saves.load(app.storage, key).game
    app.forgotten += [game] if game else []
    saves.forget(app.storage, key)
    app.show_games()
    app.become(replace(app.model, note=Note("forgotten", link="bring-back")))


def _bring_back(app: "App", _: str) -> None:
    """Bring back what was thrown away last; what went before that can be brought back after it."""
    if app.forgotten:
        saves.keep(app.storage, app.forgotten.pop())
        app.show_games()
        app.become(replace(app.model, note=Note("forgotten", link="bring-back") if app.forgotten else None))


def _save_record(app: "App", _: str) -> None:
    browser.download(app.window, f"game{app.model.game.suffix}", str(app.model.game.record), "text/plain")


def _save_damaged(app: "App", key: str) -> None:
    browser.download(app.window, "damaged.qin", app.storage.get(saves.DAMAGED + key) or "", "text/plain")


def _forget_damaged(app: "App", key: str) -> None:
    saves.forget_damaged(app.storage, key)
    app.show_games()
    app.pace.redraw()


def _picture(app: "App") -> str:
    return rooms.of(app.model).view.picture(app.model)


def _save_svg(app: "App", _: str) -> None:
    browser.download(app.window, f"{app.model.game.room}.svg", _picture(app), "image/svg+xml")


def _save_png(app: "App", _: str) -> None:
    browser.download_png(app.window, f"{app.model.game.room}.png", _picture(app))


def _hint(app: "App", _: str) -> None:
    """Ask the strongest level for the best moves; the answer counts only if the game still stands there."""
    game = app.model.game
    best: list[tuple[str, float]] = []

    def report(result: Any, done: bool) -> None:
        if app.model.game is not game:
            return
        if result:
            best[:] = [tuple(item) for item in result["ranked"]]
            app.become(update(app.model, "think", f"{result['progress']:.2f}"))
        # The last piece of work may bring nothing new.
        if done:
            app.become(replace(show_hints(app.model, best), thinking=None))

    app.think("think", [game.room, str(game.now.view(game.now.mover)), game.levels[-1], 0], report)


def _analyse(app: "App", _: str) -> None:
    """Let the computer go through the game."""
    game = app.model.game

    def report(result: Any, _: bool) -> None:
        if app.model.game is game and result:
            app.become(show_analysis(app.model, result))

    app.think("analyse", [game.room, str(game.record)], report)


def _print(app: "App", _: str) -> None:
    app.window.print()


def _copy(app: "App", text: str) -> None:
    browser.copy(app.window, text, lambda key: app.become(replace(app.model, note=Note(key))))


def _import(app: "App", text: str) -> None:
    """Take over what somebody pasted, loaded or linked; a map is played on in the first room."""
    if links.is_map(text):
        _enter(app, rooms.FIRST)
    app.become(update(app.model, "import", text))


def _import_pasted(app: "App", _: str) -> None:
    app.act("import", str(app.document.getElementById("import-text").value))


def _today(app: "App") -> str:
    return str(app.window.Date.new().toISOString())[:10]


def _deal(action: str) -> Callable[["App", str], None]:
    def deal(app: "App", _: str) -> None:
        app.become(update(app.model, action, f"{random.getrandbits(48)} {_today(app)}"))

    return deal


EFFECTS: dict[str, Callable[["App", str], None]] = {
    "room": _enter,
    "load": _load,
    "forget": _forget,
    "bring-back": _bring_back,
    "save-record": _save_record,
    "export-damaged": _save_damaged,
    "forget-damaged": _forget_damaged,
    "save-svg": _save_svg,
    "save-png": _save_png,
    "print": _print,
    "copy": _copy,
    "import": _import,
    "import-pasted": _import_pasted,
    "show-games": lambda app, _: app.act("open", "games"),
    "hint": _hint,
    "analyse": _analyse,
    "play-now": lambda app, _: app.play_now(),
    "begin": _deal("begin"),
    "rematch": _deal("rematch"),
    "next": _deal("next"),
}
