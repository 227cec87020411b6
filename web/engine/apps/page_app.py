"""The base of the game page's app, and the actions around a session: new matches, dialogs, imports."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Self

from engine import correspondence
from engine.actions import Action, Deal, FieldChange, dispatch, lift, number, optional, plain
from engine.apps import App
from engine.games.base import AnyGameUi
from engine.games.form import NAMED_MAP
from engine.html import Note
from engine.lessons import basic_lessons
from engine.protocol import AcquireTabLock, DemoTick, SetTimer
from engine.session import Session, links, storage
from engine.session.ai_scheduler import AiScheduler
from engine.session.match import Match
from engine.session.page import Page
from engine.session.shelf import Entry
from engine.session.statistics import next_level, read_date
from engine.session.update import (
    NOTHING_TYPED,
    Typed,
    go_to_end,
    go_to_turn,
    play_on,
    read_match,
    replay,
    replay_since,
    request_analysis,
    session_actions,
)
from qin_core.common.errors import ParseError
from qin_core.common.puzzles import FIRST_DAY

SEND = "send"
IMPORT = "import"
"""The slot of notes about a pasted text."""
DIALOGS = ("new", "games", "settings", "help", "share", "end", "record", "today", "learn", SEND)


def update(page: Page, action: str, value: str = "") -> Page:
    """Run an action; an impossible one changes nothing. Raise `ProtocolError` for an unknown one."""
    return dispatch(page_actions(page.ui), page, action, value)


@cache
def page_actions(ui: AnyGameUi) -> Mapping[str, Action[Page]]:
    """List the actions on a page that shows a game: those of its session, and those of the page."""
    on_session: dict[str, Action[Page]] = lift(session_actions(ui), _session, Page.with_session)
    closing = {name: _closing(action) for name, action in on_session.items() if name in ("next", "visit")}
    return {**on_session, **ACTIONS, **closing}


def _session(page: Page) -> Session:
    return page.session


def _closing(action: Action[Page]) -> Action[Page]:
    """Return an action that also closes the dialog."""

    def run(page: Page, value: object) -> Page:
        after = action.run(page, value)
        return replace(after, dialog="") if after.dialog else after

    return Action(action.parse, run)


# Replay


def replay_from(page: Page, start: int | None) -> Page:
    """Start or stop the replay, and close the dialog."""
    return replace(page.with_session(replay(page.session, start)), dialog="")


def replay_last_turns(page: Page) -> Page:
    """Replay everything since the viewer's last move, and close the dialog."""
    return replace(page.with_session(replay_since(page.session)), dialog="")


def try_variation(page: Page) -> Page:
    """Start a new match from the shown position; `back_to_analysis` returns to an analysed one."""
    session = play_on(page.session)
    if session is page.session:
        return page
    analysed = page.session if page.session.analysis else None
    return replace(page.with_session(session), dialog="", analysed=analysed)


def back_to_analysis(page: Page) -> Page:
    """Return from a variation to the analysed match."""
    if page.analysed is None:
        return page
    session = replace(page.session.with_match(page.analysed.match), analysis=page.analysed.analysis)
    return open_dialog(page.with_session(session), "end")


def analyse(page: Page) -> Page:
    """Ask for an analysis, and open the dialog that shows it."""
    session = request_analysis(page.session)
    return page if session is page.session else replace(page.with_session(session), dialog="end")


# Matches


def _start(page: Page, match: Match) -> Page:
    return replace(page.with_session(page.session.with_match(match)), dialog="")


def start_match(page: Page, deal: Deal) -> Page:
    """Start the match of the form."""
    if page.form.problems():
        return replace(page, dialog="new")
    match: Match = page.ui.deal(page.form, *deal)
    if any(seat.remote for seat in match.seats):
        match = correspondence.start(match, deal.seed, page.form.hints)
    return replace(_start(page, match), form=page.ui.new_form())


def rematch(page: Page, deal: Deal) -> Page:
    """Play again with the same seats on the same board; in correspondence, the seats rotate."""
    if page.match.remote:
        return _start(page, correspondence.play_again(page.match, deal))
    return start_match(replace(page, form=page.ui.form_from_match(page.match)), deal)


def rematch_at_level(page: Page, deal: Deal, step: int) -> Page:
    """Play again against computers that are one level weaker or stronger."""
    form = page.ui.form_from_match(page.match)
    for player, seat in enumerate(page.match.seats, start=1):
        if seat.computer:
            form = form.change(f"kind-{player}", next_level(page.ui, seat.kind, step))
    return start_match(replace(page, form=form), deal)


def resign(page: Page) -> Page:
    match = page.match
    if not match.ongoing_remote or not match.remote or not match.people:
        return page
    player = match.latest.player_to_move if match.seat.person else match.people[0]
    resigned = replace(match, remote=replace(match.remote, resigned=player), undone=())
    return replace(_start(page, resigned), dialog=SEND)


def change_form(page: Page, change: FieldChange) -> Page:
    """Change a field of the form for a new match."""
    is_saved_map = change.field == "board" and change.value.startswith(NAMED_MAP)
    saved_map = page.maps.get(change.value.removeprefix(NAMED_MAP)) if is_saved_map else None
    return replace(page, form=page.form.change("own_map", saved_map) if saved_map else page.form.change(*change))


def take_over(page: Page, match: Match) -> Page:
    """Show a stored, imported or linked match of any game."""
    if match.ui is page.ui:
        return replace(_start(page, match), note=None)
    session: Session = match.ui.new_session(match)
    session = replace(session, language=page.language, settings=page.session.settings).with_match(match)
    opened = Page.open(session, page.games, match.ui.address(page.address), page.site)
    opened = replace(opened, maps=page.maps, completed=page.completed)
    return replace(opened, results=page.results, date=page.date, day=page.day, returning=page.returning)


def import_text(page: Page, value: str) -> Page:
    """Show a pasted, loaded or linked record or position; show a note if it has problems."""
    slot = IMPORT if page.dialog == "games" else ""
    if not value.strip():
        return replace(page, note=Note("paste-first", slot=slot))
    try:
        kind, text = links.unwrap(value)
        if kind == links.MAP:
            form = page.ui.form_from_match(page.match).change("own_map", text)
            return replace(page, dialog="new", form=form, note=None)
        match = read_match(page.games, value)
        # A finished match was played by other people, unless it is the one on this page.
        played_here = str(match.record) == str(page.match.record)
        shown = take_over(page, match if match.winners is None or played_here else match.as_spectated())
        return replay_from(shown, 0) if kind == links.REPLAY else shown
    except ParseError as error:
        return replace(page, note=Note("import-failed", problems=error.problems, slot=slot))


# Dialogs and notes


def open_dialog(page: Page, name: str) -> Page:
    """Open a dialog, or close it."""
    dialog = name if name in DIALOGS and (name != SEND or page.match.remote) else ""
    if dialog == "learn" and page.site:
        dialog = ""
    untouched = dialog == "new" and page.form == page.ui.new_form()
    form = page.ui.form_from_match(page.match) if untouched else page.form
    day = page.day if page.dialog == dialog == "today" else ""
    basics = basic_lessons(page.ui) if dialog == "learn" else ()
    lesson = "" if page.completed.intersection(basics) else next(iter(basics), "")
    return replace(page, dialog=dialog, form=form, day=day, note=None, arrived=None, qr="", lesson=lesson)


def close_dialog(page: Page) -> Page:
    return open_dialog(page, "")


def choose_day(page: Page, day: str) -> Page:
    """Choose a day of the calendar, from the first one to today."""
    valid = FIRST_DAY.isoformat() <= day <= page.date and read_date(day).isoformat() == day
    return replace(page, day=day if valid else "")


def open_lesson(page: Page, name: str) -> Page:
    """Show a lesson in the dialog of lessons; without a name, the table of contents."""
    return replace(page, lesson=name) if page.dialog == "learn" else page


def choose_code(page: Page, change: FieldChange) -> Page:
    return replace(page, embed_code=page.embed_code.change(*change))


def dismiss_note(page: Page) -> Page:
    return replace(page, note=None)


def show_banner(page: Page) -> Page:
    """Show the result over the board, unless another position or a dialog is shown."""
    return replace(page, banner=page.session.at_end and not page.dialog and page.session.winners is not None)


def show_result(page: Page) -> Page:
    """Go back to the result of a finished match."""
    return replace(show_banner(page.with_session(go_to_end(page.session))), showing_highlights=False)


def show_highlight(page: Page, turn: int) -> Page:
    """Show a highlight of a finished match, with buttons that lead to the others."""
    return replace(page.with_session(go_to_turn(page.session, turn)), banner=False, showing_highlights=True)


def close_banner(page: Page) -> Page:
    return replace(page, banner=False)


def dismiss_welcome(page: Page) -> Page:
    return replace(page, welcome="", demo=None) if page.welcome else page


def step_demo(page: Page, ply: int) -> Page:
    """Show the next turn of the demonstration, unless it is paused, over or no longer at this ply."""
    demo = page.demo
    if demo is None or page.demo_paused or demo.ply != ply or demo.at_end:
        return page
    return replace(page, demo=go_to_turn(demo, ply + 1))


ACTIONS: Mapping[str, Action[Page]] = {
    "replay": Action(optional(number), replay_from),
    "replay-since": plain(replay_last_turns),
    "play-on": plain(try_variation),
    "back-to-analysis": plain(back_to_analysis),
    "analyse": plain(analyse),
    "start-game": Action(Deal.parse, start_match),
    "rematch": Action(Deal.parse, rematch),
    "easier": Action(Deal.parse, lambda page, deal: rematch_at_level(page, deal, -1)),
    "harder": Action(Deal.parse, lambda page, deal: rematch_at_level(page, deal, 1)),
    "resign": plain(resign),
    "form": Action(FieldChange.parse, change_form),
    "import": Action(str, import_text),
    "open": Action(str, open_dialog),
    "close": plain(close_dialog),
    "day": Action(str, choose_day),
    "lesson": Action(str, open_lesson),
    "code": Action(FieldChange.parse, choose_code),
    "dismiss-note": plain(dismiss_note),
    "show-result": plain(show_result),
    "highlight": Action(number, show_highlight),
    "close-banner": plain(close_banner),
    "dismiss-welcome": plain(dismiss_welcome),
}


# The app

DEMO_START, DEMO_TURN = 1500, 2400
"""Milliseconds until the demonstration starts or goes on, and between its turns."""


@dataclass(frozen=True)
class PageApp(App):
    """A game page, and what the browser stores and shows around it."""

    page: Page
    scheduler: AiScheduler = field(default_factory=AiScheduler)
    seed: int = 0
    """The seed of `random_number`."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The stored texts that the page needs: the current match of each game, and its key."""
    newest: int = 0
    """When the newest match was started, in milliseconds since 1970."""
    search: str = ""
    fragment: str = ""
    """The query and the fragment of the address."""
    closing: bool = False
    """Whether a dialog was closed and the address still names it."""
    reduced_motion: bool = False
    """Whether the user prefers reduced motion."""
    played_elsewhere: bool = False
    """Whether another tab plays this match."""
    typed: Typed = NOTHING_TYPED
    deleted: tuple[tuple[Entry, ...], ...] = ()
    """Deleted matches that can be restored, in groups that were deleted together, the latest last."""
    copying: str = ""
    """The text that the last action copies; empty after any other action."""
    warned_of: str = ""
    """The key of the match that could not be stored."""
    arriving: Match | None = None
    """The match of an opened link, while the store is searched for it."""

    @property
    def session(self) -> Session:
        return self.page.session

    @property
    def match(self) -> Match:
        return self.page.match

    def with_page(self, page: Page) -> Self:
        return replace(self, page=page)

    def with_match(self, match: Match) -> Self:
        """Replace the match by the same one with other data, such as a message."""
        return self.with_page(replace(self.page, session=replace(self.session, match=match)))

    def with_note(self, key: str, *, action: str = "", n: int = 0) -> Self:
        return self.with_page(replace(self.page, note=Note(key, action=action, n=n)))

    def random_number(self) -> int:
        """Return a random number."""
        return random.Random(f"{self.seed} {self.time} {len(self.match.positions)}").getrandbits(48)

    def restore(self, ui: AnyGameUi, new: Match | None = None) -> Self:
        """Continue the stored current match, else show the `new` one, else deal one."""
        restored = storage.load_current(self.texts, ui, self.page.games)
        match: Match = restored.match or new or ui.deal(ui.new_form(), self.random_number(), storage.date_of(self.time))
        app = self.with_effects(*restored.quarantine).with_page(take_over(self.page, match))
        return app.note_quarantine() if restored.quarantine else app

    def note_quarantine(self) -> Self:
        """Show a note that something stored was unreadable."""
        return self.with_note("set-aside", action="show-games")

    def enter(self, name: str) -> Self:
        """Switch to another game: to its current match, or to a new one."""
        ui = self.page.games.by_name(name)
        if ui is None or ui is self.page.ui:
            return self
        known = storage.current_key(ui) in self.texts
        app = self.restore(ui)
        return app if known else app.greet()

    def greet(self) -> Self:
        """Welcome a first visitor; unless motion is reduced, play a few turns on the board meanwhile."""
        page, demo = self.page, None
        if not self.reduced_motion and page.session.settings.speed != "off":
            played = page.ui.demonstration(page.match)
            demo = go_to_turn(page.session.with_match(played), 0) if played.record.turns else None
        app = self.with_page(replace(page, welcome="first", demo=demo, demo_paused=False))
        return app.with_effects(SetTimer(DEMO_START, DemoTick(0))) if demo else app

    def on_demo_tick(self, ply: int) -> Self:
        """Continue the demonstration."""
        page = step_demo(self.page, ply)
        app = self.with_page(page)
        continues = page.demo is not None and page is not self.page and not page.demo.at_end
        return app.with_effects(SetTimer(DEMO_TURN, DemoTick(ply + 1))) if continues else app

    def pause_demo(self) -> Self:
        """Pause the demonstration, or continue it."""
        page = replace(self.page, demo_paused=not self.page.demo_paused)
        app = self.with_page(page)
        if page.demo is None or page.demo_paused:
            return app
        return app.with_effects(SetTimer(DEMO_START, DemoTick(page.demo.ply)))

    def take_over_from_other_tab(self) -> Self:
        """Play the match in this tab; from now on, the other tab follows."""
        if not self.played_elsewhere:
            return self
        return replace(self, played_elsewhere=False).with_effects(AcquireTabLock(self.match.key, steal=True))
