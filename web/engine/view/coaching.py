"""What somebody at the reader's shoulder says: the comments of a guided game, the words of the coach."""

from typing import Any

from engine.coach import missed, question
from engine.lessons.guided import guide_of, remarks
from engine.model import Hint, Model
from engine.view.html import NOTHING, Html, button, join, text, words


def coach(model: Model) -> Html:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(model.game)
    if model.inert:
        return NOTHING
    if guide is None:
        return _question(model) or _missed(model)
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
    found = missed(model)
    if found is None:
        return NOTHING
    at = model.since - 1
    told = words(model, "coach-missed", better=better_move(model, at, found.best))
    return Html(f"<p>{told}</p>{button(model, 'visit', 'coach-show', value=f'{at} {found.best}')}")


def better_move(model: Model, at: int, move: Any) -> str:
    """Tell what another move in an earlier position would have done."""
    before = model.game.positions[at]
    return model.story.telling(str(move), " ".join(model.story.events(before.play(move), before.events(move))))


def why(model: Model, hint: Hint) -> str:
    """Say why a hint is good: what it does, and what the next player could take then."""
    after = model.position.play(hint.move)
    told = model.story.events(after, model.position.events(hint.move))
    if hint.answer:
        next_one = model.names[after.mover - 1]
        told = [*told, model.story.say(f"coach-answer-{hint.answer}", player=next_one, place=hint.place)]
    return " ".join(told)
