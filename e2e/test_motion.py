"""Animations: where pieces are at the start, in the middle and at the end; and the page is the same without them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from e2e.conftest import PLAIN
from e2e.khan_player import KhanPlayer
from e2e.player import GamePlayer, Player, greedy
from engine.session import links
from qin_core.common.record import GameRecord
from qin_core.khan_tsin import Position as KhanPosition
from qin_core.khan_tsin import Record as KhanRecord
from qin_core.qin import Record

SLOW = PLAIN | {"speed": "slow"}
GAME = Record.parse((Path(__file__).parent.parent / "tests/games/bird-2-last-pagoda.qin").read_text())


def first_turn_with(kind: str) -> int:
    """Find the number of the first turn of the game with an event of a kind."""
    return next(number for number, turn in enumerate(GAME.turns, 1) if kind in [event.kind for event in turn.events])


CONQUEST, JOIN = first_turn_with("conquer"), first_turn_with("absorb")
FORWARD = '#replay [data-action="step"][data-value="1"]'
"""The button that replays the next turn."""
# Presses a button and pauses the animations that it starts. Returns
# - path: where the first flying piece is at the start, in the middle and at the end of its path;
# - held, heldLater: whether the board was unchanged until the piece landed, and afterwards;
# - shifted: how many other pagodas are in another place afterwards;
# - misplaced: how many pagodas appear elsewhere than where they stand in the end;
# - homeward: the paths of the pieces that fly after the first one;
# - moving: what moves on the board afterwards, `place/` for a pagoda, `/place` for a province.
WATCH = """async selector => {
  const centre = box => [box.x + box.width / 2, box.y + box.height / 2];
  const place = element => centre(element.getBoundingClientRect());
  const flights = () => document.getAnimations().filter(each => each.effect.target?.className.includes?.('flying'));
  const follow = flight => {
    const { duration } = flight.effect.getComputedTiming();
    flight.pause();
    return [0, duration / 2, duration - 0.01].map(time => {
      flight.currentTime = time;
      return place(flight.effect.target);
    });
  };
  const board = document.getElementById('board');
  const pagodas = () => [...board.querySelectorAll('[data-pagoda]')]
    .map(each => [each.dataset.pagoda, each.getAttribute('href'), `${place(each)}`]);
  const [before, pagodasBefore] = [board.innerHTML, pagodas()];
  document.querySelector(selector).click();
  const piece = flights()[0];
  const path = follow(piece);
  const held = board.innerHTML === before;
  piece.finish();
  // Let the page notice that the piece has landed, show the new board and start the next animations.
  await new Promise(setTimeout);
  await new Promise(setTimeout);
  const heldLater = board.innerHTML === before;
  document.getAnimations().filter(each => each.effect.target?.closest?.('#board')).forEach(each => each.pause());
  const shifted = pagodas().filter(([name, href, where]) =>
    pagodasBefore.some(old => old[0] === name && old[1] === href && old[2] !== where)).length;
  // New pagodas grow, or come down from at most 60 pixels above.
  const growing = document.getAnimations().filter(each => each.effect.target?.matches?.('#board use'));
  const misplaced = growing.filter(each => {
    const [begin, , end] = follow(each);
    return Math.abs(begin[0] - end[0]) > 2 || Math.abs(begin[1] - end[1]) > 60;
  }).length;
  const moving = document.getAnimations().filter(each => each.effect.target?.closest?.('#board'))
    .map(each => [each.effect.target.dataset.pagoda, each.effect.target.dataset.province].join('/'));
  const homeward = flights().map(follow);
  return { path, held, shifted, misplaced, homeward, moving, heldLater };
}"""
# The centres of elements.
CENTRES = """names => names.map(name => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
# Whether the shown turn is visible in the log.
FOLLOWS = """() => {
  const [log, turn] = [document.getElementById('log'), document.querySelector('#log [aria-current]')];
  const [around, box] = [log.getBoundingClientRect(), turn.getBoundingClientRect()];
  return around.top <= box.top && box.bottom <= around.bottom + 1;
}"""
# Whether nothing moves on the board.
STILL = "document.getAnimations().filter(each => each.effect.target?.closest?.('.flying, #board')).length === 0"
# The elements of the picture with sorted attributes: a patched picture may have them in another order.
BOARD = """[...document.querySelectorAll('#board *')].map(each =>
  [each.tagName, ...[...each.attributes].map(({ name, value }) => `${name}=${value}`).sort()].join(' '))"""


BESIDE_BOARD = (5, 700)
"""A point of the page, in pixels, where nothing can be pressed."""
OpenGame = Callable[..., Any]


def show(player: GamePlayer[Any], record: GameRecord[Any, Any], at: int) -> None:
    """Open a game after its turn `at` and wait for the end of the animations."""
    player.page.evaluate("fragment => { location.hash = fragment; }", links.write("game", str(record)))
    player.until(lambda: player.turns() == len(record.turns))
    player.press("go-to-turn", str(at), "#log") if at else player.press("go-to-turn", "0", "#replay")
    player.until(lambda: bool(player.page.evaluate(STILL)))


def between(middle: list[float], one: list[float], two: list[float]) -> bool:
    """Check whether a point lies between two others and near neither."""
    return all(min(a, b) - 1 <= x <= max(a, b) + 1 for x, a, b in zip(middle, one, two, strict=True)) and all(
        max(abs(x - a) for x, a in zip(middle, end, strict=True)) > 5 for end in (one, two)
    )


def near(one: list[float], two: list[float], most: float = 3) -> bool:
    """Check whether two points are at most so many pixels apart, in each direction."""
    return all(abs(a - b) <= most for a, b in zip(one, two, strict=True))


def test_a_conquest_flies_the_tile_in_and_the_pagoda_home(open_game: OpenGame) -> None:
    player: Player = open_game(**SLOW)
    show(player, GAME, CONQUEST - 1)
    before, turn = GAME.positions()[CONQUEST - 1], GAME.turns[CONQUEST - 1]
    event = next(event for event in turn.events if event.kind == "conquer")
    card, loser, village, *squares = player.page.evaluate(
        CENTRES,
        [
            f".player.p{before.player_to_move} .mark",
            f".player.p{event.loser} .mark",
            f'#board [data-pagoda="{event.place}"]',
            *(f'#squares [data-square="{square}"]' for square in turn.move.squares),
        ],
    )
    seen = player.page.evaluate(WATCH, FORWARD)
    begin, middle, end = seen["path"]
    landing = [(first + second) / 2 for first, second in zip(*squares, strict=True)]
    assert near(begin, card)
    assert between(middle, card, landing)
    assert near(end, landing)
    assert (seen["held"], seen["heldLater"]) == (True, False), "until the tile lands, the board is unchanged"
    assert (seen["shifted"], seen["misplaced"]) == (0, 0), "other pagodas stay, new ones drop vertically"
    begin, middle, end = seen["homeward"][0]
    assert near(begin, village)
    assert middle[1] < min(begin[1], end[1]), "in an arc"
    assert near(end, loser)
    assert f"{event.place}/" in seen["moving"], "the winner's pagoda drops in its place"
    player.page.mouse.move(*BESIDE_BOARD)
    player.page.mouse.down()
    assert player.page.evaluate(STILL), "a touch skips the rest"
    player.page.mouse.up()
    assert player.page.locator(".flying").count() == 0


def test_joined_provinces_pulse_and_a_click_skips_it(open_game: OpenGame) -> None:
    player: Player = open_game(**SLOW)
    show(player, GAME, JOIN - 1)
    seen = player.page.evaluate(WATCH, FORWARD)
    squares = set(GAME.turns[JOIN - 1].move.squares)
    joined = [area.squares[0] for area in GAME.positions()[JOIN].provinces() if squares & set(area.squares)]
    assert {f"/{place}" for place in joined} <= set(seen["moving"])
    forward = player.page.locator(FORWARD)
    forward.click()
    assert player.page.locator(".flying").count() == 1
    forward.click()
    assert player.page.locator(".flying").count() <= 1, "the first flight is skipped, the second may have ended"
    player.until(lambda: f"turn {JOIN + 2} of" in player.driver.status())
    player.press("step", "-1", "#replay")
    player.until(lambda: f"turn {JOIN + 1} of" in player.driver.status())
    player.until(lambda: bool(player.page.evaluate(FOLLOWS)))


def test_barons_fly_from_stack_to_stack(open_game: OpenGame) -> None:
    player: KhanPlayer = open_game(KhanPlayer, **SLOW)
    start = KhanPosition.deal(seed=3)
    move = start.moves()[0]
    show(player, KhanRecord(start).add(move), 0)
    source, target = player.page.evaluate(
        CENTRES, [f'#squares [data-square="{space}"]' for space in (move.source, move.target)]
    )
    seen = player.page.evaluate(WATCH, FORWARD)
    begin, middle, end = seen["path"]
    assert near(begin, source, 12)
    assert middle[1] < max(source[1], target[1]), "in an arc"
    assert abs(end[0] - target[0]) < 12
    assert target[1] - 40 < end[1] < target[1] + 4, "on top of the stack"


def test_the_board_is_the_same_with_and_without_animations(open_game: OpenGame) -> None:
    """Complete, skipped, reduced and disabled animations end with the same pictures."""
    player: Player = open_game(**SLOW)
    runs: list[tuple[str, str, Literal["reduce", "no-preference"]]] = [
        ("seen", "quick", "no-preference"),
        ("skipped", "slow", "no-preference"),
        ("reduced", "normal", "reduce"),
        ("off", "off", "no-preference"),
    ]
    boards: dict[str, list[list[str]]] = {}
    for run, speed, reduced in runs:
        player.page.emulate_media(reduced_motion=reduced)
        player.open("settings")
        player.choose("speed", speed)
        player.close()
        show(player, GAME, CONQUEST - 2)
        boards[run] = []
        for step in ("1", "1", "-1", "1"):
            player.page.locator(f'#replay [data-action="step"][data-value="{step}"]').click()
            assert run in ("seen", "skipped") or player.page.locator(".flying").count() == 0
            if run == "skipped":
                player.page.mouse.click(*BESIDE_BOARD)
            player.wait_until_idle()
            boards[run].append(player.page.evaluate(BOARD))
    for run, seen in boards.items():
        assert seen == boards["off"], run


def test_the_handover_follows_the_animation_of_the_turn(open_game: OpenGame) -> None:
    player: Player = open_game(language="en", speed="quick")
    player.start_game("person", "person")
    reveal = player.page.locator('#cover [data-action="reveal-hand"]')
    for skipped in (False, True):
        player.reveal_hand()
        position = player.record().end()
        player.aim(position, greedy(position))
        player.page.locator('#tools [data-action="place"]').click()
        player.until(lambda: player.page.locator("#hand [disabled]").count() == 3)
        assert reveal.count() == 0, "the animation comes first"
        if skipped:
            player.page.mouse.down()
            assert reveal.count() == 1, "a touch skips the rest"
            player.page.mouse.up()
        else:
            player.until(lambda: reveal.count() == 1)
        edge = player.page.evaluate("board.getBoundingClientRect().right")
        card = player.page.locator("#cover .handover > div").bounding_box()
        assert card
        assert card["x"] >= edge, "the board stays visible"


def test_a_dragged_tile_snaps_to_squares(open_game: OpenGame) -> None:
    player: Player = open_game(language="en", handover=False, speed="quick")
    page = player.page
    player.start_game("person", "person")
    position = player.record().end()
    number, square = next(
        (number, move.squares[0])
        for number, tile in enumerate(position.hand(position.player_to_move))
        for move in position.placements(tile)
    )
    start, end = page.evaluate(CENTRES, [f'#hand [data-value="{number}"]', f'#squares [data-square="{square}"]'])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] - 20, start[1] - 60, steps=3)
    free = [start[0] - 20, start[1] - 60]
    player.until(lambda: near(page.evaluate(CENTRES, [".dragged"])[0], free, 20))
    page.mouse.move(end[0] + 4, end[1] + 4, steps=5)
    player.until(lambda: len(player.ghost()) == 2)
    player.until(lambda: near(*page.evaluate(CENTRES, [".dragged", "#board .ghost .tile"])))
    page.mouse.up()
    player.until(lambda: page.locator(".dragged").count() == 0)
    assert player.ghost(), "the dropped tile waits for confirmation"
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0], start[1] - 30, steps=3)
    page.mouse.up()
    player.until(lambda: page.locator(".dragged").count() == 0)
    assert page.locator('#hand [aria-pressed="true"]').count() == 1, "a tile that returns to the hand stays selected"


def test_a_finger_drags_a_tile_above_itself(open_game: OpenGame) -> None:
    player: Player = open_game(phone=True, **SLOW)
    page = player.page
    player.start_game("person", "person")
    [start] = page.evaluate(CENTRES, ["#hand .tile"])
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (start[0], start[1]))
    for step in (10, 40, 90):
        touch("touchMove", (start[0], start[1] - step))
    # The tile is visible above the finger.
    finger_y = start[1] - 90
    player.until(lambda: page.evaluate(CENTRES, [".dragged"])[0][1] < finger_y - 30)
    touch("touchEnd")
    player.until(lambda: page.locator(".dragged").count() == 0)


def test_a_phone_shows_the_whole_sentence_about_a_past_turn_and_its_line_in_the_log(open_game: OpenGame) -> None:
    player: Player = open_game(phone=True, **PLAIN)
    longest = max(range(len(GAME.turns)), key=lambda turn: len(GAME.turns[turn].events)) + 1
    player.page.evaluate("fragment => { location.hash = fragment; }", links.write("game", str(GAME)))
    player.until(lambda: player.turns() == len(GAME.turns))
    for turn in (len(GAME.turns) // 2, 3, longest):
        player.page.locator(f'#log [data-value="{turn}"]').dispatch_event("click")
        player.page.locator(f'#log [data-value="{turn}"][aria-current]').wait_for()
        player.wait_until_idle()
        cut, line, height = player.page.evaluate(
            """() => {
              const [past, line] = ['#status .past', '#log [aria-current]'].map(each => document.querySelector(each));
              // Letters may reach a little over their line.
              return [past.scrollHeight - past.clientHeight > 5, line.getBoundingClientRect().top, innerHeight];
            }"""
        )
        assert not cut, turn
        assert line < height, turn
