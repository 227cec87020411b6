"""The AI tasks of Khan Tsin: moves, hints, evaluations for the coach and analyses; threats and badges."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.ai_tasks import (
    COSTLY_LOSS,
    MAX_HINTS,
    AiTask,
    Search,
    find_best,
    monotone,
    recall_best,
    report_search,
    review_turn,
)
from engine.games.base import Capture, Reason
from engine.games.khan_tsin.match import LEVELS, Match
from qin_core.common.bits import iter_bits
from qin_core.common.levels import yield_while
from qin_core.khan_tsin import Move, Position, Record
from qin_core.khan_tsin.board import SOUTH, Space, opponent_of
from qin_core.khan_tsin.players import levels as ai
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.stack import EMPEROR


class Wins(NamedTuple):
    """The moves with which a player could take the Emperor (K9)."""

    kind: str
    """What `spaces` lists: the stacks that become nine (`emperor`), or the only stack in all moves (`flight`)."""
    spaces: tuple[Space, ...]


def wins(position: Position, player: int) -> Wins | None:
    """Find the moves with which a player could complete a stack of nine, if it were their turn (K9)."""
    if position.winners() is not None:
        return None
    flights = [
        (source + 1, target + 1)
        for source, count, targets in position.landings(player)
        for target in iter_bits(targets)
        if len(position.stacks[target]) + count == EMPEROR
    ]
    if not flights:
        return None
    targets, common = {target for _, target in flights}, set.intersection(*map(set, flights))
    return Wins("flight", tuple(common)) if len(common) == 1 < len(targets) else Wins("emperor", tuple(sorted(targets)))


def avoidable_loss(before: Position, after: Position) -> Capture | None:
    """Find the Emperor that the player to move can take at once (K9), if another move would have prevented it."""
    found = wins(after, after.player_to_move)
    if found is None or all(can_win(before.play(move)) for move in before.moves()):
        return None
    return Capture(found.kind, str(found.spaces[0]))


def tallest_next(position: Position, player: int) -> int:
    """Return the height of the tallest stack that a player could make with one move; 0 without a move."""
    heights = (
        len(position.stacks[target]) + count
        for _, count, targets in position.landings(player)
        for target in iter_bits(targets)
    )
    return max(heights, default=0)


def threatened(position: Position) -> bool:
    """Return whether the opponent could take the Emperor if it were their turn."""
    return wins(position, opponent_of(position.player_to_move)) is not None


BADGES = ("emperor", "along", "strong")
"""For a win, for a win with a move of several barons, and for a win against the strongest level."""
MIN_BARONS_TOGETHER = 3
"""How many barons the winning move has to move for the badge `along`."""


def earned_badges(match: Match, player: int) -> tuple[str, ...]:
    if match.winners != (player,):
        return ()
    earned = {"emperor"}
    if match.record.turns and match.record.turns[-1].move.count >= MIN_BARONS_TOGETHER:
        earned.add("along")
    if all(seat.person or seat.kind == LEVELS[-1] for seat in match.seats):
        earned.add("strong")
    return tuple(name for name in BADGES if name in earned)


NOTABLE_HEIGHT = 2
"""The highest stack is a reason for a move only above this height."""
FEW_REPLIES = 5
"""Few replies are a reason for a move up to this number."""
LOSS_TO_WARN = 0.04
"""The loss of win chance from which the coach warns before a move that lets the opponent take the Emperor."""


def think(line: str, level: str, seed: int) -> AiTask:
    return report_search(ai.analyse(Position.parse(line), LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> AiTask:
    """Leave out moves that let the opponent take the Emperor, unless all do."""
    position, info = Position.parse(line), None
    for info in ai.analyse(position, LEVELS.index(level) + 1, seed):
        yield from report_search([info])
    if info is None:
        return
    best = info.ranked[:1]
    # If the best move wins, show it alone. The win chances of the others are only upper bounds.
    is_win = best[0][1] == 1
    good = best if is_win else [entry for entry in info.ranked if not can_win(position.play(entry[0]))] or best
    ranked = [
        [str(move), round(chance, 4), _reasons(position, move, chance == 1)]
        for move, chance in monotone(_different_targets(good))
    ]
    yield {"progress": 1.0, "ranked": ranked}


def _different_targets(ranked: Sequence[tuple[Move, float]]) -> list[tuple[Move, float]]:
    """Select the best move to each of the best few targets; if there is a single target, the best moves to it."""
    best_by_target: dict[int, tuple[Move, float]] = {}
    for entry in ranked:
        best_by_target.setdefault(entry[0].target, entry)
    return list(best_by_target.values() if len(best_by_target) > 1 else ranked)[:MAX_HINTS]


def _reasons(position: Position, move: Move, decided: bool) -> list[Reason]:
    """List the reasons for a move, or that it loses.

    It can avert a threat, threaten, build the highest stack, or leave the opponent few replies. Without other reasons,
    the barons that it frees are named.
    """
    player, after = position.player_to_move, position.play(move)
    if after.winners() is not None or not move.count:
        return []
    if can_win(after):
        return [Reason("lost")]
    reasons: list[Reason] = [Reason("forced")] if decided else []
    if threatened(position):
        reasons.append(Reason("averted"))
    threat = wins(after, player)
    if threat:
        reasons.append(Reason("threat" if threat.kind == "emperor" else "threat-flight", str(threat.spaces[0])))
    if len(after.stack(move.target)) > max(NOTABLE_HEIGHT, *map(len, position.stacks)):
        reasons.append(Reason("highest"))
    replies = len(after.moves())
    if replies <= FEW_REPLIES:
        reasons.append(Reason("few", str(replies)))
    freed = sorted(set(after.nearest(player)) - set(position.nearest(player)))
    return reasons or [Reason("frees", str(space)) for space in freed]


def _find_best(position: Position) -> Search:
    """Search for the best move of the strongest level and its win chance."""
    return find_best(ai.analyse(position, len(LEVELS)), ai.win_chances(position)[position.player_to_move - 1])


def evaluate_move(line: str, move: str) -> AiTask:
    """Compare a move with the best one, for the coach; without a move, only find the best one.

    - `warns`: whether the coach warns before the move
    - `allows`: the Emperor, if the move lets the opponent take it and the best one doesn't
    - `reasons`: the reasons for the best move
    """
    position = Position.parse(line)
    best, best_chance = yield from recall_best(line, lambda: _find_best(position))
    chance, allows, reasons = best_chance, None, list[Reason]()
    if move and best and move != best:
        chance, _ = yield from ai.evaluate_move(position, Move.parse(move))
        allows = avoidable_loss(position, position.play(move))
        reasons = _reasons(position, Move.parse(best), best_chance == 1)
    yield {
        "best": best,
        "best_chance": round(best_chance, 4),
        "chance": round(chance, 4),
        "warns": allows is not None and best_chance - chance >= LOSS_TO_WARN,
        "allows": allows,
        "reasons": reasons,
        "threat": None,
    }


def analyse(text: str) -> AiTask:
    record = Record.parse(text)
    positions = record.positions()
    reviews: list[dict[str, object]] = []
    result: dict[str, object] | None = None
    best, best_chance = yield from yield_while(result, _find_best(record.start))
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        next_best, opponent_chance = yield from yield_while(result, _find_best(after))
        chance = 1 - opponent_chance
        chances = (chance, opponent_chance) if before.player_to_move == SOUTH else (opponent_chance, chance)
        missed_best = best not in ("", str(turn.move))
        allows, reasons = None, list[Reason]()
        if missed_best and best_chance - chance >= COSTLY_LOSS:
            allows = avoidable_loss(before, after)
            reasons = _reasons(before, Move.parse(best), best_chance == 1)
        reviews.append(review_turn(chances, best, best_chance, chance if missed_best else best_chance, allows, reasons))
        best, best_chance = next_best, opponent_chance
        result = {"progress": len(reviews) / len(record.turns), "turns": reviews}
        yield result
