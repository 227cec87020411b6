"""How somebody gets on: games won by level, streaks, achievements, what there is to do today."""

from engine import games as rooms
from engine.html import NOTHING, Html, button, text, window, words
from engine.session import links
from engine.session.match import Game
from engine.session.session import Model
from engine.session.statistics import Tally, badges, level_of, of_game, tallies
from engine.words import say, say_date


def progress(model: Model) -> Html:
    """Show everything in a window."""
    room = rooms.of(model)
    found = badges(model.results, room.name)
    listed = "".join(
        f'<li class="{"earned" if name in found else "quiet"}">{words(model, f"badge-{room.name}-{name}")}</li>'
        for name in room.badges.BADGES
    )
    body = Html(
        f'<p class="row">{today(model)}</p>{_table(model)}'
        f'<h3>{words(model, "achievements")}</h3><ul class="badges">{listed}</ul>'
        f'<p class="quiet small">{words(model, "record-why")}</p>'
    )
    return window(model, "record", body)


def today(model: Model) -> Html:
    """Lead to the deal and the puzzle of the day."""
    address = text(model.site + links.learn(model.game.room, model.language) + links.TODAY)
    puzzle = f'<a class="button" href="{address}">{words(model, "puzzle-of-the-day")}</a>' if model.site else ""
    day = f'<span class="day">{text(say_date(model.language, model.date, year=False))}</span>'
    return Html(f"{day}{button(model, 'daily', 'deal-of-the-day')}{puzzle}")


def day_of(game: Game, language: str) -> str:
    """Name the deal of the day, if that is what is played."""
    deal = say(language, "deal-of-the-day")
    return say(language, "dated", what=deal, date=say_date(language, game.day, year=False)) if game.day else ""


def _table(model: Model) -> Html:
    """Count games by level and number of players."""
    room = rooms.of(model)
    found = tallies(model.results, room.name)
    if not found:
        return Html(f"<p>{words(model, 'no-results')}</p>")
    sizes = sorted({players for _, players in found})
    heads = "".join(f'<th scope="col">{words(model, "n-players", n=players)}</th>' for players in sizes)
    rows = "".join(
        f'<tr><th scope="row">{words(model, f"level-{level}")}</th>'
        + "".join(f"<td>{_tally(model, found.get((level, players)))}</td>" for players in sizes)
        + "</tr>"
        for level in room.levels.LEVELS
        if any((level, players) in found for players in sizes)
    )
    return Html(f'<table class="levels"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>')


def _tally(model: Model, tally: Tally | None) -> Html:
    if tally is None:
        return Html("–")
    told = words(model, "won-of", n=tally.won, all=tally.played)
    return Html(f"{told}<br><small>{words(model, 'streak', n=tally.longest)}</small>" if tally.longest > 1 else told)


def won_so_far(model: Model) -> Html:
    """Say at a game's end how many were won so far against this level, and how many in a row."""
    if not of_game(model.game):
        return NOTHING
    game, level = model.game, level_of(model.game)
    tally = tallies(model.results, game.room).get((level, len(game.seats)), Tally())
    told = say(
        model.language, "record-line", n=tally.won, all=tally.played, level=say(model.language, f"level-{level}")
    )
    if tally.streak > 1:
        told += f" {say(model.language, 'streak-now', n=tally.streak)}"
    day = day_of(game, model.language)
    told = f"{day}. {told}" if day else told
    return Html(f'<p class="quiet">{text(told)}</p>')


def record_line(model: Model) -> Html:
    """Say in the window at a game's end what it adds to the record: what was achieved, a line to share."""
    game, added = model.game, of_game(model.game)
    if not added:
        return NOTHING
    before = badges((line for line in model.results if not line.startswith(f"{game.key} ")), game.room)
    new = badges(added, game.room) - before
    earned = "".join(
        f'<li class="earned">{words(model, f"badge-{game.room}-{name}")}</li>'
        for name in rooms.of(model).badges.BADGES
        if name in new
    )
    badge_list = f'<ul class="badges">{earned}</ul>' if earned else ""
    more = today(model) + button(model, "open", "record", value="record")
    return Html(f'{won_so_far(model)}{badge_list}<p class="row">{more}</p>{_daily_line(model)}')


def _daily_line(model: Model) -> Html:
    """Offer the result of the deal of the day as a line."""
    if not model.game.day:
        return NOTHING
    (player,) = model.game.people
    won = player in (model.winners or ())
    line = say(
        model.language,
        "daily-won" if won else "daily-lost",
        game=rooms.of(model).title,
        date=say_date(model.language, model.game.day, year=False),
        n=len(model.game.record.turns),
        address=model.address + links.DEAL,
    )
    return Html(f'<p class="row">{text(line)} {button(model, "copy", "copy", value=line)}</p>')
