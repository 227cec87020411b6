"""Recovery from exceptions: the game is kept, the page is redrawn, a message says what to report."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from e2e.conftest import PLAIN
from e2e.khan_player import KhanPlayer
from e2e.page_driver import PageDriver
from e2e.player import GamePlayer, Player
from e2e.test_links import begin, move
from web.build.serving import Server

# Python for the page: each replaces a function of the engine by one that raises, or restores it. `PageDriver.python`
# returns the value of the last line.
BROKEN = """
def broken(*_):
    raise ZeroDivisionError('broken on purpose')
"""
BREAK_DIALOG = f"""from engine import ui as view{BROKEN}
whole, view.DIALOGS['help'] = view.DIALOGS['help'], broken
1"""
RESTORE_DIALOG = "view.DIALOGS['help'] = whole\n1"
BREAK_ACTION = f"""from engine.actions import Action
from engine.apps.game_page import ACTIONS, app_actions{BROKEN}
whole, ACTIONS['show-games'] = ACTIONS['show-games'], Action(str, broken)
app_actions.cache_clear()
1"""
RESTORE_ACTION = "ACTIONS['show-games'] = whole\napp_actions.cache_clear()\n1"
# Adds a button for the action that fails, and presses it.
PRESS_NEW_BUTTON = """() => {
  const made = Object.assign(document.createElement('button'), { textContent: 'x' });
  made.dataset.action = 'show-games';
  document.body.append(made);
  made.click();
}"""
# Removes the board, and lets the handler of the focus fail once, when it adds a class to an element.
BREAK_SCRIPTS = """() => {
  document.getElementById('board').replaceChildren();
  const { add } = DOMTokenList.prototype;
  DOMTokenList.prototype.add = function () {
    DOMTokenList.prototype.add = add;
    throw new Error('broken on purpose');
  };
  document.querySelector('#grid [tabindex="0"]').focus();
  DOMTokenList.prototype.add = add;
}"""


@pytest.fixture
def player(open_game: Callable[..., Player]) -> Iterator[Player]:
    """Open a game whose page may report errors."""
    player = open_game()
    player.start_game("person", "person")
    yield player
    assert all("broken on purpose" in error for error in player.driver.errors)
    player.driver.expect_errors()


def error_message(player: Player) -> str:
    """Read the message about an exception."""
    return player.page.locator("#failure details").inner_text()


def check_recovery(player: Player) -> None:
    """Play on, and dismiss the message."""
    player.until(lambda: player.page.locator("#hand .tile:enabled").count() > 0)
    player.page.locator("#failure > button").click()
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
    check_recovery(player)


def test_an_exception_in_the_engine_keeps_the_game(player: Player) -> None:
    player.driver.python(BREAK_ACTION)
    player.page.evaluate(PRESS_NEW_BUTTON)
    player.until(lambda: "broken on purpose" in (player.page.locator("#failure pre").text_content() or ""))
    player.page.locator("body > button").evaluate("button => button.remove()")
    player.driver.python(RESTORE_ACTION)
    check_recovery(player)


def test_an_exception_in_our_scripts_redraws_the_page(player: Player) -> None:
    board = player.driver.board_html()
    player.page.evaluate(BREAK_SCRIPTS)
    player.until(lambda: player.page.locator("#failure details").count() == 1)
    player.until(lambda: player.driver.board_html() == board)
    check_recovery(player)


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
        player.press("switch-game", name, "#game-switch")
    # Twice back, twice forward, and so on, over the board and the buttons.
    for step in range(40):
        player.page.evaluate("by => history.go(by)", -1 if step % 4 < 2 else 1)
        for point in range(6):
            player.page.mouse.move(150 + 90 * ((step + point) % 6), 150 + 80 * (point % 5))
        player.page.mouse.click(400, 400)
    player.wait_until_idle()
    shown = "document.documentElement.dataset.game"
    named = "new URLSearchParams(location.search).get('game') ?? 'qin'"
    player.until(lambda: player.page.evaluate(f"{shown} === ({named})"))
    is_qin = player.page.evaluate(named) == "qin"
    assert bool(player.page.locator('#squares [data-square="a1"]').count()) == is_qin
    assert bool(player.page.locator('#squares [data-square="1"]').count()) != is_qin


def test_the_guide_fits_a_small_phone(context: BrowserContext, site: Server) -> None:
    small = context.new_page()
    small.set_viewport_size({"width": 320, "height": 640})
    small.goto(f"{site.address}guide.html")
    assert small.evaluate("document.documentElement.scrollWidth") <= 320


# Goes back or forward, and presses a key on the board of the game before, at once and a little later.
PRESS_AFTER = """([by, key]) => {
  document.querySelector('#grid [tabindex="0"]').focus();
  const event = () => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  const press = () => document.activeElement.dispatchEvent(event());
  history.go(by);
  press();
  for (const later of [0, 20, 90]) setTimeout(press, later);
}"""


def test_keys_right_after_back_or_forward_between_games(open_game: Callable[..., KhanPlayer]) -> None:
    player = open_game(KhanPlayer)
    for name in ("qin", "khan-tsin", "qin"):
        player.press("switch-game", name, "#game-switch")
    for step in range(40):
        key = ("ArrowLeft", "ArrowDown", "Enter", "3", "a")[step % 5]
        player.page.evaluate(PRESS_AFTER, [-1 if step % 4 < 2 else 1, key])
        player.page.keyboard.press("ArrowUp")
    player.wait_until_idle()
    errors = player.page.locator("#failure pre").all_text_contents()
    assert not errors, errors[0]


def test_two_fingers_that_drag_a_tile_each_leave_no_tile_behind(player: Player) -> None:
    player.start_game("person", "person")
    session = player.page.context.new_cdp_session(player.page)
    boxes = [player.page.locator("#hand .tile").nth(number).bounding_box() for number in range(2)]
    fingers = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}
        for number, box in enumerate(boxes)
        if box
    ]

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", fingers[0])
    touch("touchStart", *fingers)
    for step in range(1, 6):
        touch("touchMove", *({**finger, "y": finger["y"] - 20 * step} for finger in fingers))
    touch("touchEnd", fingers[1])
    touch("touchEnd")
    player.wait_until_idle()
    player.until(lambda: player.page.locator(".dragged").count() == 0)
    assert player.page.evaluate("document.documentElement.dataset.dragging") is None
    player.driver.play()


def test_the_clock_is_put_back_while_the_computer_thinks(open_game: Callable[..., Player]) -> None:
    player = open_game()
    player.start_game("person", "novice")
    player.page.evaluate("() => { const { now } = Date; Date.now = () => now() - 86_400_000 }")
    position = player.record().end()
    player.by_mouse(position, position.moves()[0])
    player.until(lambda: player.turns() == 2)


def test_a_qr_code_that_cannot_be_drawn_offline(context: BrowserContext, site: Server) -> None:
    """Without a service worker the script that draws it is not there; the link is."""
    player = Player(context, site, settings=PLAIN)
    begin(player, "person", "far")
    move(player)
    player.press("open", "send", "#tools")
    context.set_offline(True)
    player.press("send", "qr", "#dialog")
    player.until(lambda: "can’t be drawn offline" in player.page.locator("#dialog").inner_text())
    assert player.page.locator("#failure").count() == 0
    assert player.page.locator("#dialog input[readonly]").first.is_visible()


# The sizes of a window of 1280 by 800 pixels at 400 %, and of a narrow one.
ZOOMED = {"four times": (320, 200), "narrow": (250, 400)}


@pytest.mark.parametrize("size", ZOOMED.values(), ids=ZOOMED)
@pytest.mark.parametrize("game", [Player, KhanPlayer])
def test_squares_can_be_hit_at_four_hundred_percent(
    open_game: Callable[..., GamePlayer[Any]], size: tuple[int, int], game: type[GamePlayer[Any]]
) -> None:
    player = open_game(game)
    page = player.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    player.wait_until_idle()
    square = page.locator("#squares [data-square]").first.bounding_box()
    assert square
    assert min(square["width"], square["height"]) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    last = page.locator("#squares [data-square]").last
    last.scroll_into_view_if_needed()
    assert last.evaluate(
        """square => {
          const { left, right } = square.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        }"""
    )


# Lets every use of the storage fail.
FORBIDDEN = """Object.defineProperty(globalThis, 'localStorage', {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
});"""


@pytest.mark.parametrize(("forbidden", "size"), [(True, (1280, 800)), (True, (360, 640)), (False, (360, 640))])
def test_lessons_say_when_progress_cannot_be_kept(
    context: BrowserContext, site: Server, forbidden: bool, size: tuple[int, int]
) -> None:
    if forbidden:
        context.add_init_script(FORBIDDEN)
    driver = PageDriver(context, site.address)
    driver.page.set_viewport_size({"width": size[0], "height": size[1]})
    # The page says it before its board starts.
    driver.page.route("**/engine.html", lambda route: route.fulfill(body=""))
    driver.page.goto(f"{site.address}learn/")
    driver.until(lambda: driver.page.locator("#progress").is_visible())
    assert driver.page.locator("#not-stored").is_visible() == forbidden
    driver.check()
