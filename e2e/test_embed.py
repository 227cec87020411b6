"""Boards on a host page: another origin, a strict policy, hostile styles and texts."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext

from e2e.access import AXE, WIDE
from e2e.conftest import SITE
from e2e.host_page import PICTURE, READY, STYLE, HostPage, Visit, board, wait_for_frames
from e2e.page_driver import PageDriver, new_context
from e2e.pages import PHONE
from e2e.player import MAX_ROTATIONS
from engine.session import links
from qin_core.qin import Position, Record
from tests.engine_qin import JOINS
from web.build.serving import Server

pytestmark = pytest.mark.worker

DEALT = str(Position.deal("bird", 2, seed=7, first=1))
# HTML that would set `pwned` if a board wrote it unescaped.
EVIL = "<img src=x onerror=globalThis.pwned=1>"
# The attributes of boards by the kind of attack.
HOSTILE = {
    "script": {"position": f"<script>globalThis.pwned=1</script>{EVIL}"},
    "quoted": {"position": f'"><script>globalThis.pwned=1</script> {EVIL} 7 - - 1 {EVIL} -'},
    "header": {"record": f'[Game "{EVIL}"]\n[Version "1"]\n[Board "{EVIL}"]\n\n1. {EVIL}'},
    "proto": {"game": "constructor", "lesson": "__proto__", "puzzle": "constructor", "move": "toString"},
    "endless": {"position": "x" * 300_000},
    "style": {"position": JOINS, "size": "1px;background:url(x)", "theme": "}*{color:red}", "language": EVIL},
}
# The parts of a host page that a board must not change.
HOST = """() => ({
  globals: Object.getOwnPropertyNames(globalThis).filter(name => !['heard', 'messages', 'pwned'].includes(name)).sort(),
  styles: ['html', 'body', 'h1', '#first', '#first a', '#first button', '#last'].map(which => {
    const style = getComputedStyle(document.querySelector(which));
    return [...style].filter(name => !/size|height|origin|inset|^(top|bottom|perspective)/.test(name))
      .map(name => style.getPropertyValue(name)).join('|');
  }),
  sheets: [document.styleSheets.length, document.adoptedStyleSheets.length, document.querySelectorAll('style').length],
  head: document.head.innerHTML,
  texts: [...document.querySelectorAll('h1, #first, #last')].map(one => one.outerHTML),
  children: [...document.body.children].map(one => one.localName).join(),
  title: document.title, address: location.href, history: history.length, scroll: scrollY,
  focus: document.activeElement.outerHTML, frames: frames.length, name: window.name,
  prototypes: [Object, Array, String, Element, HTMLElement, Node, EventTarget, Promise]
    .map(kind => Object.getOwnPropertyNames(kind.prototype).length),
})"""
# Posts messages to the frame.
POST = "all => all.forEach(one => frame.contentWindow.postMessage(one, '*'))"
# Lists what axe finds wrong on the board.
RUN_ON_BOARD = """() => axe.run('#a', { resultTypes: ['violations'] }).then(found => found.violations.map(
  broken => `${broken.id}: ${broken.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`))"""
# Adds a frame.
ADD_FRAME = """address => {
  document.body.append(Object.assign(document.createElement('iframe'), { src: address }));
}"""
# Makes the first legal move on the last board.
PLAY_ON_LAST = """() => {
  const board = [...document.querySelectorAll('qin-board')].at(-1);
  return board.state().then(({ moves }) => board.play(moves[0]).then(() => 0));
}"""


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_twelve_boards_and_two_frames_under_a_strict_policy(browser: Browser, visit: Visit, device: str) -> None:
    options: dict[str, Any] = PHONE if device == "phone" else {"viewport": {"width": 1280, "height": 800}}
    context = new_context(browser, worker=True, locale="en-GB", **options)
    good = [
        board("game", PICTURE, start="visible", game="khan-tsin"),
        board("still", PICTURE, position=JOINS),
        board("played", position=JOINS, move="anybody", theme="dark", language="nl"),
        board("record", record=links.write("game", str(_record())), language="fr"),
        board("small", position=JOINS, size="200", coordinates="off"),
        board("lesson", lesson="two-at-once", language="de"),
    ]
    bad = [board(f"bad-{name}", PICTURE, start="visible", **texts) for name, texts in HOSTILE.items()]
    framed = "".join(
        f'<iframe src="SITE/embed.html#{address}" width="300" height="420" title="A board"></iframe>'
        for address in ("lesson=two-at-once&language=fr", f"position={EVIL}&move={EVIL}&theme=%22")
    )
    host = visit(context, "".join(f"<div>{one}</div>" for one in good + bad) + framed)
    page = host.page
    before = page.evaluate(HOST)
    for identity in ("game", "played", "record", "small", "lesson", "bad-style"):
        host.board(identity).scroll_into_view_if_needed()
        host.ready(identity)
    # All but one are refused with a list of problems; a wrong size, theme or language does no harm.
    for name in HOSTILE.keys() - {"style"}:
        bad_board = host.board(f"bad-{name}")
        bad_board.scroll_into_view_if_needed()
        host.until(lambda bad_board=bad_board: bad_board.locator("#wait li").count() > 0)  # type: ignore[misc]
        assert bad_board.locator("svg").first.is_visible()
    wait_for_frames(page, host.frames("lesson="))
    (hostile,) = host.frames("onerror")
    page.locator("iframe").last.scroll_into_view_if_needed()
    host.until(lambda: hostile.locator("#wait li").count() > 1)
    assert "still" not in page.evaluate("document.getElementById('still').shadowRoot.textContent")
    assert host.board("still").locator("#play").is_hidden()
    # All boards of a page share one frame; each embed.html is a page of its own.
    assert len(host.frames("engine.html")) == 3
    assert {frame.evaluate("globalThis.pwned ?? 0") for frame in page.frames} == {0}
    assert len(page.frames) == 6, "the page, three engines and two frames"
    assert page.evaluate(WIDE) <= 0
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(HOST) == before
    # The host's styles don't apply: no 62.5 %, no cursive, no green.
    style = "name => getComputedStyle(played.shadowRoot.querySelector('#status'))[name]"
    assert page.evaluate(style, "fontSize") == "16px"
    assert page.evaluate(style, "letterSpacing") == "normal"
    assert page.evaluate(style, "display") == "block"
    context.close()


def _record() -> Record:
    """Record the first turns of a game."""
    record = Record(Position.parse(DEALT))
    for _ in range(6):
        record = record.add(record.end().moves()[0])
    return record


def test_events_methods_and_attributes(browser: Browser, live_host: Callable[[Browser], HostPage]) -> None:
    host = live_host(browser)
    host.show(board("a", move="anybody", position=JOINS) + board("b", lesson="two-at-once"), STYLE)
    page, one = host.page, host.board("a")
    host.ready("a", "b")
    assert [detail["position"] for detail in host.heard("qin-ready", "a")] == [JOINS]
    one.locator("#hand .tile").first.click()
    one.locator('#squares [data-square="d3"]').click()
    host.until(lambda: len(host.heard("qin-refused", "a")) == 1)
    (refused,) = host.heard("qin-refused", "a")
    assert refused["reason"] == "tied-merge"
    assert refused["words"] in one.locator("#status").inner_text()
    assert one.locator("#board .marks").count() == 1
    state = host.ask("a", "play", "rd4yd3")
    assert (state["turns"], state["refused"]) == (["rd4yd3"], None)
    (moved,) = host.heard("qin-move", "a")
    assert (moved["move"], moved["events"], moved["position"]) == ("rd4yd3", [], state["position"])
    assert page.evaluate("a.position") == state["position"]
    assert host.ask("a", "play", "<b>")["refused"]["reason"] == "malformed"
    assert host.ask("a", "undo")["turns"] == []
    # Changed attributes apply; problems are listed and can be corrected.
    page.evaluate("a.setAttribute('language', 'de')")
    host.until(lambda: "Grün" in one.locator("#players").inner_text())
    assert "weder eine Partie" in page.evaluate("a.setPosition('nonsense').catch(error => error.message)")
    assert one.locator("#wait li").count() == 1
    assert host.ask("a", "setPosition", JOINS)["position"] == JOINS
    assert one.locator("#wait li").count() == 0
    # A lesson: a wrong attempt, a retry, the right move.
    lesson = host.board("b")
    host.ask("b", "play", "rd4ye4")
    lesson.locator('[data-action="again"]').click()
    lesson.locator("#hand .tile").first.click()
    lesson.locator('#squares [data-square="d3"]').click()
    ghost = lesson.locator("#board .ghost")
    for _ in range(MAX_ROTATIONS):
        if ghost.get_attribute("data-move") == "rd3yc3":
            break
        lesson.locator('[data-action="rotate"]').click()
        host.wait_until_idle()
    lesson.locator('[data-action="place"]').click()
    host.until(lambda: bool(host.heard("qin-goal", "b")))
    assert host.heard("qin-goal", "b") == [{"lesson": "two-at-once", "move": "rd3yc3"}]
    # A moved element keeps its board; a removed and reinserted one starts again.
    page.evaluate("document.body.prepend(a)")
    host.ask("a", "play", "rd4yd3")
    page.evaluate("globalThis.kept = a; a.remove()")
    page.evaluate("document.body.prepend(kept)")
    host.ready("a")
    assert host.ask("a", "state")["turns"] == []


def test_against_the_computer_to_the_end(browser: Browser, live_host: Callable[[Browser], HostPage]) -> None:
    start = "map:R...../....../.....Y/B..... r5/6/5y/b5 - - 1 rr,yy|ry,bb -"
    host = live_host(browser)
    host.show(board("a", position=start, move="computer", level="1"), STYLE)
    host.ready("a")
    for _ in range(4):
        state = host.ask("a", "state")
        if state["winners"]:
            break
        turns = len(state["turns"])
        host.ask("a", "play", state["moves"][0])
        host.until(lambda turns=turns: len(host.heard("qin-move")) > turns + 1 or bool(host.heard("qin-end")))  # type: ignore[misc]
    assert [move["player"] for move in host.heard("qin-move")][:2] == [1, 2]
    assert host.heard("qin-end")
    host.board("a").locator('[data-action="again"]').click()
    host.until(lambda: host.ask("a", "state")["turns"] == [])


def test_nothing_is_loaded_until_a_board_is_near(context: BrowserContext, visit: Visit, site: Server) -> None:
    site.sent.clear()
    gap = '<div class="gap"></div>'
    column = f'<div id="column" class="tall">{gap}{board("far", position=JOINS)}{gap}</div>'
    # Scrolled by 2850 pixels, the column shows the top of the board, which is 3000 pixels down.
    style = ".tall { height: 300px; overflow: auto; } .gap { height: 3000px; }"
    host = visit(context, board("pictured", PICTURE, position=JOINS) + column, style=style)
    page = host.page
    host.wait_until_idle()
    assert (host.frames("engine.html"), set(site.sent)) == ([], {"/qin-embed.js"})
    page.locator("#first input").focus()
    page.evaluate("column.scrollTop = 2850")
    host.ready("far")
    assert page.evaluate("[column.scrollTop, scrollY, document.activeElement.localName]") == [2850, 0, "input"]
    assert host.board("pictured").locator("#play").is_hidden()
    host.board("pictured").click()
    host.ready("pictured")
    assert not host.board("pictured").locator("circle").first.is_visible()
    # In print: the board without controls.
    page.emulate_media(media="print")
    assert host.board("pictured").locator("#board svg").is_visible()
    assert not host.board("pictured").locator("#status").is_visible()


def test_the_picture_is_shown_without_scripts(browser: Browser, visit: Visit) -> None:
    context = browser.new_context(java_script_enabled=False)
    host = visit(context, board("a", PICTURE, position=JOINS))
    assert host.page.locator("#a svg").is_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_is_accessible_by_keyboard(
    browser: Browser, live_host: Callable[[Browser], HostPage], scheme: Literal["light", "dark"]
) -> None:
    host = live_host(browser)
    page, keyboard = host.page, host.page.keyboard
    page.emulate_media(color_scheme=scheme)
    dark = f'<div class="dark">{board("a", PICTURE, position=DEALT, move="anybody")}</div>'
    host.show(dark, ".dark { background: #222; }" if scheme == "dark" else "")
    page.locator("#first input").focus()
    keyboard.press("Tab")
    host.wait_until_idle()
    assert host.board("a").locator("#play").is_hidden()
    keyboard.press("Enter")
    host.ready("a")
    cell = "a.shadowRoot.activeElement?.dataset.square"
    host.until(lambda: bool(page.evaluate(cell)))
    for key in ("1", "g", "8"):
        keyboard.press(key)
    host.until(lambda: page.evaluate(cell) == "g8")
    keyboard.press("Enter")
    host.until(lambda: host.board("a").locator("#board .ghost").count() == 1)
    keyboard.press("Enter")
    host.until(lambda: len(host.heard("qin-move")) == 1)
    assert page.evaluate(cell) == "g8"
    host.until(lambda: "places" in host.board("a").locator("#live").inner_text())
    page.add_script_tag(content=AXE)
    assert page.evaluate(RUN_ON_BOARD) == []
    page.emulate_media(color_scheme="null")


def test_frames_only_accept_messages_of_their_parent(context: BrowserContext, visit: Visit, tmp_path: Path) -> None:
    """Messages from other origins, of wrong types, or in floods get no answer and change nothing."""
    address = f"SITE/embed.html?move=anybody#position={quote(JOINS)}"
    host = visit(context, f'<iframe id="frame" src="{address}" width="320" height="480"></iframe>', policy="")
    page = host.page
    host.until(lambda: bool(host.frames("embed.html")))
    (frame,) = host.frames("embed.html")
    wait_for_frames(page, [frame])
    host.until(lambda: any(data.get("event") == "qin-height" for _, data in page.evaluate("messages")))
    origins = {origin for origin, _ in page.evaluate("messages")}
    assert origins == {host.site.address.rstrip("/")}
    told = next(data for _, data in page.evaluate("messages") if data.get("event") == "qin-height")
    assert 300 < told["detail"]["height"] < 1200
    # The board fits the frame's height until the host sets that height.
    assert frame.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0

    questions = count()

    def post(*messages: Any) -> tuple[list[Any], Any]:
        """Post messages and then a query; return all answers to the messages, and the answer to the query."""
        later = {"qin": 1, "call": "state", "id": f"later {next(questions)}"}
        answers: list[Any] = []

        def answered() -> bool:
            page.evaluate(POST, [later])
            answers[:] = page.evaluate("messages.map(([, data]) => data).filter(data => 'answer' in data)")
            return any(answer["answer"] == later["id"] for answer in answers)

        page.evaluate("() => { messages.length = 0 }")
        page.evaluate(POST, list(messages))
        host.until(answered)
        last = next(answer for answer in answers if answer["answer"] == later["id"])
        return [answer for answer in answers if not str(answer["answer"]).startswith("later")], last

    (answer,), _ = post({"qin": 1, "call": "play", "value": "rd4yd3", "id": "one"})
    assert (answer["answer"], answer["value"]["turns"]) == ("one", ["rd4yd3"])
    nonsense: list[Any] = [
        None,
        7,
        "play",
        [],
        {"qin": 2, "call": "undo", "id": 1},
        {"qin": 1, "call": "constructor", "id": 1},
        {"qin": 1, "call": ["undo"], "id": 1},
        {"qin": 1, "call": "play", "value": {"move": "x"}, "id": 1},
        {"qin": 1, "call": "play", "value": "x" * 200_000, "id": 1},
        {"qin": 1, "call": "undo", "id": {"a": 1}},
        {"qin": "connect", "protocol": 1},
    ]
    assert post(*nonsense)[0] == []
    flood, _ = post(*[{"qin": 1, "call": "state", "id": number} for number in range(1000)])
    assert 0 < len(flood) < 100
    # A frame of another origin on the same page.
    (tmp_path / "stranger.html").write_text(
        "<!doctype html><script>for (const call of ['undo', 'state']) "
        "parent.frames[0].postMessage({ qin: 1, call, id: 'stranger' }, '*');</script>"
    )
    with Server(tmp_path) as stranger:
        page.evaluate(ADD_FRAME, f"{stranger.address}stranger.html")
        host.until(lambda: bool(host.frames("stranger.html")))
        host.frames("stranger.html")[0].wait_for_load_state()
        host.foreign_requests.clear()
    _, answer = post()
    assert answer["value"]["turns"] == ["rd4yd3"]
    assert not any(data.get("answer") == "stranger" for _, data in page.evaluate("messages"))


def test_a_page_that_forbids_frames_still_shows_the_picture(context: BrowserContext, visit: Visit) -> None:
    host = visit(
        context, board("a", PICTURE, start="visible", position=JOINS), policy="script-src {site}; frame-src 'none'"
    )
    host.until(lambda: host.board("a").locator("#wait button").count() == 1)
    assert host.board("a").locator("svg").first.is_visible()
    host.expect_errors()


def test_the_guide_and_the_example_page_in_a_folder(context: BrowserContext) -> None:
    with Server(SITE, under="/a/b/") as site:
        driver = PageDriver(context, site.address)
        page = driver.page
        page.goto(f"{site.address}guide.fr.html")
        assert f'src="{site.address}qin-embed.js"' in page.locator("pre").first.inner_text()
        page.locator("#events").scroll_into_view_if_needed()
        page.locator("qin-board").first.scroll_into_view_if_needed()
        driver.until(lambda: len(page.evaluate(READY)) >= 2, 60)
        assert page.evaluate(WIDE) <= 0
        page.goto(f"{site.address}examples/rules.html")
        page.locator("qin-board").first.scroll_into_view_if_needed()
        driver.until(lambda: len(page.evaluate(READY)) == 1, 60)
        assert page.locator("qin-board > img").first.is_visible()
        # Where the hidden frame may use storage, the computer thinks in its worker.
        page.locator("qin-board > img").last.click()
        driver.until(lambda: len(page.evaluate(READY)) == 2, 60)
        page.evaluate(PLAY_ON_LAST)
        (engine,) = (frame for frame in page.frames if "engine.html" in frame.url)
        driver.until(lambda: engine.locator('script[type="py"][worker]').count() == 1)
        driver.check()
