"""The windows over the page: a new game, the saved ones, sharing, settings."""

from engine.correspondence import game as correspondence
from engine.games.base import PERSON, REMOTE
from engine.html import (
    LANGUAGE_NAMES,
    NOTHING,
    Markup,
    button,
    chips,
    choice,
    copy_field,
    guard,
    switch,
    text,
    window,
    words,
)
from engine.session import links
from engine.session.embed_code import CODES
from engine.session.match import Match
from engine.session.narrator import AnyNarrator
from engine.session.page import Page
from engine.session.session import CHOICES, player_names
from engine.ui import correspondence as remote_view
from engine.ui.progress import day_of, today
from engine.words import say


def new_game(page: Page) -> Markup:
    """Ask against whom and on what; what few people ask for is folded away, and the way to begin stays in sight."""
    form, ui = page.form, page.ui
    kinds = [(kind, words(page, f"level-{kind}")) for kind in ui.levels]
    kinds += [(PERSON, words(page, "at-this-screen")), (REMOTE, words(page, "level-far"))]
    opponents = chips(page, "form", "opponents", "play-against", kinds, form.opponents, "ranked")
    how = f'<p class="quiet small">{words(page, "far-how")}</p>' if form.opponents == REMOTE else ""
    begin = button(page, "begin", "begin", kind="primary wide", enabled=not form.problems())
    body = Markup(
        f'<p class="row">{today(page)}</p><form class="form">{opponents}{how}{ui.form_fields(page, form)}'
        f"<details{'' if form.opponents else ' open'}><summary>{words(page, 'more')}</summary>"
        f'<div class="form">{ui.more_form_fields(page, form)}</div></details><div class="actions">{begin}</div></form>'
    )
    return window(page, "new-game", body)


def games(page: Page) -> Markup:
    """Show the saved games with small pictures, and ways in and out."""
    cards = "".join(_card(page, number, game) for number, game in enumerate(page.saved))
    damaged = "".join(
        f"<li>{text(key)} {button(page, 'export-damaged', 'save-file', value=key)}"
        f" {button(page, 'forget-damaged', 'delete', value=key)}</li>"
        for key in page.damaged
    )
    body = Markup(
        f'<p class="row">{today(page)}{button(page, "open", "record", value="record")}</p>'
        + (f'<ul class="cards">{cards}</ul>' if cards else f"<p>{words(page, 'no-games')}</p>")
        + (button(page, "more-games", "more-games") if page.saved_count > len(page.saved) else "")
        + (f'<p>{words(page, "aside-why")}</p><ul class="faults">{damaged}</ul>' if damaged else "")
        + f'<label class="field tall"><span>{words(page, "paste-game")}</span>'
        '<textarea id="import-text" rows="4" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(page, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{words(page, "load-file")}'
        '<input type="file" data-action="game-file" accept="'
        f'{",".join(ui.suffix for ui in page.games)},.txt"></label></p>'
        f'<p class="row">{button(page, "save-everything", "save-everything")}'
        f'<label class="file">{words(page, "load-everything")}'
        '<input type="file" data-action="everything-file" accept=".json"></label></p>'
        f'<p class="quiet small">{words(page, "everything-why")}</p>'
    )
    return window(page, "games", body, "broad")


def _card(page: Page, number: int, game: Match) -> Markup:
    players, winners = player_names(game, page.language), game.winners
    narrator: AnyNarrator = game.ui.narrator(page.language, players)
    state = narrator.say_of("to-move", game.now.mover) if winners is None else narrator.result(winners)
    state = remote_view.waiting(game, narrator) or state
    turns = words(page, "n-turns", n=len(game.record.turns))
    date = text(day_of(game, page.language) or remote_view.since(game, narrator))
    way = text(remote_view.branch(game, page.saved, narrator))
    kind = "card waits" if correspondence.rank(game) == 0 else "card"
    return Markup(
        f'<li><button type="button" class="{kind}" data-action="load"{guard("load")} data-value="{text(game.key)}">'
        f'<span class="thumb" aria-hidden="true">{game.ui.thumbnail(game.now, number)}</span>'
        f"<span><strong>{text(' – '.join(players))}</strong><br>{text(state)}"
        f"{way and f'<br>{way}'}"
        f'<br><span class="quiet small">{date}<br>{turns}</span></span></button>'
        f"{button(page, 'forget', 'delete', value=game.key, icon='delete')}</li>"
    )


def share(page: Page) -> Markup:
    """Give the game or the position away: as a link, a file or a picture."""
    # As long as others hide something, only what is seen from here is given away.
    secret = page.match.secret
    game_link = page.address + links.write(links.GAME, str(page.match.record))
    replay_link = page.address + links.write(links.REPLAY, str(page.match.record))
    seen = str(page.session.seen)
    remark = page.ui.share_note
    place_link = page.address + links.write(links.POSITION, seen)
    body = Markup(
        (
            button(page, "share-result", "share-result", kind="primary wide")
            if page.session.winners is not None
            else NOTHING
        )
        + (NOTHING if secret else copy_field(page, "game-link", game_link))
        + (NOTHING if secret or not page.match.record.turns else copy_field(page, "replay-link", replay_link))
        + copy_field(page, "position-link", place_link)
        + copy_field(page, "position-line", seen)
        + (f'<p class="quiet small">{words(page, remark)}</p>' if remark else "")
        + '<p class="row">'
        + (NOTHING if secret else button(page, "save-record", "save-record"))
        + button(page, "save-svg", "save-svg")
        + button(page, "save-png", "save-png")
        + button(page, "print", "print")
        + (_edit_link(page, seen) if page.site and page.ui.editor() else "")
        + "</p>"
        + (_embedding(page, seen) if page.site and not secret else "")
    )
    return window(page, "share", body)


def _embedding(page: Page, seen: str) -> Markup:
    """Write the code that puts what is shown into a page of somebody's, as they choose."""
    written = page.embed_code.write(page.site, page.address, seen, str(page.match.record), page.ui.title)
    shown = [
        choice(
            page,
            "code",
            field,
            f"code-{field}",
            [(value, _named(page, field, value)) for value in values],
            getattr(page.embed_code, field),
        )
        for field, values in CODES.items()
        if page.embed_code.form != "markdown" or field in ("form", "shows")
    ]
    return Markup(
        f'<details class="embedding"><summary>{words(page, "code-title")}</summary>'
        f'<div class="form">{"".join(shown)}</div>'
        f'<div class="field tall"><textarea id="code" rows="4" readonly aria-label="{words(page, "code-title")}">'
        f"{text(written)}</textarea>{button(page, 'copy', 'copy', value=written)}</div></details>"
    )


def _named(page: Page, field: str, value: str) -> str:
    if field == "language" and value:
        return LANGUAGE_NAMES[value]
    return say(page.language, f"code-{field}-{value or 'auto'}")


def _edit_link(page: Page, line: str) -> Markup:
    address = f"{page.site}editor.html{links.write(links.POSITION, line)}"
    return Markup(f'<a class="button" href="{text(address)}">{words(page, "edit-position")}</a>')


def settings(page: Page) -> Markup:
    """Let people play as they like."""
    now, language = page.session.settings, page.language
    speeds = [(value, say(language, f"speed-{value}")) for value in CHOICES["speed"]]
    volumes = [(value, say(language, f"volume-{value}")) for value in CHOICES["volume"]]
    themes = [(value, say(language, f"theme-{value}")) for value in CHOICES["theme"]]
    coaches = [(value, say(language, f"coach-{value}")) for value in CHOICES["coach"]]
    body = "".join(
        switch(page, "setting", name, f"setting-{name.replace('_', '-')}", now.switch(name))
        for name in page.ui.settings
    )
    for name in page.ui.choices:
        values = [(value, say(language, f"setting-{name}-{value}")) for value in CHOICES[name]]
        body += choice(page, "setting", name, f"setting-{name}", values, getattr(now, name))
    body += choice(page, "setting", "speed", "speed", speeds, now.speed)
    body += choice(page, "setting", "volume", "volume", volumes, now.volume)
    body += choice(page, "setting", "theme", "theme", themes, now.theme)
    body += choice(page, "setting", "coach", "coach", coaches, now.coach)
    body += f'<p class="quiet small">{words(page, "coach-text")}</p>'
    body += choice(page, "language", "", "language", list(LANGUAGE_NAMES.items()), language)
    return window(page, "settings", Markup(f'<form class="form">{body}</form>'))
