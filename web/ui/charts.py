"""Curves over the turns of a game, a line for each player."""

from collections.abc import Mapping, Sequence
from html import escape

from ui.html import words
from ui.model import Model

WIDTH, HEIGHT = 640, 220


def heads(model: Model) -> str:
    """Head a table's columns with the players."""
    names = "".join(f'<th scope="col">{_player(model, player)}</th>' for player in model.game.now.players)
    return f"<tr><td></td>{names}</tr>"


def _player(model: Model, player: int) -> str:
    return f'<span class="dot p{player}" aria-hidden="true"></span>{escape(model.names[player - 1])}'


def curves(model: Model, label: str, lines: Mapping[int, Sequence[float]], most: int, step: int) -> str:
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
