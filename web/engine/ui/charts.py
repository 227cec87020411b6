"""Tables and charts of a game: a column or a line for each player."""

from collections.abc import Iterable, Mapping, Sequence

from engine.html import Markup, text, words
from engine.session.session import Session

WIDTH, HEIGHT = 640, 220
LEFT = 60
"""Where the lines begin: to the left is room for numbers, which are larger on a phone."""


def table(session: Session, caption: str, rows: Iterable[tuple[Markup, Iterable[object]]]) -> Markup:
    """Give a table with a column for each player; a row has a head, and a number or something drawn for each."""
    heads = "".join(f'<th scope="col">{_player(session, player)}</th>' for player in session.match.now.players)
    body = "".join(
        f'<tr><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>' for head, cells in rows
    )
    return Markup(
        f"<table><caption>{words(session, caption)}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _player(session: Session, player: int) -> Markup:
    return Markup(f'<span class="dot p{player}" aria-hidden="true"></span>{text(session.names[player - 1])}')


def _sample(player: int) -> Markup:
    """Draw a piece of a player's line."""
    line = f'<path class="line p{player}" d="M0 6H44"/>'
    return Markup(f'<svg class="chart sample" viewBox="0 0 44 12" aria-hidden="true">{line}</svg>')


def curves(session: Session, label: str, lines: Mapping[int, Sequence[float]], most: int, step: int) -> Markup:
    """Draw a line for each player over the turns."""
    turns = max(1, len(session.match.record.turns))
    across, up = (WIDTH - LEFT - 10) / turns, (HEIGHT - 40) / most
    levels = ((at, HEIGHT - 30 - at * up) for at in range(0, most + 1, step))
    grid = "".join(
        f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDTH - 10}"/>'
        f'<text x="{LEFT - 8}" y="{y:.1f}" text-anchor="end" dominant-baseline="central">{at}</text>'
        for at, y in levels
    )
    paths = "".join(
        f'<path class="line p{player}" d="M'
        + "L".join(f"{LEFT + at * across:.1f} {HEIGHT - 30 - value * up:.1f}" for at, value in enumerate(values))
        + '"/>'
        for player, values in lines.items()
    )
    key = "".join(f"<li>{_sample(player)}{_player(session, player)}</li>" for player in lines)
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words(session, label)}">'
        f"{grid}{paths}"
        f'<text x="{WIDTH - 10}" y="{HEIGHT - 8}" text-anchor="end">{words(session, "n-turns", n=turns)}</text></svg>'
        f'<ul class="legend">{key}</ul>'
    )
