"""The parts of the page as HTML, drawn from a session or a page."""

from collections.abc import Callable, Collection, Mapping

from engine.html import (
    NOTHING,
    Markup,
    boolean,
    button,
    disabled,
    double_click_guard,
    icon_button,
    icon_svg,
    join,
    language_menu,
    menu_button,
    page_note,
    text,
    translate,
    with_dot,
)
from engine.session import HINT, Hint, Session, links
from engine.session.page import Page
from engine.ui import correspondence as correspondence_view
from engine.ui import dialogs, endings, log
from engine.ui.coaching import WELCOMES, coach, explain_hint, result, threat_text, warning_html
from engine.ui.learning import help_dialog, learn, learn_control
from engine.ui.results import results_dialog
from engine.ui.today import has_open_task, today, today_strip
from engine.ui.widgets import part_link, play_now_button, undo_button
from engine.words import say

FIRST_GROUP = ("board", "squares", "cover", "players", "status", "coach", "thinking", "hand", "tools", "hints")
"""The parts that are drawn at once after an action."""
LONG_LINE = 135
"""The number of characters from which the description of a past turn is smaller on phones."""
LATER_GROUPS = (
    ("grid", "live"),
    ("log", "replay"),
    ("title", "game-switch", "menu", "skip"),
)
"""The parts that are drawn in later frames, after the dialog and the note."""


def session_parts(session: Session) -> dict[str, Callable[[], Markup]]:
    """List the parts that the game page and embedded boards share, by the ids of their elements."""
    ui = session.ui
    return {
        "board": lambda: ui.board(session.displayed),
        "squares": lambda: ui.hits(session.displayed),
        "grid": lambda: ui.grid(session),
        "players": lambda: players(session),
        "status": lambda: status(session.displayed),
        "thinking": lambda: thinking(session),
        "hand": lambda: ui.hand(session),
        "tools": lambda: tools(session),
        "hints": lambda: hints(session),
        "replay": lambda: replay(session),
        "log": lambda: log.log(session),
        "live": lambda: translate(session, session.announcement) if session.announcement else log.latest(session),
    }


def page_parts(page: Page) -> dict[str, Callable[[], Markup]]:
    """List the parts of the game page."""
    return {
        **session_parts(page.session),
        "board": lambda: page.ui.board(page.board_session.displayed),
        "players": lambda: players(page.board_session),
        "cover": lambda: overlay(page),
        "coach": lambda: coach(page),
        "tools": lambda: tools(page.session, banner=page.banner),
        # Before the first turn there is nothing to look back at.
        "replay": lambda: replay(page.session) if page.match.record.turns else NOTHING,
        "log": lambda: Markup(today_strip(page) + log.log(page.session)),
        "title": lambda: text(page.ui.title),
        "skip": lambda: Markup(
            f'<button type="button" class="hidden skip" data-skip{disabled(page)}>'
            f"{translate(page, 'skip-to-board')}</button>"
        ),
        "game-switch": lambda: game_switch(page),
        "menu": lambda: menu(page),
        "note": lambda: page_note(page),
        "dialog": lambda: DIALOGS[page.dialog](page) if page.dialog else NOTHING,
    }


def draw(parts: Mapping[str, Callable[[], Markup]], only: Collection[str] | None = None) -> dict[str, Markup]:
    """Draw parts, all or `only` some."""
    return {name: make() for name, make in parts.items() if only is None or name in only}


DIALOGS: dict[str, Callable[[Page], Markup]] = {
    "new": dialogs.new_game,
    "games": dialogs.saved_games,
    "settings": dialogs.settings,
    "help": help_dialog,
    "share": dialogs.share,
    "end": endings.ending,
    "send": correspondence_view.send,
    "arrived": correspondence_view.arrived,
    "record": results_dialog,
    "today": today,
    "learn": learn,
}


def overlay(page: Page) -> Markup:
    """Draw the card over the board: a greeting, the result, or the overlay of the game."""
    if page.welcome:
        return WELCOMES[page.welcome](page)
    return result(page) if page.banner else page.ui.overlay(page.session)


def window_title(session: Session) -> str:
    """Return the title of the browser's tab, which in a match by links says whether it is the user's turn."""
    if session.match.remote and session.winners is None and session.match.seat.person:
        return say(session.language, "remote-title-turn", game=session.ui.title)
    return session.ui.title


def players(session: Session, marked: int | None = None) -> Markup:
    """Draw all players with their scores, and mark the player to move, or another one."""
    position, current = session.position, Markup(' aria-current="true"')
    rows = []
    for player in position.players:
        now = session.winners is None and player == (marked or position.player_to_move) and not session.inert
        won = session.at_end and session.winners is not None and player in session.winners
        seat = session.match.seats[player - 1]
        kind = NOTHING
        if seat.computer:
            level = say(session.language, f"level-{seat.kind}")
            kind = Markup(f"<small>{translate(session, 'computer-level', level=level)}</small>")
        elif seat.remote:
            kind = Markup(f"<small>{translate(session, 'level-far')}</small>")
        rows.append(
            Markup(
                f'<li class="player p{player}{" on-turn" if now else ""}{" won" if won else ""}"'
                f"{current if now else ''}>"
                f'<span class="mark" aria-hidden="true">{session.ui.player_mark(player)}</span>'
                f'<span class="name">{_player_name(session, player)}{kind}</span>'
                f'<span class="score">{session.ui.score_html(session, player)}</span></li>'
            )
        )
    return Markup(f'<ol class="players" aria-label="{translate(session, "players")}">{"".join(rows)}</ol>')


def _player_name(session: Session, player: int) -> Markup:
    """Return a player's name; in a match by links, mark the players at this screen."""
    name, remote = session.names[player - 1], session.match.remote
    own = remote is not None and player in remote.local_players and name != say(session.language, "you")
    return translate(session, "remote-you", name=name) if own else text(name)


def status(session: Session) -> Markup:
    """Write the status line: a warning, events, why a move is illegal, or what to do; then the hovered square.

    Screen readers also get a description of the picture, but not the hovered square, which the grid describes.
    """
    ui = session.ui
    spoken, hovered = ui.preview_speech(session), ui.hover_description(session)
    # The events of a previewed move are more important than the progress of hints.
    waiting = session.request == HINT and session.ghost is None and session.refusal is None
    line = say(session.language, "hints-looked-for") if waiting else ui.status(session) or _state(session)
    message = warning_html(session) or _with_dot(session, _status_html(session, line))
    if not session.at_end and session.ghost is None:
        kind = Markup("past long" if len(line) > LONG_LINE else "past")
        message = Markup(f'<span class="{kind}">{message}</span>')
    return Markup(
        (f'<span class="hidden">{text(spoken)} </span>' if spoken else "")
        + message
        + (f'\n<span aria-live="off">{hovered}</span>' if hovered else "")
    )


def _status_html(session: Session, line: str) -> Markup:
    """Write the status line after a threat; if icons replace it, only screen readers get the text."""
    icons, threat = session.ui.preview_icons(session), threat_text(session)
    if not icons:
        return text(f"{threat} {line}".strip())
    return Markup(f'{text(threat)} <span aria-hidden="true">{icons}</span><span class="hidden">{text(line)}</span>')


def _with_dot(session: Session, line: Markup) -> Markup:
    """Put a dot before the line, in the colour of the computer or remote player to move."""
    if session.inert or not (session.computer_to_move or (session.at_end and session.awaiting_remote)):
        return line
    player = session.match.latest.player_to_move
    return with_dot(player, line)


def _state(session: Session) -> str:
    """Describe the state of the match if there is nothing to do."""
    narrator = session.narrator
    if not session.at_end:
        if session.replaying and not session.ply:
            return narrator.say("replay")
        looking = narrator.say("looking-back", n=session.ply, turns=len(session.match.record.turns))
        if not session.ply or session.ui.hover_description(session):
            # The hovered square takes the place of the turn: the line keeps its height.
            return looking
        turn = log.describe_turn(narrator, session.match, session.ply, brief=True)
        return turn if session.replaying else f"{looking}\n{turn}"
    if session.winners is not None:
        return narrator.result(session.winners)
    if session.awaiting_remote:
        return correspondence_view.waiting(session.match, narrator)
    return narrator.say("thinking", player=narrator.name(session.match.latest.player_to_move))


def thinking(session: Session) -> Markup:
    if session.thinking is None:
        return NOTHING
    label = translate(session, "thinking-bar")
    return Markup(f'<progress max="100" value="{round(100 * session.thinking)}" aria-label="{label}"></progress>')


def tools(session: Session, assisted: bool = True, *, banner: bool = False) -> Markup:
    """Draw the buttons of the possible actions; undo and hints only if `assisted`."""
    if session.at_end and (session.awaiting_remote or (session.winners is not None and session.match.unsent)):
        return correspondence_view.tools(session)
    if session.winners is not None and session.at_end:
        if banner:
            # The banner has the same buttons.
            return NOTHING
        action = "next" if session.match.has_next_game else "rematch"
        # The guide has a primary button of its own.
        kind = "" if session.match.guided else "primary"
        return Markup(button(session, "show-result", "result") + button(session, action, action, kind=kind))
    if session.winners is not None:
        way_back = button(session, "show-result", "back-to-result", kind="primary")
        if session.analysis:
            way_back = button(session, "open", "back-to-analysis", value="end", kind="primary")
        return Markup(button(session, "play-on", "play-on", enabled=not session.match.ongoing_remote) + way_back)
    if not session.at_end:
        own_turn = session.match.seat.person and len(session.match.people) == 1
        return Markup(
            (NOTHING if session.match.ongoing_remote else button(session, "play-on", "play-on"))
            + button(
                session,
                "go-to-turn",
                "to-own-turn" if own_turn else "to-now",
                value=str(len(session.match.positions) - 1),
                kind="primary",
            )
        )
    if not session.match.people:
        return Markup(undo_button(session) + play_now_button(session))
    game_tools = session.ui.tools(session, assisted)
    return Markup(game_tools + play_now_button(session)) if session.computer_to_move else game_tools


def hints(session: Session) -> Markup:
    """List the best moves, with win chances and reasons, as buttons that preview them."""
    # Hints belong to the latest position.
    if not session.hints or not session.at_end:
        return NOTHING
    # Below the list is space for the reasons of one hint: the hovered or tried one, else the best one.
    moves = [hint.move for hint in session.hints]
    shown = session.displayed.ghost
    explained = moves.index(shown) if shown in moves else 0
    unexplained = shown not in moves and (session.ghost or session.refusal)
    items = join(_hint(session, hint, rank, rank == explained + 1) for rank, hint in enumerate(session.hints, start=1))
    # The status line tells the events of the shown move.
    reasons = explain_hint(session, session.hints[explained], tells_events=shown not in moves)
    reason = NOTHING if unexplained else Markup(f'<p class="reason" aria-hidden="true">{text(reasons)}</p>')
    return Markup(
        f'<div class="sheet{" unexplained" if unexplained else ""}"><h2>{_hints_heading(session)}</h2>'
        f"<ol>{items}</ol>{reason}</div>"
    )


def _common_percent(session: Session) -> int | None:
    """Return the win chance in percent if it is the same for all hints."""
    percents = {round(100 * hint.chance) for hint in session.hints}
    return percents.pop() if len(percents) == 1 else None


def _hints_heading(session: Session) -> Markup:
    """Write the heading of the hints; if all are equally good, it says how good."""
    percent = _common_percent(session)
    if percent is None:
        return translate(session, "hint-chances")
    if percent in (0, 100):
        return translate(session, "hints-win" if percent else "hints-lose")
    return translate(session, "hints-equal", share=percent)


def _hint(session: Session, hint: Hint, rank: int, explained: bool) -> Markup:
    percent = round(100 * hint.chance)
    chance = Markup(f"<strong>{translate(session, 'percent', n=percent)}</strong>")
    return Markup(
        f'<li{" class=explained" if explained else ""}><button type="button" data-action="try"'
        f' data-value="{text(str(hint.move))}" aria-pressed="{boolean(hint.move == session.ghost)}">'
        f'<span class="rank">{rank}</span>{chance if _common_percent(session) is None else NOTHING}'
        f'<span class="move">{session.ui.move_label(session, hint.move)}</span>'
        f'<span class="effect"><b>{translate(session, "win-chance", share=percent)}</b>'
        f" {text(explain_hint(session, hint))}</span></button></li>"
    )


def replay(session: Session) -> Markup:
    turns = len(session.match.record.turns)
    first, last = session.ply == 0, session.at_end
    turn_label = translate(session, "turn-of", n=session.ply, turns=turns)
    return Markup(
        icon_button(session, "go-to-turn", "first", "first", value="0", enabled=not first)
        + icon_button(session, "step", "earlier", "earlier", value="-1", enabled=not first)
        + f'<input type="range" data-action="go-to-turn" min="0" max="{turns}" value="{session.ply}"'
        f' aria-label="{translate(session, "replay")}" aria-valuetext="{turn_label}"{"" if turns else " disabled"}>'
        + icon_button(session, "step", "later-turn", "later", value="1", enabled=not last)
        + icon_button(session, "go-to-turn", "to-now", "last", value=str(turns), enabled=not last)
        + icon_button(session, "replay-since", "recap", "replay", enabled=bool(turns) and not session.replaying)
    )


def game_switch(page: Page) -> Markup:
    """Draw the buttons that switch between the games."""
    buttons = join(
        Markup(
            f'<button type="button" data-action="switch-game"{double_click_guard("switch-game")}'
            f' data-value="{text(ui.name)}" aria-pressed="{boolean(ui is page.ui)}"'
            f' title="{translate(page, f"tagline-{ui.name}")}"{disabled(page)}>{ui.emblem}{text(ui.title)}</button>'
        )
        for ui in page.games
    )
    return Markup(f'<div role="group" aria-label="{translate(page, "which-game")}">{buttons}</div>')


def menu(page: Page) -> Markup:
    folded = Markup(
        menu_button(page, "open", "today", "flame", value="today", kind="only-folded")
        + menu_button(page, "open", "games-short", "games", value="games")
        + menu_button(page, "open", "share-short", "share", value="share")
        + menu_button(page, "open", "settings", "settings", value="settings")
        + menu_button(page, "open", "help", "help", value="help")
        + (_site_links(page) if page.site else NOTHING)
        + language_menu(page)
    )
    label, kind = translate(page, "menu"), "menu-toggle"
    if has_open_task(page):
        label, kind = Markup(f"{label} · {translate(page, 'today')} {translate(page, 'day-new')}"), "menu-toggle new"
    return Markup(
        menu_button(page, "open", "new-game", "new", value="new", kind="primary", short="new-short")
        + learn_control(page)
        + _sound_button(page)
        + f'<button type="button" class="{text(kind)}" popovertarget="folded-menu" aria-label="{label}"'
        f'{disabled(page)}>{icon_svg("menu")}</button><div id="folded-menu" popover>{folded}</div>'
    )


def _site_links(page: Page) -> Markup:
    return Markup(
        part_link(page, "editor", f"{page.site}editor.html")
        + part_link(page, "site-embed", page.site + links.embed_guide_path(page.language))
    )


def _sound_button(page: Page) -> Markup:
    muted = page.session.settings.volume == "off"
    return icon_button(page, "mute", "unmute" if muted else "mute", "muted" if muted else "sound")
