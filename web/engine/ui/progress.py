"""The user's record of results, the card after a match, and the help."""

from engine.html import NOTHING, Markup, button, dialog_body, guard, join, shortcut_table, text, translate
from engine.session import links
from engine.session.page import Page
from engine.session.statistics import Tally, badges, level_of, next_level, result_lines, tallies
from engine.session.storage import date_of
from engine.ui.today import day_of, share_line
from engine.words import say, say_date
from qin_core import __version__
from qin_core.common.levels import ratings

MANY_WINS = 3
"""The number of wins against a level after which a harder one is offered."""


def progress(page: Page) -> Markup:
    """Draw the dialog of results by level and achievements."""
    ui = page.ui
    earned = badges(page.results, ui.name)
    earned_first = sorted(ui.badges, key=lambda name: name not in earned)
    listed = join(_badge(page, name, earned.get(name)) for name in earned_first)
    share = translate(page, "badges-of", n=len(earned), all=len(ui.badges))
    body = Markup(
        f"{_table(page)}{_next_goal(page)}"
        f'<h3>{translate(page, "achievements")}</h3><p class="meter">'
        f'<progress max="{len(ui.badges)}" value="{len(earned)}"'
        f' aria-label="{translate(page, "achievements")}"></progress> {share}</p><ul class="badges">{listed}</ul>'
        f'<p class="row">{button(page, "open", "today", value="today")}</p>'
        f'<p class="quiet small">{translate(page, "record-why")}</p>'
    )
    return dialog_body(page, "record", body)


def _badge(page: Page, name: str, time: int | None) -> Markup:
    title, _, condition = say(page.language, f"badge-{page.ui.name}-{name}").partition(":")
    condition = condition.strip()
    when = translate(page, "badge-earned", date=say_date(page.language, date_of(time))) if time else NOTHING
    missing = Markup(f'<span class="hidden">{translate(page, "badge-open")}</span>')
    state = Markup(f'<small class="date">{when}</small>') if when else missing
    return Markup(
        f'<li class="{"earned" if time else "quiet"}"><strong>{text(title.strip())}</strong>'
        f"<span>{text(condition[:1].upper() + condition[1:])}</span>{state}</li>"
    )


def _next_goal(page: Page) -> Markup:
    """Name the level with the fewest missing wins until the next level is offered."""
    results = tallies(page.results, page.ui.name)
    open_ones = [
        (MANY_WINS - tally.won, -page.ui.levels.index(level), level, tally.won)
        for (level, _), tally in results.items()
        if level in page.ui.levels and 0 < tally.won < MANY_WINS and next_level(page.ui, level, 1) != level
    ]
    if not open_ones:
        return NOTHING
    missing, _, level, won = min(open_ones)
    names = {name: say(page.language, f"level-{name}") for name in (level, next_level(page.ui, level, 1))}
    sentence = translate(page, "goal-near", n=missing, level=names[level], next=names[next_level(page.ui, level, 1)])
    return Markup(
        f'<p class="meter near"><progress max="{MANY_WINS}" value="{won}" aria-label="{sentence}"></progress>'
        f" {sentence}</p>"
    )


def _table(page: Page) -> Markup:
    ui = page.ui
    results = tallies(page.results, ui.name)
    if not results:
        return Markup(f"<p>{translate(page, 'no-results')}</p>")
    sizes = sorted({players for _, players in results})
    heads = join(Markup(f'<th scope="col">{translate(page, "n-players", n=players)}</th>') for players in sizes)
    rows = join(
        Markup(
            f'<tr><th scope="row">{translate(page, f"level-{level}")}</th>'
            + "".join(f"<td>{_tally(page, results.get((level, players)))}</td>" for players in sizes)
            + "</tr>"
        )
        for level in ui.levels
        if any((level, players) in results for players in sizes)
    )
    return Markup(f'<table class="levels"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>')


def _tally(page: Page, tally: Tally | None) -> Markup:
    if tally is None:
        return Markup("–")
    summary = translate(page, "won-of", n=tally.won, all=tally.played)
    bar = Markup(f'<progress max="{tally.played}" value="{tally.won}" aria-hidden="true"></progress>')
    more = [translate(page, "streak", n=tally.longest)] if tally.longest > 1 else []
    more += [translate(page, "won-hinted", n=tally.hinted)] if tally.hinted else []
    return join((summary, bar, *(Markup(f"<small>{line}</small>") for line in more)))


def won_so_far(page: Page) -> Markup:
    """Say after a match how many were won against this level, and how many in a row."""
    if not result_lines(page.match):
        return NOTHING
    match, level = page.match, level_of(page.match)
    tally = tallies(page.results, match.ui.name).get((level, len(match.seats)))
    if tally is None:
        return NOTHING
    sentence = say(
        page.language, "record-line", n=tally.won, all=tally.played, level=say(page.language, f"level-{level}")
    )
    if tally.streak > 1:
        sentence += f" {say(page.language, 'streak-now', n=tally.streak)}"
    day = day_of(match, page.language)
    sentence = f"{day}. {sentence}" if day else sentence
    return Markup(f'<p class="quiet">{text(sentence)}</p>')


def earned_now(page: Page) -> Markup:
    """List the achievements that the finished match has earned."""
    match = page.match
    before = badges((line for line in page.results if not line.startswith(f"{match.key} ")), match.ui.name)
    new = badges(result_lines(match), match.ui.name).keys() - before.keys()
    earned = join(
        Markup(f'<li class="earned">{translate(page, f"badge-{match.ui.name}-{name}")}</li>')
        for name in page.ui.badges
        if name in new
    )
    return Markup(f'<ul class="badges">{earned}</ul>') if earned else NOTHING


def what_next(page: Page) -> Markup:
    """Offer an easier level after a heavy loss or two losses in a row, a harder one from the third win on."""
    if not result_lines(page.match):
        return NOTHING
    match, level = page.match, level_of(page.match)
    (player,) = match.people
    tally = tallies(page.results, match.ui.name).get((level, len(match.seats)), Tally())
    lost = player not in (match.winners or ())
    if lost and (tally.losses > 1 or match.ui.lost_heavily(match, player)):
        action, other = Markup("easier"), next_level(match.ui, level, -1)
    elif match.winners == (player,) and tally.won >= MANY_WINS:
        action, other = Markup("harder"), next_level(match.ui, level, 1)
    else:
        return NOTHING
    if other == level:
        return NOTHING
    name = say(page.language, f"level-{other}")
    return Markup(
        f'<div class="next"><p>{translate(page, f"next-{action}", level=name)}</p>'
        f'<button type="button" data-action="{action}"{guard(action)}>'
        f"{translate(page, 'next-play', level=name)}</button></div>"
    )


def record_line(page: Page) -> Markup:
    """Draw what a finished match adds to the record: wins, achievements, a line to share."""
    if not result_lines(page.match):
        return NOTHING
    more = join((button(page, "open", "today", value="today"), button(page, "open", "record", value="record")))
    return Markup(f'{won_so_far(page)}{earned_now(page)}<p class="row">{more}</p>{_daily_line(page)}')


def _daily_line(page: Page) -> Markup:
    """Offer the result of a deal of the day as a line to share."""
    return share_line(page, page.match.day) if page.match.day else NOTHING


# The help dialog


SHORTCUTS = {
    "sign-escape": "key-back",
    "Z": "key-undo",
    "Y": "key-redo",
    ", .": "key-replay",
    "W": "key-recap",
}
"""The shortcuts of all games."""


def help_pages(page: Page) -> Markup:
    """Draw the help: rules, strengths of the levels, keys, credits."""
    body = Markup(
        f'{_learn(page)}<p class="row">{button(page, "open", "today", value="today")}'
        f"{button(page, 'open', 'record', value='record')}</p>"
        f"{page.ui.rules(page.session)}"
        f"<h3>{translate(page, 'help-remote')}</h3><p>{translate(page, 'help-remote-text')}{_hidden(page)}</p>"
        f"{_strength(page)}"
        f"<h3>{translate(page, 'coach')}</h3><p>{translate(page, 'coach-text')}</p>"
        f"{shortcut_table(page, {**page.ui.shortcuts, **SHORTCUTS})}"
        f"<h3>{translate(page, 'about')}</h3><p>{translate(page, 'about-text')}</p>"
        f'<p class="quiet small">{translate(page, "licences", version=__version__)}</p>'
    )
    return dialog_body(page, "help", body, "broad")


def _hidden(page: Page) -> Markup:
    """In a game with hidden pieces, say that a link contains them."""
    return Markup(f" {translate(page, 'help-remote-hidden')}") if page.ui.has_hidden_pieces else NOTHING


def _learn(page: Page) -> Markup:
    """Draw the link to the lessons, unless this is the single-file page."""
    if not page.site:
        return NOTHING
    address = text(page.site + links.lessons_path(page.ui, page.language))
    return Markup(f'<p><a class="button primary" href="{address}">{translate(page, "learn-link")}</a></p>')


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
