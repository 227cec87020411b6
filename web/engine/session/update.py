"""The actions on a session, the keys that run them, and the animations between two sessions."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple, TypeVar

from engine.actions import Action, FieldChange, Pressed, dispatch, number, optional, plain
from engine.games.base import AnyGameUi, AnyMove, Games
from engine.games.form import Seat
from engine.html import text, with_dot
from engine.protocol import TurnAnimation
from engine.session import ANALYSIS, CHOICES, HINT, Analysis, Hint, Session, Settings, TurnReview, links
from engine.session.match import Match, read_record
from engine.words import LANGUAGES
from qin_core.common.protocols import GamePosition

S = TypeVar("S", bound=Session)


def update(session: Session, action: str, value: str = "") -> Session:
    """Run an action; an impossible one changes nothing. Raise `ProtocolError` for an unknown action."""
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
    """Read a record, a position line, or a link that contains one."""
    text = links.unwrap(text).text
    if text.startswith("["):
        return read_record(games, text)
    ui = games.for_line(text)
    links.check_line(text, ui.line_pattern)
    start: GamePosition = ui.read_start(text)
    match: Match = ui.match_type.start(ui, start, [Seat() for _ in start.players])
    return match


# On the board


def point(session: S, square: str) -> S:
    """Point at a square, at the hint of a move, or at nothing."""
    hinted = (hint.move for hint in session.hints if str(hint.move) == square and hint.move != session.ghost)
    hover = square if session.has_square(square) else None
    return replace(session, hover=hover, hovered_hint=next(hinted, None))


def play(session: S, move: AnyMove) -> S:
    return session.with_match(session.match.play(move))


# Undo and replay


def undo(session: Session) -> Session:
    """Put down the picked piece, or undo back to the last decision of a person."""
    if session.has_picked_piece:
        return session.put_down()
    if session.match.undo_to() is None:
        return session
    return replace(session.with_match(session.match.undo()), announcement="taken-back")


def redo(session: Session) -> Session:
    return session.with_match(session.match.redo()) if session.match.undone else session


def go_to_turn(session: S, ply: int) -> S:
    """Show a position by its number."""
    last = len(session.match.positions) - 1
    ply = max(0, min(ply, last))
    return replace(session.put_down(), cursor=None if ply == last else ply, replaying=False)


def go_to_end(session: S) -> S:
    return go_to_turn(session, len(session.match.positions) - 1)


def visit(session: S, ply_and_move: tuple[int, AnyMove]) -> S:
    """Show a position and a better move in it."""
    ply, better_move = ply_and_move
    return replace(go_to_turn(session, ply), better_move=better_move)


def step(session: Session, turns: int) -> Session:
    """Show the position `turns` turns later, or earlier if negative."""
    return go_to_turn(session, session.ply + turns)


def replay_since(session: Session) -> Session:
    """Replay everything since the viewer's last move."""
    return replay(session, session.last_own_turn)


def replay(session: S, start: int | None = None) -> S:
    """Start a replay at a position, by default at the shown one; without a position, stop a running replay."""
    if start is None and session.replaying:
        return replace(session, replaying=False)
    if start is None:
        start = 0 if session.at_end else session.ply
    session = go_to_turn(session, start)
    return replace(session, replaying=not session.at_end)


def tick(session: Session) -> Session:
    """Advance the replay by one turn."""
    if not session.replaying:
        return session
    session = step(session, 1)
    return replace(session, replaying=not session.at_end)


def play_on(session: Session) -> Session:
    """Start a new match from the shown position."""
    if session.at_end or session.match.ongoing_remote:
        return session
    match = replace(session.match.cut(session.ply), key="").at_one_screen().as_practice()
    branched = session.with_match(match)
    return update(branched, "try", str(session.better_move)) if session.better_move is not None else branched


# Settings


def set_language(session: Session, language: str) -> Session:
    return replace(session, language=language) if language in LANGUAGES else session


def change_setting(session: Session, change: FieldChange) -> Session:
    """Change a setting; the value of a switch is `true` or `false`."""
    name, value = change
    if value in CHOICES.get(name, ()):
        return replace(session, settings=session.settings.with_choice(name, value))
    if name in session.ui.switches:
        return replace(session, settings=session.settings.with_switch(name, value == "true"))
    return session


def mute(session: Session) -> Session:
    """Turn all sounds off, or on again."""
    volume = "off" if session.settings.volume != "off" else Settings().volume
    return change_setting(session, FieldChange("volume", volume))


# Hints and analysis


MIN_ELAPSED = 1.5
"""The seconds after which the remaining time of an analysis is estimated."""


def request_hints(session: Session) -> Session:
    """Request hints from the strongest level, or close them."""
    if session.hints:
        return replace(session, hints=(), hovered_hint=None, announcement="hints-closed")
    allowed = session.can_act and not session.must_pass and session.hints_allowed
    return replace(session, request=HINT) if allowed else session


def request_analysis(session: Session) -> Session:
    """Request an analysis of the match from the strongest level."""
    return session if session.match.ongoing_remote else replace(session, request=ANALYSIS)


def show_progress(session: S, progress: float) -> S:
    return replace(session, thinking=round(progress, 2))


def show_hints(session: S, ranked: Iterable[Hint]) -> S:
    """Show hints, and mark the match as played with hints."""
    match = session.match if session.match.hinted or not session.match.solo else session.match.with_hints()
    hinted = replace(session.put_down(), match=match, hints=tuple(ranked), request="", thinking=None)
    return replace(hinted, announcement="hints-found")


def show_analysis(session: S, progress: float, turns: tuple[TurnReview, ...], elapsed: float = 0) -> S:
    """Show the analysis of the turns so far; the remaining time is estimated from the `elapsed` seconds.

    The estimate only decreases: the preparation, which is slow, counts as part of the first turns.
    """
    seconds_left = elapsed / progress * (1 - progress) if progress and elapsed >= MIN_ELAPSED else None
    if seconds_left is not None and session.analysis and session.analysis.seconds_left is not None:
        seconds_left = min(seconds_left, session.analysis.seconds_left)
    return replace(session, analysis=Analysis(progress, turns, seconds_left))


ACTIONS: Mapping[str, Action[Session]] = {
    "point": Action(str, point),
    "undo": plain(undo),
    "redo": plain(redo),
    "go-to-turn": Action(number, go_to_turn),
    "step": Action(number, step),
    "replay-since": plain(replay_since),
    "replay": Action(optional(number), replay),
    "tick": plain(tick),
    "play-on": plain(play_on),
    "language": Action(str, set_language),
    "setting": Action(FieldChange.parse, change_setting),
    "mute": plain(mute),
    "hint": plain(request_hints),
    "analyse": plain(request_analysis),
}


# Keys


KEY_ACTIONS = {
    "Enter": "place",
    "Escape": "back",
    "z": "undo",
    "y": "redo",
    ",": "step -1",
    ".": "step 1",
    "w": "replay-since",
}


def on_page(key: str, session: Session) -> Pressed:
    """Handle a key anywhere on the page."""
    actions = {**KEY_ACTIONS, **session.ui.key_actions}
    key = key.lower() if len(key) == 1 else key
    pressed = Pressed(*actions[key].split()) if key in actions else Pressed()
    return pressed if pressed.action in session_actions(session.ui) else Pressed()


def on_board(key: str, session: Session, square: str, typed: str) -> Pressed:
    """Handle a key on a square; `typed` is the start of a square's name that has been typed."""
    if key in ("Enter", " "):
        return Pressed("enter", square)
    return session.ui.on_board_key(key, session, square, typed) or on_page(key, session)


class Typed(NamedTuple):
    """The typed start of a square's name, the game, and the time in milliseconds until which it is valid."""

    text: str
    game: str
    until: float


NOTHING_TYPED = Typed("", "", 0.0)
AFTER_INCOMPLETE, AFTER_COMPLETE = 10_000, 1200
"""How long the next character of a square's name is awaited, in milliseconds."""


def press(key: str, session: Session, square: str, typed: Typed, time: float) -> tuple[Pressed, Typed]:
    """Handle a key on a square, or elsewhere if `square` is empty; also return what has been typed."""
    if not square:
        return on_page(key, session), NOTHING_TYPED
    game = session.ui.name
    pressed = on_board(key, session, square, typed.text if typed.game == game and time < typed.until else "")
    return pressed, Typed(pressed.typed, game, time + (AFTER_COMPLETE if pressed.square else AFTER_INCOMPLETE))


# Animations


MAX_ANIMATED_TURNS = 4
"""The maximal number of turns that are animated at once."""


def animate(before: Session, after: Session) -> tuple[TurnAnimation, ...]:
    """Animate the turns from one session to the next; none if they are too many or from different matches.

    When the next match starts, the pieces of the finished one are swept off the board.
    """
    first, last = before.ply, after.ply
    finished = before.winners is not None and before.at_end
    if finished and after.match.key != before.match.key and not last and before.ui is after.ui:
        return (TurnAnimation(after.position.player_to_move, sweeps=True, sounds=("lift",)),)
    if first == last or abs(last - first) > MAX_ANIMATED_TURNS or before.ui is not after.ui:
        return ()
    longer, shorter = (after, before) if last > first else (before, after)
    if longer.match.positions[shorter.ply] != shorter.match.positions[shorter.ply]:
        return ()
    draw = longer.ui.animation
    if last < first:
        undone = (draw(longer.match, turn) for turn in range(first, last, -1))
        return tuple(
            replace(turn, undone=True, sounds=("lift",), scores={}, drawn_tile="", drawn_from="") for turn in undone
        )
    return _with_circumstances([draw(longer.match, turn) for turn in range(first + 1, last + 1)], before, after)


def _with_circumstances(animations: list[TurnAnimation], before: Session, after: Session) -> tuple[TurnAnimation, ...]:
    """Add who made the last turn and who is next, and the end of the match."""
    one_more = len(after.match.positions) == len(before.match.positions) + 1
    by_hand = one_more and before.match.seat.person and after.at_end and not before.replaying
    ends = after.at_end and after.winners is not None and (one_more or before.unseen_end)
    markers = after.ui.winning_markers(after.match) if ends else ()
    people = after.match.people
    celebrate = bool(markers) and (not people or any(winner in people for winner in after.winners or ()))
    caption = ""
    if one_more and not by_hand and after.at_end:
        turn, (start, end) = after.match.record.turns[-1], after.match.positions[-2:]
        moved = after.narrator.turn(start, end, turn.move, turn.events)[0]
        caption = with_dot(start.player_to_move, text(moved))
    your_turn = after.person_to_move and not by_hand
    animations[-1] = replace(
        animations[-1],
        by_hand=by_hand,
        caption=caption,
        your_turn=your_turn,
        winning_elements=markers,
        celebrate=celebrate,
    )
    if not by_hand or after.viewer != animations[-1].player:
        # The tiles that others draw are hidden.
        animations = [replace(turn, drawn_tile="", drawn_from="") for turn in animations]
    return tuple(animations)
