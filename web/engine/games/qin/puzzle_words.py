"""The words of Qin's puzzles, put together from the position: title, stakes and task, and why the solution works."""

from collections.abc import Iterator

from engine.games.qin.captures import takings
from engine.games.qin.narrator import Story
from qin_core.qin import Event, Position
from qin_core.qin.board import LANE_BITS
from qin_core.qin.puzzles import gain, race, taking_back, winning_reply

_COUNTED = {"pagodas": gain, "race": race}


def title(start: Position, goal: str, solution: tuple[str, ...]) -> str:
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


def task(start: Position, goal: str, solution: tuple[str, ...], story: Story, seat: str) -> str:
    """Say what is at stake and what to do; `seat` is the colour of the player who is spoken to."""
    player, other = start.player_to_move, 3 - start.player_to_move
    values: dict[str, str | int] = {"other": story.name(other), "n": 0}
    stakes = story.say(
        "puzzle-race",
        n=start.pagodas_left(player),
        count=start.pagodas_left(other),
        player=story.name(other),
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
    return f"{stakes} {story.say(asked, **values)}"


def why(start: Position, goal: str, solution: tuple[str, ...], story: Story) -> str:
    """Say why the solution works: the deed that decides it, then what the other moves lack."""
    told = list(_deed(start, solution[0], story))
    return " ".join([*told[:1], _lacking(start, goal, solution, story)])


def _deed(start: Position, move: str, story: Story) -> Iterator[str]:
    """Explain what a placement does that isn't seen at once, the most telling first."""
    player, other = start.player_to_move, 3 - start.player_to_move
    after, events = start.apply(move)
    joined = [event for event in events if event.kind == "absorb"]
    if joined:
        ours, theirs = _joined(start, move)
        lost = start.pagodas_placed(other) - after.pagodas_placed(other)
        if joined[0].player != player:
            if lost > 0:
                yield story.say("puzzle-why-gift", player=story.name(other), n=lost)
        elif theirs:
            yield story.say("puzzle-why-join", n=ours, count=theirs, player=story.name(other))
    mine = [event for event in events if event.player == player]
    villages = [event.place for event in mine if event.kind in ("connect", "conquer")]
    places = [story.village_place(start, letter) for letter in villages]
    if len(villages) > 1:
        yield story.say("puzzle-why-two-villages", one=places[0], two=places[1])
    for event in mine:
        for letter, place in zip(villages, places, strict=True):
            counts = after.pagodas_beside(letter)
            if event.kind == "major" and _touches(after, event, letter) and counts[player - 1] == counts[other - 1] + 1:
                yield story.say("puzzle-why-fifth", place=place)
            if event.kind == "found" and _touches(after, event, letter):
                yield story.say("puzzle-why-village", place=place)
    if sum(event.kind == "found" for event in mine) == 2:
        yield story.say("puzzle-why-two")
    # An area that is founded as a major one has its event right after.
    grown = {event.place for event in mine if event.kind == "major"} - {
        event.place for event in mine if event.kind == "found"
    }
    if grown and any(event.kind == "found" for event in mine):
        yield story.say("puzzle-why-double")


def _lacking(start: Position, goal: str, solution: tuple[str, ...], story: Story) -> str:
    """Say what no other move does."""
    other = story.name(3 - start.player_to_move)
    if goal.startswith("winners"):
        return story.say("puzzle-why-win" if len(solution) == 1 else "puzzle-why-win-in-two", player=other)
    term, _, number = goal.partition(" and ")[0].partition(" ")
    ends = {str(move): start.play(move) for move in start.moves()}
    if goal.endswith("prevents-win"):
        reply = next(filter(None, map(winning_reply, _tempting(start, ends, solution[0]))), None)
        if reply is None:
            return story.say("coach-why-saves-win", player=other)
        return story.say("puzzle-why-stop", player=other, places=f" {story.say('and')} ".join(reply.squares))
    if term == "keeps":
        for after in _tempting(start, ends, solution[0]):
            reply = taking_back(start, after, int(number))
            for kind, place in takings(after, reply, start.player_to_move) if reply else ():
                if kind in ("village", "province"):
                    return story.say(f"puzzle-why-keeps-{kind}", player=other, place=place)
        return story.say("puzzle-why-keeps", player=other)
    count = _COUNTED[term]
    second = max(count(start, after) for move, after in ends.items() if move != solution[0])
    return story.say(f"puzzle-why-{term}", n=second, player=other)


def _tempting(start: Position, ends: dict[str, Position], solution: str) -> list[Position]:
    """List the positions after other moves, from the one that brings most pagodas on."""
    others = (after for move, after in ends.items() if move != solution)
    return sorted(others, key=lambda after: -gain(start, after))


def refutation(start: Position, goal: str, after: Position) -> str:
    """Find a reply that shows why a move misses its goal; empty if no reply is needed for that."""
    for term in goal.split(" and "):
        kind, _, number = term.partition(" ")
        reply = None
        if kind == "prevents-win":
            reply = winning_reply(after)
        elif kind == "keeps" and gain(start, after) >= int(number):
            reply = taking_back(start, after, int(number))
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
