"""Accessibility of the game page: axe in every state, names, targets, announcements, widths, languages."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from e2e.access import AXE, WIDE, problems
from e2e.player import Player, greedy
from engine.lessons.attempt import start_guide
from engine.session import links
from qin_core.qin import Position, Record
from tests.engine_actions import game_named
from tests.engine_qin import JOINS

OpenGame = Callable[..., Player]

SIZES = ((320, 256), (360, 740), (390, 844), (640, 400), (768, 1024), (1024, 768), (1280, 800), (2560, 1300))
"""Viewports: phones in portrait, tablets, desktops; and a desktop at 200 % and 400 %."""
LANGUAGES = ("en", "fr", "de", "nl")
MENU_UNFOLDED = 1248
"""The width in pixels above which the menu is never collapsed: 78rem in header.css."""
# The buttons of the header and below the board whose texts don't fit into them.
CUT_BUTTONS = """() => [...document.querySelectorAll('header button, #tools button, #replay button')].filter(
  one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"""
# The visible buttons without a text.
UNNAMED = "all => all.filter(one => one.checkVisibility() && !one.innerText).map(one => one.title)"
# By how many pixels the sheet of hints covers the buttons below the board.
COVERED_BY_HINTS = """() => {
  const [sheet, tools] = [document.querySelector('.sheet'), document.querySelector('#tools')];
  return tools.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top;
}"""
# The upper and lower edges of the status line, then of the sheet of hints.
STATUS_AND_HINTS = """() => ['#status', '.sheet'].flatMap(part => {
  const box = document.querySelector(part).getBoundingClientRect();
  return [box.top, box.bottom];
})"""


def states(player: Player) -> Iterator[str]:
    """Bring the page into every main state; yield the name of each."""
    page = player.page
    yield "start"
    for dialog in ("new", "games", "share", "settings", "help"):
        player.open(dialog)
        yield dialog
        if dialog == "new":
            player.choose("board", "map")
            page.locator('#dialog [data-field="own_map"]').fill("R..?")
            player.wait_until_idle()
            yield "own map with faults"
        player.close()
    player.start_game("person", "person")
    player.reveal_hand()
    page.locator("#hand .tile").first.click()
    player.wait_until_idle()
    yield "picked"
    position = player.record().end()
    player.page.keyboard.press("Escape")
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 1)
    yield "covered"
    player.reveal_hand()
    position = player.record().end()
    move = greedy(position)
    page.locator(f'#hand [data-tile="{move.tile}"]').first.click()
    player.click(move.halves[0][1])
    player.wait_until_idle()
    yield "ghost"
    player.press("go-to-turn", "0", "#replay")
    yield "looking back"
    _open(player, links.write("position", JOINS))
    player.reveal_hand()
    page.locator("#hand .tile").first.click()
    player.click("d3")
    player.wait_until_idle()
    yield "refused"
    _open(player, "#game=AAAA")
    yield "message"
    player.press("dismiss-note")
    _open(player, links.write("game", str(_finished())))
    player.press("show-result", within="#tools")
    player.press("open", "end", "#cover")
    player.until(lambda: player.dialog() == "end")
    yield "end"
    player.close()
    yield "after the end"


def _open(player: Player, fragment: str) -> None:
    """Open a link in the open page."""
    player.page.evaluate("hash => { location.hash = hash }", fragment)
    player.until(lambda: player.page.evaluate("location.hash") == "")
    player.wait_until_idle()


@cache
def _finished() -> Record:
    """Record a whole game of four players."""
    record = Record(Position.deal("lion", 4, seed=2))
    while record.result == "*":
        record = record.add(greedy(record.end()))
    return record


@pytest.mark.parametrize(("phone", "light"), [(False, "light"), (True, "dark")], ids=["desk-light", "phone-dark"])
def test_axe_finds_nothing_and_targets_are_large(open_game: OpenGame, phone: bool, light: Any) -> None:
    player = open_game(phone=phone, language="en")
    player.page.emulate_media(color_scheme=light, reduced_motion="reduce")
    player.page.evaluate(AXE)
    broken = {}
    for state in states(player):
        if found := problems(player.page, phone=phone):
            broken[state] = found
    assert not broken, "\n".join(f"{state}: {fault}" for state, found in broken.items() for fault in found)


def test_nothing_is_cut_off_at_any_size_in_any_language(player: Player) -> None:
    for language in LANGUAGES:
        player.page.locator("#menu select").select_option(language)
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            player.wait_until_idle()
            assert player.page.evaluate(WIDE) <= 0, (language, width)
            assert player.page.evaluate("table.offsetWidth") >= 250, (language, width)
            assert player.page.evaluate(CUT_BUTTONS) == [], (language, width)
            if width > MENU_UNFOLDED:
                menu = player.page.locator("#menu > button:not(.menu-toggle, [title]), #folded-menu > :is(a, button)")
                assert menu.evaluate_all(UNNAMED) == [], (language, width)
        for dialog in ("new", "help"):
            player.open(dialog)
            for width, height in SIZES:
                player.page.set_viewport_size({"width": width, "height": height})
                player.wait_until_idle()
                assert player.page.evaluate("dialog.scrollWidth - dialog.clientWidth") <= 0, (language, dialog, width)
            player.page.keyboard.press("Escape")
            player.until(lambda: player.page.evaluate("!dialog.open && location.hash === ''"))
            assert player.page.locator(":focus-visible").count() == 0, "no focus ring for mouse users"


def test_a_very_narrow_page_does_not_scroll_sideways(player: Player) -> None:
    for game in ("qin", "khan-tsin"):
        player.page.locator(f'#game-switch [data-value="{game}"]').click()
        for language in LANGUAGES:
            player.page.locator("#menu select").select_option(language)
            player.page.set_viewport_size({"width": 250, "height": 600})
            player.wait_until_idle()
            assert player.page.evaluate(WIDE) <= 0, (game, language)
            player.page.set_viewport_size({"width": 1280, "height": 800})


def test_the_keyboard_suffices_and_moves_are_announced(open_game: OpenGame) -> None:
    player = open_game(language="en")
    player.start_game("person", "novice")
    page, keyboard = player.page, player.page.keyboard
    skip_link = "document.activeElement.matches('[data-skip]')"
    # Other tests have used the page: begin at its top.
    page.evaluate("document.body.tabIndex = -1, document.body.focus()")
    keyboard.press("Tab")
    assert page.evaluate(skip_link), "the first stop"
    keyboard.press("Enter")
    assert page.evaluate("!!document.activeElement.closest('#grid')"), "it leads to the board"
    stops = 0
    while not page.evaluate(skip_link):
        keyboard.press("Shift+Tab")
        stops += 1
        assert stops < 15, "few tab stops before the board"
    keyboard.press("Enter")
    square = page.evaluate("document.activeElement.dataset.square")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowRight")
    player.wait_until_idle()
    assert page.evaluate("document.activeElement.dataset.square") != square
    # The grid, which has the focus, is invisible: a mark on the board shows its square.
    is_marked = "document.querySelector('#squares .focused').dataset.square === document.activeElement.dataset.square"
    assert page.evaluate(is_marked), "the focused square is visible"
    keyboard.press("Escape")
    assert page.evaluate(is_marked)
    keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.square").startswith("a")
    assert page.evaluate(is_marked)
    assert page.locator('#grid [tabindex="0"]').count() == 1, "one tab stop"
    player.until(lambda: player.page.locator('#tools [data-action="place"]').count() == 1)
    turns = player.turns()
    # Select the first tile that fits.
    for number in "123":
        keyboard.press(number)
        player.wait_until_idle()
        cell = page.locator('#grid [data-square]:text("The tile can go here.")').first
        if cell.count():
            break
        keyboard.press("Escape")
    # Screen readers click the square.
    cell.dispatch_event("click")
    player.until(lambda: page.locator("#board .ghost").count() == 1)
    assert "Enter makes the move." in page.locator("#status .hidden").inner_text()
    keyboard.press("Escape")
    player.type_square(cell.get_attribute("data-square") or "")
    keyboard.press("Enter")
    player.wait_until_idle()
    assert page.locator("#board .ghost").count() == 1
    assert page.locator("#status").get_attribute("role") == "status"
    keyboard.press("Enter")
    player.until(lambda: player.turns() > turns)
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    player.until(lambda: " places " in (page.locator("#live").text_content() or ""))
    player.until(lambda: page.locator("#live").text_content().startswith("White"))  # type: ignore[union-attr]


# Name, place on the page and width of its parts.
WHERE = """() => ['table', 'players', 'status', 'hand', 'tools', 'replay'].map(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [id, Math.round(box.x), Math.round(box.y + scrollY), Math.round(box.width)].join(' ');
})"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_page_never_jumps(open_game: OpenGame, width: int, height: int) -> None:
    """Nothing moves when a tile is selected, the text changes, the computer thinks, the coach or a dialog appears."""
    player = open_game(language="en")
    player.page.set_viewport_size({"width": width, "height": height})
    player.start_game("person", "novice")
    before = player.page.evaluate(WHERE)
    assert player.page.locator("#replay > *").count() == 0, "there is nothing to look back at"
    player.page.locator("#hand .tile").first.click()
    player.wait_until_idle()
    assert player.page.evaluate(WHERE) == before
    player.page.keyboard.press("Escape")
    player.driver.play()
    player.wait_until_idle()
    assert player.page.evaluate(WHERE) == before
    player.until(lambda: player.turns() == 2)
    assert player.page.evaluate(WHERE) == before
    assert player.page.locator('#replay [data-action="step"]').first.is_visible()
    player.open("help")
    assert player.page.evaluate(WHERE) == before


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)])
def test_the_log_shows_its_heading_above_the_latest_turn(player: Player, size: tuple[int, int]) -> None:
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.start_game("person", "person", "person", "person")
    for turns in (1, 2):
        player.driver.play()
        player.until(lambda turns=turns: player.turns() == turns)  # type: ignore[misc]
        assert player.page.evaluate(
            "log.querySelector('h2').getBoundingClientRect().top >= log.getBoundingClientRect().top"
        )
        assert player.page.locator("#log [aria-current]").is_visible()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_replay_buttons_on_phones_are_in_sight_as_a_whole_or_not_at_all(player: Player, players: int) -> None:
    start = Position.deal("bird", players, seed=1)
    player.resume(Record(start).add(greedy(start)).with_headers({"Seats": "|".join(["person"] * players)}))
    for width, height in ((360, 640), (375, 667), (390, 844), (412, 732)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.wait_until_idle()
        [top, bottom] = player.page.evaluate("(box => [box.top, box.bottom])(replay.getBoundingClientRect())")
        assert bottom <= height or top >= height - 1, (width, height)


def test_names_of_four_players_are_as_large_as_other_text_on_tablets(player: Player) -> None:
    player.page.set_viewport_size({"width": 820, "height": 1180})
    player.start_game("person", "novice", "novice", "novice")
    for name in player.page.locator(".player .name").all():
        assert name.evaluate("name => parseFloat(getComputedStyle(name).fontSize)") >= 16
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


@pytest.mark.parametrize("players", [2, 4])
def test_hints_leave_the_buttons_free_on_short_phones(player: Player, players: int) -> None:
    player.page.set_viewport_size({"width": 360, "height": 640})
    player.start_game("person", *["novice"] * (players - 1), board="lion")
    player.press("hint", within="#tools")
    hint = player.page.locator("#hints [data-action='try']").first
    hint.click()
    player.wait_until_idle()
    assert player.page.evaluate(COVERED_BY_HINTS) < 1
    assert player.page.evaluate("table.offsetWidth") > (330 if players == 4 else 290), "the board stays large"


@pytest.mark.parametrize("players", [2, 4])
def test_hints_stay_inside_the_window(player: Player, players: int) -> None:
    """They cover the log, but not the status."""
    player.page.set_viewport_size({"width": 1280, "height": 800})
    if players == 2:
        player.resume(Record.parse(str(start_guide(game_named("qin")).record)))
        assert player.page.locator("#coach p").is_visible()
    else:
        player.start_game("person", *["novice"] * (players - 1))
    player.press("hint", within="#tools")
    player.page.locator("#hints [data-action='try']").first.wait_for()
    edges = [*player.page.evaluate(STATUS_AND_HINTS), 800]
    assert edges == sorted(edges), "the hints are below the status and inside the window"
    assert player.page.evaluate("document.documentElement.scrollHeight") <= 800
