"""Draw the learning curve as a small SVG."""

Curve = dict[int, list[tuple[int, float]]]
"""By number of players: games played so far, share of wins against the baseline."""

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 360, 50, 20
_COLOURS = {2: "#b3392f", 3: "#c79a1b", 4: "#2c5fa8"}


def curve_svg(curve: Curve) -> str:
    """Draw the share of wins over the number of training games."""
    most = max((games for points in curve.values() for games, _ in points), default=0) or 1
    wide, high = _WIDTH - _LEFT - 70, _HEIGHT - _TOP - 40

    def at(games: float, share: float) -> tuple[float, float]:
        return round(_LEFT + wide * games / most, 1), round(_TOP + high * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
        ' font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for tenth in range(0, 11, 2):
        x, y = at(0, tenth / 10)
        parts.append(f'<path d="M{x} {y}h{wide}" stroke="#ddd"/><text x="{x - 40}" y="{y + 4}">{tenth * 10} %</text>')
    for quarter in range(5):
        x, y = at(most * quarter / 4, 0)
        parts.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{most * quarter // 4}</text>')
    middle, low = at(most / 2, 0)
    parts.append(
        f'<text x="{middle}" y="{low + 35}" text-anchor="middle">games of self-play; wins against the baseline</text>'
    )
    for players, points in curve.items():
        places = [at(games, share) for games, share in points]
        colour = _COLOURS[players]
        line = " ".join(f"{x},{y}" for x, y in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if places:
            x, y = places[-1]
            parts.append(f'<text x="{x + 6}" y="{y + 4}" fill="{colour}">{players} players</text>')
    return "".join(parts) + "</svg>\n"
