"""Check the lessons (an error in one fails the build, with file and line) and draw their pictures."""

from pathlib import Path

from engine.lessons.lesson_file import Lesson, LessonError, name_of, parse
from engine.main import GAMES, LESSONS
from qin_core.qin import svg as qin_svg
from qin_core.qin.tiles import TILES
from web.build.steps import ROOT, WEB, Failure, files_under, fingerprint, step

FOLDER = WEB / "lessons"
SOLVED = "-solved"
"""The suffix of the picture that shows a lesson's solution."""


def check_lessons() -> None:
    """Parse all lessons if their sources have changed since the last check."""
    sources = files_under(FOLDER, WEB / "engine", ROOT / "qin_core")
    step("lessons", fingerprint(sources), [], lambda: _check(FOLDER))


def _check(folder: Path) -> None:
    problems = lesson_problems(folder)
    if problems:
        raise Failure("\n".join(["Some lessons have errors:", *problems, "See web/lessons/README.md."]))


def lesson_problems(folder: Path) -> list[str]:
    """Return the problems of all lessons in a folder, with file and line."""
    problems: list[str] = []
    paths_by_name: dict[str, str] = {}
    for file in sorted(folder.rglob("*.lesson")):
        path = str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.relative_to(folder))
        name = name_of(path)
        if name in paths_by_name:
            problems.append(f"{path}:1: name-twice ({paths_by_name[name]})")
        paths_by_name[name] = path
        try:
            parse(file.read_text(encoding="utf-8"), path, GAMES)
        except LessonError as error:
            problems += map(str, error.problems)
    return problems


def all_pictures() -> dict[str, str]:
    """Draw the pictures of all lessons and tiles, by name."""
    pictures = {f"tile-{tile}": qin_svg.tile_svg(tile, style=True) for tile in TILES}
    for name in LESSONS.names():
        lesson = LESSONS.lesson(name)
        pictures[name] = draw(lesson)
        if lesson.solution and lesson.kind != "puzzle":
            pictures[name + SOLVED] = draw(lesson, lesson.solution[0])
    return pictures


def draw(lesson: Lesson, move: str = "") -> str:
    """Draw the start position of a lesson, or the position after one move."""
    return lesson.ui.lesson_picture(lesson.start, move)


def size(lesson: Lesson) -> tuple[int, int]:
    """Return the width and height of a lesson's picture, for pages to reserve the space."""
    _, _, width, height = lesson.ui.picture_box(lesson.start)
    return width, height


def tiles(lesson: Lesson) -> tuple[str, ...]:
    """Return the tiles in hand, or nothing in a game without tiles."""
    return lesson.ui.pieces(lesson.start)
