"""The state of the page: reloads, damaged and full storage, links, tabs, languages, undo, replay."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from e2e.player import CURRENT, GAMES, Player, greedy
from engine.session import links
from qin_core.qin import Position, Record
from web.build.serving import Server

# A position on the smallest map.
LINE = "map:R.../..../..../.... r3/4/4/4 - - 1 rr,yy|bb,bb rbrb"


# Collects what the status line says.
WATCH_STATUS = """() => {
  globalThis.statuses = [];
  new MutationObserver(() => statuses.push(document.querySelector('#status').innerText.trim()))
    .observe(document.querySelector('#status'), { childList: true, subtree: true, characterData: true });
}"""


def play(player: Player, turns: int = 1) -> None:
    """Make moves by mouse."""
    for _ in range(turns):
        position, before = player.record().end(), player.turns()
        player.by_mouse(position, greedy(position))
        player.until(lambda before=before: player.turns() > before)  # type: ignore[misc]


def shows(player: Player, words: str) -> Callable[[], bool]:
    """Return the condition that the page shows some words."""
    return lambda: words in player.page.locator("body").inner_text()


def test_a_reload_restores_the_game(player: Player) -> None:
    player.start_game_by_form(["person", "person", "person"], "lion")
    player.driver.reopen()
    assert len(player.left()) == 3, "a game without turns is restored"
    play(player, 2)
    before, left = player.record(), player.left()
    player.page.locator('#hand [data-action="tile"]').first.click()
    player.page.reload()
    player.driver.wait()
    assert (player.record(), player.left(), player.turns()) == (before, left, 2)
    play(player)


def test_back_and_forward_open_and_close_dialogs(player: Player) -> None:
    player.open("help")
    assert player.page.evaluate("location.hash") == "#help"
    player.page.go_back()
    player.until(lambda: player.dialog() == "")
    player.page.go_forward()
    player.until(lambda: player.dialog() == "help")
    player.close()
    player.page.keyboard.press("Tab")
    player.open("settings")
    player.page.keyboard.press("Escape")
    player.until(lambda: player.dialog() == "")
    player.open("new")
    player.driver.reopen()
    player.until(lambda: player.dialog() == "new")
    player.close()
    assert player.dialog() == ""
    assert player.page.evaluate("location.pathname") == "/"


def test_the_replay_slider_works_by_keyboard_and_mouse(player: Player) -> None:
    player.start_game("person", "person")
    play(player, 4)
    slider, shown = player.page.locator("#replay input"), player.page.locator('#log [aria-current="step"]')
    slider.focus()
    for turn in ("3", "2"):
        player.page.keyboard.press("ArrowLeft")
        player.until(lambda turn=turn: shown.get_attribute("data-value") == turn)  # type: ignore[misc]
    box = slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    player.page.mouse.move(box["x"] + box["width"] / 2, y)
    player.page.mouse.down()
    for share in (0.7, 1.0, 0.0):
        player.page.mouse.move(box["x"] + 2 + share * (box["width"] - 4), y, steps=3)
        player.wait_until_idle()
    player.page.mouse.up()
    player.until(lambda: shown.count() == 0)
    assert slider.input_value() == "0"


def test_undo_redo_replay_and_play_on(player: Player) -> None:
    player.start_game("person", "novice")
    play(player)
    player.until(lambda: len(player.record().turns) == 2)
    player.until(lambda: player.page.locator('#tools [data-action="undo"]').is_enabled())
    player.page.keyboard.press("z")
    player.until(lambda: player.turns() == 0)
    assert player.record().headers["Practice"] == "yes"
    player.press("redo")
    player.until(lambda: player.turns() == 2)
    play(player)
    player.until(lambda: len(player.record().turns) == 4)
    player.until(lambda: player.turns() == 4)
    whole = player.record()
    player.press("go-to-turn", "2", "#log")
    looking, turn = player.driver.status().split("\n")
    assert looking == "Looking back: turn 2 of 4."
    assert turn.startswith("White ")
    assert turn in player.page.locator("#log [aria-current]").inner_text()
    player.page.locator("#replay input").focus()
    player.page.keyboard.press("Home")
    player.until(lambda: player.driver.status() == "Looking back: turn 0 of 4.")
    player.page.locator("#log h2").click()
    player.page.keyboard.press(".")
    player.until(lambda: player.driver.status().startswith("Looking back: turn 1 of 4."))
    key = player.driver.stored(CURRENT)
    player.press("go-to-turn", "2", "#log")
    player.press("play-on")
    player.until(lambda: player.turns() == 2)
    assert player.record().turns == whole.turns[:2]
    assert Record.parse(player.driver.stored(f"{GAMES}{key}") or "") == whole, "the old game is kept"
    player.press("replay-since")
    player.until(lambda: "Looking back" not in player.driver.status())


def test_choosing_a_pile_and_a_custom_map(player: Player) -> None:
    player.open("settings")
    player.page.locator('#dialog [data-field="choose_pile"]').check()
    player.close()
    player.open("new")
    player.choose("board", "map")
    field = player.page.locator('#dialog [data-field="own_map"]')
    field.fill("R...\n...\n....\n..?.")
    player.until(lambda: player.page.locator("#map-faults li").count() == 2)
    assert player.page.locator('#dialog [data-action="start-game"]').is_disabled()
    field.fill("R...\n....\n....\n.a..")
    player.until(lambda: player.page.locator("#map-faults li").count() == 0)
    player.choose("kind-2", "person")
    name = player.page.locator('#dialog [data-field="name-1"]')
    name.click()
    player.page.keyboard.type("Ada Lovelace")
    # A slow press: the page is redrawn while the button is down.
    player.page.locator('#dialog [data-action="start-game"]').click(delay=200)
    player.until(lambda: player.dialog() == "")
    assert player.record().start.board.name.startswith("map:")
    assert "Ada Lovelace" in player.page.locator("#players").inner_text()
    position = player.record().end()
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.page.locator('#hand [data-action="pile"]').count() == 4)
    player.press("pile", "3")
    player.until(lambda: player.turns() == 1)
    assert str(player.record().turns[0].move).endswith("/3")


def test_a_damaged_save_is_quarantined(player: Player) -> None:
    player.start_game("person", "person")
    play(player)
    key = player.driver.stored(CURRENT)
    broken = str(player.record()).replace("1. ", "1. rz99")
    player.driver.store(f"{GAMES}{key}", broken)
    player.driver.reopen()
    assert "couldn’t be read" in player.page.locator("#note").inner_text()
    assert player.turns() <= 1, "a new game starts, in which the computer may move first"
    player.press("show-games", within="#note")
    with player.page.expect_download() as waiting:
        player.press("export-damaged", within="#dialog")
    assert Path(waiting.value.path()).read_text() == broken
    player.close()


@pytest.mark.parametrize(
    "spoil",
    [
        "IDBObjectStore.prototype.put = () => { throw new DOMException('Full.', 'QuotaExceededError'); }",
        """for (const name of ['localStorage', 'indexedDB'])
          Object.defineProperty(globalThis, name, { get() { throw new DOMException('', 'SecurityError'); } })""",
    ],
    ids=["full", "forbidden"],
)
def test_without_storage_the_game_goes_on_with_a_message(context: BrowserContext, site: Server, spoil: str) -> None:
    context.add_init_script(spoil)
    player = Player(context, site)
    player.driver.play()
    player.until(shows(player, "no room for the game or won’t store it"))
    with player.page.expect_download() as waiting:
        player.press("save-record", within="#note")
    assert len(Record.parse(Path(waiting.value.path()).read_text()).turns) >= 1
    player.press("dismiss-note")
    player.until(lambda: player.page.locator("#note").inner_text() == "")
    player.until(lambda: player.page.locator('#tools [data-action="place"]').count() == 1)
    player.driver.play()
    assert player.page.locator("#note").inner_text() == "", "once is enough"
    player.driver.check()


def test_foreign_links(player: Player) -> None:
    player.start_game("person", "person")
    play(player, 2)
    mine = player.record()
    damaged, too_long = "The link is damaged or incomplete.", "This link is longer than any game could be."
    for hostile, words in (
        ("#game=AAAA", damaged),
        ("#position=%3Cscript%3E", damaged),
        (links.write("game", "a" * 3_000_000), too_long),
        ("#game=", damaged),
    ):
        player.page.evaluate("hash => { location.hash = hash }", hostile)
        player.until(shows(player, words))
        assert player.record() == mine
        player.press("dismiss-note")
    other = Record(Position.deal("lion", 3, seed=4))
    other = other.add(next(iter(other.start.moves())))
    player.page.evaluate("hash => { location.hash = hash }", links.write("game", str(other)))
    player.until(lambda: player.turns() == 1)
    assert player.record().turns == other.turns
    assert player.page.evaluate("location.hash") == ""
    player.page.evaluate("hash => { location.hash = hash }", links.write("position", LINE))
    player.until(lambda: player.turns() == 0)
    assert str(player.record().start) == LINE
    player.open("games")
    assert player.page.locator("#dialog .card").count() >= 3, "nothing is lost"
    player.page.locator("#import-text").fill("nonsense")
    player.press("import")
    player.until(lambda: "couldn’t be opened" in player.page.locator("#dialog [role=alert]:not(:empty)").inner_text())
    player.page.locator("#import-text").fill(str(mine))
    player.press("import")
    player.until(lambda: player.turns() == 2)
    assert player.dialog() == ""


def test_two_tabs_follow_each_other(player: Player, site: Server) -> None:
    player.start_game("person", "person")
    play(player)
    other = Player(player.page.context, site)
    assert other.turns() == 1
    play(other)
    player.page.bring_to_front()
    player.until(lambda: player.turns() == 2)
    play(player)
    other.page.bring_to_front()
    other.until(lambda: other.turns() == 3)
    assert other.left() == player.left()
    other.driver.check()


def test_language_and_appearance_are_stored(player: Player) -> None:
    player.until(lambda: player.page.locator('#tools [data-action="place"]').count() == 1)
    pick = player.page.locator("#menu select")
    said = set()
    for language in ("fr", "de", "nl", "en", "de"):
        pick.select_option(language)
        player.until(lambda language=language: player.page.evaluate("document.documentElement.lang") == language)  # type: ignore[misc]
        player.wait_until_idle()
        said.add(player.driver.status())
    assert len(said) == 4, "the status is in four languages"
    player.open("settings")
    player.choose("theme", "dark")
    player.page.locator('#dialog [data-field="coordinates"]').uncheck()
    player.close()
    dark = player.page.evaluate("getComputedStyle(document.body).backgroundColor")
    player.page.reload()
    player.driver.wait()
    assert player.page.evaluate("document.documentElement.lang") == "de"
    assert player.page.evaluate("getComputedStyle(document.body).backgroundColor") == dark == "rgb(29, 27, 24)"
    assert player.page.locator("#board .coordinates").count() == 0
    assert json.loads(player.page.evaluate("localStorage['qin.preferences']"))["theme"] == "dark"


def test_a_series_of_two_with_its_table(player: Player) -> None:
    player.open("new")
    player.choose("board", "map")
    player.page.locator('#dialog [data-field="own_map"]').fill("R...\n~~~~\n~~~~\n~~~~")
    player.choose("kind-2", "person")
    player.choose("games", "2")
    player.press("start-game", within="#dialog")
    player.until(lambda: player.dialog() == "")
    for number in (1, 2):
        while player.record().end().winners() is None:
            play(player)
        assert player.result()
        player.press("open", "end", "#cover")
        player.until(lambda: player.dialog() == "end")
        table = player.page.locator("#dialog table").nth(1)
        assert table.locator("tbody tr").count() == number + 1
        if number == 1:
            player.press("next", within="#dialog")
            player.until(lambda: player.dialog() == "")
            player.until(lambda: player.turns() == 0)
    assert "Winner of the series:" in player.page.locator("#dialog").inner_text()
    player.page.evaluate(WATCH_STATUS)
    player.press("replay", "0", "#dialog")
    player.until(lambda: player.dialog() == "")
    player.until(lambda: "Replay" in player.page.evaluate("statuses"))


def test_pictures_records_and_print(player: Player) -> None:
    player.start_game("person", "person")
    play(player, 2)
    player.open("share")
    found = {}
    for kind in ("save-record", "save-svg", "save-png"):
        with player.page.expect_download() as waiting:
            player.press(kind, within="#dialog")
        found[kind] = Path(waiting.value.path()).read_bytes()
    assert Record.parse(found["save-record"].decode()) == player.record()
    assert found["save-svg"].startswith(b"<svg")
    assert found["save-png"].startswith(b"\x89PNG")
    assert len(found["save-png"]) > 50_000, "not an empty picture"
    link = player.page.locator("#dialog input[readonly]").first.input_value()
    content = links.read(re.sub("^[^#]*", "", link))
    assert content
    assert Record.parse(content.text) == player.record()
    player.page.context.grant_permissions(["clipboard-write", "clipboard-read"])
    player.press("copy", within="#dialog")
    player.until(lambda: "Copied." in player.page.locator("#dialog").inner_text())
    player.close()
    player.open("settings")
    player.choose("theme", "dark")
    player.close()
    frame_colour = "getComputedStyle(document.querySelector('#board .frame')).fill"
    dark = player.page.evaluate(frame_colour)
    player.page.emulate_media(media="print")
    assert player.page.evaluate(frame_colour) != dark, "prints have the light theme"
    assert player.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    box = player.page.locator("#board svg").bounding_box()
    assert box
    assert box["width"] > 500
    assert box["height"] > 500
    assert player.page.locator("#players").is_visible()
    assert not player.page.locator("#hand, #status, #tools, #log").filter(visible=True).count()


def test_dragging_a_tile_onto_the_board(player: Player) -> None:
    player.start_game("person", "person")
    position = player.record().end()
    move = greedy(position)
    box = player.page.locator(f'#hand [data-tile="{move.tile}"]').first.bounding_box()
    assert box
    mouse = player.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 20)
    mouse.down()
    target = player.page.locator(f'#squares [data-square="{move.halves[0][1]}"]').bounding_box()
    assert target
    mouse.move(target["x"] + 20, target["y"] + 20, steps=5)
    player.until(lambda: len(player.ghost()) == 2)
    mouse.up()
    player.until(lambda: player.page.locator('#tools [data-action="place"]').is_enabled())
    # Scrolling doesn't lose the preview.
    mouse.wheel(0, 100)
    player.wait_until_idle()
    player.press("place")
    player.until(lambda: player.turns() == 1)
