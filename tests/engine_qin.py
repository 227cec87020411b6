"""Helpers for engine tests of Qin: sessions that are played action by action."""

import random
from dataclasses import replace
from functools import cache

from engine.games.form import PERSON, Seat
from engine.games.qin.match import FIRST_LEVEL, Match
from engine.games.qin.session import Session
from engine.main import GAMES
from engine.session import Settings
from engine.session.update import play
from qin_core.qin import Position
from tests.engine_actions import update as update_any

JOINS = "map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry,yy|rr,bb -"
"""Placing red on d3 would join two provinces of two spaces each."""

QIN = next(game for game in GAMES if game.name == "qin")


def update(session: Session, action: str, value: str = "") -> Session:
    """Run an action on a session."""
    result = update_any(session, action, value)
    assert isinstance(result, Session)
    return result


def settings_of(**values: bool | str) -> Settings:
    """Return settings with some switches and choices changed."""
    settings = Settings()
    for name, value in values.items():
        changed = settings.with_switch(name, value) if isinstance(value, bool) else settings.with_choice(name, value)
        settings = changed
    return settings


def session_at(line: str, kinds: str = "pp", **settings: bool | str) -> Session:
    """Start a session from a position, for people (`p`) and computers (`c`)."""
    seats = [Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds]
    match = replace(Match.start(QIN, Position.parse(line), seats, "2026-01-02"), key="1")
    return Session(match, settings=settings_of(**{"coach": "off", **settings}))


def deal_session(kinds: str = "pc", board: str = "bird", seed: int = 1, **settings: bool | str) -> Session:
    """Deal a match in which player 1 moves first, and start a session."""
    return session_at(str(Position.deal(board, len(kinds), first=1, seed=seed)), kinds, **settings)


def with_tile_and_square(session: Session, rng: random.Random | None = None) -> Session:
    """Select a tile that can be placed, and a square for it."""
    for slot in range(len(session.hand)):
        with_tile = update(replace(session, tile=None), "tile", str(slot))
        if with_tile.legal_squares:
            squares = sorted(with_tile.legal_squares)
            return update(with_tile, "square", rng.choice(squares) if rng else squares[0])
    raise AssertionError("no tile can be placed")


def play_turn(session: Session, rng: random.Random | None = None) -> Session:
    """Play a move like the page does."""
    session = update(session, "reveal-hand") if session.hand_hidden else session
    if not session.match.seat.person:
        return play(session, session.match.latest.moves()[0])
    return update(session if session.must_pass else with_tile_and_square(session, rng), "place")


def play_turns(session: Session, count: int) -> Session:
    """Play several moves."""
    for _ in range(count):
        session = play_turn(session)
    return session


@cache
def finished_session(kinds: str = "pc", seed: int = 1, board: str = "bird") -> Session:
    """Play a match to its end; results are cached."""
    rng, session = random.Random(seed), deal_session(kinds, board, seed)
    while session.winners is None:
        session = play_turn(session, rng)
    return session
