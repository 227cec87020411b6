"""The computer's tasks in Khan Tsin: moves, hints with reasons, evaluations, analysis; threats and badges."""

from collections.abc import Sequence

from engine.games.ai_tasks import (
    COSTLY,
    HINTS,
    Job,
    Reason,
    Search,
    find_best,
    monotone,
    recall_best,
    report_search,
    review_turn,
)
from engine.games.khan_tsin.match import LEVELS, Match
from qin_core.common.bits import iter_bits
from qin_core.common.levels import yield_while
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import NORTH, SOUTH, Space
from qin_core.khan_tsin.players import levels as player
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.stack import EMPEROR

Capture = tuple[str, str]
"""What is taken and where: `emperor`."""


def captures(before: Position, move: Move | str, player: int) -> list[Capture]:
    """List what a move of the other side wins before a player (K9)."""
    return [
        ("emperor", str(event.space))
        for event in before.events(move)
        if event.kind == "emperor" and event.player != player
    ]


def emperors(position: Position, player: int) -> list[Space]:
    """List the spaces on which a player would make a stack of nine, if it were their turn (K9)."""
    found = (
        target + 1
        for _, count, targets in position.landings(player)
        for target in iter_bits(targets)
        if len(position.stacks[target]) + count == EMPEROR
    )
    return sorted(set(found))


def sure_capture(position: Position) -> Capture | None:
    """Find the Emperor that the player to move can take at once (K9)."""
    found = emperors(position, position.player_to_move) if position.winners() is None else []
    return ("emperor", str(found[0])) if found else None


def tallest_next(position: Position, player: int) -> int:
    """Return the height of the tallest stack that a player could make with one move; 0 without a move."""
    heights = (
        len(position.stacks[target]) + count
        for _, count, targets in position.landings(player)
        for target in iter_bits(targets)
    )
    return max(heights, default=0)


def threatened(position: Position) -> bool:
    """Tell whether the other side would take the Emperor if it were on turn."""
    return bool(emperors(position, SOUTH + NORTH - position.player_to_move))


BADGES = ("emperor", "along", "strong")
TOGETHER = 3
"""The number of barons that have to fly to the stack of nine at once."""


def earned_badges(game: Match, player: int) -> tuple[str, ...]:
    """Name what a player has achieved in a game."""
    if game.winners != (player,):
        return ()
    found = {"emperor"}
    if game.record.turns and game.record.turns[-1].move.count >= TOGETHER:
        found.add("along")
    if all(seat.person or seat.kind == LEVELS[-1] for seat in game.seats):
        found.add("strong")
    return tuple(name for name in BADGES if name in found)


HIGH = 2
"""The height up to which the highest stack isn't mentioned."""
FEW = 5
"""The number of moves of the other side up to which they are mentioned."""


ASKS = 0.04
"""The loss of win chance from which the coach asks about a move that gives the Emperor away."""


def think(line: str, level: str, seed: int) -> Job:
    """Search for the best moves; yield progress, and the best few with their win chances."""
    return report_search(player.analyse(Position.parse(line), LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> Job:
    """Search for the best moves, with reasons; leave out moves that give the Emperor away if another doesn't."""
    position, found = Position.parse(line), None
    for found in player.analyse(position, LEVELS.index(level) + 1, seed):
        yield from report_search([found])
    if found is None:
        return
    best = found.ranked[:1]
    # Next to a win nothing else is good; only the best move's value is exact, the others' are bounds.
    good = best if best[0][1] == 1 else [each for each in found.ranked if not can_win(position.play(each[0]))] or best
    told = [
        [str(move), round(chance, 4), _reasons(position, move, chance == 1)]
        for move, chance in monotone(_various(good))
    ]
    yield {"progress": 1.0, "ranked": told}


def _various(ranked: Sequence[tuple[Move, float]]) -> list[tuple[Move, float]]:
    """Choose the best move to each of the best few stacks; several to one stack only if all good ones lead there."""
    first: dict[int, tuple[Move, float]] = {}
    for each in ranked:
        first.setdefault(each[0].target, each)
    return list(first.values() if len(first) > 1 else ranked)[:HINTS]


def _reasons(position: Position, move: Move, decided: bool) -> list[Reason]:
    """Return the reasons for a move: what it averts, threatens and builds, what it leaves the other side, or whom it
    frees."""
    mover, after = position.player_to_move, position.play(move)
    if after.winners() is not None or not move.count:
        return []
    if can_win(after):
        return [("lost", "")]
    found: list[Reason] = [("forced", "")] if decided else []
    if threatened(position):
        found.append(("averted", ""))
    found += [("threat", str(space)) for space in emperors(after, mover)[:1]]
    if len(after.stack(move.target)) > max(HIGH, *map(len, position.stacks)):
        found.append(("highest", ""))
    replies = len(after.moves())
    if replies <= FEW:
        found.append(("few", str(replies)))
    freed = sorted(set(after.nearest(mover)) - set(position.nearest(mover)))
    return found or [("frees", str(space)) for space in freed]


def _find_best(position: Position) -> Search:
    """Find the best move and its win chance as the strongest level does; no move if there is none."""
    return find_best(player.analyse(position, len(LEVELS)), player.win_chances(position)[position.player_to_move - 1])


def evaluate_move(line: str, move: str) -> Job:
    """Compare a move with the best one, by the strongest level; without a move, only search for the best.

    `allows` is the Emperor, if the move lets the other side take it and the best one doesn't; then the coach `warns`.
    `reasons` are those for the best move.
    """
    position = Position.parse(line)
    best, most = yield from recall_best(line, lambda: _find_best(position))
    chance, allows, reasons = most, None, list[Reason]()
    if move and best and move != best:
        chance, reply = yield from player.evaluate_move(position, Move.parse(move))
        let = captures(position.play(move), reply, position.player_to_move) if reply else []
        allows = let[0] if let and not can_win(position.play(best)) else None
        reasons = _reasons(position, Move.parse(best), most == 1)
    yield {
        "best": best,
        "best_chance": round(most, 4),
        "chance": round(chance, 4),
        "warns": allows is not None and most - chance >= ASKS,
        "allows": allows,
        "reasons": reasons,
        "threat": None,
    }


def analyse(text: str) -> Job:
    """Analyse a match with the strongest level: both win chances after each turn, the best move, the cost, why."""
    record = Record.parse(text)
    positions = record.positions()
    judged: list[dict[str, object]] = []
    told: dict[str, object] | None = None
    best, most = yield from yield_while(told, _find_best(record.start))
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        better, reply = yield from yield_while(told, _find_best(after))
        chance = 1 - reply
        chances = (chance, reply) if before.player_to_move == SOUTH else (reply, chance)
        other = best not in ("", str(turn.move))
        allows, reasons = None, list[Reason]()
        if other and most - chance >= COSTLY:
            allows = sure_capture(after) if not can_win(before.play(best)) else None
            reasons = _reasons(before, Move.parse(best), most == 1)
        judged.append(review_turn(chances, best, most, chance if other else most, allows, reasons))
        best, most = better, reply
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
