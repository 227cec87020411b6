"""Games by links: how one begins, how it is followed by the next, and what becomes of one that arrives.

A link always holds the whole game. What a browser knows of it is compared by its history: one of two games may go on
where the other one ends, or they went different ways.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple, TypeVar

from engine import games as rooms
from engine.session.link_play import Far, Origin, shared_key
from engine.session.match import Game
from qin_core.common.errors import NotationError, Problem

G = TypeVar("G", bound=Game)


# Beginning


def begin(game: G, seed: int) -> G:
    """Let a game that was dealt by a seed be played by links, begun at this screen."""
    far = Far(seed, game.people, (0,) * len(game.seats))
    return game.by_links(far.seat(game.people[0], _own_chance(seed)) if game.people else far)


def next_seed(game: Game, seed: int) -> int:
    """Give the seed of the next deal: by links everybody has a share in it."""
    return Origin("", 0, game.far.seed, game.far.chances).mixed if game.far else seed


def move_on(game: Game, following: G, seed: int, places: int = 0) -> G:
    """Let the next game be played by links, too, if this one is; everybody moves on by so many places."""
    if not game.far:
        return following
    far = game.far.move_on(game.key, places, _own_chance(seed))
    return replace(following, key=far.origin.next_key if far.origin else "").by_links(far)


def play_again(game: Game, deal: tuple[int, str]) -> Game:
    """Begin a rematch: everybody moves on by one place."""
    seed, date = deal
    draft = rooms.room(game.room).draft_of(game)
    count = len(game.seats)
    # Whoever was last is first now; colours belong to the places.
    moved = (replace(game.seats[place - 1], colour=seat.colour) for place, seat in enumerate(game.seats))
    draft = replace(draft, seats=(*moved, *draft.seats[count:]))
    return move_on(game, draft.begin(next_seed(game, seed), date), seed, 1)


def _own_chance(seed: int) -> int:
    return random.Random(f"own {seed}").getrandbits(32)


def sit(game: G, player: int, seed: int, time: float) -> G:
    """Sit down to a game that has arrived; one of the same key is not known here."""
    assert game.far is not None
    return game.by_links(replace(game.far.seat(player, _own_chance(seed)), since=int(time)))


# Arriving


class Met(NamedTuple):
    """What becomes of a game that has arrived: the one to be shown, what to say, and the turns that are new."""

    game: Game
    note: str = ""
    turn: int = 0
    """The turn that the words tell of."""
    new_from: int | None = None
    """The number of the first position that is known already, if there are later ones."""


def meet(linked: Game, known: Sequence[Game], time: float) -> Met | None:
    """Compare a game that has arrived with those of its key that are known here; None if there are none.

    Nothing that is known is lost: what went another way gets a key of its own.
    """
    for mine in known:
        if mine.history == linked.history[: len(mine.history)] and len(mine.history) < len(linked.history):
            return Met(_renew(mine, linked, mine.key, time), new_from=len(mine.record.turns))
    for mine in known:
        if linked.history == mine.history[: len(linked.history)]:
            same = len(mine.history) == len(linked.history)
            return Met(mine, "far-same" if same else "far-older", len(linked.record.turns))
    if not known:
        return None
    keys = {mine.key for mine in known}
    free = next(key for number in range(2, 10_000) if (key := f"{shared_key(linked.key)}-{number}") not in keys)
    common = max(_common(mine, linked) for mine in known)
    return Met(_renew(known[0], linked, free, time), "far-other-way", common)


def _renew(mine: Game, linked: Game, key: str, time: float) -> Game:
    """Take over what a link brings, at the seats that are taken here; nobody's chance is forgotten."""
    assert mine.far is not None
    assert linked.far is not None
    chances = tuple(new or old for new, old in zip(linked.far.chances, mine.far.chances, strict=False))
    far = replace(linked.far, here=mine.far.here, chances=chances, since=int(time))
    return replace(linked, key=key).by_links(far)


def _common(mine: Game, linked: Game) -> int:
    """Count the turns that two games have in common."""
    turns = zip(mine.record.turns, linked.record.turns, strict=False)
    same_start = mine.record.start == linked.record.start
    common = takewhile(lambda pair: same_start and pair[0].move == pair[1].move, turns)
    return sum(1 for _ in common)


def follow(linked: Game, before: Game, seed: int, time: float) -> Game:
    """Sit down to the next game of a series, or to a rematch, at the place that follows from the game before.

    Raises `NotationError` if the deal leaves out the chance that was added here.
    """
    assert linked.far is not None
    assert linked.far.origin is not None
    assert before.far is not None
    origin, mine = linked.far.origin, before.far
    played = {position.mover for position in before.positions[:-1]}
    given = ((player, mine.chances[player - 1]) for player in mine.here if player in played)
    same = len(mine.chances) == len(origin.chances) and mine.seed == origin.seed
    if not same or any(origin.chances[player - 1] != chance for player, chance in given):
        raise NotationError(Problem("link", "other-deal"))
    here = mine.move_on(before.key, origin.moved, 0).here
    return sit(linked, here[0], seed, time) if here else linked


def rank(game: Game) -> int:
    """Order games: those that wait for somebody here come first, then those that wait for somebody far away."""
    if not game.far or (game.winners is not None and not game.unsent):
        return 2
    return 1 if game.seat.away and not game.unsent else 0
