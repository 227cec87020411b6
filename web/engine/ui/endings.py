"""The dialog of a finished match: result, tables, analysis."""

from collections.abc import Sequence

from engine.games.ai_tasks import COSTLY_LOSS
from engine.html import NOTHING, Markup, button, dialog_body, join, text, translate
from engine.session import ANALYSIS, Analysis, TurnReview
from engine.session.match import Match
from engine.session.page import Page
from engine.ui import correspondence as correspondence_view
from engine.ui.coaching import join_sentences, reasons_for, shortcoming, what_it_does
from engine.ui.results import new_results
from engine.ui.widgets import line_chart

TURNING_POINTS = 3
SHOWN_IN_SECONDS = 90
"""The longest remaining time of an analysis that is written in seconds."""


def ending(page: Page) -> Markup:
    """Draw the dialog: result, tables, charts, analysis, next steps."""
    if page.session.winners is None:
        return dialog_body(page, "result", Markup(f"<p>{translate(page, 'still-running')}</p>"))
    result = Markup(
        f'<p class="result">{text(page.session.narrator.result(page.session.winners))}</p>'
        f"<p>{correspondence_view.how_it_ended(page.session)}</p>{new_results(page)}{page.ui.summary(page.session)}"
    )
    analysed = page.session.analysis is not None or page.session.request == ANALYSIS
    if analysed:
        summary = Markup(f"<summary>{translate(page, 'details')}</summary>")
        content = Markup(f'{_analysis(page)}<details data-key="details">{summary}{result}</details>')
    else:
        content = Markup(f'{result}<p class="row">{button(page, "analyse", "analyse")}</p>')
    body = Markup(
        f'{content}<p class="row actions">'
        + correspondence_view.next_match_button(page.session)
        + button(page, "replay", "replay", value="0")
        + button(page, "open", "share-short", value="share")
        + "</p>"
    )
    return dialog_body(page, "analysis-title" if analysed else "result", body, "large")


def _analysis(page: Page) -> Markup:
    """Draw the costliest turns with better moves, the accuracy, and the win chances over the turns so far."""
    analysis = page.session.analysis
    progress = analysis.progress if analysis else 0.0
    turns = analysis.turns if analysis else ()
    running = NOTHING
    if progress < 1:
        running = Markup(
            f'<progress max="1" value="{progress:.2f}" aria-label="{translate(page, "analysis")}"></progress>'
            f'<p class="quiet left-over">{_time_left(page, analysis)}</p>'
        )
    lines = {player: _smooth(turns, player, page.match) for player in page.match.latest.players}
    heading = Markup(f"<h3>{translate(page, 'analysis')}</h3>")
    chart = line_chart(page.session, "analysis", lines, 100, 25)
    complete = progress == 1
    accuracy = Markup(f"<p>{_accuracy(page, turns)}</p>") if complete else NOTHING
    return Markup(f"{running}{_turning_points(page, turns, complete)}{accuracy}{heading}{chart}")


def _time_left(page: Page, analysis: Analysis | None) -> Markup:
    """Write the remaining time of the analysis, in steps of five seconds, or in minutes."""
    left = analysis.seconds_left if analysis else None
    if left is None:
        return translate(page, "analysis-runs")
    if left > SHOWN_IN_SECONDS:
        return translate(page, "analysis-left-minutes", n=round(left / 60))
    return translate(page, "analysis-left", n=max(5, 5 * round(left / 5)))


def _turning_points(page: Page, turns: Sequence[TurnReview], complete: bool) -> Markup:
    """List the costliest of the analysed turns, those of the people at this device first."""
    reviews = dict(enumerate(turns, start=1))

    def order(number: int) -> tuple[bool, float]:
        player = page.match.positions[number - 1].player_to_move
        return player not in page.match.people, -reviews[number].cost

    costly = (number for number, review in reviews.items() if review.cost >= COSTLY_LOSS)
    items = join(
        Markup(
            f'<li><button type="button" data-action="visit"'
            f' data-value="{number - 1} {text(str(reviews[number].better_move))}">'
            f"{_turning_point(page, number, reviews[number])}</button></li>"
        )
        for number in sorted(costly, key=order)[:TURNING_POINTS]
    )
    none = Markup(f'<li class="quiet">{translate(page, "nothing-costly" if complete else "no-turning-point")}</li>')
    return Markup(f'<h3>{translate(page, "turning-points")}</h3><ol class="costly">{items or none}</ol>')


def _turning_point(page: Page, number: int, turn: TurnReview) -> Markup:
    """Describe a turn, its cost, and a better move."""
    session, ply = page.session, number - 1
    player, played = page.match.positions[ply].player_to_move, page.match.record.turns[ply].move
    # Reasons address the user, so they would be wrong for turns of other players.
    own = page.match.solo and player in page.match.people
    drawback = shortcoming(session, ply, turn.allows, turn.reasons) if own else ""
    moves = {
        "turn-played": join_sentences(what_it_does(session, ply, played), drawback),
        "turn-better": reasons_for(session, ply, turn.better_move, turn.reasons if own else ()),
    }
    lines = join(Markup(f"<span>{translate(page, key, text=move)}</span>") for key, move in moves.items())
    heading = translate(page, "costly-turn", n=number, player=session.names[player - 1], share=round(100 * turn.cost))
    return Markup(f"<strong>{heading}</strong>{lines}")


def _accuracy(page: Page, turns: Sequence[TurnReview]) -> Markup:
    accuracies: dict[int, list[float]] = {player: [] for player in page.match.latest.players}
    for before, turn in zip(page.match.positions, turns, strict=False):
        accuracies[before.player_to_move].append(turn.accuracy)
    shares = (
        f"{page.session.names[player - 1]} {translate(page, 'percent', n=round(100 * sum(values) / len(values)))}"
        for player, values in accuracies.items()
        if values
    )
    return translate(page, "accuracy", shares=", ".join(shares))


def _smooth(turns: Sequence[TurnReview], player: int, match: Match) -> list[float]:
    """Average a player's win chance over each round, because it is highest right after the player's own move.

    Before the first turn, all chances are equal unless the match started from a set-up position.
    """
    round_length, own = len(match.seats), [turn.chances[player - 1] for turn in turns]
    chances = [1 / round_length if "Date" in match.record.headers or not own else own[0]] * round_length + own
    rounds = (chances[at : at + round_length] for at in range(len(turns) + 1))
    return [100 * sum(values) / round_length for values in rounds]
