"""Lessons, puzzles and guided games of Qin: goals, comments, and texts generated from positions."""

from collections.abc import Callable, Iterator
from itertools import chain

from engine.games.base import Capture, GoalTerm, GoalTerms
from engine.games.qin.ai_tasks import UNCLAIMED, captures, own_captures
from engine.games.qin.narrator import Narrator, village_place
from engine.session import AnyPreview
from qin_core.qin import PASS, Event, EventKind, Move, Position, puzzles, svg
from qin_core.qin.board import LANE_BITS
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.puzzles import gain, race, refuting_reply, winning_reply

TIPS = tuple(f"tip-{number}" for number in range(1, 11))
"""Comments that fit any turn."""
HALF, FEW = 12, 5
"""The numbers of pagodas left from which they are mentioned."""
NEARLY = 0.1
"""The difference of values up to which placements count as nearly equal."""


def notices(position: Position, person: int, narrator: Narrator) -> Iterator[str]:
    """Describe possible captures, provinces about to become major ones, and dangers, the most urgent first."""
    own_turn = position.player_to_move == person
    rival = min(position.players, key=lambda player: (player == person, position.pagodas_left(player)))
    opportunities = [
        narrator.say(f"guide-could-{kind}", place=place)
        for kind, place in (_good_captures(position) if own_turn else ())
    ]
    dangers = (
        narrator.say(f"guide-may-{kind}", place=place, player=narrator.name(rival))
        for kind, place in _in_danger(position.with_player_to_move(rival) if own_turn else position, person)
    )
    growing = [
        narrator.say(
            "guide-four" if own_turn else "guide-four-theirs",
            place=province.squares[0],
            player=narrator.name(province.owner),
        )
        for province in position.provinces()
        if len(province.squares) == MAJOR_SIZE - 1 and (province.owner == person) == own_turn
    ]
    yield from chain(opportunities, growing, dangers) if own_turn else chain(dangers, growing)


def race_summary(position: Position, person: int, narrator: Narrator) -> tuple[str, ...]:
    """Say how many pagodas the person and the leading opponent have left, and how many tiles."""
    opponents = (player for player in position.players if player != person)
    leader = min(opponents, key=position.pagodas_left)
    pagodas = narrator.say(
        "guide-race",
        n=position.pagodas_left(person),
        player=narrator.name(leader),
        count=position.pagodas_left(leader),
    )
    return pagodas, narrator.say("guide-piles", n=sum(map(len, position.piles)))


def _good_captures(position: Position) -> list[Capture]:
    """List what the player to move could capture with good placements, a win first."""
    possible = {capture for move in _good_placements(position) for capture in own_captures(position, move)}
    return sorted(possible, key=lambda capture: (capture.kind != "win", capture))


def _good_placements(position: Position) -> list[Move]:
    """List the placements that are nearly as good as the best one, so that comments don't contradict hints."""
    placements = Valuation(position.view(position.player_to_move)).all()
    return [move for value, move in placements if value > placements[0][0] - NEARLY]


def _in_danger(position: Position, person: int) -> list[Capture]:
    """List what the player to move could capture from the person; hidden tiles may be any tiles."""
    view = position.view(person)
    possible = {capture for move in view.moves() for capture in captures(view, move, person)}
    return sorted(possible, key=lambda capture: (capture.kind != "win", capture.kind == UNCLAIMED, capture))


def turn_comments(before: Position, move: str, person: int) -> Iterator[str]:
    after, events = before.apply(move)
    winners = after.winners()
    if winners is not None:
        yield "lost" if person not in winners else "won" if len(winners) == 1 else "shared"
        return
    yield from _own_turn(events, person) if before.player_to_move == person else _their_turn(before, events, person)
    yield from _milestones(after, person)
    if after.player_to_move == person:
        yield from _position_comments(after, person)


def _own_turn(events: tuple[Event, ...], person: int) -> Iterator[str]:
    """Comment on the person's own placement."""
    kinds = [event.kind for event in events if event.player == person]
    if kinds.count(EventKind.FOUND) == 2:
        yield "you-two"
    for kind in ("conquer", "absorb", "connect", "major", "found", "expand"):
        if kind in kinds:
            yield f"you-{kind}"
    if any(event.player != person for event in events):
        yield "you-gave"
    if not events:
        yield "you-nothing"


def _their_turn(before: Position, events: tuple[Event, ...], person: int) -> Iterator[str]:
    """Comment on an opponent's placement."""
    if any(event.kind == "conquer" and event.loser == person for event in events):
        yield "they-conquer"
    joined = any(event.kind == "absorb" and event.player != person for event in events)
    if joined and _provinces(before, person):
        yield "they-absorb"
    for kind in ("major", "connect", "found"):
        if any(event.kind == kind and event.player != person for event in events):
            yield f"they-{kind}"


def _milestones(after: Position, person: int) -> Iterator[str]:
    """Comment on the pagodas left when they become few."""
    if any(after.pagodas_left(other) <= FEW for other in after.players if other != person):
        yield "they-few"
    if after.pagodas_left(person) <= FEW:
        yield "you-few"
    elif after.pagodas_left(person) <= HALF:
        yield "you-half"


def _position_comments(position: Position, person: int) -> Iterator[str]:
    """Comment on what the person could do next."""
    placements = _good_placements(position)
    possible = [[event.kind for event in position.events(move) if event.player == person] for move in placements]
    for kind in ("conquer", "absorb"):
        if any(kind in kinds for kinds in possible):
            yield f"see-{kind}"
    if any(kinds.count(EventKind.FOUND) == 2 for kinds in possible):
        yield "see-two"
    if any(size == MAJOR_SIZE - 1 for size in _provinces(position, person)):
        yield "see-four"


def _provinces(position: Position, player: int) -> list[int]:
    return [len(province.squares) for province in position.provinces() if province.owner == player]


def _reaches(term: str) -> Callable[..., bool]:
    """Return the check of a term that `puzzles.reaches` knows."""

    def reached(attempt: AnyPreview, number: str = "") -> bool:
        before, after = attempt.before, attempt.after
        if not isinstance(before, Position) or not isinstance(after, Position):
            return False
        return puzzles.reaches(before, after, f"{term} {number}".strip())

    return reached


GOAL_TERMS: GoalTerms = {
    "pagodas": GoalTerm(r" ([1-9])", _reaches("pagodas")),
    "race": GoalTerm(r" ([1-9])", _reaches("race")),
    "keeps": GoalTerm(r" ([0-9])", _reaches("keeps")),
    "prevents-win": GoalTerm("", _reaches("prevents-win")),
}


def lesson_picture(start: Position, move: str, *, style: bool = True) -> str:
    position = start.view(start.player_to_move)
    refusal = position.why_not(move) if move else None
    ghost = Move.parse(move) if move not in ("", str(PASS)) else None
    return svg.board_svg(
        position, ghost=ghost, changes=True, marks=refusal.squares if refusal else (), hits=False, style=style
    )


def pieces(start: Position) -> tuple[str, ...]:
    return start.hand(start.player_to_move)


def _opponent(start: Position) -> int:
    """Return the opponent in a puzzle, which has two players."""
    return 3 - start.player_to_move


_COUNTS = {"pagodas": gain, "race": race}
"""What the solution maximises, by the term of the goal."""


def puzzle_title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    return f"puzzle-title-{_theme(start, goal, solution)}"


def _theme(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    """Return the end of the key of a puzzle's title: what makes its solution special."""
    if goal.startswith("winners"):
        if len(solution) > 1:
            return "win-in-two"
        return {1: "last", 2: "last-two"}.get(start.pagodas_left(start.player_to_move), "last-all")
    events = start.events(solution[0])
    mine = [str(event.kind) for event in events if event.player == start.player_to_move]
    feeds_opponent = any(event.kind == "absorb" and event.player != start.player_to_move for event in events)
    if feeds_opponent and race(start, start.play(solution[0])):
        return "gift"
    if goal == "prevents-win":
        return "stop"
    if goal.endswith("prevents-win"):
        return "both"
    if goal == "keeps 0":
        return "safety"
    villages = mine.count("connect") + mine.count("conquer")
    if "absorb" in mine:
        own, others = _joined_sizes(start, solution[0])
        return "by-one" if others and own - others == 1 else "takeover" if others else "own-join"
    if villages > 1:
        return "two-villages"
    if goal.startswith("keeps"):
        return "for-good"
    if mine.count("found") == 2:
        return "two"
    if "major" in mine and villages:
        return "fifth"
    if "major" in mine:
        return "double"
    if "conquer" in mine:
        return "conquer"
    if villages:
        return "village" if "found" in mine else "majority"
    return "best"


def puzzle_task(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator, seat: str) -> str:
    player, other = start.player_to_move, _opponent(start)
    number = 0
    score = narrator.say(
        "puzzle-race",
        n=start.pagodas_left(player),
        count=start.pagodas_left(other),
        player=narrator.name(other),
        seat=seat,
    )
    if goal.startswith("winners"):
        key = "win" if len(solution) == 1 else "win-in-two"
    else:
        term, number = _first_term(goal)
        key = "safety" if goal == "keeps 0" else term
    task = f"puzzle-task-{key}-stop" if goal.endswith(" and prevents-win") else f"puzzle-task-{key}"
    return f"{score} {narrator.say(task, other=narrator.name(other), n=number)}"


def _first_term(goal: str) -> tuple[str, int]:
    """Return the word and the number of the first term of a goal."""
    word, _, number = goal.partition(" and ")[0].partition(" ")
    return word, int(number or 0)


def puzzle_reason(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    """Explain the main effect of the solution, and why other moves fail."""
    effects = list(_hidden_effects(start, solution[0], narrator))
    return " ".join([*effects[:1], _why_others_fail(start, goal, solution, narrator)])


def _hidden_effects(start: Position, move: str, narrator: Narrator) -> Iterator[str]:
    """Explain effects of a placement that are easily overlooked, the most important first."""
    player, other = start.player_to_move, _opponent(start)
    after, events = start.apply(move)
    joined = [event for event in events if event.kind == "absorb"]
    if joined:
        own, others = _joined_sizes(start, move)
        lost = start.pagodas_placed(other) - after.pagodas_placed(other)
        if joined[0].player != player:
            if lost > 0:
                yield narrator.say("puzzle-why-gift", player=narrator.name(other), n=lost)
        elif others:
            yield narrator.say("puzzle-why-join", n=own, count=others, player=narrator.name(other))
    mine = [event for event in events if event.player == player]
    villages = [event.place for event in mine if event.kind in ("connect", "conquer")]
    places = [village_place(start, letter) for letter in villages]
    if len(villages) > 1:
        yield narrator.say("puzzle-why-two-villages", one=places[0], two=places[1])
    for event in mine:
        for letter, place in zip(villages, places, strict=True):
            counts = after.pagodas_beside(letter)
            if event.kind == "major" and _touches(after, event, letter) and counts[player - 1] == counts[other - 1] + 1:
                yield narrator.say("puzzle-why-fifth", place=place)
            if event.kind == "found" and _touches(after, event, letter):
                yield narrator.say("puzzle-why-village", place=place)
    if sum(event.kind == "found" for event in mine) == 2:
        yield narrator.say("puzzle-why-two")
    founded = {event.place for event in mine if event.kind == "found"}
    # A province that is founded as a major one has both events.
    grown = {event.place for event in mine if event.kind == "major"} - founded
    if grown and founded:
        yield narrator.say("puzzle-why-double")


def _why_others_fail(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    """Explain what other moves allow, or by how much they fall short."""
    other = narrator.name(_opponent(start))
    if goal.startswith("winners"):
        return narrator.say("puzzle-why-win" if len(solution) == 1 else "puzzle-why-win-in-two", player=other)
    term, number = _first_term(goal)
    if goal.endswith("prevents-win"):
        reply = next(filter(None, map(winning_reply, _lures(start, solution[0]))), None)
        if reply is None:
            return narrator.say("coach-why-saves-win", player=other)
        return narrator.say("puzzle-why-stop", player=other, places=narrator.enumerated(reply.squares))
    if term == "keeps":
        for after in _lures(start, solution[0]):
            reply = refuting_reply(start, after, number)
            for kind, place in captures(after, reply, start.player_to_move) if reply else ():
                if kind in ("village", "province"):
                    return narrator.say(f"puzzle-why-keeps-{kind}", player=other, place=place)
        return narrator.say("puzzle-why-keeps", player=other)
    count = _COUNTS[term]
    second_best = max(count(start, after) for after in _lures(start, solution[0]))
    return narrator.say(f"puzzle-why-{term}", n=second_best, player=other)


def _lures(start: Position, solution: str) -> list[Position]:
    """List the positions after other moves than the solution, those with the most pagodas first."""
    others = (start.play(move) for move in start.moves() if str(move) != solution)
    return sorted(others, key=lambda after: -gain(start, after))


def refutation(start: Position, goal: str, after: Position) -> str:
    for term in goal.split(" and "):
        kind, _, number = term.partition(" ")
        reply = None
        if kind == "prevents-win":
            reply = winning_reply(after)
        elif kind == "keeps" and gain(start, after) >= int(number):
            reply = refuting_reply(start, after, int(number))
        if reply:
            return str(reply)
    return ""


def _joined_sizes(start: Position, move: str) -> tuple[int, int]:
    """Count the spaces of the player to move and of opponents in the provinces that a tile joins (Q19)."""
    after = start.play(move)
    own = others = 0
    for old, new in zip(start.colour_states, after.colour_states, strict=True):
        for joined, *_ in new.provinces:
            parts = [(squares.bit_count(), owner) for squares, owner, *_ in old.provinces if squares & joined]
            if len(parts) > 1:
                own = sum(size for size, owner in parts if owner == start.player_to_move)
                others = sum(size for size, owner in parts if owner != start.player_to_move)
    return own, others


def _touches(position: Position, event: Event, village: str) -> bool:
    """Return whether the province of an event lies beside a village."""
    square = position.board.square(event.place) or 0
    village_bit = 1 << LANE_BITS * position.board.village_numbers[village]
    provinces = (province for state in position.colour_states for province in state.provinces)
    return any(squares >> square & 1 and village_bits & village_bit for squares, _, _, village_bits, _ in provinces)
