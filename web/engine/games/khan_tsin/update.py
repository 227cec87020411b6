"""The actions and keys of Khan Tsin."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, Pressed, number, optional, pair, plain
from engine.games.khan_tsin.session import Session
from engine.session.coach import warning
from engine.session.update import go_to_end, play, visit
from qin_core.khan_tsin import PASS, Move
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH, Space

# Picking barons


def pick_space(session: Session, space: Space) -> Session:
    """Pick a baron, or the target of the picked barons; an illegal target is explained.

    On the same space again, more barons of the stack are picked, and after all of them none.
    """
    name = str(space)
    if not session.has_square(name):
        return session
    if not session.can_act or session.must_pass:
        return replace(session, square=name, hover=name)
    if session.setting_up:
        return place_or_remove_baron(session, space)
    if space == session.source:
        larger = [count for count, targets in session.targets_by_count.items() if count > session.count and targets]
        return pick_count(session, min(larger)) if larger else session.put_down()
    if session.source is None and session.square == name:
        return session.put_down()
    staged = replace(session, square=name, hover=name)
    if staged.ghost:
        return staged if session.settings.confirm or warning(staged) else place(staged)
    after = _pick_stack(session, space) if space in session.near else session.put_down()
    return after if session.source is None and after.source else _explain(after, staged)


def _explain(session: Session, staged: Session) -> Session:
    """Show why the move of the `staged` session is illegal."""
    attempted = staged.preview.move if staged.source is not None and staged.preview else None
    return replace(session, square=staged.square, hover=staged.hover, attempted=attempted)


def _pick_stack(session: Session, space: Space) -> Session:
    """Pick the fewest barons from the top of a stack that have a legal target."""
    picked = replace(session.put_down(), source=space)
    count = next((count for count, targets in picked.targets_by_count.items() if targets), 1)
    return replace(picked, count=count)


def enter_space(session: Session, space: Space) -> Session:
    """Choose a space by keyboard; the same space again confirms the move."""
    return place(session) if session.square == str(space) and session.ghost else pick_space(session, space)


def pick_near(session: Session, rank: int) -> Session:
    """Pick one of the movable barons by its rank from 1, the nearest first."""
    near = session.near
    return _pick_stack(session, near[rank - 1]) if 0 < rank <= len(near) else session


def pick_up(session: Session, space_and_count: tuple[Space, int]) -> Session:
    """Pick barons of a stack to drag them: that many, or the closest number that has a legal target."""
    space, dragged = space_and_count
    if session.setting_up:
        return replace(session.put_down(), source=space if space in session.draggable else None)
    if space not in session.near:
        return session
    picked = _pick_stack(session, space)
    movable = [count for count, targets in picked.targets_by_count.items() if targets] or [picked.count]
    count = min(movable, key=lambda count: abs(count - dragged))
    return session if (session.source, session.count) == (space, count) else replace(picked, count=count)


def drop(session: Session, space: Space) -> Session:
    """Drop dragged barons on a space; if that is illegal, put them down and explain why."""
    if space == session.source:
        return session.put_down()
    if session.setting_up:
        return _drop_in_setup(session, space)
    staged = replace(session, square=str(space), hover=str(space))
    return _explain(session.put_down(), staged) if staged.refusal else pick_space(session, space)


def pick_count(session: Session, count: int) -> Session:
    """Change how many barons of the picked stack move."""
    if session.source is None or not 0 < count <= len(session.position.stack(session.source)):
        return session
    picked = replace(session, count=count)
    return picked if picked.square in picked.legal_squares else replace(picked, square=None, hover=None)


def change_count(session: Session, difference: int) -> Session:
    """Move more barons, or fewer."""
    return pick_count(session, session.count + difference)


def turn_barons(session: Session) -> Session:
    """Turn the moving barons upside down, or back (K12)."""
    return replace(session, turned=not session.turned) if session.rotatable else session


def flip_stack(session: Session) -> Session:
    """Turn the new stack over, or back (K12)."""
    return replace(session, flipped=not session.flipped) if session.flippable else session


def place(session: Session) -> Session:
    """Make the previewed move, or the forced pass (K10)."""
    if not session.can_act:
        return session
    move = PASS if session.must_pass else session.ghost
    return play(session, move) if move else session


def put_back(session: Session) -> Session:
    """Clear the target, then the barons; return from an earlier position."""
    if not session.at_end:
        return go_to_end(session)
    return replace(session, square=None, hover=None) if session.square else session.put_down()


def try_move(session: Session, move: Move) -> Session:
    """Preview a move, as if its barons and its target had been picked."""
    if not session.can_act or not move.count or session.position.why_not(move):
        return session
    return replace(
        session.put_down(),
        source=move.source,
        count=move.count,
        turned=move.turned,
        flipped=move.flipped,
        square=str(move.target),
    )


# The manual setup


def place_or_remove_baron(session: Session, space: Space) -> Session:
    """Place the next baron on a free space, or remove one of this side (K3)."""
    session = session.put_down()
    if str(space) not in session.legal_squares:
        after = session.match.remove_baron(space)
        return replace(session, hover=str(space)) if after is session.match else session.with_match(after)
    return session.with_match(session.match.place_baron(space))


def _drop_in_setup(session: Session, space: Space) -> Session:
    """Put the dragged baron on a free space: the next one, or one that was placed before (K3)."""
    source, session = session.source, session.put_down()
    if str(space) not in session.legal_squares:
        return session
    match = session.match
    return session.with_match(match.place_baron(space) if source is None else match.move_baron(source, space))


def complete_side(session: Session) -> Session:
    """Let the computer place the remaining barons of this side (K3)."""
    return session.with_match(session.match.complete_side()) if session.setting_up and session.can_act else session


ACTIONS: Mapping[str, Action[Session]] = {
    "square": Action(number, pick_space),
    "enter": Action(number, enter_space),
    "near": Action(number, pick_near),
    "pick-up": Action(pair(number, number), pick_up),
    "drop": Action(number, drop),
    "take": Action(number, pick_count),
    "more": Action(number, change_count),
    "rotate": plain(turn_barons),
    "flip": plain(flip_stack),
    "place": plain(place),
    "back": plain(put_back),
    "put-down": plain(Session.put_down),
    "fill": plain(complete_side),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}


KEY_ACTIONS = {"r": "rotate", "f": "flip", "+": "more 1", "-": "more -1"} | {rank: f"near {rank}" for rank in "1234"}
STEPS = {"ArrowLeft": -1, "ArrowRight": 1, "PageUp": COLUMNS, "PageDown": -COLUMNS}


def on_board_key(key: str, _: Session, square: str, typed: str) -> Pressed | None:
    if target := walk(key, int(square)):
        return Pressed(square=str(target))
    if key.isascii() and key.isdigit():
        for name in (typed + key, key):
            if not name.startswith("0") and int(name) <= LENGTH:
                return Pressed(square=name, typed=name)
        return Pressed()
    return None


def walk(key: str, space: Space) -> Space | None:
    """Return the space to which a key moves the focus: along the dragon, up or down, or to an end.

    None for other keys.
    """
    if key in ("Home", "End"):
        return 1 if key == "Home" else LENGTH
    if key in ("ArrowUp", "ArrowDown"):
        target = _in_adjacent_row(space, 1 if key == "ArrowUp" else -1)
    elif key in STEPS:
        target = space + STEPS[key]
    else:
        return None
    return target if 1 <= target <= LENGTH else space


def _in_adjacent_row(space: int, step: int) -> int:
    """Return the space above or below in the picture, where every other row runs backwards."""
    row, column = divmod(space - 1, COLUMNS)
    return (row + step) * COLUMNS + COLUMNS - column
