"""The computer's jobs in Qin: moves, hints and their reasons, the coach's judgement, the analysis of a game."""

from collections.abc import Generator

from engine.games.ai_tasks import Job, Reason, Search, falling, find_best, judge_turn, recall_best, tell
from engine.games.qin.captures import FREE, Taking, own_takings, takings
from engine.games.qin.levels import LEVELS
from qin_core.common.levels import yield_while
from qin_core.qin import Move, Position, Record
from qin_core.qin import players as ai


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves in what a player sees: how far that is, and the best few with their win chances."""
    position = Position.parse(line)
    yield from ai.prepare(position)
    yield from tell(ai.analyse(position, LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> Job:
    """Look for the best moves, and say of each why it is good."""
    position, found = Position.parse(line), None
    for found in think(line, level, seed):
        yield found
    if not isinstance(found, dict):
        return
    player = position.mover
    endangered = yield from _in_reach(position.with_player_to_move(player % len(position.players) + 1), player)
    told = []
    for text, chance in falling(found["ranked"]):
        _, replies = yield from ai.evaluate_move(position, Move.parse(text), ai.LEVELS[-2])
        told.append([text, chance, (yield from _reasons(position, text, replies, endangered))])
    yield {"progress": 1.0, "ranked": told}


def _reasons(
    position: Position, move: str, replies: list[Move], endangered: set[Taking]
) -> Generator[None, None, list[Reason]]:
    """Say what a placement saves, prepares and costs the next player, and what a likely reply takes all the same.

    `endangered` is what the next player could take if it were their turn now. `none` if something is gained and no
    reply at all takes anything.
    """
    player, (after, events) = position.mover, position.apply(move)
    winners = after.winners()
    if winners is not None:
        return [("wins", "")] if player in winners else []
    taken = {taking for taking in (yield from _in_reach(after, player)) if taking[0] != FREE}
    saved = sorted(taking for taking in endangered - taken if taking[0] != FREE)
    found = [(f"saves-{kind}", place) for kind, place in saved[:1]]
    found += [(f"next-{kind}", place) for kind, place in (yield from _prepared(position, move))[:1]]
    cost = position.pagodas_placed(after.mover) - after.pagodas_placed(after.mover)
    if cost > 0:
        found.append(("costs", str(cost)))
    likely = [taking for reply in replies for taking in takings(after, reply, player) if taking in taken]
    if likely:
        kind, place = likely[0]
        found.append((f"still-{kind}" if likely[0] in endangered else kind, place))
    elif not taken and any(event.player == player for event in events):
        found.append(("none", ""))
    return found


def _prepared(position: Position, move: str) -> Generator[None, None, list[Taking]]:
    """Find what a placement makes possible for the next turn with the tiles that are kept, if nobody interferes."""
    player, after = position.mover, position.play(move).with_player_to_move(position.mover)
    kept = set(position.hand(player)) & set(after.hand(player))
    possible: list[set[Taking]] = []
    for at in (position, after):
        possible.append(set())
        for each in (each for tile in kept for each in at.placements(tile)):
            possible[-1].update(own_takings(at, each))
            yield
    return sorted(possible[1] - possible[0])


def _in_reach(position: Position, player: int) -> Generator[None, None, set[Taking]]:
    """Find everything that the player on turn could take from a player, with any tile that they may hold."""
    found: set[Taking] = set()
    for move in position.moves():
        found.update(takings(position, move, player))
        yield
    return found


def _find_best(view: Position) -> Search:
    """Find the best move and its win chance as the strongest level does; no move if there is none."""
    return find_best(ai.analyse(view, len(LEVELS)), 0.0)


def weigh(line: str, move: str) -> Job:
    """Compare a placement with the best one, as the strongest level does; without one, only look for the best.

    `lets` is what the placement lets a likely reply take, if that couldn't be taken after the best one.
    """
    position = Position.parse(line)
    yield from ai.prepare(position)
    best, most = yield from recall_best(line, lambda: _find_best(position))
    chance, lets = most, None
    if move and best and move != best:
        chance, replies = yield from ai.evaluate_move(position, Move.parse(move))
        lets = yield from _lets(position, move, best, replies)
    yield {"best": best, "most": round(most, 4), "chance": round(chance, 4), "lets": lets}


def _lets(position: Position, move: str, best: str, replies: list[Move]) -> Generator[None, None, Taking | None]:
    player, after = position.mover, position.play(move)
    let = [taking for reply in replies for taking in takings(after, reply, player)]
    anyway = (yield from _in_reach(position.play(best), player)) if let else set()
    return next((taking for taking in let if taking not in anyway), None)


def analyse(text: str) -> Job:
    """Go through a game as the strongest level: everybody's win chance after each turn, what was best, what it cost."""
    record = Record.parse(text)
    positions = record.positions()
    told: dict[str, object] | None = None
    yield told
    yield from ai.prepare(record.start)
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        view, best, most, chance = before.view(before.mover), "", 1.0, 1.0
        if turn.move.halves:
            best, most = yield from yield_while(told, _find_best(view))
            chance = most
        if best not in ("", str(turn.move)):
            chance, _ = yield from yield_while(told, ai.evaluate_move(view, turn.move))
        judged.append(judge_turn(ai.win_chances(after), best, most, chance))
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
