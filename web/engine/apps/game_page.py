"""The app of the game page: messages, storage, address, AI tasks."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Self

from engine import ui as view
from engine.actions import Action, FieldChange, dispatch, lift, plain
from engine.apps import AppMessage, address, saved_games
from engine.apps.page_app import PageApp, dismiss_welcome, open_dialog, page_actions, show_banner, take_over, update
from engine.games.base import AnyGameUi, Games
from engine.html import Markup
from engine.lessons import Lessons
from engine.lessons.attempt import guided_lesson
from engine.protocol import (
    GAME_PREFIX,
    LESSONS_KEY,
    MAPS_KEY,
    PREFERENCES_KEY,
    QUARANTINE_PREFIX,
    RESULTS_KEY,
    AcquireTabLock,
    Act,
    AiPauseOver,
    AiResult,
    Appearance,
    Copied,
    Copy,
    DemoTick,
    Download,
    DownloadPng,
    DownloadStored,
    Effect,
    FileChosen,
    Key,
    Navigated,
    OpenPage,
    PageIdle,
    PageOutdated,
    PlaySound,
    Print,
    QrDrawn,
    Quarantine,
    Reload,
    ReplayTick,
    ResultDue,
    ScrollToBoard,
    SendLink,
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
    StorePut,
    TabLockAcquired,
    TabLockTaken,
    WarmUpAiWorker,
)
from engine.session import ai_scheduler, statistics, storage
from engine.session.ai_scheduler import AiScheduler, Step
from engine.session.link_play import write_key
from engine.session.match import Match
from engine.session.page import Page
from engine.session.storage import Preferences
from engine.session.update import animate, new_session, press
from engine.ui.widgets import result_card
from engine.words import choose_language, say

RESULT_DELAY = {"off": 300, "quick": 1300, "normal": 2300, "slow": 3200}
"""The time between the last turn and the result, in milliseconds by speed."""
DEALING = ("start-game", "rematch", "easier", "harder", "next")
"""The actions that deal a match: their value is a `Deal`."""


@dataclass(frozen=True)
class GameApp(PageApp):
    """The game page."""

    groups: ClassVar[tuple[tuple[str, ...], ...]] = (view.FIRST_GROUP, ("note", "dialog"), *view.LATER_GROUPS)

    @classmethod
    def open(cls, opening: OpenPage, time: float, games: Games) -> Self:
        """Open the match of the last visit, or the one in the address, or a new one."""
        texts, seed = opening.texts, opening.seed
        stored = texts.get(PREFERENCES_KEY, "")
        language, settings = storage.read_preferences(stored, choose_language(opening.languages))
        ui = games.for_query(opening.search)
        session = replace(new_session(ui, language, seed, storage.date_of(time)), settings=settings)
        results = statistics.read(texts.get(RESULTS_KEY, ""))
        page = Page.open(session, games, opening.address, opening.site)
        maps = storage.read_maps(texts.get(MAPS_KEY, ""))
        completed = frozenset(storage.read_strings(texts.get(LESSONS_KEY, "")))
        page = replace(page, results=results, returning=bool(texts), maps=maps, completed=completed)
        app = cls(
            page,
            scheduler=AiScheduler(seed % 2**32),
            seed=seed,
            texts=texts,
            newest=storage.start_time(opening.newest),
            search=opening.search,
            fragment=opening.fragment,
            reduced_motion=opening.reduced_motion,
            time=time,
        )
        app = app.restore(ui, session.match)
        if not storage.is_readable(stored):
            app = app.with_effects(Quarantine(PREFERENCES_KEY)).note_quarantine()
        if opening.quarantined:
            app = app.note_quarantine()
        before = replace(app, effects=())
        app = address.open_address(app)
        return app.greet_first_visitor(before.match).with_effects(AcquireTabLock(app.match.key)).after_update(before)

    def greet_first_visitor(self, dealt: Match) -> Self:
        """Greet a visitor who hasn't answered yet, unless the address led to something other than the `dealt` match."""
        first = not self.texts and not self.fragment
        return self.greet() if first and not self.arriving and self.match is dealt else self

    # Messages

    @property
    def scope(self) -> str:
        return self.page.ui.name

    def handle(self, message: AppMessage) -> Self:
        match message:
            case Act():
                return self.act(message)
            case Key():
                return self._press(message)
            case AiResult():
                return self.schedule(ai_scheduler.on_result(self.scheduler, self.session, message, self.time))
            case AiPauseOver():
                return self.schedule(ai_scheduler.on_pause_over(self.scheduler, self.session, message.task))
            case ReplayTick():
                return self.schedule(ai_scheduler.on_replay_tick(self.scheduler, self.session, message.ply))
            case ResultDue():
                return self.with_page(show_banner(self.page)) if message.game == self.match.key else self
            case DemoTick():
                return self.on_demo_tick(message.ply)
            case Navigated():
                return address.follow(self, message)
            case FileChosen():
                return self._read_file(message)
            case Copied():
                return address.on_copied(self, message)
            case QrDrawn():
                if not message.path:
                    return self.with_note("qr-failed")
                return self.with_page(replace(self.page, qr=message.path))
            case PageIdle():
                return self._warm_up()
            case TabLockAcquired() | TabLockTaken():
                taken = isinstance(message, TabLockTaken)
                return replace(self, played_elsewhere=taken) if message.game == self.match.key else self
        return self._handle_store(message)

    def _handle_store(self, message: AppMessage) -> Self:
        match message:
            case StoreFound():
                return saved_games.found(self, message)
            case StoreChanged():
                return self._changed_elsewhere(message)
            case StoreFailed():
                return self._not_stored(message)
            case StoreConflict():
                return self._changed_elsewhere(StoreChanged(*message)).with_note("other-tab-first")
            case StoreLoaded():
                return self._load_late(message)
            case PageOutdated():
                return self.with_note("newer-version", action="reload")
            case StoreExported():
                return saved_games.save_everything(self, message)
            case StoreMerged():
                return saved_games.merged(self, message)
        return super().handle(message)

    def act(self, message: Act) -> Self:
        """Run an action; raise `ProtocolError` for an unknown one."""
        name, value = message
        app = self
        if name not in ("point", "demo"):
            app = self.take_over_from_other_tab().with_page(dismiss_welcome(self.page))
        if name in DEALING:
            value = f"{app.random_number()} {storage.date_of(app.time)}"
        before: GameApp = app
        after = dispatch(app_actions(self.page.ui), before, name, value)
        assert isinstance(after, type(self))
        after = replace(after, copying=value if name in ("copy", "give") else "")
        if name in DEALING and after.match.key not in ("", app.match.key):
            # All players of a match by links start the same next match, so it may be stored here already.
            return address.look_up(app, after.match)
        refused = name in ("square", "enter", "drop") and after.session.refusal is not None
        return after.with_effects(PlaySound("refusal")) if refused else after

    def _press(self, message: Key) -> Self:
        """Handle a key on a square, or anywhere else on the page."""
        if self.page.dialog or message.ctrl or not (message.square or self.session.settings.shortcuts):
            return self
        app = self.take_over_from_other_tab()
        if message.key == "Escape" and self.page.note:
            return app.act(Act("dismiss-note"))
        pressed, typed = press(message.key, app.session, message.square, app.typed, app.time)
        return replace(app, typed=typed).on_key(pressed)

    def schedule(self, step: Step) -> Self:
        """Take over the scheduler's step."""
        page = self.page.with_session(step.session)
        return replace(self, scheduler=step.scheduler).with_page(page).with_effects(*step.effects)

    def _read_file(self, message: FileChosen) -> Self:
        """Load a chosen file: a map, a record, or everything that another browser has stored."""
        if message.action == "map-file":
            return self.with_page(update(self.page, "form", f"own_map={message.text}"))
        if message.action == "everything-file":
            return saved_games.load_everything(self, message.text)
        return address.import_text(self, message.text)

    def _not_stored(self, message: StoreFailed) -> Self:
        """Show a note that the match can't be stored, once for each match."""
        key = self.match.key
        if message.key != GAME_PREFIX + key or self.warned_of == key:
            return self
        return replace(self, warned_of=key).with_note("not-kept", action="save-record")

    def _load_late(self, message: StoreLoaded) -> Self:
        """Continue the stored match, unless another one was started while the database was slow."""
        newest, match = max(self.newest, storage.start_time(message.newest)), self.match
        app = replace(self, texts={**message.texts, **self.texts}, newest=newest)
        app = app.note_quarantine() if message.quarantined else app
        if match.key or match.record.turns or self.arriving:
            new_keys = message.texts.keys() - self.texts.keys()
            has_matches = message.newest or any(key.startswith(GAME_PREFIX) for key in new_keys)
            return app.with_note("late-games", action="show-games") if has_matches else app
        return app.restore(match.ui, match)

    def _changed_elsewhere(self, message: StoreChanged) -> Self:
        """Follow a match that is played in another tab."""
        key, text = message
        if key == RESULTS_KEY and text is not None:
            return self.with_page(replace(self.page, results=statistics.read(text)))
        if key == MAPS_KEY:
            return self.with_page(replace(self.page, maps=storage.read_maps(text or "")))
        other_texts = {other: stored for other, stored in self.texts.items() if other != key}
        app = replace(self, texts=other_texts if text is None else {**other_texts, key: text})
        if key != GAME_PREFIX + self.match.key or text is None:
            return app
        match, shown = storage.load(app.texts, self.match.key, self.page.games).match, self.match
        if match is None or (match.record, match.remote) == (shown.record, shown.remote):
            return app
        page = replace(take_over(self.page, match), dialog=self.page.dialog)
        return replace(app, played_elsewhere=True, page=page).with_effects(AcquireTabLock(match.key))

    def _warm_up(self) -> Self:
        """Start the worker before a computer's turn, if any computer plays."""
        return self.with_effects(WarmUpAiWorker()) if any(seat.computer for seat in self.match.seats) else self

    def only_progress(self, before: Self) -> bool:
        session = self.session
        return session.only_progress(before.session) and self.page == replace(before.page, session=session)

    # After every update

    def after_update(self, before: Self) -> Self:
        """Store what has changed, sync the address, and schedule the computer and timers."""
        app, date = self, storage.date_of(self.time)
        if app.page.date != date:
            app = app.with_page(replace(app.page, date=date))
        if app.match.key != before.match.key:
            app = replace(app, played_elsewhere=False)
        if app.match is not before.match and not app.played_elsewhere:
            app = app.store_match()
        if app.match.key != before.match.key:
            app = app.with_effects(AcquireTabLock(app.match.key))
        app = address.sync_address(app, before.page)
        preferences, old = (Preferences(each.session.language, each.session.settings) for each in (app, before))
        if before.page.welcome == "first" and not app.page.welcome and not app.texts:
            # Only visitors without anything stored are greeted: that ends with their first answer.
            app = app.with_effects(storage.write_preferences(preferences))
        elif preferences != old:
            app = app.with_effects(storage.write_preferences(preferences, old))
        if app.page.dialog == "games" != before.page.dialog:
            app = saved_games.open_list(app)
        if app.session.cursor != before.session.cursor:
            app = app.with_effects(ScrollToBoard())
        return app.schedule_and_animate(before).on_match_over(before)

    def schedule_and_animate(self, before: Self) -> Self:
        """Schedule AI tasks and the replay, and animate turns on the shown board."""
        # An arrived match may ask who plays; until then, the match behind it waits.
        asking = self.arriving is not None or self.page.dialog == address.ARRIVED
        step = ai_scheduler.schedule(
            self.scheduler, self.session, self.time, may_think=not self.played_elsewhere and not asking
        )
        animations = animate(before.session, self.session)
        demo, old_demo = self.page.demo, before.page.demo
        if demo and old_demo and demo is not old_demo:
            animations = tuple(replace(turn, sounds=(), your_turn=False) for turn in animate(old_demo, demo))
        return replace(self, scheduler=step.scheduler, animations=animations).with_effects(*step.effects)

    def on_match_over(self, before: Self) -> Self:
        """When the match has ended, store its result, and show it after a while."""
        over = self.session.winners is not None and self.session.at_end
        if not over or not (before.session.winners is None or self.session.unseen_end):
            return self
        app = self.store_result(before.match)
        app = app.with_page(app.page.with_session(replace(app.session, unseen_end=False)))
        return app.with_effects(SetTimer(RESULT_DELAY[app.session.settings.speed], ResultDue(app.match.key)))

    def store_result(self, before: Match) -> Self:
        """Add a match that ended on this page to the results, and a guided one to the completed lessons."""
        match, guide = self.match, guided_lesson(self.match)
        if match.key != before.key:
            return self
        app = self.with_effects(StoreAppend(LESSONS_KEY, [guide.name])) if guide else self
        lines = statistics.result_lines(match, self.page.date)
        if not lines:
            return app
        results = (*(line for line in app.page.results if line not in lines), *lines)
        return app.with_effects(StoreAppend(RESULTS_KEY, list(lines))).with_page(replace(app.page, results=results))

    def store_match(self) -> Self:
        """Store the match; give a new one its key."""
        app, match = self, self.match
        if not match.key:
            # Later than all other keys, even if the clock was set back.
            time = min(max(int(self.time), self.newest + 1), storage.MAX_TIME)
            number = self.random_number() % 10**6
            match = replace(match, key=write_key(time, number) if match.remote else f"{time:013d}-{number:06d}")
            app = replace(self, newest=time).with_match(match)
        effects = storage.save_current(match)
        texts = {
            effect.key: effect.text for effect in effects if isinstance(effect, StorePut) and effect.text is not None
        }
        return replace(app, texts={**app.texts, **texts}).with_effects(*effects)

    # Drawing

    def recover(self) -> Self:
        page = self.page.with_session(self.session.put_down())
        return self.with_page(replace(page, dialog="", note=None, banner=False)).after_update(self)

    def draw(self, names: Collection[str]) -> Mapping[str, Markup]:
        return view.draw(view.page_parts(self.page), names)

    def appearance(self) -> Appearance:
        session = self.session
        guided = "yes" if session.match.guided else ""
        data = {"theme": session.settings.theme, "players": str(len(session.match.seats)), "guided": guided}
        title = view.window_title(session)
        return replace(session.appearance(**data), title=title, dialog=self.page.dialog)


@cache
def app_actions(ui: AnyGameUi) -> Mapping[str, Action[GameApp]]:
    """List all actions on the page while it shows a game."""
    return {**lift(page_actions(ui), lambda app: app.page, GameApp.with_page), **ACTIONS}


def _picture(app: GameApp) -> str:
    return app.page.ui.picture(app.session)


def lesson_done(app: GameApp, name: str) -> GameApp:
    """Add a lesson or puzzle to the completed ones."""
    if name not in Lessons(app.page.games).names():
        return app
    page = replace(app.page, completed=app.page.completed | {name})
    return app.with_effects(StoreAppend(LESSONS_KEY, [name])).with_page(page)


def _effect(write: Callable[[GameApp, str], Effect]) -> Action[GameApp]:
    """Make an action that has an effect and changes nothing."""
    return Action(str, lambda app, value: app.with_effects(write(app, value)))


ACTIONS: Mapping[str, Action[GameApp]] = {
    "switch-game": Action(str, GameApp.enter),
    "load": Action(str, saved_games.load),
    "forget": Action(str, saved_games.delete),
    "bring-back": plain(saved_games.restore_deleted),
    "more-games": plain(saved_games.show_more),
    "shelf": Action(FieldChange.parse, saved_games.filter_list),
    "picking": plain(saved_games.start_picking),
    "pick": Action(FieldChange.parse, saved_games.pick),
    "forget-picked": plain(saved_games.delete_picked),
    "export-damaged": _effect(lambda app, key: DownloadStored(f"damaged{app.page.ui.suffix}", QUARANTINE_PREFIX + key)),
    "save-everything": _effect(lambda _, __: StoreExport()),
    "forget-damaged": Action(str, saved_games.delete_damaged),
    "keep-map": Action(str, saved_games.save_map),
    "forget-map": Action(str, saved_games.delete_map),
    "save-record": _effect(lambda app, _: Download(f"game{app.page.ui.suffix}", str(app.match.record))),
    "save-svg": _effect(lambda app, _: Download(f"{app.page.ui.name}.svg", _picture(app), "image/svg+xml")),
    "save-png": _effect(lambda app, _: DownloadPng(f"{app.page.ui.name}.png", _picture(app))),
    "share-result": _effect(lambda app, _: SharePng(f"{app.page.ui.name}-result.png", *result_card(app.session))),
    "print": _effect(lambda _, __: Print()),
    "reload": _effect(lambda _, __: Reload()),
    "copy": _effect(lambda _, text: Copy(text)),
    "guide": plain(address.start_guide),
    "lesson-done": Action(str, lesson_done),
    "give": _effect(
        lambda app, link: SendLink(say(app.page.language, "give-text", game=app.page.ui.title), link, link)
    ),
    "import": Action(str, address.import_text),
    "send": Action(str, address.send),
    "name": Action(FieldChange.parse, address.write_name),
    "write": Action(FieldChange.parse, address.write_message),
    "join": Action(str, address.join),
    "daily": Action(str, address.start_daily),
    "show-games": plain(lambda app: app.with_page(open_dialog(app.page, "games"))),
    "demo": plain(GameApp.pause_demo),
    "play-now": plain(lambda app: app.schedule(ai_scheduler.play_now(app.scheduler, app.session))),
}
