"""The editor: positions and maps by mouse, touch and keyboard; stored, checked, exported."""

import base64
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from e2e.access import AXE, WIDE, problems
from e2e.host_page import STYLE, HostPage
from e2e.pages import Kind, Pages
from e2e.player import CENTRE, CURRENT
from engine.lessons.lesson_file import parse
from engine.main import GAMES
from engine.session import links
from qin_core.khan_tsin import Position as KhanPosition
from qin_core.qin import Board, Position

MAP = "......\n.R..a.\n......\n......\n"
START = "map:....../.R..a./....../...... 6/1r4/6/6 - - 1 rr,ry|?3 ?1"
# Texts that can't be opened.
HOSTILE = [
    "<img src=x onerror=document.title='evil'>",
    "map:<svg/onload=alert(1)>/..../..../.... 4/4/4/4 - - 1 -|- -",
    "bird 13 - - 1 -|- -",
    '[Game "<script>document.title=1</script>"]',
    "R" * 90_000,
    "#position=AAAA",
    "....\n.R?.\n....\n....",
]


class Editing:
    """A person who uses the editor."""

    def __init__(self, pages: Pages, fragment: str = "", *, phone: bool = False) -> None:
        """Open the editor in English."""
        self.driver = pages.open(Kind("editor.html", phone), fragment, {"language": "en"})
        self.page = self.driver.page

    def wait_until_idle(self) -> None:
        """Wait until everything is drawn and stored."""
        self.driver.wait_until_idle()

    def press(self, action: str, value: str = "", within: str = "body") -> None:
        """Press the button of an action; on narrow pages some are folded away."""
        which = f'{within} button[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        pressed = self.page.locator(which).first
        if not pressed.is_visible() and self.page.locator(f'#folded-menu [data-action="{action}"]').count():
            self.page.locator("#menu .menu-toggle").click()
        pressed.click()
        self.wait_until_idle()

    def choose(self, field: str, value: str) -> None:
        """Choose from a list."""
        self.page.locator(f'select[data-field="{field}"]').select_option(value)
        self.wait_until_idle()

    def drag(self, *squares: str) -> None:
        """Paint over squares with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self.page.evaluate(CENTRE, squares[0]))
        mouse.down()
        for square in squares[1:]:
            mouse.move(*self.page.evaluate(CENTRE, square))
        mouse.up()
        self.wait_until_idle()

    def swipe(self, start: str, end: str) -> None:
        """Paint over squares with a finger."""
        session = self.page.context.new_cdp_session(self.page)
        (x, y), (to_x, to_y) = (self.page.evaluate(CENTRE, square) for square in (start, end))
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.25, 0.5, 0.75, 1):
            point = {"x": x + part * (to_x - x), "y": y + part * (to_y - y)}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.wait_until_idle()

    def open_text(self, text: str) -> None:
        """Paste a text and open it."""
        if not self.page.evaluate("dialog.open"):
            self.press("open", "open", "#menu")
        self.page.locator("#import-text").fill(text)
        self.press("import")

    def line(self) -> str:
        """Read the stored position of the shown game; fields 1 and 2 of Qin's lines are the spaces and their owners."""
        stored = json.loads(self.driver.stored("qin.editor") or "{}")
        return str(stored["drafts"][stored["game"]]["line"])

    def faults(self) -> list[str]:
        """Read the problems that the page lists."""
        return self.page.locator("#faults li").all_inner_texts()

    def saved(self, name: str, file: str = "") -> Path:
        """Save the position in a format; check how the suggested name ends, and return the file."""
        with self.page.expect_download() as started:
            self.press("save-as", name, "#dialog")
        assert started.value.suggested_filename.endswith(file)
        return Path(started.value.path())


def test_a_position_is_built_by_mouse_stored_and_exported(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.open_text(MAP)
    editing.press("tab", "qin position")
    editing.drag("b3", "d3")
    editing.press("brush", "y")
    editing.press("player", "2")
    editing.drag("a1", "a2")
    editing.press("brush", "pagoda")
    editing.drag("e3")
    # Take the first tile from the hand of player 1, twice, and put another one into it.
    for _ in range(2):
        editing.press("form", "take-1=0")
    editing.press("piece", "yb")
    editing.press("form", "put-1=yb")
    editing.choose("mover", "2")
    line = "map:....../.R..a./....../...... 6/1rrr2/y5/y5 a1=2,b3=1 a=2 2 yb,?1|?3 ?17|?16|?16|?16"
    assert editing.line() == line
    assert str(Position.parse(line)) == line
    editing.press("brush", "r")
    editing.drag("f1", "f4")
    editing.press("undo")
    assert editing.line() == line
    editing.driver.reopen()
    assert editing.line() == line, "nothing is lost"
    assert page.locator("#board .pagoda").count() == 3

    editing.choose("piles", "none")
    # Empty both hands, from the last tile to the first.
    for tile in ("1=1", "1=0", "2=2", "2=1", "2=0"):
        editing.press("form", f"take-{tile}")
    editing.press("piece", "rr")
    editing.press("form", "put-2=rr")
    editing.press("open", "take")
    line = "map:....../.R..a./....../...... 6/1rrr2/y5/y5 a1=2,b3=1 a=2 2 -|rr -"
    assert editing.saved("line").read_text() == line
    assert links.unwrap(editing.saved("link").read_text()) == ("position", line)
    assert Board.parse(editing.saved("board").read_text()).text == MAP
    assert ET.fromstring(editing.saved("svg").read_text()).tag.endswith("svg")
    image = editing.saved("png").read_bytes()
    signature, width = image[1:4], int.from_bytes(image[16:20])
    assert (signature, width) == (b"PNG", 1200)
    snippet = editing.saved("snippet").read_text()
    assert unescape(re.search('position="([^"]*)"', snippet)[1]) == line  # type: ignore[index]
    picture = base64.b64decode(re.search('base64,([^"]*)', snippet)[1])  # type: ignore[index]
    assert ET.fromstring(picture).tag.endswith("svg")
    for name, expected in (("line", line), ("snippet", snippet)):
        editing.press("copy-as", name, "#dialog")
        editing.driver.until(lambda: "Copied" in page.locator("#dialog .note").inner_text())
        assert page.evaluate("navigator.clipboard.readText()") == expected
    page.keyboard.press("Escape")
    editing.driver.until(lambda: page.evaluate("location.hash") == "")

    # Play on from the position.
    page.locator("#actions a.primary").click()
    editing.driver.until(lambda: "editor" not in page.url)
    editing.driver.wait()
    record = editing.driver.record()
    assert str(record.start) == line


def test_the_keyboard_suffices_and_problems_are_announced(pages: Pages) -> None:
    editing = Editing(pages, links.write("position", START))
    page, keyboard = editing.page, editing.page.keyboard
    assert editing.line() == START
    assert page.evaluate("location.hash") == ""
    page.locator('#grid [tabindex="0"]').focus()
    for key in ("PageDown", "Home", "y", "Shift+ArrowRight", "Shift+ArrowUp"):
        keyboard.press(key)
        editing.wait_until_idle()
    assert editing.line().split(" ")[1:3] == ["6/1r4/1y4/yy4", "a1=1"]
    assert page.locator("#live").inner_text().startswith("b2: Green’s yellow province, 3 spaces")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown", "2"):
        keyboard.press(key)
    editing.wait_until_idle()
    assert editing.line().split(" ")[2] == "a1=2"
    keyboard.press("Control+z")
    editing.wait_until_idle()
    assert editing.line().split(" ")[2] == "a1=1"
    keyboard.press("x")
    editing.wait_until_idle()
    assert editing.line().split(" ")[1:3] == ["6/1r4/1y4/1y4", "b1=1"]

    # Screen readers click the square.
    page.locator('#grid [data-square="b1"]').dispatch_event("click")
    editing.wait_until_idle()
    assert editing.line().split(" ")[1] == "6/1r4/1y4/6"
    keyboard.press("Control+z")
    editing.wait_until_idle()

    assert page.locator("#faults").get_attribute("role") == "status"
    assert editing.faults() == []
    editing.choose("players", "3")
    page.locator('#grid [data-square="b1"]').focus()
    keyboard.press("3")
    editing.choose("players", "2")
    assert editing.faults() == ["A province belongs to player 3, who doesn’t play."]
    assert page.locator("#board .marks").count() == 1
    page.locator('#grid [data-square="b1"]').focus()
    keyboard.press("1")
    editing.wait_until_idle()
    assert editing.faults() == []
    assert page.locator("#board .marks").count() == 0


def test_a_map_is_made_and_played_on(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.choose("board", "map")
    editing.choose("width", "6")
    editing.choose("height", "5")
    assert editing.faults() == ["There is no start space (R, Y or B)."]
    editing.press("brush", "~")
    editing.drag("a1", "f1")
    editing.press("brush", "B")
    editing.drag("b3", "c3")
    assert editing.faults() == ["Two start spaces B touch each other."]
    assert page.locator("#board .marks").count() == 1
    assert page.locator("#actions a[href]").count() == 0
    editing.drag("c3")
    assert editing.faults() == []
    editing.press("brush", "large-village")
    editing.drag("e4", "e5")
    editing.press("brush", "village")
    editing.drag("a5")
    rows = "b...a./....a./.B..../....../~~~~~~".replace("/", "\n") + "\n"
    page.locator("#actions a", has_text="Play on this map").click()
    editing.driver.until(lambda: "editor" not in page.url)
    editing.driver.wait()
    editing.driver.until(lambda: page.evaluate("dialog.dataset.window") == "new")
    assert page.locator('#dialog [data-field="own_map"]').input_value() == rows.strip()
    editing.press("start-game", within="#dialog")
    editing.driver.until(lambda: bool(editing.driver.stored(CURRENT)))
    record = editing.driver.record()
    assert record.start.board.text == rows


def test_hostile_texts_change_nothing_but_the_message(pages: Pages) -> None:
    editing = Editing(pages, links.write("position", START))
    page = editing.page
    for text in HOSTILE:
        editing.open_text(text)
        # Texts that begin with # are links.
        words = "The link is damaged or incomplete." if text.startswith("#") else "That couldn’t be opened."
        assert page.locator("#dialog .note").inner_text().startswith(words), text[:40]
        assert editing.line() == START
    assert page.locator("#dialog img, #dialog script").count() == 0
    page.keyboard.press("Escape")
    editing.wait_until_idle()
    faulty = "map:....../.R..a./....../...... 6/1rr3/6/6 - a=4 1 -|- -"
    editing.open_text(faulty)
    assert len(editing.faults()) == 2, "a drawable position is shown with its problems"
    assert editing.line() == faulty
    assert "Qin" in page.title()


def click(editing: Editing, *spaces: int) -> None:
    """Click on spaces of the dragon."""
    for space in spaces:
        editing.page.mouse.click(*editing.page.evaluate(CENTRE, str(space)))
        editing.wait_until_idle()


def test_a_position_of_khan_tsin_is_painted_without_letters(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.press("tab", "khan-tsin position")
    assert editing.line() == "/".join(["-"] * 36) + " s -", "it begins empty"
    assert page.locator("#panel textarea, #panel input[type=text]").count() == 0
    click(editing, 1, 1, 3)
    editing.press("brush", "b")
    click(editing, 1, 36)
    editing.press("brush", "erase")
    click(editing, 3)
    line = "/".join(["rrb", *["-"] * 34, "b"])
    assert editing.line() == f"{line} s -"
    editing.press("undo")
    assert editing.line() == "/".join(["rrb", "-", "r", *["-"] * 32, "b"]) + " s -"
    editing.press("redo")
    page.locator('#form label:has(input[value="2"])').click()
    page.locator('#form input[data-field="two_speeds"]').check()
    editing.wait_until_idle()
    assert editing.line() == f"{line} n t"
    editing.press("clear")
    assert editing.line() == "/".join(["-"] * 36) + " n t"
    assert "Put barons on the dragon" in page.locator("#faults").inner_text()
    editing.press("undo")
    page.locator('#grid [tabindex="0"]').focus()
    for key in ("Home", "ArrowRight", "w", "Shift+ArrowRight"):
        page.keyboard.press(key)
        editing.wait_until_idle()
    assert editing.line().startswith("rrb/w/w/-/")
    assert page.locator("#live").inner_text() == "3: 1 baron: white. 3 pairs of claws."
    editing.driver.reopen()
    assert editing.line().startswith("rrb/w/w/-/")
    assert page.locator('#modes [aria-pressed="true"]').inner_text() == "Khan Tsin"
    editing.press("open", "take")
    address = editing.saved("link").read_text()
    assert str(KhanPosition.parse(links.unwrap(address).text)) == editing.line()
    assert ET.fromstring(editing.saved("svg").read_text()).tag.endswith("svg")
    assert len(editing.saved("short-snippet").read_text()) < 300


@pytest.mark.parametrize("tab", ["qin position", "khan-tsin position"])
def test_a_lesson_is_made_saved_and_opened_again(pages: Pages, tab: str) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.press("tab", tab)
    if tab.startswith("khan"):
        click(editing, 1, 5)
    editing.press("open", "lesson", "#actions")
    if tab.startswith("qin"):
        assert "face down" in page.locator("#dialog .faults").inner_text(), "readers need tiles that they see"
        editing.press("open-hand", within="#dialog")
    for field, text in {"title": "Mine", "text": "A text of my own.\n\nOn & on.", "task": "Do it."}.items():
        page.locator(f'#dialog [data-field="{field}"]').fill(text)
        editing.wait_until_idle()
    saved = editing.saved("lesson", "mine.lesson").read_text()
    made = parse(saved, "mine.lesson", GAMES, ())
    assert (str(made.start), made.ui.name, list(made.texts)) == (editing.line(), tab.split()[0], ["en"])
    page.keyboard.press("Escape")
    editing.driver.until(lambda: page.evaluate("location.hash") == "")
    editing.press("clear")
    editing.press("open", "open", "#menu")
    page.locator('#dialog input[type="file"]').set_input_files(
        {"name": "mine.lesson", "mimeType": "text/plain", "buffer": saved.encode()}
    )
    editing.driver.until(lambda: page.evaluate("dialog.dataset.window") == "lesson")
    editing.wait_until_idle()
    assert page.locator('#dialog [data-field="title"]').input_value() == "Mine"
    assert page.locator('#dialog [data-field="text"]').input_value() == "A text of my own.\n\nOn & on."
    assert editing.line() == str(made.start)
    assert editing.saved("lesson").read_text() == saved


def test_a_lesson_of_the_editor_is_embedded_with_its_title_and_text(
    pages: Pages, reader_browser: Browser, live_host: Callable[[Browser], HostPage]
) -> None:
    editing = Editing(pages)
    editing.press("tab", "khan-tsin position")
    click(editing, 1, 5)
    editing.press("open", "lesson", "#actions")
    for field, text in {"title": "Mine", "text": "A text of my own."}.items():
        editing.page.locator(f'#dialog [data-field="{field}"]').fill(text)
        editing.wait_until_idle()
    code = editing.saved("lesson-snippet").read_text().split("</script>", 1)[1]
    host = live_host(reader_browser)
    host.show(code.replace("<qin-board", '<qin-board id="a" language="de"'), STYLE)
    host.board("a").click()
    host.ready("a")
    assert host.board("a").locator(".lesson-title").inner_text() == "Mine"
    assert host.board("a").locator(".lesson-text").inner_text() == "A text of my own."
    assert host.board("a").locator(".lesson-task").inner_text() == "Lass einen Baron auf einem anderen landen.", (
        "an empty task becomes the goal, in the reader's language"
    )


def test_a_lesson_is_tried_as_its_readers_see_it(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.press("tab", "khan-tsin position")
    click(editing, 1, 5)
    editing.press("open", "lesson", "#actions")
    page.locator('#dialog [data-field="text"]').fill("A text & more.\n\nThe rest.")
    editing.wait_until_idle()
    page.locator("#dialog .lesson a.primary").click()
    page.wait_for_selector(".lesson-text", timeout=60_000)
    assert page.locator(".lesson-text").inner_text() == "A text & more.\n\nThe rest."
    assert page.locator(".lesson-task").inner_text() == "Land on another baron."
    assert page.locator("#hits, #squares").count()
    page.get_by_text("Back to the editor").click()
    editing.driver.until(lambda: "editor.html#lesson" in page.url)
    editing.wait_until_idle()
    assert page.locator('#dialog [data-field="text"]').input_value() == "A text & more.\n\nThe rest."
    page.keyboard.press("Escape")
    editing.driver.until(lambda: page.evaluate("!dialog.open"))
    editing.wait_until_idle()
    assert page.evaluate("location.pathname + location.hash") == "/editor.html", "not back to the lesson"


@pytest.mark.parametrize(("phone", "light"), [(False, "dark"), (True, "light")], ids=["desk-dark", "phone-light"])
def test_the_editor_is_accessible(pages: Pages, phone: bool, light: Any) -> None:
    editing = Editing(pages, links.write("position", START), phone=phone)
    page = editing.page
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    page.evaluate(AXE)
    broken: dict[str, list[str]] = {}

    def check(state: str) -> None:
        if found := problems(page, phone=phone):
            broken[state] = found

    check("position")
    if phone:
        editing.swipe("c1", "f1")
        assert editing.line().split(" ")[1] == "6/1r4/6/2rrrr", "a finger paints"
    editing.choose("players", "4")
    editing.choose("piles", "written")
    editing.press("player", "4")
    editing.press("brush", "y")
    editing.drag("a1", "a2")
    editing.choose("players", "2")
    check("faults")
    editing.press("open", "take")
    check("take with faults")
    page.keyboard.press("Escape")
    editing.press("undo")
    for dialog in ("take", "lesson", "open", "help"):
        editing.press("open", dialog)
        check(dialog)
        page.keyboard.press("Escape")
        editing.driver.until(lambda: page.evaluate("location.hash") == "")
    editing.press("tab", "qin map")
    check("map")
    editing.press("tab", "khan-tsin position")
    check("dragon")
    for language in ("fr", "de", "nl"):
        if phone:
            page.locator("#menu .menu-toggle").click()
        page.locator("#menu select").select_option(language)
        editing.wait_until_idle()
        page.locator("#folded-menu").evaluate("menu => menu.matches(':popover-open') && menu.hidePopover()")
        assert page.evaluate(WIDE) <= 0, language
    assert not broken, "\n".join(f"{state}: {fault}" for state, found in broken.items() for fault in found)


def test_a_very_narrow_editor_does_not_scroll_sideways(pages: Pages) -> None:
    """At 400 % zoom a page is 250 pixels wide or less."""
    editing = Editing(pages, links.write("position", START))
    for tab in ("qin position", "qin map", "khan-tsin position"):
        editing.press("tab", tab)
        for width in (360, 320, 250):
            editing.page.set_viewport_size({"width": width, "height": 600})
            editing.wait_until_idle()
            assert editing.page.evaluate(WIDE) <= 0, (tab, width)
