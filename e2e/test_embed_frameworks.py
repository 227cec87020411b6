"""Boards in real frameworks, which set properties before and after the script has loaded."""

import json
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from e2e.host_page import Visit
from tests.engine_qin import JOINS
from web.build.bundles import ESBUILD
from web.build.serving import Server
from web.build.steps import WEB

# The same small app for both frameworks: a board far below the fold until the page gets shorter.
APP = """
const Board = (props) => createElement("div", null,
  props.tall && createElement("p", { style: { height: "5000px" } }),
  createElement("qin-board", { id: "a", ...props.board }));
addEventListener("unhandledrejection", () => (globalThis.unhandled = true));
globalThis.show = (props) => render(createElement(Board, props));
show(PROPS);
"""
FIRST: dict[str, object] = {"position": JOINS, "move": "anybody", "size": 300}
# Before the element is defined, frameworks omit attributes that are false; afterwards they set properties.
WITHOUT_COORDINATES = {True: "off", False: False}
# Loads the app once the element has been defined.
LATE = """<script>customElements.whenDefined("qin-board").then(() =>
  document.body.append(Object.assign(document.createElement("script"), { src: "app.js" })))</script>"""
# By framework: the code that defines `createElement` and `render` for the app.
FRAMEWORKS = {
    "react": """import { createElement } from "react"; import { createRoot } from "react-dom/client";
const root = createRoot(document.body.appendChild(document.createElement("main")));
const render = (tree) => root.render(tree);""",
    "preact": """import { createElement, render as draw } from "preact";
const place = document.body.appendChild(document.createElement("main"));
const render = (tree) => draw(tree, place);""",
}


@pytest.mark.parametrize(
    ("reader_browser", "framework", "early"),
    [
        ("chromium", "react", True),
        ("chromium", "preact", False),
        ("firefox", "react", False),
        ("firefox", "preact", True),
    ],
    indirect=["reader_browser"],
)
def test_a_framework_sets_properties(
    reader: BrowserContext, visit: Visit, site: Server, tmp_path: Path, framework: str, early: bool
) -> None:
    first = {**FIRST, "coordinates": WITHOUT_COORDINATES[early]}
    code = subprocess.run(
        [ESBUILD, "--bundle", "--format=iife", '--define:process.env.NODE_ENV="production"', "--loader=js"],
        input=f"{FRAMEWORKS[framework]}\n{APP.replace('PROPS', json.dumps({'tall': True, 'board': first}))}",
        capture_output=True,
        text=True,
        check=True,
        cwd=WEB,
    ).stdout
    (tmp_path / "app.js").write_text(code, encoding="utf-8")
    site.sent.clear()
    host = visit(reader, '<script src="app.js"></script>' if early else LATE, policy="", style="")
    page = host.page

    def show(**props: object) -> None:
        page.evaluate("props => show(props)", {"board": props})

    host.until(lambda: bool(page.evaluate("!!document.querySelector('qin-board') && !!a.state")))
    host.wait_until_idle()
    assert not host.frames("engine.html")
    assert not any("engine" in address for address in site.sent)
    assert page.evaluate("[a.getAttribute('position'), a.coordinates, a.size]") == [JOINS, "off", "300"]
    show(**first)
    host.board("a").scroll_into_view_if_needed()
    host.ready("a")
    host.ask("a", "play", "rd4yd3")
    show(position=JOINS, move="anybody", coordinates=True, language="de", theme="dark")
    host.until(lambda: "Grün" in host.board("a").locator("#players").inner_text())
    assert host.ask("a", "state")["turns"] == ["rd4yd3"]
    show(lesson="two-at-once", language="de")
    host.until(lambda: host.board("a").locator("#task").inner_text() != "")
    show(position="nonsense")
    host.until(lambda: host.board("a").locator("#wait li").count() == 1)
    show(position=JOINS)
    host.until(lambda: host.board("a").locator("#task").inner_text() == "" and page.evaluate("a.move") == "")
    assert page.evaluate("globalThis.unhandled ?? false") is False
