"""What somebody at the reader's shoulder says: the comments of a guided game, the words of the coach."""

from typing import Any

from engine.coach import missed, question
from engine.lessons.guided import guide_of, remarks
from engine.model import Hint, Model
from engine.view.html import NOTHING, Html, button, join, text, words
from engine.view.progress import day_of


def coach(model: Model) -> Html:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(model.game)
    if model.inert:
        return NOTHING
    if guide is None:
        return _question(model) or _missed(model) or _way_back(model) or _day(model)
    moves = [str(turn.move) for turn in model.game.record.turns[: model.shown]]
    return join(Html(f"<p>{text(said)}</p>") for said in remarks(guide, moves, model.language))


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
    before = model.game.positions[at]
    gist = [] if str(move) == "pass" else model.story.gist(before.play(move), before.events(move))
    return " ".join([f"{model.story.naming(move)}.", *gist])


def why(model: Model, hint: Hint) -> str:
    """Say why a hint is good: what it does, and what else speaks for it."""
    events = model.position.events(hint.move)
    after = model.position.play(hint.move)
    next_one = model.names[after.mover - 1]
    told = [
        model.story.say(f"coach-why-{kind}", player=next_one, place=place, n=int(place) if place.isdigit() else 0)
        for kind, place in hint.reasons
    ]
    # That nothing happens is no reason; only where there is no other word it is said.
    return " ".join([*(model.story.gist(after, events) if events or not told else ()), *told])
