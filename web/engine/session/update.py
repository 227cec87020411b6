"""The actions on a session, from one session to the next. Nothing here knows the browser."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from engine.actions import Action, dispatch, number, optional, plain, setting
from engine.games.base import AnyGameUi, Games, Seat
from engine.session import links
from engine.session.match import AnyMove, Match, read_record
from engine.session.session import (
    ANALYSIS,
    CHOICES,
    HINT,
    Analysis,
    Hint,
    Session,
    Settings,
    TurnReview,
)
from engine.words import LANGUAGES
from qin_core.common.protocols import GamePosition

S = TypeVar("S", bound=Session)


def update(session: Session, action: str, value: str = "") -> Session:
    """Run an action; what is impossible now changes nothing. Raise `ProtocolError` for an unknown action."""
    return dispatch(session_actions(session.ui), session, action, value)


@cache
def session_actions(ui: AnyGameUi) -> Mapping[str, Action[Session]]:
    """List the actions on sessions of a game."""
    return {**ACTIONS, **ui.actions}


def new_session(ui: AnyGameUi, language: str, seed: int, date: str = "") -> Session:
    """Start a match of one person against one computer player."""
    session: Session = ui.new_session(ui.deal(ui.new_form(), seed, date))
    return replace(session, language=language)


def read_match(games: Games, text: str) -> Match:
    """Read a record, a position line to play on from, or a link with one of them."""
    _, text = links.unwrap(text)
    if text.startswith("["):
        return read_record(games, text)
    ui = games.of_line(text)
    links.check_line(text, ui.line_pattern)
    start: GamePosition = ui.read_start(text)
    match: Match = ui.match_at(start, [Seat() for _ in start.players])
    return match


# On the board


def point(session: Session, square: str) -> Session:
    """Point at a square, or at none."""
    return replace(session, hover=square if session.has_square(square) else None)


def play(session: S, move: AnyMove) -> S:
    """Make a move of the player to move."""
    return session.with_match(session.match.play(move))


# Undo and replay


def undo(session: Session) -> Session:
    """Put down what is picked, or undo back to the last decision of a person."""
    if session.holding:
        return session.put_down()
    if session.match.undo_to() is None:
        return session
    return replace(session.with_match(session.match.undo()), announcement="taken-back")


def redo(session: Session) -> Session:
    """Redo what was undone last."""
    return session.with_match(session.match.redo()) if session.match.undone else session


def go_to_turn(session: S, ply: int) -> S:
    """Show the position of a number."""
    last = len(session.match.positions) - 1
    ply = max(0, min(ply, last))
    return replace(session.put_down(), cursor=None if ply == last else ply, replaying=False)


def go_to_end(session: S) -> S:
    """Show the latest position."""
    return go_to_turn(session, len(session.match.positions) - 1)


def visit(session: S, place: tuple[int, AnyMove]) -> S:
    """Show a position, and a move that would have been better there."""
    ply, better = place
    return replace(go_to_turn(session, ply), better=better)


def step(session: Session, turns: int) -> Session:
    """Show the position a number of turns later or earlier."""
    return go_to_turn(session, session.ply + turns)


def replay_since(session: Session) -> Session:
    """Replay everything since the viewer's last move."""
    return replay(session, session.last_own_turn)


def replay(session: S, start: int | None = None) -> S:
    """Start the replay from a position; without one, from the shown position, or stop it."""
    if start is None and session.replaying:
        return replace(session, replaying=False)
    looking = go_to_turn(session, start if start is not None else 0 if session.at_end else session.ply)
    return replace(looking, replaying=not looking.at_end)


def tick(session: Session) -> Session:
    """Continue the replay by one turn."""
    if not session.replaying:
        return session
    later = step(session, 1)
    return replace(later, replaying=not later.at_end)


def play_on(session: Session) -> Session:
    """Play on from the shown position as another match."""
    if session.at_end or session.match.secret:
        return session
    match = replace(session.match.cut(session.ply), key="").at_one_screen().as_practice()
    started = session.with_match(match)
    return update(started, "try", str(session.better)) if session.better is not None else started


# Settings


def set_language(session: Session, language: str) -> Session:
    return replace(session, language=language) if language in LANGUAGES else session


def change_setting(session: Session, change: tuple[str, str]) -> Session:
    """Change a setting by its name; those without a choice of values are switches: `true` or `false`."""
    name, value = change
    if value in CHOICES.get(name, ()):
        return replace(session, settings=session.settings.with_choice(name, value))
    if name in session.ui.settings:
        return replace(session, settings=session.settings.with_switch(name, value == "true"))
    return session


def mute(session: Session) -> Session:
    """Turn all sounds off, or on again."""
    return change_setting(session, ("volume", "off" if session.settings.volume != "off" else Settings().volume))


# The computer's help


def ask_for_hint(session: Session) -> Session:
    """Ask the strongest level for the best moves."""
    return replace(session, asked=HINT) if session.can_act and not session.must_pass else session


def ask_for_analysis(session: Session) -> Session:
    """Ask the strongest level for a review of the match."""
    return session if session.match.secret else replace(session, asked=ANALYSIS)


def show_progress(session: S, progress: float) -> S:
    """Show the progress of the computer's search."""
    return replace(session, thinking=round(progress, 2))


def show_hints(session: S, ranked: Iterable[Hint]) -> S:
    """Show the best moves with their win chances."""
    found = replace(session.put_down(), hints=tuple(ranked), asked="", thinking=None)
    return replace(found, announcement="hints-found")


def show_analysis(session: S, progress: float, turns: tuple[TurnReview, ...]) -> S:
    """Show the review of the turns so far."""
    return replace(session, analysis=Analysis(progress, turns))


ACTIONS: Mapping[str, Action[Session]] = {
    "point": Action(str, point),
    "undo": plain(undo),
    "redo": plain(redo),
    "look": Action(number, go_to_turn),
    "step": Action(number, step),
    "recap": plain(replay_since),
    "run": Action(optional(number), replay),
    "tick": plain(tick),
    "play-on": plain(play_on),
    "language": Action(str, set_language),
    "setting": Action(setting, change_setting),
    "mute": plain(mute),
    "hint": plain(ask_for_hint),
    "analyse": plain(ask_for_analysis),
}
