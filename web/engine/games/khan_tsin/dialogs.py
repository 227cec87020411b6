"""The dialogs of Khan Tsin: the form for a new match, the rules in short, and how a match ended."""

from functools import cache
from typing import NamedTuple

from engine.games.base import Highlight
from engine.games.khan_tsin.match import SETUP_METHODS, Form
from engine.games.khan_tsin.session import Session
from engine.games.khan_tsin.view import player_mark
from engine.html import FormContext, Markup, chips, figures, join, svg_html, switch, text, translate
from engine.ui.widgets import seat_fields, table
from engine.words import say
from qin_core.khan_tsin import Move, Position, svg
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.events import OutcomeReason
from qin_core.khan_tsin.stack import EMPEROR


def form_fields(page: FormContext, form: Form) -> Markup:
    """Ask how the barons are set up."""
    methods = [(method, translate(page, f"khan-layout-{method}")) for method in SETUP_METHODS]
    return Markup(
        chips(page, "form", "layout", "khan-layout", methods, form.setup)
        + f'<p class="quiet small">{translate(page, f"khan-layout-{form.setup}-note")}</p>'
    )


def form_summary(page: FormContext, form: Form) -> tuple[str, ...]:
    """Say in a few words how the barons are set up, and with which variants."""
    variants = [field for field in ("two_speeds", "turning") if getattr(form, field)]
    named = [say(page.language, f"khan-variant-{field.replace('_', '-')}") for field in variants]
    return (say(page.language, f"khan-layout-{form.setup}"), *named)


def more_form_fields(page: FormContext, form: Form) -> Markup:
    """Ask for seats and variants."""
    return Markup(
        seat_fields(page, form, 1, "khan-south", player_mark(1))
        + seat_fields(page, form, 2, "khan-north", player_mark(2))
        + f'<p class="quiet small">{translate(page, "khan-south-begins")}</p>'
        + _variant(page, "two_speeds", form.two_speeds)
        + _variant(page, "turning", form.turning)
    )


def _variant(page: FormContext, field: str, on: bool) -> Markup:
    key = f"khan-variant-{field.replace('_', '-')}"
    return Markup(switch(page, "form", field, key, on) + f'<p class="quiet small">{translate(page, f"{key}-note")}</p>')


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
RULE_PICTURES: dict[str, Shown] = {
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


def rules(session: Session) -> Markup:
    """Tell the rules, a picture each."""
    shown = figures(session, {f"khan-help-{name}": _rule_picture(name) for name in RULE_PICTURES})
    ends = join(Markup(f"<p>{translate(session, key)}</p>") for key in ("khan-help-end", "khan-help-silent"))
    return Markup(f"<p>{translate(session, 'khan-help-aim')}</p>{shown}{ends}")


def position_of(shown: Shown) -> Position:
    """Build the position of a picture."""
    stacks = tuple(shown.stacks.get(space, "") for space in range(1, LENGTH + 1))
    return Position.build(stacks, shown.player, shown.variants)


@cache
def _rule_picture(name: str) -> Markup:
    """Draw a rule: the tail of a dragon, and a move that is allowed or not."""
    shown = RULE_PICTURES[name]
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


ROWS = ("moves", "barons", "highest", "passes")


def ending_reason(session: Session) -> Markup:
    """Say why the game is over: a stack of nine (K9), or nobody can move (K10)."""
    now = session.match.positions[-1]
    outcome = now.outcome()
    if outcome is None:
        return Markup("")
    if outcome.reason is OutcomeReason.NO_MOVES:
        return translate(session, "khan-why-draw")
    space = next(space for space, stack in enumerate(now.stacks, 1) if len(stack) == EMPEROR)
    return text(session.narrator.say_of("khan-why-emperor", outcome.winners[0], space=space))


def margin(session: Session) -> str:
    """Say how many turns it took."""
    return say(session.language, "khan-took", n=len(session.match.record.turns))


def ending_in_full(session: Session) -> Markup:
    """Say why the game is over, and how long it took."""
    return Markup(f"{ending_reason(session)} {text(margin(session))}")


def highlights(session: Session) -> tuple[Highlight, ...]:
    """Return the turns before the last in which the winners moved the most barons, and the last one."""
    turns, positions = session.match.record.turns, session.match.positions
    flights = [
        at
        for at, turn in enumerate(turns[:-1])
        if turn.move.count > 1 and positions[at].player_to_move in (session.winners or ())
    ]
    largest = sorted(flights, key=lambda at: (turns[at].move.count, at))[-2:]
    found = dict.fromkeys(sorted(largest), "khan-story-flight") | ({len(turns) - 1: "story-last"} if turns else {})
    return tuple(
        Highlight(at + 1, key, session.narrator.move(positions[at].player_to_move, turns[at].move))
        for at, key in found.items()
    )


def tally(session: Session) -> dict[int, dict[str, int]]:
    """Count each player's moves, the barons moved, the highest stack made and the passes."""
    positions = session.match.positions
    found = {player: dict.fromkeys(ROWS, 0) for player in positions[0].players}
    for before, after, turn in zip(positions, positions[1:], session.match.record.turns, strict=False):
        own = found[before.player_to_move]
        if not turn.move.count:
            own["passes"] += 1
            continue
        own["moves"] += 1
        own["barons"] += turn.move.count
        own["highest"] = max(own["highest"], len(after.stack(turn.move.target)))
    return found


def summary(session: Session) -> Markup:
    """Show what each side did, with a column for each."""
    counted = tally(session).values()
    rows = ((translate(session, f"khan-row-{row}"), [own[row] for own in counted]) for row in ROWS)
    return table(session, "khan-table", rows)
