"""What can't be done without the browser: files, the storage, chance, the date."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from qin_core.qin import svg
from ui import browser, saves, view
from ui.model import Note
from ui.update import take_over, update

if TYPE_CHECKING:
    from ui.main import App


def _load(app: "App", key: str) -> None:
    restored = saves.load(app.storage, key)
    if restored.game:
        app.become(take_over(app.model, restored.game))
    else:
        app.show_games()
        app.draw()


def _forget(app: "App", key: str) -> None:
    saves.forget(app.storage, key)
    app.show_games()
    app.draw()


def _save_record(app: "App", _: str) -> None:
    browser.download(app.window, "game.qin", str(app.model.game.record), "text/plain")


def _save_damaged(app: "App", key: str) -> None:
    browser.download(app.window, "damaged.qin", app.storage.get(saves.DAMAGED + key) or "", "text/plain")


def _picture(app: "App") -> str:
    return svg.board_svg(app.model.position, last=view.last_move(app.model), size=1200)


def _save_svg(app: "App", _: str) -> None:
    browser.download(app.window, "qin.svg", _picture(app), "image/svg+xml")


def _save_png(app: "App", _: str) -> None:
    browser.download_png(app.window, "qin.png", _picture(app), 1200)


def _print(app: "App", _: str) -> None:
    app.window.print()


def _copy(app: "App", text: str) -> None:
    def tell(key: str) -> None:
        app.become(replace(app.model, note=Note(key)))

    try:
        copying = app.window.navigator.clipboard.writeText(text)
    except AttributeError:  # a page from disk or an old browser has no clipboard
        tell("not-copied")
    else:
        copying.then(app.proxy(lambda _: tell("copied")), app.proxy(lambda _: tell("not-copied")))


def _import_pasted(app: "App", _: str) -> None:
    app.act("import", str(app.document.getElementById("import-text").value))


def _deal(action: str) -> Callable[["App", str], None]:
    def deal(app: "App", _: str) -> None:
        date = str(app.window.Date.new().toISOString())[:10]
        app.become(update(app.model, action, f"{random.getrandbits(48)} {date}"))

    return deal


EFFECTS: dict[str, Callable[["App", str], None]] = {
    "load": _load,
    "forget": _forget,
    "save-record": _save_record,
    "export-damaged": _save_damaged,
    "save-svg": _save_svg,
    "save-png": _save_png,
    "print": _print,
    "copy": _copy,
    "import-pasted": _import_pasted,
    "show-games": lambda app, _: app.act("open", "games"),
    "play-now": lambda app, _: app.play_now(),
    "begin": _deal("begin"),
    "rematch": _deal("rematch"),
    "next": _deal("next"),
}
