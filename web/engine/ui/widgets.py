"""Widgets for all games: site links, buttons, scores, seats, opponents, tables, charts, the picture of a result."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.games.base import AnyMove
from engine.games.form import MAX_NAME, PERSON, REMOTE, Form
from engine.html import (
    NOTHING,
    Markup,
    ViewContext,
    button,
    disabled,
    icon_and_label,
    icon_button,
    icon_svg,
    join,
    svg_html,
    text,
    translate,
)
from engine.session import Session
from engine.session.coach import warning
from engine.session.statistics import Tally
from engine.words import say
from qin_core.common.svg import NumberedHint, height_of

PICTURE_WIDTH = 1200
"""The width of saved and shared pictures in pixels."""
SITE_ICONS = {"site-play": "later", "learn": "learn", "editor": "edit", "site-embed": "embed"}
"""The icons of the parts of the site, by the keys of their names."""


def site_menu(view: ViewContext, addresses: Mapping[str, str], here: str, folded: Markup) -> Markup:
    """Link to the parts of the site, the game and the lessons first; narrow pages fold the others and `folded` away."""
    play, learn, *others = (part_link(view, key, address, key == here) for key, address in addresses.items())
    label = translate(view, "menu")
    return Markup(
        f'{play}{learn}<button type="button" class="menu-toggle" popovertarget="folded-menu" aria-label="{label}"'
        f'{disabled(view)}>{icon_svg("menu")}</button><div id="folded-menu" popover="">{join(others)}{folded}</div>'
    )


def part_link(view: ViewContext, key: str, address: str, here: bool = False) -> Markup:
    """Link to a part of the site."""
    label = translate(view, key)
    # On phones, only the link to the game keeps its label.
    first = key == "site-play"
    kind = Markup(" primary") if first else NOTHING
    short = Markup(f' data-short="{label}"') if first else NOTHING
    current = Markup(' aria-current="page"') if here else NOTHING
    return Markup(
        f'<a class="button{kind}" href="{text(address)}" title="{label}"{short}{current}>'
        f"{icon_and_label(SITE_ICONS[key], label)}</a>"
    )


def grid_of(label: str, descriptions: Mapping[str, str], columns: int, start: str = "") -> Markup:
    """Make a grid for keyboards and screen readers from the descriptions of squares, row by row.

    The keyboard starts at `start`, or at the first square.
    """
    cells = [
        Markup(
            f'<span role="gridcell" tabindex="-1" data-square="{text(square)}"'
            f"{' data-start' if square == start else ''}>{text(square)}: {text(description)}</span>"
        )
        for square, description in descriptions.items()
    ]
    rows = (join(cells[first : first + columns]) for first in range(0, len(cells), columns))
    lines = join((Markup(f'<div role="row">{row}</div>') for row in rows), "\n")
    return Markup(f'<div role="grid" aria-label="{text(label)}">\n{lines}\n</div>')


def numbered_hints(session: Session, squares_of: Callable[[AnyMove], tuple[str, ...]]) -> list[NumberedHint]:
    """Return the numbers of the hints on the board; `squares_of` returns the squares of a move."""
    if not session.at_end or (session.ghost and not session.hovered_hint):
        return []
    return [
        NumberedHint(
            squares_of(move),
            rank,
            translate(session, "win-chance", share=round(100 * chance)),
            (("data-action", "try"), ("data-value", str(move))),
        )
        for rank, (move, chance, *_) in enumerate(session.hints, start=1)
    ]


def assistance(session: Session, assisted: bool) -> Markup:
    """Draw undo, redo (or the link to send) and hint; nothing if not `assisted`."""
    if not assisted:
        return NOTHING
    redo = icon_button(session, "redo", "redo", "redo", enabled=bool(session.match.undone))
    correspondence = icon_button(session, "open", "remote-own-turn", "link", value="send")
    able, shown = session.can_act and not session.must_pass, bool(session.hints)
    hint = icon_button(session, "hint", "hint", "hint", enabled=able, pressed=shown)
    return Markup(
        undo_button(session)
        + (correspondence if session.match.remote else redo)
        + (hint if session.hints_allowed else NOTHING)
    )


def undo_button(session: Session) -> Markup:
    enabled = session.has_picked_piece or session.match.undo_to() is not None
    return icon_button(session, "undo", "undo", "undo", enabled=enabled)


def play_now_button(session: Session) -> Markup:
    """Draw the button that ends a computer's search; it appears late, so that a double click on "Place" misses it."""
    return button(session, "play-now", "play-now", kind="delayed")


def play_button(session: Session, key: str, *, enabled: bool) -> Markup:
    """Draw the button that makes the selected move, or passes; after a question of the coach, it answers it."""
    asked = warning(session) is not None
    label = "pass-button" if session.must_pass else "play-anyway" if asked else key
    return button(session, "place", label, kind="" if asked else "primary", enabled=enabled)


def score(number: int, caption: Markup, spoken: Markup, goal: int = 0, kind: str = "") -> Markup:
    """Draw a player's score: a number (of `goal`) over a caption, with a text for screen readers and as a tooltip.

    The `kind` colours it: `danger` or `chance`.
    """
    of = Markup(f'<span class="total">/{goal}</span>') if goal else NOTHING
    coloured = Markup(f' class="{text(kind)}"') if kind else NOTHING
    return Markup(
        f'<span{coloured} title="{spoken}" aria-hidden="true" data-caption="{caption}">{number}{of}</span>'
        f'<span class="hidden">{spoken}</span>'
    )


def name_field(view: ViewContext, action: str, field: str, name: str) -> Markup:
    """Make the field for the name of the player at this screen."""
    return Markup(
        f'<label class="field"><span>{translate(view, "remote-name")}</span><input type="text"'
        f' data-action="{text(action)}" data-field="{text(field)}" value="{text(name)}" maxlength="{MAX_NAME}"'
        f' autocomplete="off"></label>'
    )


def seat_fields(
    view: ViewContext, form: Form, player: int, key: str, mark: Markup, more: Markup = NOTHING, data: Markup = NOTHING
) -> Markup:
    """Make the fields for a player's name and kind; `key` is the player's default name, `more` another field."""
    seat, label = form.seats[player - 1], translate(view, key)
    here, remote, *computers = (_kind(view, kind, seat.kind) for kind in (PERSON, REMOTE, *form.levels))
    return Markup(
        f'<fieldset class="seat"{data}><legend class="hidden">{label}</legend>'
        f'<span class="mark" aria-hidden="true">{mark}</span>{more}'
        f'<input type="text" data-action="form" data-field="name-{player}" value="{text(seat.name)}"'
        f' maxlength="{MAX_NAME}" placeholder="{label}" aria-label="{translate(view, "name-of", colour=label)}"'
        f' autocomplete="off">'
        f'<select data-action="form" data-field="kind-{player}"'
        f' aria-label="{translate(view, "who-plays", colour=label)}">'
        f'{here}{remote}<optgroup label="{translate(view, "computer")}">{"".join(computers)}</optgroup>'
        f"</select></fieldset>"
    )


def _kind(view: ViewContext, kind: str, chosen: str) -> Markup:
    selected = Markup(" selected") if kind == chosen else NOTHING
    return Markup(f'<option value="{text(kind)}"{selected}>{translate(view, f"level-{kind}")}</option>')


# Opponents


_FACE = '<circle class="skin" cx="24" cy="21" r="9"/><path class="robe" d="M6 47c0-11 8-15 18-15s18 4 18 15z"/>'
_COLLAR = '<path class="trim" d="M18.5 32 24 40l5.5-8"/>'
_TOP = '<path class="hair" d="M15 20a9 9 0 0 1 18 0c-5-3-13-3-18 0z"/>'
_HATS = {
    "farmer": '<path class="straw" d="M24 5 42 19H6z"/>',
    "pupil": f'<circle class="hair" cx="24" cy="10" r="4"/>{_TOP}',
    "novice": f'{_TOP}<path class="band" d="M14.6 17h18.8v3.4H14.6z"/>',
    "apprentice": '<path class="cap" d="M14.5 18c0-12 19-12 19 0z"/><path class="band" d="M14 16h20v3.4H14z"/>',
    "journeyman": '<path class="straw" d="M7 17c8-4 26-4 34 0-8 4-26 4-34 0z"/>'
    '<path class="cap" d="M16 16c0-11 16-11 16 0z"/>',
    "adept": '<path class="hat" d="M15 18V9h18v9zM15 13H3v3h12zM33 13h12v3H33z"/>',
    "master": f'{_TOP}<circle class="hair" cx="24" cy="9" r="3.5"/><path class="pin" d="M15 9h18"/>'
    '<path class="beard" d="M18 25c0 9 4 14 6 14s6-5 6-14c-3 3-9 3-12 0z"/>',
    "emperor": '<path class="hat" d="M15 17v-7h18v7z"/><path class="board" d="M6 6h36v4.5H6z"/>'
    '<path class="beads" d="M9 11v9M13 11v7M35 11v7M39 11v9"/>'
    '<path class="beard" d="M21 28c1 5 2 7 3 7s2-2 3-7c-2 1-4 1-6 0z"/>',
}
"""The hats of the opponents, the weakest first."""


def character(view: ViewContext, levels: Sequence[str], level: str, results: Tally | None = None) -> Markup:
    """Draw an opponent: portrait, name, strength, how often it was beaten."""
    # The levels of any game are spread over the hats, from the first to the last one.
    rank = round(levels.index(level) * (len(_HATS) - 1) / max(1, len(levels) - 1))
    hat = _HATS.get(level) or [*_HATS.values()][rank]
    beaten = NOTHING
    if results:
        beaten = translate(view, "beaten", n=results.won) if results.won else translate(view, "unbeaten")
    return Markup(
        f'<svg class="portrait" viewBox="0 0 48 48" aria-hidden="true">{svg_html(_FACE + _COLLAR + hat)}</svg>'
        f"<b>{translate(view, f'level-{level}')}</b><small>{translate(view, f'strength-{rank + 1}')}</small>"
        f'<small class="beaten">{beaten}</small>'
    )


# Tables and charts: a column or a line for each player


WIDTH, HEIGHT = 640, 220
LEFT = 60
"""The left end of the lines; the numbers to the left are larger on phones."""
RIGHT, TOP, BOTTOM = WIDTH - 10, 10, HEIGHT - 30
"""The other ends of the lines; below them is the number of turns."""


def table(session: Session, caption: str, rows: Mapping[Markup, Iterable[Markup | int]]) -> Markup:
    """Draw a table with a column for each player: the players' cells by the head of the row."""
    heads = join(Markup(f'<th scope="col">{_player(session, player)}</th>') for player in session.match.latest.players)
    body = join(
        Markup(f'<tr><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>')
        for head, cells in rows.items()
    )
    return Markup(
        f"<table><caption>{translate(session, caption)}</caption><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _player(session: Session, player: int) -> Markup:
    return Markup(f'<span class="dot p{player}" aria-hidden="true"></span>{text(session.names[player - 1])}')


def _sample(player: int) -> Markup:
    line = Markup(f'<path class="line p{player}" d="M0 6H44"/>')
    return Markup(f'<svg class="chart sample" viewBox="0 0 44 12" aria-hidden="true">{line}</svg>')


def line_chart(
    session: Session, label: str, lines: Mapping[int, Sequence[float]], maximum: int, rule_step: int
) -> Markup:
    """Draw a line for each player over the turns, with a rule at every `rule_step`."""
    turns = max(1, len(session.match.record.turns))
    x_scale, y_scale = (RIGHT - LEFT) / turns, (BOTTOM - TOP) / maximum
    rule_heights = ((value, BOTTOM - value * y_scale) for value in range(0, maximum + 1, rule_step))
    rules = join(
        Markup(
            f'<path class="rule" d="M{LEFT} {y:.1f}H{RIGHT}"/>'
            f'<text x="{LEFT - 8}" y="{y:.1f}" text-anchor="end" dominant-baseline="central">{value}</text>'
        )
        for value, y in rule_heights
    )
    paths = join(
        Markup(
            f'<path class="line p{player}" d="M'
            + "L".join(
                f"{LEFT + turn * x_scale:.1f} {BOTTOM - value * y_scale:.1f}" for turn, value in enumerate(values)
            )
            + '"/>'
        )
        for player, values in lines.items()
    )
    legend = join(Markup(f"<li>{_sample(player)}{_player(session, player)}</li>") for player in lines)
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{translate(session, label)}">'
        f"{rules}{paths}"
        f'<text x="{RIGHT}" y="{HEIGHT - 8}" text-anchor="end">'
        f"{translate(session, 'n-turns', n=turns)}</text></svg>"
        f'<ul class="legend">{legend}</ul>'
    )


# The result as a picture to share


FOOTER_HEIGHT = 250
"""The height of the result below the board."""
_LOGO = "M36 12l15 11H21zM27 25h18v7H27zM17 34h38l-7 11H24zM26 47h20v14h-6v-8h-8v8h-6z"


class ResultCard(NamedTuple):
    """A picture of a finished match with its result, and the result as text."""

    svg: str
    text: str


def result_card(session: Session) -> ResultCard:
    """Draw a finished match and its result; no player is called “you”."""
    match = session.match
    names = (seat.name or say(session.language, key) for seat, key in zip(match.seats, match.name_keys, strict=True))
    seats = tuple(replace(seat, name=name) for seat, name in zip(match.seats, names, strict=True))
    shown = replace(session, match=replace(match, seats=seats), cursor=None)
    picture = shown.ui.picture(shown)
    height = height_of(shown.ui.picture_box(shown.position), PICTURE_WIDTH)
    result = shown.narrator.result(shown.winners or ())
    lines = (
        f'<text x="130" y="{height + 90}" font-size="64" fill="#2b261f">{text(result)}</text>'
        f'<text x="130" y="{height + 150}" font-size="40" fill="#2b261f">{text(" – ".join(shown.names))}</text>'
        f'<text x="130" y="{height + 204}" font-size="34" fill="#655c4d">{text(shown.ui.margin(shown))}</text>'
    )
    logo = (
        f'<g transform="translate(36 {height + 40})"><rect width="72" height="72" rx="14" fill="#a83228"/>'
        f'<path d="{_LOGO}" fill="#fffdf7"/></g>'
        f'<text x="72" y="{height + 150}" font-size="30" text-anchor="middle" fill="#a83228">'
        f"{text(shown.ui.title)}</text>"
    )
    card = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PICTURE_WIDTH}" height="{height + FOOTER_HEIGHT}"'
        f' viewBox="0 0 {PICTURE_WIDTH} {height + FOOTER_HEIGHT}" font-family="Alegreya, Georgia, serif"'
        ' font-weight="600">'
        f'<rect width="{PICTURE_WIDTH}" height="{height + FOOTER_HEIGHT}" fill="#f4efe4"/>{picture}{logo}{lines}</svg>'
    )
    return ResultCard(card, result)
