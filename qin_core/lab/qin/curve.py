"""Draw the learning curve as a small SVG."""

Curve = dict[int, list[tuple[int, float]]]
"""Points (games played so far, share of wins against the baseline), by the number of players."""

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 360, 50, 20
_COLOURS = {2: "#b3392f", 3: "#c79a1b", 4: "#2c5fa8"}


def curve_svg(curve: Curve) -> str:
    """Draw the share of wins over the number of training games."""
    max_games = max((games for points in curve.values() for games, _ in points), default=0) or 1
    width, height = _WIDTH - _LEFT - 70, _HEIGHT - _TOP - 40

    def point(games: float, share: float) -> tuple[float, float]:
        return round(_LEFT + width * games / max_games, 1), round(_TOP + height * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
        ' font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for tenth in range(0, 11, 2):
        x, y = point(0, tenth / 10)
        parts.append(f'<path d="M{x} {y}h{width}" stroke="#ddd"/><text x="{x - 40}" y="{y + 4}">{tenth * 10} %</text>')
    for quarter in range(5):
        x, y = point(max_games * quarter / 4, 0)
        parts.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{max_games * quarter // 4}</text>')
    x_mid, bottom = point(max_games / 2, 0)
    parts.append(
        f'<text x="{x_mid}" y="{bottom + 35}" text-anchor="middle">games of self-play; wins against the baseline</text>'
    )
    for players, points in curve.items():
        path_points = [point(games, share) for games, share in points]
        colour = _COLOURS[players]
        line = " ".join(f"{x},{y}" for x, y in path_points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if path_points:
            x, y = path_points[-1]
            parts.append(f'<text x="{x + 6}" y="{y + 4}" fill="{colour}">{players} players</text>')
    return "".join(parts) + "</svg>\n"
