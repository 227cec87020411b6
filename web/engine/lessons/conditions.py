"""The goals of lessons, in terms of what the core reports of a try: events, refusals, winners.

A goal is one or more terms joined by `and`:

| term | reached when |
|---|---|
| `placed` | the move is legal |
| `nothing` | it is legal, and nothing follows from it |
| `pass` | it is the pass that is forced |
| `event KIND`, `event KIND by PLAYER`, `event KIND x2` | such an event happens (for that player; so many times) |
| `refused REASON`, `refused REASON at PLACE` | it isn't allowed, for that reason (which concerns that place) |
| `over` | the game ends |
| `winners 1`, `winners 1,2` | the game ends and these players have won |
| `pagodas 2` | the mover has at least so many pagodas more on the board than before (Qin) |
| `race 2`, `keeps 2`, `prevents-win` | see `qin_core.qin.puzzles` (Qin) |
| `height 5` | the stack that is made is at least so high (Khan Tsin) |
| `prevents-emperor`, `prevents-emperor 2` | see `qin_core.khan_tsin.puzzles` (Khan Tsin) |
| `move re5bf5 re6bf6` | it is one of these moves |
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from engine import games as rooms
from qin_core.common.errors import BaseRefusal
from qin_core.common.protocols import GameEvent, GamePosition


@dataclass(frozen=True)
class Try:
    """A move that somebody tried, and what came of it."""

    before: GamePosition
    move: str
    reason: BaseRefusal | None
    """Why it isn't allowed, if it isn't."""
    events: Sequence[GameEvent] = ()
    after: GamePosition | None = None
    """The position that it leads to, if it is allowed."""

    @classmethod
    def of(cls, before: GamePosition, move: str) -> "Try":
        """Try a move; raises `NotationError` if it isn't written as one."""
        reason = before.why_not(move)
        if reason is not None:
            return cls(before, move, reason)
        after, events = before.apply(move)
        return cls(before, move, None, events, after)


class Term(NamedTuple):
    """One thing that a goal asks for: its first word, and what follows it."""

    kind: str
    details: tuple[str, ...] = ()


def _event(tried: Try, kind: str, player: str, times: str) -> bool:
    found = [event for event in tried.events if event.kind == kind and player in ("", str(event.player))]
    return len(found) >= int(times or 1)


def _refused(tried: Try, code: str, place: str) -> bool:
    reason = tried.reason
    return reason is not None and str(reason) == code and place in ("", *reason.places)


def _over(tried: Try) -> bool:
    return tried.after is not None and tried.after.winners() is not None


def _winners(tried: Try, players: str) -> bool:
    return tried.after is not None and tried.after.winners() == tuple(map(int, players.split(",")))


Terms: TypeAlias = Mapping[str, tuple[str, Callable[..., bool]]]
"""How each term is written after its first word, and whether a try fulfils it."""
_TERMS: Terms = {
    "placed": ("", lambda tried: tried.after is not None and tried.move != "pass"),
    "nothing": ("", lambda tried: tried.after is not None and not tried.events),
    "pass": ("", lambda tried: tried.after is not None and tried.move == "pass"),
    "event": (r" ([a-z]+)(?: by ([1-4]))?(?: x([1-9]))?", _event),
    "refused": (r" ([a-z-]+)(?: at ([a-z]?[0-9]*))?", _refused),
    "over": ("", _over),
    "winners": (r" ([1-4](?:,[1-4])*)", _winners),
    "move": (r" (\S+(?: \S+)*)", lambda tried, moves: tried.move in moves.split(" ")),
}


@cache
def _terms() -> Terms:
    """List the terms of all games: those that every game has, and what each room adds."""
    return {**_TERMS, **{name: term for room in rooms.ROOMS for name, term in rooms.room(room).lessons.TERMS.items()}}


class Goal(NamedTuple):
    """What a lesson asks for."""

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> "Goal":
        """Read a goal; raises `ValueError` with the term that has no meaning.

        >>> Goal.parse("event absorb by 1 and event conquer").terms[0]
        Term(kind='event', details=('absorb', '1', ''))
        """
        terms = []
        for term in text.split(" and "):
            kind = term.partition(" ")[0]
            match = re.fullmatch(_terms()[kind][0], term.removeprefix(kind)) if kind in _terms() else None
            if match is None:
                raise ValueError(term)
            terms.append(Term(kind, tuple(part or "" for part in match.groups())))
        return cls(tuple(terms))

    def reached(self, tried: Try) -> bool:
        """Tell whether a try does everything that is asked for."""
        return all(_terms()[kind][1](tried, *details) for kind, details in self.terms)

    @property
    def text(self) -> str:
        """The goal as a lesson file has it."""
        return " and ".join(" ".join(filter(None, (kind, *details))) for kind, details in self.terms)

    @property
    def forbids(self) -> bool:
        """Whether the goal is to find out that something isn't allowed."""
        return any(term.kind == "refused" for term in self.terms)
