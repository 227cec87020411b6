"""Recovery from exceptions: the game is kept, the page is redrawn, a message says what to report."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext

from e2e.khan_player import KhanPlayer
from e2e.player import Player
from web.build.serving import Server

# Each replaces a function of the engine by one that raises.
BROKEN = """
def broken(*_):
    raise ZeroDivisionError('broken on purpose')
"""
BREAK_DIALOG = f"""from engine import ui as view{BROKEN}
whole, view.DIALOGS['help'] = view.DIALOGS['help'], broken
1"""
RESTORE_DIALOG = "view.DIALOGS['help'] = whole\n1"
BREAK_ACTION = f"""from engine.apps.game_page import ACTIONS, app_actions{BROKEN}
whole, ACTIONS['show-games'] = ACTIONS['show-games'], broken
app_actions.cache_clear()
1"""
RESTORE_ACTION = "ACTIONS['show-games'] = whole\napp_actions.cache_clear()\n1"


@pytest.fixture
def player(open_game: Callable[..., Player]) -> Iterator[Player]:
    """Open a game whose page may report errors."""
    player = open_game()
    player.start_game("person", "person")
    yield player
    assert all("broken on purpose" in complaint for complaint in player.driver.errors)
    player.driver.errors.clear()


def error_message(player: Player) -> str:
    return player.page.locator("#failure details").inner_text()


def goes_on(player: Player) -> None:
    """Play on, and dismiss the message."""
    player.until(lambda: player.page.locator("#hand .tile:enabled").count() > 0)
    player.page.locator("#failure summary").click()
    player.page.locator("#failure details button").click()
    player.until(lambda: player.page.locator("#failure details").count() == 0)
    player.driver.play()


def test_a_dialog_that_fails_to_render_is_closed(player: Player) -> None:
    player.driver.python(BREAK_DIALOG)
    player.page.locator('#menu [data-value="help"]').click()
    player.until(lambda: player.page.locator("#failure details").count() == 1)
    assert "Something went wrong" in error_message(player)
    assert "broken on purpose" in (player.page.locator("#failure pre").text_content() or "")
    player.until(lambda: player.page.evaluate("location.hash") == "")
    assert player.dialog() == ""
    player.driver.python(RESTORE_DIALOG)
    goes_on(player)


def test_an_exception_in_the_engine_keeps_the_game(player: Player) -> None:
    player.driver.python(BREAK_ACTION)
    player.page.evaluate(
        """() => {
          const made = Object.assign(document.createElement('button'), { textContent: 'x' });
          made.dataset.action = 'show-games';
          document.body.append(made);
          made.click();
        }"""
    )
    player.until(lambda: "broken on purpose" in (player.page.locator("#failure pre").text_content() or ""))
    player.page.locator("body > button").evaluate("button => button.remove()")
    player.driver.python(RESTORE_ACTION)
    goes_on(player)


def test_an_exception_in_our_scripts_redraws_the_page(player: Player) -> None:
    board = player.page.locator("#board .spaces").inner_html()
    player.page.evaluate(
        """() => {
          document.getElementById('board').replaceChildren();
          const { add } = DOMTokenList.prototype;
          DOMTokenList.prototype.add = function () {
            DOMTokenList.prototype.add = add;
            throw new Error('broken on purpose');
          };
          document.querySelector('#grid [tabindex="0"]').focus();
          DOMTokenList.prototype.add = add;
        }"""
    )
    player.until(lambda: player.page.locator("#failure details").count() == 1)
    player.until(lambda: player.page.locator("#board .spaces").inner_html() == board)
    goes_on(player)


def test_a_lone_surrogate_in_a_comment_can_be_shared(player: Player) -> None:
    player.start_game("person", "person")
    text = str(player.record())
    player.open("games")
    player.page.evaluate("text => { document.getElementById('import-text').value = text }", text + "\n{half \ud83d}\n")
    player.press("import", within="#dialog")
    player.page.keyboard.press("Escape")
    player.until(lambda: player.dialog() == "")
    player.open("share")
    assert player.page.locator("#dialog input[readonly]").count() == 3


def test_back_and_forward_between_games_while_the_mouse_moves(open_game: Callable[..., KhanPlayer]) -> None:
    player = open_game(KhanPlayer)
    for name in ("qin", "khan-tsin", "qin"):
        player.press("room", name, "#rooms")
    for step in range(40):
        player.page.evaluate("by => history.go(by)", -1 if step % 4 < 2 else 1)
        for point in range(6):
            player.page.mouse.move(150 + 90 * ((step + point) % 6), 150 + 80 * (point % 5))
        player.page.mouse.click(400, 400)
    player.wait_until_idle()
    shown = "document.documentElement.dataset.game"
    named = "new URLSearchParams(location.search).get('game') ?? 'qin'"
    player.until(lambda: player.page.evaluate(f"{shown} === ({named})"))
    qin = player.page.evaluate(named) == "qin"
    assert bool(player.page.locator("#squares [data-square]").count()) == qin
    assert bool(player.page.locator("#squares [data-space]").count()) != qin


def test_the_guide_fits_a_small_phone(context: BrowserContext, site: Server) -> None:
    small = context.new_page()
    small.set_viewport_size({"width": 320, "height": 640})
    small.goto(f"{site.address}guide.html")
    assert small.evaluate("document.documentElement.scrollWidth") <= 320
