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
from engine.html import LANGUAGE_NAMES, Markup, join, text, translate
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
"""The language of the pages' HTML, until a script replaces the texts."""
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
PRERENDERED_SEED = 0
"""The seed of the game in the prerendered page."""
OPENINGS = 64
"""The number of deals in the page's HTML: a first visit shows the hand of one of them before Python has started."""
SEED_BITS = 48
# A browser without modules runs only this script.
OLD_BROWSER_SCRIPT = (
    "var data = JSON.parse(document.getElementById('boot-data').textContent);"
    "document.getElementById('status').textContent = data.words.en['boot-old'];"
)
BASE_POLICY = {
    "default-src": "'none'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
# PyScript creates functions from strings, which needs 'unsafe-eval'; its worker is loaded from a blob.
PYTHON_POLICY = {
    "script-src": "'self' blob: 'wasm-unsafe-eval' 'unsafe-eval'",
    "connect-src": "'self' blob:",
    "worker-src": "'self' blob:",
}
# For pages with embedded boards: their script and their frame.
BOARDS_POLICY = {"script-src": "'self'", "frame-src": "'self'"}
SINGLE_FILE_POLICY = {
    "script-src": "blob: 'wasm-unsafe-eval'",
    "style-src": "'unsafe-inline'",
    "connect-src": "blob: data:",
    "img-src": "data: blob:",
    "font-src": "data:",
}
HEAD = """<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{}">"""
PYSCRIPT_PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
"""All of PyScript's plugins; our pages need none."""
THEME_META = """<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f4efe4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1d1b18" media="(prefers-color-scheme: dark)">
"""


@dataclass(frozen=True)
class Page:
    """A page of the site: its address and its parts."""

    path: str
    """Its address in the site: `editor.html`, `learn/index.html`."""
    template: str = ""
    """The file in `web/` whose `{{slots}}` are filled; by default the one named like `path`."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """The contents of the page's own slots."""
    app: str = ""
    """The engine's app for this page; without one, the page doesn't start Python."""
    client: str = "page.js"
    """The script that connects the page with the engine."""
    classic: bool = False
    """Whether `client` is a classic script, which can run and report the problem in a sandbox that forbids modules."""
    styles: tuple[str, ...] = STYLES
    """The page's style sheets in `web/`."""
    prelude: str = ""
    """A script in `web/` that runs before the boot script."""
    policy: Mapping[str, str] = field(default_factory=dict)
    """Additions to the content security policy `BASE_POLICY` (and, with Python, `PYTHON_POLICY`)."""
    background: bool = False
    """Whether the page is a hidden frame, which doesn't wait for a paint and registers no service worker."""

    @property
    def root(self) -> str:
        """The relative address of the site's root."""
        return "../" * self.path.count("/") or "./"


class Site(NamedTuple):
    """The addresses that all pages of one version of the site share."""

    version: str
    pyscript_modules: list[str]
    """The entry comes first."""
    wheels: list[str]
    needed_first: list[str]
    """The interpreter's files that the first move needs."""

    def write(self, page: Page) -> str:
        """Return the HTML of a page."""
        version_root = f"{page.root}v/{self.version}/"
        links = f'{_links(page.root)}\n<link rel="stylesheet" href="{version_root}{style_name(page)}">'
        page = replace(page, slots={"own": version_root, **page.slots})
        if not page.app:
            return _fill(page, links, page.policy)
        links += f'\n<link rel="modulepreload" href="{version_root}runtime.js">'
        scripts = (f'nomodule src="{version_root}old.js"', f'type="module" src="{version_root}boot.js"')
        boot = "".join(f"<script {script}></script>\n" for script in scripts)
        return _fill(page, links, {**PYTHON_POLICY, **page.policy}, self._boot_data(page), boot + self._python(page))

    def _boot_data(self, page: Page) -> dict[str, object]:
        """Return the addresses of the files that the boot script loads."""
        version_root = f"{page.root}v/{self.version}/"
        modules = [page.root + module for module in self.pyscript_modules]
        names = ("boot.js", page.client, style_name(page), "runtime.js", "unpack.js", "snapshot.bin", "updates.js")
        data = {
            "runtime": f"{version_root}runtime.js",
            "pyscript": modules[0],
            # A retry downloads these again, bypassing the HTTP cache.
            "needed": [
                *(version_root + name for name in names),
                *(page.root + name for name in self.needed_first),
                *modules,
            ],
        }
        return {**data, **({"background": True} if page.background else {"updates": f"{version_root}updates.js"})}

    def _python(self, page: Page) -> str:
        """Write the script of the page's client, and PyScript's configuration."""
        disabled = [f"!{name}" for name in PYSCRIPT_PLUGINS]
        config = {
            "interpreter": f"{page.root}v/{self.version}/runtime.js",
            "packages": self.wheels,
            # The lock file lists our wheels, so Pyodide loads them without an installer.
            "packages_cache": "passthrough",
            "index_urls": [],
            "plugins": disabled,
        }
        kind = "defer" if page.classic else 'type="module"'
        return (
            f'<script {kind} src="{page.root}v/{self.version}/{page.client}"></script>\n'
            f"<script type=\"py\" config='{json.dumps(config)}'>import engine.main</script>\n"
            f'<mpy-config type="json" hidden>{json.dumps({"plugins": disabled})}</mpy-config>\n'
        )


def site_pages() -> Iterator[Page]:
    yield game_page()
    yield editor_page()


def game_page() -> Page:
    """Describe the start page: the game."""
    return Page("index.html", slots=_first_paint("./"), app="game")


def editor_page() -> Page:
    """Describe the editor before Python has started."""
    editor = Editor.new(GAMES, site="./", inert=True)
    slots = {**editing.page(editor), "title": editing.title(editor)}
    return Page("editor.html", slots=slots, app="editor", styles=(*STYLES, "editor.css"))


class _Context(NamedTuple):
    """The view context of a page without Python."""

    language: str
    inert: bool = False


def header(
    language: str, root: str, current_name: str, games: Mapping[AnyGameUi, str], languages: Mapping[str, str]
) -> str:
    """Write the header of a page without Python, with links to `games` and to the page in other `languages`.

    `current_name` is the page's key in the menu, or the name of a game.
    """
    current = next((game for game in games if game.name == current_name), None)
    game_links = "".join(
        f'<a href="{address}" title="{escape(say(language, f"tagline-{game.name}"))}"'
        f"{' aria-current=page' if game is current else ''}>{game.emblem}{escape(game.title)}</a>"
        for game, address in games.items()
    )
    home = (current or GAMES.default).address(root or "./")
    addresses = {
        "site-play": home,
        "learn": root + links.lessons_path(current or GAMES.default, language),
        "editor": f"{root}editor.html",
        "site-embed": root + links.embed_guide_path(language),
    }
    context, language_name = _Context(language), text(LANGUAGE_NAMES[language])
    others = join(
        Markup(f'<span aria-current="page">{language_name}</span>')
        if other == language
        else Markup(
            f'<a href="{text(address)}" lang="{text(other)}" hreflang="{text(other)}">{text(LANGUAGE_NAMES[other])}</a>'
        )
        for other, address in languages.items()
    )
    language_menu = Markup(
        f'<details class="language"><summary aria-label="{translate(context, "language")}: {language_name}">'
        f"{language_name}</summary><div>{others}</div></details>"
    )
    menu = site_menu(context, addresses, "learn" if current else current_name, language_menu)
    return (
        f'<header><nav id="game-switch" aria-label="{escape(say(language, "which-game"))}">'
        f"<div>{game_links}</div></nav>"
        f'<nav id="menu" aria-label="{escape(say(language, "site-parts"))}">{menu}</nav></header>'
    )


def single_page(parts: Mapping[str, str], boards: str = "", board_style: str = "") -> str:
    """Write the single-file page from base64 files, and the script and style of the boards in its lessons."""
    icon = base64.b64encode((WEB / "icons" / "qin.svg").read_bytes()).decode()
    embedded = "".join(f'<script type="text/plain" id="file-{name}">{text}</script>\n' for name, text in parts.items())
    page = Page("index.html", slots=_first_paint(""), app="game", prelude="boot/single.js")
    links = f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n<style>{style(page)}</style>'
    boot, client = f"{bundle(page.prelude, classic=True)}\n{bundle('boot/boot.js')}", bundle(page.client)
    hashes = " ".join(_source_hash(script) for script in (OLD_BROWSER_SCRIPT, boot, client, boards))
    policy = {**SINGLE_FILE_POLICY, "script-src": f"{SINGLE_FILE_POLICY['script-src']} {hashes}"}
    modules = "".join(f'<script type="module">{script}</script>\n' for script in (boot, client, boards))
    embedded += f'<script type="text/plain" id="board-style">{board_style}</script>\n'
    # If the marker at the end is missing, the file was truncated.
    scripts = (
        f'<script nomodule>{OLD_BROWSER_SCRIPT}</script>\n{modules}{embedded}<template id="file-end"></template>\n'
    )
    return _fill(page, links, policy, {}, scripts)


def shared_files(described: Iterable[Page]) -> dict[str, str]:
    """Return the scripts and style sheets of the pages, by file name."""
    files = {"old.js": OLD_BROWSER_SCRIPT, "boot.js": bundle("boot/boot.js")}
    for page in described:
        if files.setdefault(style_name(page), style(page)) != style(page):
            raise Failure(f"web/{page.template or page.path}: another page has a different {style_name(page)}.")
    return files


def style_name(page: Page) -> str:
    """Return the name of a page's style sheet, which is that of its last source file."""
    return page.styles[-1]


def style(page: Page) -> str:
    """Concatenate a page's style sheets; unless it is inlined, the result is served two folders below the root."""
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


def _fill(
    page: Page, links: str, policy: Mapping[str, str], data: Mapping[str, object] | None = None, scripts: str = ""
) -> str:
    """Fill the slots of a page's template; only pages with boot data start Python."""
    rules = {**BASE_POLICY, **policy}
    slots = {
        "root": page.root,
        "links": f"{THEME_META}{links}",
        "icon": read("icons/qin.svg").strip(),
        "no-script": str(catalogue(LANGUAGE)["no-script"]),
        "scripts": scripts,
        "head": HEAD.format("; ".join(f"{name} {value}" for name, value in rules.items())),
        **page.slots,
    }
    if data is not None:
        words = {language: {key: catalogue(language)[key] for key in BOOT_WORDS} for language in LANGUAGES}
        boot_data = json.dumps(
            {
                "app": page.app,
                "games": [game.name for game in GAMES],
                "prerenderedSeed": PRERENDERED_SEED,
                **data,
                "words": words,
            },
            ensure_ascii=False,
        )
        slots |= {
            "loading": str(catalogue(LANGUAGE)["boot-loading"]),
            "last-resort": _last_resort(),
            "about-game": str(catalogue(LANGUAGE)["boot-about-qin"]),
            "boot-data": boot_data.replace("<", "\\u003c"),
        }
    template = page.template or page.path
    names = set(re.findall(r"\{\{([\w-]+)\}\}", read(template)))
    if missing := names - slots.keys():
        raise Failure(f"web/{template}: no contents for {', '.join(sorted(missing))}.")
    return re.sub(r"\{\{([\w-]+)\}\}", lambda slot: slots[slot[1]], read(template))


def _last_resort() -> str:
    """Write the message for pages whose scripts never run: the usual reasons, and a link to reload.

    Without a script the page can't choose a language, so it shows English and folds the others.
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
    """Render the opening like the live page, but with disabled controls and face-down tiles.

    `site` is the relative address of the site's root, or empty in the single-file page.
    """
    openings = {
        game.name: view.draw(
            view.page_parts(
                GamePage.open(replace(new_session(game, LANGUAGE, PRERENDERED_SEED), inert=True), GAMES, site=site)
            )
        )
        for game in GAMES
    }
    template_parts = ("board", "squares", "players", "hand", "game-switch")
    others = {
        game: "".join(f'<div data-part="{part}">{parts[part]}</div>' for part in template_parts)
        for game, parts in openings.items()
    }
    return {**openings[GAMES.default.name], **others, "openings": _openings()}


def _openings() -> str:
    """Write the deals for a first visit as seeds and hands, and a button for each kind of tile."""
    deals: list[tuple[int, str]] = []
    rng = random.Random("openings")
    while len(deals) < OPENINGS:
        seed = rng.getrandbits(SEED_BITS)
        session = new_session(GAMES.default, LANGUAGE, seed)
        if isinstance(session, QinSession) and session.can_act:
            deals.append((seed, " ".join(session.hand)))
    names = {language: {tile: qin_view.tile_name(language, 0, tile) for tile in TILES} for language in LANGUAGES}
    data = {"game": GAMES.default.name, "deals": json.dumps(deals), "names": json.dumps(names, ensure_ascii=False)}
    attributes = " ".join(f"data-{name}={quoteattr(text)}" for name, text in data.items())
    tiles = "".join(f'<i data-tile="{tile}">{qin_view.tile_button(LANGUAGE, 0, tile)}</i>' for tile in TILES)
    return f'<template id="openings" {attributes}>{tiles}</template>'
