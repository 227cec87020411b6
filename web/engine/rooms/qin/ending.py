"""How a game of Qin came out: who won and why, where the pagodas came from, the series."""

from engine.rooms.qin import recap
from engine.rooms.qin.model import Model
from engine.rooms.qin.tally import SOURCES, history, standing, tally
from engine.view.charts import curves, heads
from engine.view.html import Html, text, words
from qin_core.outcome import Reason


def why(model: Model) -> Html:
    """Say why the game is over."""
    now = model.game.now
    outcome = now.outcome()
    if outcome is None:
        return Html("")
    winners = outcome.winners
    key = "why-last-pagoda" if outcome.reason is Reason.LAST_PAGODA else "why-most"
    return text(model.story.about(key, *winners, pagodas=now.on_board(winners[0]), n=len(winners)))


def margin(model: Model) -> str:
    """Say by how much the winner is ahead of the next; nothing where the victory is shared."""
    now, winners = model.game.now, model.winners or ()
    others = [player for player in now.players if player not in winners]
    if len(winners) != 1 or not others:
        return ""
    second = min(others, key=now.left)
    return model.story.about("margin", second, n=now.left(second) - now.left(winners[0]))


def in_full(model: Model) -> Html:
    """Say why the game is over, and by how much it was won."""
    outcome, now = model.game.now.outcome(), model.game.now
    if outcome is None or outcome.reason is not Reason.LAST_PAGODA:
        return Html(f"{why(model)} {text(margin(model))}")
    ahead = min(now.left(player) for player in now.players if player not in outcome.winners)
    return text(model.story.about("why-last-pagoda-by", *outcome.winners, n=ahead)) if ahead else why(model)


def highlight(model: Model) -> tuple[int, str] | None:
    """Find the turn that changed the race the most, by its number, and sum up what it did."""
    positions = model.game.positions

    def swing(number: int) -> int:
        before, after = positions[number - 1 : number + 1]
        return sum(abs(before.left(player) - after.left(player)) for player in before.players)

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
    table, now = tally(model.game), model.game.now
    rows = [(f"from-{source}", [_number(sources[source]) for sources in table.values()]) for source in SOURCES]
    if not any(sources["given"] for sources in table.values()):
        del rows[0]
    rows.append(("on-board", [Html(f"<strong>{standing(now, player)}</strong>") for player in now.players]))
    rows.append(("left", [Html(str(now.left(player))) for player in now.players]))
    body = "".join(
        f'<tr><th scope="row">{words(model, key)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for key, cells in rows
    )
    return Html(
        f"<table><caption>{words(model, 'how-it-came')}</caption><thead>{heads(model)}</thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _number(count: int) -> Html:
    """Write a number for a table: with a proper minus, nothing as a dash."""
    return Html(str(count).replace("-", "−") if count else "–")


def _series(model: Model) -> Html:
    """Show the unused pagodas game by game, and who leads (Q25)."""
    series = model.game.series
    rows = "".join(
        f'<tr><th scope="row">{words(model, "game-number", n=number)}</th>'
        + "".join(f"<td>{unused}</td>" for unused in game)
        + "</tr>"
        for number, game in enumerate(series.unused, start=1)
    )
    totals = "".join(f"<td><strong>{total}</strong></td>" for total in series.totals())
    done = len(series.unused) >= model.game.planned
    key = "series-won" if done else "series-leads"
    leaders = words(model, key, players=model.story.all_names(series.winners()))
    return Html(
        f"<table><caption>{words(model, 'series-table')}</caption><thead>{heads(model)}</thead>"
        f'<tbody>{rows}<tr><th scope="row">{words(model, "total")}</th>{totals}</tr></tbody></table>'
        f"<p>{leaders}</p>"
    )
