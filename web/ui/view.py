"""From the model to the page: strings of SVG and HTML, nothing else."""

from collections.abc import Callable
from html import escape

from qin_core.qin import Move, Position, svg
from ui import dialogs, endings, grid, help, log
from ui.html import button, said, words
from ui.model import Model
from ui.words import LANGUAGES, say

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}
SIZE = 100
"""How wide a square of the picture is."""


def page(model: Model, fresh: bool = False) -> dict[str, str]:
    """Draw everything: what belongs into the element of each name; `fresh` lets what just changed move."""
    return {
        "board": board(model, fresh),
        "squares": svg.hits_svg(model.position.board, coordinates=model.settings.coordinates),
        "grid": grid.grid(model),
        "cover": cover(model),
        "players": players(model),
        "status": status(model),
        "thinking": thinking(model),
        "hand": hand(model),
        "tools": tools(model),
        "hints": hints(model),
        "replay": replay(model),
        "log": log.log(model),
        "live": log.latest(model),
        "menu": menu(model),
        "note": note(model),
        "dialog": DIALOGS[model.dialog](model) if model.dialog else "",
    }


DIALOGS: dict[str, Callable[[Model], str]] = {
    "new": dialogs.new_game,
    "games": dialogs.games,
    "settings": dialogs.settings,
    "help": help.help_pages,
    "share": dialogs.share,
    "end": endings.end,
}


def board(model: Model, fresh: bool = False) -> str:
    """Draw the board: what is open, the tile that is looked at and what it would do, or what stands in its way."""
    position = model.position
    village = _village_at(position, model.target)
    picture = svg.board_svg(
        position,
        coordinates=model.settings.coordinates,
        last=last_move(model),
        legal=() if model.square and model.ghost else model.lit,
        ghost=model.ghost or (model.refused[0] if model.refused else None),
        changes=True,
        marks=model.refused[1].squares if model.refused else (),
        counts=True if model.settings.counts else [village] if village else False,
        style=False,
        hits=False,
    )
    if model.live and not model.ghost:
        picture = _point_out(picture, position, model.hints)
    if fresh and model.shown:
        picture = _mark_fresh(picture, model.game.positions[model.shown - 1], position)
    return _point_at(picture, position, model.hover)


def last_move(model: Model) -> Move | None:
    """Find the move that led to the position that is shown; a pass leaves no trace."""
    move = model.game.record.turns[model.shown - 1].move if model.shown else None
    return move if move and move.spaces else None


def _village_at(position: Position, square: str | None) -> str | None:
    number = position.board.square(square) if square else None
    if number is None:
        return None
    return next((village.letter for village in position.board.villages if village.squares >> number & 1), None)


def _mark_fresh(picture: str, before: Position, after: Position) -> str:
    """Let the pagodas rise that were not there before, or were smaller, or somebody else's."""
    places = set(_pagodas(after)) - set(_pagodas(before))
    for place, _, _ in places:
        picture = picture.replace(f'data-pagoda="{place}"', f'data-pagoda="{place}" data-fresh=""')
    return picture


def _pagodas(position: Position) -> list[tuple[str, int, int]]:
    provinces = [(area.squares[0], area.owner, area.pagodas) for area in position.provinces()]
    return provinces + [(letter, holder, 1) for letter, holder in position.villages().items() if holder]


def _point_at(picture: str, position: Position, square: str | None) -> str:
    """Frame the square that is pointed at."""
    number = position.board.square(square) if square else None
    if number is None:
        return picture
    x, y = _corner(position, square or "")
    frame = f'<rect class="cursor" x="{x + 3}" y="{y + 3}" width="{SIZE - 6}" height="{SIZE - 6}" rx="14"/>'
    return picture.removesuffix("</svg>") + frame + "\n</svg>"


def _point_out(picture: str, position: Position, hints: tuple[tuple[str, float], ...]) -> str:
    """Number the placements of the hints on the board."""
    signs = []
    for rank, (text, _) in enumerate(hints, start=1):
        corners = [_corner(position, square) for square in Move.parse(text).squares]
        x, y = (sum(values) / len(values) + SIZE / 2 for values in zip(*corners, strict=True))
        signs.append(f'<circle cx="{x:g}" cy="{y:g}" r="34"/><text x="{x:g}" y="{y:g}">{rank}</text>')
    return picture.removesuffix("</svg>") + f'<g class="hints">{"".join(signs)}</g>\n</svg>' if signs else picture


def _corner(position: Position, square: str) -> tuple[int, int]:
    """Give the upper left corner of a square in the picture."""
    row, column = divmod(position.board.square(square) or 0, position.board.stride)
    return column * SIZE, (position.board.height - 1 - row) * SIZE


def cover(model: Model) -> str:
    """Hide the tiles until the next person has taken over."""
    if not model.covered:
        return ""
    name = model.names[model.game.now.mover - 1]
    undo = button(model, "undo", "undo") if model.game.undo_to() is not None else ""
    return (
        f'<div class="cover"><p>{words(model, "hand-over", player=name)}</p><p class="quiet">'
        f"{log.latest(model)}</p>{button(model, 'uncover', 'uncover', kind='primary')}{undo}</div>"
    )


def players(model: Model) -> str:
    """Show whose turn it is and how many pagodas everybody still has."""
    position, current = model.position, ' aria-current="true"'
    rows = []
    for player in position.players:
        left = position.left(player)
        now = model.over is None and player == position.mover
        won = model.live and model.over is not None and player in model.over
        seat = model.game.seats[player - 1]
        level = "" if seat.person else say(model.language, f"level-{seat.kind}")
        kind = f"<small>{words(model, 'computer-level', level=level)}</small>" if level else ""
        rows.append(
            f'<li class="player p{player}{" now" if now else ""}{" won" if won else ""}"{current if now else ""}>'
            f'<span class="mark" aria-hidden="true">{svg.pagoda_svg(player)}</span>'
            f'<span class="name">{escape(model.names[player - 1])}{kind}</span>'
            f'<span class="left"><span aria-hidden="true">{left}</span>'
            f'<span class="hidden">{words(model, "pagodas-left", n=left)}</span></span></li>'
        )
    return f'<ol class="players" aria-label="{words(model, "players")}">{"".join(rows)}</ol>'


def status(model: Model) -> str:
    """Say in one line what there is to do, what a placement would do, or why it can't be made."""
    return escape(_status(model))


def _status(model: Model) -> str:
    story, position = model.story, model.position
    mover = model.names[position.mover - 1]
    if model.pending:
        return story.say("choose-pile")
    if model.ghost:
        return " ".join(story.events(position.play(model.ghost), position.events(model.ghost)))
    if model.refused:
        return story.refusal(position, *model.refused)
    if model.target and not (model.tile is not None and model.target in model.lit):
        return f"{model.target}: {story.square(position, model.target)}"
    if not model.live:
        return story.say("looking-back", n=model.shown, turns=len(model.game.record.turns))
    if model.over is not None:
        key = "wins" if len(model.over) == 1 else "share-victory"
        return story.say(key, players=story.all_names(model.over))
    if not model.game.seat.person:
        return story.say("thinking", player=mover)
    key = "must-pass" if model.must_pass else "pick-tile" if model.tile is None else "pick-square"
    return story.say(key, player=mover)


def thinking(model: Model) -> str:
    """Show how far the computer is."""
    if model.thinking is None:
        return ""
    label = words(model, "thinking-bar")
    return f'<progress max="100" value="{round(100 * model.thinking)}" aria-label="{label}"></progress>'


def hand(model: Model) -> str:
    """Show the tiles of the person who is playing, or the piles to choose from."""
    if model.pending:
        return "".join(
            button(model, "pile", "pile", value=str(number), kind="tile pile", enabled=bool(pile)).replace(
                "</button>", f" {number}<small>{len(pile)}</small></button>"
            )
            for number, pile in enumerate(model.position.piles, start=1)
        )
    tiles = []
    for number, tile in enumerate(("?",) * 3 if model.viewer is None else model.hand):
        picked = number == model.tile
        name = words(model, "hidden-tile")
        if tile != "?":
            colours = {"one": words(model, tile[0]), "two": words(model, tile[1])}
            name = words(model, "tile", number=number + 1, **colours)
        turned = model.turn if picked else 0
        tiles.append(
            f'<button type="button" class="tile" data-action="tile" data-value="{number}"'
            f' aria-pressed="{str(picked).lower()}" aria-label="{name}"'
            f"{'' if model.can_act else ' disabled'}>{svg.tile_svg(tile, turned=turned)}</button>"
        )
    return "".join(tiles)


def tools(model: Model) -> str:
    """Give the buttons that go with what is picked."""
    if model.over is not None and model.live:
        more = "next" if model.game.planned > len(model.game.series.unused) else "rematch"
        return button(model, "open", "result", value="end") + button(model, more, more, kind="primary")
    if not model.live:
        return button(model, "play-on", "play-on") + button(
            model, "look", "to-now", value=str(len(model.game.positions) - 1), kind="primary"
        )
    if not model.game.seat.person:
        return button(model, "play-now", "play-now")
    if model.pending:
        return button(model, "back", "back")
    ready = model.must_pass or (model.square is not None and model.ghost is not None)
    return (
        button(model, "undo", "undo", icon="undo", enabled=model.game.undo_to() is not None)
        + button(model, "redo", "redo", icon="redo", enabled=bool(model.game.undone))
        + button(model, "hint", "hint", icon="hint", enabled=model.can_act and not model.must_pass)
        + button(model, "turn", "turn", enabled=model.can_act and model.tile is not None)
        + button(model, "place", "pass-button" if model.must_pass else "place", kind="primary", enabled=ready)
    )


def hints(model: Model) -> str:
    """List the best placements, each with its win chance and what it does; each can be looked at."""
    if not model.hints or not model.live:
        return ""
    items = []
    for text, chance in model.hints:
        events = model.story.events(model.position.play(text), model.position.events(text))
        share = words(model, "win-chance", share=round(100 * chance))
        items.append(
            f'<li><button type="button" data-action="try" data-value="{text}"><strong>{share}</strong>'
            f"<span>{escape(' '.join(events))}</span></button></li>"
        )
    return f"<h2>{words(model, 'hint')}</h2><ol>{''.join(items)}</ol>"


def replay(model: Model) -> str:
    """Give the slider and the buttons that go through the game."""
    turns = len(model.game.record.turns)
    if not turns:
        return ""
    first, last = model.shown == 0, model.live
    return (
        button(model, "look", "first", value="0", icon="first", enabled=not first)
        + button(model, "step", "earlier", value="-1", icon="earlier", enabled=not first)
        + f'<input type="range" data-action="look" min="0" max="{turns}" value="{model.shown}"'
        f' aria-label="{words(model, "replay")}">'
        + button(model, "step", "later-turn", value="1", icon="later", enabled=not last)
        + button(model, "look", "to-now", value=str(turns), icon="last", enabled=not last)
        + button(model, "recap", "recap", icon="recap", enabled=not model.playing)
    )


def menu(model: Model) -> str:
    """Give the way to the other windows, and the languages."""
    options = "".join(
        f'<option value="{language}"{" selected" if language == model.language else ""}>'
        f"{LANGUAGE_NAMES[language]}</option>"
        for language in LANGUAGES
    )
    return (
        button(model, "open", "new-game", value="new", kind="primary", icon="new", wordy=True)
        + button(model, "open", "games", value="games", icon="games")
        + button(model, "open", "share", value="share", icon="share")
        + button(model, "open", "settings", value="settings", icon="settings")
        + button(model, "open", "help", value="help", icon="help")
        + f'<select data-action="language" aria-label="{words(model, "language")}">{options}</select>'
    )


def note(model: Model) -> str:
    """Say it over the page, unless a window is open, which says it itself."""
    if model.note is None or model.dialog:
        return ""
    link = button(model, model.note.link, f"do-{model.note.link}") if model.note.link else ""
    return f"<p>{said(model)}</p>{link}{button(model, 'hush', 'close')}"
