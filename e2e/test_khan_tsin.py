"""Khan Tsin on the page: whole games with every input device, manual set-up, variants, saves, links, replay, axe."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.access import AXE, problems
from e2e.khan_player import KhanPlayer, greedy
from e2e.player import CENTRE
from engine.session import links
from qin_core.khan_tsin import Move, Position, Record

OpenGame = Callable[..., KhanPlayer]


def set_up(player: KhanPlayer, input_device: str) -> None:
    """Place the red and black barons, taking one back on the way."""
    # Space 1 and every third space after it gets a red baron, space 2 and so on a black one.
    put = {"mouse": player.click, "touch": player.tap, "keys": player.enter}[input_device]
    for space in [*range(1, 36, 3), *range(2, 36, 3)]:
        put(str(space))
        player.wait_until_idle()
        if space == 10:
            player.press("undo")
            assert player.stacks()[space - 1] == ""
            put(str(space))
            player.wait_until_idle()


def play_out(player: KhanPlayer, input_device: str) -> Record:
    """Play all turns of people through the page until the game is over; compare it with the core after each."""
    make = {"mouse": player.by_mouse, "touch": player.by_touch, "keys": player.by_keys}[input_device]
    position = player.record().end()
    while position.winners() is None:
        move, turns = greedy(position), player.turns()
        make(position, move)
        player.until(lambda turns=turns: player.turns() > turns)  # type: ignore[misc]
        position = position.play(move)
        assert player.stacks() == position.stacks
    return player.record()


def check_end(player: KhanPlayer, record: Record) -> None:
    """Compare the result on the page with the core."""
    winners = record.end().winners()
    names = {(1,): "South wins!", (2,): "North wins!", (1, 2): "The game is a draw."}
    assert player.result() == names[winners or ()]
    assert player.page.locator("#board .emperor").count() == int(len(winners or ()) == 1)


@pytest.mark.parametrize(
    ("input_device", "variants", "layout"), [("mouse", "-", "random"), ("touch", "t", "hand"), ("keys", "r", "hand")]
)
def test_a_whole_game(open_game: OpenGame, input_device: str, variants: str, layout: str) -> None:
    player = open_game(KhanPlayer, phone=input_device == "touch")
    player.start_game_by_form("person", "person", layout=layout, variants=variants)
    if layout == "hand":
        set_up(player, input_device)
        assert "".join(player.stacks()) == "rbw" * 12
    record = play_out(player, input_device)
    assert record.start.variants == variants
    check_end(player, record)


def test_a_game_against_the_computer_with_saves_links_and_replay(open_game: OpenGame) -> None:
    player = open_game(KhanPlayer)
    player.start_game_by_form("novice", "person", layout="hand", variants="rt")
    assert sum(stack == "r" for stack in player.stacks()) == 12, "the computer has placed its own"
    player.click(str(player.stacks().index("") + 1))
    player.wait_until_idle()
    player.driver.reopen()
    assert sum(stack == "b" for stack in player.stacks()) == 1, "an unfinished set-up is restored"
    player.press("fill")
    player.until(lambda: player.turns() == 1)
    for turns in (1, 3):
        player.until(lambda turns=turns: len(player.record().turns) == turns and player.turns() == turns)  # type: ignore[misc]
        position = player.record().end()
        player.by_mouse(position, greedy(position))
        player.until(lambda turns=turns: player.turns() >= turns + 1)  # type: ignore[misc]
    player.until(lambda: player.turns() == 5)
    player.wait_until_idle()
    whole = player.record()
    player.driver.reopen()
    assert (player.record(), player.stacks()) == (whole, whole.end().stacks)
    player.press("go-to-turn", "2", "#log")
    assert player.stacks() == whole.positions()[2].stacks
    player.press("go-to-turn", "5", "#replay")
    player.page.locator("#log h2").click()
    player.page.keyboard.press("z")
    player.until(lambda: player.turns() == 3)
    player.press("redo")
    player.until(lambda: player.turns() == 5)
    player.press("hint")
    player.until(lambda: player.page.locator("#hints li").count() > 0)
    player.press("try", within="#hints")
    assert player.page.locator("#board .ghost").count() == 1
    player.page.keyboard.press("Escape")
    player.open("share")
    found = links.read(player.page.locator("#dialog input[readonly]").first.input_value().partition("#")[2])
    assert found
    assert Record.parse(found.text).turns == whole.turns
    with player.page.expect_download() as waiting:
        player.press("save-record", within="#dialog")
    assert waiting.value.suggested_filename == "game.khan"
    player.close()


def test_the_address_selects_the_game(open_game: OpenGame) -> None:
    player = open_game(KhanPlayer)
    page = player.page
    player.start_game("person", "person")
    position = player.record().end()
    player.by_mouse(position, greedy(position))
    player.until(lambda: player.turns() == 1)
    ours = player.stacks()
    player.press("switch-game", "qin", "#game-switch")
    player.until(lambda: page.locator("#hand .tile").count() == 3)
    assert page.evaluate("location.search") == ""
    assert page.title() == "Qin"
    player.driver.play()
    player.driver.reopen()
    assert page.locator("#hand .tile").count() == 3
    page.go_back()
    player.until(lambda: player.stacks() == ours)
    assert page.evaluate("location.search") == "?game=khan-tsin"
    page.go_forward()
    player.until(lambda: page.locator("#hand .tile").count() == 3)
    player.press("switch-game", "khan-tsin", "#game-switch")
    player.until(lambda: player.stacks() == ours)
    assert page.evaluate("location.search") == "?game=khan-tsin"
    page.reload()
    player.driver.wait()
    assert (player.stacks(), page.title()) == (ours, "Khan Tsin")
    player.press("switch-game", "qin", "#game-switch")
    linked = Position.deal("t", seed=4)
    page.evaluate("hash => { location.hash = hash }", links.write("position", str(linked)))
    player.until(lambda: player.stacks() == linked.stacks)
    assert page.evaluate("location.search + location.hash") == "?game=khan-tsin"
    player.open("games")
    page.locator("#dialog .card:has(.qin-svg)").first.click()
    player.until(lambda: page.locator("#hand .tile").count() == 3)
    player.until(lambda: page.evaluate("location.search + location.hash") == "")


def states(player: KhanPlayer) -> Iterator[str]:
    """Bring the page into every main state; yield the name of each."""
    yield "start"
    for dialog in ("new", "settings", "help"):
        player.open(dialog)
        yield dialog
        player.close()
    player.start_game_by_form("person", "person", layout="hand", variants="rt")
    player.click("7")
    player.wait_until_idle()
    yield "setting up"
    towers = "/".join([*(["-"] * 2), "rbwrbwrb", "w", "-", "bw", "rbw", *(["-"] * 29)])
    player.page.evaluate("hash => { location.hash = hash }", links.write("position", f"{towers} s r"))
    player.until(lambda: player.stacks()[2] == "rbwrbwrb")
    yield "high stacks"
    player.click("3")
    player.wait_until_idle()
    yield "a high stack picked"
    player.click("5")
    player.wait_until_idle()
    yield "refused"
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    player.click("7")
    player.press("take", "3", "#hand")
    player.click("6")
    player.wait_until_idle()
    yield "ghost"
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    player.click("4")
    player.click("3")
    player.wait_until_idle()
    player.page.locator('#tools [data-action="place"]').click()
    assert player.result()
    if player.page.viewport_size == {"width": 1280, "height": 800}:
        result, board = (player.page.locator(part).bounding_box() for part in (".ended > div", "#board"))
        assert result
        assert board
        assert result["x"] >= board["x"] + board["width"], "the stack of nine stays visible"
    yield "won"
    player.press("open", "end", "#cover")
    yield "end"
    player.close()
    player.press("close-banner")
    yield "after the end"


@pytest.mark.parametrize(("phone", "light"), [(False, "light"), (True, "dark")], ids=["desk-light", "phone-dark"])
def test_axe_finds_nothing_and_targets_are_large(open_game: OpenGame, phone: bool, light: Any) -> None:
    player = open_game(KhanPlayer, phone=phone, language="en")
    player.page.emulate_media(color_scheme=light, reduced_motion="reduce")
    player.page.evaluate(AXE)
    broken = {}
    for state in states(player):
        if found := problems(player.page, phone=phone):
            broken[state] = found
    assert not broken, "\n".join(f"{state}: {fault}" for state, found in broken.items() for fault in found)


# Whether all buttons of the result are in sight, and by how many pixels its content is taller than the result.
RESULT_IN_SIGHT = """() => {
  const card = document.querySelector('.ended > div'), { top, bottom } = card.getBoundingClientRect();
  const inside = [...card.querySelectorAll('button')].every(button => {
    const box = button.getBoundingClientRect();
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= top && box.bottom <= Math.min(bottom, innerHeight) && button.contains(found);
  });
  return [inside, card.scrollHeight - card.clientHeight];
}"""
# A game that South wins with the next move, 3x8>2.
LATE = Record.parse("""[Game "Khan Tsin"]
[Version "1"]
[Seats "person|novice"]
[Date "2026.11.19"]
[Variants "-"]
[Start "b/w/r/w/r/b/w/r/r/w/b/w/r/w/r/b/w/b/w/w/r/b/w/b/w/b/b/r/b/r/r/r/r/b/w/b s -"]
[Result "*"]

1. 4x1>1
2. 35x1>1
3. 1x3>5
4. 33x1>5
5. 6x1>5
6. 34x1>5
7. 5x7>3
8. 36x1>21
""")


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_the_whole_result_is_in_sight_beside_the_board(open_game: OpenGame, language: str) -> None:
    """With three moments, two badges and the line of wins; if it is too long after all, its buttons are in sight."""
    player = open_game(KhanPlayer, language=language)
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    player.resume(LATE)
    player.by_mouse(LATE.end(), Move.parse("3x8>2"))
    page.locator("#cover .ended").wait_for()
    player.wait_until_idle()
    expect(page.locator(".ended .story li")).to_have_count(3)
    expect(page.locator(".ended .badges li")).to_have_count(2)
    player.until(lambda: not page.evaluate("document.getAnimations().length"))
    for height in (800, 720):
        page.set_viewport_size({"width": 1280, "height": height})
        assert page.evaluate(RESULT_IN_SIGHT) == [True, 0], height
    page.set_viewport_size({"width": 1024, "height": 600})
    assert page.evaluate(RESULT_IN_SIGHT)[0]


# Single barons between stacks of three and of seven, and free spaces to fly to.
STACKED = Position.build(
    ("r", "rbw", "w", "r", "", "", "", "bwr", "rrbbwwb", *"rrrrrrbbbbbbbwwwwwww", *("",) * 7), 1, "-"
)


@pytest.mark.parametrize("phone", [False, True])
def test_barons_are_dragged_and_the_button_to_move_stays_in_its_place(open_game: OpenGame, phone: bool) -> None:
    player = open_game(KhanPlayer, phone=phone)
    player.resume(Record(STACKED).with_headers({"Seats": "person|person"}))
    assert player.stacks() == STACKED.stacks
    button = player.page.locator('#tools [data-action="place"]')
    place = button.bounding_box()
    for space in ("1", "3", "3", "2", "8"):
        player.click(space)
        player.wait_until_idle()
        assert button.bounding_box() == place, space
    player.click("2")
    mouse, (x, y), aim = player.page.mouse, player.page.evaluate(CENTRE, "2"), player.page.evaluate(CENTRE, "8")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y)
    mouse.move(*aim)
    player.until(lambda: player.page.locator("#board .ghost").count() == 1)
    mouse.up()
    player.wait_until_idle()
    player.until(lambda: player.page.locator(".flying").count() == 0)
    button.click()
    player.until(lambda: player.turns() == 1)
    assert player.stacks()[7].startswith("bwr")


def test_barons_are_dragged_into_the_setup(open_game: OpenGame) -> None:
    player = open_game(KhanPlayer)
    player.start_game_by_form("person", "person", layout="hand")
    mouse = player.page.mouse

    def drag(start: tuple[float, float], space: int) -> None:
        mouse.move(*start)
        mouse.down()
        x, y = player.page.evaluate(CENTRE, str(space))
        mouse.move(x - 20, y, steps=4)
        mouse.move(x, y, steps=2)
        mouse.up()
        player.wait_until_idle()

    box = player.page.locator("#hand .baron svg").bounding_box()
    assert box
    drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 7)
    assert player.stacks()[6] == "r"
    drag(tuple(player.page.evaluate(CENTRE, "7")), 12)
    assert (player.stacks()[6], player.stacks()[11]) == ("", "r")
