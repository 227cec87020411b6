"""Lessons, puzzles and guided games of Khan Tsin: goals, comments, and words made from the position."""

from collections.abc import Iterator

from engine.games.base import GoalTerms
from engine.games.khan_tsin.ai_tasks import threatened
from engine.games.khan_tsin.narrator import Narrator
from engine.session import AnyPreview
from qin_core.khan_tsin import PASS, Event, Move, Position, puzzles, svg
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.puzzles import EMPEROR_GOAL, Solver, inharmonious_nines, next_positions
from qin_core.khan_tsin.stack import COLOURS

KEYS = (
    "begin",
    "you-gave",
    "you-along",
    "you-high",
    "you-empty",
    "you-stack",
    "they-high",
    "they-along",
    "they-stack",
    "see-emperor",
    "see-danger",
    "see-full",
    "few",
    "won",
    "lost",
    "shared",
)
TIPS = tuple(f"tip-{number}" for number in range(1, 7))
"""Comments that fit any turn."""
HIGH = 6
"""The height from which a stack is mentioned: three more barons make an Emperor."""
FULL = 3
"""How many of one colour a stack may have (K8)."""
FEW = 14
"""The number of occupied spaces from which the match counts as ending."""
WORTH_COUNTING = 5
"""The height from which the missing barons are counted."""
TIGHT = 10
"""The number of moves up to which they are mentioned."""


def notices(position: Position, person: int, narrator: Narrator) -> Iterator[str]:
    """Describe the position: what high stacks lack, the highest first, and few moves."""
    stacks = sorted(enumerate(position.stacks, start=1), key=lambda numbered: -len(numbered[1]))
    for space, stack in stacks:
        if len(stack) >= WORTH_COUNTING:
            missing = ((colour, FULL - stack.count(colour)) for colour in COLOURS)
            lacks = ", ".join(f"{number} × {narrator.colour(colour)}" for colour, number in missing if number)
            yield narrator.say("khan-guide-lacks", space=space, barons=lacks)
    if position.player_to_move != person and len(position.moves()) <= TIGHT:
        yield narrator.say("khan-guide-moves", player=narrator.name(position.player_to_move), n=len(position.moves()))


def race_summary(position: Position, person: int, narrator: Narrator) -> tuple[str, ...]:  # noqa: ARG001
    """Say how high the highest stack is, and how much of the dragon is left."""
    occupied = sum(map(bool, position.stacks))
    return (narrator.say("khan-guide-race", count=max(map(len, position.stacks)), n=occupied),)


def turn_comments(before: Position, text: str, person: int) -> Iterator[str]:
    """Give comments on a turn, the most telling one first."""
    move = Move.parse(text)
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
        yield from _chances(after)


def _chances(position: Position) -> Iterator[str]:
    """Give the person a hint about the position."""
    if threatened(position):
        yield "see-danger"
    if any(stack.count(colour) == FULL for stack in position.stacks for colour in set(stack)):
        yield "see-full"
    if sum(map(bool, position.stacks)) <= FEW:
        yield "few"


def _makes_height(tried: AnyPreview, least: str) -> bool:
    """Tell whether the new stack is at least that high."""
    return any(isinstance(event, Event) and event.height >= int(least) for event in tried.events)


def _prevents_emperor(tried: AnyPreview, turns: str) -> bool:
    """Tell whether the opponent can't take the Emperor in reply, nor force it within so many moves."""
    before, after = tried.before, tried.after
    goal = f"prevents-emperor {turns}".strip()
    return isinstance(before, Position) and isinstance(after, Position) and puzzles.reaches(before, after, goal)


GOAL_TERMS: GoalTerms = {
    "height": (r" ([2-9])", _makes_height),
    "prevents-emperor": (r"(?: ([12]))?", _prevents_emperor),
}


def lesson_picture(start: Position, move: str, *, style: bool = True) -> str:
    """Draw the start of a lesson, or its first move; the places of a refusal are marked."""
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
    """Return no pieces: everything that moves is on the dragon."""
    return ()


_DEFENCES = {
    "prevents-emperor": ("khan-puzzle-prevents-emperor", "khan-puzzle-why-prevents-emperor"),
    "prevents-emperor 2": ("khan-puzzle-prevents-emperor-2", "khan-puzzle-why-prevents-emperor-2"),
}
"""The keys of task and reason by goal."""
_MANY = 5
"""The number of flying barons from which a title mentions them."""


def puzzle_title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    """Choose a title by what the solution does: a key of the catalogue."""
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
    return "khan-puzzle-title-flight" if moves[0].count >= _MANY else f"khan-puzzle-title-{len(moves)}"


def _threats(start: Position, move: Move) -> tuple[str, ...]:
    """List the spaces on which the player who moved could make nine next with another turn."""
    after = start.play(move)
    again = Position.build(after.stacks, start.player_to_move, start.variants)
    return tuple(dict.fromkeys(str(threat.target) for threat in Solver().winning(again, 1)))


def puzzle_task(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator, seat: str) -> str:
    """Write the task: what is at stake and what to do; `seat` is the side of the player called "you"."""
    other = narrator.name(3 - start.player_to_move)
    told = [narrator.say("khan-puzzle-seat", seat=seat)]
    variants = (("turning", start.turning), ("two-speeds", start.two_speeds))
    names = [narrator.say(f"khan-variant-{variant}") for variant, played in variants if played]
    if names:
        told.append(narrator.say("khan-puzzle-variant", variant=" + ".join(names)))
    if goal == EMPEROR_GOAL:
        turns = (len(solution) + 1) // 2
        key = "khan-puzzle-task-1" if turns == 1 else "khan-puzzle-task-more"
        told.append(narrator.say(key, n=turns, player=other))
    else:
        told.append(narrator.say(_DEFENCES[goal][0], player=other))
    return " ".join(told)


def puzzle_reason(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    """Say why the solution works."""
    other, first = narrator.name(3 - start.player_to_move), Move.parse(solution[0])
    if goal != EMPEROR_GOAL:
        lost = len(next_positions(start)) - 1
        told = narrator.say(_DEFENCES[goal][1], player=other, n=lost)
        threats = Solver().winning(Position.build(start.stacks, 3 - start.player_to_move, start.variants), 1)
        threat = next(threats, None)
        return f"{narrator.say('khan-puzzle-why-threat', move=narrator.move_name(threat))} {told}" if threat else told
    if len(solution) == 1:
        refused = inharmonious_nines(start)
        if refused:
            barons = start.stack(refused[0].target) + start.stack(refused[0].source)[-refused[0].count :]
            colour = max("rbw", key=barons.count)
            return narrator.say(
                "khan-puzzle-why-harmony",
                start=refused[0].source,
                target=refused[0].target,
                n=barons.count(colour),
                colour=narrator.colour(colour),
            )
        return narrator.say("khan-puzzle-why-1", n=first.count, target=first.target)
    *others, last = _threats(start, first) or ("",)
    places = f"{', '.join(others)} {narrator.say('and')} {last}" if others else last
    key = "khan-puzzle-why-threats" if places else "khan-puzzle-why-zugzwang"
    return narrator.say(key, player=other, n=len(next_positions(start.play(first))), places=places)


def refutation(_: Position, goal: str, after: Position) -> str:
    """Find the reply that shows why a move misses its goal; empty if there is none."""
    if after.winners() is not None:
        return ""
    turns = 2 if goal == "prevents-emperor 2" else 1
    solver = Solver()
    for limit in range(1, turns + 1):
        winning = next(solver.winning(after, limit), None)
        if winning:
            return str(winning)
    return ""
