"""From the model to the page: strings of SVG and HTML, nothing else."""

from collections.abc import Callable, Collection

from engine import games as rooms
from engine.correspondence import view as sending
from engine.html import NOTHING, Html, button, disabled, drawing, languages, note, text, words
from engine.lessons.guided import guide_of
from engine.session import links
from engine.session.session import HINT, Model
from engine.ui import banner, dialogs, endings, help, log
from engine.ui.coaching import coach, why
from engine.ui.progress import progress
from engine.ui.widgets import play_now_button, undo_button
from engine.words import say

NOW = ("board", "squares", "cover", "players", "status", "coach", "thinking", "hand", "tools", "hints")
"""What has to be there as soon as somebody has done something."""
LATER = (
    ("grid", "live"),
    ("log", "replay"),
    ("title", "rooms", "menu"),
)
"""What may come in the frames after that, after the window and the message over the page."""


def page(model: Model, only: Collection[str] = ()) -> dict[str, Html]:
    """Draw everything, or `only` some parts: what belongs into the element of each name."""
    own = rooms.of(model).view
    parts: dict[str, Callable[[], Html]] = {
        "board": lambda: own.board(model),
        "squares": lambda: own.squares(model),
        "grid": lambda: own.grid(model),
        "cover": lambda: cover(model),
        "players": lambda: players(model),
        "status": lambda: status(model),
        "coach": lambda: coach(model),
        "thinking": lambda: thinking(model),
        "hand": lambda: own.hand(model),
        "tools": lambda: tools(model),
        "hints": lambda: hints(model),
        "replay": lambda: replay(model),
        "log": lambda: log.log(model),
        "live": lambda: words(model, model.news) if model.news else log.latest(model),
        "title": lambda: text(rooms.of(model).title),
        "rooms": lambda: switch(model),
        "menu": lambda: menu(model),
        "note": lambda: note(model),
        "dialog": lambda: DIALOGS[model.dialog](model) if model.dialog else NOTHING,
    }
    return {name: draw() for name, draw in parts.items() if not only or name in only}


DIALOGS: dict[str, Callable[[Model], Html]] = {
    "new": dialogs.new_game,
    "games": dialogs.games,
    "settings": dialogs.settings,
    "help": help.help_pages,
    "share": dialogs.share,
    "end": endings.end,
    "send": sending.send,
    "arrived": sending.arrived,
    "record": progress,
}


def cover(model: Model) -> Html:
    """Lay over the board what has to be said or asked first."""
    if model.welcome:
        return banner.WELCOMES[model.welcome](model)
    return banner.result(model) if model.banner else rooms.of(model).view.cover(model)


def players(model: Model, mover: int | None = None) -> Html:
    """Show whose turn it is, or a `mover` who has moved for good, and how everybody stands."""
    position, current = model.position, ' aria-current="true"'
    own = rooms.of(model).view
    rows = []
    for player in position.players:
        now = model.winners is None and player == (mover or position.mover) and not model.inert
        won = model.live and model.winners is not None and player in model.winners
        seat = model.game.seats[player - 1]
        level = say(model.language, f"level-{seat.kind}") if seat.computer else ""
        away = f"<small>{words(model, 'level-far')}</small>" if seat.away else ""
        kind = f"<small>{words(model, 'computer-level', level=level)}</small>" if level else away
        rows.append(
            f'<li class="player p{player}{" now" if now else ""}{" won" if won else ""}"{current if now else ""}>'
            f'<span class="mark" aria-hidden="true">{own.mark(player)}</span>'
            f'<span class="name">{text(model.names[player - 1])}{kind}</span>'
            f'<span class="left">{own.standing(model, player)}</span></li>'
        )
    return Html(f'<ol class="players" aria-label="{words(model, "players")}">{"".join(rows)}</ol>')


def status(model: Model) -> Html:
    """Say what a move would do, why it can't be made, or what there is to do; then what is pointed at.

    Those who listen hear what the picture shows, too; not what is pointed at, which the keyboard board says itself.
    """
    own = rooms.of(model).view
    spoken, pointed = own.spoken(model), own.pointed_at(model)
    # A placement that is looked at says what it would do, while hints are looked for as well.
    looking = model.asked == HINT and model.ghost is None and model.refused is None
    told = say(model.language, "hints-looked-for") if looking else own.status(model) or _state(model)
    return Html(
        (f'<span class="hidden">{text(spoken)} </span>' if spoken else "")
        + text(told)
        + (f'\n<span aria-live="off">{text(pointed)}</span>' if pointed else "")
    )


def _state(model: Model) -> str:
    """Say how the game stands where there is nothing to do."""
    story = model.story
    if not model.live:
        looking = story.say("looking-back", n=model.shown, turns=len(model.game.record.turns))
        return f"{looking}\n{log.latest_turn(model)}".strip()
    if model.winners is not None:
        return story.result(model.winners)
    if model.awaiting:
        return sending.waiting(model.game, story)
    return story.say("thinking", player=story.name(model.game.now.mover))


def thinking(model: Model) -> Html:
    if model.thinking is None:
        return NOTHING
    label = words(model, "thinking-bar")
    return Html(f'<progress max="100" value="{round(100 * model.thinking)}" aria-label="{label}"></progress>')


def tools(model: Model, assisted: bool = True) -> Html:
    """Give the buttons that go with what can be done now; who is `assisted` can take back and get hints."""
    if model.live and (model.awaiting or (model.winners is not None and model.game.unsent)):
        return sending.tools(model)
    if model.winners is not None and model.live:
        more = "next" if model.game.more else "rematch"
        # One way on stands out: where a banner or a guide leads on, it is theirs.
        primary = "" if model.banner or guide_of(model.game) else "primary"
        return Html(button(model, "open", "result", value="end") + button(model, more, more, kind=primary))
    if not model.live:
        return Html(
            button(model, "play-on", "play-on", enabled=not model.game.secret)
            + (button(model, "open", "result", value="end") if model.analysis else "")
            + button(model, "look", "to-now", value=str(len(model.game.positions) - 1), kind="primary")
        )
    if not model.game.people:
        return Html(undo_button(model) + play_now_button(model))
    own = rooms.of(model).view.tools(model, assisted)
    return Html(own + play_now_button(model)) if model.computer_to_move else own


def hints(model: Model) -> Html:
    """List the best moves, each with its win chance and what it does; each can be looked at."""
    # They are for the position that is played.
    if not model.hints or not model.live:
        return NOTHING
    items = []
    tried = [hint.move == model.ghost for hint in model.hints]
    # Where there is room for one reason only, it is that of the hint that is tried, else of the best one.
    explained = tried.index(True) if any(tried) else 0
    apart = not any(tried) and (model.ghost or model.refused)
    for number, hint in enumerate(model.hints):
        move, percent = hint.move, round(100 * hint.chance)
        items.append(
            f'<li{" class=explained" if number == explained else ""}><button type="button" data-action="try"'
            f' data-value="{move}" aria-pressed="{str(tried[number]).lower()}"><span class="rank">{number + 1}</span>'
            f'<strong data-brief="{words(model, "percent", n=percent)}">'
            f"{words(model, 'win-chance', share=percent)}</strong>"
            f'<span class="move">{rooms.of(model).view.move_sign(model, move)}</span>'
            f'<span class="does">{text(why(model, hint))}</span></button></li>'
        )
    return Html(f"<h2>{words(model, 'hint')}</h2><ol{' class=apart' if apart else ''}>{''.join(items)}</ol>")


def replay(model: Model) -> Html:
    """Give the slider and the buttons that go through the game."""
    turns = len(model.game.record.turns)
    first, last = model.shown == 0, model.live
    at = words(model, "turn-of", n=model.shown, turns=turns)
    return Html(
        button(model, "look", "first", value="0", icon="first", enabled=not first)
        + button(model, "step", "earlier", value="-1", icon="earlier", enabled=not first)
        + f'<input type="range" data-action="look" min="0" max="{turns}" value="{model.shown}"'
        f' aria-label="{words(model, "replay")}" aria-valuetext="{at}"{"" if turns else " disabled"}>'
        + button(model, "step", "later-turn", value="1", icon="later", enabled=not last)
        + button(model, "look", "to-now", value=str(turns), icon="last", enabled=not last)
        + button(model, "recap", "recap", icon="recap", enabled=bool(turns) and not model.playing)
    )


def switch(model: Model) -> Html:
    """Give the way to the other game."""
    doors = "".join(
        f'<button type="button" data-action="room" data-value="{name}"'
        f' aria-pressed="{str(name == model.game.room).lower()}"{disabled(model)}>{text(title)}</button>'
        for name, title in rooms.ROOMS.items()
    )
    return Html(f'<div role="group" aria-label="{words(model, "which-game")}">{doors}</div>')


def menu(model: Model) -> Html:
    """Give the way to the other windows, and the languages; a narrow page folds away what few look for."""
    folded = (
        button(model, "open", "games-short", value="games", icon="games", wordy=True)
        + button(model, "open", "share-short", value="share", icon="share", wordy=True)
        + button(model, "open", "settings", value="settings", icon="settings", wordy=True)
        + button(model, "open", "help", value="help", icon="help", wordy=True)
        + languages(model)
    )
    label = words(model, "menu")
    return Html(
        button(model, "open", "new-game", value="new", kind="primary", icon="new", wordy=True, short="new-short")
        + (learn_link(model) if model.site else "")
        + _sound_button(model)
        + f'<button type="button" class="fold" popovertarget="folded" aria-label="{label}"{disabled(model)}>'
        f'{drawing("menu")}</button><div id="folded" popover>{folded}</div>'
    )


def _sound_button(model: Model) -> Html:
    """Give the way to mute all sounds, and back."""
    muted = model.settings.volume == "off"
    return button(model, "mute", "unmute" if muted else "mute", icon="muted" if muted else "sound")


def learn_link(model: Model) -> Html:
    """Lead to the lessons of this game in this language."""
    label = words(model, "learn")
    address = text(model.site + links.learn(model.game.room, model.language))
    return Html(f'<a class="button learn" href="{address}">{drawing("learn")}<span class="label">{label}</span></a>')
