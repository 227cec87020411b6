"""The words of Khan Tsin's puzzles, put together from the position: title, stakes and task, why the solution works."""

from engine.games.khan_tsin.narrator import Story
from qin_core.khan_tsin import Move, Position
from qin_core.khan_tsin.puzzles import EMPEROR_GOAL, Solver, next_positions, refused_nines

_DEFENCES = {
    "prevents-emperor": ("khan-puzzle-prevents-emperor", "khan-puzzle-why-prevents-emperor"),
    "prevents-emperor 2": ("khan-puzzle-prevents-emperor-2", "khan-puzzle-why-prevents-emperor-2"),
}
"""The keys of task and reason by goal."""
_MANY = 5
"""A flight of so many barons is worth a title."""


def title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    """Choose a title by what the solution does: a key of the catalogue."""
    moves = [Move.parse(move) for move in solution[::2]]
    if goal != EMPEROR_GOAL:
        return "khan-puzzle-title-guard" if goal == "prevents-emperor" else "khan-puzzle-title-ahead"
    if any(move.turned or move.flipped for move in moves):
        return "khan-puzzle-title-turning"
    if len(moves) == 1:
        return f"khan-puzzle-title-{'harmony' if refused_nines(start) else 1}"
    threats = _threats(start, moves[0])
    if not threats:
        return "khan-puzzle-title-zugzwang"
    if len(moves) == 2 and len(threats) > 1:
        return "khan-puzzle-title-fork"
    return "khan-puzzle-title-flight" if moves[0].count >= _MANY else f"khan-puzzle-title-{len(moves)}"


def _threats(start: Position, move: Move) -> tuple[str, ...]:
    """List the spaces on which the player who moved could make nine next, if it were their turn again."""
    after = start.play(move)
    again = Position.build(after.stacks, start.player_to_move, start.variants)
    return tuple(dict.fromkeys(str(threat.target) for threat in Solver().winning(again, 1)))


def task(start: Position, goal: str, solution: tuple[str, ...], story: Story, seat: str) -> str:
    """Say what is at stake and what to do; `seat` is the side of the player who is spoken to."""
    other = story.name(3 - start.player_to_move)
    told = [story.say("khan-puzzle-seat", seat=seat)]
    variants = (("turning", start.turning), ("two-speeds", start.two_speeds))
    names = [story.say(f"khan-variant-{variant}") for variant, played in variants if played]
    if names:
        told.append(story.say("khan-puzzle-variant", variant=" + ".join(names)))
    if goal == EMPEROR_GOAL:
        turns = (len(solution) + 1) // 2
        key = "khan-puzzle-task-1" if turns == 1 else "khan-puzzle-task-more"
        told.append(story.say(key, n=turns, player=other))
    else:
        told.append(story.say(_DEFENCES[goal][0], player=other))
    return " ".join(told)


def why(start: Position, goal: str, solution: tuple[str, ...], story: Story) -> str:
    """Say why the solution works."""
    other, first = story.name(3 - start.player_to_move), Move.parse(solution[0])
    if goal != EMPEROR_GOAL:
        lost = len(next_positions(start)) - 1
        told = story.say(_DEFENCES[goal][1], player=other, n=lost)
        threats = Solver().winning(Position.build(start.stacks, 3 - start.player_to_move, start.variants), 1)
        threat = next(threats, None)
        return f"{story.say('khan-puzzle-why-threat', move=story.naming(threat))} {told}" if threat else told
    if len(solution) == 1:
        refused = refused_nines(start)
        if refused:
            barons = start.stack(refused[0].target) + start.stack(refused[0].source)[-refused[0].count :]
            colour = max("rbw", key=barons.count)
            return story.say(
                "khan-puzzle-why-harmony",
                start=refused[0].source,
                target=refused[0].target,
                n=barons.count(colour),
                colour=story.colour(colour),
            )
        return story.say("khan-puzzle-why-1", n=first.count, target=first.target)
    *others, last = _threats(start, first) or ("",)
    places = f"{', '.join(others)} {story.say('and')} {last}" if others else last
    key = "khan-puzzle-why-threats" if places else "khan-puzzle-why-zugzwang"
    return story.say(key, player=other, n=len(next_positions(start.play(first))), places=places)


def refutation(_: Position, goal: str, after: Position) -> str:
    """Find the opponent's move that shows why a move misses its goal; empty if there is none to show."""
    if after.winners() is not None:
        return ""
    turns = 2 if goal == "prevents-emperor 2" else 1
    solver = Solver()
    for limit in range(1, turns + 1):
        winning = next(solver.winning(after, limit), None)
        if winning:
            return str(winning)
    return ""
