"""The help, and the lessons and puzzles as a dialog of the single-file page, which can't link to other pages."""

from engine.html import (
    NOTHING,
    Markup,
    button,
    dialog_body,
    double_click_guard,
    icon_and_label,
    join,
    shortcut_table,
    svg_html,
    text,
    translate,
)
from engine.lessons import GUIDE, Lessons, basic_lessons, texts_of
from engine.lessons.lesson_file import GRADES, Lesson
from engine.session.page import Page
from qin_core import __version__
from qin_core.common.levels import ratings


def learn(page: Page) -> Markup:
    """Show a lesson with a live board, or the contents."""
    lessons = Lessons(page.games)
    names = lesson_names(page)
    if page.lesson in names:
        return dialog_body(page, "learn", _lesson(page, lessons.lesson(page.lesson), names), "large")
    return dialog_body(page, "learn", _contents(page, lessons, names), "large")


def lesson_names(page: Page) -> list[str]:
    """List the lessons in the order of the contents: basics, rarer rules, puzzles from easy to hard."""
    lessons, basics = Lessons(page.games), basic_lessons(page.ui)
    others = [name for name in lessons.names(page.ui.name) if name not in basics]
    return [*basics, *sorted(others, key=lambda name: lessons.lesson(name).grade)]


def _contents(page: Page, lessons: Lessons, names: list[str]) -> Markup:
    all_lessons = [lessons.lesson(name) for name in names]
    basics = basic_lessons(page.ui)
    done = translate(page, "learn-count", n=sum(name in page.completed for name in basics), all=len(basics))
    groups = {
        "learn-lessons": all_lessons[: len(basics)],
        "learn-more": [lesson for lesson in all_lessons[len(basics) :] if lesson.kind != "puzzle"],
    }
    groups |= {f"learn-grade-{grade}": [lesson for lesson in all_lessons if lesson.grade == grade] for grade in GRADES}
    sections = join(
        Markup(
            f"<section><h3>{translate(page, key)}</h3>"
            f'<ol class="lessons{" numbers" if group[0].kind == "puzzle" else ""}">'
            f"{join(_entry(page, lesson, number) for number, lesson in enumerate(group, start=1))}</ol></section>"
        )
        for key, group in groups.items()
        if group
    )
    return Markup(f"<p>{translate(page, 'learn-intro')} <strong>{done}</strong></p>{sections}")


def _entry(page: Page, lesson: Lesson, number: int) -> Markup:
    title = text(texts_of(lesson, page.language).title)
    done = NOTHING
    if lesson.name in page.completed:
        done = Markup(f'<span class="hidden">{translate(page, "learn-done")}</span> ✓')
    content = Markup(f"{number}") if lesson.kind == "puzzle" else Markup(f"<span>{number}. {title}</span>")
    aria_label = Markup(f' aria-label="{title}"') if lesson.kind == "puzzle" else NOTHING
    return Markup(
        f'<li><button type="button" data-action="lesson" data-value="{text(lesson.name)}"{aria_label}>'
        f"{content}{done}</button></li>"
    )


def _lesson(page: Page, lesson: Lesson, names: list[str]) -> Markup:
    """Show a lesson on a live board, with buttons to the contents and to the lessons before and after it."""
    index = names.index(lesson.name)
    previous_button = button(page, "lesson", "learn-before", value=names[index - 1]) if index else NOTHING
    next_button = NOTHING
    if index + 1 < len(names):
        # The next lesson is the primary button only after this one is solved.
        kind = "primary" if lesson.name in page.completed else ""
        next_button = button(page, "lesson", "learn-on", value=names[index + 1], kind=kind)
    if lesson.kind == GUIDE:
        words = texts_of(lesson, page.language)
        next_button = Markup(
            f'<button type="button" class="primary" data-action="guide"{double_click_guard("guide")}>'
            f"{translate(page, 'begin')}</button>"
        )
        content = Markup(f"<h3>{text(words.title)}</h3><p>{text(words.text)}</p>")
    else:
        attribute = Markup("puzzle") if lesson.kind == "puzzle" else Markup("lesson")
        picture = svg_html(page.ui.lesson_picture(lesson.start, ""))
        content = Markup(
            f'<qin-board data-key="{text(lesson.name)}" {attribute}="{text(lesson.name)}" game="{text(lesson.ui.name)}"'
            f' language="{text(page.language)}" beside="all" start="visible">{picture}</qin-board>'
        )
    return Markup(
        f'{content}<p class="row">{button(page, "lesson", "learn-contents")}{previous_button}{next_button}</p>'
    )


def learn_control(page: Page) -> Markup:
    """Draw the link to the lessons; on the single-file page, a button that opens their dialog."""
    content = icon_and_label("learn", translate(page, "learn"))
    if page.site:
        return Markup(f'<a class="button learn" href="{text(page.lessons_address)}">{content}</a>')
    return Markup(f'<button type="button" class="learn" data-action="open" data-value="learn">{content}</button>')


# Help


SHORTCUTS = {
    "sign-escape": "key-back",
    "Z": "key-undo",
    "Y": "key-redo",
    ", .": "key-replay",
    "W": "key-recap",
}
"""The shortcuts of all games."""


def help_dialog(page: Page) -> Markup:
    """Draw the help: rules, strengths of the levels, keys, credits."""
    # The link of a game with hidden pieces contains them.
    hidden = Markup(f" {translate(page, 'help-remote-hidden')}") if page.ui.has_hidden_pieces else NOTHING
    lessons = NOTHING
    if page.site:
        label = translate(page, "learn-link")
        lessons = Markup(f'<p><a class="button primary" href="{text(page.lessons_address)}">{label}</a></p>')
    body = Markup(
        f'{lessons}<p class="row">{button(page, "open", "today", value="today")}'
        f"{button(page, 'open', 'record', value='record')}</p>"
        f"{page.ui.rules(page.session)}"
        f"<h3>{translate(page, 'help-remote')}</h3><p>{translate(page, 'help-remote-text')}{hidden}</p>"
        f"{_strength(page)}"
        f"<h3>{translate(page, 'coach')}</h3><p>{translate(page, 'coach-text')}</p>"
        f"{shortcut_table(page, {**page.ui.shortcuts, **SHORTCUTS})}"
        f"<h3>{translate(page, 'about')}</h3><p>{translate(page, 'about-text')}</p>"
        f'<p class="quiet small">{translate(page, "licences", version=__version__)}</p>'
    )
    return dialog_body(page, "help", body, "large")


def _strength(page: Page) -> Markup:
    """Draw the table of measured strengths of the levels."""
    levels = page.ui.strengths()
    if not levels:
        return NOTHING
    shares = [translate(page, "percent", n=round(level.below.share)) if level.below else text("–") for level in levels]
    rows = join(
        Markup(
            f'<tr><th scope="row">{translate(page, f"level-{name}")}</th>'
            f"<td>{rating:.0f}{f' ± {error:.0f}' if level.below else ''}</td><td>{share}</td>"
            f"<td>{translate(page, 'percent', n=round(level.greedy[page.ui.strength_category].share))}</td></tr>"
        )
        for name, level, share, (rating, error) in zip(page.ui.levels, levels, shares, ratings(levels), strict=True)
    )
    return Markup(
        f"<h3>{translate(page, 'strength')}</h3><p>{translate(page, 'strength-text')}</p>"
        f'<table class="levels small"><thead><tr><td></td><th scope="col">Elo</th>'
        f'<th scope="col">{translate(page, "strength-below")}</th>'
        f'<th scope="col">{translate(page, "strength-simple")}</th></tr></thead><tbody>{rows}</tbody></table>'
    )
