"""Faults are caught at the edge: the game stays, the page is drawn anew, a line says what to report."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext

from e2e.khan_playing import KhanPlayer
from e2e.playing import Player
from web.build.serving import Server

# Each puts a function that fails in the place of one of the engine's.
BROKEN = """
def broken(*_):
    raise ZeroDivisionError('broken on purpose')
"""
BREAK_WINDOW = f"""from engine import ui as view{BROKEN}
whole, view.DIALOGS['help'] = view.DIALOGS['help'], broken
1"""
MEND_WINDOW = "view.DIALOGS['help'] = whole\n1"
BREAK_ACTION = f"""from engine.apps.game_page import SERVICES{BROKEN}
whole, SERVICES['show-games'] = SERVICES['show-games'], broken
1"""
MEND_ACTION = "SERVICES['show-games'] = whole\n1"


@pytest.fixture
def somebody(sit: Callable[..., Player]) -> Iterator[Player]:
    """Sit somebody down in a game whose page may complain."""
    player = sit()
    player.begin("person", "person")
    yield player
    assert all("broken on purpose" in complaint for complaint in player.watched.complaints)
    player.watched.complaints.clear()


def complaint(player: Player) -> str:
    return player.page.locator("#failure details").inner_text()


def goes_on(player: Player) -> None:
    """Play on, and see that the line can be put away."""
    player.until(lambda: player.page.locator("#hand .tile:enabled").count() > 0)
    player.page.locator("#failure summary").click()
    player.page.locator("#failure details button").click()
    player.until(lambda: player.page.locator("#failure details").count() == 0)
    player.watched.play()


def test_a_window_that_cannot_be_drawn_is_closed(somebody: Player) -> None:
    somebody.watched.python(BREAK_WINDOW)
    somebody.page.locator('#menu [data-value="help"]').click()
    somebody.until(lambda: somebody.page.locator("#failure details").count() == 1)
    assert "Something went wrong" in complaint(somebody)
    assert "broken on purpose" in (somebody.page.locator("#failure pre").text_content() or "")
    somebody.until(lambda: somebody.page.evaluate("location.hash") == "")
    assert somebody.dialog() == ""
    somebody.watched.python(MEND_WINDOW)
    goes_on(somebody)


def test_an_exception_in_the_engine_leaves_the_game(somebody: Player) -> None:
    somebody.watched.python(BREAK_ACTION)
    somebody.page.evaluate(
        """() => {
          const made = Object.assign(document.createElement('button'), { textContent: 'x' });
          made.dataset.action = 'show-games';
          document.body.append(made);
          made.click();
        }"""
    )
    somebody.until(lambda: "broken on purpose" in (somebody.page.locator("#failure pre").text_content() or ""))
    somebody.page.locator("body > button").evaluate("button => button.remove()")
    somebody.watched.python(MEND_ACTION)
    goes_on(somebody)


def test_an_exception_in_a_script_of_ours_draws_the_page_anew(somebody: Player) -> None:
    board = somebody.page.locator("#board .spaces").inner_html()
    somebody.page.evaluate(
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
    somebody.until(lambda: somebody.page.locator("#failure details").count() == 1)
    somebody.until(lambda: somebody.page.locator("#board .spaces").inner_html() == board)
    goes_on(somebody)


def test_half_an_emoji_in_a_comment_can_be_shared(player: Player) -> None:
    player.begin("person", "person")
    text = str(player.record())
    player.open("games")
    player.page.evaluate("text => { document.getElementById('import-text').value = text }", text + "\n{half \ud83d}\n")
    player.press("import", within="#dialog")
    player.page.keyboard.press("Escape")
    player.until(lambda: player.dialog() == "")
    player.open("share")
    assert player.page.locator("#dialog input[readonly]").count() == 3


def test_back_and_forward_between_the_games_while_the_mouse_moves(sit: Callable[..., KhanPlayer]) -> None:
    player = sit(KhanPlayer)
    for name in ("qin", "khan-tsin", "qin"):
        player.press("room", name, "#rooms")
    for step in range(40):
        player.page.evaluate("by => history.go(by)", -1 if step % 4 < 2 else 1)
        for point in range(6):
            player.page.mouse.move(150 + 90 * ((step + point) % 6), 150 + 80 * (point % 5))
        player.page.mouse.click(400, 400)
    player.settle()
    shown = "document.documentElement.dataset.game"
    named = "new URLSearchParams(location.search).get('game') ?? 'qin'"
    player.until(lambda: player.page.evaluate(f"{shown} === ({named})"))
    qin = player.page.evaluate(named) == "qin"
    assert bool(player.page.locator("#squares [data-square]").count()) == qin
    assert bool(player.page.locator("#squares [data-space]").count()) != qin


def test_the_guide_is_no_wider_than_a_small_phone(context: BrowserContext, site: Server) -> None:
    small = context.new_page()
    small.set_viewport_size({"width": 320, "height": 640})
    small.goto(f"{site.address}guide.html")
    assert small.evaluate("document.documentElement.scrollWidth") <= 320
