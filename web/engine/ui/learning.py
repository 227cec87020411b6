"""The dialog of lessons and puzzles on the single-file page, which can't link to other pages."""

from engine.html import NOTHING, Markup, button, dialog_body, guard, icon_and_label, join, svg_html, text, translate
from engine.lessons import GUIDE, Lessons, path, words_of
from engine.lessons.lesson_file import Lesson
from engine.session.page import Page

GRADES = (1, 2, 3)


def learn(page: Page) -> Markup:
    """Show a lesson with a live board, or the contents."""
    lessons = Lessons(page.games)
    names = ordered(page)
    if page.lesson in names:
        return dialog_body(page, "learn", _lesson(page, lessons.lesson(page.lesson), names), "broad")
    return dialog_body(page, "learn", _contents(page, lessons, names), "broad")


def ordered(page: Page) -> list[str]:
    """List the lessons in the order of the contents: basics, rarer rules, puzzles from easy to hard."""
    lessons, basics = Lessons(page.games), path(page.ui)
    others = [name for name in lessons.names(page.ui.name) if name not in basics]
    return [*basics, *sorted(others, key=lambda name: lessons.lesson(name).grade or 0)]


def _contents(page: Page, lessons: Lessons, names: list[str]) -> Markup:
    all_lessons = [lessons.lesson(name) for name in names]
    basics = path(page.ui)
    done = translate(page, "learn-count", n=sum(name in page.completed for name in basics), all=len(basics))
    groups = [("learn-lessons", all_lessons[: len(basics)])]
    groups.append(("learn-more", [lesson for lesson in all_lessons[len(basics) :] if lesson.kind != "puzzle"]))
    groups += [
        (f"learn-grade-{grade}", [lesson for lesson in all_lessons if lesson.grade == grade]) for grade in GRADES
    ]
    listed = join(
        Markup(
            f"<section><h3>{translate(page, key)}</h3>"
            f'<ol class="lessons{" numbers" if group[0].kind == "puzzle" else ""}">'
            f"{join(_entry(page, lesson, number) for number, lesson in enumerate(group, start=1))}</ol></section>"
        )
        for key, group in groups
        if group
    )
    return Markup(f"<p>{translate(page, 'learn-intro')} <strong>{done}</strong></p>{listed}")


def _entry(page: Page, lesson: Lesson, number: int) -> Markup:
    title = text(words_of(lesson, page.language).title)
    known = lesson.name in page.completed
    done = Markup(f'<span class="hidden">{translate(page, "learn-done")}</span> ✓') if known else NOTHING
    content = Markup(f"{number}") if lesson.kind == "puzzle" else Markup(f"<span>{title}</span>")
    aria_label = Markup(f' aria-label="{title}"') if lesson.kind == "puzzle" else NOTHING
    return Markup(
        f'<li><button type="button" data-action="lesson" data-value="{text(lesson.name)}"{aria_label}>'
        f"{content}{done}</button></li>"
    )


def _lesson(page: Page, lesson: Lesson, names: list[str]) -> Markup:
    """Show a lesson on a live board, with buttons to the contents and the neighbours."""
    index = names.index(lesson.name)
    before = button(page, "lesson", "learn-before", value=names[index - 1]) if index else NOTHING
    # The next lesson is the primary button only after this one is solved.
    style = "primary" if lesson.name in page.completed else ""
    after = (
        button(page, "lesson", "learn-on", value=names[index + 1], kind=style) if index + 1 < len(names) else NOTHING
    )
    if lesson.kind == GUIDE:
        words = words_of(lesson, page.language)
        after = Markup(
            f'<button type="button" class="primary" data-action="guide"{guard("guide")}>'
            f"{translate(page, 'begin')}</button>"
        )
        content = Markup(f"<h3>{text(words.title)}</h3><p>{text(words.text)}</p>")
    else:
        kind = Markup("puzzle") if lesson.kind == "puzzle" else Markup("lesson")
        picture = svg_html(page.ui.lesson_picture(lesson.start, ""))
        content = Markup(
            f'<qin-board data-key="{text(lesson.name)}" {kind}="{text(lesson.name)}" game="{text(lesson.ui.name)}"'
            f' language="{text(page.language)}" start="visible">{picture}</qin-board>'
        )
    return Markup(f'{content}<p class="row">{button(page, "lesson", "learn-contents")}{before}{after}</p>')


def learn_button(page: Page) -> Markup:
    label = translate(page, "learn")
    return Markup(
        f'<button type="button" class="learn" data-action="open" data-value="learn">'
        f"{icon_and_label('learn', label)}</button>"
    )
