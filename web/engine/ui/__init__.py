"""From the model to the page: strings of SVG and HTML, nothing else."""

from collections.abc import Callable, Collection, Mapping

from engine.html import NOTHING, Markup, button, disabled, drawing, guard, languages, note, text, words
from engine.session import links
from engine.session.page import Page
from engine.session.session import HINT, Session
from engine.ui import banner, dialogs, endings, help, log
from engine.ui import correspondence as remote_view
from engine.ui.coaching import asked, coach, warned, why
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


def session_parts(session: Session) -> dict[str, Callable[[], Markup]]:
    """List the parts that a page and an embedded board share, by the id of the element."""
    ui = session.ui
    return {
        "board": lambda: ui.board(session),
        "squares": lambda: ui.squares(session),
        "grid": lambda: ui.grid(session),
        "players": lambda: players(session),
        "status": lambda: status(session),
        "thinking": lambda: thinking(session),
        "hand": lambda: ui.hand(session),
        "tools": lambda: tools(session),
        "hints": lambda: hints(session),
        "replay": lambda: replay(session),
        "log": lambda: log.log(session),
        "live": lambda: words(session, session.announcement) if session.announcement else log.latest(session),
    }


def page_parts(page: Page) -> dict[str, Callable[[], Markup]]:
    """List the parts of the game page."""
    return {
        **session_parts(page.session),
        "cover": lambda: overlay(page),
        "coach": lambda: coach(page),
        "tools": lambda: tools(page.session, banner=page.banner),
        "title": lambda: text(page.ui.title),
        "rooms": lambda: switch(page),
        "menu": lambda: menu(page),
        "note": lambda: note(page),
        "dialog": lambda: DIALOGS[page.dialog](page) if page.dialog else NOTHING,
    }


def draw(parts: Mapping[str, Callable[[], Markup]], only: Collection[str] = ()) -> dict[str, Markup]:
    """Draw parts, all or `only` some."""
    return {name: make() for name, make in parts.items() if not only or name in only}


DIALOGS: dict[str, Callable[[Page], Markup]] = {
    "new": dialogs.new_game,
    "games": dialogs.games,
    "settings": dialogs.settings,
    "help": help.help_pages,
    "share": dialogs.share,
    "end": endings.end,
    "send": remote_view.send,
    "arrived": remote_view.arrived,
    "record": progress,
}


def overlay(page: Page) -> Markup:
    """Draw what lies over the board: a greeting, the result, or what the game puts there."""
    if page.welcome:
        return banner.WELCOMES[page.welcome](page)
    return banner.result(page) if page.banner else page.ui.overlay(page.session)


def players(session: Session, mover: int | None = None) -> Markup:
    """Show whose turn it is, or a `mover` who has moved for good, and how everybody stands."""
    position, current = session.position, ' aria-current="true"'
    rows = []
    for player in position.players:
        now = session.winners is None and player == (mover or position.mover) and not session.inert
        won = session.at_end and session.winners is not None and player in session.winners
        seat = session.match.seats[player - 1]
        level = say(session.language, f"level-{seat.kind}") if seat.computer else ""
        remote = f"<small>{words(session, 'level-far')}</small>" if seat.remote else ""
        kind = f"<small>{words(session, 'computer-level', level=level)}</small>" if level else remote
        rows.append(
            f'<li class="player p{player}{" now" if now else ""}{" won" if won else ""}"{current if now else ""}>'
            f'<span class="mark" aria-hidden="true">{session.ui.player_mark(player)}</span>'
            f'<span class="name">{text(session.names[player - 1])}{kind}</span>'
            f'<span class="left">{session.ui.score_html(session, player)}</span></li>'
        )
    return Markup(f'<ol class="players" aria-label="{words(session, "players")}">{"".join(rows)}</ol>')


def status(session: Session) -> Markup:
    """Ask about a move, say what it would do, why it can't be made, or what there is to do; then what is pointed at.

    Those who listen hear what the picture shows, too; not what is pointed at, which the keyboard board says itself.
    """
    own = session.ui
    spoken, pointed = own.spoken(session), own.pointed_at(session)
    # A placement that is looked at says what it would do, while hints are looked for as well.
    looking = session.asked == HINT and session.ghost is None and session.refused is None
    told = say(session.language, "hints-looked-for") if looking else own.status(session) or _state(session)
    return Markup(
        (f'<span class="hidden">{text(spoken)} </span>' if spoken else "")
        + (asked(session) or text(f"{warned(session)} {told}".strip()))
        + (f'\n<span aria-live="off">{text(pointed)}</span>' if pointed else "")
    )


def _state(session: Session) -> str:
    """Say how the game stands where there is nothing to do."""
    narrator = session.narrator
    if not session.at_end:
        looking = narrator.say("looking-back", n=session.ply, turns=len(session.match.record.turns))
        return f"{looking}\n{log.latest_turn(session)}".strip()
    if session.winners is not None:
        return narrator.result(session.winners)
    if session.awaiting_remote:
        return remote_view.waiting(session.match, narrator)
    return narrator.say("thinking", player=narrator.name(session.match.now.mover))


def thinking(session: Session) -> Markup:
    if session.thinking is None:
        return NOTHING
    label = words(session, "thinking-bar")
    return Markup(f'<progress max="100" value="{round(100 * session.thinking)}" aria-label="{label}"></progress>')


def tools(session: Session, assisted: bool = True, *, banner: bool = False) -> Markup:
    """Give the buttons that go with what can be done now; who is `assisted` can take back and get hints."""
    if session.at_end and (session.awaiting_remote or (session.winners is not None and session.match.unsent)):
        return remote_view.tools(session)
    if session.winners is not None and session.at_end:
        more = "next" if session.match.has_next_game else "rematch"
        # One way on stands out: where a banner or a guide leads on, it is theirs.
        primary = "" if banner or session.match.guided else "primary"
        return Markup(button(session, "open", "result", value="end") + button(session, more, more, kind=primary))
    if not session.at_end:
        return Markup(
            button(session, "play-on", "play-on", enabled=not session.match.secret)
            + (button(session, "open", "result", value="end") if session.analysis else "")
            + button(session, "look", "to-now", value=str(len(session.match.positions) - 1), kind="primary")
        )
    if not session.match.people:
        return Markup(undo_button(session) + play_now_button(session))
    own = session.ui.tools(session, assisted)
    return Markup(own + play_now_button(session)) if session.computer_to_move else own


def hints(session: Session) -> Markup:
    """List the best moves, each with its win chance and what it does; each can be looked at."""
    # They are for the position that is played.
    if not session.hints or not session.at_end:
        return NOTHING
    items = []
    tried = [hint.move == session.ghost for hint in session.hints]
    # Where there is room for one reason only, it is that of the hint that is tried, else of the best one.
    explained = tried.index(True) if any(tried) else 0
    apart = not any(tried) and (session.ghost or session.refused)
    for number, hint in enumerate(session.hints):
        move, percent = hint.move, round(100 * hint.chance)
        items.append(
            f'<li{" class=explained" if number == explained else ""}><button type="button" data-action="try"'
            f' data-value="{move}" aria-pressed="{str(tried[number]).lower()}"><span class="rank">{number + 1}</span>'
            f'<strong data-brief="{words(session, "percent", n=percent)}">'
            f"{words(session, 'win-chance', share=percent)}</strong>"
            f'<span class="move">{session.ui.move_label(session, move)}</span>'
            f'<span class="does">{text(why(session, hint))}</span></button></li>'
        )
    return Markup(f"<h2>{words(session, 'hint')}</h2><ol{' class=apart' if apart else ''}>{''.join(items)}</ol>")


def replay(session: Session) -> Markup:
    """Give the slider and the buttons that go through the game."""
    turns = len(session.match.record.turns)
    first, last = session.ply == 0, session.at_end
    at = words(session, "turn-of", n=session.ply, turns=turns)
    return Markup(
        button(session, "look", "first", value="0", icon="first", enabled=not first)
        + button(session, "step", "earlier", value="-1", icon="earlier", enabled=not first)
        + f'<input type="range" data-action="look" min="0" max="{turns}" value="{session.ply}"'
        f' aria-label="{words(session, "replay")}" aria-valuetext="{at}"{"" if turns else " disabled"}>'
        + button(session, "step", "later-turn", value="1", icon="later", enabled=not last)
        + button(session, "look", "to-now", value=str(turns), icon="last", enabled=not last)
        + button(session, "recap", "recap", icon="recap", enabled=bool(turns) and not session.replaying)
    )


def switch(page: Page) -> Markup:
    """Give the way to the other game."""
    doors = "".join(
        f'<button type="button" data-action="room"{guard("room")} data-value="{ui.name}"'
        f' aria-pressed="{str(ui is page.ui).lower()}"{disabled(page)}>{text(ui.title)}</button>'
        for ui in page.games
    )
    return Markup(f'<div role="group" aria-label="{words(page, "which-game")}">{doors}</div>')


def menu(page: Page) -> Markup:
    """Give the way to the other windows, and the languages; a narrow page folds away what few look for."""
    folded = (
        button(page, "open", "games-short", value="games", icon="games", wordy=True)
        + button(page, "open", "share-short", value="share", icon="share", wordy=True)
        + button(page, "open", "settings", value="settings", icon="settings", wordy=True)
        + button(page, "open", "help", value="help", icon="help", wordy=True)
        + languages(page)
    )
    label = words(page, "menu")
    return Markup(
        button(page, "open", "new-game", value="new", kind="primary", icon="new", wordy=True, short="new-short")
        + (learn_link(page) if page.site else "")
        + _sound_button(page)
        + f'<button type="button" class="fold" popovertarget="folded" aria-label="{label}"{disabled(page)}>'
        f'{drawing("menu")}</button><div id="folded" popover>{folded}</div>'
    )


def _sound_button(page: Page) -> Markup:
    """Give the way to mute all sounds, and back."""
    muted = page.session.settings.volume == "off"
    return button(page, "mute", "unmute" if muted else "mute", icon="muted" if muted else "sound")


def learn_link(page: Page) -> Markup:
    """Lead to the lessons of this game in this language."""
    label = words(page, "learn")
    address = text(page.site + links.learn(page.ui, page.language))
    return Markup(f'<a class="button learn" href="{address}">{drawing("learn")}<span class="label">{label}</span></a>')
