"""The window at the end of a game: who won and why, and how it came about."""

from html import escape

from ui.ending import SOURCES, history, tally
from ui.html import button, window, words
from ui.model import Model

WIDTH, HEIGHT = 640, 220


def end(model: Model) -> str:
    """Tell the result; give the table, the chart and what can be done next."""
    if model.over is None:
        return window(model, "result", f"<p>{words(model, 'still-running')}</p>")
    story = model.story
    winners = story.all_names(model.over)
    key = "wins" if len(model.over) == 1 else "share-victory"
    last = model.game.now.left(model.over[0]) == 0
    why = "why-last-pagoda" if last else "why-most"
    more = model.game.planned > len(model.game.series.unused)
    body = (
        f'<p class="result">{words(model, key, players=winners)}</p>'
        f"<p>{words(model, why, players=winners, n=model.game.now.on_board(model.over[0]))}</p>"
        + _table(model)
        + f"<h3>{words(model, 'chart')}</h3>{_chart(model)}"
        + (_series(model) if model.game.planned > 1 else "")
        + '<p class="row">'
        + button(model, "next" if more else "rematch", "next" if more else "rematch", kind="primary")
        + button(model, "run", "replay", value="0")
        + button(model, "open", "share", value="share")
        + "</p>"
    )
    return window(model, "result", body, "broad")


def _table(model: Model) -> str:
    """Show for every player where the pagodas on the board came from."""
    table = tally(model.game.record)
    head = "".join(f'<th scope="col">{words(model, f"from-{source}")}</th>' for source in SOURCES)
    rows = "".join(
        f'<tr><th scope="row">{_player(model, player)}</th>'
        + "".join(f"<td>{sources[source] or '–'}</td>" for source in SOURCES)
        + f"<td><strong>{model.game.now.on_board(player)}</strong></td><td>{model.game.now.left(player)}</td></tr>"
        for player, sources in table.items()
    )
    return (
        f'<div class="scroll"><table><caption>{words(model, "how-it-came")}</caption><thead><tr><td></td>{head}'
        f'<th scope="col">{words(model, "on-board")}</th><th scope="col">{words(model, "left")}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _player(model: Model, player: int) -> str:
    return f'<span class="dot p{player}" aria-hidden="true"></span>{escape(model.names[player - 1])}'


def _chart(model: Model) -> str:
    """Draw the pagodas left over the turns, a line for each player."""
    lines = history(model.game.record)
    turns = max(1, len(model.game.record.turns))
    most = max(values[0] for values in lines.values()) or 1
    across, up = (WIDTH - 50) / turns, (HEIGHT - 40) / most
    steps = range(0, most + 1, 5)
    grid = "".join(
        f'<path class="rule" d="M40 {HEIGHT - 30 - step * up:.1f}H{WIDTH - 10}"/>'
        f'<text x="32" y="{HEIGHT - 25 - step * up:.1f}" text-anchor="end">{step}</text>'
        for step in steps
    )
    paths = "".join(
        f'<path class="line p{player}" d="M'
        + "L".join(f"{40 + at * across:.1f} {HEIGHT - 30 - left * up:.1f}" for at, left in enumerate(values))
        + '"/>'
        for player, values in lines.items()
    )
    label = words(model, "chart")
    key = "".join(f"<li>{_player(model, player)}</li>" for player in lines)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{grid}{paths}'
        f'<text x="{WIDTH - 10}" y="{HEIGHT - 8}" text-anchor="end">{words(model, "n-turns", n=turns)}</text></svg>'
        f'<ul class="legend">{key}</ul>'
    )


def _series(model: Model) -> str:
    """Show the unused pagodas game by game, and who leads (Q25)."""
    series = model.game.series
    head = "".join(f'<th scope="col">{_player(model, player)}</th>' for player in model.game.now.players)
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
    return (
        f'<div class="scroll"><table><caption>{words(model, "series-table")}</caption><thead><tr><td></td>{head}</tr>'
        f'</thead><tbody>{rows}<tr><th scope="row">{words(model, "total")}</th>{totals}</tr></tbody></table></div>'
        f"<p>{leaders}</p>"
    )
