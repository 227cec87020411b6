"""The dialog of a finished match: result, tables, analysis."""

from collections.abc import Sequence

from engine.html import NOTHING, Markup, button, dialog_body, join, text, translate
from engine.session import ANALYSIS, Analysis, TurnReview
from engine.session.match import Match
from engine.session.page import Page
from engine.ui import correspondence as correspondence_view
from engine.ui.coaching import join_sentences, reasons_for, shortcoming, what_it_does
from engine.ui.log import COSTLY
from engine.ui.results import new_results
from engine.ui.widgets import curves

TURNING_POINTS = 3


def end(page: Page) -> Markup:
    """Show the result, tables and charts, and what to do next."""
    if page.session.winners is None:
        return dialog_body(page, "result", Markup(f"<p>{translate(page, 'still-running')}</p>"))
    # A requested analysis comes first.
    for_query = page.session.analysis is not None or page.session.request == ANALYSIS
    body = Markup(
        f'<p class="result">{text(page.session.narrator.result(page.session.winners))}</p>'
        f"<p>{correspondence_view.how_it_ended(page.session)}</p>"
        + (_analysis(page) if for_query else "")
        + new_results(page)
        + page.ui.summary(page.session)
        + ("" if for_query else _analysis(page))
        + '<p class="row actions">'
        + correspondence_view.next_match_button(page.session)
        + button(page, "replay", "replay", value="0")
        + button(page, "open", "share-short", value="share")
        + "</p>"
    )
    return dialog_body(page, "result", body, "broad")


def _analysis(page: Page) -> Markup:
    """Draw the costliest turns with better moves, the accuracy, and the win chances over the turns."""
    analysis = page.session.analysis
    if analysis is None and page.session.request != ANALYSIS:
        return Markup(f'<p class="row">{button(page, "analyse", "analyse")}</p>')
    heading = Markup(f"<h3>{translate(page, 'analysis')}</h3>")
    share = analysis.progress if analysis else 0.0
    if share < 1:
        heading = Markup(
            heading + f'<progress max="1" value="{share:.2f}" aria-label="{translate(page, "analysis")}"></progress>'
            f'<p class="quiet left-over">{_time_left(page, analysis)}</p>'
        )
    if analysis is None:
        return Markup(heading)
    lines = {player: _smooth(analysis.turns, player, page.match) for player in page.match.latest.players}
    drawn = curves(page.session, "analysis", lines, 100, 25)
    # The accuracy needs a complete analysis.
    accuracy = Markup(f"<p>{_accuracy(page, analysis.turns)}</p>") if share == 1 else NOTHING
    return Markup(f"{heading}{_turning_points(page, analysis.turns, share == 1)}{accuracy}{drawn}")


def _time_left(page: Page, analysis: Analysis | None) -> Markup:
    """Write the remaining time of the analysis, in steps of five seconds."""
    left = analysis.seconds_left if analysis else None
    if left is None:
        return translate(page, "analysis-runs")
    return translate(page, "analysis-left", n=max(5, 5 * round(left / 5)))


def _turning_points(page: Page, turns: Sequence[TurnReview], complete: bool) -> Markup:
    """List the costliest of the analysed turns, those of the people at this device first."""

    def order(point: tuple[int, TurnReview]) -> tuple[bool, float]:
        number, turn = point
        return page.match.positions[number - 1].player_to_move not in page.match.people, -turn.cost

    costly = (point for point in enumerate(turns, start=1) if point[1].cost >= COSTLY)
    items = join(
        Markup(
            f'<li><button type="button" data-action="visit" data-value="{number - 1} {text(str(turn.better_move))}">'
            + _turning_point(page, number, turn)
            + "</button></li>"
        )
        for number, turn in sorted(costly, key=order)[:TURNING_POINTS]
    )
    if not items and not complete:
        return NOTHING
    none = Markup(f"<li>{translate(page, 'nothing-costly')}</li>")
    return Markup(f'<h3>{translate(page, "turning-points")}</h3><ol class="costly">{items or none}</ol>')


def _turning_point(page: Page, number: int, turn: TurnReview) -> Markup:
    """Describe a turn, its cost, and a better move."""
    before, played = page.match.positions[number - 1], page.match.record.turns[number - 1].move
    who = page.session.names[before.player_to_move - 1]
    session, ply = page.session, number - 1
    # Reasons address the user, so they would be wrong for turns of other players.
    own = page.match.solo and before.player_to_move in page.match.people
    lacks = shortcoming(session, ply, turn.allows, turn.reasons) if own else ""
    moves = {
        "turn-played": join_sentences(what_it_does(session, ply, played), lacks),
        "turn-better": reasons_for(session, ply, turn.better_move, turn.reasons if own else ()),
    }
    lines = join(Markup(f"<span>{translate(page, key, text=move)}</span>") for key, move in moves.items())
    heading = translate(page, "costly-turn", n=number, player=who, share=round(100 * turn.cost))
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
