"""From the model to the page: strings of SVG and HTML, nothing else."""

from html import escape

from qin_core.qin import svg
from ui.model import Model
from ui.words import LANGUAGES, say

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "nl": "Nederlands"}


def board(model: Model) -> str:
    """Draw the board, with the squares that are open and the tile that is being looked at."""
    return svg.board_svg(
        model.position,
        legal=() if model.ghost else model.lit,
        ghost=model.ghost,
        changes=True,
        last=model.last,
        title=_words(model, "board"),
        style=False,
    )


def players(model: Model) -> str:
    """Show whose turn it is and how many pagodas everybody still has."""
    position = model.position
    rows, current = [], ' aria-current="true"'
    for player in position.players:
        left = position.left(player)
        now = model.over is None and player == position.mover
        won = model.over is not None and player in model.over
        rows.append(
            f'<li class="player p{player}{" now" if now else ""}{" won" if won else ""}"'
            f"{current if now else ''}>"
            f'<span class="mark" aria-hidden="true">{svg.pagoda_svg(player)}</span>'
            f'<span class="name">{_name(model, player)}</span>'
            f'<span class="left" title="{_words(model, "pagodas-left", n=left)}">{left}</span></li>'
        )
    return f'<ol class="players" aria-label="{_words(model, "players")}">{"".join(rows)}</ol>'


def status(model: Model) -> str:
    """Say in one line what there is to do, or how it ended."""
    if model.over is not None:
        names = [_name(model, player) for player in model.over]
        if len(names) == 1:
            return _words(model, "wins", player=names[0])
        return _words(model, "share", players=", ".join(names))
    key = "pass" if model.must_pass else "pick-tile" if model.tile is None else "pick-square"
    return _words(model, "confirm" if model.ghost else key, player=_name(model, model.position.mover))


def hand(model: Model) -> str:
    """Show the tiles of the player whose turn it is."""
    tiles = []
    for number, tile in enumerate(model.hand):
        picked = number == model.tile
        name = _words(model, "tile", one=_words(model, tile[0]), two=_words(model, tile[1]), number=number + 1)
        tiles.append(
            f'<button type="button" class="tile" data-action="tile" data-value="{number}"'
            f' aria-pressed="{str(picked).lower()}" aria-label="{name}"'
            f"{' disabled' if model.over is not None else ''}>"
            f"{svg.tile_svg(tile, turned=model.turn if picked else 0)}</button>"
        )
    return "".join(tiles)


def tools(model: Model) -> str:
    """Give the buttons that go with what is picked."""
    if model.over is not None:
        return _button(model, "new", "new-game", "primary")
    ready = model.ghost is not None or model.must_pass
    return _button(model, "turn", "turn", enabled=model.tile is not None, key="R") + _button(
        model, "place", "pass-button" if model.must_pass else "place", "primary", enabled=ready
    )


def _button(model: Model, action: str, words: str, kind: str = "", enabled: bool = True, key: str = "") -> str:
    shortcut = f' <kbd aria-hidden="true">{key}</kbd>' if key else ""
    return (
        f'<button type="button" class="{kind}" data-action="{action}"'
        f"{'' if enabled else ' disabled'}>{_words(model, words)}{shortcut}</button>"
    )


def languages(model: Model) -> str:
    """List the languages to choose from."""
    options = "".join(
        f'<option value="{language}"{" selected" if language == model.language else ""}>'
        f"{LANGUAGE_NAMES[language]}</option>"
        for language in LANGUAGES
    )
    return f'<select data-action="language" aria-label="{_words(model, "language")}">{options}</select>'


def page(model: Model) -> dict[str, str]:
    """Draw everything: what belongs into the element of each name."""
    return {
        "board": board(model),
        "players": players(model),
        "status": status(model),
        "hand": hand(model),
        "tools": tools(model),
        "languages": languages(model),
        "new": _button(model, "new", "new-game"),
    }


def _name(model: Model, player: int) -> str:
    return _words(model, f"player-{player}")


def _words(model: Model, key: str, **values: str | int) -> str:
    """Look up words for a page: escaped."""
    return escape(say(model.language, key, **values))
