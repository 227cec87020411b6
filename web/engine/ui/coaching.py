"""The advice beside the board: the comments of a guided game, the words of the coach."""

from engine.html import NOTHING, Markup, button, join, text, words
from engine.lessons.guided import guide_of, remarks
from engine.session import links
from engine.session.coach import missed, question
from engine.session.match import AnyMove
from engine.session.page import Page
from engine.session.session import Hint, Preview, Session
from engine.ui.progress import day_of

HARMLESS = "none"
"""The reason that nobody can take anything in reply."""


def coach(page: Page) -> Markup:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(page.match)
    if page.inert:
        return NOTHING
    if guide is None:
        return _question(page.session) or _missed(page.session) or _back_to_analysis(page) or _day(page)
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


def _question(session: Session) -> Markup:
    """Ask before a move that gives something away."""
    allowed, preview = question(session), session.preview
    if allowed is None or preview is None or preview.after is None:
        return NOTHING
    taker = session.names[preview.after.player_to_move - 1]
    return Markup(f"<p>{words(session, f'coach-lets-{allowed[0]}', player=taker, place=allowed[1])}</p>")


def _missed(session: Session) -> Markup:
    """Tell of a turn that missed something much better, and offer to show it."""
    found = None if session.hints else missed(session)
    if found is None:
        return NOTHING
    ply = session.last_own_turn - 1
    told = words(session, "coach-missed", better=what_it_does(session, ply, found.best))
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
    told = [
        session.narrator.say(f"coach-why-{kind}", player=next_one, place=place, n=int(place) if place.isdigit() else 0)
        for kind, place in hint.reasons
        if kind not in dull
    ]
    events = preview.events
    return " ".join([*(session.narrator.summary(preview.after, events) if events or not told else ()), *told])
