"""Lessons, puzzles and guided games of Qin: goals, comments, and words made from the position."""

from collections.abc import Callable, Iterator
from itertools import chain

from engine.games.base import GoalTerms
from engine.games.qin.ai_tasks import UNCLAIMED, captures, own_captures
from engine.games.qin.narrator import Narrator
from engine.session import AnyPreview
from qin_core.qin import PASS, Event, EventKind, Move, Position, puzzles, svg
from qin_core.qin.board import LANE_BITS
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.province import MAJOR_SIZE
from qin_core.qin.puzzles import gain, race, refuting_reply, winning_reply

KEYS = (
    "begin",
    "you-two",
    "you-found",
    "you-major",
    "you-connect",
    "you-conquer",
    "you-absorb",
    "you-gave",
    "you-expand",
    "you-nothing",
    "they-conquer",
    "they-absorb",
    "they-major",
    "they-connect",
    "they-found",
    "see-conquer",
    "see-absorb",
    "see-two",
    "see-four",
    "you-half",
    "you-few",
    "they-few",
    "won",
    "lost",
    "shared",
)
TIPS = tuple(f"tip-{number}" for number in range(1, 11))
"""Comments that fit any turn."""
HALF, FEW = 12, 5
"""The number of pagodas left from which they are mentioned."""
NEARLY = 0.1
"""The difference of values up to which placements are nearly equal: almost all captures among them are also hints."""


def notices(position: Position, person: int, narrator: Narrator) -> Iterator[str]:
    """Describe the position, the most urgent first: what can be taken, what grows, what is in danger."""
    mine = position.player_to_move == person
    rival = min(position.players, key=lambda player: (player == person, position.pagodas_left(player)))
    found = _within_reach(position) if mine else ()
    reach = [narrator.say(f"guide-could-{kind}", place=place) for kind, place in found]
    danger = (
        narrator.say(f"guide-may-{kind}", place=place, player=narrator.name(rival))
        for kind, place in _in_danger(position.with_player_to_move(rival) if mine else position, person)
    )
    key = "guide-four" if mine else "guide-four-theirs"
    fours = [
        narrator.say(key, place=area.squares[0], player=narrator.name(area.owner))
        for area in position.provinces()
        if len(area.squares) == MAJOR_SIZE - 1 and (area.owner == person) == mine
    ]
    yield from chain(reach, fours, danger) if mine else chain(danger, fours)


def race_summary(position: Position, person: int, narrator: Narrator) -> tuple[str, ...]:
    """Say how many pagodas the person and the leading opponent have yet to place, and how many tiles are left."""
    left, other = min((position.pagodas_left(player), player) for player in position.players if player != person)
    race = narrator.say("guide-race", n=position.pagodas_left(person), player=narrator.name(other), count=left)
    return race, narrator.say("guide-piles", n=sum(map(len, position.piles)))


def _within_reach(position: Position) -> list[tuple[str, str]]:
    """List what the player on turn could take with a placement worth a thought."""
    found = {taking for move in _good_placements(position) for taking in own_captures(position, move)}
    return sorted(found, key=lambda taking: (taking[0] != "win", taking))


def _good_placements(position: Position) -> list[Move]:
    """List the placements that are nearly as good as the best one, so that comments don't contradict hints."""
    placements = Valuation(position.view(position.player_to_move)).all()
    return [move for value, move in placements if value > placements[0][0] - NEARLY]


def _in_danger(position: Position, person: int) -> list[tuple[str, str]]:
    """List what the player to move could capture from the person; hidden tiles may be any tiles."""
    view = position.view(person)
    possible = {capture for move in view.moves() for capture in captures(view, move, person)}
    return sorted(possible, key=lambda capture: (capture[0] != "win", capture[0] == UNCLAIMED, capture))


def turn_comments(before: Position, move: str, person: int) -> Iterator[str]:
    """Yield the keys of comments on a turn, the most relevant first."""
    after, events = before.apply(move)
    winners = after.winners()
    if winners is not None:
        yield "lost" if person not in winners else "won" if len(winners) == 1 else "shared"
        return
    yield from _own_turn(events, person) if before.player_to_move == person else _their_turn(before, events, person)
    yield from _milestones(after, person)
    if after.player_to_move == person:
        yield from _chances(after, person)


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
    """Comment on the state of the match, near its end."""
    if any(after.pagodas_left(other) <= FEW for other in after.players if other != person):
        yield "they-few"
    if after.pagodas_left(person) <= FEW:
        yield "you-few"
    elif after.pagodas_left(person) <= HALF:
        yield "you-half"


def _chances(position: Position, person: int) -> Iterator[str]:
    """Yield the keys of hints about the position."""
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
    return [len(area.squares) for area in position.provinces() if area.owner == player]


def _reaches(term: str) -> Callable[..., bool]:
    """Return the check of a puzzle's goal."""

    def reached(tried: AnyPreview, number: str = "") -> bool:
        before, after = tried.before, tried.after
        if not isinstance(before, Position) or not isinstance(after, Position):
            return False
        return puzzles.reaches(before, after, f"{term} {number}".strip())

    return reached


GOAL_TERMS: GoalTerms = {
    "pagodas": (r" ([1-9])", _reaches("pagodas")),
    "race": (r" ([1-9])", _reaches("race")),
    "keeps": (r" ([0-9])", _reaches("keeps")),
    "prevents-win": ("", _reaches("prevents-win")),
}


def lesson_picture(start: Position, move: str, *, style: bool = True) -> str:
    """Draw the start of a lesson, or its first move; the places of a refusal are marked."""
    position = start.view(start.player_to_move)
    reason = position.why_not(move) if move else None
    ghost = Move.parse(move) if move not in ("", str(PASS)) else None
    return svg.board_svg(
        position, ghost=ghost, changes=True, marks=reason.squares if reason else (), hits=False, style=style
    )


def pieces(start: Position) -> tuple[str, ...]:
    """Name the tiles to choose from."""
    return start.hand(start.player_to_move)


_COUNTED = {"pagodas": gain, "race": race}


def puzzle_title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    """Choose a title by what the solution does: a key of the catalogue."""
    return f"puzzle-title-{_theme(start, goal, solution)}"


def _theme(start: Position, goal: str, solution: tuple[str, ...]) -> str:
    if goal.startswith("winners"):
        if len(solution) > 1:
            return "win-in-two"
        return {1: "last", 2: "last-two"}.get(start.pagodas_left(start.player_to_move), "last-all")
    events = start.events(solution[0])
    mine = [str(event.kind) for event in events if event.player == start.player_to_move]
    if any(event.kind == "absorb" and event.player != start.player_to_move for event in events) and race(
        start, start.play(solution[0])
    ):
        return "gift"
    if goal == "prevents-win":
        return "stop"
    if goal.endswith("prevents-win"):
        return "both"
    if goal == "keeps 0":
        return "safety"
    villages = mine.count("connect") + mine.count("conquer")
    if "absorb" in mine:
        (ours, theirs) = _joined(start, solution[0])
        return "by-one" if theirs and ours - theirs == 1 else "takeover" if theirs else "own-join"
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
    """Write the task: what is at stake and what to do; `seat` is the colour of the player called "you"."""
    player, other = start.player_to_move, 3 - start.player_to_move
    values: dict[str, str | int] = {"other": narrator.name(other), "n": 0}
    stakes = narrator.say(
        "puzzle-race",
        n=start.pagodas_left(player),
        count=start.pagodas_left(other),
        player=narrator.name(other),
        seat=seat,
    )
    if goal.startswith("winners"):
        key = "win" if len(solution) == 1 else "win-in-two"
    else:
        term, _, number = goal.partition(" and ")[0].partition(" ")
        values["n"] = int(number or 0)
        key = "safety" if goal == "keeps 0" else term
    both = {"pagodas": "puzzle-task-pagodas-stop", "race": "puzzle-task-race-stop"}
    asked = both[key] if goal.endswith(" and prevents-win") else f"puzzle-task-{key}"
    return f"{stakes} {narrator.say(asked, **values)}"


def puzzle_reason(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    """Explain the solution: what decides it, then what the other moves lack."""
    told = list(_hidden_effects(start, solution[0], narrator))
    return " ".join([*told[:1], _why_others_fail(start, goal, solution, narrator)])


def _hidden_effects(start: Position, move: str, narrator: Narrator) -> Iterator[str]:
    """Explain the hidden effects of a placement, the most important first."""
    player, other = start.player_to_move, 3 - start.player_to_move
    after, events = start.apply(move)
    joined = [event for event in events if event.kind == "absorb"]
    if joined:
        ours, theirs = _joined(start, move)
        lost = start.pagodas_placed(other) - after.pagodas_placed(other)
        if joined[0].player != player:
            if lost > 0:
                yield narrator.say("puzzle-why-gift", player=narrator.name(other), n=lost)
        elif theirs:
            yield narrator.say("puzzle-why-join", n=ours, count=theirs, player=narrator.name(other))
    mine = [event for event in events if event.player == player]
    villages = [event.place for event in mine if event.kind in ("connect", "conquer")]
    places = [narrator.village_place(start, letter) for letter in villages]
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
    # An area that is founded as a major one has its event right after.
    grown = {event.place for event in mine if event.kind == "major"} - {
        event.place for event in mine if event.kind == "found"
    }
    if grown and any(event.kind == "found" for event in mine):
        yield narrator.say("puzzle-why-double")


def _why_others_fail(start: Position, goal: str, solution: tuple[str, ...], narrator: Narrator) -> str:
    """Describe what only the solution achieves."""
    other = narrator.name(3 - start.player_to_move)
    if goal.startswith("winners"):
        return narrator.say("puzzle-why-win" if len(solution) == 1 else "puzzle-why-win-in-two", player=other)
    term, _, number = goal.partition(" and ")[0].partition(" ")
    ends = {str(move): start.play(move) for move in start.moves()}
    if goal.endswith("prevents-win"):
        reply = next(filter(None, map(winning_reply, _lures(start, ends, solution[0]))), None)
        if reply is None:
            return narrator.say("coach-why-saves-win", player=other)
        return narrator.say("puzzle-why-stop", player=other, places=f" {narrator.say('and')} ".join(reply.squares))
    if term == "keeps":
        for after in _lures(start, ends, solution[0]):
            reply = refuting_reply(start, after, int(number))
            for kind, place in captures(after, reply, start.player_to_move) if reply else ():
                if kind in ("village", "province"):
                    return narrator.say(f"puzzle-why-keeps-{kind}", player=other, place=place)
        return narrator.say("puzzle-why-keeps", player=other)
    count = _COUNTED[term]
    second = max(count(start, after) for move, after in ends.items() if move != solution[0])
    return narrator.say(f"puzzle-why-{term}", n=second, player=other)


def _lures(start: Position, ends: dict[str, Position], solution: str) -> list[Position]:
    """List the positions after other moves, those with the most pagodas first."""
    others = (after for move, after in ends.items() if move != solution)
    return sorted(others, key=lambda after: -gain(start, after))


def refutation(start: Position, goal: str, after: Position) -> str:
    """Return the reply that refutes a wrong move; empty if there is none."""
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


def _joined(start: Position, move: str) -> tuple[int, int]:
    """Count the spaces that the player to move and the opponent have in the provinces that a tile joins (Q19)."""
    after = start.play(move)
    ours = theirs = 0
    for old, new in zip(start.colour_states, after.colour_states, strict=True):
        for area in new.provinces:
            parts = [row for row in old.provinces if row[0] & area[0]]
            if len(parts) > 1:
                ours = sum(row[0].bit_count() for row in parts if row[1] == start.player_to_move)
                theirs = sum(row[0].bit_count() for row in parts if row[1] != start.player_to_move)
    return ours, theirs


def _touches(position: Position, event: Event, village: str) -> bool:
    """Tell whether the province of an event lies beside a village."""
    first = position.board.square(event.place)
    lane = 1 << LANE_BITS * position.board.village_numbers[village]
    return any(
        row[0] >> (first or 0) & 1 and row[3] & lane for state in position.colour_states for row in state.provinces
    )
