"""The game's page: what people do becomes a new model, is kept, and is followed by the address and the computer."""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from engine import games as rooms
from engine import ui as view
from engine.app import App, AppMessage
from engine.apps import address as addressing
from engine.apps import saved_games
from engine.correspondence import codec as turn_links
from engine.correspondence import page as corresponding
from engine.html import Html
from engine.lessons.guided import guide_of
from engine.page import preferences
from engine.page import storage as saves
from engine.protocol import (
    AcquireTabLock,
    Act,
    AiPauseOver,
    AiResult,
    Appearance,
    Copied,
    Copy,
    Download,
    DownloadPng,
    DownloadStored,
    Effect,
    FileChosen,
    Key,
    Navigated,
    OpenPage,
    PageIdle,
    PlaySound,
    Print,
    QrDrawn,
    Quarantine,
    Reload,
    ReplayTick,
    ResultDue,
    ScrollToBoard,
    SetTimer,
    SharePng,
    StoreAppend,
    StoreChanged,
    StoreConflict,
    StoreExport,
    StoreExported,
    StoreFailed,
    StoreFound,
    StoreLoaded,
    StoreMerged,
    StoreOutdated,
    StorePut,
    TabLockAcquired,
    TabLockTaken,
    WarmUpAiWorker,
)
from engine.session import ai_scheduler as driver
from engine.session import links
from engine.session import statistics as results
from engine.session.ai_scheduler import Driven, Driver
from engine.session.animation import animate
from engine.session.keys import NOTHING_TYPED, Typed, press
from engine.session.link_play import write_key
from engine.session.match import Game
from engine.session.session import Model, Note
from engine.session.update import dismiss_welcome, new_game, open_dialog, show_banner, take_over, update
from engine.ui.card import result_card
from engine.words import choose_language

RESULT_DELAY = {"off": 300, "quick": 1300, "normal": 2300, "slow": 3200}
"""How long the board is left alone with its last turn before the result is told, in milliseconds, by speed."""
LEARNT = "qin.learnt"
"""The key under which is kept which lessons are done."""
NEEDS_SEED = ("begin", "rematch", "next")
"""The actions that deal: they get a seed and the date."""


@dataclass(frozen=True)
class GameApp(App):
    """One game on one page."""

    model: Model
    driver: Driver = field(default_factory=Driver)
    seed: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)
    """The kept texts that the page has to know: which game is played in each room, and those games."""
    newest: int = 0
    """When the newest game was begun by the clock of that day, in milliseconds since 1970."""
    search: str = ""
    fragment: str = ""
    """What stands in the address after the page's own: the query, the fragment."""
    closing: bool = False
    """Whether a window was closed, and the address has yet to follow."""
    following: bool = False
    """Whether the game goes on in another tab."""
    typed: Typed = NOTHING_TYPED
    forgotten: tuple[Game, ...] = ()
    """Saved games that were thrown away and can still be brought back, the latest last."""
    warned_of: str = ""
    """The key of the game of which was said that it can't be kept."""
    arriving: Game | None = None
    """A game by links that was opened, while what is known of it here is looked up."""

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (view.NOW, ("note", "dialog"), *view.LATER)

    @classmethod
    def open(cls, opening: OpenPage, time: float) -> Self:
        """Open the game of the last visit, or the one that the address holds, or a new one."""
        texts, spoken = opening.texts, choose_language(opening.languages)
        language, settings = preferences.read(texts.get(preferences.KEY, ""), spoken)
        search, fragment, seed = opening.search, opening.fragment, opening.seed
        room = rooms.asked_for(search)
        model = new_game(language, seed, saves.date_of(time), room)
        model = replace(model, address=opening.address, site=opening.site, settings=settings)
        model = replace(model, results=results.read(texts.get(results.KEY, "")))
        newest = saves.begun(opening.newest)
        app = cls(model, Driver(seed % 2**32), seed, texts, newest, search, fragment, time=time)
        app = app.restore(room, model.game)
        if not preferences.readable(texts.get(preferences.KEY, "")):
            app = app.do(Quarantine(preferences.KEY)).say_set_aside()
        if opening.quarantined:
            app = app.say_set_aside()
        before = replace(app, effects=())
        app = addressing.arrive(app)
        return app.greet(before.model.game).do(AcquireTabLock(app.model.game.key)).settle(before)

    def greet(self, dealt: Game) -> Self:
        """Greet whoever is here for the first time, unless the address led to something; nobody is greeted twice.

        A guided game, a deal of the day, a shared game: whoever comes to something else than the game that was
        `dealt` knows what they want.
        """
        first = not self.texts and not self.fragment
        if not first or self.arriving or self.model.game is not dealt:
            return self
        model = replace(self.model, welcome="first")
        return self.become(model).do(preferences.write(preferences.Preferences(model.language, model.settings)))

    def restore(self, room: str, new: Game | None = None) -> Self:
        """Come back to the game that was being played in a room, else begin the `new` one there, or any."""
        restored = saves.restore(self.texts, room)
        seed, date = self.draw_number(), saves.date_of(self.time)
        game = restored.game or new or new_game(self.model.language, seed, date, room).game
        app = self.do(*restored.aside).become(take_over(self.model, game))
        return app.say_set_aside() if restored.aside else app

    def say_set_aside(self) -> Self:
        return self.become(replace(self.model, note=Note("set-aside", link="show-games")))

    def draw_number(self) -> int:
        return random.Random(f"{self.seed} {self.time} {len(self.model.game.positions)}").getrandbits(48)

    # Messages

    @property
    def scope(self) -> str:
        return self.model.game.room

    def handle(self, message: AppMessage) -> Self:
        match message:
            case Act():
                return self.act(message)
            case Key():
                return self._press(message)
            case AiResult():
                return self.drive(driver.hear(self.driver, self.model, message, self.time))
            case AiPauseOver():
                return self.drive(driver.fall_due(self.driver, self.model, message.task))
            case ReplayTick():
                return self.drive(driver.tick(self.driver, self.model, message.ply))
            case ResultDue():
                return self.become(show_banner(self.model)) if message.game == self.model.game.key else self
            case Navigated():
                return addressing.follow(self, message)
            case FileChosen():
                return self._read_file(message)
            case Copied():
                return self.become(replace(self.model, note=Note("copied" if message.ok else "not-copied")))
            case QrDrawn():
                if not message.path:
                    return self.become(replace(self.model, note=Note("qr-failed")))
                return self.become(replace(self.model, qr=message.path))
            case PageIdle():
                return self._warm_up()
            case TabLockAcquired() | TabLockTaken():
                taken = isinstance(message, TabLockTaken)
                return replace(self, following=taken) if message.game == self.model.game.key else self
        return self._handle_store(message)

    def _handle_store(self, message: AppMessage) -> Self:
        match message:
            case StoreFound():
                return saved_games.found(self, message)
            case StoreChanged():
                return self._changed_elsewhere(message)
            case StoreFailed():
                return self._not_kept(message)
            case StoreConflict():
                app = self._changed_elsewhere(StoreChanged(*message))
                return app.become(replace(app.model, note=Note("other-tab-first")))
            case StoreLoaded():
                return self._load_late(message)
            case StoreOutdated():
                return self.become(replace(self.model, note=Note("newer-version", link="reload")))
            case StoreExported():
                return saved_games.save_everything(self, message)
            case StoreMerged():
                return saved_games.merged(self, message)
        return super().handle(message)

    def act(self, message: Act) -> Self:
        action, value = message
        if action == "point":
            return self.become(update(self.model, action, value))
        app = self.take_over_from_other_tab().become(dismiss_welcome(self.model))
        if action in SERVICES:
            served: Self = SERVICES[action](app, value)
            return served
        if action in NEEDS_SEED:
            value = f"{app.draw_number()} {saves.date_of(app.time)}"
        after = app.become(update(app.model, action, value))
        key = after.model.game.key
        if action in NEEDS_SEED and key not in ("", app.model.game.key):
            # By links everybody begins the same next game: this one may be known here already.
            return corresponding.look_up(app, after.model.game)
        refused = action in ("square", "enter") and after.model.refused is not None
        return after.do(PlaySound("refusal")) if refused else after

    def _press(self, message: Key) -> Self:
        """Obey a key pressed on a square, or anywhere else on the page."""
        cell = message.cell
        if self.model.dialog or message.control or not (cell or self.model.settings.shortcuts):
            return self
        app = self.take_over_from_other_tab()
        pressed, typed = press(message.key, app.model, cell, app.typed, app.time)
        return replace(app, typed=typed).obey(pressed)

    def take_over_from_other_tab(self) -> Self:
        """Go on with the game here; where it was played in another tab, that one follows from now on."""
        return (
            replace(self, following=False).do(AcquireTabLock(self.model.game.key, now=True)) if self.following else self
        )

    def drive(self, driven: Driven) -> Self:
        return replace(self, driver=driven.driver).become(driven.model).do(*driven.effects)

    def _read_file(self, message: FileChosen) -> Self:
        """Load a chosen file: a map, a game, or everything that another browser has stored."""
        if message.action == "map-file":
            return self.become(update(self.model, "form", f"own_map={message.text}"))
        if message.action == "everything-file":
            return saved_games.load_everything(self, message.text)
        return self.import_text(message.text)

    def import_text(self, text: str) -> Self:
        """Take over what somebody pasted, loaded or linked; a map is played on in the first room."""
        if turn_links.holds(text):
            return corresponding.open_link(self, text)
        app = self.enter(rooms.FIRST) if links.is_map(text) else self
        return app.become(update(app.model, "import", text))

    # Rooms

    def enter(self, room: str) -> Self:
        """Go to the other game: to the one that was being played there, or to a new one."""
        if room == self.model.game.room or room not in rooms.ROOMS:
            return self
        known = saves.current(room) in self.texts
        app = self.restore(room)
        return app if known else app.become(replace(app.model, welcome="first"))

    def _not_kept(self, message: StoreFailed) -> Self:
        """Say that the game can't be kept, once a game."""
        game = self.model.game
        if message.key != saves.GAMES + game.key or self.warned_of == game.key:
            return self
        app = replace(self, warned_of=game.key)
        return app.become(replace(self.model, note=Note("not-kept", link="save-record")))

    def _load_late(self, message: StoreLoaded) -> Self:
        """Go on with the stored game, unless another one was begun while the database was slow."""
        newest, model = max(self.newest, saves.begun(message.newest)), self.model
        app = replace(self, texts={**message.texts, **self.texts}, newest=newest)
        app = app.say_set_aside() if message.quarantined else app
        if model.game.key or model.game.record.turns or self.arriving:
            found = message.newest or any(
                key.startswith(saves.GAMES) for key in message.texts.keys() - self.texts.keys()
            )
            return app.become(replace(app.model, note=Note("late-games", link="show-games"))) if found else app
        return app.restore(model.game.room, model.game)

    def _changed_elsewhere(self, message: StoreChanged) -> Self:
        """Follow a game that goes on in another tab."""
        key, text = message
        if key == results.KEY and text is not None:
            return self.become(replace(self.model, results=results.read(text)))
        texts = {name: kept for name, kept in self.texts.items() if name != key}
        app = replace(self, texts=texts if text is None else {**texts, key: text})
        if key != saves.GAMES + self.model.game.key or text is None:
            return app
        game = saves.load(app.texts, self.model.game.key).game
        shown = self.model.game
        if game is None or (game.record, game.far) == (shown.record, shown.far):
            return app
        followed = replace(take_over(self.model, game), dialog=self.model.dialog)
        return replace(app, following=True, model=followed).do(AcquireTabLock(game.key))

    def _warm_up(self) -> Self:
        """Start the worker before a computer's turn, if any computer plays."""
        return self.do(WarmUpAiWorker()) if any(seat.computer for seat in self.model.game.seats) else self

    # What follows from a change

    def become(self, model: Model) -> Self:
        return replace(self, model=model)

    def settle(self, before: Self) -> Self:
        """Do what follows from the change of the model: keep it, let the address and the computer follow."""
        app, date = self, saves.date_of(self.time)
        if app.model.date != date:
            app = app.become(replace(app.model, date=date))
        if app.model.game.key != before.model.game.key:
            app = replace(app, following=False)
        if app.model.game is not before.model.game and not app.following:
            app = app.keep_game()
        if app.model.game.key != before.model.game.key:
            app = app.do(AcquireTabLock(app.model.game.key))
        app = addressing.keep_up(app, before.model)
        if (app.model.settings, app.model.language) != (before.model.settings, before.model.language):
            was = preferences.Preferences(before.model.language, before.model.settings)
            app = app.do(preferences.write(preferences.Preferences(app.model.language, app.model.settings), was))
        if app.model.dialog == "games" != before.model.dialog:
            app = saved_games.list_games(app, saved_games.AT_ONCE)
        if app.model.at != before.model.at:
            app = app.do(ScrollToBoard())
        # Whoever has been sent a turn decides about that first; a game behind the question doesn't begin by itself.
        asked = app.arriving is not None or app.model.dialog == corresponding.ARRIVED
        driven = driver.drive(app.driver, app.model, app.time, may_think=not app.following and not asked)
        app = replace(app, driver=driven.driver, animations=animate(before.model, app.model)).do(*driven.effects)
        if app.model.winners is not None and before.model.winners is None and app.model.live:
            app = app.note_result(before.model)
            app = app.do(SetTimer(RESULT_DELAY[app.model.settings.speed], ResultDue(app.model.game.key)))
        return app

    def note_result(self, before: Model) -> Self:
        """Add a game that has ended here to the results, a guided one to the lessons that are done."""
        game, guide = self.model.game, guide_of(self.model.game)
        if game.key != before.game.key:
            return self
        app = self.do(StoreAppend(LEARNT, [guide.name])) if guide else self
        lines = results.of_game(game)
        if not lines:
            return app
        added = (*(line for line in app.model.results if line not in lines), *lines)
        return app.do(StoreAppend(results.KEY, list(lines))).become(replace(app.model, results=added))

    def keep_game(self) -> Self:
        """Save the game after every change; give a new one its key."""
        app, game = self, self.model.game
        if not game.key:
            # Later than all others, whatever the clock says: a clock that was ahead may have been put right.
            begun = min(max(int(self.time), self.newest + 1), saves.MAX_TIME)
            chance = self.draw_number() % 10**6
            game = replace(game, key=write_key(begun, chance) if game.far else f"{begun:013d}-{chance:06d}")
            app = replace(self, newest=begun).become(replace(self.model, game=game))
        kept = saves.save(game)
        own = {effect.key: effect.text for effect in kept if isinstance(effect, StorePut) and effect.text is not None}
        return replace(app, texts={**app.texts, **own}).do(*kept)

    # What is shown

    def recover(self) -> Self:
        """Close the window and put everything down."""
        return self.become(replace(self.model.put_down(), dialog="", note=None)).settle(self)

    def draw(self, names: Collection[str]) -> Mapping[str, Html]:
        """Draw some parts of the page."""
        return view.page(self.model, names)

    def appearance(self) -> Appearance:
        """Return the appearance of the page."""
        model = self.model
        guided = "yes" if guide_of(model.game) else ""
        shown = model.appearance(theme=model.settings.theme, players=str(len(model.game.seats)), guided=guided)
        return replace(shown, title=rooms.of(model).title, dialog=model.dialog)


def _picture(app: GameApp) -> str:
    return rooms.of(app.model).view.picture(app.model)


def _effect(write: Callable[[GameApp, str], Effect]) -> Callable[[GameApp, str], GameApp]:
    return lambda app, value: app.do(write(app, value))


SERVICES: Mapping[str, Callable[[Any, str], Any]] = {
    "room": GameApp.enter,
    "load": saved_games.load,
    "forget": saved_games.forget,
    "bring-back": saved_games.bring_back,
    "more-games": lambda app, _: saved_games.list_games(app, len(app.model.saved) + saved_games.AT_ONCE),
    "export-damaged": _effect(lambda _, key: DownloadStored("damaged.qin", saves.DAMAGED + key)),
    "save-everything": _effect(lambda _, __: StoreExport()),
    "forget-damaged": saved_games.forget_damaged,
    "save-record": _effect(lambda app, _: Download(f"game{app.model.game.suffix}", str(app.model.game.record))),
    "save-svg": _effect(lambda app, _: Download(f"{app.model.game.room}.svg", _picture(app), "image/svg+xml")),
    "save-png": _effect(lambda app, _: DownloadPng(f"{app.model.game.room}.png", _picture(app))),
    "share-result": _effect(lambda app, _: SharePng(f"{app.model.game.room}-result.png", *result_card(app.model))),
    "print": _effect(lambda _, __: Print()),
    "reload": _effect(lambda _, __: Reload()),
    "copy": _effect(lambda _, text: Copy(text)),
    "import": GameApp.import_text,
    "send": corresponding.send,
    "sit": corresponding.sit,
    "daily": lambda app, _: addressing.begin_daily(app),
    "show-games": lambda app, _: app.become(open_dialog(app.model, "games")),
    "play-now": lambda app, _: app.drive(driver.play_now(app.driver, app.model)),
}
