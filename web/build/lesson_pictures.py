"""The pictures of lessons: where each begins and what its solution does, the same for all languages."""

from engine import rooms
from engine.lessons import Lesson, lesson, lesson_names
from qin_core.qin import svg as qin_svg
from qin_core.qin.tiles import TILES

SOLVED = "-solved"


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
    """Draw where a lesson begins, or a first move and what it does."""
    return rooms.room(shown.game).lessons.picture(shown.start, move)


def size(shown: Lesson) -> tuple[int, int]:
    """Give a picture's width and height, so that nothing moves when it comes."""
    _, _, width, height = rooms.room(shown.game).view.picture_box(shown.start)
    return width, height


def tiles(shown: Lesson) -> tuple[str, ...]:
    """Name the tiles to choose from, none in a game without."""
    return rooms.room(shown.game).lessons.pieces(shown.start)
