"""The log: every turn in words and in notation."""

from functools import lru_cache
from typing import Any

from engine.html import NOTHING, Html, text, words
from engine.session.match import Game
from engine.session.narrator import AnyStory
from engine.session.session import Model

WORTH_SAYING = 0.05
"""What a turn must have cost at least, as a share of the win chance, to be marked."""


def log(model: Model) -> Html:
    """List all turns, the latest first; each leads to its position."""
    game, items = model.game, []
    for number in range(len(game.record.turns), 0, -1):
        mover, move = game.positions[number - 1].mover, game.record.turns[number - 1].move
        current = ' aria-current="step"' if number == model.shown else ""
        items.append(
            f'<li data-key="{number}"><button type="button" data-action="look" data-value="{number}"{current}>'
            f'<span class="turn-number">{number}</span><span class="dot p{mover}" aria-hidden="true"></span>'
            f"<span>{text(tell_turn(model.story, game, number))}"
            f" <code>{text(str(move))}</code>{_cost(model, number)}</span></button></li>"
        )
    if not items:
        items.append(f'<li class="quiet">{words(model, "log-empty")}</li>')
    return Html(f"<h2>{words(model, 'log')}</h2><ol>{''.join(items)}</ol>")


def _cost(model: Model, number: int) -> Html:
    """Say what a turn cost its player, if that was a lot."""
    if model.analysis is None or number > len(model.analysis.turns):
        return NOTHING
    cost = model.analysis.turns[number - 1].cost
    if cost < WORTH_SAYING:
        return NOTHING
    return Html(f' <em class="cost">−{words(model, "percent", n=round(100 * cost))}</em>')


def latest(model: Model) -> Html:
    """Tell the turn that led to the position that is shown: escaped."""
    return Html(text(latest_turn(model)))


def turns_since(model: Model) -> list[Html]:
    """Tell every turn since the last one of the player whose turn it is."""
    game = model.game
    return [text(tell_turn(model.story, game, at + 1)) for at in range(model.since, model.shown)]


def latest_turn(model: Model) -> str:
    """Tell the turn that led to the position that is shown."""
    return tell_turn(model.story, model.game, model.shown) if model.shown else ""


def tell_turn(story: AnyStory, game: Game, number: int) -> str:
    """Tell a turn of a game by its number, from 1."""
    return _turn(story, *map(_Same, (*game.positions[number - 1 : number + 1], game.record.turns[number - 1])))


class _Same:
    """Something compared by identity: quick to look up, because the log asks for every turn at every redraw."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


@lru_cache(maxsize=512)
def _turn(story: AnyStory, before: _Same, after: _Same, turn: _Same) -> str:
    return " ".join(story.turn(before.value, after.value, turn.value.move, turn.value.events))
