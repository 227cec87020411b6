"""The computer's tasks in Qin: moves, hints with reasons, evaluations for the coach, analysis; captures and badges."""

from collections.abc import Generator, Iterator, Sequence

from engine.games.ai_tasks import (
    COSTLY,
    Job,
    Reason,
    Search,
    find_best,
    monotone,
    recall_best,
    report_search,
    review_turn,
)
from engine.games.qin.match import LEVELS, Match
from qin_core.common.levels import yield_while
from qin_core.qin import Move, Position, Record
from qin_core.qin import players as ai
from qin_core.qin.players.hidden_tiles import hidden_shares
from qin_core.qin.players.search import find_replies

Capture = tuple[str, str]
"""What is taken and where: `win`, `village` and `province` (of the player), `free` (an unclaimed village)."""
UNCLAIMED = "free"


def captures(before: Position, move: Move | str, player: int) -> list[Capture]:
    """List what another player's placement takes from a player, or wins before them (Q18, Q19, Q23)."""
    after, events = before.apply(move)
    found: list[Capture] = []
    winners = after.winners()
    if winners is not None and player not in winners:
        found.append(("win", ""))
    for event in events:
        if event.kind == "conquer" and event.loser == player:
            found.append(("village", _place(before, event.place)))
    if any(event.kind == "absorb" for event in events):
        kept = {square for area in after.provinces() if area.owner == player for square in area.squares}
        lost = (area for area in before.provinces() if area.owner == player)
        found += [("province", area.squares[0]) for area in lost if area.squares[0] not in kept]
    for event in events:
        if event.kind == "connect" and event.player != player:
            found.append((UNCLAIMED, _place(before, event.place)))
    return found


def own_captures(before: Position, move: Move | str) -> list[Capture]:
    """List what a placement takes for the player who makes it: the game, villages, others' provinces."""
    player, (after, events) = before.player_to_move, before.apply(move)
    found: list[Capture] = [("win", "")] if after.winners() == (player,) else []
    villages = (event for event in events if event.kind in ("connect", "conquer") and event.player == player)
    found += [("village", _place(before, event.place)) for event in villages]
    if any(event.kind == "absorb" and event.player == player for event in events):
        own = {square for area in after.provinces() if area.owner == player for square in area.squares}
        others = (area.squares[0] for area in before.provinces() if area.owner not in (0, player))
        found += [("province", square) for square in others if square in own]
    return found


def _place(position: Position, letter: str) -> str:
    """Return the place of a village by its squares, because the board shows no letters."""
    board = position.board
    return board.first_name(board.villages[board.village_numbers[letter]].squares)


BADGES = ("two", "conquer", "join", "major", "untouched", "strong")
STRONG = LEVELS[-2:]
"""The levels against which a win is an achievement in itself."""


def earned_badges(game: Match, player: int) -> tuple[str, ...]:
    """Name what a player has achieved in a game."""
    found = set(_in_turns(game, player))
    return tuple(name for name in BADGES if name in found)


def _in_turns(game: Match, player: int) -> Iterator[str]:
    taken = False
    for before, turn in zip(game.positions, game.record.turns, strict=False):
        if before.player_to_move != player:
            taken = taken or any(kind != UNCLAIMED for kind, _ in captures(before, turn.move, player))
            continue
        kinds = [event.kind for event in turn.events if event.player == player]
        if kinds.count("found") == 2:
            yield "two"
        if "conquer" in kinds:
            yield "conquer"
        if "absorb" in kinds:
            yield "join"
        if "found" in kinds and "major" in kinds:
            yield "major"
    if game.winners == (player,):
        if not taken:
            yield "untouched"
        if all(seat.person or seat.kind in STRONG for seat in game.seats):
            yield "strong"


def think(line: str, level: str, seed: int) -> Job:
    """Search for the best moves in a player's view; yield progress, and the best few with their win chances."""
    position = Position.parse(line)
    yield from ai.prepare(position)
    yield from report_search(ai.analyse(position, LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> Job:
    """Search for the best moves, with reasons."""
    position, found = Position.parse(line), None
    for found in think(line, level, seed):
        yield found
    if not isinstance(found, dict):
        return
    player = position.player_to_move
    endangered = yield from _in_reach(position.with_player_to_move(player % len(position.players) + 1), player)
    told = []
    for text, chance in monotone(found["ranked"]):
        _, replies = yield from ai.evaluate_move(position, Move.parse(text), ai.LEVELS[-2])
        told.append([text, chance, (yield from _reasons(position, text, replies, endangered))])
    yield {"progress": 1.0, "ranked": told}


def _reasons(
    position: Position, move: str, replies: list[Move], endangered: set[Capture]
) -> Generator[None, None, list[Reason]]:
    """Return the reasons for a placement: what it saves, prepares and costs the next player; and what a likely reply
    still takes.

    `endangered` is what the next player could take if it were their turn now. `none` if something is gained and no
    reply at all takes anything.
    """
    player, (after, events) = position.player_to_move, position.apply(move)
    winners = after.winners()
    if winners is not None:
        return [("wins", "")] if player in winners else []
    taken = {taking for taking in (yield from _in_reach(after, player)) if taking[0] != UNCLAIMED}
    saved = sorted(taking for taking in endangered - taken if taking[0] != UNCLAIMED)
    found = [(f"saves-{kind}", place) for kind, place in saved[:1]]
    found += [(f"next-{kind}", place) for kind, place in (yield from _prepared(position, move))[:1]]
    cost = position.pagodas_placed(after.player_to_move) - after.pagodas_placed(after.player_to_move)
    if cost > 0:
        found.append(("costs", str(cost)))
    likely = [taking for reply in replies for taking in captures(after, reply, player) if taking in taken]
    if likely:
        kind, place = likely[0]
        found.append((f"still-{kind}" if likely[0] in endangered else kind, place))
    elif not taken and any(event.player == player for event in events):
        found.append(("none", ""))
    return found


def _prepared(position: Position, move: str) -> Generator[None, None, list[Capture]]:
    """Find what a placement prepares for the player's next turn, with the remaining tiles and without interference."""
    player, after = position.player_to_move, position.play(move).with_player_to_move(position.player_to_move)
    kept = set(position.hand(player)) & set(after.hand(player))
    possible: list[set[Capture]] = []
    for at in (position, after):
        possible.append(set())
        for each in (each for tile in kept for each in at.placements(tile)):
            possible[-1].update(own_captures(at, each))
            yield
    return sorted(possible[1] - possible[0])


def _in_reach(position: Position, player: int) -> Generator[None, None, set[Capture]]:
    """Find everything that the player to move could take from a player, with any tile that may be in their hand."""
    found: set[Capture] = set()
    for move in position.moves():
        found.update(captures(position, move, player))
        yield
    return found


def _find_best(view: Position, level: ai.Level = ai.LEVELS[-1]) -> Search:
    """Find the best move and its win chance as a level does; no move if there is none."""
    return find_best(ai.analyse(view, level), 0.0)


def evaluate_move(line: str, move: str) -> Job:
    """Compare a placement with the best one, for the coach; without a placement, only search for the best.

    `warns` is whether the coach warns before it, `allows` what others gain or can take after it but not after the best
    one, `reasons` those for the best one. Without a placement, `threat` is what the next player could take and the best
    placement prevents or takes first.
    """
    position = Position.parse(line)
    yield from ai.prepare(position)

    def recall(level: ai.Level) -> Generator[None, None, tuple[Move | None, float]]:
        best, most = yield from recall_best(line, lambda: _find_best(position, level), level.name)
        return Move.parse(best) if best else None, most

    allows, reasons, threat = None, list[Reason](), None
    if move:
        advice = yield from ai.advise(position, Move.parse(move), recall)
        best = advice.best
        if best and advice.loss:
            allows = yield from _lets(position, move, str(best), advice.replies)
            reasons = yield from _reasons_for(position, str(best))
    else:
        yield from recall(ai.QUICK)
        best, most = yield from recall(ai.LEVELS[-1])
        advice = ai.Advice(asks=False, best=best, best_chance=most, chance=most)
        threat = (yield from _threat(position, best)) if best else None
    yield {
        "best": str(best) if best else "",
        "best_chance": round(advice.best_chance, 4),
        "chance": round(advice.chance, 4),
        "warns": advice.asks,
        "allows": allows,
        "reasons": reasons,
        "threat": threat,
    }


def _next_to_move(position: Position) -> Position:
    """Let the next player move at once."""
    return position.with_player_to_move(position.player_to_move % len(position.players) + 1)


def _reasons_for(position: Position, move: str) -> Generator[None, None, list[Reason]]:
    """Return the reasons for a placement."""
    endangered = yield from _in_reach(_next_to_move(position), position.player_to_move)
    _, replies = yield from ai.evaluate_move(position, Move.parse(move), ai.QUICK)
    return (yield from _reasons(position, move, replies, endangered))


def _threat(position: Position, best: Move) -> Generator[None, None, Capture | None]:
    """Find what the next player threatens to take, if the best placement prevents that: something of the player to
    move, else an unclaimed village that the best placement takes first.
    """
    player, other, after = position.player_to_move, _next_to_move(position), position.play(best)
    if after.winners() is not None:
        return None
    replies = yield from find_replies(other, player, 1, hidden_shares(position))
    endangered = {taking for *_, reply in replies for taking in captures(other, reply, player)}
    if not endangered:
        return None
    taken = yield from _in_reach(after, player)
    averted = sorted(taking for taking in endangered - taken if taking[0] != UNCLAIMED)
    if averted:
        return next((taking for taking in averted if taking[0] == "win"), averted[0])
    taken_first = {(UNCLAIMED, place) for kind, place in own_captures(position, best) if kind == "village"}
    return min(endangered & taken_first, default=None)


def _lets(position: Position, move: str, best: str, replies: Sequence[Move]) -> Generator[None, None, Capture | None]:
    player, (after, events) = position.player_to_move, position.apply(move)
    for event in events:
        if event.player != player and event.kind in ("connect", "conquer"):
            return "gives-village", _place(position, event.place)
        if event.player != player and event.kind in ("absorb", "major"):
            return f"gives-{event.kind}", event.place
    let = [taking for reply in replies for taking in captures(after, reply, player)]
    anyway = (yield from _in_reach(position.play(best), player)) if let else set()
    return next((taking for taking in let if taking not in anyway), None)


def analyse(text: str) -> Job:
    """Analyse a match with the strongest level: all win chances after each turn, the best placement, and the cost."""
    record = Record.parse(text)
    positions = record.positions()
    told: dict[str, object] | None = None
    yield told
    yield from ai.prepare(record.start)
    judged: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        view, best, most, chance = before.view(before.player_to_move), "", 1.0, 1.0
        if turn.move.halves:
            best, most = yield from yield_while(told, _find_best(view))
            chance = most
        allows, reasons = None, list[Reason]()
        if best not in ("", str(turn.move)):
            chance, replies = yield from yield_while(told, ai.evaluate_move(view, turn.move))
            if most - chance >= COSTLY:
                allows = yield from yield_while(told, _lets(view, str(turn.move), best, replies))
                reasons = yield from yield_while(told, _reasons_for(view, best))
        judged.append(review_turn(ai.win_chances(after), best, most, chance, allows, reasons))
        told = {"progress": len(judged) / len(record.turns), "turns": judged}
        yield told
