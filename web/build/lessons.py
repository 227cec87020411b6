"""Checks the lessons: a fault in one of them fails the build with its file and line."""

from pathlib import Path

from engine.lessons.lesson_file import LessonError, name_of, parse
from web.build.steps import ROOT, WEB, Failure, files_under, fingerprint, step

LESSONS = WEB / "lessons"


def check_lessons() -> None:
    """Read every lesson, unless nothing has changed since they were last found right."""
    sources = files_under(LESSONS, WEB / "engine", ROOT / "qin_core")
    step("lessons", fingerprint(sources), [], lambda: _check(LESSONS))


def _check(folder: Path) -> None:
    faults = lesson_faults(folder)
    if faults:
        raise Failure("\n".join(["There are faults in lessons:", *faults, "See web/lessons/README.md."]))


def lesson_faults(folder: Path) -> list[str]:
    """List the faults of all lessons in a folder."""
    faults: list[str] = []
    names: dict[str, str] = {}
    for file in sorted(folder.rglob("*.lesson")):
        path = str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.relative_to(folder))
        if name_of(path) in names:
            faults.append(f"{path}:1: name-twice ({names[name_of(path)]})")
        names[name_of(path)] = path
        try:
            parse(file.read_text(encoding="utf-8"), path)
        except LessonError as error:
            faults += map(str, error.faults)
    return faults
