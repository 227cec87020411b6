"""The AI tasks of Qin: moves, hints, evaluations for the coach and analyses; captures and badges."""

from collections.abc import Generator, Iterator, Sequence

from engine.games.ai_tasks import (
    COSTLY_LOSS,
    AiTask,
    Search,
    find_best,
    monotone,
    recall_best,
    report_search,
    review_turn,
)
from engine.games.base import Capture, Reason
from engine.games.qin.match import LEVELS, Match
from engine.games.qin.narrator import village_place
from qin_core.common.levels import yield_while
from qin_core.qin import Move, Position, Record
from qin_core.qin import players as ai
from qin_core.qin.players.hidden_tiles import hidden_shares
from qin_core.qin.players.search import find_replies

UNCLAIMED = "free"
"""The kind of capture of an unclaimed village. The others are `win`, and `village` or `province` of the player."""


def captures(before: Position, move: Move | str, player: int) -> list[Capture]:
    """List what an opponent's placement captures from a player; winning the game counts (Q18, Q19, Q23)."""
    after, events = before.apply(move)
    captured: list[Capture] = []
    winners = after.winners()
    if winners is not None and player not in winners:
        captured.append(Capture("win"))
    for event in events:
        if event.kind == "conquer" and event.loser == player:
            captured.append(Capture("village", village_place(before, event.place)))
    if any(event.kind == "absorb" for event in events):
        owned = _squares_of(after, player)
        provinces = (province.squares[0] for province in before.provinces() if province.owner == player)
        captured += [Capture("province", square) for square in provinces if square not in owned]
    for event in events:
        if event.kind == "connect" and event.player != player:
            captured.append(Capture(UNCLAIMED, village_place(before, event.place)))
    return captured


def own_captures(before: Position, move: Move | str) -> list[Capture]:
    """List what the player to move captures with a placement: the game, villages, provinces of opponents."""
    player, (after, events) = before.player_to_move, before.apply(move)
    captured: list[Capture] = [Capture("win")] if after.winners() == (player,) else []
    villages = (event for event in events if event.kind in ("connect", "conquer") and event.player == player)
    captured += [Capture("village", village_place(before, event.place)) for event in villages]
    if any(event.kind == "absorb" and event.player == player for event in events):
        owned = _squares_of(after, player)
        provinces = (province.squares[0] for province in before.provinces() if province.owner not in (0, player))
        captured += [Capture("province", square) for square in provinces if square in owned]
    return captured


def _squares_of(position: Position, player: int) -> set[str]:
    return {square for province in position.provinces() if province.owner == player for square in province.squares}


BADGES = ("two", "conquer", "join", "major", "untouched", "strong")
STRONG = LEVELS[-2:]
"""The levels against which a win earns a badge."""


def earned_badges(match: Match, player: int) -> tuple[str, ...]:
    earned = set(_achievements(match, player))
    return tuple(name for name in BADGES if name in earned)


def _achievements(match: Match, player: int) -> Iterator[str]:
    """Yield the badges for a player's turns and win, in any order."""
    has_lost_something = False
    for before, turn in zip(match.positions, match.record.turns, strict=False):
        if before.player_to_move != player:
            captured = captures(before, turn.move, player)
            has_lost_something = has_lost_something or any(kind != UNCLAIMED for kind, _ in captured)
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
    if match.winners == (player,):
        if not has_lost_something:
            yield "untouched"
        if all(seat.person or seat.kind in STRONG for seat in match.seats):
            yield "strong"


def think(line: str, level: str, seed: int) -> AiTask:
    position = Position.parse(line)
    yield from ai.prepare(position)
    yield from report_search(ai.analyse(position, LEVELS.index(level) + 1, seed))


def hint(line: str, level: str, seed: int) -> AiTask:
    position, result = Position.parse(line), None
    for result in think(line, level, seed):
        yield result
    if not isinstance(result, dict):
        return
    endangered = yield from _possible_captures(_as_next_player(position), position.player_to_move)
    ranked = []
    for move, chance in monotone(result["ranked"]):
        _, replies = yield from ai.evaluate_move(position, Move.parse(move), ai.LEVELS[-2])
        ranked.append([move, chance, (yield from _hint_reasons(position, move, replies, endangered))])
    yield {"progress": 1.0, "ranked": ranked}


def _hint_reasons(
    position: Position, move: str, replies: list[Move], endangered: set[Capture]
) -> Generator[None, None, list[Reason]]:
    """List the reasons for and against a placement.

    It can save something, prepare a capture, cost the next player pagodas, or still allow a likely reply to capture
    something. `endangered` is what the next player could capture without the placement. The reason is `none` if the
    placement gains something and no reply captures anything.
    """
    player, (after, events) = position.player_to_move, position.apply(move)
    winners = after.winners()
    if winners is not None:
        return [Reason("wins")] if player in winners else []
    still_endangered = _without_unclaimed((yield from _possible_captures(after, player)))
    saved = sorted(_without_unclaimed(endangered) - still_endangered)
    reasons = [Reason(f"saves-{kind}", place) for kind, place in saved[:1]]
    reasons += [Reason(f"next-{kind}", place) for kind, place in (yield from _prepared_captures(position, move))[:1]]
    cost = position.pagodas_placed(after.player_to_move) - after.pagodas_placed(after.player_to_move)
    if cost > 0:
        reasons.append(Reason("costs", str(cost)))
    likely = [capture for reply in replies for capture in captures(after, reply, player) if capture in still_endangered]
    if likely:
        kind, place = likely[0]
        reasons.append(Reason(f"still-{kind}" if likely[0] in endangered else kind, place))
    elif not still_endangered and any(event.player == player for event in events):
        reasons.append(Reason("none"))
    return reasons


def _without_unclaimed(captured: set[Capture]) -> set[Capture]:
    """Keep the captures that cost the player something."""
    return {capture for capture in captured if capture.kind != UNCLAIMED}


def _prepared_captures(position: Position, move: str) -> Generator[None, None, list[Capture]]:
    """Find the captures that a placement makes possible on the player's next turn, with the tiles left in the hand.

    The moves of the opponents in between are ignored.
    """
    player, after = position.player_to_move, position.play(move).with_player_to_move(position.player_to_move)
    tiles = set(position.hand(player)) & set(after.hand(player))
    possible_before = yield from _own_possible_captures(position, tiles)
    possible_after = yield from _own_possible_captures(after, tiles)
    return sorted(possible_after - possible_before)


def _own_possible_captures(position: Position, tiles: set[str]) -> Generator[None, None, set[Capture]]:
    """Find everything that the player to move could capture with some tiles; yield after every placement."""
    possible: set[Capture] = set()
    for tile in tiles:
        for move in position.placements(tile):
            possible.update(own_captures(position, move))
            yield
    return possible


def _possible_captures(position: Position, player: int) -> Generator[None, None, set[Capture]]:
    """Find everything that the player to move could capture from a player; yield after every move.

    Hidden tiles may be any tiles.
    """
    possible: set[Capture] = set()
    for move in position.moves():
        possible.update(captures(position, move, player))
        yield
    return possible


def _find_best(view: Position, level: ai.Level = ai.LEVELS[-1]) -> Search:
    """Search for the best move of a level and its win chance."""
    return find_best(ai.analyse(view, level), 0.0)


def evaluate_move(line: str, move: str) -> AiTask:
    """Compare a placement with the best one, for the coach; without a placement, only find the best one.

    - `warns`: whether the coach warns before the placement
    - `allows`: what the placement gives away or lets a likely reply capture, if the best one doesn't
    - `reasons`: the reasons for the best placement
    - `threat`, only without a placement: what the next player could capture, if the best placement prevents that
    """
    position = Position.parse(line)
    yield from ai.prepare(position)

    def recall(level: ai.Level) -> Generator[None, None, tuple[Move | None, float]]:
        best, chance = yield from recall_best(line, lambda: _find_best(position, level), level.name)
        return Move.parse(best) if best else None, chance

    allows, reasons, threat = None, list[Reason](), None
    if move:
        advice = yield from ai.advise(position, Move.parse(move), recall)
        best = advice.best
        if best and advice.loss:
            allows = yield from _newly_allowed(position, move, str(best), advice.replies)
            reasons = yield from _reasons_for(position, str(best))
    else:
        # `advise` begins with the quick search: cache it for the first placement that is tried.
        yield from recall(ai.QUICK)
        best, chance = yield from recall(ai.LEVELS[-1])
        advice = ai.Advice(asks=False, best=best, best_chance=chance, chance=chance)
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


def _as_next_player(position: Position) -> Position:
    """Return the position with the next player to move, as if the player to move had passed."""
    return position.with_player_to_move(position.player_to_move % len(position.players) + 1)


def _reasons_for(position: Position, move: str) -> Generator[None, None, list[Reason]]:
    """List the reasons for a placement; find the likely replies and what is endangered without it first."""
    endangered = yield from _possible_captures(_as_next_player(position), position.player_to_move)
    _, replies = yield from ai.evaluate_move(position, Move.parse(move), ai.QUICK)
    return (yield from _hint_reasons(position, move, replies, endangered))


def _threat(position: Position, best: Move) -> Generator[None, None, Capture | None]:
    """Find a capture that the next player threatens and the best placement prevents.

    The player's own property comes first, then an unclaimed village that the best placement takes.
    """
    player, passed, after = position.player_to_move, _as_next_player(position), position.play(best)
    if after.winners() is not None:
        return None
    replies = yield from find_replies(passed, player, 1, hidden_shares(position))
    endangered = {capture for *_, reply in replies for capture in captures(passed, reply, player)}
    if not endangered:
        return None
    still_endangered = yield from _possible_captures(after, player)
    saved = sorted(_without_unclaimed(endangered - still_endangered))
    if saved:
        return next((capture for capture in saved if capture.kind == "win"), saved[0])
    claimed = {Capture(UNCLAIMED, place) for kind, place in own_captures(position, best) if kind == "village"}
    return min(endangered & claimed, default=None)


def _newly_allowed(
    position: Position, move: str, best: str, replies: Sequence[Move]
) -> Generator[None, None, Capture | None]:
    """Find what a placement gives away or lets a likely reply capture, if that is impossible after the best one."""
    player, (after, events) = position.player_to_move, position.apply(move)
    for event in events:
        if event.player != player and event.kind in ("connect", "conquer"):
            return Capture("gives-village", village_place(position, event.place))
        if event.player != player and event.kind in ("absorb", "major"):
            return Capture(f"gives-{event.kind}", event.place)
    allowed = [capture for reply in replies for capture in captures(after, reply, player)]
    unavoidable = (yield from _possible_captures(position.play(best), player)) if allowed else set()
    return next((capture for capture in allowed if capture not in unavoidable), None)


def analyse(text: str) -> AiTask:
    record = Record.parse(text)
    positions = record.positions()
    result: dict[str, object] | None = None
    yield result  # respond before the slow preparation
    yield from ai.prepare(record.start)
    # A search takes longer where there are more placements.
    work = [1 + len(position.moves()) for position in positions[:-1]]
    reviews: list[dict[str, object]] = []
    for before, after, turn in zip(positions, positions[1:], record.turns, strict=False):
        view, best, best_chance, chance = before.view(before.player_to_move), "", 1.0, 1.0
        if turn.move.halves:
            best, best_chance = yield from yield_while(result, _find_best(view))
            chance = best_chance
        allows, reasons = None, list[Reason]()
        if best not in ("", str(turn.move)):
            chance, replies = yield from yield_while(result, ai.evaluate_move(view, turn.move))
            if best_chance - chance >= COSTLY_LOSS:
                allows = yield from yield_while(result, _newly_allowed(view, str(turn.move), best, replies))
                reasons = yield from yield_while(result, _reasons_for(view, best))
        reviews.append(review_turn(ai.win_chances(after), best, best_chance, chance, allows, reasons))
        result = {"progress": sum(work[: len(reviews)]) / sum(work), "turns": reviews}
        yield result
