"""The database under attack: lost connections, cleared site data, other versions, a slow start, several tabs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from e2e.conftest import PLAIN
from e2e.page_driver import READ_STORED, WRITE_STORED
from e2e.pages import LOSE_CONNECTIONS, PREFERENCES
from e2e.player import CURRENT, GAMES, Player
from e2e.test_storage import games, note_of, play, save_everything, stored_games
from web.build.serving import Server


@pytest.fixture
def player(open_game: Callable[..., Player]) -> Player:
    player = open_game()
    player.start_game("person", "person")
    return player


def test_lost_connections_lose_no_turn(player: Player) -> None:
    for _ in range(3):
        play(player)
        player.wait_until_idle()
        player.page.evaluate(LOSE_CONNECTIONS)
    play(player)
    player.wait_until_idle()
    assert note_of(player) == ""
    player.driver.reopen()
    assert player.turns() == 4
    assert len(stored_games(player)) == 1


def test_a_file_with_everything_after_a_lost_connection(player: Player) -> None:
    play(player, 2)
    player.page.evaluate(LOSE_CONNECTIONS)
    texts = json.loads(save_everything(player))["texts"]
    assert stored_games(player).items() <= texts.items()
    assert {CURRENT, PREFERENCES} <= texts.keys()
    assert note_of(player) == ""


def test_a_database_that_is_gone_until_the_next_start(player: Player) -> None:
    """The game is in the file, which says what it lacks, and in the other storage of the browser."""
    play(player)
    player.wait_until_idle()
    player.page.evaluate(f"globalThis.refusing = true; {LOSE_CONNECTIONS}")
    # The record can't be read from here: choose any legal placement.
    player.driver.play()
    player.wait_until_idle()
    player.open("games")
    with player.page.expect_download() as waiting:
        player.press("save-everything", within="#dialog")
    texts = json.loads(Path(waiting.value.path()).read_text())["texts"]
    player.until(lambda: "can’t be read" in player.page.locator("#dialog .note:not(:empty)").inner_text())
    (game,) = (text for key, text in texts.items() if key.startswith(GAMES))
    assert game.count("\n2. ") == 1
    player.page.evaluate("globalThis.refusing = false")
    player.driver.reopen()
    assert player.turns() == 2
    assert list(stored_games(player).values()) == [game]


def test_site_data_that_is_cleared_in_mid_game(player: Player, site: Server) -> None:
    play(player, 2)
    player.page.locator("#menu select").select_option("de")
    player.wait_until_idle()
    before = player.record().turns
    session = player.page.context.new_cdp_session(player.page)
    session.send("Storage.clearDataForOrigin", {"origin": site.address.rstrip("/"), "storageTypes": "all"})
    player.until(lambda: player.driver.stored(CURRENT) is not None)
    player.wait_until_idle()
    assert player.record().turns == before, "written again without another move"
    play(player)
    player.wait_until_idle()
    assert note_of(player) == ""
    player.driver.reopen()
    assert player.turns() == 3
    assert player.page.evaluate("document.documentElement.lang") == "de"


# Versions


def another_page(context: BrowserContext, site: Server) -> Page:
    """Open a document of the same origin that runs no scripts."""
    page = context.new_page()
    page.goto(f"{site.address}manifest.webmanifest")
    return page


# Upgrades the database, as a newer version of the page would.
UPGRADE = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open('qin', 2);
  request.onupgradeneeded = () => request.result.createObjectStore('newer');
  request.onblocked = () => reject(new Error('blocked'));
  request.onsuccess = () => { request.result.close(); resolve(); };
})"""
# Creates the database of a newer version, with a text.
CREATE_NEWER = """() => new Promise((resolve) => {
  const request = indexedDB.open('qin', 2);
  request.onupgradeneeded = () => request.result.createObjectStore('texts').put('[Game]', 'qin.game.1');
  request.onsuccess = () => { request.result.close(); resolve(); };
})"""
# Reads all texts of the upgraded database.
READ_NEWER = """() => new Promise((resolve) => {
  const request = indexedDB.open('qin', 2);
  request.onsuccess = () => {
    const store = request.result.transaction('texts').objectStore('texts');
    const keys = store.getAllKeys(), values = store.getAll();
    values.onsuccess = () => {
      request.result.close();
      resolve(Object.fromEntries(keys.result.map((key, number) => [key, values.result[number]])));
    };
  };
})"""


def newer_texts(page: Page) -> dict[str, str]:
    """Read the texts of the upgraded database, except the pictures for the next start."""
    return {key: text for key, text in page.evaluate(READ_NEWER).items() if "picture" not in key}


def test_a_newer_version_in_another_tab_can_upgrade_the_database(context: BrowserContext, site: Server) -> None:
    player = Player(context, site, settings=PLAIN)
    player.start_game("person", "person")
    play(player, 2)
    player.wait_until_idle()
    other = another_page(context, site)
    other.evaluate(UPGRADE)
    player.page.bring_to_front()
    player.until(lambda: "new version" in note_of(player))
    stored = newer_texts(other)
    player.driver.play()
    player.wait_until_idle()
    assert newer_texts(other) == stored, "left alone"
    local = player.page.evaluate("({ ...localStorage })")
    assert any(key.startswith(GAMES) for key in local), "the turn is kept for the next start"


def test_a_page_that_finds_a_newer_database_says_so(context: BrowserContext, site: Server) -> None:
    other = another_page(context, site)
    other.evaluate(CREATE_NEWER)
    player = Player(context, site, settings=PLAIN)
    player.until(lambda: "new version" in note_of(player))
    player.driver.play()
    player.wait_until_idle()
    assert other.evaluate(READ_NEWER) == {"qin.game.1": "[Game]"}
    with player.page.expect_navigation():
        player.page.locator('#note [data-action="reload"]').click()


# A slow database

# Keeps the database from being opened, as an upgrade does that waits for another tab, until `release` is called.
HOLD = """() => new Promise((resolve) => {
  const first = indexedDB.open('qin', 1);
  first.onupgradeneeded = () => first.result.createObjectStore('texts');
  first.onsuccess = () => {
    const blocked = indexedDB.open('qin', 2);
    blocked.onblocked = () => resolve();
    blocked.onupgradeneeded = () => blocked.transaction.abort();
    blocked.onerror = (event) => event.preventDefault();
    globalThis.release = () => first.result.close();
  };
})"""


def open_held(context: BrowserContext, site: Server, texts: dict[str, str]) -> tuple[Player, Page]:
    """Open the page with these texts in a database that doesn't open yet."""
    other = another_page(context, site)
    other.evaluate(READ_STORED, "")  # creates the database
    for key, text in texts.items():
        other.evaluate(WRITE_STORED, [key, text])
    other.evaluate("([key, text]) => { localStorage[key] = text }", [PREFERENCES, json.dumps(PLAIN)])
    other.evaluate(HOLD)
    player = Player(context, site)
    return player, other


def test_a_stored_game_appears_when_a_slow_database_opens(context: BrowserContext, site: Server) -> None:
    many = games(2)
    key = max(many).removeprefix(GAMES)
    player, other = open_held(context, site, {**many, CURRENT: key})
    assert player.page.locator("#hand .tile:enabled").count() == 3, "playable at once"
    assert player.page.evaluate("localStorage.length") == 1, "only the settings"
    other.evaluate("release()")
    player.until(lambda: player.driver.stored(CURRENT) == key and player.page.locator("#dialog").count() == 1)
    play(player)
    player.wait_until_idle()
    assert len(player.record().turns) == 1
    assert stored_games(player).keys() == many.keys(), "it goes on with the stored game"
    player.driver.check()


def test_a_game_that_was_begun_before_a_slow_database_opened_is_kept(context: BrowserContext, site: Server) -> None:
    many = games(2)
    key = max(many).removeprefix(GAMES)
    player, other = open_held(context, site, {**many, CURRENT: key})
    player.driver.play()
    board = player.driver.board_html()
    other.evaluate("release()")
    player.until(lambda: "saved games" in note_of(player))
    assert player.driver.board_html() == board
    player.wait_until_idle()
    assert many.items() <= stored_games(player).items()
    assert len(stored_games(player)) == 3
    player.driver.reopen()
    assert player.driver.board_html() == board
    player.driver.check()


# Several tabs


def test_settings_of_two_tabs_are_merged(player: Player, site: Server) -> None:
    second = Player(player.page.context, site)
    player.page.bring_to_front()
    player.page.locator("#menu select").select_option("de")
    player.wait_until_idle()
    second.page.bring_to_front()
    second.open("settings")
    second.choose("theme", "dark")
    second.close()
    stored = json.loads(second.page.evaluate(f"localStorage['{PREFERENCES}']"))
    assert (stored["language"], stored["theme"]) == ("de", "dark")


# Makes a tab place its tile at the common signal, which arrives before the news of another tab's move.
WAIT_FOR_SIGNAL = """() => {
  const signal = new BroadcastChannel('race');
  signal.onmessage = () => {
    signal.close();
    document.querySelector('#tools [data-action="place"]').click();
  };
}"""
# Gives the signal to all tabs: this one too, because its waiting channel is another one.
SIGNAL = """() => {
  const signal = new BroadcastChannel('race');
  signal.postMessage('place');
  signal.close();
}"""


def race(tabs: list[Player]) -> None:
    """Let every tab make a move of its own at the same moment."""
    position = tabs[0].record().end()
    moves = position.moves()
    for number, tab in enumerate(tabs):
        tab.page.bring_to_front()
        tab.aim(position, moves[number * len(moves) // len(tabs)])
    for tab in tabs:
        tab.page.evaluate(WAIT_FOR_SIGNAL)
    tabs[0].page.evaluate(SIGNAL)


def show_turn(tab: Player, turn: int) -> None:
    """Wait until a tab shows a turn, and nothing else is to come."""
    tab.until(lambda: tab.turns() == turn)
    tab.wait_until_idle()


def test_three_tabs_that_make_different_moves_at_once(player: Player, site: Server) -> None:
    context = player.page.context
    tabs = [player, Player(context, site), Player(context, site)]
    for turn in range(1, 5):
        race(tabs)
        for tab in tabs:
            tab.page.bring_to_front()
            show_turn(tab, turn)
        assert len(player.record().turns) == turn
        shown = [tab.driver.board_html() for tab in tabs]
        assert shown[0] == shown[1] == shown[2]
        assert any("Another tab" in note_of(tab) for tab in tabs)
    assert len(stored_games(player)) == 1
    for tab in tabs[1:]:
        tab.driver.check()
