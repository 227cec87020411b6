"""The parts of the page that only Khan Tsin has, and its animations."""

from functools import lru_cache

from engine.games.khan_tsin.ai_tasks import tallest_next
from engine.games.khan_tsin.match import Match
from engine.games.khan_tsin.session import Session
from engine.html import NOTHING, Markup, button, svg_html, text, words
from engine.protocol import TurnAnimation
from engine.session.coach import question
from engine.ui.widgets import PICTURE_WIDTH, figure, going_back, grid_of, numbered_hints
from engine.words import say
from qin_core.common.svg import ViewBox
from qin_core.khan_tsin import Move, Position, setup, svg
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH, NORTH, SOUTH
from qin_core.khan_tsin.stack import COLOURS, EMPEROR

MAX_BARONS_WITH_STEPS = 6
"""Up to how many barons in hand there is room for the buttons that take one more or less, too."""


def board(session: Session) -> Markup:
    """Draw the dragon: who may move, where they can land, what that would make, or what stands in the way."""
    refusal = session.preview.refusal if session.preview else None
    picked = None if session.source is None or session.ghost else (session.source, session.count)
    picture = svg.board_svg(
        session.position,
        coordinates=session.settings.coordinates,
        last=last_move(session),
        origins=[
            space for space in session.near if session.source is None or (space == session.source and session.ghost)
        ],
        targets=[] if session.selected else map(int, session.legal_squares),
        picked=picked,
        ghost=session.ghost,
        marks=[space for space in refusal.refused if space not in session.near] if refusal else _questioned(session),
        dangers=session.dangers,
        hints=_hints(session),
        cursor=int(session.hover) if session.hover and not session.ghost else None,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def _questioned(session: Session) -> list[int]:
    """Find the space that the coach asks about."""
    found = question(session)
    return [int(found.allows[1])] if found and found.allows else []


def last_move(session: Session) -> Move | None:
    """Find the move that led to the position that is shown; a pass leaves no trace."""
    move = session.match.record.turns[session.ply - 1].move if session.ply else None
    return move if move and move.count else None


def _hints(session: Session) -> list[svg.NumberedHint]:
    return numbered_hints(session, lambda move: (str(move.source), str(move.target)))


def squares(session: Session) -> Markup:
    """Draw what can be clicked and dragged on the dragon."""
    return svg_html(svg.hits_svg(_hints(session), session.near))


def player_mark(player: int) -> Markup:
    """Draw a player's end of the dragon."""
    return svg_html(svg.end_svg(player))


def score_html(session: Session, player: int) -> Markup:
    """Say how tall a stack a player could make with one move, or has made: nine win."""
    position = session.position
    won = position.winners() is not None
    height = max(map(len, position.stacks)) if won else tallest_next(position, player)
    return figure(height, words(session, "khan-next-caption"), words(session, "khan-next-spoken", n=height), EMPEROR)


def status(session: Session) -> str:
    """Say what a move would do, why it can't be made, or what there is to do."""
    narrator, position, preview = session.narrator, session.position, session.preview
    if preview and preview.after:
        return " ".join(narrator.events(preview.after, preview.events))
    if preview and preview.refusal:
        return narrator.refusal(position, preview.move, preview.refusal)
    if not session.at_turn:
        return ""
    baron = setup.next_baron(session.match.layout) if session.placing else None
    if baron:
        return narrator.say_of(f"khan-put-{baron[0]}", position.mover, n=baron[2])
    if session.must_pass:
        return narrator.say_of("khan-must-pass", position.mover)
    if session.source is None:
        return " ".join([*_danger(session), narrator.say_of("khan-pick", position.mover)])
    if session.legal_squares and not session.choosing:
        return narrator.say("khan-aim-single")
    return narrator.say("khan-aim" if session.legal_squares else "khan-nowhere", n=session.count, start=session.source)


def _danger(session: Session) -> list[str]:
    """Warn of the other side's Emperor."""
    places = f" {session.narrator.say('and')} ".join(map(str, session.dangers))
    taker = session.names[SOUTH + NORTH - session.position.mover - 1]
    return [session.narrator.say("khan-danger", player=taker, place=places)] if places else []


def spoken(session: Session) -> str:
    """Say how the move is made that is being looked at."""
    return session.narrator.say("enter-places") if session.selected and session.ghost else ""


def pointed_at(session: Session) -> str:
    """Say what stands on the space that is pointed at, while nothing is picked."""
    if not session.hover or session.hover in session.legal_squares or session.source is not None or session.refused:
        return ""
    return session.narrator.at_place(session.hover, session.narrator.space(session.position, int(session.hover)))


def move_label(session: Session, move: Move) -> Markup:
    """Say who flies where; in a few signs where there is little room."""
    turns = f"{' ↻' if move.turned else ''}{' ⇅' if move.flipped else ''}"
    brief = f"{f'{move.count} × ' if move.count > 1 else ''}{move.source} → {move.target}{turns}"
    return Markup(f'<span data-brief="{brief}">{text(session.narrator.move_name(move))}</span>')


def hand(session: Session) -> Markup:
    """Show the barons of the picked stack, from bottom to top: each takes along all that stand on it (K6).

    While barons are being set up, the one that comes next. A baron that stands alone leaves nothing to choose.
    """
    if session.placing:
        return _next_baron(session)
    if session.source is None or not session.choosing:
        return NOTHING
    stack = session.position.stack(session.source)
    barons = []
    for number, colour in enumerate(stack):
        count = len(stack) - number
        name = words(session, "khan-take", n=count, colour=session.narrator.colour(colour))
        barons.append(
            f'<button type="button" class="baron" data-action="take" data-value="{count}"'
            f' aria-pressed="{str(count <= session.count).lower()}" aria-label="{name}">{_baron(colour)}</button>'
        )
    row = "".join(barons)
    if len(stack) > MAX_BARONS_WITH_STEPS:
        return Markup(row)
    less = button(session, "more", "khan-fewer", value="-1", icon="minus", enabled=session.count > 1)
    more = button(session, "more", "khan-more", value="1", icon="plus", enabled=session.count < len(stack))
    return Markup(f"{less}{row}{more}")


def _next_baron(session: Session) -> Markup:
    baron = setup.next_baron(session.match.layout)
    return Markup(
        f'<span class="baron next" aria-hidden="true">{_baron(baron[0])}<b>{baron[2]}</b></span>' if baron else ""
    )


@lru_cache(maxsize=len(COLOURS))
def _baron(colour: str) -> Markup:
    return svg_html(svg.stack_svg(colour))


def tools(session: Session, assisted: bool = True) -> Markup:
    """Give the buttons that go with what is picked; who is `assisted` can take back and get hints."""
    if session.placing:
        return Markup(
            button(session, "undo", "undo", icon="undo", enabled=session.match.undo_to() is not None)
            + button(session, "fill", "khan-fill", kind="primary")
        )
    turning = ""
    if session.position.turning:
        turning = button(
            session,
            "turn",
            "khan-turn",
            icon="turn",
            enabled=session.rotatable,
            pressed=session.turned and session.rotatable,
        ) + button(session, "flip", "khan-flip", icon="flip", enabled=session.flippable, pressed=session.flipped)
    ready = session.must_pass or session.selected is not None
    key = "pass-button" if session.must_pass else "khan-move"
    return Markup(
        going_back(session, assisted) + turning + button(session, "place", key, kind="primary", enabled=ready)
    )


def picture(session: Session) -> str:
    """Draw the position as a picture to give away."""
    return svg.board_svg(session.position, last=last_move(session), size=PICTURE_WIDTH)


def picture_box(_: Position) -> ViewBox:
    """Say where such a picture lies."""
    return svg.picture_box()


@lru_cache(maxsize=64)
def thumbnail(position: Position, number: int) -> Markup:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))


def moment_picture(match: Match, turn: int) -> Markup:
    """Draw the dragon after a turn."""
    position, move = match.positions[turn], match.record.turns[turn - 1].move
    return svg_html(
        svg.board_svg(position, coordinates=False, last=move, style=False, hits=False, prefix=f"moment{turn}")
    )


def grid(session: Session) -> Markup:
    """List the spaces from South's end on, each with who stands there and what can be done with them."""
    free = say(session.language, "khan-put-here" if session.placing else "khan-lands-here")
    mine = say(session.language, "khan-may-move")

    def cell(space: int) -> tuple[str, str]:
        told = [session.narrator.space(session.position, space)]
        told += [mine] * (space in session.near) + [free] * (str(space) in session.legal_squares)
        return str(space), " ".join(told)

    rows = (map(cell, range(first, first + COLUMNS)) for first in range(1, LENGTH + 1, COLUMNS))
    return grid_of(say(session.language, "khan-dragon"), rows)


def animation(game: Match, number: int) -> TurnAnimation:
    """Animate a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    move = game.record.turns[number - 1].move
    if not move.count:
        return TurnAnimation(before.mover)
    barons = before.stack(move.source)[-move.count :]
    outcome = after.outcome()
    return TurnAnimation(
        before.mover,
        svg_html(svg.stack_svg(barons[::-1] if move.turned else barons, prefix="khan-flying")),
        (str(move.target),),
        source=str(move.source),
        height=move.count,
        sounds=("baron",) * move.count,
        walks=".emperor" if outcome is not None and outcome.reason == "emperor" else "",
    )


def winning_markers(game: Match) -> tuple[str, ...]:
    """Select the stack of the Emperor."""
    turns = game.record.turns
    return (f'.stack[data-space="{turns[-1].move.target}"]',) if turns and turns[-1].move.count else ()
