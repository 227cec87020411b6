"""The result as a picture to give away: the board, who played and who won, and our mark."""

from dataclasses import replace

from engine.html import text
from engine.session.session import Session
from engine.ui.widgets import PICTURE_WIDTH as WIDTH
from engine.words import say
from qin_core.common.svg import height_of

BELOW = 250
_MARK = "M36 12l15 11H21zM27 25h18v7H27zM17 34h38l-7 11H24zM26 47h20v14h-6v-8h-8v8h-6z"


def result_card(session: Session) -> tuple[str, str]:
    """Draw a finished game, and say in a sentence how it came out; nobody in it is called “you”."""
    game = session.match
    named = (seat.name or say(session.language, key) for seat, key in zip(game.seats, game.name_keys, strict=True))
    seats = tuple(replace(seat, name=name) for seat, name in zip(game.seats, named, strict=True))
    shown = replace(session, match=replace(game, seats=seats), cursor=None)
    picture = shown.ui.picture(shown)
    height = height_of(shown.ui.picture_box(shown.position), WIDTH)
    result = shown.narrator.result(shown.winners or ())
    lines = (
        (result, 64, 90, "#2b261f"),
        (" – ".join(shown.names), 40, 150, "#2b261f"),
        (shown.ui.margin(shown), 34, 204, "#655c4d"),
    )
    words = "".join(
        f'<text x="130" y="{height + down}" font-size="{size}" fill="{colour}">{text(line)}</text>'
        for line, size, down, colour in lines
    )
    mark = (
        f'<g transform="translate(36 {height + 40})"><rect width="72" height="72" rx="14" fill="#a83228"/>'
        f'<path d="{_MARK}" fill="#fffdf7"/></g>'
        f'<text x="72" y="{height + 150}" font-size="30" text-anchor="middle" fill="#a83228">'
        f"{text(shown.ui.title)}</text>"
    )
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height + BELOW}"'
        f' viewBox="0 0 {WIDTH} {height + BELOW}" font-family="Alegreya, Georgia, serif" font-weight="600">'
        f'<rect width="{WIDTH}" height="{height + BELOW}" fill="#f4efe4"/>{picture}{mark}{words}</svg>'
    )
    return drawn, result
