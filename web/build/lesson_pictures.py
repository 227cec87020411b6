"""The pictures of lessons: where each begins and what its solution does, the same for all languages."""

from engine.lessons import Lesson, lesson, lesson_names
from qin_core import khan_tsin, qin
from qin_core.khan_tsin import svg as khan_svg
from qin_core.khan_tsin.artwork import BOX
from qin_core.qin import svg as qin_svg
from qin_core.qin.tiles import TILES

SOLVED = "-solved"
_MARGINS = 74


def all_pictures() -> dict[str, str]:
    """Draw the pictures of all lessons, by name, and the tiles that people hold."""
    drawn = {f"tile-{tile}": qin_svg.tile_svg(tile, style=True) for tile in TILES}
    for name in lesson_names():
        shown = lesson(name)
        drawn[name] = draw(shown)
        if shown.solution and shown.kind != "puzzle":
            drawn[name + SOLVED] = draw(shown, shown.solution[0])
    return drawn


def draw(shown: Lesson, move: str = "") -> str:
    """Draw where a lesson begins, or a first move and what it does; what isn't allowed has its places marked."""
    position = shown.start.view(shown.start.mover)
    reason = position.why_not(move) if move else None
    if isinstance(position, qin.Position):
        ghost = qin.Move.parse(move) if move and move != "pass" else None
        marks = reason.squares if reason else ()
        return qin_svg.board_svg(position, ghost=ghost, changes=True, marks=marks, hits=False)
    assert isinstance(position, khan_tsin.Position)
    allowed = move and move != "pass" and not reason
    return khan_svg.board_svg(
        position,
        origins=position.near() if not move else (),
        ghost=khan_tsin.Move.parse(move) if allowed else None,
        marks=map(int, reason.squares[:2]) if reason else (),
        hits=False,
    )


def size(shown: Lesson) -> tuple[int, int]:
    """Give a picture's width and height, so that nothing moves when it comes."""
    if isinstance(shown.start, qin.Position):
        board = shown.start.board
        return 100 * board.width + _MARGINS, 100 * board.height + _MARGINS
    return BOX[2], BOX[3]


def tiles(shown: Lesson) -> tuple[str, ...]:
    """Name the tiles to choose from, none in a game without."""
    return shown.start.hand(shown.start.mover) if isinstance(shown.start, qin.Position) else ()
