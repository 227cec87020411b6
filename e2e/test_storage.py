"""Storage: killed browsers, many games, wrong clocks, old formats, damaged data, several tabs, one file for all."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Playwright

from e2e.conftest import PLAIN
from e2e.page_driver import READ_ALL_STORED, TEST_FLAGS, new_context
from e2e.pages import PREFERENCES, Kind, Pages
from e2e.player import CURRENT, GAMES, Player, greedy
from engine.session.shelf import PAGE_SIZE
from qin_core.qin import Position, Record
from web.build.serving import Server

MANY = 300
# Stores bytes under a key that should have a text.
STORE_BYTES = """key => new Promise((resolve) => {
  const request = indexedDB.open('qin', 1);
  request.onsuccess = () => {
    const change = request.result.transaction('texts', 'readwrite');
    change.objectStore('texts').put(new Uint8Array([0, 255, 7]).buffer, key);
    change.oncomplete = () => { request.result.close(); resolve(); };
  };
})"""
# Lets the database be full after ten more texts.
FILL_UP = """() => {
  const put = globalThis.put = IDBObjectStore.prototype.put;
  let puts = 0;
  IDBObjectStore.prototype.put = function (...values) {
    if (++puts > 10) throw new DOMException('Full.', 'QuotaExceededError');
    return put.apply(this, values);
  };
}"""
DELETE_DATABASE = """() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase('qin');
  request.onsuccess = () => resolve();
  request.onerror = request.onblocked = () => reject(new Error('not deleted'));
})"""
# All texts in localStorage.
LOCAL = "({ ...localStorage })"


def play(player: Player, turns: int = 1) -> None:
    """Make moves by mouse."""
    for _ in range(turns):
        position, before = player.record().end(), player.turns()
        player.by_mouse(position, greedy(position))
        player.until(lambda before=before: player.turns() > before)  # type: ignore[misc]


def games(count: int, first: int = 1_700_000_000_000) -> dict[str, str]:
    """Make stored games, one a minute from a time in milliseconds."""
    record = Record(Position.deal("bird", 2, seed=1))
    return {f"{GAMES}{first + 60_000 * number:013d}-{number:06d}": str(record) for number in range(count)}


def stored_games(player: Player) -> dict[str, str]:
    """Read the stored games by their keys."""
    stored: dict[str, str] = player.page.evaluate(READ_ALL_STORED)
    return {key: text for key, text in stored.items() if key.startswith(GAMES)}


def note_of(player: Player) -> str:
    """Read the message at the top of the page."""
    return player.page.locator("#note").inner_text()


def test_a_killed_browser_loses_no_turn(playwright: Playwright, site: Server, tmp_path: Path) -> None:
    profile, chromium = tmp_path / "profile", playwright.chromium
    options = {"executable_path": os.environ["QIN_CHROMIUM"], "args": TEST_FLAGS, "locale": "en-GB"}
    context = chromium.launch_persistent_context(str(profile), **options)  # type: ignore[arg-type]
    player = Player(context, site, settings=PLAIN)
    player.start_game("person", "person")
    play(player, 4)
    turns = player.record().turns
    kill_all(profile)
    context = chromium.launch_persistent_context(str(profile), **options)  # type: ignore[arg-type]
    player = Player(context, site)
    assert player.record().turns == turns
    assert player.turns() == len(turns) == 4
    context.close()


def kill_all(profile: Path) -> None:
    """Kill a browser with all its processes."""
    found = subprocess.run(["pgrep", "-f", str(profile)], capture_output=True, text=True, check=False).stdout.split()
    # This process may have the folder in its own command line.
    groups = {os.getpgid(int(process)) for process in found} - {os.getpgrp()}
    assert groups
    for group in groups:
        os.killpg(group, signal.SIGKILL)
    end = time.monotonic() + 10
    while any(Path(f"/proc/{process}/cmdline").exists() and alive(int(process)) for process in found):
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Check that a process exists and is no zombie."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def test_three_hundred_games_are_kept_when_another_one_starts(player: Player) -> None:
    many = games(MANY)
    player.driver.reopen(many)
    player.start_game_by_form(["person", "person"])
    play(player)
    stored = stored_games(player)
    assert many.items() <= stored.items()
    player.open("games")
    player.until(lambda: player.page.locator("#dialog .card").count() == PAGE_SIZE)
    player.press("more-games", within="#dialog")
    player.until(lambda: player.page.locator("#dialog .card").count() == 2 * PAGE_SIZE)
    player.press("forget", within="#dialog li:nth-child(2)")
    player.until(lambda: len(stored_games(player)) == len(stored) - 1)


def test_a_clock_that_is_set_back(player: Player) -> None:
    ahead = games(40, first=2_500_000_000_000)  # of the year 2049
    player.driver.reopen(ahead)
    player.start_game_by_form(["person", "person"])
    play(player)
    mine = player.driver.stored(CURRENT)
    player.open("games")
    player.until(lambda: player.page.locator("#dialog .card").count() == PAGE_SIZE)
    shown = player.page.locator("#dialog .card").first
    assert shown.get_attribute("data-value") == mine
    player.close()
    player.start_game_by_form(["person", "person"])
    keys = sorted(stored_games(player))
    assert keys[-1] == f"{GAMES}{player.driver.stored(CURRENT)}", "a new game is the newest one"
    assert f"{GAMES}{mine}" in keys
    assert ahead.keys() <= set(keys)


def test_three_hundred_games_of_an_older_version_are_migrated(browser: Browser, site: Server) -> None:
    many = games(MANY)
    key = max(many).removeprefix(GAMES)
    old = {**many, CURRENT: key, "qin.learnt": '["first"]', PREFERENCES: json.dumps(PLAIN)}
    state = {
        "origins": [
            {"origin": site.address.rstrip("/"), "localStorage": [{"name": k, "value": v} for k, v in old.items()]}
        ]
    }
    fresh = new_context(browser, storage_state=state, locale="en-GB")
    player = Player(fresh, site)
    assert many.items() <= stored_games(player).items()
    assert player.driver.stored(CURRENT) == key
    assert set(player.page.evaluate(LOCAL)) == {"qin.learnt", PREFERENCES}, "the games are in the database"
    player.driver.check()
    fresh.close()


# Values that the database may have under any key: damaged texts, and values that are no texts.
NONSENSE = {
    "deep": "[" * 100_000 + "]" * 100_000,
    "number": 5,
    "digits": "9" * 5000,
    "long": "x" * 5_000_000,
    "half an emoji": "\ud83d",
    "object": {"a": [1, {"b": None}]},
    "empty": "",
    "list": "[1, 2]",
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_the_page_starts_with_any_stored_texts(player: Player, kind: str) -> None:
    value = NONSENSE[kind]
    player.start_game("person", "person")
    key = f"{GAMES}{player.driver.stored(CURRENT)}"
    game = f'[Game "Qin"]\n[Start "{value}"]' if kind == "digits" else value
    local = {PREFERENCES: value} if isinstance(value, str) and len(value) < 1_000_000 else {}
    player.driver.reopen({key: game, "khan-tsin.current": value, "qin.editor": value}, local=local)
    assert "set aside" in note_of(player)
    if kind in ("deep", "object"):  # a text, and something that is no text
        player.press("show-games", within="#note")
        player.until(lambda: player.page.locator("#dialog .faults li").count() >= 1)
        with player.page.expect_download() as waiting:
            player.press("export-damaged", within="#dialog")
        assert waiting.value.path()
        player.close()
    player.driver.reopen()
    assert note_of(player) == "", "said once"
    player.driver.play()


def test_binary_in_the_database(player: Player) -> None:
    player.start_game("person", "person")
    player.page.evaluate(STORE_BYTES, f"{GAMES}{player.driver.stored(CURRENT)}")
    player.driver.reopen()
    assert "set aside" in note_of(player)
    player.press("show-games", within="#note")
    with player.page.expect_download() as waiting:
        player.press("export-damaged", within="#dialog")
    assert Path(waiting.value.path()).read_bytes() == bytes([0, 255, 7])


# Damaged drafts of the editor.
DRAFTS = {
    "lists": '{"line": ["a"], "dragon": 7, "words": [1]}',
    "digits": '{"line": "' + "9" * 5000 + '", "words": {"a": ["b"]}}',
    "goal": '{"line": "x", "goal": {}}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("draft", DRAFTS.values(), ids=DRAFTS)
def test_a_damaged_editor_draft(pages: Pages, draft: str) -> None:
    driver = pages.open(Kind("editor.html"), settings=PLAIN, texts={"qin.editor": draft})
    assert "set aside" in driver.page.locator("#note").inner_text()
    with driver.page.expect_download() as waiting:
        driver.page.locator('#note [data-action="save-aside"]').click()
    assert Path(waiting.value.path()).read_text() == draft


# Everything as one file


def save_everything(player: Player) -> str:
    """Save everything as a file; return its text."""
    player.open("games")
    with player.page.expect_download() as waiting:
        player.press("save-everything", within="#dialog")
    player.close()
    return Path(waiting.value.path()).read_text()


def load_everything(player: Player, text: str | bytes) -> str:
    """Load a file with everything; return what the page says."""
    player.open("games")
    content = text if isinstance(text, bytes) else text.encode()
    chosen = {"name": "all.json", "mimeType": "application/json", "buffer": content}
    player.page.locator('#dialog [data-action="everything-file"]').set_input_files(chosen)  # type: ignore[arg-type]
    said = player.page.locator("#dialog .note:not(:empty)")
    player.until(lambda: said.count() > 0)
    words = said.inner_text()
    player.close()
    return words


def test_everything_goes_to_a_file_and_into_another_browser(player: Player, open_game: Callable[..., Player]) -> None:
    player.start_game("person", "person")
    play(player, 2)
    player.driver.reopen(games(3))
    player.page.evaluate("localStorage['qin.learnt'] = '[\"one\", \"two\"]'")
    player.page.locator("#menu select").select_option("de")
    player.wait_until_idle()
    whole = save_everything(player)
    before = stored_games(player)
    other = open_game()
    other.page.evaluate("localStorage['qin.learnt'] = '[\"three\"]'")
    own = stored_games(other)
    # The other browser has another game under the same key.
    clash = next(iter(before))
    another = str(Record(Position.deal("lion", 3, seed=9)))
    other.driver.store(clash, another)
    assert "geladen" in load_everything(other, whole)
    after = stored_games(other)
    assert before.items() - {(clash, before[clash])} <= after.items()
    assert after[clash] == another
    assert before[clash] in after.values(), "both stay"
    assert own.items() <= after.items()
    assert set(json.loads(other.page.evaluate("localStorage['qin.learnt']"))) == {"one", "two", "three"}
    assert other.page.evaluate("document.documentElement.lang") == "de"
    count = len(after)
    load_everything(other, whole)
    assert len(stored_games(other)) == count, "a second time adds nothing"


def test_a_damaged_or_foreign_file_changes_nothing(player: Player) -> None:
    whole = save_everything(player)
    before = player.page.evaluate(READ_ALL_STORED)
    newer = whole.replace('"version": 1', '"version": 2')
    no_text = json.dumps({"format": "qin-everything", "version": 1, "texts": {"qin.game.1": ["no text"]}})
    foreign = json.dumps({"format": "qin-everything", "version": 1, "texts": {"other.page": "x"}})
    for text, words in (
        (whole[: len(whole) // 2], "incomplete"),
        ("[" * 200_000, "incomplete"),
        ("", "incomplete"),
        (b"\x00\xff" * 1000, "incomplete"),
        (newer, "newer version"),
        (no_text, "damaged"),
        (foreign, "already here"),
    ):
        assert words in load_everything(player, text)
    assert player.page.evaluate(READ_ALL_STORED) == before


def test_no_room_for_everything_changes_nothing(player: Player) -> None:
    whole = json.loads(save_everything(player))
    whole["texts"] |= games(20)
    before, local = player.page.evaluate(READ_ALL_STORED), player.page.evaluate(LOCAL)
    player.page.evaluate(FILL_UP)
    assert "no room" in load_everything(player, json.dumps(whole))
    player.page.evaluate("() => { IDBObjectStore.prototype.put = put }")
    assert player.page.evaluate(READ_ALL_STORED) == before
    assert player.page.evaluate(LOCAL) == local


# Several tabs

# No task of the computer ever starts. `PageDriver.python` returns the value of the last line.
THINK_FOR_EVER = """
from engine.ai_client import AiClient
AiClient.start = lambda *_: None
1
"""
# Whether a tab waits to take over from the one that lets the computer think.
WAITS = "navigator.locks.query().then(({ pending }) => pending.some(({ name }) => name.startsWith('qin ')))"


@pytest.mark.worker
def test_another_tab_takes_over_when_the_computing_one_has_crashed(context: BrowserContext, site: Server) -> None:
    first = Player(context, site, settings=PLAIN)
    first.driver.python(THINK_FOR_EVER)
    first.start_game("person", "novice")
    second = Player(context, site)
    second.until(lambda: second.page.evaluate(WAITS))
    play(first)
    second.until(lambda: second.turns() == 1)
    second.wait_until_idle()
    assert second.page.evaluate(WAITS)
    assert second.page.locator("#thinking progress").count() == 0, "one tab thinks"
    # A closed tab doesn't answer.
    with suppress(Error):
        first.page.goto("chrome://crash", timeout=3000)
    second.page.bring_to_front()
    second.until(lambda: second.turns() == 2)
    second.driver.check()


def test_deleting_the_database_in_mid_game_loses_no_turn(player: Player, site: Server) -> None:
    player.start_game("person", "person")
    play(player, 2)
    turns = player.record().turns
    other = player.page.context.new_page()
    other.goto(f"{site.address}manifest.webmanifest")
    other.evaluate(DELETE_DATABASE)
    player.page.bring_to_front()
    player.wait_until_idle()
    assert player.record().turns == turns, "written again at once"
    play(player, 1)
    player.wait_until_idle()
    assert note_of(player) == ""
    player.driver.reopen()
    assert player.turns() == 3
