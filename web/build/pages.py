"""The pages: the first paint drawn by the page's own Python, style and boot script inlined, nothing from elsewhere."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping

from qin_core.qin import svg
from ui import view
from ui.update import new_game
from ui.words import LANGUAGES, catalogue
from web.build.steps import WEB

LANGUAGE = "en"
# What the boot script says itself, before any Python runs or in spite of it.
BOOT_WORDS = ("boot-failed", "boot-loading", "boot-old", "boot-retry", "later", "new-version", "reload")
TOO_OLD = (
    "var data = JSON.parse(document.getElementById('boot-data').textContent);"
    "document.getElementById('status').textContent = data.words.en['boot-old'];"
)
SEALED = {
    "default-src": "'none'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
LINKS = """<link rel="icon" href="icons/qin.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="icons/qin-192.png">
<link rel="manifest" href="manifest.webmanifest">"""


def site_page(version: str, modules: list[str], wheels: list[str], extras: list[str]) -> str:
    """Write the start page of the site; the first of PyScript's modules is its entry, `extras` are for its worker."""
    runtime = f"./v/{version}/runtime.mjs"
    off = [f"!{name}" for name in _plugins()]
    config = {
        "interpreter": runtime,
        "packages": wheels,
        # The lock file knows our wheels: Pyodide loads them itself, no installer needed.
        "packages_cache": "passthrough",
        "index_urls": [],
        "plugins": off,
    }
    data = {
        "runtime": runtime,
        "pyscript": modules[0],
        "preload": modules,
        "offline": f"./v/{version}/offline.mjs",
        "extras": extras,
    }
    python = (
        f"<script type=\"py\" config='{json.dumps(config)}'>import ui.main</script>\n"
        f'<mpy-config type="json" hidden>{json.dumps({"plugins": off})}</mpy-config>\n'
    )
    # PyScript makes functions from strings, which takes 'unsafe-eval'.
    policy = {
        "script-src": "'self' blob: 'wasm-unsafe-eval' 'unsafe-eval'",
        # The worker reads its own code from a blob.
        "connect-src": "'self' blob:",
        "worker-src": "'self' blob:",
    }
    return _page(data, python, policy, LINKS)


def single_page(parts: Mapping[str, str]) -> str:
    """Write the page that carries everything inside itself, as base64."""
    icon = base64.b64encode((WEB / "icons" / "qin.svg").read_bytes()).decode()
    carried = "".join(f'<script type="text/plain" id="file-{name}">{text}</script>\n' for name, text in parts.items())
    policy = {"script-src": "blob: 'wasm-unsafe-eval'", "connect-src": "blob: data:", "img-src": "data: blob:"}
    link = f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">'
    return _page({}, carried, policy, link, (WEB / "single.mjs").read_text(encoding="utf-8"))


def _plugins() -> list[str]:
    """Name PyScript's plugins: all of them are left out."""
    return ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"]


def _page(data: Mapping[str, object], body: str, policy: Mapping[str, str], links: str, prelude: str = "") -> str:
    words = {language: {key: catalogue(language)[key] for key in BOOT_WORDS} for language in LANGUAGES}
    boot = f"{prelude}\n{(WEB / 'boot.mjs').read_text(encoding='utf-8')}"
    scripts = f'<script nomodule>{TOO_OLD}</script>\n<script type="module">{boot}</script>\n'
    hashes = " ".join(_source_hash(script) for script in (TOO_OLD, boot))
    rules = {**SEALED, **policy, "script-src": f"{policy['script-src']} {hashes}"}
    slots = {
        **_first_paint(),
        "policy": "; ".join(f"{name} {value}" for name, value in rules.items()),
        "links": links,
        "style": svg.STYLE + (WEB / "style.css").read_text(encoding="utf-8"),
        "icon": (WEB / "icons" / "qin.svg").read_text(encoding="utf-8").strip(),
        "loading": str(catalogue(LANGUAGE)["boot-loading"]),
        "no-script": str(catalogue(LANGUAGE)["no-script"]),
        "boot-data": json.dumps({**data, "words": words}, ensure_ascii=False).replace("<", "\\u003c"),
        "scripts": scripts + body,
    }
    template = (WEB / "index.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{([\w-]+)\}\}", lambda slot: slots[slot[1]], template)


def _source_hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _first_paint() -> dict[str, str]:
    """Draw the opening as the live page will, with nothing to press yet and the tiles face down."""
    parts = view.page(new_game(LANGUAGE, seed=0))
    parts["hand"] = "".join(
        f'<button type="button" class="tile" disabled>{svg.tile_svg("?")}</button>' for _ in range(3)
    )
    parts["players"] = re.sub(
        ' now"| aria-current="true"', lambda found: '"' if "now" in found[0] else "", parts["players"]
    )
    parts["menu"] = re.sub("<(button|select) ", r"<\1 disabled ", parts["menu"])
    return parts
