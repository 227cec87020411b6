"""The advice beside the board: the comments of a guided game, the words of the coach."""

from collections.abc import Iterable

from engine.html import NOTHING, Markup, button, join, text, words
from engine.lessons.guided import guide_of, remarks
from engine.session import links
from engine.session.coach import missed, question, threat
from engine.session.match import AnyMove
from engine.session.page import Page
from engine.session.session import EvaluatedMove, Hint, Preview, Session
from engine.ui.progress import day_of

HARMLESS = "none"
"""The reason that nobody can take anything in reply."""


def coach(page: Page) -> Markup:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(page.match)
    if page.inert:
        return NOTHING
    if guide is None:
        return _missed(page.session) or _back_to_analysis(page) or _day(page)
    moves = [str(turn.move) for turn in page.match.record.turns[: page.session.ply]]
    said = join(Markup(f"<p>{text(told)}</p>") for told in remarks(guide, moves, page.language))
    over = page.session.winners is not None and page.session.at_end
    # The banner over the board offers the same.
    return Markup(f'{said}<p class="row">{ways_on(page)}</p>') if over and not page.banner else said


def ways_on(page: Page) -> Markup:
    """Lead on from a guided game that is over: to a real one, and to the puzzles."""
    address = text(page.site + links.learn(page.ui, page.language) + links.PUZZLES)
    puzzles = f'<a class="button" href="{address}">{words(page, "guide-puzzles")}</a>' if page.site else ""
    return Markup(button(page, "open", "guide-real-game", value="new", kind="primary") + puzzles)


def asked(session: Session) -> Markup:
    """Ask before a move that gives something away: say what, and what would be better."""
    found, preview = question(session), session.preview
    if found is None or preview is None or preview.after is None:
        return NOTHING
    kind, place = found.allows or ("worse", "")
    gainers = [event.player for event in preview.events if event.player != preview.before.player_to_move]
    gainer = gainers[0] if gainers and kind.startswith("gives-") else preview.after.player_to_move
    most, chance = round(100 * found.most), round(100 * found.chance)
    told = words(session, f"coach-lets-{kind}", player=session.names[gainer - 1], place=place, most=most, chance=chance)
    asks = f'<strong class="question">{told}</strong>'
    if found.best is None:
        return Markup(asks)
    better = words(session, "turn-better", text=_better(session, session.ply, found))
    return Markup(f'{asks} <span class="better">{better}</span>')


def warned(session: Session) -> str:
    """Tell of a threat that exists before a move is chosen."""
    found = threat(session)
    if found is None:
        return ""
    other = session.names[session.position.player_to_move % len(session.position.players)]
    return session.narrator.say(f"coach-threat-{found[0]}", player=other, place=found[1])


def _better(session: Session, ply: int, found: EvaluatedMove) -> str:
    """Name the best move, and say what it does and what else speaks for it."""
    before = session.match.positions[ply]
    other = session.names[before.play(found.best).player_to_move - 1]
    good = [(kind, place) for kind, place in found.reasons if kind not in session.ui.drawbacks]
    return " ".join([what_it_does(session, ply, found.best), *_reasons(session, good, other)])


def _missed(session: Session) -> Markup:
    """Tell of a turn that missed something much better, and offer to show it, until a move is selected."""
    found = None if session.hints or session.selected else missed(session)
    if found is None:
        return NOTHING
    ply = session.last_own_turn - 1
    told = words(session, "coach-missed", better=_better(session, ply, found))
    return Markup(f"<p>{told}</p>{button(session, 'visit', 'coach-show', value=f'{ply} {found.best}')}")


def _back_to_analysis(page: Page) -> Markup:
    """Lead back from a tried variation to the analysed match."""
    return button(page, "back-to-analysis", "back-to-analysis") if page.analysed else NOTHING


def _day(page: Page) -> Markup:
    """Say before the first turn that this is the deal of the day."""
    told = day_of(page.match, page.language) if not page.session.last_own_turn else ""
    return Markup(f"<p>{words(page, 'deal-for-all', deal=told)}</p>") if told else NOTHING


def what_it_does(session: Session, ply: int, move: AnyMove) -> str:
    """Name a move in a position by its number, and tell what it does or would have done."""
    turns = session.match.record.turns
    if str(move) == "pass":
        told = []
    elif ply < len(turns) and turns[ply].move == move:
        told = session.narrator.summary(session.match.positions[ply + 1], turns[ply].events)
    else:
        told = session.narrator.summary(*session.match.positions[ply].apply(move))
    return " ".join([f"{session.narrator.move_name(move)}.", *told])


def why(session: Session, hint: Hint) -> str:
    """Say why a hint is good: what it does, and what else speaks for it."""
    preview = session.preview
    if preview is None or preview.after is None or preview.move != hint.move:
        preview = Preview.of(session.position, hint.move)
    assert preview.after is not None
    next_one = session.names[preview.after.player_to_move - 1]
    # A reason that all hints share distinguishes none of them.
    dull = set[str]() if any((HARMLESS, "") not in each.reasons for each in session.hints) else {HARMLESS}
    told = _reasons(session, [reason for reason in hint.reasons if reason[0] not in dull], next_one)
    events = preview.events
    return " ".join([*(session.narrator.summary(preview.after, events) if events or not told else ()), *told])


def _reasons(session: Session, reasons: Iterable[tuple[str, str]], other: str) -> list[str]:
    """Put reasons into words; `other` is the name of the next player."""
    return [
        session.narrator.say(f"coach-why-{kind}", player=other, place=place, n=int(place) if place.isdigit() else 0)
        for kind, place in reasons
    ]
