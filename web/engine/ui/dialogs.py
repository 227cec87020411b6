"""The windows over the page: a new game, the saved ones, sharing, settings."""

from engine import games as rooms
from engine.correspondence import game as by_links
from engine.correspondence import view as sending
from engine.html import (
    LANGUAGE_NAMES,
    NOTHING,
    Html,
    button,
    chips,
    choice,
    copy_field,
    switch,
    text,
    window,
    words,
)
from engine.page.embed_code import CODES
from engine.session import links
from engine.session.match import FAR, PERSON, Game
from engine.session.session import CHOICES, Model, names
from engine.ui.progress import day_of, today
from engine.words import say


def new_game(model: Model) -> Html:
    """Ask against whom and on what; what few people ask for is folded away, and the way to begin stays in sight."""
    own, draft = rooms.of(model).dialogs, model.draft
    kinds = [(kind, words(model, f"level-{kind}")) for kind in draft.levels]
    kinds += [(PERSON, words(model, "at-this-screen")), (FAR, words(model, "level-far"))]
    opponents = chips(model, "form", "opponents", "play-against", kinds, draft.opponents, "ranked")
    how = f'<p class="quiet small">{words(model, "far-how")}</p>' if draft.opponents == FAR else ""
    begin = button(model, "begin", "begin", kind="primary wide", enabled=not draft.faults())
    body = Html(
        f'<p class="row">{today(model)}</p><form class="form">{opponents}{how}{own.form(model)}'
        f"<details{'' if draft.opponents else ' open'}><summary>{words(model, 'more')}</summary>"
        f'<div class="form">{own.more_of_form(model)}</div></details><div class="actions">{begin}</div></form>'
    )
    return window(model, "new-game", body)


def games(model: Model) -> Html:
    """Show the saved games with small pictures, and ways in and out."""
    cards = "".join(_card(model, number, game) for number, game in enumerate(model.saved))
    damaged = "".join(
        f"<li>{text(key)} {button(model, 'export-damaged', 'save-file', value=key)}"
        f" {button(model, 'forget-damaged', 'delete', value=key)}</li>"
        for key in model.damaged
    )
    body = Html(
        f'<p class="row">{today(model)}{button(model, "open", "record", value="record")}</p>'
        + (f'<ul class="cards">{cards}</ul>' if cards else f"<p>{words(model, 'no-games')}</p>")
        + (button(model, "more-games", "more-games") if model.saved_in_all > len(model.saved) else "")
        + (f'<p>{words(model, "aside-why")}</p><ul class="faults">{damaged}</ul>' if damaged else "")
        + f'<label class="field tall"><span>{words(model, "paste-game")}</span>'
        '<textarea id="import-text" rows="4" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(model, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{words(model, "load-file")}'
        '<input type="file" data-action="game-file" accept=".qin,.khan,.txt"></label></p>'
        f'<p class="row">{button(model, "save-everything", "save-everything")}'
        f'<label class="file">{words(model, "load-everything")}'
        '<input type="file" data-action="everything-file" accept=".json"></label></p>'
        f'<p class="quiet small">{words(model, "everything-why")}</p>'
    )
    return window(model, "games", body, "broad")


def _card(model: Model, number: int, game: Game) -> Html:
    room, players = rooms.room(game.room), names(game, model.language)
    story, winners = room.story(model.language, players), game.winners
    state = story.about("to-move", game.now.mover) if winners is None else story.result(winners)
    state = sending.waiting(game, story) or state
    turns = words(model, "n-turns", n=len(game.record.turns))
    date = text(day_of(game, model.language) or sending.since(game, story))
    way = text(sending.branch(game, model.saved, story))
    kind = "card waits" if by_links.rank(game) == 0 else "card"
    return Html(
        f'<li><button type="button" class="{kind}" data-action="load" data-value="{text(game.key)}">'
        f'<span class="thumb" aria-hidden="true">{room.view.thumb(game.now, number)}</span>'
        f"<span><strong>{text(' – '.join(players))}</strong><br>{text(state)}"
        f"{way and f'<br>{way}'}"
        f'<br><span class="quiet small">{date}<br>{turns}</span></span></button>'
        f"{button(model, 'forget', 'delete', value=game.key, icon='delete')}</li>"
    )


def share(model: Model) -> Html:
    """Give the game or the position away: as a link, a file or a picture."""
    # As long as others hide something, only what is seen from here is given away.
    secret = model.game.secret
    game_link = model.address + links.write(links.GAME, str(model.game.record))
    replay_link = model.address + links.write(links.REPLAY, str(model.game.record))
    seen = str(model.seen)
    remark = rooms.of(model).dialogs.SHARE_NOTE
    place_link = model.address + links.write(links.POSITION, seen)
    body = Html(
        (button(model, "share-result", "share-result", kind="primary wide") if model.winners is not None else NOTHING)
        + (NOTHING if secret else copy_field(model, "game-link", game_link))
        + (NOTHING if secret or not model.game.record.turns else copy_field(model, "replay-link", replay_link))
        + copy_field(model, "position-link", place_link)
        + copy_field(model, "position-line", seen)
        + (f'<p class="quiet small">{words(model, remark)}</p>' if remark else "")
        + '<p class="row">'
        + (NOTHING if secret else button(model, "save-record", "save-record"))
        + button(model, "save-svg", "save-svg")
        + button(model, "save-png", "save-png")
        + button(model, "print", "print")
        + (_edit_link(model, seen) if model.site and rooms.of(model).editor else "")
        + "</p>"
        + (_embedding(model, seen) if model.site and not secret else "")
    )
    return window(model, "share", body)


def _embedding(model: Model, seen: str) -> Html:
    """Write the code that puts what is shown into a page of somebody's, as they choose."""
    title = rooms.ROOMS[model.game.room]
    written = model.code.write(model.site, model.address, seen, str(model.game.record), title)
    shown = [
        choice(
            model,
            "code",
            field,
            f"code-{field}",
            [(value, _named(model, field, value)) for value in values],
            getattr(model.code, field),
        )
        for field, values in CODES.items()
        if model.code.form != "markdown" or field in ("form", "shows")
    ]
    return Html(
        f'<details class="embedding"><summary>{words(model, "code-title")}</summary>'
        f'<div class="form">{"".join(shown)}</div>'
        f'<div class="field tall"><textarea id="code" rows="4" readonly aria-label="{words(model, "code-title")}">'
        f"{text(written)}</textarea>{button(model, 'copy', 'copy', value=written)}</div></details>"
    )


def _named(model: Model, field: str, value: str) -> str:
    if field == "language" and value:
        return LANGUAGE_NAMES[value]
    return say(model.language, f"code-{field}-{value or 'auto'}")


def _edit_link(model: Model, line: str) -> Html:
    address = f"{model.site}{rooms.of(model).editor}{links.write(links.POSITION, line)}"
    return Html(f'<a class="button" href="{text(address)}">{words(model, "edit-position")}</a>')


def settings(model: Model) -> Html:
    """Let people play as they like."""
    now, language = model.settings, model.language
    speeds = [(value, say(language, f"speed-{value}")) for value in CHOICES["speed"]]
    volumes = [(value, say(language, f"volume-{value}")) for value in CHOICES["volume"]]
    themes = [(value, say(language, f"theme-{value}")) for value in CHOICES["theme"]]
    coaches = [(value, say(language, f"coach-{value}")) for value in CHOICES["coach"]]
    body = "".join(
        switch(model, "setting", name, f"setting-{name.replace('_', '-')}", getattr(now, name))
        for name in rooms.of(model).dialogs.SETTINGS
    )
    body += choice(model, "setting", "speed", "speed", speeds, now.speed)
    body += choice(model, "setting", "volume", "volume", volumes, now.volume)
    body += choice(model, "setting", "theme", "theme", themes, now.theme)
    body += choice(model, "setting", "coach", "coach", coaches, now.coach)
    body += f'<p class="quiet small">{words(model, "coach-text")}</p>'
    body += choice(model, "language", "", "language", list(LANGUAGE_NAMES.items()), language)
    return window(model, "settings", Html(f'<form class="form">{body}</form>'))
