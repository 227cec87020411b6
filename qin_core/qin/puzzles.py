"""Puzzles of Qin: goals that can be checked to the last reply, for one opponent whose tiles are hidden.

| goal | the move reaches it when |
|---|---|
| `winners 1` | it wins the game (for player 1) |
| `pagodas 3` | the player gains at least this many pagodas |
| `race 3` | the player gains at least this many pagodas on the opponent |
| `keeps 2` | the player keeps a gain of this many pagodas after any reply with any tile; `keeps 0`: none is lost |
| `prevents-win` | the opponent can't win in reply, whatever tile they hold |

A goal of several terms is reached when all of them are. `winners` may take two moves: then a win with a tile that is
already in hand must follow the first move, whatever the reply.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path

from qin_core.common.bits import iter_bits
from qin_core.common.puzzles import FIRST_DAY, Puzzle, PuzzleReader, PuzzleWriter, pick_for_day
from qin_core.qin.board import Board
from qin_core.qin.move import PASS, Move
from qin_core.qin.pagodas import MAX_PAGODAS_PER_TURN
from qin_core.qin.position import Position
from qin_core.qin.province import find_areas
from qin_core.qin.tiles import HAND_SIZE, HIDDEN, KINDS, PILES, TILES
from qin_core.qin.tiles import pack as pack_hand

Killers = list[str]
"""Replies that have refuted other moves, latest first. They are tried before all other replies."""
_MAX_KILLERS = 12


def gain(before: Position, after: Position) -> int:
    """Count the pagodas that the player who moves gains."""
    player = before.player_to_move
    return after.pagodas_placed(player) - before.pagodas_placed(player)


def race(before: Position, after: Position) -> int:
    """Count the pagodas that the player who moves gains on the only opponent."""
    opponent = 3 - before.player_to_move  # of 1 and 2
    return gain(before, after) - after.pagodas_placed(opponent) + before.pagodas_placed(opponent)


def refuting_reply(before: Position, after: Position, min_gain: int, killers: Killers | None = None) -> Move | None:
    """Find a reply that reduces the player's gain to less than `min_gain`, or makes the player lose."""
    player = before.player_to_move
    minimum = before.pagodas_placed(player) + min_gain

    def refutes(end: Position) -> bool:
        return end.pagodas_placed(player) < minimum or (end.has_winner() and end.winners() != (player,))

    return _find_reply(after, refutes, killers)


def winning_reply(after: Position, killers: Killers | None = None) -> Move | None:
    """Find a reply that wins the game, with any tile that the opponent may hold."""
    player = after.player_to_move

    def wins(end: Position) -> bool:
        return end.has_winner() and end.winners() == (player,)

    return _find_reply(after, wins, killers) if after.pagodas_left(player) <= MAX_PAGODAS_PER_TURN else None


def _find_reply(after: Position, refutes: Callable[[Position], bool], known_killers: Killers | None) -> Move | None:
    """Find a reply whose position `refutes` the move before it; add the reply to the killers."""
    if after.winners() is not None:
        return None
    killers = known_killers if known_killers is not None else []
    for text in killers:
        if after.why_not(text) is None and refutes(after.play(text)):
            return Move.parse(text)
    for move in after.moves():
        if refutes(after.play(move)):
            killers.insert(0, str(move))
            del killers[_MAX_KILLERS:]
            return move
    return None


def winning_moves(position: Position) -> Iterator[Move]:
    """List the placements of known tiles that win the game at once."""
    player = position.player_to_move
    for tile in dict.fromkeys(position.hand(player)):
        for move in position.placements(tile):
            after = position.play(move)
            if after.has_winner() and after.winners() == (player,):
                yield move


def saving_reply(after: Position, killers: Killers | None = None) -> Move | None:
    """Find a reply after which the player can't win at once, or has lost; None if there is no such reply."""

    def refutes(end: Position) -> bool:
        return end.winners() is not None or next(winning_moves(end), None) is None

    return PASS if after.winners() is not None else _find_reply(after, refutes, killers)


_TERMS: dict[str, Callable[[Position, Position, str], bool]] = {
    "winners": lambda _, after, players: after.winners() == tuple(map(int, players.split(","))),
    "pagodas": lambda before, after, number: gain(before, after) >= int(number),
    "race": lambda before, after, number: race(before, after) >= int(number),
    "keeps": lambda before, after, number: (
        gain(before, after) >= int(number) and refuting_reply(before, after, int(number)) is None
    ),
    "prevents-win": lambda _, after, __: winning_reply(after) is None,
}
_TERM = re.compile(r"(winners|pagodas|race|keeps|prevents-win)(?: ([0-9](?:,[0-9])*))?")


def reaches(before: Position, after: Position, goal: str) -> bool:
    """Tell whether a move reaches a goal, by the positions before and after it."""
    for term in goal.split(" and "):
        match = _TERM.fullmatch(term)
        if match is None:
            raise ValueError(term)
        if not _TERMS[match[1]](before, after, match[2] or ""):
            return False
    return True


def answers(start: Position, goal: str, turns: int = 1) -> tuple[str, ...]:
    """List all first moves that reach a goal, in one turn or, if it is to win, in two."""
    moves: Iterable[Move] = start.moves()
    if turns == 1 or not goal.startswith("winners"):
        return tuple(str(move) for move in moves if reaches(start, start.play(move), goal))
    if any(True for _ in winning_moves(start)):
        return ()
    killers: Killers = []
    return tuple(str(move) for move in moves if saving_reply(start.play(move), killers) is None)


# The puzzle of the day

_BOARDS = ("bird", "lion")
_GOALS = ("winners", "pagodas", "race", "keeps", "prevents-win", "pagodas and prevents-win", "race and prevents-win")
_MAX_PILE = 18


PARS = Path(__file__).with_name("pars.txt")
"""The par of each daily game since `FIRST_DAY`, written by `qin_core.lab.qin.pars`."""


def puzzle_of_the_day(day: date) -> Puzzle[Position]:
    """Return the puzzle of a day, the same for everybody. It doesn't change when the pool grows."""
    pool = (files(__package__) / "puzzles.txt").read_text("ascii").split()
    return unpack(pick_for_day(pool, day))


@cache
def _pars() -> tuple[int, ...]:
    return tuple(map(int, (files(__package__) / PARS.name).read_text("ascii").split()))


def par_of_the_day(day: date) -> int | None:
    """Return the par of a daily game: the pagodas by which the top level won it from the player's seat, or None."""
    number = (day - FIRST_DAY).days
    return _pars()[number] if 0 <= number < len(_pars()) else None


def pack(puzzle: Puzzle[Position]) -> str:
    """Write a puzzle for two players on Bird or Lion as a short text."""
    start, writer = puzzle.start, PuzzleWriter()
    board = start.board
    writer.put(_BOARDS.index(board.name), len(_BOARDS))
    for square in iter_bits(board.grass & ~sum(board.starts)):
        writer.put(next((number for number, spaces in enumerate(start.spaces, 1) if spaces >> square & 1), 0), 4)
    for province in start.provinces():
        writer.put(province.owner - 1, 2)
    for holder in start.villages().values():
        writer.put(holder, 3)
    writer.put(start.player_to_move - 1, 2)
    for player in start.players:
        hand = start.hand(player)
        writer.put(len(hand), HAND_SIZE + 1)
        if player == start.player_to_move:
            for tile in hand:
                writer.put(KINDS[tile], len(TILES))
    writer.put(len(start.piles), PILES + 1)
    for pile in start.piles:
        writer.put(len(pile), _MAX_PILE + 1)
    writer.put(_GOALS.index(re.sub(r" \d", "", puzzle.goal)), len(_GOALS))
    number = re.search(r"\d", puzzle.goal)
    writer.put(int(number[0]) if number else 0, 10)
    writer.put_moves(start, puzzle.solution)
    return writer.text()


def unpack(text: str) -> Puzzle[Position]:
    """Read the text of a puzzle."""
    reader = PuzzleReader(text)
    board = Board.named(_BOARDS[reader.take(len(_BOARDS))])
    spaces = [0, *board.starts]
    for square in iter_bits(board.grass & ~sum(board.starts)):
        spaces[reader.take(4)] |= 1 << square
    colours = tuple(spaces[1:])
    owners = {area: reader.take(2) + 1 for area in find_areas(board, colours)}
    holders = {village.letter: reader.take(3) for village in board.villages}
    player_to_move = reader.take(2) + 1
    hands = []
    for player in (1, 2):
        count = reader.take(HAND_SIZE + 1)
        is_known = player == player_to_move
        hands.append(pack_hand(reader.take(len(TILES)) if is_known else HIDDEN for _ in range(count)))
    piles = tuple(bytes([HIDDEN]) * reader.take(_MAX_PILE + 1) for _ in range(reader.take(PILES + 1)))
    held_villages = {letter: holder for letter, holder in holders.items() if holder}
    start = Position.build(board, colours, owners, held_villages, player_to_move, tuple(hands), piles)
    goal, number = _GOALS[reader.take(len(_GOALS))], reader.take(10)
    if not goal.startswith("prevents-win"):
        term, _, rest = goal.partition(" ")
        goal = f"{term} {number} {rest}".rstrip()
    return Puzzle(start, goal, reader.take_moves(start))
