"""The puzzle and the deal of the day: the strip below the log, the dialog with the calendar, a line to share."""

from calendar import Calendar
from datetime import date as Date
from datetime import timedelta

from engine.html import NOTHING, Markup, boolean, button, dialog_body, icon_button, icon_svg, join, text, translate
from engine.session import links
from engine.session.match import Match
from engine.session.page import Page
from engine.session.statistics import TRIES, Day, days, read_date, streak
from engine.words import say, say_date
from qin_core.common.puzzles import FIRST_DAY

MONDAY = 0
SOLVED, MISSED, NEW = Markup("solved"), Markup("missed"), Markup("new")


def deal_name(match: Match, language: str) -> str:
    """Return the name of a deal of the day; empty for other matches."""
    deal = say(language, "deal-of-the-day")
    return say(language, "dated", what=deal, date=say_date(language, match.day, year=False)) if match.day else ""


def today_strip(page: Page) -> Markup:
    """Draw the tasks of today below the log."""
    tasks = _tasks(page)
    if not tasks:
        return NOTHING
    marks = join(_mark(page, done, translate(page, key)) for key, done in tasks.items())
    days_in_a_row, streak_html = streak(page.results, page.date), NOTHING
    if days_in_a_row > 1:
        streak_html = Markup(f'<span class="streak">{translate(page, "days-in-a-row", n=days_in_a_row)}</span>')
    return Markup(
        f'<button type="button" class="today" data-action="open" data-value="today">'
        f"<strong>{translate(page, 'today')}</strong>{marks}{streak_html}</button>"
    )


def has_open_task(page: Page) -> bool:
    """Return whether a task of today is open; the folded menu shows that where the strip is out of sight."""
    return not all(_tasks(page).values())


def _tasks(page: Page) -> dict[str, bool]:
    """Return the tasks of today, and whether they are done; none on a first visit and in a guided game."""
    if not page.returning or page.inert or page.match.guided:
        return {}
    day = days(page.results, page.ui.name).get(page.date, Day())
    return ({"today-puzzle": bool(day.puzzle)} if page.site else {}) | {"today-game": bool(day.game)}


def _mark(page: Page, done: bool, label: Markup) -> Markup:
    """Draw a task, with a dot if it is new and a tick if it is done."""
    state = translate(page, "day-done" if done else "day-new")
    return Markup(
        f'<span class="task {"done" if done else "new"}"><span class="state-icon" aria-hidden="true">'
        f'{"✓" if done else "●"}</span>{label}<span class="hidden"> {state}</span></span>'
    )


def today(page: Page) -> Markup:
    """Draw the dialog of a day: puzzle, deal, days in a row, calendar."""
    date = page.day or page.date
    day = days(page.results, page.ui.name).get(date, Day())
    days_in_a_row = streak(page.results, page.date)
    streak_text = translate(page, "days-in-a-row" if days_in_a_row else "no-days-in-a-row", n=days_in_a_row)
    body = Markup(
        f'<p class="day">{text(say_date(page.language, date))}</p><div class="tasks">'
        f"{_puzzle(page, date, day)}{_game(page, date, day)}</div>"
        f'<p class="streak">{icon_svg("flame")}<span>{streak_text}</span></p>'
        f"{share_line(page, date)}{_calendar(page, read_date(date))}"
        f'<p class="row">{button(page, "open", "record", value="record")}</p>'
    )
    return dialog_body(page, "today", body)


def _task(page: Page, key: str, state: Markup, status: Markup, control: Markup) -> Markup:
    """Draw a task with its state and the control that starts it."""
    sign = {SOLVED: text("✓"), MISSED: text("✕"), NEW: text("●")}[state]
    spoken = translate(page, {SOLVED: "day-done", MISSED: "day-missed", NEW: "day-new"}[state])
    return Markup(
        f'<section class="task {state}"><h3><span class="state-icon" aria-hidden="true">{sign}</span>'
        f'{translate(page, key)}<span class="hidden"> {spoken}</span></h3><p>{status}</p>{control}</section>'
    )


def _puzzle(page: Page, date: str, day: Day) -> Markup:
    if not page.site:
        return NOTHING
    fragment = links.TODAY if date == page.date else links.DAY + date
    address = text(page.lessons_address + fragment)
    key = "puzzle-again" if day.puzzle else "puzzle-go-on" if day.tries else "puzzle-try"
    link = Markup(f'<a class="button{"" if day.puzzle else " primary"}" href="{address}">{translate(page, key)}</a>')
    if day.puzzle == SOLVED:
        state, status = SOLVED, translate(page, "puzzle-solved-on", n=day.tries + 1, all=TRIES)
    elif day.puzzle:
        state, status = MISSED, translate(page, "puzzle-missed", all=TRIES)
    elif day.tries:
        state, status = NEW, translate(page, "tries-used", n=day.tries, all=TRIES)
    else:
        state, status = NEW, translate(page, "tries-new", n=TRIES)
    return _task(page, "puzzle-of-the-day", state, status, link)


def _game(page: Page, date: str, day: Day) -> Markup:
    """Draw the deal of a day with its result and the par."""
    level = say(page.language, f"level-{page.ui.daily_level or page.ui.levels[0]}")
    result = _result(page, day) if day.game else translate(page, "game-against", level=level)
    status = join(filter(None, (result, _par(page, date))), " ")
    # Only one button is primary: that of the puzzle until it is done.
    kind = "" if day.game or (page.site and not day.puzzle) else "primary"
    under_way = page.match.day == date and page.match.winners is None and bool(page.match.record.turns)
    key = "game-go-on" if under_way else "game-again" if day.game else "game-play"
    start = button(page, "daily", key, value=date, kind=kind)
    return _task(page, "deal-of-the-day", SOLVED if day.game else NEW, status, start)


def _result(page: Page, day: Day) -> Markup:
    return translate(page, f"day-{day.game}-by" if day.score else f"day-{day.game}", n=abs(day.score))


def _par(page: Page, date: str) -> Markup:
    """Write the result of the strongest level in the deal of a day."""
    par = page.ui.par(read_date(date))
    if par is None:
        return NOTHING
    level = say(page.language, f"level-{page.ui.levels[-1]}")
    return translate(page, "par-won" if par > 0 else "par-lost" if par else "par-shared", n=abs(par), level=level)


def share_line(page: Page, date: str) -> Markup:
    """Offer the results of a day as a line to share, without the solution."""
    day = days(page.results, page.ui.name).get(date, Day())
    results = []
    if day.puzzle:
        key = "line-solved" if day.puzzle == SOLVED else "line-missed"
        results.append(say(page.language, key, n=day.tries + 1, all=TRIES))
    if day.game:
        par = page.ui.par(read_date(date))
        key = f"line-{day.game}" if not day.score else f"line-{day.game}-by"
        results.append(say(page.language, key, n=abs(day.score)))
        results += [say(page.language, "line-par", n=par)] if par is not None else []
    if not results:
        return NOTHING
    when = say_date(page.language, date, year=False)
    line = say(page.language, "day-line", game=page.ui.title, date=when, results=", ".join(results))
    line = f"{line} {page.address}{links.TODAY}" if page.site else line
    return Markup(f'<p class="row share">{text(line)} {button(page, "copy", "copy", value=line)}</p>')


def _calendar(page: Page, selected: Date) -> Markup:
    """Draw a month with the finished tasks of each day; days up to today are buttons."""
    days_with_results, today_date = days(page.results, page.ui.name), read_date(page.date)
    first = selected.replace(day=1)
    before, after = first - timedelta(days=1), (first + timedelta(days=31)).replace(day=1)
    names = say(page.language, "weekdays").split(" ")
    heads = join(Markup(f'<th scope="col">{text(name)}</th>') for name in names)
    weeks = join(
        Markup(
            "<tr>"
            + "".join(f"<td>{_day_button(page, date, selected, days_with_results)}</td>" for date in week)
            + "</tr>"
        )
        for week in Calendar(MONDAY).monthdatescalendar(selected.year, selected.month)
    )
    month = f"{say(page.language, 'months').split(' ')[selected.month - 1]} {selected.year}"
    earlier = icon_button(page, "day", "month-before", "earlier", value=before.isoformat(), enabled=before >= FIRST_DAY)
    later_day = min(after, today_date).isoformat()
    later = icon_button(page, "day", "month-after", "later", value=later_day, enabled=after <= today_date)
    return Markup(
        f'<div class="months">{earlier}<h3>{text(month)}</h3>{later}</div>'
        f'<table class="calendar"><thead><tr>{heads}</tr></thead><tbody>{weeks}</tbody></table>'
        f'<p class="quiet small">{translate(page, "calendar-why")}</p>'
    )


def _day_button(page: Page, date: Date, selected: Date, days_with_results: dict[str, Day]) -> Markup:
    """Draw a day of the calendar: half a disc for one finished task, a whole one for both."""
    if date.month != selected.month:
        return NOTHING
    today_date = read_date(page.date)
    if not FIRST_DAY <= date <= today_date:
        return Markup(f'<span class="none">{date.day}</span>')
    day = days_with_results.get(date.isoformat(), Day())
    label = say_date(page.language, date.isoformat(), year=False)
    description = text(f"{label}, {say(page.language, 'tasks-done', n=day.done)}")
    now = Markup(' aria-current="date"') if date == today_date else NOTHING
    return Markup(
        f'<button type="button" class="done-{day.done}" data-action="day" data-value="{text(date.isoformat())}"'
        f' aria-pressed="{boolean(date == selected)}" aria-label="{description}"{now}>{date.day}</button>'
    )
