"""For everybody: axe in every state, names, targets, announcements, widths, languages."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from e2e.access import AXE, RUN, SMALL, WIDE
from e2e.playing import PHONE, Player, greedy
from e2e.watching import online
from engine import links
from qin_core.qin import Position, Record
from web.build.serving import Server

SIZES = ((320, 256), (360, 740), (390, 844), (640, 400), (768, 1024), (1024, 768), (1280, 800), (2560, 1300))
"""What people have: phones upright, tablets, desks; and a desk at 200 % and 400 %."""
LANGUAGES = ("en", "fr", "de", "nl")
REFUSING = "map:......./.R...../......./....... 7/1rr1rr1/7/7 b3=1,e3=2 - 1 ry,yy|rr,bb -"


@pytest.fixture(params=["desk", "phone"])
def player(request: pytest.FixtureRequest, browser: Browser, site: Server) -> Iterator[Player]:
    """Sit somebody down at a desk or with a phone."""
    options: dict[str, Any] = PHONE if request.param == "phone" else {"viewport": {"width": 1280, "height": 800}}
    context = online(browser, bypass_csp=True, reduced_motion="reduce", **options)
    somebody = Player(context, site, settings={"language": "en"})
    somebody.page.add_script_tag(content=AXE)
    yield somebody
    somebody.watched.check()
    context.close()


def states(player: Player) -> Iterator[str]:
    """Bring the page into every main state."""
    page = player.page
    yield "start"
    for window in ("new", "games", "share", "settings", "help"):
        player.open(window)
        yield window
        if window == "new":
            player.choose("board", "map")
            page.locator('#dialog [data-field="own_map"]').fill("R..?")
            player.settle()
            yield "own map with faults"
        player.close()
    player.begin(["person", "person"])
    player.uncover()
    page.locator("#hand .tile").first.click()
    player.settle()
    yield "picked"
    position = player.record().end()
    player.page.keyboard.press("Escape")
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 1)
    yield "covered"
    player.uncover()
    position = player.record().end()
    move = greedy(position)
    page.locator(f'#hand [data-value="{position.hand(position.mover).index(move.tile)}"]').click()
    player.click(move.spaces[0][1])
    player.settle()
    yield "ghost"
    player.press("look", "0", "#replay")
    yield "looking back"
    _open(player, links.write("position", REFUSING))
    player.uncover()
    page.locator("#hand .tile").first.click()
    player.click("d3")
    player.settle()
    yield "refused"
    _open(player, "#game=AAAA")
    yield "message"
    player.press("dismiss-note")
    _open(player, links.write("game", str(_finished())))
    player.press("open", "end", "#tools")
    player.until(lambda: player.dialog() == "end")
    yield "end"
    player.close()
    yield "after the end"


def _open(player: Player, fragment: str) -> None:
    player.page.evaluate("hash => { location.hash = hash }", fragment)
    player.until(lambda: player.page.evaluate("location.hash") == "")
    player.settle()


@cache
def _finished() -> Record:
    record = Record(Position.deal("lion", 4, seed=2))
    while record.result == "*":
        record = record.add(greedy(record.end()))
    return record


def test_axe_finds_nothing_and_targets_are_large(player: Player) -> None:
    touch = player.page.evaluate("matchMedia('(hover: none)').matches")
    broken = {}
    for state in states(player):
        found = player.page.evaluate(SMALL) if touch else []
        found += [f"too wide by {wide}" for wide in [player.page.evaluate(WIDE)] if wide > 0]
        for light in ("dark", "light"):
            player.page.emulate_media(color_scheme=light)
            found += [f"{light}: {fault}" for fault in player.page.evaluate(RUN)]
        if found:
            broken[state] = found
    assert not broken, "\n".join(f"{state}: {fault}" for state, found in broken.items() for fault in found)


def test_nothing_is_cut_off_at_any_size_in_any_language(browser: Browser, site: Server) -> None:
    context = online(browser, bypass_csp=True)
    player = Player(context, site)
    for language in LANGUAGES:
        player.page.locator("#menu select").select_option(language)
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            player.settle()
            assert player.page.evaluate(WIDE) <= 0, (language, width)
            assert player.page.evaluate("table.offsetWidth") >= 250, (language, width)
            cut = player.page.evaluate(
                """() => [...document.querySelectorAll('header button, #tools button, #replay button')].filter(
                  one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML)"""
            )
            assert cut == [], (language, width)
        for window in ("new", "help"):
            player.open(window)
            for width, height in SIZES:
                player.page.set_viewport_size({"width": width, "height": height})
                player.settle()
                assert player.page.evaluate("dialog.scrollWidth - dialog.clientWidth") <= 0, (language, window, width)
            player.page.keyboard.press("Escape")
            player.until(lambda: player.page.evaluate("!dialog.open && location.hash === ''"))
            assert player.page.locator(":focus-visible").count() == 0, "who came by mouse sees no ring"
    context.close()


def test_the_keyboard_alone_is_enough_and_moves_are_announced(context: BrowserContext, site: Server) -> None:
    player = Player(context, site, settings={"language": "en"})
    page, keyboard = player.page, player.page.keyboard
    stops = 0
    while not page.evaluate("!!document.activeElement.dataset.cell"):
        keyboard.press("Tab")
        stops += 1
        assert stops < 12, "the board is not far away"
    at = page.evaluate("document.activeElement.dataset.cell")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowRight")
    player.settle()
    assert page.evaluate("document.activeElement.dataset.cell") != at
    assert page.locator("#board .cursor").count() == 1
    focused = "document.querySelector('#squares .focused').dataset.square === document.activeElement.dataset.cell"
    keyboard.press("Escape")
    assert page.evaluate(focused), "seen, whatever else is shown"
    keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.cell").startswith("a")
    assert page.evaluate(focused)
    assert page.locator('#grid [tabindex="0"]').count() == 1, "one tab stop"
    player.until(lambda: player.page.locator('#tools [data-action="place"]').count() == 1)
    turns = player.turns()
    for number in "123":
        keyboard.press(number)
        player.settle()
        cell = page.locator('[data-cell]:text("The tile can go here.")').first
        if cell.count():
            break
        keyboard.press("Escape")
    # A screen reader presses the square itself.
    cell.dispatch_event("click")
    player.until(lambda: page.locator("#board .ghost").count() == 1)
    assert "Enter makes the move." in page.locator("#status .hidden").inner_text()
    keyboard.press("Escape")
    player.type_square(cell.get_attribute("data-cell") or "")
    keyboard.press("Enter")
    player.settle()
    assert page.locator("#board .ghost").count() == 1
    assert page.locator("#status").get_attribute("role") == "status"
    keyboard.press("Enter")
    player.until(lambda: player.turns() > turns)
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    player.until(lambda: " places " in (page.locator("#live").text_content() or ""))
    player.until(lambda: page.locator("#live").text_content().startswith("White"))  # type: ignore[union-attr]
    player.watched.check()


def test_the_page_never_jumps(browser: Browser, site: Server) -> None:
    """Nothing moves when a tile is picked, the text changes, the computer thinks, the coach speaks, a window opens."""
    watch: Callable[[], Any]
    for width, height in ((1280, 800), (390, 844)):
        context = online(browser, worker=True, viewport={"width": width, "height": height})
        player = Player(context, site, settings={"language": "en"})

        def watch(player: Player = player) -> Any:
            return player.page.evaluate(
                """() => ['table', 'players', 'status', 'hand', 'tools', 'replay'].map(id => {
                  const box = document.getElementById(id).getBoundingClientRect();
                  return [id, Math.round(box.x), Math.round(box.y + scrollY), Math.round(box.width)].join(' ');
                })"""
            )

        player.until(lambda player=player: player.page.locator('#tools [data-action="place"]').count() == 1)  # type: ignore[misc]
        before = watch()
        player.page.locator("#hand .tile").first.click()
        player.settle()
        assert watch() == before
        player.page.keyboard.press("Escape")
        player.watched.play()
        player.settle()
        assert watch() == before
        player.until(lambda player=player: player.page.locator('#tools [data-action="place"]').count() == 1)  # type: ignore[misc]
        assert watch() == before
        player.open("help")
        assert watch() == before
        context.close()
