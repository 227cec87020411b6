"""The rules of Qin in short, with pictures, and the keys that only it has."""

from functools import cache

from engine.games.qin.session import Model
from engine.html import Html, figures, svg_html, words
from qin_core.qin import Move, Position, svg

SHORTCUTS = (
    ("1 2 3", "key-tiles"),
    ("← ↑ → ↓", "key-arrows"),
    ("sign-ends", "key-ends"),
    ("e5", "key-jump"),
    ("R", "key-turn"),
    ("sign-enter", "key-enter"),
)

PICTURES: dict[str, tuple[str, str]] = {
    "place": ("map:...../..R../...../.a..B 5/2r2/5/4b - - 1 yy|bb -", "yc2yd2"),
    "found": ("map:...../.RY../...../..... 5/1ry2/5/5 - - 1 ry|bb -", "rb2yc2"),
    "major": ("map:...../.R.../...../..... 5/1rrr1/5/5 b3=1 - 1 rr|bb -", "rb2rc2"),
    "village": ("map:...../.R.../..a../..... 5/1r3/5/5 - - 1 rb|bb -", "rc3bd3"),
    "absorb": ("map:......./.R...../......./....... 7/1rrr1rr/7/7 b3=1,f3=2 - 1 ry|bb -", "re3ye2"),
    "tied": ("map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry|bb -", "rd3yd2"),
}
"""For each rule a small position and the placement that shows it."""


def rules(model: Model) -> Html:
    """Tell the rules, a picture each."""
    shown = figures(model, {f"help-{name}": _picture(name) for name in PICTURES})
    ends = "".join(f"<p>{words(model, key)}</p>" for key in ("help-end", "help-silent"))
    return Html(f"<p>{words(model, 'help-aim')}</p>{shown}{ends}")


@cache
def _picture(name: str) -> Html:
    """Draw a rule: a small board with the placement that shows it."""
    line, move = PICTURES[name]
    position = Position.parse(line)
    ghost = Move.parse(move)
    reason = position.why_not(ghost)
    return svg_html(
        svg.board_svg(
            position,
            coordinates=False,
            ghost=ghost,
            changes=True,
            marks=reason.squares if reason else (),
            style=False,
            prefix=f"help-{name}",
        )
    )
