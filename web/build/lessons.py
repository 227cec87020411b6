"""Check the lessons (an error in one fails the build, with file and line) and draw their pictures."""

from pathlib import Path

from engine.lessons.lesson_file import Lesson, LessonError, name_of, parse
from engine.main import GAMES, LESSONS
from qin_core.qin import svg as qin_svg
from qin_core.qin.tiles import TILES
from web.build.steps import ROOT, WEB, Failure, files_under, fingerprint, step

FOLDER = WEB / "lessons"
SOLVED = "-solved"


def check_lessons() -> None:
    """Parse every lesson, unless nothing has changed since the last check."""
    sources = files_under(FOLDER, WEB / "engine", ROOT / "qin_core")
    step("lessons", fingerprint(sources), [], lambda: _check(FOLDER))


def _check(folder: Path) -> None:
    faults = lesson_faults(folder)
    if faults:
        raise Failure("\n".join(["Some lessons have errors:", *faults, "See web/lessons/README.md."]))


def lesson_faults(folder: Path) -> list[str]:
    """Return the errors of all lessons in a folder."""
    faults: list[str] = []
    names: dict[str, str] = {}
    for file in sorted(folder.rglob("*.lesson")):
        path = str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.relative_to(folder))
        if name_of(path) in names:
            faults.append(f"{path}:1: name-twice ({names[name_of(path)]})")
        names[name_of(path)] = path
        try:
            parse(file.read_text(encoding="utf-8"), path, GAMES)
        except LessonError as error:
            faults += map(str, error.problems)
    return faults


def all_pictures() -> dict[str, str]:
    """Draw the pictures of all lessons and tiles, by name."""
    drawn = {f"tile-{tile}": qin_svg.tile_svg(tile, style=True) for tile in TILES}
    for name in LESSONS.names():
        shown = LESSONS.lesson(name)
        drawn[name] = draw(shown)
        if shown.solution and shown.kind != "puzzle":
            drawn[name + SOLVED] = draw(shown, shown.solution[0])
    return drawn


def draw(shown: Lesson, move: str = "") -> str:
    """Draw the first position of a lesson, or the position after a first move."""
    return shown.ui.lesson_picture(shown.start, move)


def size(shown: Lesson) -> tuple[int, int]:
    """Return a picture's width and height, so that pages can reserve its space."""
    _, _, width, height = shown.ui.picture_box(shown.start)
    return width, height


def tiles(shown: Lesson) -> tuple[str, ...]:
    """Return the names of the tiles to choose from; none in a game without tiles."""
    return shown.ui.pieces(shown.start)
