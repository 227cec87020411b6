"""Helpers for engine tests of Khan Tsin: sessions that are played action by action."""

import random
from dataclasses import replace

from engine.games.form import PERSON, Seat
from engine.games.khan_tsin.match import FIRST_LEVEL, MANUAL, Form, Match
from engine.games.khan_tsin.session import Session
from engine.main import GAMES
from engine.session import Settings
from engine.session.update import play
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.board import LENGTH
from tests.engine_actions import update as update_any

KHAN_TSIN = next(game for game in GAMES if game.name == "khan-tsin")


def update(session: Session, action: str, value: str = "") -> Session:
    """Run an action on a session."""
    result = update_any(session, action, value)
    assert isinstance(result, Session)
    return result


def seats_of(kinds: str) -> tuple[Seat, ...]:
    """Return seats for people (`p`) and computers (`c`)."""
    return tuple(Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds)


def session_at(position: Position, kinds: str = "pp", **settings: bool | str) -> Session:
    """Start a session from a position."""
    match = replace(Match.start(KHAN_TSIN, position, seats_of(kinds), "2026-01-02"), key="1")
    return Session(match, settings=Settings(**settings))  # type: ignore[arg-type]


def position_with_stacks(stacks: dict[int, str], player_to_move: int = 1, variants: str = "-") -> Position:
    """Return a position with some stacks on an empty dragon."""
    return Position.build(tuple(stacks.get(space, "") for space in range(1, LENGTH + 1)), player_to_move, variants)


def deal_session(kinds: str = "pp", variants: str = "-", seed: int = 1, **settings: bool | str) -> Session:
    """Start a session with a random layout."""
    return session_at(Position.deal(variants, seed=seed), kinds, **settings)


def setup_session(kinds: str = "pp", variants: str = "-") -> Session:
    """Start a session whose layout is set up by hand."""
    form = Form(seats_of(kinds), MANUAL, "t" in variants, "r" in variants)
    return Session(replace(form.new_match(KHAN_TSIN, 3, "2026-01-02"), key="1"))


def with_move(session: Session, move: Move) -> Session:
    """Select a move with actions: source, number of barons, target, rotations."""
    for action, value in (("square", str(move.source)), ("take", str(move.count)), ("square", str(move.target))):
        session = update(session, action, value)
    session = update(session, "rotate") if move.turned else session
    return update(session, "flip") if move.flipped else session


def play_turn(session: Session, move: Move) -> Session:
    """Play a move like the page does."""
    if not session.match.seat.person:
        return play(session, move)
    return update(with_move(session, move) if move.count else session, "place")


def finished_session(kinds: str = "pp", variants: str = "-", seed: int = 1) -> Session:
    """Play a match to its end."""
    rng, session = random.Random(seed), deal_session(kinds, variants, seed)
    while session.winners is None:
        moves = session.match.latest.moves()
        winning_moves = [move for move in moves if session.match.latest.play(move).winners()]
        session = play_turn(session, winning_moves[0] if winning_moves else rng.choice(moves))
    return session
