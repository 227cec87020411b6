"""The dialogs of Qin: the form for a new match, the rules, and the end of a match."""

import zlib
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from engine.games.base import Highlight
from engine.games.form import MAX_NAME, NAMED_MAP
from engine.games.qin.match import BOARDS, OWN_MAP, SERIES_LENGTHS, Form, Match
from engine.games.qin.session import Session
from engine.games.qin.view import changes, player_mark
from engine.html import (
    NOTHING,
    FormContext,
    Markup,
    boolean,
    button,
    chips,
    choice,
    figures,
    icon_svg,
    join,
    problem_list,
    svg_html,
    switch,
    text,
    translate,
)
from engine.session import links
from engine.ui.widgets import line_chart, seat_fields, table
from engine.words import say
from qin_core.common.errors import ParseError
from qin_core.qin import PAGODAS, Board, Event, Move, Position, svg
from qin_core.qin.events import OutcomeReason


def form_fields(page: FormContext, form: Form) -> Markup:
    counts = {str(n): text(str(n)) for n in (2, 3, 4)}
    boards = {board: Markup(_board_picture(board) + translate(page, f"board-{board}")) for board in BOARDS[:-1]}
    boards |= {f"{NAMED_MAP}{name}": Markup(_map_picture(board) + text(name)) for name, board in page.maps.items()}
    # A saved map is shown under its name.
    saved_name = _saved_map_name(page, form)
    unsaved_map = _map_picture("" if saved_name else form.own_map)
    boards[OWN_MAP] = Markup(unsaved_map + translate(page, f"board-{OWN_MAP}"))
    if saved_name:
        chosen, details = f"{NAMED_MAP}{saved_name}", _saved_map_actions(page, saved_name)
    elif form.board == OWN_MAP:
        chosen, details = OWN_MAP, _own_map(page, form)
    else:
        chosen, details = form.board, _board_note(page, form)
    return Markup(
        chips(page, "form", "players", "how-many", counts, str(form.players))
        + chips(page, "form", "board", "which-board", boards, chosen, "pictured")
        + details
    )


def form_summary(page: FormContext, form: Form) -> tuple[str, ...]:
    board = _saved_map_name(page, form) or say(page.language, f"board-{form.board}")
    return board, say(page.language, "n-players", n=form.players)


def _saved_map_name(page: FormContext, form: Form) -> str:
    """Return the name under which the form's board is saved; empty if it isn't."""
    rows = form.own_map.split()
    names = (name for name, board in page.maps.items() if board.split() == rows)
    return next(names, "") if form.board == OWN_MAP else ""


def _saved_map_actions(page: FormContext, name: str) -> Markup:
    """Draw the actions for a saved board."""
    return Markup(
        f'<p class="row">{_editor_link(page, page.maps[name])}'
        f"{button(page, 'forget-map', 'map-forget', value=name)}</p>"
    )


@lru_cache(maxsize=64)
def _map_picture(board: str) -> Markup:
    try:
        start = Position.deal(Board.parse(board), 2, seed=0)
    except ParseError:
        return icon_svg("plus")
    number = zlib.crc32(board.encode())
    return svg_html(svg.board_svg(start, coordinates=False, style=False, hits=False, prefix=f"map-{number}"))


@cache
def _board_picture(board: str) -> Markup:
    start = Position.deal(board, 2, seed=0)
    return svg_html(svg.board_svg(start, coordinates=False, style=False, hits=False, prefix=f"board-{board}"))


def more_form_fields(page: FormContext, form: Form) -> Markup:
    first = {"0": say(page.language, "by-chance")} | {
        str(player): seat.name or say(page.language, f"player-{seat.colour or player}")
        for player, seat in enumerate(form.seated, start=1)
    }
    lengths = {length: say(page.language, "n-games", n=int(length)) for length in SERIES_LENGTHS}
    return Markup(
        "".join(_seat(page, form, player) for player in range(1, form.players + 1))
        + choice(page, "form", "first", "who-begins", first, str(form.first))
        + choice(page, "form", "games", "series-length", lengths, str(form.games))
        + switch(page, "form", "fair", "fair-start", form.fair)
        + f'<p class="quiet small">{translate(page, "board-note")}</p>'
    )


def _seat(page: FormContext, form: Form, player: int) -> Markup:
    own = form.seats[player - 1].colour or player
    colours = join(
        Markup(
            f'<option value="{number}"{" selected" if number == own else ""}>'
            f"{translate(page, f'player-{number}')}</option>"
        )
        for number in range(1, 5)
    )
    choice_of_colour = Markup(
        f'<select data-action="form" data-field="colour-{player}"'
        f' aria-label="{translate(page, "colour-of", number=player)}">{colours}</select>'
    )
    return seat_fields(
        page, form, player, f"player-{own}", player_mark(player), choice_of_colour, Markup(f' data-colour="{own}"')
    )


def _board_note(page: FormContext, form: Form) -> Markup:
    return Markup(f'<p class="quiet small">{translate(page, f"board-{form.board}-note")}</p>')


def _own_map(page: FormContext, form: Form) -> Markup:
    """Draw the field for a custom map, with its problems."""
    problems = form.problems()
    invalid = bool(form.own_map.strip() and problems)
    editor = _editor_link(page, "" if problems else form.own_map)
    return Markup(
        f'<label class="field tall"><span>{translate(page, "own-map")}</span>'
        f'<textarea data-action="form" data-field="own_map" rows="8" spellcheck="false" aria-describedby="map-faults"'
        f' aria-invalid="{boolean(invalid)}">'
        f"{text(form.own_map)}</textarea></label>"
        f'<div id="map-faults" role="status">{_map_problems(page, form)}</div>'
        f'<div class="row"><label class="file">{translate(page, "load-file")}'
        f'<input type="file" data-action="map-file" accept=".txt"></label>{editor}</div>'
        f"{NOTHING if problems else _save_map_field(page)}"
        f"<details><summary>{translate(page, 'map-how')}</summary><p>{translate(page, 'map-signs')}</p></details>"
    )


def _save_map_field(page: FormContext) -> Markup:
    return Markup(
        f'<label class="field tall"><span>{translate(page, "map-name")}</span><span class="copy">'
        f'<input type="text" id="map-name" maxlength="{MAX_NAME}" autocomplete="off">'
        f"{button(page, 'keep-map', 'map-keep', source='map-name')}</span></label>"
    )


def _editor_link(page: FormContext, board: str) -> Markup:
    """Draw the link to the editor, with the board if there is one; the single-file page has no editor."""
    if not page.site:
        return NOTHING
    address = f"{page.site}editor.html{links.write(links.MAP, board) if board else ''}"
    return Markup(
        f'<a class="button" href="{text(address)}">{translate(page, "map-edit" if board else "map-draw")}</a>'
    )


def _map_problems(page: FormContext, form: Form) -> Markup:
    """List the problems of the map; without a map, explain where to get one."""
    if not form.own_map.strip():
        return Markup(f'<p class="quiet small">{translate(page, "map-empty")}</p>')
    problems = form.problems()
    return problem_list(page, problems) if problems else NOTHING


SHORTCUTS = {
    "1 2 3": "key-tiles",
    "← ↑ → ↓": "key-arrows",
    "sign-ends": "key-ends",
    "e5": "key-jump",
    "R": "key-turn",
    "sign-enter": "key-enter",
}


class RulePicture(NamedTuple):
    """The picture of a rule: a small position and a placement."""

    line: str
    move: str


RULE_PICTURES = {
    "place": RulePicture("map:...../..R../...../.a..B 5/2r2/5/4b - - 1 yy|bb -", "yc2yd2"),
    "found": RulePicture("map:...../.RY../...../..... 5/1ry2/5/5 - - 1 ry|bb -", "rb2yc2"),
    "major": RulePicture("map:...../.R.../...../..... 5/1rrr1/5/5 b3=1 - 1 rr|bb -", "rb2rc2"),
    "village": RulePicture("map:...../.R.../..a../..... 5/1r3/5/5 - - 1 rb|bb -", "rc3bd3"),
    "absorb": RulePicture("map:......./.R...../......./....... 7/1rrr1rr/7/7 b3=1,f3=2 - 1 ry|bb -", "re3ye2"),
    "tied": RulePicture("map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry|bb -", "rd3yd2"),
}


def rules(session: Session) -> Markup:
    shown = figures(session, {f"help-{name}": _rule_picture(name) for name in RULE_PICTURES})
    ends = join(Markup(f"<p>{translate(session, key)}</p>") for key in ("help-end", "help-silent"))
    return Markup(f"<p>{translate(session, 'help-aim')}</p>{shown}{ends}")


@cache
def _rule_picture(name: str) -> Markup:
    """Draw the picture of a rule: a small board with a placement."""
    rule = RULE_PICTURES[name]
    position, ghost = Position.parse(rule.line), Move.parse(rule.move)
    refusal = position.why_not(ghost)
    return svg_html(
        svg.board_svg(
            position,
            coordinates=False,
            ghost=ghost,
            changes=True,
            refused=bool(refusal),
            marks=refusal.squares if refusal else (),
            style=False,
            prefix=f"help-{name}",
        )
    )


SOURCES = ("given", "founded", "majors", "joins", "villages", "conquered", "lost")
"""How pagodas come onto the board: at the start, by founding, growing to a major province, joining, and taking
unclaimed villages or those of others. The last one counts losses."""


def pagodas_on_board(position: Position, player: int) -> int:
    """Count a player's pagodas on the board, at most as many as the player has (Q23)."""
    return PAGODAS[len(position.players)] - position.pagodas_left(player)


def tally(match: Match) -> dict[int, dict[str, int]]:
    """Count each player's pagodas by source; the sources add up to those on the board."""
    positions = match.positions
    players = positions[0].players
    table = {player: dict.fromkeys(SOURCES, 0) for player in players}
    last_gains: dict[int, list[str]] = {}
    for player in players:
        table[player]["given"] = positions[0].pagodas_placed(player)
    for before, after, turn in zip(positions, positions[1:], match.record.turns, strict=False):
        last_gains = {player: [] for player in players}
        villages_lost = dict.fromkeys(players, 0)
        for player, source in _sources(turn.events):
            last_gains[player].append(source)
        for event in turn.events:
            if event.kind == "conquer":
                villages_lost[event.loser] += 1
        for player, gains in last_gains.items():
            lost = villages_lost[player]
            # What the events don't explain is gained or lost by joining provinces.
            by_joining = after.pagodas_placed(player) - before.pagodas_placed(player) - len(gains) + lost
            gains += ["joins"] * by_joining
            table[player]["lost"] -= lost - min(0, by_joining)
            for source in gains:
                table[player][source] += 1
    # The last turn may gain more pagodas than the player has.
    for player, gains in last_gains.items():
        surplus = positions[-1].pagodas_placed(player) - pagodas_on_board(positions[-1], player)
        for source in gains[len(gains) - surplus :]:
            table[player][source] -= 1
    return table


def _sources(events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Yield a player and the source for each pagoda that events bring onto the board."""
    sources = {"found": "founded", "major": "majors", "connect": "villages", "conquer": "conquered"}
    previous = ""
    for event in events:
        # A province that becomes major by joining counts as joined.
        if event.kind in sources and (event.kind, previous) != ("major", "absorb"):
            yield event.player, sources[event.kind]
        previous = event.kind


def history(match: Match) -> dict[int, list[int]]:
    """List for each player the pagodas left at the start and after every turn."""
    positions = match.positions
    return {player: [position.pagodas_left(player) for position in positions] for player in positions[0].players}


def ending_reason(session: Session) -> Markup:
    latest = session.match.latest
    outcome = latest.outcome()
    if outcome is None:
        return NOTHING
    winners = outcome.winners
    key = "why-last-pagoda" if outcome.reason is OutcomeReason.LAST_PAGODA else "why-most"
    return text(session.narrator.say_of(key, *winners, pagodas=latest.pagodas_placed(winners[0]), n=len(winners)))


def margin(session: Session) -> str:
    """Describe the winner's lead; empty for a shared win."""
    latest, winners = session.match.latest, session.winners or ()
    others = [player for player in latest.players if player not in winners]
    if len(winners) != 1 or not others:
        return ""
    second = min(others, key=latest.pagodas_left)
    return session.narrator.say_of("margin", second, n=latest.pagodas_left(second) - latest.pagodas_left(winners[0]))


def lead(match: Match, player: int) -> int:
    latest = match.latest
    return min(latest.pagodas_left(other) for other in latest.players if other != player) - latest.pagodas_left(player)


def ending_in_full(session: Session) -> Markup:
    outcome, latest = session.match.latest.outcome(), session.match.latest
    if outcome is None or outcome.reason is not OutcomeReason.LAST_PAGODA:
        return Markup(f"{ending_reason(session)} {text(margin(session))}")
    ahead = min(latest.pagodas_left(player) for player in latest.players if player not in outcome.winners)
    if not ahead:
        return ending_reason(session)
    return text(session.narrator.say_of("why-last-pagoda-by", *outcome.winners, n=ahead))


HIGHLIGHTS = 3
"""The number of highlights of a match that is long enough."""


def highlights(session: Session) -> tuple[Highlight, ...]:
    """Return the turn since which the winners led, those that gained them the most, and the last one."""
    positions, winners = session.match.positions, session.winners or ()
    turns = range(1, len(positions))
    others = [player for player in session.match.latest.players if player not in winners]
    if not turns:
        return ()
    keys = {turns[-1]: "story-last"}
    if winners and others:
        leads = [
            min(position.pagodas_left(player) for player in others)
            - max(position.pagodas_left(player) for player in winners)
            for position in positions
        ]
        overtaking = [turn for turn in turns if leads[turn - 1] <= 0 < leads[turn]]
        if overtaking:
            keys.setdefault(overtaking[-1], "story-lead")
        swings = {turn: _swing(positions[turn - 1], positions[turn], winners) for turn in turns}
        # A turn that cost the winners something is no highlight.
        gains = [turn for turn in turns if leads[turn] > leads[turn - 1] and swings[turn] > 0 and turn not in keys]
        gains.sort(key=lambda turn: (swings[turn], turn), reverse=True)
        for number, turn in enumerate(sorted(gains[: HIGHLIGHTS - len(keys)])):
            biggest = all(swings[turn] > swing for other, swing in swings.items() if other != turn)
            keys[turn] = "story-gain" if biggest else "story-step" if number else "story-leap"
    return tuple(
        Highlight(turn, keys[turn], changes(session, positions[turn - 1], positions[turn])) for turn in sorted(keys)
    )


def _swing(before: Position, after: Position, winners: Collection[int]) -> int:
    """Return how many pagodas a turn brought the winners, and cost the others."""
    placed = {player: before.pagodas_left(player) - after.pagodas_left(player) for player in before.players}
    return sum(number if player in winners else -number for player, number in placed.items())


def lost_heavily(match: Match, player: int) -> bool:
    """Return whether a player was behind by a third of all pagodas."""
    left = [match.latest.pagodas_left(other) for other in match.latest.players]
    return 3 * (left[player - 1] - min(left)) >= PAGODAS[len(left)]


def summary(session: Session) -> Markup:
    lines = history(session.match)
    most = max(max(values) for values in lines.values()) or 1
    return Markup(
        _table(session)
        + f"<h3>{translate(session, 'chart')}</h3>{line_chart(session, 'chart', lines, most, 5)}"
        + (_series(session) if session.match.planned > 1 and session.match.series.unused else "")
    )


def _table(session: Session) -> Markup:
    """Draw the table of pagodas by source, with a column for each player, which fits a phone."""
    tallies, latest = tally(session.match).values(), session.match.latest
    rows = {f"from-{source}": [_number(counts[source]) for counts in tallies] for source in SOURCES}
    if not any(counts["given"] for counts in tallies):
        del rows["from-given"]
    rows["on-board"] = [_total(pagodas_on_board(latest, player)) for player in latest.players]
    rows["left"] = [text(str(latest.pagodas_left(player))) for player in latest.players]
    return table(session, "how-it-came", {translate(session, key): cells for key, cells in rows.items()})


def _number(count: int) -> Markup:
    """Write a number for a table: with a proper minus, nothing as a dash."""
    return text(str(count).replace("-", "−") if count else "–")


def _total(count: int) -> Markup:
    return Markup(f"<strong>{count}</strong>")


def _series(session: Session) -> Markup:
    """Draw the table of unused pagodas by game, and who leads the series (Q25)."""
    series = session.match.series
    rows: dict[Markup, Iterable[Markup | int]] = {
        translate(session, "game-number", n=number): game for number, game in enumerate(series.unused, start=1)
    }
    rows[translate(session, "total")] = map(_total, series.totals())
    key = "series-won" if len(series.unused) >= session.match.planned else "series-leads"
    leaders = translate(session, key, players=session.narrator.all_names(series.winners()))
    return Markup(f"{table(session, 'series-table', rows)}<p>{leaders}</p>")
