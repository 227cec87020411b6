"""From the model to the page: strings of SVG and HTML, nothing else."""

from collections.abc import Callable, Collection
from html import escape

from engine import links, rooms
from engine.model import Model
from engine.view import dialogs, endings, help, log
from engine.view.html import button, drawing, helping, languages, said, words
from engine.view.pieces import undo_button
from engine.words import say

NOW = ("board", "squares", "cover", "players", "status", "thinking", "hand", "tools")
"""What has to be there as soon as somebody has done something."""
LATER = (
    ("grid", "live"),
    ("log", "replay", "hints"),
    ("title", "rooms", "menu"),
)
"""What may come in the frames after that, after the window and the message over the page."""


def page(model: Model, fresh: bool = False, only: Collection[str] = ()) -> dict[str, str]:
    """Draw everything, or `only` some parts: what belongs into the element of each name.

    `fresh` lets what just changed move.
    """
    own = rooms.of(model).view
    parts: dict[str, Callable[[], str]] = {
        "board": lambda: own.board(model, fresh),
        "squares": lambda: own.squares(model),
        "grid": lambda: own.grid(model),
        "cover": lambda: own.cover(model),
        "players": lambda: players(model),
        "status": lambda: status(model),
        "thinking": lambda: thinking(model),
        "hand": lambda: own.hand(model),
        "tools": lambda: tools(model),
        "hints": lambda: hints(model),
        "replay": lambda: replay(model),
        "log": lambda: log.log(model),
        "live": lambda: words(model, model.news) if model.news else log.latest(model),
        "title": lambda: rooms.of(model).title,
        "rooms": lambda: switch(model),
        "menu": lambda: menu(model),
        "note": lambda: note(model),
        "dialog": lambda: DIALOGS[model.dialog](model) if model.dialog else "",
    }
    return {name: draw() for name, draw in parts.items() if not only or name in only}


DIALOGS: dict[str, Callable[[Model], str]] = {
    "new": dialogs.new_game,
    "games": dialogs.games,
    "settings": dialogs.settings,
    "help": help.help_pages,
    "share": dialogs.share,
    "end": endings.end,
}


def players(model: Model) -> str:
    """Show whose turn it is and how everybody stands."""
    position, current = model.position, ' aria-current="true"'
    own = rooms.of(model).view
    rows = []
    for player in position.players:
        now = model.over is None and player == position.mover
        won = model.live and model.over is not None and player in model.over
        seat = model.game.seats[player - 1]
        level = "" if seat.person else say(model.language, f"level-{seat.kind}")
        kind = f"<small>{words(model, 'computer-level', level=level)}</small>" if level else ""
        rows.append(
            f'<li class="player p{player}{" now" if now else ""}{" won" if won else ""}"{current if now else ""}>'
            f'<span class="mark" aria-hidden="true">{own.mark(player)}</span>'
            f'<span class="name">{escape(model.names[player - 1])}{kind}</span>'
            f'<span class="left">{own.standing(model, player)}</span></li>'
        )
    return f'<ol class="players" aria-label="{words(model, "players")}">{"".join(rows)}</ol>'


def status(model: Model) -> str:
    """Say what a move would do, why it can't be made, or what there is to do; then what is pointed at.

    Those who listen hear what the picture shows, too; not what is pointed at, which the keyboard board says itself.
    """
    own = rooms.of(model).view
    unseen, pointed = own.unseen(model), own.pointed_at(model)
    return (
        (f'<span class="hidden">{escape(unseen)} </span>' if unseen else "")
        + escape(own.status(model) or _state(model))
        + (f'\n<span aria-live="off">{escape(pointed)}</span>' if pointed else "")
    )


def _state(model: Model) -> str:
    """Say how the game stands where there is nothing to do."""
    story = model.story
    if not model.live:
        looking = str(story.say("looking-back", n=model.shown, turns=len(model.game.record.turns)))
        return f"{looking}\n{log.latest_turn(model)}".strip()
    if model.over is not None:
        return str(story.result(model.over))
    return str(story.say("thinking", player=story.name(model.game.now.mover)))


def thinking(model: Model) -> str:
    """Show how far the computer is."""
    if model.thinking is None:
        return ""
    label = words(model, "thinking-bar")
    return f'<progress max="100" value="{round(100 * model.thinking)}" aria-label="{label}"></progress>'


def tools(model: Model) -> str:
    """Give the buttons that go with what can be done now."""
    if model.over is not None and model.live:
        more = "next" if model.game.more else "rematch"
        return button(model, "open", "result", value="end") + button(model, more, more, kind="primary")
    if not model.live:
        return button(model, "play-on", "play-on") + button(
            model, "look", "to-now", value=str(len(model.game.positions) - 1), kind="primary"
        )
    if not model.game.seat.person:
        return undo_button(model) + button(model, "play-now", "play-now")
    return str(rooms.of(model).view.tools(model))


def hints(model: Model) -> str:
    """List the best moves, each with its win chance and what it does; each can be looked at."""
    if not model.hints or not model.live:
        return ""
    items = []
    for rank, (move, chance) in enumerate(model.hints, start=1):
        events = model.story.events(model.position.play(move), model.position.events(move))
        share = words(model, "win-chance", share=round(100 * chance))
        items.append(
            f'<li><button type="button" data-action="try" data-value="{move}"><span class="rank">{rank}</span>'
            f'<strong>{share}</strong><span class="move">{rooms.of(model).view.move_sign(move)}</span>'
            f'<span class="does">{escape(" ".join(events))}</span></button></li>'
        )
    return f"<h2>{words(model, 'hint')}</h2><ol>{''.join(items)}</ol>"


def replay(model: Model) -> str:
    """Give the slider and the buttons that go through the game."""
    turns = len(model.game.record.turns)
    if not turns:
        return ""
    first, last = model.shown == 0, model.live
    at = words(model, "turn-of", n=model.shown, turns=turns)
    return (
        button(model, "look", "first", value="0", icon="first", enabled=not first)
        + button(model, "step", "earlier", value="-1", icon="earlier", enabled=not first)
        + f'<input type="range" data-action="look" min="0" max="{turns}" value="{model.shown}"'
        f' aria-label="{words(model, "replay")}" aria-valuetext="{at}">'
        + button(model, "step", "later-turn", value="1", icon="later", enabled=not last)
        + button(model, "look", "to-now", value=str(turns), icon="last", enabled=not last)
        + button(model, "recap", "recap", icon="recap", enabled=not model.playing)
    )


def switch(model: Model) -> str:
    """Give the way to the other game."""
    doors = "".join(
        f'<button type="button" data-action="room" data-value="{name}"'
        f' aria-pressed="{str(name == model.game.room).lower()}">{title}</button>'
        for name, title in rooms.ROOMS.items()
    )
    return f'<div role="group" aria-label="{words(model, "which-game")}">{doors}</div>'


def menu(model: Model) -> str:
    """Give the way to the other windows, and the languages."""
    return (
        button(model, "open", "new-game", value="new", kind="primary", icon="new", wordy=True)
        + button(model, "open", "games", value="games", icon="games")
        + button(model, "open", "share", value="share", icon="share")
        + button(model, "open", "settings", value="settings", icon="settings")
        + button(model, "open", "help", value="help", icon="help")
        + (learn_link(model) if model.site else "")
        + languages(model)
    )


def learn_link(model: Model) -> str:
    """Lead to the lessons of this game in this language."""
    label = words(model, "learn")
    address = escape(model.site + links.learn(model.game.room, model.language))
    return f'<a class="button learn" href="{address}" aria-label="{label}" title="{label}">{drawing("learn")}</a>'


def note(model: Model) -> str:
    """Say it over the page, unless a window is open, which says it itself."""
    if model.note is None or model.dialog:
        return ""
    return f"<p>{said(model)}</p>{helping(model)}{button(model, 'hush', 'close')}"
