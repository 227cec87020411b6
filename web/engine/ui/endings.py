"""The window at the end of a game: who won and why, and how it came about."""

from collections.abc import Sequence

from engine.html import Markup, button, text, window, words
from engine.session.match import Match
from engine.session.page import Page
from engine.session.session import ANALYSIS, TurnReview
from engine.ui import correspondence as remote_view
from engine.ui.charts import curves
from engine.ui.coaching import what_it_does
from engine.ui.log import WORTH_SAYING
from engine.ui.progress import record_line

TURNING_POINTS = 3


def end(page: Page) -> Markup:
    """Tell the result; show how it came about and what can be done next."""
    if page.session.winners is None:
        return window(page, "result", Markup(f"<p>{words(page, 'still-running')}</p>"))
    # Who asks for the analysis finds it first.
    asked_for = page.session.analysis is not None or page.session.asked == ANALYSIS
    body = Markup(
        f'<p class="result">{text(page.session.narrator.result(page.session.winners))}</p>'
        f"<p>{remote_view.how_it_ended(page.session)}</p>"
        + (_analysis(page) if asked_for else "")
        + record_line(page)
        + page.ui.summary(page.session)
        + ("" if asked_for else _analysis(page))
        + '<p class="row actions">'
        + remote_view.go_on_button(page.session)
        + button(page, "run", "replay", value="0")
        + button(page, "open", "share-short", value="share")
        + "</p>"
    )
    return window(page, "result", body, "broad")


def _analysis(page: Page) -> Markup:
    """Draw the win chances over the turns, and list the turns that cost the most with what would have been better."""
    found = page.session.analysis
    if found is None and page.session.asked != ANALYSIS:
        return Markup(f'<p class="row">{button(page, "analyse", "analyse")}</p>')
    heading = f"<h3>{words(page, 'analysis')}</h3>"
    share = found.progress if found else 0.0
    if share < 1:
        heading += f'<progress max="1" value="{share:.2f}" aria-label="{words(page, "analysis")}"></progress>'
    if found is None:
        return Markup(heading)
    lines = {player: _smooth(found.turns, player, page.match) for player in page.match.now.players}
    drawn = Markup(heading + curves(page.session, "analysis", lines, 100, 25))
    # How well everybody played can be said of the whole game only.
    return drawn if share < 1 else Markup(drawn + _judgement(page, found.turns))


def _judgement(page: Page, turns: Sequence[TurnReview]) -> Markup:
    """Say how well everybody played, and list the turns that cost the most."""
    costly = sorted(enumerate(turns, start=1), key=lambda item: -item[1].cost)[:TURNING_POINTS]
    items = "".join(
        f'<li><button type="button" data-action="visit" data-value="{number - 1} {turn.better}">'
        + _turning_point(page, number, turn)
        + "</button></li>"
        for number, turn in costly
        if turn.cost >= WORTH_SAYING
    )
    none = f"<li>{words(page, 'nothing-costly')}</li>"
    return Markup(
        f"<p>{_accuracy(page, turns)}</p><h3>{words(page, 'turning-points')}</h3>"
        f'<ol class="costly">{items or none}</ol>'
    )


def _turning_point(page: Page, number: int, turn: TurnReview) -> Markup:
    """Say what was played, what that cost, and what would have been better."""
    before, played = page.match.positions[number - 1], page.match.record.turns[number - 1].move
    who = page.session.names[before.mover - 1]
    moves = {"turn-played": played, "turn-better": turn.better}
    told = "".join(
        f"<span>{words(page, key, text=what_it_does(page.session, number - 1, move))}</span>"
        for key, move in moves.items()
    )
    heading = words(page, "costly-turn", n=number, player=who, share=round(100 * turn.cost))
    return Markup(f"<strong>{heading}</strong>{told}")


def _accuracy(page: Page, turns: Sequence[TurnReview]) -> Markup:
    """Say how much of their chances each player kept, turn by turn, on average."""
    kept: dict[int, list[float]] = {player: [] for player in page.match.now.players}
    for before, turn in zip(page.match.positions, turns, strict=False):
        kept[before.mover].append(turn.kept)
    shares = (
        f"{page.session.names[player - 1]} {words(page, 'percent', n=round(100 * sum(values) / len(values)))}"
        for player, values in kept.items()
        if values
    )
    return words(page, "accuracy", shares=", ".join(shares))


def _smooth(turns: Sequence[TurnReview], player: int, game: Match) -> list[float]:
    """Average a player's win chance over a round: it always looks best right after one's own move.

    Before the first turn all are equal, unless the game began from a position that somebody set up.
    """
    round_length, own = len(game.seats), [turn.chances[player - 1] for turn in turns]
    chances = [1 / round_length if "Date" in game.record.headers or not own else own[0]] * round_length + own
    rounds = (chances[at : at + round_length] for at in range(len(turns) + 1))
    return [100 * sum(values) / round_length for values in rounds]
