"""The window at the end of a game: who won and why, and how it came about."""

from collections.abc import Sequence

from engine import games as rooms
from engine.correspondence import view as sending
from engine.html import Html, button, text, window, words
from engine.session.match import Game
from engine.session.session import ANALYSIS, Judged, Model
from engine.ui.charts import curves
from engine.ui.coaching import what_it_does
from engine.ui.log import WORTH_SAYING
from engine.ui.progress import record_line

TURNING_POINTS = 3


def end(model: Model) -> Html:
    """Tell the result; show how it came about and what can be done next."""
    if model.winners is None:
        return window(model, "result", Html(f"<p>{words(model, 'still-running')}</p>"))
    # Who asks for the analysis finds it first.
    asked_for = model.analysis is not None or model.asked == ANALYSIS
    body = Html(
        f'<p class="result">{text(model.story.result(model.winners))}</p><p>{sending.how_it_ended(model)}</p>'
        + (_analysis(model) if asked_for else "")
        + record_line(model)
        + rooms.of(model).ending.summary(model)
        + ("" if asked_for else _analysis(model))
        + '<p class="row actions">'
        + sending.go_on_button(model)
        + button(model, "run", "replay", value="0")
        + button(model, "open", "share-short", value="share")
        + "</p>"
    )
    return window(model, "result", body, "broad")


def _analysis(model: Model) -> Html:
    """Draw the win chances over the turns, and list the turns that cost the most with what would have been better."""
    found = model.analysis
    if found is None and model.asked != ANALYSIS:
        return Html(f'<p class="row">{button(model, "analyse", "analyse")}</p>')
    heading = f"<h3>{words(model, 'analysis')}</h3>"
    share = found.progress if found else 0.0
    if share < 1:
        heading += f'<progress max="1" value="{share:.2f}" aria-label="{words(model, "analysis")}"></progress>'
    if found is None:
        return Html(heading)
    lines = {player: _smooth(found.turns, player, model.game) for player in model.game.now.players}
    drawn = Html(heading + curves(model, "analysis", lines, 100, 25))
    # How well everybody played can be said of the whole game only.
    return drawn if share < 1 else Html(drawn + _judgement(model, found.turns))


def _judgement(model: Model, turns: Sequence[Judged]) -> Html:
    """Say how well everybody played, and list the turns that cost the most."""
    costly = sorted(enumerate(turns, start=1), key=lambda item: -item[1].cost)[:TURNING_POINTS]
    items = "".join(
        f'<li><button type="button" data-action="visit" data-value="{number - 1} {turn.better}">'
        + _turning_point(model, number, turn)
        + "</button></li>"
        for number, turn in costly
        if turn.cost >= WORTH_SAYING
    )
    none = f"<li>{words(model, 'nothing-costly')}</li>"
    return Html(
        f"<p>{_accuracy(model, turns)}</p><h3>{words(model, 'turning-points')}</h3>"
        f'<ol class="costly">{items or none}</ol>'
    )


def _turning_point(model: Model, number: int, turn: Judged) -> Html:
    """Say what was played, what that cost, and what would have been better."""
    before, played = model.game.positions[number - 1], model.game.record.turns[number - 1].move
    who = model.names[before.mover - 1]
    moves = {"turn-played": played, "turn-better": turn.better}
    told = "".join(
        f"<span>{words(model, key, text=what_it_does(model, number - 1, move))}</span>" for key, move in moves.items()
    )
    heading = words(model, "costly-turn", n=number, player=who, share=round(100 * turn.cost))
    return Html(f"<strong>{heading}</strong>{told}")


def _accuracy(model: Model, turns: Sequence[Judged]) -> Html:
    """Say how much of their chances each player kept, turn by turn, on average."""
    kept: dict[int, list[float]] = {player: [] for player in model.game.now.players}
    for before, turn in zip(model.game.positions, turns, strict=False):
        kept[before.mover].append(turn.kept)
    shares = (
        f"{model.names[player - 1]} {words(model, 'percent', n=round(100 * sum(values) / len(values)))}"
        for player, values in kept.items()
        if values
    )
    return words(model, "accuracy", shares=", ".join(shares))


def _smooth(turns: Sequence[Judged], player: int, game: Game) -> list[float]:
    """Average a player's win chance over a round: it always looks best right after one's own move.

    Before the first turn all are equal, unless the game began from a position that somebody set up.
    """
    round_length, own = len(game.seats), [turn.chances[player - 1] for turn in turns]
    chances = [1 / round_length if "Date" in game.record.headers or not own else own[0]] * round_length + own
    rounds = (chances[at : at + round_length] for at in range(len(turns) + 1))
    return [100 * sum(values) / round_length for values in rounds]
