"""The coach's advice and the comments of a guided game beside the board, and the cards over the board."""

from collections.abc import Iterable

from engine.games.base import AnyMove, Capture, Reason
from engine.html import NOTHING, Markup, button, disabled, double_click_guard, icon_button, join, text, translate
from engine.lessons.attempt import guide_comments, guided_lesson
from engine.session import Hint, Preview, Session, links
from engine.session.coach import missed, threat, warning
from engine.session.page import Page
from engine.ui import correspondence as correspondence_view
from engine.ui.results import level_suggestion, new_badges, wins_so_far
from engine.ui.today import deal_name

HARMLESS = Reason("none")
"""No reply captures anything."""


def coach(page: Page) -> Markup:
    """Draw the advice about the shown position."""
    guide = guided_lesson(page.match)
    if page.inert:
        return NOTHING
    if page.match.remote:
        return correspondence_view.message_area(page)
    if page.showing_highlights and page.session.winners is not None and not page.banner:
        return _highlight(page)
    if guide is None:
        return _missed(page.session) or _back_to_analysis(page) or _back_to_editor(page) or _deal_of_the_day(page)
    moves = [str(turn.move) for turn in page.match.record.turns[: page.session.ply]]
    over = page.session.winners is not None and page.session.at_end
    # Hints take the place of the comments.
    hinted = page.session.hints and page.session.at_end
    comments = join(
        Markup(f"<p>{text(comment)}</p>") for comment in (() if hinted else guide_comments(guide, moves, page.language))
    )
    # The banner over the board has the same buttons.
    return Markup(f'{comments}<p class="row">{after_guide(page)}</p>') if over and not page.banner else comments


def after_guide(page: Page) -> Markup:
    """Draw the buttons after a guided game: a real game, and the puzzles."""
    puzzles = NOTHING
    if page.site:
        address = text(page.lessons_address + links.PUZZLES)
        puzzles = Markup(f'<a class="button" href="{address}">{translate(page, "guide-puzzles")}</a>')
    return Markup(button(page, "open", "guide-real-game", value="new", kind="primary") + puzzles)


def warning_html(session: Session) -> Markup:
    """Warn before a bad move, and name a better one."""
    evaluated, preview = warning(session), session.preview
    if evaluated is None or preview is None or preview.after is None:
        return NOTHING
    kind, place = evaluated.allows or ("worse", "")
    gainer = preview.after.player_to_move
    if kind.startswith("gives-"):
        opponents = (event.player for event in preview.events if event.player != preview.before.player_to_move)
        gainer = next(opponents, gainer)
    sentence = translate(
        session,
        f"coach-lets-{kind}",
        player=session.names[gainer - 1],
        place=place,
        most=round(100 * evaluated.best_chance),
        chance=round(100 * evaluated.chance),
    )
    question = Markup(f'<strong class="question">{sentence}</strong>')
    if evaluated.best is None:
        return question
    # With one reason the question fits into the status box, and nothing moves.
    reasons = reasons_for(session, session.ply, evaluated.best, evaluated.reasons, most=1)
    return Markup(f'{question} <span class="better">{translate(session, "turn-better", text=reasons)}</span>')


def threat_text(session: Session) -> str:
    """Describe a threat while no move is selected; empty if there is none."""
    threatened = threat(session)
    if threatened is None:
        return ""
    kind, place = threatened
    other = session.names[session.position.player_to_move % len(session.position.players)]
    return session.narrator.say(f"coach-threat-{kind}", player=other, place=place)


def shortcoming(session: Session, ply: int, allows: Capture | None, reasons: Iterable[Reason]) -> str:
    """Say what others can capture after a move but not after the best one; empty if nothing.

    What the move gives away at once is among its events, which are described elsewhere.
    """
    other = session.names[session.match.positions[ply + 1].player_to_move - 1]
    exposed = (
        Reason("still-" + kind.removeprefix("saves-"), place) for kind, place in reasons if kind.startswith("saves-")
    )
    weakness = Reason(*allows) if allows else next(exposed, None)
    if weakness is None or weakness.kind.startswith("gives-"):
        return ""
    return " ".join(_reasons(session, [weakness], other))


def join_sentences(*parts: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(filter(None, parts))


def reasons_for(session: Session, ply: int, move: AnyMove, reasons: Iterable[Reason], most: int | None = None) -> str:
    """Name a move at a ply, and describe its events and the reasons for it, at `most` as many as given."""
    other = session.names[session.match.positions[ply].play(move).player_to_move - 1]
    good = [reason for reason in reasons if reason.kind not in session.ui.drawbacks]
    return join_sentences(what_it_does(session, ply, move), *_reasons(session, good[:most], other))


def _missed(session: Session) -> Markup:
    """Point out a missed chance of the last turn, until a move is selected."""
    turn = None if session.hints or session.selected else missed(session)
    if turn is None:
        return NOTHING
    ply = session.last_own_turn - 1
    played = session.match.record.turns[ply].move
    buttons = button(session, "visit", "coach-show", value=f"{ply} {turn.best}")
    if session.at_end and session.match.undo_to() == ply:
        # Who places at once has met no warning.
        buttons = join([buttons, button(session, "undo", "undo")], " ")
    if turn.warns:
        # The warning has already said the rest.
        remark = translate(session, "coach-missed", better=f"{session.narrator.move_name(turn.best)}.")
        return Markup(f"<p>{remark}</p>{buttons}")
    own_move = join_sentences(what_it_does(session, ply, played), shortcoming(session, ply, turn.allows, turn.reasons))
    remark = translate(session, "coach-missed", better=reasons_for(session, ply, turn.best, turn.reasons))
    return Markup(f"<p>{remark}</p><p>{translate(session, 'coach-yours', text=own_move)}</p>{buttons}")


def _back_to_analysis(page: Page) -> Markup:
    """Draw the button that returns from a variation to the analysed match."""
    return button(page, "back-to-analysis", "back-to-analysis") if page.analysed else NOTHING


def _back_to_editor(page: Page) -> Markup:
    """Link back to the editor from a position that is tried out."""
    if not page.from_editor:
        return NOTHING
    address = text(f"{page.site}editor.html?game={page.ui.name}")
    return Markup(f'<a class="button" href="{address}">{translate(page, "back-to-editor")}</a>')


def _deal_of_the_day(page: Page) -> Markup:
    """Before the first turn, say that this is the deal of the day."""
    deal = deal_name(page.match, page.language) if not page.session.last_own_turn else ""
    return Markup(f"<p>{translate(page, 'deal-for-all', deal=deal)}</p>") if deal else NOTHING


def what_it_does(session: Session, ply: int, move: AnyMove) -> str:
    """Name a move at a ply, and describe its events."""
    turns = session.match.record.turns
    if str(move) == "pass":
        sentences = []
    elif ply < len(turns) and turns[ply].move == move:
        sentences = session.narrator.summary(session.match.positions[ply + 1], turns[ply].events)
    else:
        sentences = session.narrator.summary(*session.match.positions[ply].apply(move))
    return " ".join([f"{session.narrator.move_name(move)}.", *sentences])


def explain_hint(session: Session, hint: Hint, *, tells_events: bool = True) -> str:
    """Describe the events of a hint, unless they are told elsewhere, and its reasons."""
    preview = session.preview
    if preview is None or preview.after is None or preview.move != hint.move:
        preview = Preview.of(session.position, hint.move)
    assert preview.after is not None
    next_player = session.names[preview.after.player_to_move - 1]
    # If all hints are harmless, that reason says nothing.
    all_harmless = all(HARMLESS in other.reasons for other in session.hints)
    shown = [reason for reason in hint.reasons if not (all_harmless and reason == HARMLESS)]
    reasons = _reasons(session, shown, next_player)
    events = preview.events
    if tells_events and (events or not reasons):
        reasons = [*session.narrator.summary(preview.after, events), *reasons]
    return " ".join(reasons)


def _reasons(session: Session, reasons: Iterable[Reason], other: str) -> list[str]:
    """Write reasons as sentences; `other` is the next player's name."""
    return [
        session.narrator.say(f"coach-why-{kind}", player=other, place=place, n=int(place) if place.isdigit() else 0)
        for kind, place in reasons
    ]


# Over the board


def welcome(page: Page) -> Markup:
    """Greet a first visitor: the game, the first step, the lessons, the other games."""
    if page.site:
        label = translate(page, "welcome-learn")
        learn = Markup(f'<a class="button primary" href="{text(page.lessons_address)}">{label}</a>')
    else:
        learn = button(page, "open", "welcome-learn", value="learn", kind="primary")
    play = button(page, "dismiss-welcome", "welcome-play")
    others = join(
        Markup(
            f'<button type="button" class="other"{double_click_guard("switch-game")} data-action="switch-game"'
            f' data-value="{text(ui.name)}"{disabled(page)}>{ui.emblem}'
            f"<span><strong>{text(ui.title)}</strong> {translate(page, f'tagline-{ui.name}')}"
            "</span></button>"
        )
        for ui in page.games
        if ui is not page.ui
    )
    return Markup(
        f'<div class="cover banner welcome"><div role="group" aria-label="{translate(page, "welcome")}">'
        f"<p>{translate(page, f'boot-about-{page.ui.name}')}</p>"
        f'<p class="first">{translate(page, f"welcome-first-{page.ui.name}")}</p>{learn}{play}{others}</div></div>'
        f"{_demo_label(page)}"
    )


def _demo_label(page: Page) -> Markup:
    """Label the board with the demonstration, which can be paused until it ends."""
    if not page.demo:
        return NOTHING
    pause = NOTHING
    if not page.demo.at_end:
        key, icon = ("demo-on", "later") if page.demo_paused else ("demo-pause", "pause")
        pause = icon_button(page, "demo", key, icon)
    return Markup(f'<p class="demo">{translate(page, "demo")}{pause}</p>')


def shared_position(page: Page) -> Markup:
    """Introduce a position from a link, or from the user's editor."""
    narrator, winners = page.session.narrator, page.session.winners
    if winners is None:
        state = narrator.say_of("to-move", page.match.latest.player_to_move)
        body = Markup(f"<p>{text(state)} {translate(page, 'linked-position-what')}</p>")
    else:
        body = Markup(f"<p>{text(narrator.result(winners))}</p>")
    return _card(page, "own-position" if page.from_editor else "linked-position", body)


def shared_game(page: Page) -> Markup:
    """Introduce a match from a link."""
    replay = button(page, "replay", "replay", value="0", kind="primary")
    turns = translate(page, "n-turns", n=len(page.match.record.turns))
    return _card(page, "linked-game", Markup(f"<p>{turns}. {translate(page, 'linked-game-what')}</p>{replay}"))


def _card(page: Page, title: str, body: Markup) -> Markup:
    close = icon_button(page, "dismiss-welcome", "close", "close", kind="close")
    return Markup(
        f'<div class="cover banner"><div role="group" aria-label="{translate(page, title)}">{close}'
        f"<h2>{translate(page, title)}</h2>{body}</div></div>"
    )


WELCOMES = {"first": welcome, "position": shared_position, "game": shared_game}


def result(page: Page) -> Markup:
    """Show the result: winner, margin, highlights and what to do next; tables are in the dialog."""
    winners = page.session.winners
    if winners is None or not page.session.at_end:
        return NOTHING
    guided = guided_lesson(page.match)
    next_steps = (
        after_guide(page) if guided else correspondence_view.next_match_button(page.session),
        button(page, "analyse", "analyse-short"),
        NOTHING if guided else button(page, "open", "share-short", value="share"),
        button(page, "open", "details", value="end"),
    )
    marks = join(Markup(f'<span class="mark p{player}">{page.ui.player_mark(player)}</span>') for player in winners)
    return Markup(
        f'<div class="cover banner ended"><div role="group" aria-label="{translate(page, "result")}">'
        f"{icon_button(page, 'close-banner', 'close', 'close', kind='close')}"
        f'<div class="marks" aria-hidden="true">{marks}</div>'
        f"<h2>{text(page.session.narrator.result(winners))}</h2>"
        f"<p>{correspondence_view.how_it_ended(page.session, margin=True)}</p>"
        f"{_highlights(page)}{new_badges(page)}{wins_so_far(page)}{level_suggestion(page)}"
        f'<div class="row">{join(next_steps)}</div></div></div>'
    )


def _highlights(page: Page) -> Markup:
    """Draw the turns that decided the match as small pictures that lead there."""
    items = join(
        Markup(
            f'<li><button type="button" data-action="highlight" data-value="{turn}">'
            f'<span class="moment" aria-hidden="true">{page.ui.highlight_picture(page.match, turn)}</span>'
            f"<strong>{translate(page, key)}</strong>"
            f"<small>{translate(page, 'story-turn', n=turn)}<br>{text(result)}</small></button></li>"
        )
        for turn, key, result in page.ui.highlights(page.session)
    )
    return Markup(f'<ol class="story" aria-label="{translate(page, "story")}">{items}</ol>') if items else NOTHING


def _highlight(page: Page) -> Markup:
    """Name the highlight on the board, between buttons that lead to the previous and the next one."""
    ply, highlights = page.session.ply, page.ui.highlights(page.session)
    before = [str(turn) for turn, *_ in highlights if turn < ply]
    after = [str(turn) for turn, *_ in highlights if turn > ply]
    shown = Markup(f"<strong>{translate(page, 'story')}</strong>")
    for turn, key, result in highlights:
        if turn == ply:
            about = Markup(f"<small>{translate(page, 'story-turn', n=turn)} · {text(result)}</small>")
            shown = Markup(f"<strong>{translate(page, key)}</strong> {about}")
    return Markup(
        '<div class="moments">'
        + icon_button(page, "highlight", "story-earlier", "earlier", value="".join(before[-1:]), enabled=bool(before))
        + f"<p>{shown}</p>"
        + icon_button(page, "highlight", "story-later", "later", value="".join(after[:1]), enabled=bool(after))
        + "</div>"
    )
