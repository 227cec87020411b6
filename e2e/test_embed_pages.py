"""Boards on ordinary host pages: any layout and theme, attribute changes, frames, sandboxes.

`live_host` lends a page whose engine runs, `visit` opens a new one; with `reader` or `reader_browser` a test runs in
Chromium and in Firefox.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext

from e2e.access import WIDE
from e2e.host_page import PICTURE, HostPage, Visit, board, wait_for_frames
from e2e.pages import PHONE
from engine.apps.editor.dialogs import snippet
from engine.apps.editor.model import Editor
from engine.main import GAMES
from engine.session import links
from qin_core.qin import Position, Record
from tests.engine_qin import JOINS
from web.build.serving import Server

LiveHost = Callable[[Browser], HostPage]
# By part of a board: its text, followed by the number of its buttons; an empty part is "0".
PARTS = """id => Object.fromEntries([...document.getElementById(id).shadowRoot.querySelectorAll('#play > *')].map(
  part => [part.id, part.innerText.trim() + part.querySelectorAll('button').length]))"""
# Makes a name too long for its place; returns whether it is cut there and the place has kept its size.
FITS = """name => {
  name.firstChild.data = 'A very long name indeed, '.repeat(9);
  const player = name.closest('.player');
  return name.scrollWidth > name.clientWidth && player.scrollWidth <= player.clientWidth;
}"""
# How text that is too long is shown.
CUT = "name => [getComputedStyle(name).overflow, getComputedStyle(name).textOverflow]"
# What the only board of a page says before it is live.
SAID = "document.querySelector('qin-board').shadowRoot.querySelector('#wait').innerText"
# Adds a style that makes a background dark, as a style sheet that loads late.
LATE = """document.head.append(Object.assign(
  document.createElement('style'), { textContent: '.oklch { background: #000 }' }))"""
MAP = "R.....\n......\n.....Y\nB....."
# Position and size of every board: top, left, width, height.
SIZES = """() => [...document.querySelectorAll('qin-board')].map(board => {
  const { top, left, width, height } = board.getBoundingClientRect();
  return [top + scrollY, left, width, height];
})"""
# The theme that a board has chosen.
THEME = "id => document.getElementById(id).shadowRoot.querySelector('.qin-root').dataset.theme"
# Whether the text of a board that hasn't started is light, so that its theme is dark.
BRIGHT = """id => {
  const wait = document.getElementById(id).shadowRoot.querySelector('#wait');
  return getComputedStyle(wait).color.match(/\\d+/g).every(value => value > 200);
}"""


def assert_unmoved(now: list[list[float]], before: list[list[float]]) -> None:
    """Compare sizes to half a pixel: the fractions of several boards add up."""
    assert [pytest.approx(box, abs=0.5) for box in before] == now


def test_a_new_position_replaces_everything(reader_browser: Browser, live_host: LiveHost) -> None:
    host = live_host(reader_browser)
    host.show(board("a", lesson="two-at-once") + board("fresh", position=JOINS))
    page = host.page
    host.ready("a", "fresh")
    for change in ("a.setPosition(line)", "a.move = 'anybody', a.state()", "a.move = 'nobody', a.state()"):
        page.evaluate(f"line => ({change}).then(() => 0)", JOINS)
        like_fresh = "anybody" not in change
        host.until(lambda same=like_fresh: (page.evaluate(PARTS, "a") == page.evaluate(PARTS, "fresh")) == same)  # type: ignore[misc]
    page.evaluate("a.record = null; a.move = 'anybody'")
    host.ask("a", "play", "rd4yd3")
    # Setting the same line starts again.
    assert host.ask("a", "setPosition", JOINS)["turns"] == []
    record = page.evaluate("a.play('rd4yd3').then(({ record }) => record)")
    page.evaluate("record => { a.record = record; a.move = null; }", record)
    host.until(lambda: page.evaluate(PARTS, "a")["replay"] != "0")
    page.evaluate("a.record = null")
    host.until(lambda: page.evaluate(PARTS, "a") == page.evaluate(PARTS, "fresh"))
    page.evaluate("globalThis.kept = a; a.move = 'anybody'; a.remove()")
    page.evaluate("kept.move = 'nobody'; document.body.prepend(kept)")
    host.ready("a")
    host.until(lambda: page.evaluate(PARTS, "a") == page.evaluate(PARTS, "fresh"))


def test_a_board_keeps_its_size_in_every_layout(reader_browser: Browser, live_host: LiveHost) -> None:
    layouts = {
        "flex": "display: flex; justify-content: center",
        "column": "display: flex; flex-direction: column; align-items: center",
        "centred": "display: grid; place-items: center",
        "cell": "display: table-cell",
        "fit": "width: fit-content",
        "inline": "display: inline-block",
        "float": "float: left",
    }
    kinds: list[dict[str, str]] = [
        {"position": JOINS},
        {"position": JOINS, "move": "anybody"},
        {"lesson": "two-at-once"},
        {"game": "khan-tsin", "puzzle": "1"},
        {"game": "khan-tsin"},
        {"level": "1"},
        {"lesson": "khan-higher", "language": "de"},
    ]
    pairs = zip(layouts.items(), kinds, strict=True)
    body = "".join(f'<div class="{name}">{board(name, **kind)}</div>' for (name, _), kind in pairs)
    style = "".join(f".{name} {{ {rules} }}" for name, rules in layouts.items())
    host = live_host(reader_browser)
    page = host.page
    before = host.show(body, style, SIZES)
    for name in layouts:
        host.board(name).scroll_into_view_if_needed()
        host.ready(name)
    page.evaluate("scrollTo(0, 0)")
    host.wait_until_idle()
    assert_unmoved(page.evaluate(SIZES), before)
    assert {width for _, _, width, _ in before} == {36 * 16}, "MAX_WIDTH of facade.js, in pixels"


def test_the_snippet_of_the_editor_fits_a_phone(reader_browser: Browser, live_host: LiveHost) -> None:
    code = snippet(Editor.new(GAMES)).split("</script>")[1].replace("<qin-board", '<qin-board id="a"')
    host = live_host(reader_browser)
    page = host.page
    before, wide = host.show(
        code + board("cell", position=JOINS), measure=f"() => [({SIZES})(), {WIDE}]", viewport=PHONE["viewport"]
    )
    assert wide <= 0
    host.board("a").click()
    host.ready("a", "cell")
    host.wait_until_idle()
    assert page.evaluate(WIDE) <= 0
    assert_unmoved(page.evaluate(SIZES), before)


def test_the_theme_follows_the_background(reader_browser: Browser, live_host: LiveHost) -> None:
    colours = {
        "oklch": "oklch(0.98 0.01 90)",
        "lab": "lab(95 0 0)",
        "color": "color(display-p3 0.95 0.95 0.95)",
        "mix": "color-mix(in oklab, white, gold 10%)",
        "night": "oklch(0.2 0.02 260)",
        "veil": "rgb(255 255 255 / 0.05)",
    }
    body = "".join(f'<div class="{name}">{board(name, PICTURE, position=JOINS)}</div>' for name in colours)
    style = "".join(f".{name} {{ background: {colour}; }}" for name, colour in colours.items())
    style += "html.dark body { background: #111; color: #eee; transition: background 0.2s; }"
    host = live_host(reader_browser)
    page = host.page
    host.show(body + board("plain", PICTURE, position="nonsense"), style)
    themes = {name: page.evaluate(THEME, name) for name in (*colours, "plain")}
    assert themes == {name: "dark" if name == "night" else "light" for name in themes}
    host.board("plain").click()
    host.until(lambda: host.board("plain").locator("#wait li").count() == 1)
    assert not page.evaluate(BRIGHT, "plain")
    page.evaluate("document.documentElement.classList.add('dark')")
    host.until(lambda: page.evaluate(THEME, "plain") == "dark" and page.evaluate(THEME, "veil") == "dark")
    assert page.evaluate(BRIGHT, "plain")
    assert page.evaluate(THEME, "oklch") == "light"
    # A style sheet that loads late.
    page.evaluate(LATE)
    host.until(lambda: page.evaluate(THEME, "oklch") == "dark")


def test_tab_passes_a_board_and_typing_goes_to_the_page(reader: BrowserContext, visit: Visit, site: Server) -> None:
    site.sent.clear()
    host = visit(reader, board("a", PICTURE, position=JOINS) + '<input id="field">', policy="", style="")
    page = host.page
    page.locator("#first input").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    host.wait_until_idle()
    assert page.evaluate("document.activeElement.id") == "field"
    assert (host.frames("engine.html"), set(site.sent)) == ([], {"/qin-embed.js"})
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.locator("#field").focus()
    page.keyboard.type("still ")
    host.ready("a")
    host.wait_until_idle()
    page.keyboard.type("typing")
    assert page.evaluate("[document.activeElement.id, field.value]") == ["field", "still typing"]


def test_display_attributes_keep_the_readers_game(browser: Browser, live_host: LiveHost) -> None:
    host = live_host(browser)
    host.show(f'<div lang="fr">{board("a", position=JOINS, move="anybody")}</div>')
    page, one = host.page, host.board("a")
    host.ready("a")
    assert "Vert" in one.locator("#players").inner_text()
    host.ask("a", "play", "rd4yd3")
    page.evaluate("a.language = 'de'; a.theme = 'dark'; a.coordinates = false")
    host.until(lambda: "Grün" in one.locator("#players").inner_text())
    assert host.ask("a", "state")["turns"] == ["rd4yd3"]
    host.until(lambda: one.locator("#board .coordinates").count() == 0)
    page.evaluate("a.language = 'constructor'")
    host.until(lambda: "Vert" in one.locator("#players").inner_text())
    page.evaluate("a.parentElement.lang = 'nl'")
    host.until(lambda: "Groen" in one.locator("#players").inner_text())
    assert host.ask("a", "state")["turns"] == ["rd4yd3"]


def test_a_record_is_explained_with_variations(browser: Browser, live_host: LiveHost) -> None:
    start = Position.parse(JOINS)
    other = next(str(move) for move in start.moves() if str(move) != "rd4yd3")
    record = Record(start).add("rd4yd3", comment=f"Joins both. Slower is ({other})")
    record = record.add(record.end().moves()[0])
    host = live_host(browser)
    host.show(board("a", record=str(record), at="1"))
    one = host.board("a")
    host.ready("a")
    assert "Joins both." in one.locator("#status").inner_text()
    one.locator("#status .variation").click()
    host.until(lambda: host.ask("a", "state")["turns"] == [other])
    one.locator('#status [data-action="main-line"]').click()
    host.until(lambda: host.ask("a", "state")["turns"] == [str(turn.move) for turn in record.turns])
    host.until(lambda: "Slower is" in one.locator("#status").inner_text())


def test_properties_before_and_after_the_script(reader: BrowserContext, visit: Visit, site: Server) -> None:
    site.sent.clear()
    host = visit(reader, '<p class="gap"></p><div id="place"></div>', policy="", style=".gap { height: 4000px; }")
    page = host.page
    page.evaluate(
        """line => {
          addEventListener('unhandledrejection', () => (globalThis.unhandled = true));
          const board = document.createElement('qin-board');
          Object.assign(board, { id: 'a', position: line, move: 'anybody', size: 300, coordinates: false });
          place.append(board);
          board.move = 'everybody';
        }""",
        JOINS,
    )
    host.wait_until_idle()
    assert (host.frames("engine.html"), set(site.sent)) == ([], {"/qin-embed.js"})
    assert page.evaluate("[a.getAttribute('size'), a.coordinates, a.position]") == ["300", "off", JOINS]
    host.board("a").scroll_into_view_if_needed()
    host.until(lambda: bool(host.heard("qin-error", "a")))
    (error,) = host.heard("qin-error", "a")
    assert error["reason"] == "attributes"
    assert "everybody" in error["faults"][0]
    assert page.evaluate("a.state().catch(error => error.message)") == error["words"]
    page.evaluate("a.move = 'anybody'")
    host.ready("a")
    assert page.evaluate("globalThis.unhandled ?? false") is False


@pytest.mark.parametrize("open_to_all", [False, True])
def test_a_frame_in_a_sandbox(
    reader: BrowserContext, visit: Visit, serve: Callable[..., Server], open_to_all: bool
) -> None:
    """The page in a sandbox has no origin of its own: it needs a site that allows all origins, else it says so."""
    site = serve(origins="*" if open_to_all else "")
    frame = (
        f'<iframe src="{site.address}embed.html#lesson=two-at-once" sandbox="allow-scripts" width="400" height="600">'
    )
    host = visit(reader, f"{frame}</iframe>", policy="", style="")
    host.until(lambda: bool(host.frames("embed.html")))
    (inside,) = host.frames("embed.html")
    if open_to_all:
        wait_for_frames(host.page, [inside])
    else:
        host.until(lambda: "Access-Control-Allow-Origin" in inside.evaluate(SAID))
    # Requests to this site are foreign to the test server of `visit`.
    host.forget_records()


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("script-src {site}; frame-src 'none'", "frame-src"),
        ("require-trusted-types-for 'script'; trusted-types other", "qin-board"),
    ],
)
def test_a_policy_that_blocks_the_board_is_reported_at_once(
    reader: BrowserContext, visit: Visit, policy: str, words: str
) -> None:
    host = visit(reader, board("a", PICTURE, start="visible", position=JOINS), policy=policy, style="")
    host.until(lambda: words in host.board("a").locator("#wait").inner_text())
    assert host.heard("qin-error", "a")[0]["words"] in host.board("a").locator("#wait").inner_text()
    assert host.board("a").locator("#wait button").count() == 1
    host.expect_errors()


def test_an_unreachable_host_is_named(reader: BrowserContext, visit: Visit) -> None:
    host = visit(reader, board("a", PICTURE, position=JOINS), policy="", style="")
    reader.set_offline(True)
    host.board("a").click()
    host.until(lambda: host.site.address.rstrip("/") in host.board("a").locator("#wait").inner_text())
    reader.set_offline(False)
    host.board("a").locator("#wait button").click()
    host.ready("a")
    host.expect_errors()


def test_puzzles_maps_refusals_and_long_names(browser: Browser, live_host: LiveHost) -> None:
    boards = [
        board("khan", game="khan-tsin", puzzle="1"),
        board("map", position=f"https://example.org/{links.write('map', MAP)}"),
        board("a", position=JOINS, move="anybody"),
    ]
    host = live_host(browser)
    host.show("".join(boards))
    for name in ("khan", "map", "a"):
        host.board(name).scroll_into_view_if_needed()
        host.ready(name)
    assert host.ask("khan", "state")["game"] == "khan-tsin"
    assert host.ask("map", "state")["position"].startswith("map:R...../....../.....Y/B.....")
    refused = host.ask("a", "play", "ra1ya2")["refused"]  # a tile that touches nothing
    assert refused["squares"]
    assert "a1, a2" in refused["words"]
    player = host.board("a").locator(".player .name").first
    assert player.evaluate(CUT) == ["hidden", "ellipsis"]
    assert player.evaluate(FITS)
