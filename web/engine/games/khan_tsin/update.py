"""The actions and keys of Khan Tsin."""

from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action, Pressed, number, optional, pair, plain
from engine.games.khan_tsin.session import Session
from engine.session.update import go_to_end, play, visit
from qin_core.khan_tsin import PASS, Move
from qin_core.khan_tsin.artwork import COLUMNS
from qin_core.khan_tsin.board import LENGTH, Space

# Picking barons


def pick_space(session: Session, space: Space) -> Session:
    """Pick a baron, or its target; illegal targets are explained.

    Each further press takes the next number of barons that can land; one after the last, or elsewhere, puts them down.
    """
    name = str(space)
    if not session.has_square(name):
        return session
    if not session.can_act or session.must_pass:
        return replace(session, square=name, hover=name)
    if session.placing:
        return put(session, space)
    if space == session.source:
        larger = [count for count, targets in session.choices.items() if count > session.count and targets]
        return take(session, min(larger)) if larger else session.put_down()
    if session.source is None and session.square == name:
        return session.put_down()
    aimed = replace(session, square=name, hover=name)
    if aimed.ghost:
        return aimed if session.settings.confirm or aimed.dangers else place(aimed)
    after = _pick(session, space) if space in session.near else session.put_down()
    return after if session.source is None and after.source else _explain(after, aimed)


def _explain(session: Session, aimed: Session) -> Session:
    """Explain why the `aimed` move is illegal."""
    attempted = aimed.preview.move if aimed.source is not None and aimed.preview else None
    return replace(session, square=aimed.square, hover=aimed.hover, attempted=attempted)


def _pick(session: Session, space: Space) -> Session:
    """Pick the top of a stack, with as many barons below it as it needs to land."""
    picked = replace(session.put_down(), source=space)
    count = next((count for count, targets in picked.choices.items() if targets), 1)
    return replace(picked, count=count)


def enter_space(session: Session, space: Space) -> Session:
    """Choose a space by keyboard; the same space again confirms the move."""
    return place(session) if session.square == str(space) and session.ghost else pick_space(session, space)


def pick_near(session: Session, rank: int) -> Session:
    """Pick one of the four barons by its number, the nearest first."""
    near = session.near
    return _pick(session, near[rank - 1]) if 0 < rank <= len(near) else session


def pick_up(session: Session, barons: tuple[Space, int]) -> Session:
    """Pick some barons of a stack to drag them, or the nearest number that can land."""
    space, wanted = barons
    if space not in session.near:
        return session
    picked = _pick(session, space)
    able = [count for count, targets in picked.choices.items() if targets] or [picked.count]
    count = min(able, key=lambda count: abs(count - wanted))
    return session if (session.source, session.count) == (space, count) else replace(picked, count=count)


def drop(session: Session, space: Space) -> Session:
    """Drop dragged barons on a space; if that is illegal, put them down and explain."""
    if space == session.source:
        return session.put_down()
    aimed = replace(session, square=str(space), hover=str(space))
    return _explain(session.put_down(), aimed) if aimed.refused else pick_space(session, space)


def take(session: Session, count: int) -> Session:
    """Take a number of barons of the picked stack."""
    if session.source is None or not 0 < count <= len(session.position.stack(session.source)):
        return session
    taken = replace(session, count=count)
    return taken if taken.square in taken.legal_squares else replace(taken, square=None, hover=None)


def take_more(session: Session, more: int) -> Session:
    """Take more barons along, or fewer."""
    return take(session, session.count + more)


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


# Setting up by hand


def put(session: Session, space: Space) -> Session:
    """Put the next baron on a free space (K3), or take one of the same colour off again."""
    if str(space) not in session.legal_squares:
        after = session.match.remove_baron(space)
        return replace(session, hover=str(space)) if after is session.match else session.with_match(after)
    return session.with_match(session.match.place_baron(space))


def fill(session: Session) -> Session:
    """Let the computer put down the rest of this side's barons (K3)."""
    return session.with_match(session.match.complete_side()) if session.placing and session.can_act else session


ACTIONS: Mapping[str, Action[Session]] = {
    "square": Action(number, pick_space),
    "enter": Action(number, enter_space),
    "near": Action(number, pick_near),
    "pick-up": Action(pair(number, number), pick_up),
    "drop": Action(number, drop),
    "take": Action(number, take),
    "more": Action(number, take_more),
    "rotate": plain(turn_barons),
    "flip": plain(flip_stack),
    "place": plain(place),
    "back": plain(put_back),
    "put-down": plain(Session.put_down),
    "fill": plain(fill),
    "try": Action(Move.parse, try_move),
    "visit": Action(pair(number, optional(Move.parse)), visit),
}


KEY_ACTIONS = {"r": "rotate", "f": "flip", "+": "more 1", "-": "more -1"} | {rank: f"near {rank}" for rank in "1234"}
STEPS = {"ArrowLeft": -1, "ArrowRight": 1, "PageUp": COLUMNS, "PageDown": -COLUMNS}


def on_board_key(key: str, _: Session, square: str, typed: str) -> Pressed | None:
    """Handle a key on a space; None if it has its usual meaning."""
    if other := walk(key, int(square)):
        return Pressed(square=str(other))
    if key.isascii() and key.isdigit():
        for name in (typed + key, key):
            if not name.startswith("0") and int(name) <= LENGTH:
                return Pressed(square=name, typed=name)
        return Pressed()
    return None


def walk(key: str, space: Space) -> Space | None:
    """Return the space that a key leads to: along the dragon, across its windings or to an end; None for other keys."""
    if key in ("Home", "End"):
        return 1 if key == "Home" else LENGTH
    if key in ("ArrowUp", "ArrowDown"):
        wanted = _across(space, 1 if key == "ArrowUp" else -1)
    elif key in STEPS:
        wanted = space + STEPS[key]
    else:
        return None
    return wanted if 1 <= wanted <= LENGTH else space


def _across(space: int, rows: int) -> int:
    """Find the space above or below in the picture: the dragon winds, so that rows run to and fro."""
    row, along = divmod(space - 1, COLUMNS)
    return (row + rows) * COLUMNS + COLUMNS - along
