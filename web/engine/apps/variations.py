"""Variations of a turn: those of the record, and moves in parentheses in the turn's comment."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.session.match import AnyMove, Match
from qin_core.common.errors import ParseError
from qin_core.common.record import Turn

_WRITTEN = re.compile(r"\(([^()]+)\)")


class Variation(NamedTuple):
    """A variation: where it stands in the comment, and the game that went that way; none if its moves can't be made."""

    start: int
    end: int
    match: Match | None


def written_comment(turn: Turn[AnyMove]) -> str:
    """Return the comment of a turn, followed by the moves of its variations in parentheses."""
    lines = (f"({' '.join(str(other.move) for other in line.turns)})" for line in turn.variations)
    return " ".join(filter(None, (turn.comment, *lines)))


def variations(game: Match, turn: int) -> Iterator[Variation]:
    """List the variations of a turn; parentheses around anything that begins with no move are only words."""
    for match in _WRITTEN.finditer(written_comment(game.record.turns[turn - 1])):
        moves = match[1].split()
        if moves and _is_move(game, moves[0]):
            yield Variation(match.start(1), match.end(1), _play(game.cut(turn - 1), moves))


def _is_move(game: Match, written: str) -> bool:
    try:
        game.parse_move(written)
    except ParseError:
        return False
    return True


def _play(game: Match, moves: Iterable[str]) -> Match | None:
    for written in moves:
        try:
            move = game.parse_move(written)
        except ParseError:
            return None
        if game.winners is not None or game.now.why_not(move) is not None:
            return None
        game = game.play(move)
    return game
