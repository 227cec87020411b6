"""The puzzle and the game of the day: what is new, what is done, a line to share, the calendar of days gone by."""

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


def day_of(game: Match, language: str) -> str:
    """Name the deal of the day, if that is what is played."""
    deal = say(language, "deal-of-the-day")
    return say(language, "dated", what=deal, date=say_date(language, game.day, year=False)) if game.day else ""


def strip(page: Page) -> Markup:
    """Say below the log what there is to do today: a dot at what is new, a tick at what is done."""
    if not page.returning or page.inert or page.match.guided:
        return NOTHING
    day = days(page.results, page.ui.name).get(page.date, Day())
    states = {"today-puzzle": day.puzzle, "today-game": day.game} if page.site else {"today-game": day.game}
    marks = join(_mark(page, bool(state), translate(page, key)) for key, state in states.items())
    row = streak(page.results, page.date)
    told = Markup(f'<span class="streak">{translate(page, "days-in-a-row", n=row)}</span>') if row > 1 else NOTHING
    return Markup(
        f'<button type="button" class="today" data-action="open" data-value="today">'
        f"<strong>{translate(page, 'today')}</strong>{marks}{told}</button>"
    )


def _mark(page: Page, done: bool, label: Markup) -> Markup:
    """Show one task: a dot if it is new, a tick if it is done."""
    state = translate(page, "day-done" if done else "day-new")
    return Markup(
        f'<span class="task {"done" if done else "new"}"><span class="sign" aria-hidden="true">'
        f'{"✓" if done else "●"}</span>{label}<span class="hidden"> {state}</span></span>'
    )


def today(page: Page) -> Markup:
    """Show a day in a window: its puzzle, its game, the days in a row, the calendar."""
    date = page.day or page.date
    day = days(page.results, page.ui.name).get(date, Day())
    row = streak(page.results, page.date)
    told = translate(page, "days-in-a-row", n=row) if row else translate(page, "no-days-in-a-row")
    body = Markup(
        f'<p class="day">{text(say_date(page.language, date))}</p><div class="tasks">'
        f"{_puzzle(page, date, day)}{_game(page, date, day)}</div>"
        f'<p class="streak">{icon_svg("flame")}<span>{told}</span></p>'
        f"{share_line(page, date)}{_calendar(page, read_date(date))}"
        f'<p class="row">{button(page, "open", "record", value="record")}</p>'
    )
    return dialog_body(page, "today", body)


def _task(page: Page, key: str, state: Markup, told: Markup, way: Markup) -> Markup:
    sign = {SOLVED: text("✓"), MISSED: text("✕"), NEW: text("●")}[state]
    spoken = translate(page, {SOLVED: "day-done", MISSED: "day-missed", NEW: "day-new"}[state])
    return Markup(
        f'<section class="task {state}"><h3><span class="sign" aria-hidden="true">{sign}</span>{translate(page, key)}'
        f'<span class="hidden"> {spoken}</span></h3><p>{told}</p>{way}</section>'
    )


def _puzzle(page: Page, date: str, day: Day) -> Markup:
    """Show the puzzle of a day: tries used, or the result."""
    if not page.site:
        return NOTHING
    fragment = links.TODAY if date == page.date else links.DAY + date
    address = text(page.site + links.learn(page.ui, page.language) + fragment)
    key = "puzzle-again" if day.puzzle else "puzzle-go-on" if day.tries else "puzzle-try"
    way = Markup(f'<a class="button{"" if day.puzzle else " primary"}" href="{address}">{translate(page, key)}</a>')
    if day.puzzle == SOLVED:
        return _task(
            page, "puzzle-of-the-day", SOLVED, translate(page, "puzzle-solved-on", n=day.tries + 1, all=TRIES), way
        )
    if day.puzzle:
        return _task(page, "puzzle-of-the-day", MISSED, translate(page, "puzzle-missed", all=TRIES), way)
    told = translate(page, "tries-used", n=day.tries, all=TRIES) if day.tries else translate(page, "tries-new", n=TRIES)
    return _task(page, "puzzle-of-the-day", NEW, told, way)


def _game(page: Page, date: str, day: Day) -> Markup:
    """Show the game of a day: its par and the result."""
    told = join(filter(None, (_result(page, day), _par(page, date))), " ")
    if not day.game:
        level = say(page.language, f"level-{page.ui.daily_level or page.ui.levels[0]}")
        told = join(filter(None, (translate(page, "game-against", level=level), _par(page, date))), " ")
    # One thing at a time: the puzzle comes first, where there is one.
    kind = "" if day.game or (page.site and not day.puzzle) else "primary"
    under_way = page.match.day == date and page.match.winners is None and bool(page.match.record.turns)
    key = "game-go-on" if under_way else "game-again" if day.game else "game-play"
    way = button(page, "daily", key, value=date, kind=kind)
    return _task(page, "deal-of-the-day", SOLVED if day.game else NEW, told, way)


def _result(page: Page, day: Day) -> Markup:
    """Say how the game of a day ended."""
    if not day.game:
        return NOTHING
    return translate(page, f"day-{day.game}-by" if day.score else f"day-{day.game}", n=abs(day.score))


def _par(page: Page, date: str) -> Markup:
    """Say how the strongest level did in the game of a day."""
    par = page.ui.par(read_date(date))
    if par is None:
        return NOTHING
    level = say(page.language, f"level-{page.ui.levels[-1]}")
    return translate(page, "par-won" if par > 0 else "par-lost" if par else "par-shared", n=abs(par), level=level)


def share_line(page: Page, date: str) -> Markup:
    """Offer the results of a day as a line that gives nothing away."""
    day = days(page.results, page.ui.name).get(date, Day())
    told = []
    if day.puzzle:
        key = "line-solved" if day.puzzle == SOLVED else "line-missed"
        told.append(say(page.language, key, n=day.tries + 1, all=TRIES))
    if day.game:
        par = page.ui.par(read_date(date))
        key = f"line-{day.game}" if not day.score else f"line-{day.game}-by"
        told.append(say(page.language, key, n=abs(day.score)))
        told += [say(page.language, "line-par", n=par)] if par is not None else []
    if not told:
        return NOTHING
    when = say_date(page.language, date, year=False)
    line = say(page.language, "day-line", game=page.ui.title, date=when, results=", ".join(told))
    line = f"{line} {page.address}{links.TODAY}" if page.site else line
    return Markup(f'<p class="row share">{text(line)} {button(page, "copy", "copy", value=line)}</p>')


def _calendar(page: Page, shown: Date) -> Markup:
    """Show a month: what was done on each day; every day up to today can be chosen."""
    done, today_ = days(page.results, page.ui.name), read_date(page.date)
    first = shown.replace(day=1)
    before, after = first - timedelta(days=1), (first + timedelta(days=31)).replace(day=1)
    names = say(page.language, "weekdays").split(" ")
    heads = join(Markup(f'<th scope="col">{text(name)}</th>') for name in names)
    weeks = join(
        Markup("<tr>" + "".join(f"<td>{_square(page, date, shown, today_, done)}</td>" for date in week) + "</tr>")
        for week in Calendar(MONDAY).monthdatescalendar(shown.year, shown.month)
    )
    month = f"{say(page.language, 'months').split(' ')[shown.month - 1]} {shown.year}"
    earlier = icon_button(page, "day", "month-before", "earlier", value=before.isoformat(), enabled=before >= FIRST_DAY)
    later_day = min(after, today_).isoformat()
    later = icon_button(page, "day", "month-after", "later", value=later_day, enabled=after <= today_)
    return Markup(
        f'<div class="months">{earlier}<h3>{text(month)}</h3>{later}</div>'
        f'<table class="calendar"><thead><tr>{heads}</tr></thead><tbody>{weeks}</tbody></table>'
        f'<p class="quiet small">{translate(page, "calendar-why")}</p>'
    )


def _square(page: Page, date: Date, shown: Date, today_: Date, done: dict[str, Day]) -> Markup:
    """Show a day of the calendar: half a disc for one of its two tasks, a whole one for both."""
    if date.month != shown.month:
        return NOTHING
    if not FIRST_DAY <= date <= today_:
        return Markup(f'<span class="none">{date.day}</span>')
    day = done.get(date.isoformat(), Day())
    label = say_date(page.language, date.isoformat(), year=False)
    told = text(f"{label}, {say(page.language, 'tasks-done', n=day.done)}")
    now = Markup(' aria-current="date"') if date == today_ else NOTHING
    return Markup(
        f'<button type="button" class="done-{day.done}" data-action="day" data-value="{text(date.isoformat())}"'
        f' aria-pressed="{boolean(date == shown)}" aria-label="{told}"{now}>{date.day}</button>'
    )
