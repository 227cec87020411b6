"""The advice beside the board: the comments of a guided game, the words of the coach."""

from typing import Any

from engine.html import NOTHING, Html, button, join, text, words
from engine.lessons.guided import guide_of, remarks
from engine.session import links
from engine.session.coach import missed, question
from engine.session.session import Hint, Model
from engine.ui.progress import day_of

HARMLESS = "none"
"""The reason that nobody can take anything in reply."""


def coach(model: Model) -> Html:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(model.game)
    if model.inert:
        return NOTHING
    if guide is None:
        return _question(model) or _missed(model) or _way_back(model) or _day(model)
    moves = [str(turn.move) for turn in model.game.record.turns[: model.shown]]
    said = join(Html(f"<p>{text(told)}</p>") for told in remarks(guide, moves, model.language))
    over = model.winners is not None and model.live
    # The banner over the board offers the same.
    return Html(f'{said}<p class="row">{ways_on(model)}</p>') if over and not model.banner else said


def ways_on(model: Model) -> Html:
    """Lead on from a guided game that is over: to a real one, and to the puzzles."""
    address = text(model.site + links.learn(model.game.room, model.language) + links.PUZZLES)
    puzzles = f'<a class="button" href="{address}">{words(model, "guide-puzzles")}</a>' if model.site else ""
    return Html(button(model, "open", "guide-real-game", value="new", kind="primary") + puzzles)


def _question(model: Model) -> Html:
    """Ask before a move that gives something away."""
    lets = question(model)
    if lets is None or model.ghost is None:
        return NOTHING
    taker = model.names[model.game.now.play(model.ghost).mover - 1]
    return Html(f"<p>{words(model, f'coach-lets-{lets[0]}', player=taker, place=lets[1])}</p>")


def _missed(model: Model) -> Html:
    """Tell of a turn that missed something much better, and offer to show it."""
    found = None if model.hints else missed(model)
    if found is None:
        return NOTHING
    at = model.since - 1
    told = words(model, "coach-missed", better=what_it_does(model, at, found.best))
    return Html(f"<p>{told}</p>{button(model, 'visit', 'coach-show', value=f'{at} {found.best}')}")


def _way_back(model: Model) -> Html:
    """Lead back from what is tried to the game that was analysed."""
    if model.analysed is None:
        return NOTHING
    return button(model, "back-to-analysis", "back-to-analysis")


def _day(model: Model) -> Html:
    """Say before somebody's first turn that this is the deal of the day."""
    told = day_of(model.game, model.language) if not model.since else ""
    return Html(f"<p>{words(model, 'deal-for-all', deal=told)}</p>") if told else NOTHING


def what_it_does(model: Model, at: int, move: Any) -> str:
    """Name a move in a position by its number, and tell what it does or would have done."""
    gist = [] if str(move) == "pass" else model.story.gist(*model.game.positions[at].apply(move))
    return " ".join([f"{model.story.naming(move)}.", *gist])


def why(model: Model, hint: Hint) -> str:
    """Say why a hint is good: what it does, and what else speaks for it."""
    after, events = model.position.apply(hint.move)
    next_one = model.names[after.mover - 1]
    # What is said of every hint tells none of them from the others.
    dull = set[str]() if any((HARMLESS, "") not in each.reasons for each in model.hints) else {HARMLESS}
    told = [
        model.story.say(f"coach-why-{kind}", player=next_one, place=place, n=int(place) if place.isdigit() else 0)
        for kind, place in hint.reasons
        if kind not in dull
    ]
    # That nothing happens is no reason; only where there is no other word it is said.
    return " ".join([*(model.story.gist(after, events) if events or not told else ()), *told])
