"""The board, the buttons and the animations of Khan Tsin."""

from functools import lru_cache
from itertools import product

from engine.games.khan_tsin.ai_tasks import tallest_next
from engine.games.khan_tsin.match import Match
from engine.games.khan_tsin.session import Session
from engine.html import NOTHING, Markup, boolean, button, icon_button, join, svg_html, text, translate
from engine.protocol import TurnAnimation
from engine.ui.widgets import PICTURE_WIDTH, assistance, grid_of, numbered_hints, play_button, score
from engine.words import say
from qin_core.common.svg import ViewBox
from qin_core.khan_tsin import Move, Position, setup, svg
from qin_core.khan_tsin.artwork import COLUMNS, CROWN
from qin_core.khan_tsin.board import LENGTH, opponent_of
from qin_core.khan_tsin.stack import COLOURS, COPIES, EMPEROR, MAX_OF_COLOUR

MAX_BARONS_WITH_STEPS = 6
"""For higher stacks, there is no room for the buttons "more" and "fewer"."""


def board(session: Session) -> Markup:
    """Draw the dragon: movable barons, targets, and the previewed move or why it is illegal."""
    refusal = session.preview.refusal if session.preview else None
    picked = None if session.source is None or session.ghost else (session.source, session.count)
    targets = [] if session.selected else list(map(int, session.legal_squares))
    target = session.ghost.target if session.ghost else None
    picture = svg.board_svg(
        session.position,
        coordinates=session.settings.coordinates,
        last=last_move(session),
        origins=[
            space for space in session.near if session.source is None or (space == session.source and session.ghost)
        ],
        alternatives=[space for space in session.near if session.source not in (None, space) and space != target],
        targets=targets,
        away=_out_of_reach(session) if targets else (),
        picked=picked,
        ghost=session.ghost,
        marks=[space for space in refusal.blocked if space not in session.near] if refusal else [],
        dangers=session.danger.spaces if session.danger else [],
        hints=_hints(session),
        cursor=int(session.hover) if session.hover and not session.ghost else None,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def _out_of_reach(session: Session) -> list[int]:
    """List the stacks that the picked barons can't land on, except those that could be picked instead."""
    if session.source is None or session.setting_up:
        return []
    others = {*map(int, session.legal_squares), *session.near, session.source}
    return [space for space in range(1, LENGTH + 1) if session.position.stack(space) and space not in others]


def last_move(session: Session) -> Move | None:
    """Return the move that led to the shown position; None for a pass."""
    move = session.match.record.turns[session.ply - 1].move if session.ply else None
    return move if move and move.count else None


def _hints(session: Session) -> list[svg.NumberedHint]:
    return numbered_hints(session, lambda move: (str(move.source), str(move.target)))


def hits(session: Session) -> Markup:
    return svg_html(svg.hits_svg(_hints(session), session.draggable))


EMBLEM = svg_html(
    '<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="13" fill="#235c48"/>'
    '<path d="M22 29C13 28 7 22 5 13c7 4 15 4 20 8zM42 29c9-1 15-7 17-16-7 4-15 4-20 8zM24 17l-3-11 6 5 5-7 5 7 6-5-3'
    ' 11z" fill="#f3c65f"/><g stroke="#f3c65f" stroke-width="2.5"><rect x="15" y="43" width="34" height="13" rx="6.5"'
    ' fill="#fffdf7"/><rect x="17" y="31" width="30" height="13" rx="6.5" fill="#1d1b18"/>'
    '<rect x="19" y="19" width="26" height="13" rx="6.5" fill="#c23b2e"/></g></svg>'
)
"""A stack of flying barons below the Emperor's crown."""
CROWN_PICTURE = svg_html(
    f'<svg class="khan-svg crowned" viewBox="-27 -31 54 37" aria-hidden="true"><path class="crown" d="{CROWN}"/></svg>'
)
"""The winner's crown; the status line and the log tell who has won."""


def player_mark(player: int) -> Markup:
    return svg_html(svg.end_svg(player))


def score_html(session: Session, player: int) -> Markup:
    """Draw a player's score: the height of the tallest stack within one move; at the end, the winner's crown.

    Nine is a danger if it is another player's. Empty during the setup, and in matches without hints.
    """
    winners = session.position.winners()
    if winners == (player,):
        return CROWN_PICTURE
    if session.setting_up or winners is not None or not session.hints_allowed:
        return NOTHING
    height = tallest_next(session.position, player)
    own = player == (session.viewer or session.position.player_to_move)
    kind = ("chance" if own else "danger") if height >= EMPEROR else ""
    caption, spoken = translate(session, "khan-next-caption"), translate(session, "khan-next-spoken", n=height)
    return score(height, caption, spoken, EMPEROR, kind)


def status(session: Session) -> str:
    narrator, position, preview = session.narrator, session.position, session.preview
    if preview and preview.after:
        return " ".join(narrator.events(preview.after, preview.events))
    if preview and preview.refusal:
        refusal = narrator.refusal(position, preview.move, preview.refusal)
        if session.source in (None, preview.move.source):
            return refusal
        return f"{narrator.say('khan-now-picked', start=preview.move.source, target=session.source)} {refusal}"
    if not session.person_to_move:
        return ""
    baron = setup.next_baron(session.match.layout) if session.setting_up else None
    if baron:
        task = narrator.say_of(f"khan-put-{baron.colour}", position.player_to_move, n=baron.left)
        return f"{task} {narrator.say('khan-put-how')}" if baron.left == COPIES else task
    if session.must_pass:
        return narrator.say_of("khan-must-pass", position.player_to_move)
    if session.source is None:
        if session.own_win:
            return " ".join([narrator.say_of("khan-can-win", position.player_to_move), *_danger(session)])
        return " ".join([*_danger(session), narrator.say_of("khan-pick", position.player_to_move)])
    if session.legal_squares and not session.can_choose_count:
        return narrator.say("khan-aim-single")
    return narrator.say("khan-aim" if session.legal_squares else "khan-nowhere", n=session.count, start=session.source)


def _danger(session: Session) -> list[str]:
    """Warn if the opponent could take the Emperor."""
    if session.danger is None:
        return []
    places = session.narrator.enumerated([str(space) for space in session.danger.spaces])
    taker = session.names[opponent_of(session.position.player_to_move) - 1]
    return [session.narrator.say(f"khan-danger-{session.danger.kind}", player=taker, place=places)]


def preview_speech(session: Session) -> str:
    return session.narrator.say("enter-places") if session.selected and session.ghost else ""


def preview_icons(session: Session) -> Markup:
    """Draw the stack after the previewed move, and the barons that it lacks for the Emperor."""
    narrator, preview = session.narrator, session.preview
    if preview is None or preview.after is None or preview.after.winners() is not None:
        return NOTHING
    grown = " ".join(narrator.summary(preview.after, preview.events))
    stack = preview.after.stack(preview.move.target) if preview.move.count else ""
    return (
        Markup(f"{text(grown)} {_stack_with_missing_barons(stack)} {text(narrator.needs(stack))}") if stack else NOTHING
    )


def hover_description(session: Session) -> Markup:
    """Describe the stack on the space under the pointer, while nothing is picked."""
    if not session.hover or session.hover in session.legal_squares or session.source is not None:
        return NOTHING
    # A tap that picks nothing describes the stack too: phones have no pointer.
    narrator, space = session.narrator, int(session.hover)
    stack = session.position.stack(space)
    if len(stack) < 2:
        if session.refusal:
            # The refusal says more.
            return NOTHING
        return text(narrator.labelled(session.hover, narrator.space(session.position, space)))
    description = " ".join([narrator.needs(stack), *narrator.claws(session.position, space)])
    return Markup(
        f"{text(narrator.labelled(session.hover, '').strip())} {_stack_with_missing_barons(stack)} {text(description)}"
    )


def move_label(session: Session, move: Move) -> Markup:
    """Label a move in words, and with an abbreviation for narrow pages."""
    turns = Markup(f"{' ↻' if move.turned else ''}{' ⇅' if move.flipped else ''}")
    brief = Markup(f"{f'{move.count} × ' if move.count > 1 else ''}{move.source} → {move.target}{turns}")
    return Markup(f'<span data-brief="{brief}">{text(session.narrator.move_name(move))}</span>')


def hand(session: Session) -> Markup:
    """Draw the barons of the picked stack from bottom to top; a baron moves with all above it (K6).

    During the setup, draw the next baron. For a single baron, draw nothing.
    """
    if session.setting_up:
        return _next_baron(session)
    if session.source is None or not session.can_choose_count:
        return NOTHING
    stack = session.position.stack(session.source)
    barons = []
    for number, colour in enumerate(stack):
        count = len(stack) - number
        name = translate(session, "khan-take", n=count, colour=session.narrator.colour(colour))
        barons.append(
            Markup(
                f'<button type="button" class="baron" data-action="take" data-value="{count}"'
                f' aria-pressed="{boolean(count <= session.count)}" aria-label="{name}">{_stack(colour)}</button>'
            )
        )
    row = join(barons)
    if len(stack) > MAX_BARONS_WITH_STEPS:
        return row
    less = icon_button(session, "more", "khan-fewer", "minus", value="-1", enabled=session.count > 1)
    more = icon_button(session, "more", "khan-more", "plus", value="1", enabled=session.count < len(stack))
    return Markup(f"{less}{row}{more}")


NEXT_BARON = 0
"""Instead of a space: the next baron of the setup, dragged from the hand."""


def _next_baron(session: Session) -> Markup:
    baron = setup.next_baron(session.match.layout)
    if baron is None:
        return NOTHING
    drag = Markup(f' data-draggable="" data-value="{NEXT_BARON} 1" data-width="0.8"') if session.can_act else NOTHING
    return Markup(f'<span class="baron next" aria-hidden="true"{drag}>{_stack(baron.colour)}<b>{baron.left}</b></span>')


@lru_cache(maxsize=64)
def _stack(stack: str) -> Markup:
    return svg_html(svg.stack_svg(stack))


def tools(session: Session, assisted: bool = True) -> Markup:
    if session.setting_up:
        return Markup(
            icon_button(session, "undo", "undo", "undo", enabled=session.match.undo_to() is not None)
            + button(session, "fill", "khan-fill", kind="primary")
        )
    turning = _result_buttons(session)
    if session.position.turning and not turning:
        turning = Markup(
            icon_button(
                session,
                "rotate",
                "khan-turn",
                "rotate",
                enabled=session.rotatable,
                pressed=session.turned and session.rotatable,
            )
            + icon_button(session, "flip", "khan-flip", "flip", enabled=session.flippable, pressed=session.flipped)
        )
    ready = session.must_pass or session.selected is not None
    return Markup(assistance(session, assisted) + turning + play_button(session, "khan-move", enabled=ready))


def _result_buttons(session: Session) -> Markup:
    """Draw the possible stacks after the selected move, to choose from (K12); nothing if there is only one."""
    move = session.ghost if session.selected else None
    if move is None or not session.position.turning:
        return NOTHING
    moves_by_stack: dict[str, Move] = {}
    for flipped, turned in product((False, True), repeat=2):
        variant = Move(move.source, move.count, move.target, turned, flipped)
        if move.count > 1 or not turned:
            moves_by_stack.setdefault(_resulting_stack(session, variant), variant)
    chosen, choices = _resulting_stack(session, move), []
    for stack, variant in moves_by_stack.items():
        narrator = session.narrator
        name = text(narrator.labelled(narrator.move_name(variant), narrator.barons(stack)))
        choices.append(
            Markup(
                f'<button type="button" class="result" data-action="try" data-value="{text(str(variant))}"'
                f' aria-pressed="{boolean(stack == chosen)}" aria-label="{name}">{_stack(stack)}</button>'
            )
        )
    return join(choices) if len(choices) > 1 else NOTHING


def _resulting_stack(session: Session, move: Move) -> str:
    after, _ = session.position.apply(move)
    return after.stack(move.target)


def picture(session: Session) -> str:
    return svg.board_svg(session.position, last=last_move(session), size=PICTURE_WIDTH)


def picture_box(_: Position) -> ViewBox:
    return svg.picture_box()


@lru_cache(maxsize=64)
def thumbnail(position: Position, number: int) -> Markup:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))


def highlight_picture(match: Match, turn: int) -> Markup:
    position, move = match.positions[turn], match.record.turns[turn - 1].move
    return svg_html(
        svg.board_svg(position, coordinates=False, last=move, style=False, hits=False, prefix=f"moment{turn}")
    )


def turn_picture(match: Match, turn: int) -> Markup:
    """Draw the stack after a turn on its side, with the bottom at the left."""
    move = match.record.turns[turn - 1].move
    return _horizontal_stack(match.positions[turn].stack(move.target)) if move.count else NOTHING


@lru_cache(maxsize=256)
def _horizontal_stack(stack: str, lacking: str = "") -> Markup:
    barons = [Markup(f'<i class="{text(baron)}"></i>') for baron in stack]
    barons += [Markup(f'<i class="{text(baron)} missing"></i>') for baron in lacking]
    return Markup(f'<span class="horizontal-stack">{join(barons)}</span>')


def _stack_with_missing_barons(stack: str) -> Markup:
    """Draw a stack on its side, followed by faint barons that it lacks for the Emperor (K9)."""
    return _horizontal_stack(stack, "".join(colour * (MAX_OF_COLOUR - stack.count(colour)) for colour in COLOURS))


def grid(session: Session) -> Markup:
    """Draw the grid of spaces from South's end, with their barons and whether they can move or be targets."""
    free = say(session.language, "khan-put-here" if session.setting_up else "khan-lands-here")
    mine = say(session.language, "khan-may-move")

    def describe(space: int) -> str:
        sentences = [session.narrator.space(session.position, space)]
        sentences += [mine] * (space in session.near) + [free] * (str(space) in session.legal_squares)
        return " ".join(sentences)

    descriptions = {str(space): describe(space) for space in range(1, LENGTH + 1)}
    return grid_of(say(session.language, "khan-dragon"), descriptions, COLUMNS)


def animation(match: Match, number: int) -> TurnAnimation:
    before, after = match.positions[number - 1 : number + 1]
    move = match.record.turns[number - 1].move
    if not move.count:
        return TurnAnimation(before.player_to_move)
    barons = before.stack(move.source)[-move.count :]
    outcome = after.outcome()
    return TurnAnimation(
        before.player_to_move,
        svg_html(svg.stack_svg(barons[::-1] if move.turned else barons, prefix="khan-flying")),
        (str(move.target),),
        source=str(move.source),
        height=move.count,
        sounds=("stack",) * move.count,
        walker=".emperor" if outcome is not None and outcome.reason == "emperor" else "",
    )


def winning_markers(match: Match) -> tuple[str, ...]:
    turns = match.record.turns
    return (f'.stack[data-on="{turns[-1].move.target}"]',) if turns and turns[-1].move.count else ()
