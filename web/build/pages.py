"""Write the HTML pages: fill their templates with the parts that the engine renders, and set content policies."""

import base64
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from engine import ui as view
from engine.apps.editor import view as editing
from engine.apps.editor.model import Editor
from engine.games.base import AnyGameUi
from engine.games.qin import view as qin_view
from engine.games.qin.session import Session as QinSession
from engine.html import LANGUAGE_NAMES, Markup, join, text, words
from engine.main import GAMES
from engine.session import links
from engine.session.page import Page as GamePage
from engine.session.update import new_session
from engine.ui.widgets import site_menu
from engine.words import LANGUAGES, catalogue, say
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import svg
from qin_core.qin.tiles import TILES
from web.build import fonts
from web.build.bundles import bundle
from web.build.steps import WEB, Failure

LANGUAGE = "en"
STYLES = ("pieces.css", "header.css", "page.css", "dialogs.css", "screens.css")
# The messages of the boot script, which runs without Python.
BOOT_WORDS = (
    "boot-about-khan-tsin",
    "boot-about-qin",
    "boot-cut",
    "boot-details",
    "boot-failed",
    "boot-loading",
    "boot-memory",
    "boot-noted",
    "boot-old",
    "boot-policy",
    "boot-rest",
    "boot-retry",
    "boot-stalled",
    "close",
    "embed-outdated",
    "later",
    "new-version",
    "reload",
    "turn",
    "went-wrong",
)
PAINTED = 0
"""The seed of the game in the page's HTML."""
OPENINGS = 64
"""The number of deals that a first visit chooses from; their hands are shown before Python has started."""
SEED_BITS = 48
TOO_OLD = (
    "var data = JSON.parse(document.getElementById('boot-data').textContent);"
    "document.getElementById('status').textContent = data.words.en['boot-old'];"
)
SEALED = {
    "default-src": "'none'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
# PyScript creates functions from strings, which needs 'unsafe-eval'; its worker is loaded from a blob.
PYTHON = {
    "script-src": "'self' blob: 'wasm-unsafe-eval' 'unsafe-eval'",
    "connect-src": "'self' blob:",
    "worker-src": "'self' blob:",
}
# For pages with embedded boards: their script and their frame.
WITH_BOARDS = {"script-src": "'self'", "frame-src": "'self'"}
SINGLE_FILE = {
    "script-src": "blob: 'wasm-unsafe-eval'",
    "style-src": "'unsafe-inline'",
    "connect-src": "blob: data:",
    "img-src": "data: blob:",
    "font-src": "data:",
}
HEAD = """<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{}">"""
LOOK = """<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f4efe4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1d1b18" media="(prefers-color-scheme: dark)">
"""


@dataclass(frozen=True)
class Page:
    """A page of the site: its address and its parts."""

    path: str
    """Its address in the site: `editor.html`, `learn/index.html`."""
    template: str = ""
    """The file in `web/` whose `{{slots}}` are filled; by default the file with the page's address."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """The contents of the slots that not every page has."""
    app: str = ""
    """The engine's app for this page; a page without one needs no Python."""
    client: str = "page.js"
    """The script that connects the page with the engine."""
    classic: bool = False
    """Whether `client` is a classic script: it loads even in a sandbox that forbids modules, and reports that."""
    styles: tuple[str, ...] = STYLES
    """Its style sheets in `web/`."""
    prelude: str = ""
    """A script in `web/` that runs before the boot script."""
    policy: Mapping[str, str] = field(default_factory=dict)
    """Additions to the content security policy `SEALED` (and, with Python, `PYTHON`)."""
    background: bool = False
    """Whether the page is a hidden frame: it doesn't wait for a paint and registers no service worker."""

    @property
    def root(self) -> str:
        """The relative address of the site's root."""
        return "../" * self.path.count("/") or "./"


class Site(NamedTuple):
    """The addresses that all pages of one version of the site share."""

    version: str
    modules: list[str]
    """PyScript's modules, the entry first."""
    wheels: list[str]
    first: list[str]
    """The interpreter's files that are needed for the first move."""

    def write(self, page: Page) -> str:
        own = f"{page.root}v/{self.version}/"
        links = f'{_links(page.root)}\n<link rel="stylesheet" href="{own}{style_name(page)}">'
        page = replace(page, slots={"own": own, **page.slots})
        if not page.app:
            return _fill(page, links, page.policy)
        links += f'\n<link rel="modulepreload" href="{own}runtime.js">'
        scripts = (f'nomodule src="{own}old.js"', f'type="module" src="{own}boot.js"')
        boot = "".join(f"<script {script}></script>\n" for script in scripts)
        return _fill(page, links, {**PYTHON, **page.policy}, self._boot_data(page), boot + self._python(page))

    def _boot_data(self, page: Page) -> dict[str, object]:
        own = f"{page.root}v/{self.version}/"
        modules = [page.root + module for module in self.modules]
        mine = ("boot.js", page.client, style_name(page), "runtime.js", "unpack.js", "snapshot.bin", "offline.js")
        data = {
            "runtime": f"{own}runtime.js",
            "pyscript": modules[0],
            # A retry downloads these again, bypassing the HTTP cache.
            "needed": [*(own + name for name in mine), *(page.root + name for name in self.first), *modules],
        }
        return {**data, **({"background": True} if page.background else {"offline": f"{own}offline.js"})}

    def _python(self, page: Page) -> str:
        off = [f"!{name}" for name in _plugins()]
        config = {
            "interpreter": f"{page.root}v/{self.version}/runtime.js",
            "packages": self.wheels,
            # The lock file lists our wheels, so Pyodide loads them without an installer.
            "packages_cache": "passthrough",
            "index_urls": [],
            "plugins": off,
        }
        kind = "defer" if page.classic else 'type="module"'
        return (
            f'<script {kind} src="{page.root}v/{self.version}/{page.client}"></script>\n'
            f"<script type=\"py\" config='{json.dumps(config)}'>import engine.main</script>\n"
            f'<mpy-config type="json" hidden>{json.dumps({"plugins": off})}</mpy-config>\n'
        )


def site_pages() -> Iterator[Page]:
    yield game_page()
    yield editor_page()


def game_page() -> Page:
    """Describe the start page: the game."""
    return Page("index.html", slots=_first_paint("./"), app="game")


def editor_page() -> Page:
    """Describe the editor before Python has started."""
    editor = Editor.new(GAMES, root="./", inert=True)
    slots = {**editing.page(editor), "title": editing.title(editor)}
    return Page("editor.html", slots=slots, app="editor", styles=(*STYLES, "editor.css"))


class _Reader(NamedTuple):
    """Someone who reads a page without Python."""

    language: str
    inert: bool = False


def header(language: str, root: str, here: str, rooms: Mapping[AnyGameUi, str], languages: Mapping[str, str]) -> str:
    """Write the header of a page without Python: `here` is its key in the menu, or a game of `rooms`.

    `rooms` are the addresses that the names of the games lead to, `languages` those of the page in all languages.
    """
    current = next((game for game in rooms if game.name == here), None)
    doors = "".join(
        f'<a href="{address}" title="{escape(say(language, f"tagline-{game.name}"))}"'
        f"{' aria-current=page' if game is current else ''}>{game.emblem}{escape(game.title)}</a>"
        for game, address in rooms.items()
    )
    home = (current or GAMES.default).address(root or "./")
    addresses = {
        "site-play": home,
        "learn": root + links.learn(current or GAMES.default, language),
        "editor": f"{root}editor.html",
        "site-embed": root + links.embedding(language),
    }
    reader, chosen = _Reader(language), text(LANGUAGE_NAMES[language])
    others = join(
        Markup(f'<span aria-current="page">{chosen}</span>')
        if other == language
        else Markup(
            f'<a href="{text(address)}" lang="{text(other)}" hreflang="{text(other)}">{text(LANGUAGE_NAMES[other])}</a>'
        )
        for other, address in languages.items()
    )
    choice = Markup(
        f'<details class="language"><summary aria-label="{words(reader, "language")}: {chosen}">{chosen}</summary>'
        f"<div>{others}</div></details>"
    )
    menu = site_menu(reader, addresses, "learn" if current else here, choice)
    return (
        f'<header><nav id="game-switch" aria-label="{escape(say(language, "which-game"))}"><div>{doors}</div></nav>'
        f'<nav id="menu" aria-label="{escape(say(language, "site-parts"))}">{menu}</nav></header>'
    )


def single_page(parts: Mapping[str, str], boards: str = "", board_style: str = "") -> str:
    """Write the single-file page, with all files as base64, and the script and style of the boards in its lessons."""
    icon = base64.b64encode((WEB / "icons" / "qin.svg").read_bytes()).decode()
    carried = "".join(f'<script type="text/plain" id="file-{name}">{text}</script>\n' for name, text in parts.items())
    page = Page("index.html", slots=_first_paint(""), app="game", prelude="boot/single.js")
    links = f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n<style>{style(page)}</style>'
    boot, client = f"{bundle(page.prelude, classic=True)}\n{bundle('boot/boot.js')}", bundle(page.client)
    hashes = " ".join(_source_hash(script) for script in (TOO_OLD, boot, client, boards))
    policy = {**SINGLE_FILE, "script-src": f"{SINGLE_FILE['script-src']} {hashes}"}
    modules = "".join(f'<script type="module">{script}</script>\n' for script in (boot, client, boards))
    carried += f'<script type="text/plain" id="board-style">{board_style}</script>\n'
    # The end of the file: if it is missing, the file was truncated.
    scripts = f'<script nomodule>{TOO_OLD}</script>\n{modules}{carried}<template id="file-end"></template>\n'
    return _fill(page, links, policy, {}, scripts)


def shared_files(described: Iterable[Page]) -> dict[str, str]:
    """Return the scripts and style sheets of the pages, by file name."""
    found = {"old.js": TOO_OLD, "boot.js": bundle("boot/boot.js")}
    for page in described:
        if found.setdefault(style_name(page), style(page)) != style(page):
            raise Failure(f"web/{page.template or page.path}: another page has a different {style_name(page)}.")
    return found


def style_name(page: Page) -> str:
    """Return the name of a page's style sheet: that of the last of its source files."""
    return page.styles[-1]


def style(page: Page) -> str:
    """Concatenate a page's style sheets; the result lies two folders deep, unless it is inlined."""
    face = fonts.faces(fonts.data_address if page.prelude else fonts.in_folder("../../fonts/"))
    return f"{face}{svg.STYLE}{khan_svg.STYLE}{''.join(map(read, page.styles))}"


def _links(root: str) -> str:
    return f"""<link rel="icon" href="{root}icons/qin.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{root}icons/qin-192.png">
<link rel="manifest" href="{root}manifest.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Qin">
<meta property="og:image" content="{root}icons/qin-512.png">
<meta name="twitter:card" content="summary">{fonts.preloads(root)}"""


def _plugins() -> list[str]:
    """Return the names of PyScript's plugins, all of which are disabled."""
    return ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"]


def _fill(
    page: Page, links: str, policy: Mapping[str, str], data: Mapping[str, object] | None = None, scripts: str = ""
) -> str:
    """Fill the slots of a page's template; with boot data, the page starts Python."""
    rules = {**SEALED, **policy}
    slots = {
        "root": page.root,
        "look": f"{LOOK}{links}",
        "icon": read("icons/qin.svg").strip(),
        "no-script": str(catalogue(LANGUAGE)["no-script"]),
        "scripts": scripts,
        "head": HEAD.format("; ".join(f"{name} {value}" for name, value in rules.items())),
        **page.slots,
    }
    if data is not None:
        words = {language: {key: catalogue(language)[key] for key in BOOT_WORDS} for language in LANGUAGES}
        whole = json.dumps(
            {"app": page.app, "games": [game.name for game in GAMES], "painted": PAINTED, **data, "words": words},
            ensure_ascii=False,
        )
        slots |= {
            "loading": str(catalogue(LANGUAGE)["boot-loading"]),
            "last-resort": _last_resort(),
            "about-game": str(catalogue(LANGUAGE)["boot-about-qin"]),
            "boot-data": whole.replace("<", "\\u003c"),
        }
    template = page.template or page.path
    wanted = set(re.findall(r"\{\{([\w-]+)\}\}", read(template)))
    if missing := wanted - slots.keys():
        raise Failure(f"web/{template}: nothing fills {', '.join(sorted(missing))}.")
    return re.sub(r"\{\{([\w-]+)\}\}", lambda slot: slots[slot[1]], read(template))


def _last_resort() -> str:
    """Write what a page shows after a while if none of its scripts has run: the usual reasons, and a link to reload.

    Without a script a page doesn't know the reader's language: all but English are folded.
    """
    texts = {
        language: f'<p>{escape(say(language, "boot-none"))} <a href="">{escape(say(language, "boot-again"))}</a></p>'
        for language in LANGUAGES
    }
    others = "".join(
        f'<details name="language" lang="{language}"><summary>{LANGUAGE_NAMES[language]}</summary>{text}</details>'
        for language, text in texts.items()
        if language != LANGUAGE
    )
    return f'<div id="last-resort">{texts[LANGUAGE]}{others}</div>'


def read(name: str) -> str:
    """Read a file of `web/`."""
    return (WEB / name).read_text(encoding="utf-8")


def _source_hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _first_paint(site: str) -> dict[str, str]:
    """Render the opening as the live page will, but with disabled controls and face-down tiles.

    `site` is the relative address of the site's root, or empty in the single file.
    """
    openings = {
        game.name: view.draw(
            view.page_parts(GamePage.open(replace(new_session(game, LANGUAGE, PAINTED), inert=True), GAMES, site=site))
        )
        for game in GAMES
    }
    shown = ("board", "squares", "players", "hand", "game-switch")
    others = {
        room: "".join(f'<div data-part="{part}">{parts[part]}</div>' for part in shown)
        for room, parts in openings.items()
    }
    return {**openings[GAMES.default.name], **others, "openings": _openings()}


def _openings() -> str:
    """Deal the games that a first visit chooses from: their seeds and hands, and a button for each kind of tile."""
    deals: list[tuple[int, str]] = []
    rng = random.Random("openings")
    while len(deals) < OPENINGS:
        seed = rng.getrandbits(SEED_BITS)
        session = new_session(GAMES.default, LANGUAGE, seed)
        if isinstance(session, QinSession) and session.can_act:
            deals.append((seed, " ".join(session.hand)))
    names = {language: {tile: qin_view.tile_name(language, 0, tile) for tile in TILES} for language in LANGUAGES}
    given = {"game": GAMES.default.name, "deals": json.dumps(deals), "names": json.dumps(names, ensure_ascii=False)}
    attributes = " ".join(f"data-{name}={quoteattr(text)}" for name, text in given.items())
    tiles = "".join(f'<i data-tile="{tile}">{qin_view.tile_button(LANGUAGE, 0, tile)}</i>' for tile in TILES)
    return f'<template id="openings" {attributes}>{tiles}</template>'
