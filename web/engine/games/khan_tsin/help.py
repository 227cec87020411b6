"""The rules of Khan Tsin in short, with pictures, and the keys that only it has."""

from functools import cache
from typing import NamedTuple

from engine.games.khan_tsin.session import Model
from engine.html import Html, figures, svg_html, words
from qin_core.khan_tsin import Move, Position, svg
from qin_core.khan_tsin.board import LENGTH

SHORTCUTS = (
    ("1 2 3 4", "khan-key-near"),
    ("← →", "khan-key-along"),
    ("↑ ↓", "khan-key-across"),
    ("sign-ends", "khan-key-ends"),
    ("12", "khan-key-jump"),
    ("+ −", "khan-key-count"),
    ("R F", "khan-key-turn"),
    ("sign-enter", "khan-key-enter"),
)


class Shown(NamedTuple):
    """A rule's picture: stacks by space, and what is shown of them."""

    stacks: dict[int, str]
    move: str = ""
    variants: str = "-"
    near: bool = False
    player: int = 1


LINE = {1: "r", 2: "w", 3: "b", 4: "w", 5: "r", 6: "b", 7: "w", 8: "r", 9: "b", 10: "w"}
PICTURES: dict[str, Shown] = {
    "near": Shown(LINE, near=True),
    "fly": Shown(LINE, "2x1>9"),
    "take": Shown({2: "rbw", 5: "r", 8: "bw", 10: "w"}, "2x2>8"),
    "higher": Shown({2: "rbw", 5: "r", 8: "b", 10: "w"}, "2x1>5"),
    "harmony": Shown({2: "rr", 5: "brrw", 8: "b", 10: "w"}, "2x2>5"),
    "emperor": Shown({2: "rbw", 5: "rbwrbw", 8: "b", 10: "w"}, "2x3>5"),
    "two-speeds": Shown(LINE, "1x1>3", "t"),
    "turning": Shown({2: "rbw", 5: "rrb", 8: "bw", 10: "w"}, "2x2~>5", "r"),
}
"""For each rule a part of a dragon and the move that shows it."""


def rules(model: Model) -> Html:
    """Tell the rules, a picture each."""
    shown = figures(model, {f"khan-help-{name}": _picture(name) for name in PICTURES})
    ends = "".join(f"<p>{words(model, key)}</p>" for key in ("khan-help-end", "khan-help-silent"))
    return Html(f"<p>{words(model, 'khan-help-aim')}</p>{shown}{ends}")


def position_of(shown: Shown) -> Position:
    """Put a picture's position together."""
    stacks = tuple(shown.stacks.get(space, "") for space in range(1, LENGTH + 1))
    return Position.build(stacks, shown.player, shown.variants)


@cache
def _picture(name: str) -> Html:
    """Draw a rule: the tail of a dragon, and a move that is allowed or not."""
    shown = PICTURES[name]
    position = position_of(shown)
    move = Move.parse(shown.move) if shown.move else None
    reason = position.why_not(move) if move else None
    return svg_html(
        svg.board_svg(
            position,
            coordinates=True,
            origins=position.nearest() if shown.near else (),
            ghost=move,
            marks=reason.spaces if reason else (),
            rows=2,
            style=False,
            hits=False,
            prefix=f"khan-help-{name}",
        )
    )
