"""The windows over the page: a new game, the saved ones, sharing, settings."""

from html import escape

from engine import links, rooms
from engine.game import Game
from engine.model import Model, names
from engine.view.html import button, choice, switch, window, words
from engine.words import say


def new_game(model: Model) -> str:
    """Ask who plays and what."""
    begin = button(model, "begin", "begin", kind="primary wide", enabled=not model.draft.faults())
    return window(model, "new-game", f'<form class="form">{rooms.of(model).dialogs.form(model)}{begin}</form>')


def games(model: Model) -> str:
    """Show the saved games with small pictures, and ways in and out."""
    cards = "".join(_card(model, number, game) for number, game in enumerate(model.saved))
    damaged = "".join(
        f"<li>{words(model, 'damaged-save', name=key)} {button(model, 'export-damaged', 'save-file', value=key)}"
        f" {button(model, 'forget-damaged', 'delete', value=key)}</li>"
        for key in model.damaged
    )
    body = (
        (f'<ul class="cards">{cards}</ul>' if cards else f"<p>{words(model, 'no-games')}</p>")
        + (button(model, "more-games", "more-games") if model.saved_in_all > len(model.saved) else "")
        + (f'<ul class="faults">{damaged}</ul>' if damaged else "")
        + f'<label class="field tall"><span>{words(model, "paste-game")}</span>'
        '<textarea id="import-text" rows="4" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(model, "import", "open-pasted", kind="primary", source="import-text")}'
        f'<label class="file">{words(model, "load-file")}'
        '<input type="file" data-action="game-file" accept=".qin,.khan,.txt"></label></p>'
    )
    return window(model, "games", body, "broad")


def _card(model: Model, number: int, game: Game) -> str:
    room, players = rooms.room(game.room), names(game, model.language)
    story = room.story.Story(model.language, players)
    over = game.winners
    state = story.say("to-move", player=story.name(game.now.mover)) if over is None else story.result(over)
    turns = words(model, "n-turns", n=len(game.record.turns))
    date = escape(game.record.headers.get("Date", ""))
    return (
        f'<li><button type="button" class="card" data-action="load" data-value="{escape(game.key)}">'
        f'<span class="thumb" aria-hidden="true">{room.view.thumb(game.now, number)}</span>'
        f"<span><strong>{escape(' – '.join(players))}</strong><br>{escape(state)}"
        f'<br><span class="quiet small">{date}<br>{turns}</span></span></button>'
        f"{button(model, 'forget', 'delete', value=game.key, icon='delete')}</li>"
    )


def share(model: Model) -> str:
    """Give the game or the position away: as a link, a file or a picture."""
    game_link = model.address + links.write(links.GAME, str(model.game.record))
    seen = str(model.seen)
    remark = rooms.of(model).dialogs.SHARE_NOTE
    place_link = model.address + links.write(links.POSITION, seen)
    body = (
        _copy_field(model, "game-link", game_link)
        + _copy_field(model, "position-link", place_link)
        + _copy_field(model, "position-line", seen)
        + (f'<p class="quiet small">{words(model, remark)}</p>' if remark else "")
        + '<p class="row">'
        + button(model, "save-record", "save-record")
        + button(model, "save-svg", "save-svg")
        + button(model, "save-png", "save-png")
        + button(model, "print", "print")
        + (_edit_link(model, seen) if model.site and model.game.room == rooms.FIRST else "")
        + "</p>"
    )
    return window(model, "share", body)


def _edit_link(model: Model, line: str) -> str:
    address = f"{model.site}editor.html{links.write(links.POSITION, line)}"
    return f'<a class="button" href="{escape(address)}">{words(model, "edit-position")}</a>'


def _copy_field(model: Model, label: str, text: str) -> str:
    return (
        f'<div class="field tall"><label for="{label}">{words(model, label)}</label><span class="copy">'
        f'<input id="{label}" type="text" readonly value="{escape(text)}">'
        f"{button(model, 'copy', 'copy', value=text)}</span></div>"
    )


def settings(model: Model) -> str:
    """Let people play as they like."""
    now = model.settings
    themes = [(theme, say(model.language, f"theme-{theme}")) for theme in ("system", "light", "dark")]
    body = "".join(
        switch(model, "setting", name, f"setting-{name.replace('_', '-')}", getattr(now, name))
        for name in rooms.of(model).dialogs.SETTINGS
    )
    body += choice(model, "setting", "theme", "theme", themes, now.theme)
    return window(model, "settings", f'<form class="form">{body}</form>')
