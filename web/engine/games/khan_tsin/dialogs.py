"""The dialogs of Khan Tsin: the form for a new match, the rules, and the end of a match."""

from functools import cache
from typing import NamedTuple

from engine.games.base import Highlight
from engine.games.khan_tsin.match import SETUP_METHODS, Form
from engine.games.khan_tsin.session import Session
from engine.games.khan_tsin.view import player_mark
from engine.html import (
    NOTHING,
    FormContext,
    Markup,
    ViewContext,
    chips,
    figures,
    join,
    svg_html,
    switch,
    text,
    translate,
)
from engine.ui.widgets import seat_fields, table
from engine.words import say
from qin_core.khan_tsin import Move, Position, svg
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.events import OutcomeReason
from qin_core.khan_tsin.stack import EMPEROR


def form_fields(page: FormContext, form: Form) -> Markup:
    methods = {method: translate(page, f"khan-layout-{method}") for method in SETUP_METHODS}
    return Markup(
        chips(page, "form", "layout", "khan-layout", methods, form.setup)
        + f'<p class="quiet small">{translate(page, f"khan-layout-{form.setup}-note")}</p>'
    )


def form_summary(page: FormContext, form: Form) -> tuple[str, ...]:
    variants = [field for field in ("two_speeds", "turning") if getattr(form, field)]
    names = [say(page.language, f"khan-variant-{field.replace('_', '-')}") for field in variants]
    return (say(page.language, f"khan-set-up-{form.setup}"), *names)


def more_form_fields(page: FormContext, form: Form) -> Markup:
    return Markup(
        seat_fields(page, form, 1, "khan-south", player_mark(1))
        + seat_fields(page, form, 2, "khan-north", player_mark(2))
        + f'<p class="quiet small">{translate(page, "khan-south-begins")}</p>'
        + variant_switch(page, "two_speeds", form.two_speeds)
        + variant_switch(page, "turning", form.turning)
    )


def variant_switch(view: ViewContext, field: str, on: bool) -> Markup:
    """Make the check box of a variant, with what it changes."""
    key = f"khan-variant-{field.replace('_', '-')}"
    return Markup(switch(view, "form", field, key, on) + f'<p class="quiet small">{translate(view, f"{key}-note")}</p>')


SHORTCUTS = {
    "1 2 3 4": "khan-key-near",
    "← →": "khan-key-along",
    "↑ ↓": "khan-key-across",
    "sign-ends": "khan-key-ends",
    "12": "khan-key-jump",
    "+ −": "khan-key-count",
    "R F": "khan-key-turn",
    "sign-enter": "khan-key-enter",
}


class RulePicture(NamedTuple):
    """The picture of a rule: stacks by space, and a move."""

    stacks: dict[int, str]
    move: str = ""
    variants: str = "-"
    marks_nearest: bool = False
    """Whether to mark the barons that may be moved."""
    player: int = 1


SINGLE_BARONS = {1: "r", 2: "w", 3: "b", 4: "w", 5: "r", 6: "b", 7: "w", 8: "r", 9: "b", 10: "w"}
RULE_PICTURES: dict[str, RulePicture] = {
    "near": RulePicture(SINGLE_BARONS, marks_nearest=True),
    "fly": RulePicture(SINGLE_BARONS, "2x1>9"),
    "take": RulePicture({2: "rbw", 5: "r", 8: "bw", 10: "w"}, "2x2>8"),
    "higher": RulePicture({2: "rbw", 5: "r", 8: "b", 10: "w"}, "2x1>5"),
    "harmony": RulePicture({2: "rr", 5: "brrw", 8: "b", 10: "w"}, "2x2>5"),
    "emperor": RulePicture({2: "rbw", 5: "rbwrbw", 8: "b", 10: "w"}, "2x3>5"),
    "two-speeds": RulePicture(SINGLE_BARONS, "1x1>3", "t"),
    "turning": RulePicture({2: "rbw", 5: "rrb", 8: "bw", 10: "w"}, "2x2~>5", "r"),
}
"""The pictures by rule, each with a part of the dragon and a move."""


def rules(session: Session) -> Markup:
    shown = figures(session, {f"khan-help-{name}": _rule_picture(name) for name in RULE_PICTURES})
    ends = join(Markup(f"<p>{translate(session, key)}</p>") for key in ("khan-help-end", "khan-help-silent"))
    return Markup(f"<p>{translate(session, 'khan-help-aim')}</p>{shown}{ends}")


def position_of(picture: RulePicture) -> Position:
    stacks = tuple(picture.stacks.get(space, "") for space in range(1, LENGTH + 1))
    return Position.build(stacks, picture.player, picture.variants)


@cache
def _rule_picture(name: str) -> Markup:
    """Draw the picture of a rule: the tail of the dragon with a move, which may be illegal."""
    picture = RULE_PICTURES[name]
    position = position_of(picture)
    move = Move.parse(picture.move) if picture.move else None
    refusal = position.why_not(move) if move else None
    return svg_html(
        svg.board_svg(
            position,
            coordinates=True,
            origins=position.nearest() if picture.marks_nearest else (),
            ghost=move,
            marks=refusal.spaces if refusal else (),
            rows=2,
            style=False,
            hits=False,
            prefix=f"khan-help-{name}",
        )
    )


ROWS = ("moves", "barons", "highest", "passes")
"""The rows of the table about a finished match: see `tally`."""


def ending_reason(session: Session) -> Markup:
    """Explain why the match is over: a stack of nine (K9), or no legal moves for either player (K10)."""
    latest = session.match.latest
    outcome = latest.outcome()
    if outcome is None:
        return NOTHING
    if outcome.reason is OutcomeReason.NO_MOVES:
        return translate(session, "khan-why-draw")
    space = next(space for space, stack in enumerate(latest.stacks, 1) if len(stack) == EMPEROR)
    return text(session.narrator.say_of("khan-why-emperor", outcome.winners[0], space=space))


def margin(session: Session) -> str:
    """Describe how many turns the match took."""
    return say(session.language, "khan-took", n=len(session.match.record.turns))


def ending_in_full(session: Session) -> Markup:
    return Markup(f"{ending_reason(session)} {text(margin(session))}")


def highlights(session: Session) -> tuple[Highlight, ...]:
    """Return the winners' move with the most barons, the move that built most of the nine, and the last turn."""
    turns, positions = session.match.record.turns, session.match.positions
    if not turns:
        return ()
    keys = {len(turns) - 1: "story-last"}
    built = _building_turn(session)
    if built is not None:
        keys[built] = "khan-story-built"
    flights = [
        index
        for index, turn in enumerate(turns[:-1])
        if turn.move.count > 1 and positions[index].player_to_move in (session.winners or ()) and index != built
    ]
    if flights:
        keys[max(flights, key=lambda index: (turns[index].move.count, index))] = "khan-story-flight"
    return tuple(
        Highlight(index + 1, key, session.narrator.move(positions[index].player_to_move, turns[index].move))
        for index, key in sorted(keys.items())
    )


def _building_turn(session: Session) -> int | None:
    """Return the index of the last turn that added to the larger part of the stack of nine; None if there is none."""
    *turns, last = session.match.record.turns
    if not session.match.latest.winners():
        return None
    move = last.move
    below = session.match.positions[-2].stack(move.target)
    space = move.target if len(below) >= move.count else move.source
    return next((index for index in reversed(range(len(turns))) if turns[index].move.target == space), None)


def tally(session: Session) -> dict[int, dict[str, int]]:
    """Count each player's moves, moved barons and passes, and the height of the highest stack."""
    positions = session.match.positions
    tallies = {player: dict.fromkeys(ROWS, 0) for player in positions[0].players}
    for before, after, turn in zip(positions, positions[1:], session.match.record.turns, strict=False):
        counts = tallies[before.player_to_move]
        if not turn.move.count:
            counts["passes"] += 1
            continue
        counts["moves"] += 1
        counts["barons"] += turn.move.count
        counts["highest"] = max(counts["highest"], len(after.stack(turn.move.target)))
    return tallies


def summary(session: Session) -> Markup:
    tallies = tally(session).values()
    rows = {translate(session, f"khan-row-{row}"): [counts[row] for counts in tallies] for row in ROWS}
    return table(session, "khan-table", rows)
