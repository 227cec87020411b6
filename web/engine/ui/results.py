"""The user's results: the dialog with all of them, and what a finished match adds to them."""

from engine.html import NOTHING, Markup, button, dialog_body, double_click_guard, join, text, translate
from engine.session.page import Page
from engine.session.statistics import Tally, badges, level_of, next_level, result_lines, tallies
from engine.session.storage import date_of
from engine.ui.learning import learn_control
from engine.ui.today import deal_name, share_line
from engine.words import say, say_date

MANY_WINS = 3
"""The number of wins against a level after which a harder one is suggested."""


def results_dialog(page: Page) -> Markup:
    """Draw the dialog of results by level, and badges."""
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
        f'<p class="quiet small">{translate(page, "record-why")}</p>'
        f"<section><p>{translate(page, 'today-what')}</p>"
        f'<p class="row">{button(page, "open", "today", value="today")}</p></section>'
    )
    return dialog_body(page, "record", body)


def _badge(page: Page, name: str, time: int | None) -> Markup:
    title, _, condition = say(page.language, f"badge-{page.ui.name}-{name}").partition(":")
    condition = condition.strip()
    if time:
        earned = translate(page, "badge-earned", date=say_date(page.language, date_of(time)))
        state = Markup(f'<small class="date">{earned}</small>')
    else:
        state = Markup(f'<span class="hidden">{translate(page, "badge-open")}</span>')
    return Markup(
        f'<li class="{"earned" if time else "quiet"}">{_medal(page, name)}<strong>{text(title.strip())}</strong>'
        f"<span>{text(condition[:1].upper() + condition[1:])}</span>{state}</li>"
    )


def _medal(page: Page, badge: str) -> Markup:
    """Draw the medal of a badge, with its own picture if there is one."""
    picture = page.ui.medals.get(badge, page.ui.emblem)
    return Markup(f'<i class="medal" aria-hidden="true">{picture}</i>')


def _next_goal(page: Page) -> Markup:
    """Name the level with the fewest wins left until the next level is suggested."""
    levels = page.ui.levels
    wins = [
        (tally.won, levels.index(level))
        for (level, _), tally in tallies(page.results, page.ui.name).items()
        if level in levels[:-1] and 0 < tally.won < MANY_WINS
    ]
    if not wins:
        return NOTHING
    won, index = max(wins)
    level, harder = (say(page.language, f"level-{levels[number]}") for number in (index, index + 1))
    sentence = translate(page, "goal-near", n=MANY_WINS - won, level=level, next=harder)
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


def wins_so_far(page: Page) -> Markup:
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
    deal = deal_name(match, page.language)
    sentence = f"{deal}. {sentence}" if deal else sentence
    return Markup(f'<p class="quiet">{text(sentence)}</p>')


def new_badges(page: Page) -> Markup:
    """List the badges that the finished match has earned for the first time."""
    match = page.match
    before = badges((line for line in page.results if not line.startswith(f"{match.key} ")), match.ui.name)
    new = badges(result_lines(match), match.ui.name).keys() - before.keys()
    texts = {name: translate(page, f"badge-{match.ui.name}-{name}") for name in page.ui.badges if name in new}
    earned = join(
        Markup(f'<li class="earned">{_medal(page, name)}<span>{words}</span></li>') for name, words in texts.items()
    )
    return Markup(f'<ul class="badges">{earned}</ul>') if earned else NOTHING


def level_suggestion(page: Page) -> Markup:
    """Suggest an easier level after a heavy loss or two losses in a row, a harder one from the third win on.

    Below the lowest level are the lessons.
    """
    if not result_lines(page.match):
        return NOTHING
    match, level = page.match, level_of(page.match)
    (player,) = match.people
    tally = tallies(page.results, match.ui.name).get((level, len(match.seats)), Tally())
    lost = player not in (match.winners or ())
    if lost and (tally.losses > 1 or match.ui.lost_heavily(match, player)):
        action, suggested = Markup("easier"), next_level(match.ui, level, -1)
    elif match.winners == (player,) and tally.won >= MANY_WINS:
        action, suggested = Markup("harder"), next_level(match.ui, level, 1)
    else:
        return NOTHING
    if suggested == level:
        lessons = Markup(f'<div class="next"><p>{translate(page, "next-lessons")}</p>{learn_control(page)}</div>')
        return lessons if lost else NOTHING
    name = say(page.language, f"level-{suggested}")
    return Markup(
        f'<div class="next"><p>{translate(page, f"next-{action}", level=name)}</p>'
        f'<button type="button" data-action="{action}"{double_click_guard(action)}>'
        f"{translate(page, 'next-play', level=name)}</button></div>"
    )


def new_results(page: Page) -> Markup:
    """Draw what a finished match adds to the results: wins, badges, a line to share."""
    if not result_lines(page.match):
        return NOTHING
    more = join((button(page, "open", "today", value="today"), button(page, "open", "record", value="record")))
    daily = share_line(page, page.match.day) if page.match.day else NOTHING
    return Markup(f'{wins_so_far(page)}{new_badges(page)}<p class="row">{more}</p>{daily}')
