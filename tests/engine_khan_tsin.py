"""Helpers for tests of the page's Khan Tsin: games at one screen, played action by action."""

import random
from dataclasses import replace

from engine.games.form import PERSON, Seat
from engine.games.khan_tsin.match import BY_HAND, FIRST_LEVEL, Form, Match
from engine.games.khan_tsin.session import Session
from engine.main import GAMES
from engine.session import Settings
from engine.session.update import play
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.board import LENGTH
from tests.engine_actions import update as update_any

KHAN_TSIN = next(game for game in GAMES if game.name == "khan-tsin")


def update(session: Session, action: str, value: str = "") -> Session:
    """Run an action of the session."""
    after = update_any(session, action, value)
    assert isinstance(after, Session)
    return after


def seats(kinds: str) -> tuple[Seat, ...]:
    """Seat people (`p`) and computers (`c`)."""
    return tuple(Seat(kind=PERSON if kind == "p" else FIRST_LEVEL) for kind in kinds)


def seated(position: Position, kinds: str = "pp", **settings: bool) -> Session:
    """Start a session from a position."""
    game = replace(Match.start(KHAN_TSIN, position, seats(kinds), "2026-01-02"), key="1")
    return Session(game, settings=Settings(**settings))  # type: ignore[arg-type]


def stacked(stacks: dict[int, str], mover: int = 1, variants: str = "-") -> Position:
    """Put some stacks on an empty dragon."""
    return Position.build(tuple(stacks.get(space, "") for space in range(1, LENGTH + 1)), mover, variants)


def dealt(kinds: str = "pp", variants: str = "-", seed: int = 1, **settings: bool) -> Session:
    """Deal a game."""
    return seated(Position.deal(variants, seed=seed), kinds, **settings)


def set_up(kinds: str = "pp", variants: str = "-") -> Session:
    """Start setting up a match by hand."""
    form = Form(seats(kinds), BY_HAND, "t" in variants, "r" in variants)
    return Session(replace(form.new_match(KHAN_TSIN, 3, "2026-01-02"), key="1"))


def aimed(session: Session, move: Move) -> Session:
    """Pick a move by actions: its baron, the number of barons, rotations, target."""
    for action, value in (("square", str(move.source)), ("take", str(move.count)), ("square", str(move.target))):
        session = update(session, action, value)
    session = update(session, "rotate") if move.turned else session
    return update(session, "flip") if move.flipped else session


def turn(session: Session, move: Move) -> Session:
    """Make a move of the player to move, as the page does."""
    if not session.match.seat.person:
        return play(session, move)
    return update(aimed(session, move) if move.count else session, "place")


def finished(kinds: str = "pp", variants: str = "-", seed: int = 1) -> Session:
    """Play a game to its end."""
    rng, session = random.Random(seed), dealt(kinds, variants, seed)
    while session.winners is None:
        moves = session.match.now.moves()
        won = [move for move in moves if session.match.now.play(move).winners()]
        session = turn(session, won[0] if won else rng.choice(moves))
    return session
