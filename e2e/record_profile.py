"""Record which functions of the interpreter the game page calls: `python -m e2e.record_profile`, after a build.

The build splits the interpreter by this profile, web/build/profile.json: the page starts with the recorded functions,
and loads the others after the first move. They are recorded on a copy of the site whose interpreter notes its calls.
Needs `PYTHONPATH=.:web`, and Chromium as the browser tests do.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from e2e.conftest import PLAIN, SITE
from e2e.monkey import DIALOGS, Monkey
from e2e.page_driver import FLAGS, PageDriver, new_context
from engine.words import LANGUAGES
from web.build import compress
from web.build.browsers import ensure_chromium
from web.build.deferred_data import deferred_data
from web.build.halves import LINK_TABLE, Interpreter
from web.build.interpreter import PROFILE, WHOLE, Profile
from web.build.serving import Server
from web.build.steps import file_hash, say
from web.build.wheels import PYODIDE

ACTIONS = 400
"""Random actions in each game, in addition to the planned ones."""
TURNS = 4
"""Turns that are played in each language; the computer answers them."""
TOOLS = ("hint", "analyse", "undo", "redo", "replay-since", "step", "go-to-turn", "replay", "mute")
"""The actions of the buttons that are pressed, if they are there."""
# Fills the table of calls as soon as the interpreter is instantiated. Each called function sets its entry to null.
NOTE_CALLS = f"""{{
  const {{ instantiate }} = WebAssembly;
  WebAssembly.instantiate = async (...given) => {{
    const made = await instantiate.apply(WebAssembly, given);
    const {{ {LINK_TABLE}: calls, malloc }} = (made.instance ?? made).exports ?? {{}};
    if (calls) for (let at = 0; at < calls.length; at++) calls.set(at, malloc);
    globalThis.qinCalls = calls ?? globalThis.qinCalls;
    return made;
  }};
}}"""
# The numbers of the functions that have been called.
CALLED = "Array.from({ length: qinCalls.length }, (_, at) => at).filter(at => qinCalls.get(at) === null)"


def main() -> int:
    """Record, and write the profile."""
    called: set[int] = set()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
        with Server(_tracing_site(Path(folder))) as site:
            for game in ("qin", "khan-tsin"):
                called |= _play(browser, site, game)
                called |= _press_at_random(browser, site, game)
        browser.close()
    # The profile belongs to Pyodide's own file; WHOLE is made from it by the build.
    original = (PYODIDE / WHOLE.name).read_bytes()
    wasm = hashlib.sha256(original).hexdigest()
    recorded = Profile.read(PROFILE.read_text())
    # Random actions never call everything: keep the functions of an earlier recording of the same interpreter.
    functions = sorted(called | set(recorded.functions if recorded.wasm == wasm else ()))
    deferred = deferred_data(Interpreter(original), functions)
    PROFILE.write_text(Profile(wasm, functions, deferred).write())
    say(f"{len(functions)} functions, {sum(end - start for start, end in deferred)} bytes of deferred data")
    return 0


def _tracing_site(folder: Path) -> Path:
    """Copy the site, with an interpreter that notes its calls and isn't split."""
    site = Path(shutil.copytree(SITE, folder / "site"))
    interpreter = next(site.glob("pyodide-*/wasm.bin"))
    interpreter.write_bytes(compress.pack(Interpreter(WHOLE.read_bytes()).with_call_tracing(), compress.QUICK))
    runtime = next(site.glob("v/*/runtime.js"))
    code = runtime.read_text()
    start = code.index('{\n  "version"')
    settings, length = json.JSONDecoder().raw_decode(code[start:])
    settings["files"]["wasm"]["hash"] = file_hash(interpreter)
    # An interpreter that isn't split has no second half, and no whole to fall back on.
    for name in ("second", "whole"):
        settings["files"].pop(name, None)
    runtime.write_text(code[:start] + json.dumps(settings) + code[start + length :])
    return site


def _play(browser: Browser, site: Server, game: str) -> set[int]:
    """Start, play, open every dialog and press the tools, in every language; return the called functions."""
    say(f"  {game}")
    context = new_context(browser, viewport={"width": 1280, "height": 800}, locale="en-GB", accept_downloads=True)
    context.add_init_script(NOTE_CALLS)
    driver = PageDriver(context, site.address, animated=True).open(f"{site.address}?game={game}")
    page = driver.page
    called = set(page.evaluate(CALLED))
    say(f"    {len(called)} functions until the first move")
    for language in LANGUAGES:
        settings = json.dumps(PLAIN | {"language": language})
        driver.reopen(local={"qin.preferences": settings}, address=f"{site.address}?game={game}", clear=True)
        for dialog in DIALOGS:
            page.evaluate("name => { location.hash = name }", dialog)
            driver.wait_until_idle()
        page.evaluate("location.hash = ''")
        driver.wait_until_idle()
        # `play` places tiles, so it can't play Khan Tsin.
        for _ in range(TURNS if game == "qin" else 0):
            driver.play()
        for action in TOOLS:
            button = page.locator(f'[data-action="{action}"]:enabled').first
            if button.count() and button.is_visible():
                button.click()
                driver.wait_until_idle()
    called |= set(page.evaluate(CALLED))
    context.close()
    say(f"    {len(called)} functions after the planned actions")
    return called


def _press_at_random(browser: Browser, site: Server, game: str) -> set[int]:
    """Press at random; return the called functions."""
    say(f"  random actions: {game}")
    context = new_context(browser, viewport={"width": 1280, "height": 800}, locale="en-GB", accept_downloads=True)
    context.add_init_script(NOTE_CALLS)
    monkey = Monkey(context, site, 1, touch=False, game=game)
    called: set[int] = set()
    # A page that is loaded again has a new table: read it often.
    for _ in range(ACTIONS // 20):
        monkey.act(20)
        for tab in monkey.tabs:
            called |= set(tab.page.evaluate(CALLED))
    context.close()
    say(f"    {len(called)} functions")
    return called


if __name__ == "__main__":
    sys.exit(main())
