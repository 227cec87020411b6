"""The log: every turn in words and in notation."""

from functools import lru_cache

from engine.model import Model
from engine.story import AnyStory
from engine.view.html import NOTHING, Html, text, words
from qin_core.playing import AnyPosition

WORTH_SAYING = 0.05
"""What a turn must have cost at least, as a share of the win chance, to be marked."""


def log(model: Model) -> Html:
    """List all turns, the latest first; each leads to its position."""
    game, items = model.game, []
    for number in range(len(game.record.turns), 0, -1):
        before, after = game.positions[number - 1], game.positions[number]
        move = game.record.turns[number - 1].move
        current = ' aria-current="step"' if number == model.shown else ""
        items.append(
            f'<li data-key="{number}"><button type="button" data-action="look" data-value="{number}"{current}>'
            f'<span class="turn-number">{number}</span><span class="dot p{before.mover}" aria-hidden="true"></span>'
            f"<span>{text(_turn(model.story, _Same(before), _Same(after), move))}"
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
    return Html(f' <em class="cost">−{round(100 * cost)} %</em>' if cost >= WORTH_SAYING else "")


def latest(model: Model) -> Html:
    """Tell the turn that led to the position that is shown: escaped."""
    return Html(text(latest_turn(model)))


def turns_since(model: Model) -> list[Html]:
    """Tell every turn since the last one of the player whose turn it is."""
    game = model.game
    return [
        text(_turn(model.story, _Same(game.positions[at]), _Same(game.positions[at + 1]), game.record.turns[at].move))
        for at in range(model.since, model.shown)
    ]


def latest_turn(model: Model) -> str:
    """Tell the turn that led to the position that is shown."""
    if not model.shown:
        return ""
    before, after = model.game.positions[model.shown - 1 : model.shown + 1]
    move = model.game.record.turns[model.shown - 1].move
    return _turn(model.story, _Same(before), _Same(after), move)


class _Same:
    """A position compared by identity: quick to look up, because the log asks for every turn at every redraw."""

    __slots__ = ("position",)

    def __init__(self, position: AnyPosition) -> None:
        self.position = position

    def __hash__(self) -> int:
        return id(self.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.position is self.position


@lru_cache(maxsize=512)
def _turn(story: AnyStory, before: _Same, after: _Same, move: object) -> str:
    return " ".join(story.turn(before.position, after.position, move))
