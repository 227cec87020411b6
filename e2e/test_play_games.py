"""Whole games on the page: both boards, two to four players, by mouse, touch and keyboard, against computers."""

from collections.abc import Callable

import pytest

from e2e.page_driver import UNHURRIED
from e2e.player import Player, generous, greedy
from qin_core.qin import PAGODAS, Board, Position, Record

OpenGame = Callable[..., Player]
# A map so small that a game takes only a few turns.
SMALL = "R..a..\n......\n.b..Y.\n......\n......\nB....c"


def play_out(player: Player, input_device: str, *, covers: bool) -> Record:
    """Play all turns of people through the page until the game is over; compare it with the core after each."""
    make = {"mouse": player.by_mouse, "touch": player.by_touch, "keys": player.by_keys}[input_device]
    position = player.record().end()
    while position.winners() is None:
        if covers:
            player.reveal_hand()
        move, turns = generous(position), player.turns()
        make(position, move)
        player.until(lambda turns=turns: player.turns() > turns)  # type: ignore[misc]
        position = position.play(move)
        assert player.left() == [position.pagodas_left(number) for number in position.players]
    return player.record()


def near_the_end(board: str, players: int) -> Record:
    """Play until three rounds are left."""
    games = [Record(Position.deal(board, players, seed=1, first=1))]
    while games[-1].end().winners() is None:
        games.append(games[-1].add(generous(games[-1].end())))
    return games[-3 * players - 1].with_headers({"Seats": "|".join(["person"] * players)})


# Whether the result, once its animations have ended, is inside the window and over the board.
ON_BOARD = """async () => {
  await Promise.all(document.querySelector('.ended').getAnimations({ subtree: true }).map(({ finished }) => finished));
  const [result, board] = ['.ended > div', '#table'].map(name => document.querySelector(name).getBoundingClientRect());
  return result.left >= 0 && result.right <= innerWidth && result.top >= 0 && result.bottom <= innerHeight
    && result.left < board.right && result.top < board.bottom;
}"""


def check_end(player: Player, record: Record) -> None:
    """Compare the result on the page with the record replayed in the core."""
    end = record.end()
    winners = end.winners()
    assert winners is not None
    result = player.result()
    assert player.page.evaluate(ON_BOARD), "the whole result is visible on the board"
    names = [name.split("\n")[0] for name in player.page.locator(".player .name").all_inner_texts()]
    assert all((names[number - 1] in result) == (number in winners) for number in end.players)
    player.press("open", "end", "#cover")
    player.until(lambda: player.dialog() == "end")
    # The last rows of the table, with a number for each player: pagodas placed, pagodas left.
    rows = player.page.locator("#dialog tbody").first.locator("tr").all_inner_texts()
    shown = [[int(number) for number in row.split()[-len(end.players) :]] for row in rows[-2:]]
    left = [end.pagodas_left(number) for number in end.players]
    assert shown == [[PAGODAS[len(left)] - count for count in left], left]
    player.close()
    won = player.page.evaluate("[...document.querySelectorAll('.player')].map(p => p.matches('.won'))")
    assert [number for number in end.players if won[number - 1]] == list(winners)


@pytest.mark.parametrize(
    ("input_device", "board", "players"), [("mouse", "bird", 2), ("touch", "lion", 3), ("keys", "bird", 4)]
)
def test_a_game_to_its_end(open_game: OpenGame, input_device: str, board: str, players: int) -> None:
    covers = input_device == "mouse"
    player = open_game(phone=input_device == "touch", language="en", handover=covers, speed="off")
    player.resume(near_the_end(board, players))
    record = play_out(player, input_device, covers=covers)
    assert record.start.board.name == board
    assert len(record.start.players) == players
    check_end(player, record)


ALL_AT_ONCE = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1 })"
"""A clock that makes every second press a double press."""


def before_the_win() -> Record:
    """Play until the first player, a person, wins with one more placement."""
    record = Record(Position.deal(Board.parse(SMALL), 2, seed=3, first=1))
    while True:
        position = record.end()
        move = generous(position)
        if position.player_to_move == 1 and move.halves and position.play(move).winners() == (1,):
            return record.with_headers({"Seats": "person|novice"})
        record = record.add(move)


# Presses the button that has taken the place of "Place" as soon as it appears.
PRESS_REMATCH = """() => {
  const tools = document.getElementById('tools');
  new MutationObserver((_, observer) => {
    const again = tools.querySelector('[data-action="rematch"]');
    if (!again) return;
    observer.disconnect();
    globalThis.pressedAgain = true;
    again.click();
  }).observe(tools, { childList: true, subtree: true, attributes: true });
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_double_press_on_the_winning_move_leaves_the_victory(open_game: OpenGame, phone: bool) -> None:
    player = open_game(phone=phone)
    player.page.evaluate(f"{{{ALL_AT_ONCE}}}")
    record = before_the_win()
    player.resume(record)
    position = record.end()
    player.page.evaluate(PRESS_REMATCH)
    (player.by_touch if phone else player.by_mouse)(position, generous(position))
    assert player.result() == "You win!"
    assert player.page.evaluate("globalThis.pressedAgain"), "before the result has covered the button"
    player.wait_until_idle()
    assert len(player.record().turns) == len(record.turns) + 1
    player.page.evaluate(UNHURRIED)  # for the next test on this page


# Whether the result and its buttons are inside the window, and nothing of it needs scrolling.
CARD = """() => {
  const card = document.querySelector('.ended > div'), { top, bottom } = card.getBoundingClientRect();
  const buttons = [...card.querySelectorAll('button')].map(button => button.getBoundingClientRect());
  return card.scrollHeight <= card.clientHeight && top >= 0 && bottom <= innerHeight
    && buttons.every(box => box.top >= top && box.bottom <= bottom);
}"""


@pytest.mark.parametrize("size", [(844, 390), (360, 640), (820, 1180)])
def test_all_buttons_of_the_result_are_in_sight(open_game: OpenGame, size: tuple[int, int]) -> None:
    player = open_game()
    record = before_the_win()
    # The first person has won against the computer, or against another person.
    for before in (record.with_headers({"Date": "2026.11.19"}), record.with_headers({"Seats": "person|person"})):
        player.page.set_viewport_size({"width": size[0], "height": size[1]})
        player.resume(before)
        player.by_mouse(record.end(), generous(record.end()))
        player.result()
        player.wait_until_idle()
        assert player.page.evaluate(CARD)


def test_a_game_against_computers(player: Player) -> None:
    player.start_game("person", "novice", "novice", board=Board.parse(SMALL))
    record = player.record()
    while record.end().winners() is None:
        player.until(lambda: player.record().end().player_to_move == 1 or player.record().end().winners() is not None)
        record = player.record()
        if record.end().winners() is None:
            position, turns = record.end(), len(record.turns)
            player.until(lambda turns=turns: player.turns() == turns)  # type: ignore[misc]
            player.wait_until_idle()
            player.by_mouse(position, greedy(position))
            player.until(lambda turns=turns: len(player.record().turns) > turns)  # type: ignore[misc]
            record = player.record()
    assert record.headers["Seats"] == "person|novice|novice"
    check_end(player, record)
