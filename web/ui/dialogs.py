"""The windows over the page: a new game, the saved ones, sharing, settings."""

from functools import lru_cache
from html import escape

from qin_core.qin import Position, svg
from ui import links
from ui.faults import explain
from ui.game import MOST_NAME, PERSON, SERIES_LENGTHS, Game
from ui.html import button, choice, switch, window, words
from ui.levels import LEVELS
from ui.model import Model
from ui.setup import BOARDS, OWN_MAP
from ui.words import say


def new_game(model: Model) -> str:
    """Ask who plays, on what, and who begins."""
    draft = model.draft
    counts = [(str(n), say(model.language, "n-players", n=n)) for n in (2, 3, 4)]
    boards = [(board, say(model.language, f"board-{board}")) for board in BOARDS]
    first = [("0", say(model.language, "by-chance"))] + [
        (str(player), seat.name or say(model.language, f"player-{seat.colour or player}"))
        for player, seat in enumerate(draft.seats[: draft.players], start=1)
    ]
    lengths = [(length, say(model.language, "n-games", n=int(length))) for length in SERIES_LENGTHS]
    body = (
        choice(model, "form", "players", "how-many", counts, str(draft.players))
        + "".join(_seat(model, player) for player in range(1, draft.players + 1))
        + choice(model, "form", "first", "who-begins", first, str(draft.first))
        + choice(model, "form", "board", "which-board", boards, draft.board)
        + f'<p class="quiet small">{words(model, "board-note")}</p>'
        + (_own_map(model) if draft.board == OWN_MAP else "")
        + choice(model, "form", "games", "series-length", lengths, str(draft.games))
        + switch(model, "form", "fair", "fair-start", draft.fair)
        + button(model, "begin", "begin", kind="primary wide", enabled=not draft.faults())
    )
    return window(model, "new-game", f'<form class="form">{body}</form>')


def _seat(model: Model, player: int) -> str:
    seat = model.draft.seats[player - 1]
    people, computers = _option(model, PERSON, seat.kind), [_option(model, level, seat.kind) for level in LEVELS]
    options = f'{people}<optgroup label="{words(model, "computer")}">{"".join(computers)}</optgroup>'
    own = seat.colour or player
    colour = words(model, f"player-{own}")
    colours = "".join(
        f'<option value="{number}"{" selected" if number == own else ""}>{words(model, f"player-{number}")}</option>'
        for number in range(1, 5)
    )
    return (
        f'<fieldset class="seat" data-p{player}="{own}"><legend class="hidden">{colour}</legend>'
        f'<span class="mark" aria-hidden="true">{svg.pagoda_svg(player)}</span>'
        f'<select data-action="form" data-field="colour-{player}"'
        f' aria-label="{words(model, "colour-of", number=player)}">{colours}</select>'
        f'<input type="text" data-action="form" data-field="name-{player}" value="{escape(seat.name)}"'
        f' maxlength="{MOST_NAME}" placeholder="{colour}" aria-label="{words(model, "name-of", colour=colour)}"'
        f' autocomplete="off">'
        f'<select data-action="form" data-field="kind-{player}"'
        f' aria-label="{words(model, "who-plays", colour=colour)}">'
        f"{options}</select></fieldset>"
    )


def _option(model: Model, kind: str, chosen: str) -> str:
    return f'<option value="{kind}"{" selected" if kind == chosen else ""}>{words(model, f"level-{kind}")}</option>'


def _own_map(model: Model) -> str:
    """Take a map of the reader's own, and say in place what is wrong with it."""
    faults = "".join(f"<li>{escape(explain(model.language, fault))}</li>" for fault in model.draft.faults())
    listed = f'<ul class="faults">{faults}</ul>' if faults else ""
    return (
        f'<label class="field tall"><span>{words(model, "own-map")}</span>'
        f'<textarea data-action="form" data-field="own_map" rows="8" spellcheck="false" aria-describedby="map-faults">'
        f"{escape(model.draft.own_map)}</textarea></label>"
        f'<label class="file">{words(model, "load-file")}'
        '<input type="file" data-action="map-file" accept=".txt"></label>'
        f"<details><summary>{words(model, 'map-how')}</summary><p>{words(model, 'map-signs')}</p></details>"
        f'<div id="map-faults" role="status">{listed}</div>'
    )


def games(model: Model) -> str:
    """Show the saved games with small pictures, and ways in and out."""
    cards = "".join(_card(model, number, game) for number, game in enumerate(model.saved))
    damaged = "".join(
        f"<li>{words(model, 'damaged-save', name=key)} {button(model, 'export-damaged', 'save-file', value=key)}</li>"
        for key in model.damaged
    )
    body = (
        (f'<ul class="cards">{cards}</ul>' if cards else f"<p>{words(model, 'no-games')}</p>")
        + (f'<ul class="faults">{damaged}</ul>' if damaged else "")
        + f'<label class="field tall"><span>{words(model, "paste-game")}</span>'
        '<textarea id="import-text" rows="4" spellcheck="false"></textarea></label>'
        f'<p class="row">{button(model, "import-pasted", "open-pasted", kind="primary")}'
        f'<label class="file">{words(model, "load-file")}'
        '<input type="file" data-action="game-file" accept=".qin,.txt"></label></p>'
    )
    return window(model, "games", body, "broad")


def _card(model: Model, number: int, game: Game) -> str:
    names = " – ".join(
        seat.name or say(model.language, f"player-{colour}")
        for seat, colour in zip(game.seats, game.colours, strict=True)
    )
    turns = words(model, "n-turns", n=len(game.record.turns))
    date = escape(game.record.headers.get("Date", ""))
    return (
        f'<li><button type="button" class="card" data-action="load" data-value="{escape(game.key)}">'
        f'<span class="thumb" aria-hidden="true">{_thumb(game.now, number)}</span>'
        f"<span><strong>{escape(names)}</strong><br>{date}<br>{turns}</span></button>"
        f"{button(model, 'forget', 'delete', value=game.key, icon='delete')}</li>"
    )


@lru_cache(maxsize=64)
def _thumb(position: Position, number: int) -> str:
    return svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}")


def share(model: Model) -> str:
    """Give the game or the position away: as a link, a file or a picture."""
    game_link = model.address + links.write(links.GAME, str(model.game.record))
    seen = str(_seen(model))
    place_link = model.address + links.write(links.POSITION, seen)
    body = (
        _copy_field(model, "game-link", game_link)
        + _copy_field(model, "position-link", place_link)
        + _copy_field(model, "position-line", seen)
        + f'<p class="quiet small">{words(model, "share-note")}</p>'
        + '<p class="row">'
        + button(model, "save-record", "save-record")
        + button(model, "save-svg", "save-svg")
        + button(model, "save-png", "save-png")
        + button(model, "print", "print")
        + "</p>"
    )
    return window(model, "share", body)


def _seen(model: Model) -> Position:
    """Show the position as the viewer sees it; if nobody may see any tiles, all are hidden."""
    if model.viewer is not None:
        return model.position.view(model.viewer)
    first, second = model.position.players[:2]
    return model.position.view(first).view(second)


def _copy_field(model: Model, label: str, text: str) -> str:
    return (
        f'<label class="field tall"><span>{words(model, label)}</span><span class="copy">'
        f'<input type="text" readonly value="{escape(text)}">'
        f"{button(model, 'copy', 'copy', value=text)}</span></label>"
    )


def settings(model: Model) -> str:
    """Let people play as they like."""
    now = model.settings
    themes = [(theme, say(model.language, f"theme-{theme}")) for theme in ("system", "light", "dark")]
    names = ("confirm", "choose_pile", "handover", "coordinates", "counts", "sound")
    body = "".join(
        switch(model, "setting", name, f"setting-{name.replace('_', '-')}", getattr(now, name)) for name in names
    )
    body += choice(model, "setting", "theme", "theme", themes, now.theme)
    return window(model, "settings", f'<form class="form">{body}</form>')
