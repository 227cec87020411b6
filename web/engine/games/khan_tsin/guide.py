"""A guided game: what there is to say about a turn to somebody who plays for the first time.

Comments are keys; a lesson of the kind `guide` has the words. Each is due once in a game.
"""

from collections.abc import Iterator

from engine.games.khan_tsin.narrator import Story
from engine.games.khan_tsin.threats import threatened
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.stack import COLOURS

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
TIPS = tuple(f"tip-{number}" for number in range(1, 7))
"""What is good to know at any time."""
HIGH = 6
"""How many barons a stack has when it is worth a word: three more make an Emperor."""
FULL = 3
"""How many of one colour a stack may have (K8)."""
FEW = 14
"""How many spaces are occupied when the game comes to its end."""
WORTH_COUNTING = 5
"""How many barons a stack has when it is worth to count what it lacks."""
TIGHT = 10
"""How few moves are worth a word."""


def notices(position: Position, person: int, story: Story) -> Iterator[str]:
    """Say what there is to look at: what high stacks lack, the highest first, and few moves."""
    stacks = sorted(enumerate(position.stacks, start=1), key=lambda numbered: -len(numbered[1]))
    for space, stack in stacks:
        if len(stack) >= WORTH_COUNTING:
            missing = ((colour, FULL - stack.count(colour)) for colour in COLOURS)
            lacks = ", ".join(f"{number} × {story.colour(colour)}" for colour, number in missing if number)
            yield story.say("khan-guide-lacks", space=space, barons=lacks)
    if position.mover != person and len(position.moves()) <= TIGHT:
        yield story.say("khan-guide-moves", player=story.name(position.mover), n=len(position.moves()))


def standing(position: Position, person: int, story: Story) -> tuple[str, ...]:  # noqa: ARG001
    """Say how high the highest stack is, and how much of the dragon is left."""
    occupied = sum(map(bool, position.stacks))
    return (story.say("khan-guide-race", count=max(map(len, position.stacks)), n=occupied),)


def worth_saying(before: Position, text: str, person: int) -> Iterator[str]:
    """Give comments on a turn, the most telling one first."""
    move = Move.parse(text)
    after, events = before.apply(move)
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
    if any(event.height >= HIGH for event in events):
        yield f"{who}-high"
    if move.count > 1:
        yield f"{who}-along"
    if mine and any(event.kind == "empty" for event in events):
        yield "you-empty"
    if move.count:
        yield f"{who}-stack"
    if after.mover == person:
        yield from _chances(after)


def _chances(position: Position) -> Iterator[str]:
    """Say what the person could look at now."""
    if threatened(position):
        yield "see-danger"
    if any(stack.count(colour) == FULL for stack in position.stacks for colour in set(stack)):
        yield "see-full"
    if sum(map(bool, position.stacks)) <= FEW:
        yield "few"
