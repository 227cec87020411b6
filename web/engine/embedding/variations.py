"""Variations: moves in parentheses in an author's comment, to be seen instead of the turn that the comment is about."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.game import Game
from qin_core.errors import FaultyText

_WRITTEN = re.compile(r"\(([^()]+)\)")


class Variation(NamedTuple):
    """A variation: where it stands in the comment, and the game that went that way; none if its moves can't be made."""

    start: int
    end: int
    game: Game | None


def variations(game: Game, turn: int) -> Iterator[Variation]:
    """List the variations of a turn; parentheses around anything that begins with no move are only words."""
    for match in _WRITTEN.finditer(game.record.turns[turn - 1].comment):
        moves = match[1].split()
        if moves and _is_move(game, moves[0]):
            yield Variation(match.start(1), match.end(1), _play(game.cut(turn - 1), moves))


def _is_move(game: Game, written: str) -> bool:
    try:
        game.parse_move(written)
    except FaultyText:
        return False
    return True


def _play(game: Game, moves: Iterable[str]) -> Game | None:
    for written in moves:
        try:
            move = game.parse_move(written)
        except FaultyText:
            return None
        if game.winners is not None or game.now.why_not(move) is not None:
            return None
        game = game.play(move)
    return game
