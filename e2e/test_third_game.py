"""A game that the site doesn't know is installed into a running page, and played there."""

from collections.abc import Callable
from pathlib import Path

from e2e.player import Player
from engine.session import links

SOURCE = (Path(__file__).parent.parent / "tests" / "noughts.py").read_text(encoding="utf-8")
# `PageDriver.python` returns the value of the last line.
INSTALL = f"""import sys, types
from engine import main
noughts = sys.modules['noughts'] = types.ModuleType('noughts')
exec({SOURCE!r}, noughts.__dict__)
main.install(noughts.NoughtsUi())
1"""
# Removes the installed game, the last one.
REMOVE = """from engine.games.base import Games
main.GAMES = main.WORKER.games = Games(main.GAMES[:-1])
1"""
# A position after a move of each player.
START = "X...O.... 1"


def moves(player: Player) -> list[str]:
    """Read the moves in the log, whose latest is the first."""
    return player.page.locator("#log code").all_inner_texts()[::-1]


def test_noughts_and_crosses(open_game: Callable[..., Player]) -> None:
    """A match with the computer's reply, undo, replay, storage and a link."""
    player = open_game()
    driver, page = player.driver, player.page
    home = page.url.partition("?")[0].partition("#")[0]
    driver.python(INSTALL)
    try:
        driver.reopen(address=f"{home}?game=noughts")
        assert page.title() == "Noughts and crosses"
        page.locator('#squares [data-square="b2"]').click()
        player.press("place", within="#tools")
        player.until(lambda: moves(player) == ["b2", "a3"])
        player.press("undo", within="#tools")
        player.until(lambda: moves(player) == [])
        player.press("redo", within="#tools")
        player.until(lambda: moves(player) == ["b2", "a3"])
        player.press("go-to-turn", "0", "#replay")
        player.until(lambda: "Looking back" in driver.status())
        driver.reopen(address=f"{home}?game=noughts")
        player.until(lambda: moves(player) == ["b2", "a3"])
        player.open("games")
        player.until(lambda: page.locator('#dialog [data-action="load"]').count() > 0)
        page.locator('#dialog [data-action="load"]', has_text="2 turns").click()
        player.until(lambda: moves(player) == ["b2", "a3"])
        driver.reopen(address=home + links.write(links.POSITION, START))
        player.until(lambda: page.url.endswith("?game=noughts"))
        assert page.locator("#board text").all_text_contents() == ["X", "O"]
    finally:
        driver.python(REMOVE)
