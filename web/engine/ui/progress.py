"""How somebody gets on: games won by level, streaks, achievements, what there is to do today."""

from engine.html import NOTHING, Markup, button, guard, text, window, words
from engine.session import links
from engine.session.match import Match
from engine.session.page import Page
from engine.session.statistics import Tally, badges, level_of, next_level, of_game, tallies
from engine.words import say, say_date

MANY_WINS = 3
"""So many wins against a level, and a harder one is offered."""


def progress(page: Page) -> Markup:
    """Show everything in a window."""
    ui = page.ui
    found = badges(page.results, ui.name)
    listed = "".join(
        f'<li class="{"earned" if name in found else "quiet"}">{words(page, f"badge-{ui.name}-{name}")}</li>'
        for name in ui.badges
    )
    body = Markup(
        f'<p class="row">{today(page)}</p>{_table(page)}'
        f'<h3>{words(page, "achievements")}</h3><ul class="badges">{listed}</ul>'
        f'<p class="quiet small">{words(page, "record-why")}</p>'
    )
    return window(page, "record", body)


def today(page: Page) -> Markup:
    """Lead to the deal and the puzzle of the day."""
    address = text(page.site + links.learn(page.ui, page.language) + links.TODAY)
    puzzle = f'<a class="button" href="{address}">{words(page, "puzzle-of-the-day")}</a>' if page.site else ""
    day = f'<span class="day">{text(say_date(page.language, page.date, year=False))}</span>'
    return Markup(f"{day}{button(page, 'daily', 'deal-of-the-day')}{puzzle}")


def day_of(game: Match, language: str) -> str:
    """Name the deal of the day, if that is what is played."""
    deal = say(language, "deal-of-the-day")
    return say(language, "dated", what=deal, date=say_date(language, game.day, year=False)) if game.day else ""


def _table(page: Page) -> Markup:
    """Count games by level and number of players."""
    ui = page.ui
    found = tallies(page.results, ui.name)
    if not found:
        return Markup(f"<p>{words(page, 'no-results')}</p>")
    sizes = sorted({players for _, players in found})
    heads = "".join(f'<th scope="col">{words(page, "n-players", n=players)}</th>' for players in sizes)
    rows = "".join(
        f'<tr><th scope="row">{words(page, f"level-{level}")}</th>'
        + "".join(f"<td>{_tally(page, found.get((level, players)))}</td>" for players in sizes)
        + "</tr>"
        for level in ui.levels
        if any((level, players) in found for players in sizes)
    )
    return Markup(f'<table class="levels"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>')


def _tally(page: Page, tally: Tally | None) -> Markup:
    if tally is None:
        return Markup("–")
    told = words(page, "won-of", n=tally.won, all=tally.played)
    return Markup(f"{told}<br><small>{words(page, 'streak', n=tally.longest)}</small>" if tally.longest > 1 else told)


def won_so_far(page: Page) -> Markup:
    """Say at a game's end how many were won so far against this level, and how many in a row."""
    if not of_game(page.match):
        return NOTHING
    game, level = page.match, level_of(page.match)
    tally = tallies(page.results, game.ui.name).get((level, len(game.seats)), Tally())
    told = say(page.language, "record-line", n=tally.won, all=tally.played, level=say(page.language, f"level-{level}"))
    if tally.streak > 1:
        told += f" {say(page.language, 'streak-now', n=tally.streak)}"
    day = day_of(game, page.language)
    told = f"{day}. {told}" if day else told
    return Markup(f'<p class="quiet">{text(told)}</p>')


def earned_now(page: Page) -> Markup:
    """List the achievements of a game that has just ended."""
    game = page.match
    before = badges((line for line in page.results if not line.startswith(f"{game.key} ")), game.ui.name)
    new = badges(of_game(game), game.ui.name) - before
    earned = "".join(
        f'<li class="earned">{words(page, f"badge-{game.ui.name}-{name}")}</li>'
        for name in page.ui.badges
        if name in new
    )
    return Markup(f'<ul class="badges">{earned}</ul>') if earned else NOTHING


def what_next(page: Page) -> Markup:
    """Offer an easier level after a heavy loss or two losses in a row, a harder one from the third win on."""
    if not of_game(page.match):
        return NOTHING
    game, level = page.match, level_of(page.match)
    (player,) = game.people
    tally = tallies(page.results, game.ui.name).get((level, len(game.seats)), Tally())
    lost = player not in (game.winners or ())
    if lost and (tally.losses > 1 or game.ui.lost_heavily(game, player)):
        action, other = "easier", next_level(game.ui, level, -1)
    elif game.winners == (player,) and tally.won >= MANY_WINS:
        action, other = "harder", next_level(game.ui, level, 1)
    else:
        return NOTHING
    if other == level:
        return NOTHING
    name = say(page.language, f"level-{other}")
    return Markup(
        f'<div class="next"><p>{words(page, f"next-{action}", level=name)}</p>'
        f'<button type="button" data-action="{action}"{guard(action)}>'
        f"{words(page, 'next-play', level=name)}</button></div>"
    )


def record_line(page: Page) -> Markup:
    """Say in the window at a game's end what it adds to the record: what was achieved, a line to share."""
    if not of_game(page.match):
        return NOTHING
    more = today(page) + button(page, "open", "record", value="record")
    return Markup(f'{won_so_far(page)}{earned_now(page)}<p class="row">{more}</p>{_daily_line(page)}')


def _daily_line(page: Page) -> Markup:
    """Offer the result of the deal of the day as a line."""
    if not page.match.day:
        return NOTHING
    (player,) = page.match.people
    won = player in (page.session.winners or ())
    line = say(
        page.language,
        "daily-won" if won else "daily-lost",
        game=page.ui.title,
        date=say_date(page.language, page.match.day, year=False),
        n=len(page.match.record.turns),
        address=page.address + links.DEAL,
    )
    return Markup(f'<p class="row">{text(line)} {button(page, "copy", "copy", value=line)}</p>')
