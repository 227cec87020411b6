"""The goals of lessons, by what the rules report of a move: events, refusals, winners.

A goal is one or more terms joined by `and`. Games add terms of their own: see `goal_terms` of their `GameUi`.

| term | reached when |
|---|---|
| `placed` | the move is legal |
| `nothing` | it is legal and has no events |
| `pass` | it is a forced pass |
| `event KIND`, `event KIND by PLAYER`, `event KIND x2` | it has such an event (of that player; so many times) |
| `refused REASON`, `refused REASON at SQUARE` | it is illegal for that reason (at that square) |
| `over` | the match ends |
| `winners 1`, `winners 1,2` | the match ends, and these players have won |
| `move re5bf5 re6bf6` | it is one of these moves |
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from engine.games.base import AnyGameUi, GoalTerms
from engine.session.session import AnyPreview


class Condition(NamedTuple):
    """One term of a goal: its first word, the rest, and the check of a move."""

    kind: str
    details: tuple[str, ...]
    check: Callable[..., bool]


def _event(move: AnyPreview, kind: str, player: str, times: str) -> bool:
    found = [event for event in move.events if event.kind == kind and player in ("", str(event.player))]
    return len(found) >= int(times or 1)


def _refused(move: AnyPreview, code: str, place: str) -> bool:
    refusal = move.refusal
    return refusal is not None and str(refusal) == code and place in ("", *refusal.places)


def _over(move: AnyPreview) -> bool:
    return move.after is not None and move.after.winners() is not None


def _winners(move: AnyPreview, players: str) -> bool:
    return move.after is not None and move.after.winners() == tuple(map(int, players.split(",")))


_TERMS: GoalTerms = {
    "placed": ("", lambda move: move.after is not None and str(move.move) != "pass"),
    "nothing": ("", lambda move: move.after is not None and not move.events),
    "pass": ("", lambda move: move.after is not None and str(move.move) == "pass"),
    "event": (r" ([a-z]+)(?: by ([1-4]))?(?: x([1-9]))?", _event),
    "refused": (r" ([a-z-]+)(?: at ([a-z]?[0-9]*))?", _refused),
    "over": ("", _over),
    "winners": (r" ([1-4](?:,[1-4])*)", _winners),
    "move": (r" (\S+(?: \S+)*)", lambda move, moves: str(move.move) in moves.split(" ")),
}


class Goal(NamedTuple):
    """What a lesson asks for."""

    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str, ui: AnyGameUi) -> "Goal":
        """Parse a goal in terms of a game; raise `ValueError` with a term that has no meaning."""
        terms, conditions = {**_TERMS, **ui.goal_terms}, []
        for term in text.split(" and "):
            kind = term.partition(" ")[0]
            match = re.fullmatch(terms[kind][0], term.removeprefix(kind)) if kind in terms else None
            if match is None:
                raise ValueError(term)
            conditions.append(Condition(kind, tuple(part or "" for part in match.groups()), terms[kind][1]))
        return cls(tuple(conditions))

    def reached(self, move: AnyPreview) -> bool:
        """Tell whether a move meets all conditions."""
        return all(check(move, *details) for _, details, check in self.conditions)

    @property
    def text(self) -> str:
        """The goal as a lesson file has it."""
        return " and ".join(" ".join(filter(None, (kind, *details))) for kind, details, _ in self.conditions)

    @property
    def forbids(self) -> bool:
        """Whether the goal is to find out that a move is illegal."""
        return any(condition.kind == "refused" for condition in self.conditions)
