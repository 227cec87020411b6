"""Games by links: how one begins, how it is followed by the next, and what becomes of one that arrives.

A link always holds the whole game. What a browser knows of it is compared by its history: one of two games may go on
where the other one ends, or they went different ways.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple, TypeVar

from engine.session.link_play import LinkPlay, Origin, shared_key
from engine.session.match import Match
from qin_core.common.errors import NotationError, Problem

G = TypeVar("G", bound=Match)


# Beginning


def begin(game: G, seed: int) -> G:
    """Let a game that was dealt by a seed be played by links, begun at this screen."""
    remote = LinkPlay(seed, game.people, (0,) * len(game.seats))
    return game.with_remote(remote.seat(game.people[0], _own_chance(seed)) if game.people else remote)


def next_seed(game: Match, seed: int) -> int:
    """Give the seed of the next deal: by links everybody has a share in it."""
    return Origin("", 0, game.remote.seed, game.remote.chances).mixed if game.remote else seed


def move_on(game: Match, following: G, seed: int, places: int = 0) -> G:
    """Let the next game be played by links, too, if this one is; everybody moves on by so many places."""
    if not game.remote:
        return following
    remote = game.remote.move_on(game.key, places, _own_chance(seed))
    return replace(following, key=remote.origin.next_key if remote.origin else "").with_remote(remote)


def play_again(game: Match, deal: tuple[int, str]) -> Match:
    """Begin a rematch: everybody moves on by one place."""
    seed, date = deal
    form = game.ui.form_of(game)
    count = len(game.seats)
    # Whoever was last is first now; colours belong to the places.
    moved = (replace(game.seats[place - 1], colour=seat.colour) for place, seat in enumerate(game.seats))
    form = replace(form, seats=(*moved, *form.seats[count:]))
    following: Match = game.ui.deal(form, next_seed(game, seed), date)
    return move_on(game, following, seed, 1)


def _own_chance(seed: int) -> int:
    return random.Random(f"own {seed}").getrandbits(32)


def join_as(game: G, player: int, seed: int, time: float) -> G:
    """Sit down to a game that has arrived; one of the same key is not known here."""
    assert game.remote is not None
    return game.with_remote(replace(game.remote.seat(player, _own_chance(seed)), since=int(time)))


# Arriving


class Reconciled(NamedTuple):
    """What becomes of a game that has arrived: the one to be shown, what to say, and the turns that are new."""

    match: Match
    note: str = ""
    turn: int = 0
    """The turn that the words tell of."""
    new_from: int | None = None
    """The number of the first position that is known already, if there are later ones."""


def reconcile(linked: Match, known: Sequence[Match], time: float) -> Reconciled | None:
    """Compare a game that has arrived with those of its key that are known here; None if there are none.

    Nothing that is known is lost: what went another way gets a key of its own.
    """
    for mine in known:
        if mine.history == linked.history[: len(mine.history)] and len(mine.history) < len(linked.history):
            return Reconciled(_renew(mine, linked, mine.key, time), new_from=len(mine.record.turns))
    for mine in known:
        if linked.history == mine.history[: len(linked.history)]:
            same = len(mine.history) == len(linked.history)
            return Reconciled(mine, "far-same" if same else "far-older", len(linked.record.turns))
    if not known:
        return None
    keys = {mine.key for mine in known}
    free = next(key for number in range(2, 10_000) if (key := f"{shared_key(linked.key)}-{number}") not in keys)
    common = max(_common(mine, linked) for mine in known)
    return Reconciled(_renew(known[0], linked, free, time), "far-other-way", common)


def _renew(mine: Match, linked: Match, key: str, time: float) -> Match:
    """Take over what a link brings, at the seats that are taken here; nobody's chance is forgotten."""
    assert mine.remote is not None
    assert linked.remote is not None
    chances = tuple(new or old for new, old in zip(linked.remote.chances, mine.remote.chances, strict=False))
    remote = replace(linked.remote, here=mine.remote.here, chances=chances, since=int(time))
    return replace(linked, key=key).with_remote(remote)


def _common(mine: Match, linked: Match) -> int:
    """Count the turns that two games have in common."""
    turns = zip(mine.record.turns, linked.record.turns, strict=False)
    same_start = mine.record.start == linked.record.start
    common = takewhile(lambda pair: same_start and pair[0].move == pair[1].move, turns)
    return sum(1 for _ in common)


def follow(linked: Match, before: Match, seed: int, time: float) -> Match:
    """Sit down to the next game of a series, or to a rematch, at the place that follows from the game before.

    Raises `NotationError` if the deal leaves out the chance that was added here.
    """
    assert linked.remote is not None
    assert linked.remote.origin is not None
    assert before.remote is not None
    origin, mine = linked.remote.origin, before.remote
    played = {position.mover for position in before.positions[:-1]}
    given = ((player, mine.chances[player - 1]) for player in mine.here if player in played)
    same = len(mine.chances) == len(origin.chances) and mine.seed == origin.seed
    if not same or any(origin.chances[player - 1] != chance for player, chance in given):
        raise NotationError(Problem("link", "other-deal"))
    here = mine.move_on(before.key, origin.moved, 0).here
    return join_as(linked, here[0], seed, time) if here else linked


def rank(game: Match) -> int:
    """Order games: those that wait for somebody here come first, then those that wait for somebody far away."""
    if not game.remote or (game.winners is not None and not game.unsent):
        return 2
    return 1 if game.seat.remote and not game.unsent else 0
