"""A guided game: what there is to say about a turn to somebody who plays for the first time.

Comments are keys; a lesson of the kind `guide` has the words. Each is due once in a game.
"""

from collections.abc import Iterator

from engine.games.qin.captures import FREE, own_takings, takings
from engine.games.qin.narrator import Story
from qin_core.qin import Event, EventKind, Position
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
TIPS = tuple(f"tip-{number}" for number in range(1, 11))
"""What is good to know at any time."""
HALF, FEW = 12, 5
"""How many pagodas somebody has left when it is worth a word."""


def notices(position: Position, person: int, story: Story) -> Iterator[str]:
    """Say what there is to look at, the most urgent first: what can be taken, what is in danger, what grows."""
    mine = position.mover == person
    other = story.name(min(position.players, key=lambda player: (player == person, position.pagodas_left(player))))
    found = _within_reach(position) if mine else _in_danger(position, person)
    for kind, place in found:
        yield story.say(f"guide-{'could' if mine else 'may'}-{kind}", place=place, player=other)
    for area in position.provinces():
        if len(area.squares) == MAJOR_SIZE - 1 and (area.owner == person) == mine:
            key = "guide-four" if mine else "guide-four-theirs"
            yield story.say(key, place=area.squares[0], player=story.name(area.owner))


def standing(position: Position, person: int, story: Story) -> tuple[str, ...]:
    """Say how many pagodas the person and the leading opponent have yet to place, and how many tiles are left."""
    left, other = min((position.pagodas_left(player), player) for player in position.players if player != person)
    race = story.say("guide-race", n=position.pagodas_left(person), player=story.name(other), count=left)
    return race, story.say("guide-piles", n=sum(map(len, position.piles)))


def _within_reach(position: Position) -> list[tuple[str, str]]:
    """List what the player on turn could take."""
    found = {taking for move in position.moves() for taking in own_takings(position, move)}
    return sorted(found, key=lambda taking: (taking[0] != "win", taking))


def _in_danger(position: Position, person: int) -> list[tuple[str, str]]:
    """List what the player on turn could take from the person or before them, with any tile that they may hold."""
    seen = position.view(person)
    found = {taking for move in seen.moves() for taking in takings(seen, move, person)}
    return sorted(found, key=lambda taking: (taking[0] != "win", taking[0] == FREE, taking))


def worth_saying(before: Position, move: str, person: int) -> Iterator[str]:
    """Give comments on a turn, the most telling one first."""
    after, events = before.apply(move)
    winners = after.winners()
    if winners is not None:
        yield "lost" if person not in winners else "won" if len(winners) == 1 else "shared"
        return
    yield from _own_turn(events, person) if before.mover == person else _their_turn(before, events, person)
    yield from _milestones(after, person)
    if after.mover == person:
        yield from _chances(after, person)


def _own_turn(events: tuple[Event, ...], person: int) -> Iterator[str]:
    """Say what the person's own placement did, for them or for somebody else."""
    kinds = [event.kind for event in events if event.player == person]
    if kinds.count(EventKind.FOUND) == 2:
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


def _milestones(after: Position, person: int) -> Iterator[str]:
    """Say how the game stands, when that is worth a word."""
    if any(after.pagodas_left(other) <= FEW for other in after.players if other != person):
        yield "they-few"
    if after.pagodas_left(person) <= FEW:
        yield "you-few"
    elif after.pagodas_left(person) <= HALF:
        yield "you-half"


def _chances(position: Position, person: int) -> Iterator[str]:
    """Say what the person could look for now."""
    possible = [[event.kind for event in position.events(move) if event.player == person] for move in position.moves()]
    for kind in ("conquer", "absorb"):
        if any(kind in kinds for kinds in possible):
            yield f"see-{kind}"
    if any(kinds.count(EventKind.FOUND) == 2 for kinds in possible):
        yield "see-two"
    if any(size == MAJOR_SIZE - 1 for size in _provinces(position, person)):
        yield "see-four"


def _provinces(position: Position, player: int) -> list[int]:
    return [len(area.squares) for area in position.provinces() if area.owner == player]
