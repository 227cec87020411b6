"""Helpers for tests of the page's Python: games at one screen, played action by action."""

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
    """Run an action of the session."""
    after = update_any(session, action, value)
    assert isinstance(after, Session)
    return after


def settings_of(**given: bool | str) -> Settings:
    """Make settings, among them switches of Qin."""
    settings = Settings()
    for name, value in given.items():
        chosen = settings.with_switch(name, value) if isinstance(value, bool) else settings.with_choice(name, value)
        settings = chosen
    return settings


def seated(line: str, kinds: str = "pp", **settings: bool | str) -> Session:
    """Start a session from a position: `p` for a person, `c` for a computer."""
    seats = [Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds]
    game = replace(Match.start(QIN, Position.parse(line), seats, "2026-01-02"), key="1")
    return Session(game, settings=settings_of(**{"coach": "off", **settings}))


def dealt(kinds: str = "pc", board: str = "bird", seed: int = 1, **settings: bool | str) -> Session:
    """Deal a game in which the first player begins."""
    return seated(str(Position.deal(board, len(kinds), first=1, seed=seed)), kinds, **settings)


def aimed(session: Session, rng: random.Random | None = None) -> Session:
    """Pick a tile that can go somewhere, and a square for it."""
    for number in range(len(session.hand)):
        picked = update(replace(session, tile=None), "tile", str(number))
        if picked.legal_squares:
            squares = sorted(picked.legal_squares)
            return update(picked, "square", rng.choice(squares) if rng else squares[0])
    raise AssertionError("no tile can be placed")


def turn(session: Session, rng: random.Random | None = None) -> Session:
    """Make a move of the player to move, as the page does."""
    session = update(session, "reveal-hand") if session.hand_hidden else session
    if not session.match.seat.person:
        return play(session, session.match.now.moves()[0])
    return update(session if session.must_pass else aimed(session, rng), "place")


def turns(session: Session, count: int) -> Session:
    """Make several moves."""
    for _ in range(count):
        session = turn(session)
    return session


@cache
def finished(kinds: str = "pc", seed: int = 1, board: str = "bird") -> Session:
    """Play a game to its end; the same one is played once."""
    rng, session = random.Random(seed), dealt(kinds, board, seed)
    while session.winners is None:
        session = turn(session, rng)
    return session
