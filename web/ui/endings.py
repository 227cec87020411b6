"""The window at the end of a game: who won and why, and how it came about."""

from collections.abc import Mapping, Sequence
from html import escape

from ui.ending import SOURCES, history, tally
from ui.html import button, window, words
from ui.log import WORTH_SAYING
from ui.model import Judged, Model

WIDTH, HEIGHT = 640, 220
MOST_COSTLY = 5


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
        + _analysis(model)
        + '<p class="row">'
        + button(model, "next" if more else "rematch", "next" if more else "rematch", kind="primary")
        + button(model, "run", "replay", value="0")
        + button(model, "open", "share", value="share")
        + "</p>"
    )
    return window(model, "result", body, "broad")


def _table(model: Model) -> str:
    """Show for every player where the pagodas on the board came from; a column each, which fits a phone."""
    table, now = tally(model.game.record), model.game.now
    rows = [(f"from-{source}", [_number(sources[source]) for sources in table.values()]) for source in SOURCES]
    rows.append(("on-board", [f"<strong>{now.on_board(player)}</strong>" for player in now.players]))
    rows.append(("left", [str(now.left(player)) for player in now.players]))
    body = "".join(
        f'<tr><th scope="row">{words(model, key)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for key, cells in rows
    )
    return (
        f"<table><caption>{words(model, 'how-it-came')}</caption><thead>{_heads(model)}</thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _number(count: int) -> str:
    """Write a number for a table: with a proper minus, nothing as a dash."""
    return str(count).replace("-", "−") if count else "–"


def _heads(model: Model) -> str:
    names = "".join(f'<th scope="col">{_player(model, player)}</th>' for player in model.game.now.players)
    return f"<tr><td></td>{names}</tr>"


def _player(model: Model, player: int) -> str:
    return f'<span class="dot p{player}" aria-hidden="true"></span>{escape(model.names[player - 1])}'


def _chart(model: Model) -> str:
    """Draw the pagodas left over the turns, a line for each player."""
    lines = history(model.game.record)
    return _curves(model, "chart", lines, max(values[0] for values in lines.values()) or 1, 5)


def _curves(model: Model, label: str, lines: Mapping[int, Sequence[float]], most: int, step: int) -> str:
    """Draw a line for each player over the turns."""
    turns = max(1, len(model.game.record.turns))
    across, up = (WIDTH - 50) / turns, (HEIGHT - 40) / most
    grid = "".join(
        f'<path class="rule" d="M40 {HEIGHT - 30 - at * up:.1f}H{WIDTH - 10}"/>'
        f'<text x="32" y="{HEIGHT - 25 - at * up:.1f}" text-anchor="end">{at}</text>'
        for at in range(0, most + 1, step)
    )
    paths = "".join(
        f'<path class="line p{player}" d="M'
        + "L".join(f"{40 + at * across:.1f} {HEIGHT - 30 - value * up:.1f}" for at, value in enumerate(values))
        + '"/>'
        for player, values in lines.items()
    )
    key = "".join(f"<li>{_player(model, player)}</li>" for player in lines)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words(model, label)}">{grid}{paths}'
        f'<text x="{WIDTH - 10}" y="{HEIGHT - 8}" text-anchor="end">{words(model, "n-turns", n=turns)}</text></svg>'
        f'<ul class="legend">{key}</ul>'
    )


def _analysis(model: Model) -> str:
    """Draw the win chances over the turns, and list the turns that cost the most with what would have been better."""
    found = model.analysis
    if found is None:
        return f'<p class="row">{button(model, "analyse", "analyse")}</p>'
    bar = f'<progress max="1" value="{found.progress:.2f}" aria-label="{words(model, "analysis")}"></progress>'
    lines = {player: _smooth(found.turns, player, len(model.names)) for player in model.game.now.players}
    costly = sorted(enumerate(found.turns, start=1), key=lambda item: -item[1].cost)[:MOST_COSTLY]
    items = "".join(
        f'<li><button type="button" data-action="visit" data-value="{number - 1}">'
        + words(
            model,
            "costly-turn",
            n=number,
            player=model.names[model.game.positions[number - 1].mover - 1],
            share=round(100 * turn.cost),
            better=_better(model, number, turn.better),
        )
        + "</button></li>"
        for number, turn in costly
        if turn.cost >= WORTH_SAYING
    )
    none = f"<li>{words(model, 'nothing-costly')}</li>"
    return (
        f"<h3>{words(model, 'analysis')}</h3>{bar if found.progress < 1 else ''}"
        f'{_curves(model, "analysis", lines, 100, 25)}<ol class="costly">{items or none}</ol>'
    )


def _smooth(turns: Sequence[Judged], player: int, round_length: int) -> list[float]:
    """Average a player's win chance over a round: it always looks best right after one's own move."""
    chances = [1 / round_length] * round_length + [turn.chances[player - 1] for turn in turns]
    rounds = (chances[at : at + round_length] for at in range(len(turns) + 1))
    return [100 * sum(values) / round_length for values in rounds]


def _better(model: Model, number: int, move: str) -> str:
    """Tell what the better move would have done."""
    before = model.game.positions[number - 1]
    return f"{move}: {' '.join(model.story.events(before.play(move), before.events(move)))}"


def _series(model: Model) -> str:
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
    return (
        f"<table><caption>{words(model, 'series-table')}</caption><thead>{_heads(model)}</thead>"
        f'<tbody>{rows}<tr><th scope="row">{words(model, "total")}</th>{totals}</tr></tbody></table>'
        f"<p>{leaders}</p>"
    )
