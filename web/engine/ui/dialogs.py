"""The dialogs: new game, saved games, sharing, settings."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from time import localtime, strftime
from typing import NamedTuple

from engine import correspondence
from engine.games.form import PERSON, REMOTE
from engine.html import (
    LANGUAGE_NAMES,
    NOTHING,
    Markup,
    button,
    chips,
    choice,
    copy_button,
    copy_field,
    dialog_body,
    double_click_guard,
    icon_button,
    icon_svg,
    join,
    note_slot,
    option_list,
    switch,
    text,
    translate,
)
from engine.session import CHOICES, links, player_names, storage
from engine.session.links import EMBED_OPTIONS
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.session.page import Page
from engine.session.shelf import FILTERS, MAX_SEARCH, ORDERS
from engine.session.statistics import Tally, tallies
from engine.ui import correspondence as correspondence_view
from engine.ui.today import deal_name
from engine.ui.widgets import character, name_field
from engine.words import say, say_date

# A new game


def new_game(page: Page) -> Markup:
    """Draw the form for a new match."""
    form, ui = page.form, page.ui
    results = _results_by_level(page)
    computers = {level: character(page, ui.levels, level, results.get(level)) for level in ui.levels}
    people = {PERSON: _people(page, "at-this-screen", "friends"), REMOTE: _people(page, "level-far", "link")}
    opponents = chips(page, "form", "opponents", "play-against", computers | people, form.opponents, "characters")
    how = translate(page, "remote-how") if form.opponents == REMOTE else NOTHING
    hints = NOTHING
    if any(seat.remote for seat in form.seated):
        name = name_field(page, "form", f"name-{form.own_seat + 1}", form.seats[form.own_seat].name)
        hints = Markup(name + switch(page, "form", "hints", "remote-hints", form.hints))
    # The page deals the first match by itself: that wasn't a choice.
    changed = _form_summary(page) != _form_summary(replace(page, form=ui.new_form()))
    chosen = bool(page.match.record.turns) or (page.returning and changed)
    as_last_time = chosen and not page.match.guided and form == ui.form_from_match(page.match)
    start = button(page, "start-game", "begin", kind="primary", enabled=not form.problems(), focus=True)
    body = Markup(
        f'<form class="form">{opponents}<p class="quiet small how">{how}</p>{hints}{ui.form_fields(page, form)}'
        f'<details data-key="more"{"" if form.opponents else " open"}><summary>{translate(page, "more")}</summary>'
        f'<div class="form">{ui.more_form_fields(page, form)}</div></details>'
        f'<div class="actions"><p class="chosen"><strong>{_form_summary(page)}</strong>'
        f"<span>{translate(page, 'as-last-time') if as_last_time else NOTHING}</span></p>{start}</div></form>"
    )
    return dialog_body(page, "new-game", body, "medium")


def _results_by_level(page: Page) -> dict[str, Tally]:
    """Count the matches against each level, with any number of players."""
    results: dict[str, Tally] = {}
    for (level, _), tally in tallies(page.results, page.ui.name).items():
        total = results.setdefault(level, Tally())
        total.played += tally.played
        total.won += tally.won
    return results


def _people(page: Page, key: str, icon: str) -> Markup:
    """Draw people as opponents, like `widgets.character`."""
    return Markup(f"{icon_svg(icon)}<b>{translate(page, key)}</b>")


def _form_summary(page: Page) -> Markup:
    form = page.form
    kinds = {kind: f"level-{kind}" for kind in (*page.ui.levels, REMOTE)} | {PERSON: "at-this-screen"}
    opponents = [translate(page, kinds[form.opponents])] if form.opponents else []
    return join([*opponents, *map(text, page.ui.form_summary(page, form))], " · ")


# The saved games


def saved_games(page: Page) -> Markup:
    """Draw the dialog of stored matches: list, import, backup, quarantine."""
    draw_card = _card_to_pick if page.shelf.picking else _card
    cards = [draw_card(page, number, match) for number, match in enumerate(page.saved)]
    slot = page.note.slot if page.note else ""
    if slot.startswith("card-"):
        # The note takes the place of the deleted card.
        cards.insert(int(slot.removeprefix("card-")), Markup(f'<li class="deleted">{note_slot(page, slot)}</li>'))
    damaged = join(
        Markup(
            f"<li>{text(key)} {button(page, 'export-damaged', 'save-file', value=key)}"
            f" {button(page, 'forget-damaged', 'delete', value=key)}</li>"
        )
        for key in page.damaged
    )
    filtered = page.shelf.search or page.shelf.show != "all"
    nothing = Markup(f"<p>{translate(page, 'none-found' if filtered else 'no-games')}</p>")
    body = Markup(
        f'<p class="row record"><span class="quiet">{translate(page, "record-what")}</span>'
        f"{button(page, 'open', 'record', value='record')}</p>"
        + (_shelf_tools(page) if len(page.shelf.entries) > MAX_WITHOUT_SEARCH else NOTHING)
        + note_slot(page, "list")
        + (f'<ul class="cards">{join(cards)}</ul>' if cards else nothing)
        + (button(page, "more-games", "more-games", kind="wide") if page.saved_count > len(page.saved) else "")
        + f"<section><h3>{translate(page, 'open-game')}</h3>"
        + f'<label class="field tall"><span>{translate(page, "paste-game")}</span>'
        f'<textarea id="import-text" rows="3" spellcheck="false"></textarea></label>{note_slot(page, "import")}'
        f'<p class="row">{button(page, "import", "open-pasted", source="import-text")}'
        f'<label class="file">{translate(page, "load-file")}'
        '<input type="file" data-action="game-file" accept="'
        f'{",".join(text(ui.suffix) for ui in page.games)},.txt"></label></p></section>'
        f'<section><h3>{translate(page, "backup")}</h3><p class="quiet small">{translate(page, "everything-why")}</p>'
        f'<p class="row">{button(page, "save-everything", "save-everything")}'
        f'<label class="file">{translate(page, "load-everything")}'
        '<input type="file" data-action="everything-file" accept=".json"></label></p>'
        + note_slot(page, "everything")
        + (f'<p>{translate(page, "aside-why")}</p><ul class="faults">{damaged}</ul>' if damaged else "")
        + "</section>"
    )
    return dialog_body(page, "games", body, "large")


MAX_WITHOUT_SEARCH = 3
"""The maximal number of stored matches that are listed without a search field."""


def _shelf_tools(page: Page) -> Markup:
    """Draw the fields that search, filter and sort, or the buttons while matches are picked."""
    shelf, language = page.shelf, page.language
    filters = {value: say(language, f"shelf-{value}") for value in FILTERS}
    orders = {value: say(language, f"shelf-{value}") for value in ORDERS}
    count = translate(page, "n-games-found", n=page.saved_count)
    if shelf.picking:
        picked = len(shelf.picked)
        pick_all = button(page, "pick", "pick-all", value="=true")
        pick_none = button(page, "pick", "pick-none", value="=false")
        bar = Markup(
            f'<strong role="status">{translate(page, "n-picked", n=picked)}</strong>'
            f"{button(page, 'forget-picked', 'delete', enabled=bool(picked))}"
            f"{pick_all if picked < page.saved_count else pick_none}{button(page, 'picking', 'pick-cancel')}"
        )
    else:
        bar = Markup(f'<span class="quiet" role="status">{count}</span>{button(page, "picking", "pick-several")}')
    return Markup(
        '<div class="filters"><input type="text" inputmode="search" data-action="shelf" data-field="search"'
        f' value="{text(shelf.search)}" maxlength="{MAX_SEARCH}" placeholder="{translate(page, "shelf-search")}"'
        f' aria-label="{translate(page, "shelf-search")}" autocomplete="off" spellcheck="false">'
        f"{_list(page, 'show', 'shelf-show', filters, shelf.show)}"
        f"{_list(page, 'order', 'shelf-order', orders, shelf.order)}"
        f'<p class="row">{bar}</p></div>'
    )


def _list(page: Page, field: str, label: str, options: Mapping[str, str], chosen: str) -> Markup:
    """Make a list of options with a label for screen readers only."""
    return Markup(
        f'<select data-action="shelf" data-field="{text(field)}" aria-label="{translate(page, label)}">'
        f"{option_list(options, chosen)}</select>"
    )


def _card(page: Page, number: int, match: Match) -> Markup:
    kind = Markup("card waits") if correspondence.rank(match) == 0 else Markup("card")
    return Markup(
        f'<li data-key="{text(match.key)}"><button type="button" class="{kind}" data-action="load"'
        f'{double_click_guard("load")} data-value="{text(match.key)}">{_match_details(page, number, match)}</button>'
        f"{icon_button(page, 'forget', 'delete', 'delete', value=match.key)}</li>"
    )


def _card_to_pick(page: Page, number: int, match: Match) -> Markup:
    on = Markup(" checked") if match.key in page.shelf.picked else NOTHING
    return Markup(
        f'<li data-key="{text(match.key)}-pick"><label class="card selectable">'
        f'<input type="checkbox" data-action="pick" data-field="{text(match.key)}"{on}>'
        f"{_match_details(page, number, match)}</label></li>"
    )


def _match_details(page: Page, number: int, match: Match) -> Markup:
    """Draw a stored match: picture, players, state, levels, time."""
    players, winners = player_names(match, page.language), match.winners
    narrator: AnyNarrator = match.ui.narrator(page.language, players)
    state = correspondence_view.waiting(match, narrator) or (
        narrator.say_of("to-move", match.latest.player_to_move) if winners is None else narrator.result(winners)
    )
    levels = dict.fromkeys(seat.kind for seat in match.seats if seat.computer)
    opponents = ", ".join(say(page.language, f"level-{level}") for level in sorted(levels, key=match.ui.levels.index))
    started = storage.start_time(match.key)
    day = storage.date_of(started) if started else ""
    clock = strftime("%H:%M", localtime(started / 1000)) if started else ""
    date = (
        deal_name(match, page.language)
        or correspondence_view.age(match, narrator, page.saved_at)
        or say_date(page.language, day)
    )
    turns = translate(page, "n-turns", n=len(match.record.turns))
    lines = [
        text(state),
        translate(page, "computer-level", level=opponents) if opponents else NOTHING,
        join(map(text, [match.ui.title, *match.ui.form_summary(page, match.ui.form_from_match(match))]), " · "),
        text(correspondence_view.branch(match, page.saved, narrator)),
        Markup(f'<small class="quiet">{join(filter(None, [text(date), text(clock), turns]), " · ")}</small>'),
    ]
    return Markup(
        f'<span class="thumbnail" aria-hidden="true">{match.ui.thumbnail(match.latest, number)}</span>'
        f"<span><strong>{text(' – '.join(players))}</strong><br>{join(filter(None, lines), '<br>')}</span>"
    )


# Sharing


def share(page: Page) -> Markup:
    """Draw the dialog that shares the match: links and pictures, code for authors, texts for experts."""
    shared = _shared_links(page)
    over = page.session.winners is not None
    picture = button(page, "share-result", "share-result") if over else button(page, "save-png", "give-picture")
    options = [_share_option(page, picture, "picture", "give-picture-why")]
    if page.site:
        copy_link = copy_button(page, shared.match or shared.position, "primary", "give-link", "give")
        options.insert(0, _share_option(page, copy_link, "link", "give-link-why"))
    else:
        written = str(page.session.visible_position if page.match.ongoing_remote else page.match.record)
        copy_text = copy_button(page, written, "primary", "give-record")
        options.insert(0, _share_option(page, copy_text, "link", "give-record-why"))
    if page.site and shared.replay:
        copy_replay = copy_button(page, shared.replay, "", "give-replay", "give")
        options.append(_share_option(page, copy_replay, "later", "give-replay-why"))
    body = Markup(
        f'<div class="share-options">{join(options)}</div>'
        + _folded(page, "for-authors", _for_authors(page))
        + _folded(page, "for-experts", _for_experts(page, shared))
    )
    return dialog_body(page, "share", body)


class _SharedLinks(NamedTuple):
    """Links to the shown position, the match and its replay.

    While remote players play on, only what the viewer sees is shared, so the last two are empty.
    """

    position: str
    match: str = ""
    replay: str = ""


def _shared_links(page: Page) -> _SharedLinks:
    position = page.address + links.write(links.POSITION, str(page.session.visible_position))
    if page.match.ongoing_remote:
        return _SharedLinks(position)
    record = page.match.record
    replay = page.address + links.write(links.REPLAY, str(record)) if record.turns else ""
    return _SharedLinks(position, page.address + links.write(links.GAME, str(record)), replay)


def _share_option(page: Page, control: Markup, icon: str, why: str) -> Markup:
    return Markup(
        f'<div class="share-option">{icon_svg(icon)}{control}<p class="quiet small">{translate(page, why)}</p></div>'
    )


def _folded(page: Page, title: str, content: Markup) -> Markup:
    return Markup(f'<details data-key="{text(title)}"><summary>{translate(page, title)}</summary>{content}</details>')


def _for_authors(page: Page) -> Markup:
    """Draw what authors of pages need: pictures, the editor, live boards."""
    line = str(page.session.visible_position)
    return Markup(
        '<p class="row">'
        + (button(page, "save-png", "save-png") if page.session.winners is not None else NOTHING)
        + button(page, "save-svg", "save-svg")
        + button(page, "print", "print")
        + (_edit_link(page, line) if page.site and page.ui.has_editor else "")
        + "</p>"
        + (_embed_code(page, line) if page.site and not page.match.ongoing_remote else "")
    )


def _for_experts(page: Page, shared: _SharedLinks) -> Markup:
    """Draw links and texts to copy, and the button that saves the record."""
    fields = {"game-link": shared.match, "replay-link": shared.replay, "position-link": shared.position}
    link_fields = join(copy_field(page, key, link) for key, link in fields.items() if link) if page.site else NOTHING
    record = NOTHING
    if not page.match.ongoing_remote:
        record = Markup(f'<p class="row">{button(page, "save-record", "save-record")}</p>')
    note = NOTHING
    if record and page.ui.share_note:
        note = Markup(f'<p class="quiet small">{translate(page, page.ui.share_note)}</p>')
    return Markup(note + link_fields + copy_field(page, "position-line", str(page.session.visible_position)) + record)


def _embed_code(page: Page, line: str) -> Markup:
    """Draw the embed code for the shown position or match, with its options."""
    code = page.embed_code.write(page.site, page.address, line, str(page.match.record), page.ui.title)
    options = [
        choice(
            page,
            "code",
            field,
            f"code-{field}",
            {value: _option_name(page, field, value) for value in values},
            getattr(page.embed_code, field),
        )
        for field, values in EMBED_OPTIONS.items()
        if page.embed_code.form != "markdown" or field in ("form", "shows")
    ]
    return Markup(
        f'<h3>{translate(page, "code-title")}</h3><div class="form embedding">{"".join(options)}</div>'
        f'<div class="field tall"><textarea id="code" rows="4" readonly aria-label="{translate(page, "code-title")}">'
        f"{text(code)}</textarea>{copy_button(page, code)}</div>"
    )


def _option_name(page: Page, field: str, value: str) -> str:
    if field == "language" and value:
        return LANGUAGE_NAMES[value]
    return say(page.language, f"code-{field}-{value or 'auto'}")


def _edit_link(page: Page, line: str) -> Markup:
    address = f"{page.site}editor.html{links.write(links.POSITION, line)}"
    return Markup(f'<a class="button" href="{text(address)}">{translate(page, "edit-position")}</a>')


# Settings


def settings(page: Page) -> Markup:
    current = page.session.settings

    def list_of(name: str, label: str, keys: Iterable[str]) -> Markup:
        options = {value: say(page.language, key) for value, key in zip(CHOICES[name], keys, strict=True)}
        return choice(page, "setting", name, label, options, getattr(current, name))

    def group(key: str, content: Markup) -> Markup:
        return Markup(f'<fieldset class="group"><legend>{translate(page, key)}</legend>{content}</fieldset>')

    switches = join(
        switch(page, "setting", name, f"setting-{name.replace('_', '-')}", current.switch(name))
        for name in page.ui.switches
    )
    helping = Markup(
        list_of("coach", "coach", [f"coach-{value}" for value in CHOICES["coach"]])
        + f'<p class="quiet small">{translate(page, "coach-text")}</p>'
        + join(
            list_of(name, f"setting-{name}", [f"setting-{name}-{value}" for value in CHOICES[name]])
            for name in page.ui.choices
        )
    )
    looks = Markup(
        list_of("theme", "theme", [f"theme-{value}" for value in CHOICES["theme"]])
        + list_of("speed", "speed", [f"speed-{value}" for value in CHOICES["speed"]])
        + list_of("volume", "volume", [f"volume-{value}" for value in CHOICES["volume"]])
        + choice(page, "language", "", "language", LANGUAGE_NAMES, page.language)
    )
    body = join((group("settings-table", switches), group("help", helping), group("settings-look", looks)))
    return dialog_body(page, "settings", Markup(f'<form class="form">{body}</form>'))
