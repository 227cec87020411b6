"""The editor: positions and maps by mouse, touch and keyboard; stored, checked, exported."""

import base64
import json
import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from e2e.access import AXE, RUN, SMALL, WIDE
from e2e.pages import Kind, Pages
from e2e.player import CENTRE, CURRENT
from engine.lessons.lesson_file import parse
from engine.main import GAMES
from engine.session import links
from qin_core.khan_tsin import Position as KhanPosition
from qin_core.qin import Board, Position

MAP = "......\n.R..a.\n......\n......\n"
START = "map:....../.R..a./....../...... 6/1r4/6/6 - - 1 rr,ry|?3 ?1"
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
        """Press the button of an action."""
        which = f'{within} button[data-action="{action}"]' + (f'[data-value="{value}"]' if value else "")
        self.page.locator(which).first.click()
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
        """Read the stored position."""
        return str(json.loads(self.driver.stored("qin.editor") or "{}")["line"])

    def faults(self) -> list[str]:
        """Read the problems that the page lists."""
        return self.page.locator("#faults li").all_inner_texts()

    def saved(self, name: str) -> Path:
        """Export one format as a file."""
        with self.page.expect_download() as started:
            self.press("save-as", name, "#dialog")
        return Path(started.value.path())


def test_a_position_is_built_by_mouse_stored_and_exported(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.open_text(MAP)
    editing.press("mode", "position")
    editing.drag("b3", "d3")
    editing.press("brush", "y")
    editing.press("player", "2")
    editing.drag("a1", "a2")
    editing.press("brush", "pagoda")
    editing.drag("e3")
    for _ in range(2):
        editing.press("take-out", "1-0")
    editing.press("tile", "yb")
    editing.press("put", "1")
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
    for number in ("1-1", "1-0", "2-2", "2-1", "2-0"):
        editing.press("take-out", number)
    editing.press("tile", "rr")
    editing.press("put", "2")
    editing.press("open", "take")
    line = "map:....../.R..a./....../...... 6/1rrr2/y5/y5 a1=2,b3=1 a=2 2 -|rr -"
    assert editing.saved("line").read_text() == line
    assert links.unwrap(editing.saved("link").read_text()) == ("position", line)
    assert Board.parse(editing.saved("board").read_text()).text == MAP
    assert ET.fromstring(editing.saved("svg").read_text()).tag.endswith("svg")
    image = editing.saved("png").read_bytes()
    assert (image[1:4], int.from_bytes(image[16:20])) == (b"PNG", 1200)
    snippet = editing.saved("snippet").read_text()
    assert unescape(re.search('position="([^"]*)"', snippet)[1]) == line  # type: ignore[index]
    picture = base64.b64decode(re.search('base64,([^"]*)', snippet)[1])  # type: ignore[index]
    assert ET.fromstring(picture).tag.endswith("svg")
    editing.choose("goal", "expand")
    page.locator('#dialog [data-field="title"]').fill("Mine")
    editing.wait_until_idle()
    lesson = parse(editing.saved("lesson").read_text(), "my-lesson.lesson", GAMES)
    assert (str(lesson.start), lesson.words["en"].title) == (line, "Mine")
    for name, expected in (("line", line), ("snippet", snippet)):
        editing.press("copy-as", name, "#dialog")
        editing.driver.until(lambda: "Copied" in page.locator("#dialog .said").inner_text())
        assert page.evaluate("navigator.clipboard.readText()") == expected
    page.keyboard.press("Escape")
    editing.driver.until(lambda: page.evaluate("location.hash") == "")

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
    page.locator('[data-cell="b1"]').dispatch_event("click")
    editing.wait_until_idle()
    assert editing.line().split(" ")[1] == "6/1r4/1y4/6"
    keyboard.press("Control+z")
    editing.wait_until_idle()

    assert page.locator("#faults").get_attribute("role") == "status"
    assert editing.faults() == []
    editing.choose("players", "3")
    page.locator('[data-cell="b1"]').focus()
    keyboard.press("3")
    editing.choose("players", "2")
    assert editing.faults() == ["A province belongs to player 3, who doesn’t play."]
    assert page.locator("#board .marks").count() == 1
    page.locator('[data-cell="b1"]').focus()
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
    editing.press("begin", within="#dialog")
    editing.driver.until(lambda: bool(editing.driver.stored(CURRENT)))
    record = editing.driver.record()
    assert record.start.board.text == rows


def test_hostile_texts_change_nothing_but_the_message(pages: Pages) -> None:
    editing = Editing(pages, links.write("position", START))
    page = editing.page
    for text in HOSTILE:
        editing.open_text(text)
        assert page.locator("#dialog .said").inner_text().startswith("That couldn’t be opened."), text[:40]
        assert editing.line() == START
    assert page.locator("#dialog img, #dialog script").count() == 0
    page.keyboard.press("Escape")
    editing.wait_until_idle()
    faulty = "map:....../.R..a./....../...... 6/1rr3/6/6 - a=4 1 -|- -"
    editing.open_text(faulty)
    assert len(editing.faults()) == 2, "a drawable position is shown with its problems"
    assert editing.line() == faulty
    assert "Qin" in page.title()


def test_a_position_of_khan_tsin_is_written_and_touched(pages: Pages) -> None:
    editing = Editing(pages)
    page = editing.page
    editing.open_text("/".join(["rrr", *["-"] * 34, "b"]) + " s -")
    assert page.evaluate("dialog.dataset.window") == "dragon"
    touch = """space => {
      const place = document.querySelector(`#dialog [data-space="${space}"].hit`);
      place.scrollIntoView({ block: 'center' });
      place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }"""
    page.evaluate(touch, "1")
    editing.wait_until_idle()
    assert "more than three barons" in page.locator("#dialog .faults").inner_text()
    editing.press("baron", "-", "#dialog")
    page.evaluate(touch, "1")
    editing.wait_until_idle()
    assert page.locator("#dialog .faults li").count() == 0
    line = editing.saved("dragon-link").read_text()
    assert str(KhanPosition.parse(links.unwrap(line)[1])) == "/".join(["rrr", *["-"] * 34, "b"]) + " s -"
    assert ET.fromstring(editing.saved("dragon-svg").read_text()).tag.endswith("svg")


@pytest.mark.parametrize(("phone", "light"), [(False, "dark"), (True, "light")], ids=["desk-dark", "phone-light"])
def test_the_editor_is_accessible(pages: Pages, phone: bool, light: Any) -> None:
    editing = Editing(pages, links.write("position", START), phone=phone)
    page = editing.page
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    page.evaluate(AXE)
    broken: dict[str, list[str]] = {}

    def look(state: str) -> None:
        found = page.evaluate(RUN) + (page.evaluate(SMALL) if phone else [])
        found += [f"too wide by {wide}" for wide in [page.evaluate(WIDE)] if wide > 0]
        if found:
            broken[state] = found

    look("position")
    if phone:
        editing.swipe("c1", "f1")
        assert editing.line().split(" ")[1] == "6/1r4/6/2rrrr", "a finger paints"
    editing.choose("players", "4")
    editing.choose("piles", "written")
    editing.press("player", "4")
    editing.press("brush", "y")
    editing.drag("a1", "a2")
    editing.choose("players", "2")
    look("faults")
    editing.press("open", "take")
    look("take with faults")
    page.keyboard.press("Escape")
    editing.press("undo")
    for window in ("take", "dragon", "open", "help"):
        editing.press("open", window)
        look(window)
        page.keyboard.press("Escape")
        editing.driver.until(lambda: page.evaluate("location.hash") == "")
    editing.press("mode", "map")
    look("map")
    for language in ("fr", "de", "nl"):
        page.locator("#menu select").select_option(language)
        editing.wait_until_idle()
        assert page.evaluate(WIDE) <= 0, language
    assert not broken, "\n".join(f"{state}: {fault}" for state, found in broken.items() for fault in found)
