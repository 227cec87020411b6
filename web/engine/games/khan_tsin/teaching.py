"""Lessons, puzzles and guided games of Khan Tsin: goals, comments, and texts generated from positions."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.base import GoalTerm, GoalTerms
from engine.games.khan_tsin.ai_tasks import threatened
from engine.games.khan_tsin.narrator import Narrator
from engine.session import AnyPreview
from qin_core.khan_tsin import PASS, Event, Move, Position, puzzles, svg
from qin_core.khan_tsin.board import opponent_of
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.puzzles import EMPEROR_GOAL, Solver, inharmonious_nines, next_positions
from qin_core.khan_tsin.stack import COLOURS, MAX_OF_COLOUR

TIPS = tuple(f"tip-{number}" for number in range(1, 7))
"""Comments that fit any turn."""
HIGH = 6
"""The height from which a new stack is mentioned: three more barons make an Emperor."""
FEW_STACKS = 14
"""The number of stacks up to which the match counts as nearly over."""
COUNTED_HEIGHT = 5
"""The height from which the barons are counted that a stack lacks for the Emperor."""
FEW_MOVES = 10
"""The number of legal moves up to which it is mentioned."""


def notices(position: Position, person: int, narrator: Narrator) -> Iterator[str]:
    """Say what high stacks lack for the Emperor, the highest first, and whether the opponent has few moves."""
    stacks = sorted(enumerate(position.stacks, start=1), key=lambda numbered: -len(numbered[1]))
    for space, stack in stacks:
        if len(stack) >= COUNTED_HEIGHT:
            yield narrator.say("khan-guide-lacks", space=space, barons=narrator.missing_barons(stack))
    if position.player_to_move != person and len(position.moves()) <= FEW_MOVES:
        yield narrator.say("khan-guide-moves", player=narrator.name(position.player_to_move), n=len(position.moves()))


def race_summary(position: Position, person: int, narrator: Narrator) -> tuple[str, ...]:  # noqa: ARG001
    """Give the height of the highest stack and the number of occupied spaces."""
    occupied = sum(map(bool, position.stacks))
    return (narrator.say("khan-guide-race", count=max(map(len, position.stacks)), n=occupied),)


def turn_comments(before: Position, move_text: str, person: int) -> Iterator[str]:
    move = Move.parse(move_text)
    after, events = before.apply(move)
    winners = after.winners()
    if winners is not None:
        yield "shared" if len(winners) != 1 else "won" if person in winners else "lost"
        return
    mine = before.player_to_move == person
    if mine and can_win(after):
        yield "you-gave"
    if not mine and can_win(after):
        yield "see-emperor"
    who = "you" if mine else "they"
    if any(event.height >= HIGH for event in events):
        yield f"{who}-high"
    if move.count > 1:
        yield f"{who}-along"
    if mine and any(event.kind == "empty" for event in events):
        yield "you-empty"
    if move.count:
        yield f"{who}-stack"
    if after.player_to_move == person:
        yield from _position_comments(after)


def _position_comments(position: Position) -> Iterator[str]:
    """Comment on what the person could do next."""
    if threatened(position):
        yield "see-danger"
    if any(stack.count(colour) == MAX_OF_COLOUR for stack in position.stacks for colour in set(stack)):
        yield "see-full"
    if sum(map(bool, position.stacks)) <= FEW_STACKS:
        yield "few"


def _makes_height(attempt: AnyPreview, least: str) -> bool:
    """Check the goal `height`: the new stack has at least that many barons."""
    return any(isinstance(event, Event) and event.height >= int(least) for event in attempt.events)


def _prevents_emperor(attempt: AnyPreview, turns: str) -> bool:
    """Check the goal `prevents-emperor`: the opponent can't force the Emperor within so many moves (default 1)."""
    before, after = attempt.before, attempt.after
    goal = f"prevents-emperor {turns}".strip()
    return isinstance(before, Position) and isinstance(after, Position) and puzzles.reaches(before, after, goal)


GOAL_TERMS: GoalTerms = {
    "height": GoalTerm(r" ([2-9])", _makes_height),
    "prevents-emperor": GoalTerm(r"(?: ([12]))?", _prevents_emperor),
}


def lesson_picture(start: Position, move: str, *, style: bool = True) -> str:
    reason = start.why_not(move) if move else None
    return svg.board_svg(
        start,
        origins=() if move else start.nearest(),
        ghost=None if reason or move in ("", str(PASS)) else Move.parse(move),
        marks=reason.blocked if reason else (),
        hits=False,
        style=style,
    )


def pieces(_: Position) -> tuple[str, ...]:
    """Return no pieces: all barons are on the dragon."""
    return ()


class _DefenceTexts(NamedTuple):
    """The text keys of a puzzle in which the Emperor has to be prevented."""

    task: str
    reason: str


_DEFENCES = {
    "prevents-emperor": _DefenceTexts("khan-puzzle-prevents-emperor", "khan-puzzle-why-prevents-emperor"),
    "prevents-emperor 2": _DefenceTexts("khan-puzzle-prevents-emperor-2", "khan-puzzle-why-prevents-emperor-2"),
}
"""By goal."""
_MANY_BARONS = 5
"""The number of flying barons from which a title mentions them."""


def puzzle_title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    moves = [Move.parse(move) for move in solution[::2]]
    if goal != EMPEROR_GOAL:
        return "khan-puzzle-title-guard" if goal == "prevents-emperor" else "khan-puzzle-title-ahead"
    if any(move.turned or move.flipped for move in moves):
        return "khan-puzzle-title-turning"
    if len(moves) == 1:
        return f"khan-puzzle-title-{'harmony' if inharmonious_nines(start) else 1}"
    threats = _threats(start, moves[0])
    if not threats:
        return "khan-puzzle-title-zugzwang"
    if len(moves) == 2 and len(threats) > 1:
        return "khan-puzzle-title-fork"
    return "khan-puzzle-title-flight" if moves[0].count >= _MANY_BARONS else f"khan-puzzle-title-{len(moves)}"


def _threats(start: Position, move: Move) -> tuple[str, ...]:
    """List the spaces on which a second move in a row would complete a stack of nine."""
    return tuple(dict.fromkeys(str(threat.target) for threat in _winning_moves(start.play(move), start.player_to_move)))


def _winning_moves(position: Position, player: int) -> Iterator[Move]:
    """Yield the moves with which a player would win at once, if it were their turn."""
    return Solver().winning(Position.build(position.stacks, player, position.variants), 1)


def puzzle_task(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator, seat: str) -> str:
    other = narrator.name(opponent_of(start.player_to_move))
    sentences = [narrator.say("khan-puzzle-seat", seat=seat)]
    variants = (("turning", start.turning), ("two-speeds", start.two_speeds))
    names = [narrator.say(f"khan-variant-{variant}") for variant, played in variants if played]
    if names:
        sentences.append(narrator.say("khan-puzzle-variant", variant=" + ".join(names)))
    if goal == EMPEROR_GOAL:
        turns = (len(solution) + 1) // 2
        key = "khan-puzzle-task-1" if turns == 1 else "khan-puzzle-task-more"
        sentences.append(narrator.say(key, n=turns, player=other))
    else:
        sentences.append(narrator.say(_DEFENCES[goal].task, player=other))
    return " ".join(sentences)


def puzzle_reason(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    other, first = narrator.name(opponent_of(start.player_to_move)), Move.parse(solution[0])
    if goal != EMPEROR_GOAL:
        failing_moves = len(next_positions(start)) - 1
        reason = narrator.say(_DEFENCES[goal].reason, player=other, n=failing_moves)
        threat = next(_winning_moves(start, opponent_of(start.player_to_move)), None)
        if threat is None:
            return reason
        return f"{narrator.say('khan-puzzle-why-threat', move=narrator.move_name(threat))} {reason}"
    if len(solution) > 1:
        places = narrator.enumerated(_threats(start, first))
        key = "khan-puzzle-why-threats" if places else "khan-puzzle-why-zugzwang"
        return narrator.say(key, player=other, n=len(next_positions(start.play(first))), places=places)
    illegal = next(iter(inharmonious_nines(start)), None)
    if illegal is None:
        return narrator.say("khan-puzzle-why-1", n=first.count, target=first.target)
    barons = start.stack(illegal.target) + start.stack(illegal.source)[-illegal.count :]
    colour = max(COLOURS, key=barons.count)
    return narrator.say(
        "khan-puzzle-why-harmony",
        start=illegal.source,
        target=illegal.target,
        n=barons.count(colour),
        colour=narrator.colour(colour),
    )


def refutation(_: Position, goal: str, after: Position) -> str:
    if after.winners() is not None:
        return ""
    turns = 2 if goal == "prevents-emperor 2" else 1
    solver = Solver()
    for limit in range(1, turns + 1):
        winning = next(solver.winning(after, limit), None)
        if winning:
            return str(winning)
    return ""
