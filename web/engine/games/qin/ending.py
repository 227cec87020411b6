"""How a game of Qin came out: who won and why, where the pagodas came from, the series."""

from engine.games.qin import gains as recap
from engine.games.qin.session import Model
from engine.games.qin.tally import SOURCES, history, standing, tally
from engine.html import Html, text, words
from engine.ui.charts import curves, table
from qin_core.qin.events import OutcomeReason


def why(model: Model) -> Html:
    """Say why the game is over."""
    now = model.game.now
    outcome = now.outcome()
    if outcome is None:
        return Html("")
    winners = outcome.winners
    key = "why-last-pagoda" if outcome.reason is OutcomeReason.LAST_PAGODA else "why-most"
    return text(model.story.about(key, *winners, pagodas=now.pagodas_placed(winners[0]), n=len(winners)))


def margin(model: Model) -> str:
    """Say by how much the winner is ahead of the next; nothing where the victory is shared."""
    now, winners = model.game.now, model.winners or ()
    others = [player for player in now.players if player not in winners]
    if len(winners) != 1 or not others:
        return ""
    second = min(others, key=now.pagodas_left)
    return model.story.about("margin", second, n=now.pagodas_left(second) - now.pagodas_left(winners[0]))


def in_full(model: Model) -> Html:
    """Say why the game is over, and by how much it was won."""
    outcome, now = model.game.now.outcome(), model.game.now
    if outcome is None or outcome.reason is not OutcomeReason.LAST_PAGODA:
        return Html(f"{why(model)} {text(margin(model))}")
    ahead = min(now.pagodas_left(player) for player in now.players if player not in outcome.winners)
    return text(model.story.about("why-last-pagoda-by", *outcome.winners, n=ahead)) if ahead else why(model)


def highlight(model: Model) -> tuple[int, str] | None:
    """Find the turn that changed the race the most, by its number, and sum up what it did."""
    positions = model.game.positions

    def swing(number: int) -> int:
        before, after = positions[number - 1 : number + 1]
        return sum(abs(before.pagodas_left(player) - after.pagodas_left(player)) for player in before.players)

    best = max(range(1, len(positions)), key=lambda number: (swing(number), number), default=0)
    told = recap.changes(model, *positions[best - 1 : best + 1]) if best else ""
    return (best, told) if told else None


def summary(model: Model) -> Html:
    """Give the table, the chart and the standing of the series."""
    lines = history(model.game)
    most = max(max(values) for values in lines.values()) or 1
    return Html(
        _table(model)
        + f"<h3>{words(model, 'chart')}</h3>{curves(model, 'chart', lines, most, 5)}"
        + (_series(model) if model.game.planned > 1 and model.game.series.unused else "")
    )


def _table(model: Model) -> Html:
    """Show for every player where the pagodas on the board came from; a column each, which fits a phone."""
    counted, now = tally(model.game).values(), model.game.now
    rows = [(f"from-{source}", [_number(sources[source]) for sources in counted]) for source in SOURCES]
    if not any(sources["given"] for sources in counted):
        del rows[0]
    rows.append(("on-board", [_total(standing(now, player)) for player in now.players]))
    rows.append(("left", [Html(str(now.pagodas_left(player))) for player in now.players]))
    return table(model, "how-it-came", ((words(model, key), cells) for key, cells in rows))


def _number(count: int) -> Html:
    """Write a number for a table: with a proper minus, nothing as a dash."""
    return Html(str(count).replace("-", "−") if count else "–")


def _total(count: int) -> Html:
    return Html(f"<strong>{count}</strong>")


def _series(model: Model) -> Html:
    """Show the unused pagodas game by game, and who leads (Q25)."""
    series = model.game.series
    rows = [(words(model, "game-number", n=number), game) for number, game in enumerate(series.unused, start=1)]
    totals = words(model, "total"), map(_total, series.totals())
    key = "series-won" if len(series.unused) >= model.game.planned else "series-leads"
    leaders = words(model, key, players=model.story.all_names(series.winners()))
    return Html(f"{table(model, 'series-table', [*rows, totals])}<p>{leaders}</p>")
