"""The computer's jobs in Qin: moves, hints and their reasons, the coach's judgement, the analysis of a game."""

from collections.abc import Generator

from engine.rooms.jobs import Job, Search, find_best, judge_turn, recall_best, tell
from engine.rooms.qin.coaching import FREE, Taking, takings
from engine.rooms.qin.levels import LEVELS
from qin_core.levels import meanwhile
from qin_core.qin import Move, Position, Record
from qin_core.qin import players as ai


def think(line: str, level: str, seed: int) -> Job:
    """Look for the best moves in what a player sees: how far that is, and the best few with their win chances."""
    position = Position.parse(line)
    yield from ai.prepare(position)
    yield from tell(ai.think(position, LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> Job:
    """Look for the best moves, and say of each what could be taken from the player in reply."""
    position, found = Position.parse(line), None
    for found in think(line, level, seed):
        yield found
    if not isinstance(found, dict):
        return
    told = []
    for text, chance in found["ranked"]:
        _, replies = yield from ai.weigh(position, Move.parse(text), 1)
        told.append([text, chance, *(yield from _answer(position, text, replies))])
    yield {"progress": 1.0, "ranked": told}


def _answer(position: Position, move: str, replies: list[Move]) -> Generator[None, None, Taking]:
    """Name what a likely reply takes; `none` if a move gains something and no reply at all takes anything."""
    player, (after, events) = position.mover, position.apply(move)
    for reply in replies:
        for taking in takings(after, reply, player):
            if taking[0] != FREE:
                return taking
    gains = any(event.player == player for event in events) and after.winners() is None
    taken = {kind for kind, _ in (yield from _in_reach(after, player))} if gains else {""}
    return ("", "") if taken - {FREE} else ("none", "")


def _in_reach(position: Position, player: int) -> Generator[None, None, set[Taking]]:
    """Find everything that the player on turn could take from a player, with any tile that they may hold."""
    found: set[Taking] = set()
    for move in position.moves():
        found.update(takings(position, move, player))
        yield
    return found


def _find_best(view: Position) -> Search:
    """Find the best move and its win chance as the strongest level does; no move if there is none."""
    return find_best(ai.think(view, len(LEVELS)), 0.0)


def weigh(line: str, move: str) -> Job:
    """Compare a placement with the best one, as the strongest level does; without one, only look for the best.

    `lets` is what the placement lets a likely reply take, if that couldn't be taken after the best one.
    """
    position = Position.parse(line)
    yield from ai.prepare(position)
    best, most = yield from recall_best(line, lambda: _find_best(position))
    chance, lets = most, None
    if move and best and move != best:
        chance, replies = yield from ai.weigh(position, Move.parse(move), len(ai.LEVELS[-1].widths))
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
        if turn.move.spaces:
            best, most = yield from meanwhile(told, _find_best(view))
            chance = most
        if best not in ("", str(turn.move)):
            chance, _ = yield from meanwhile(told, ai.weigh(view, turn.move, len(ai.LEVELS[-1].widths)))
        judged.append(judge_turn(ai.win_chances(after), best, most, chance))
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
