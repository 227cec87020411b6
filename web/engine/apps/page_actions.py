"""The actions on the game page around a session: new matches, dialogs, imports. Nothing here knows the browser."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from engine.actions import DEAL, Action, dispatch, lift, number, optional, plain, setting
from engine.correspondence import game as correspondence
from engine.games.base import AnyGameUi
from engine.html import Note
from engine.session import links
from engine.session.match import Match
from engine.session.page import Page
from engine.session.session import Session
from engine.session.statistics import next_level
from engine.session.update import ask_for_analysis, play_on, read_match, replay, replay_since, session_actions
from qin_core.common.errors import ParseError

SEND = "send"
DIALOGS = ("new", "games", "settings", "help", "share", "end", "record", SEND)


def update(page: Page, action: str, value: str = "") -> Page:
    """Run an action; what is impossible now changes nothing. Raise `ProtocolError` for an unknown action."""
    return dispatch(page_actions(page.ui), page, action, value)


@cache
def page_actions(ui: AnyGameUi) -> Mapping[str, Action[Page]]:
    """List the actions on a page that shows a game: those on its session, and its own."""
    own: dict[str, Action[Page]] = lift(session_actions(ui), _session, Page.with_session)
    closing = {name: _closing(action) for name, action in own.items() if name in ("next", "visit")}
    return {**own, **ACTIONS, **closing}


def _session(page: Page) -> Session:
    return page.session


def _closing(action: Action[Page]) -> Action[Page]:
    """Close the dialog after an action."""

    def run(page: Page, value: str) -> Page:
        after = action(page, value)
        return replace(after, dialog="") if after.dialog else after

    return Action(str, run)


# Replay


def replay_from(page: Page, start: int | None) -> Page:
    """Start or stop the replay; a dialog closes."""
    return replace(page.with_session(replay(page.session, start)), dialog="")


def replay_last_turns(page: Page) -> Page:
    """Replay everything since the viewer's last move."""
    return replace(page.with_session(replay_since(page.session)), dialog="")


def try_variation(page: Page) -> Page:
    """Play on from the shown position as another match; an analysis can be returned to."""
    session = play_on(page.session)
    if session is page.session:
        return page
    analysed = (page.match, page.session.analysis) if page.session.analysis else None
    return replace(page.with_session(session), dialog="", analysed=analysed)


def back_to_analysis(page: Page) -> Page:
    """Return from a variation to the analysed match."""
    if page.analysed is None:
        return page
    match, analysis = page.analysed
    session = replace(page.session.with_match(match), analysis=analysis)
    return open_dialog(page.with_session(session), "end")


def analyse(page: Page) -> Page:
    """Ask for an analysis, and open the dialog that shows it."""
    session = ask_for_analysis(page.session)
    return page if session is page.session else replace(page.with_session(session), dialog="end")


# Matches


def _start(page: Page, match: Match) -> Page:
    return replace(page.with_session(page.session.with_match(match)), dialog="")


def begin(page: Page, deal: tuple[int, str]) -> Page:
    """Start the match of the form, with a seed and a date."""
    if page.form.problems():
        return replace(page, dialog="new")
    match: Match = page.ui.deal(page.form, *deal)
    if any(seat.remote for seat in match.seats):
        match = correspondence.begin(match, deal[0])
    return replace(_start(page, match), form=page.ui.new_form())


def rematch(page: Page, deal: tuple[int, str]) -> Page:
    """Play again with the same seats on the same board; in correspondence, the seats rotate."""
    if page.match.remote:
        return _start(page, correspondence.play_again(page.match, deal))
    return begin(replace(page, form=page.ui.form_of(page.match)), deal)


def rematch_at_level(page: Page, deal: tuple[int, str], step: int) -> Page:
    """Play again against computers that are one level weaker or stronger."""
    form = page.ui.form_of(page.match)
    for player, seat in enumerate(page.match.seats, start=1):
        if seat.computer:
            form = form.change(f"kind-{player}", next_level(page.ui, seat.kind, step))
    return begin(replace(page, form=form), deal)


def resign(page: Page) -> Page:
    """Resign a correspondence match."""
    match = page.match
    if not match.secret or not match.remote or not match.people:
        return page
    player = match.now.player_to_move if match.seat.person else match.people[0]
    resigned = replace(match, remote=replace(match.remote, resigned=player), undone=())
    return replace(_start(page, resigned), dialog=SEND)


def fill_in(page: Page, field: tuple[str, str]) -> Page:
    """Change a field of the form for a new match."""
    return replace(page, form=page.form.change(*field))


def take_over(page: Page, match: Match) -> Page:
    """Show a stored, imported or linked match of any game."""
    if match.ui is page.ui:
        return replace(_start(page, match), note=None)
    session: Session = match.ui.new_session(match)
    session = replace(session, language=page.language, settings=page.session.settings).with_match(match)
    opened = Page.open(session, page.games, match.ui.address(page.address), page.site)
    return replace(opened, results=page.results, date=page.date)


def import_text(page: Page, value: str) -> Page:
    """Show a record or position that was pasted, loaded or linked; problems change nothing but the message."""
    try:
        kind, text = links.unwrap(value)
        if kind == links.MAP:
            form = page.ui.form_of(page.match).change("own_map", text)
            return replace(page, dialog="new", form=form, note=None)
        match = read_match(page.games, value)
        # Other people have played a finished match, unless it is the one on this page.
        played_here = str(match.record) == str(page.match.record)
        shown = take_over(page, match if match.winners is None or played_here else match.as_shared())
        return replay_from(shown, 0) if kind == links.REPLAY else shown
    except ParseError as error:
        return replace(page, note=Note("import-failed", problems=error.problems))


def show_saved(page: Page, saved: tuple[Match, ...], count: int) -> Page:
    """List the newest stored matches."""
    return replace(page, saved=saved, saved_count=count)


# Dialogs and messages


def open_dialog(page: Page, name: str) -> Page:
    """Open a dialog, or close it."""
    dialog = name if name in DIALOGS and (name != SEND or page.match.remote) else ""
    untouched = dialog == "new" and page.form == page.ui.new_form()
    form = page.ui.form_of(page.match) if untouched else page.form
    return replace(page, dialog=dialog, form=form, note=None, arrived=None, qr="")


def choose_code(page: Page, change: tuple[str, str]) -> Page:
    """Change an option of the embed code."""
    return replace(page, embed_code=page.embed_code.change(*change))


def dismiss_note(page: Page) -> Page:
    """Close the message."""
    return replace(page, note=None)


def show_banner(page: Page) -> Page:
    """Show the result over the board, unless another position or a dialog is shown."""
    return replace(page, banner=page.session.at_end and not page.dialog and page.session.winners is not None)


def close_banner(page: Page) -> Page:
    """Hide the result."""
    return replace(page, banner=False)


def dismiss_welcome(page: Page) -> Page:
    """Hide the greeting."""
    return replace(page, welcome="") if page.welcome else page


ACTIONS: Mapping[str, Action[Page]] = {
    "run": Action(optional(number), replay_from),
    "recap": plain(replay_last_turns),
    "play-on": plain(try_variation),
    "back-to-analysis": plain(back_to_analysis),
    "analyse": plain(analyse),
    "begin": Action(DEAL, begin),
    "rematch": Action(DEAL, rematch),
    "easier": Action(DEAL, lambda page, deal: rematch_at_level(page, deal, -1)),
    "harder": Action(DEAL, lambda page, deal: rematch_at_level(page, deal, 1)),
    "resign": plain(resign),
    "form": Action(setting, fill_in),
    "import": Action(str, import_text),
    "open": Action(str, open_dialog),
    "code": Action(setting, choose_code),
    "dismiss-note": plain(dismiss_note),
    "close-banner": plain(close_banner),
    "dismiss-welcome": plain(dismiss_welcome),
}
