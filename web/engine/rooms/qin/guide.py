"""A guided game: what there is to say about a turn to somebody who plays for the first time.

Comments are keys; a lesson of the kind `guide` has the words. Each is due once in a game.
"""

from collections.abc import Collection, Iterator

from engine.rooms.qin.story import Story
from qin_core.qin import Event, Position
from qin_core.qin.province import MAJOR_SIZE

KEYS = (
    "begin",
    "you-two",
    "you-found",
    "you-major",
    "you-connect",
    "you-conquer",
    "you-absorb",
    "you-gave",
    "you-expand",
    "you-nothing",
    "they-conquer",
    "they-absorb",
    "they-major",
    "they-connect",
    "they-found",
    "see-conquer",
    "see-absorb",
    "see-two",
    "see-four",
    "you-half",
    "you-few",
    "they-few",
    "won",
    "lost",
    "shared",
)
HALF, FEW = 12, 5
"""How many pagodas somebody has left when it is worth a word."""


def comment(before: Position, move: str, person: int, said: Collection[str]) -> str:
    """Give the most telling comment on a turn that hasn't been made yet, nothing if there is none."""
    after = before.play(move)
    due = (key for key in _worth_saying(before, move, after, person) if key not in said)
    return next(due, "")


def race(position: Position, person: int, story: Story) -> str:
    """Say how many pagodas the person and the leading opponent still have to place."""
    left, other = min((position.left(player), player) for player in position.players if player != person)
    return story.say("guide-race", n=position.left(person), player=story.name(other), count=left)


def _worth_saying(before: Position, move: str, after: Position, person: int) -> Iterator[str]:
    winners = after.winners()
    if winners is not None:
        yield "lost" if person not in winners else "won" if len(winners) == 1 else "shared"
        return
    events = before.events(move)
    yield from _own_turn(events, person) if before.mover == person else _their_turn(before, events, person)
    yield from _standing(after, person)
    if after.mover == person:
        yield from _chances(after, person)


def _own_turn(events: tuple[Event, ...], person: int) -> Iterator[str]:
    """Say what the person's own placement did, for them or for somebody else."""
    kinds = [event.kind for event in events if event.player == person]
    if kinds.count("found") == 2:
        yield "you-two"
    for kind in ("conquer", "absorb", "connect", "major", "found", "expand"):
        if kind in kinds:
            yield f"you-{kind}"
    if any(event.player != person for event in events):
        yield "you-gave"
    if not events:
        yield "you-nothing"


def _their_turn(before: Position, events: tuple[Event, ...], person: int) -> Iterator[str]:
    """Say what an opponent's placement did."""
    if any(event.kind == "conquer" and event.loser == person for event in events):
        yield "they-conquer"
    joined = any(event.kind == "absorb" and event.player != person for event in events)
    if joined and _provinces(before, person):
        yield "they-absorb"
    for kind in ("major", "connect", "found"):
        if any(event.kind == kind and event.player != person for event in events):
            yield f"they-{kind}"


def _standing(after: Position, person: int) -> Iterator[str]:
    """Say how the game stands, when that is worth a word."""
    if any(after.left(other) <= FEW for other in after.players if other != person):
        yield "they-few"
    if after.left(person) <= FEW:
        yield "you-few"
    elif after.left(person) <= HALF:
        yield "you-half"


def _chances(position: Position, person: int) -> Iterator[str]:
    """Say what the person could look for now."""
    possible = [[event.kind for event in position.events(move) if event.player == person] for move in position.moves()]
    for kind in ("conquer", "absorb"):
        if any(kind in kinds for kinds in possible):
            yield f"see-{kind}"
    if any(kinds.count("found") == 2 for kinds in possible):
        yield "see-two"
    if any(size == MAJOR_SIZE - 1 for size in _provinces(position, person)):
        yield "see-four"


def _provinces(position: Position, player: int) -> list[int]:
    return [len(area.squares) for area in position.provinces() if area.owner == player]
