"""A lesson around a position: a goal from a list, a move that reaches it, and words in every language."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.qin.ui import QinUi
from engine.lessons.conditions import Goal
from engine.lessons.lesson_file import TEXTS
from engine.session.session import Preview
from engine.words import LANGUAGES, say
from qin_core.common.bits import iter_bits
from qin_core.qin import PASS, Position
from qin_core.qin.tiles import HIDDEN_TILE, KINDS

GOALS = {
    "found": "event found",
    "found-two": "event found x2",
    "expand": "event expand",
    "major": "event major",
    "absorb": "event absorb",
    "connect": "event connect",
    "conquer": "event conquer",
    "pagodas-two": "pagodas 2",
    "pagodas-three": "pagodas 3",
    "win": "winners {mover}",
    "tied": "refused tied-merge",
    "joins": "refused joins-majors",
}
"""The goals to choose from, by the names of their tasks."""


@lru_cache(maxsize=16)
def solution(position: Position, goal: str) -> str:
    """Find a move that reaches a goal; nothing if there is none."""
    wanted = Goal.parse(_term(position, goal), QinUi())
    moves = _placements(position) if wanted.forbids else (str(move) for move in position.moves() if move != PASS)
    return next((move for move in moves if wanted.reached(Preview.of(position, move))), "")


def _term(position: Position, goal: str) -> str:
    return GOALS[goal].format(mover=position.mover)


def _placements(position: Position) -> Iterator[str]:
    """Lay every tile of the hand on all free grassland, allowed or not."""
    board, hand = position.board, position.hand(position.mover)
    tiles = [tile for tile in KINDS if tile in hand or HIDDEN_TILE in hand]
    free = [square for square in iter_bits(board.grass) if position.colour_at(board.square_name(square)) is None]
    for first in free:
        for second in iter_bits(board.neighbours[first]):
            if second in free:
                one, two = board.square_name(first), board.square_name(second)
                yield from (f"{tile[0]}{one}{tile[1]}{two}" for tile in tiles if tile[0] != tile[1] or first < second)


def default_words(language: str, goal: str) -> dict[str, str]:
    """Give words to begin with: the goal is the task."""
    texts = {key: say(language, f"draft-{key}") for key in TEXTS if key != "task"}
    return texts | {"task": say(language, f"goal-{goal}")}


def write_lesson(position: Position, goal: str, written: dict[str, str]) -> str:
    """Write the file; `written` holds words by `language.key`, what isn't there gets words to begin with."""
    lines = [
        "game: qin",
        f"position: {position}",
        f"goal: {_term(position, goal)}",
        f"solution: {solution(position, goal)}",
    ]
    for language in LANGUAGES:
        texts = default_words(language, goal)
        own = {key: " ".join(written.get(f"{language}.{key}", "").split()) for key in TEXTS}
        lines += ["", f"[{language}]", *(f"{key}: {own[key] or texts[key]}" for key in TEXTS)]
    return "\n".join(lines) + "\n"
