"""A guided game: what there is to say about a turn to somebody who plays for the first time.

Comments are keys; a lesson of the kind `guide` has the words. Each is due once in a game.
"""

from collections.abc import Collection, Iterator

from engine.rooms.khan_tsin.coaching import threatened
from engine.rooms.khan_tsin.story import Story
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.players.greedy import can_win

KEYS = (
    "begin",
    "you-gave",
    "you-along",
    "you-high",
    "you-empty",
    "you-stack",
    "they-high",
    "they-along",
    "they-stack",
    "see-emperor",
    "see-danger",
    "see-full",
    "few",
    "won",
    "lost",
    "shared",
)
HIGH = 6
"""How many barons a stack has when it is worth a word: three more make an Emperor."""
FULL = 3
"""How many of one colour a stack may have (K8)."""
FEW = 14
"""How many spaces are occupied when the game comes to its end."""


def comment(before: Position, move: str, person: int, said: Collection[str]) -> str:
    """Give the most telling comment on a turn that hasn't been made yet, nothing if there is none."""
    after = before.play(move)
    due = (key for key in _worth_saying(before, Move.parse(move), after, person) if key not in said)
    return next(due, "")


def race(position: Position, person: int, story: Story) -> str:  # noqa: ARG001
    """Say how high the highest stack is."""
    return story.say("khan-guide-race", n=max(map(len, position.stacks)))


def _worth_saying(before: Position, move: Move, after: Position, person: int) -> Iterator[str]:
    winners = after.winners()
    if winners is not None:
        yield "shared" if len(winners) != 1 else "won" if person in winners else "lost"
        return
    mine = before.mover == person
    if mine and can_win(after):
        yield "you-gave"
    if not mine and can_win(after):
        yield "see-emperor"
    who = "you" if mine else "they"
    events = before.events(move)
    if any(event.height >= HIGH for event in events):
        yield f"{who}-high"
    if move.count > 1:
        yield f"{who}-along"
    if mine and any(event.kind == "empty" for event in events):
        yield "you-empty"
    if move.count:
        yield f"{who}-stack"
    if after.mover == person:
        yield from _standing(after)


def _standing(position: Position) -> Iterator[str]:
    """Say what the person could look at now."""
    if threatened(position):
        yield "see-danger"
    if any(stack.count(colour) == FULL for stack in position.stacks for colour in set(stack)):
        yield "see-full"
    if sum(map(bool, position.stacks)) <= FEW:
        yield "few"
