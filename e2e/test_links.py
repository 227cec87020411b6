"""Games by link: people in separate browsers who exchange only addresses.

The host starts a game and sends its first link; a guest takes a seat with it. Seats of people elsewhere are `far`.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError

from e2e.access import AXE, RUN, SMALL, WIDE
from e2e.conftest import PLAIN
from e2e.khan_player import KhanPlayer
from e2e.khan_player import greedy as khan_greedy
from e2e.page_driver import new_context
from e2e.pages import Kind, Pages
from e2e.player import Player, greedy
from engine import correspondence
from engine.main import GAMES
from web.build.serving import Server

MAP = ".R..\n....\n..B.\n...a"
"""A map so small that a game takes only a few turns."""
OpenGame = Callable[..., Player]


@pytest.fixture
def open_game(pages: Pages) -> OpenGame:
    """Open a game for each of several people, in browser contexts of their own."""

    def start(language: str = "en", player: type[Any] = Player, *, phone: bool = False) -> Any:
        settings = PLAIN | {"language": language}
        return player.at(pages.open(Kind("", phone), player.query, settings))

    return start


def begin(player: Player, *kinds: str) -> None:
    """Start a game on the small map."""
    player.open("new")
    player.choose("players", str(len(kinds)))
    for number, kind in enumerate(kinds, start=1):
        player.choose(f"kind-{number}", kind)
    player.choose("board", "map")
    player.page.locator('#dialog [data-field="own_map"]').fill(MAP)
    player.choose("first", "1")
    player.press("start-game", within="#dialog")
    player.until(lambda: not player.dialog())
    player.until(lambda: player.page.evaluate("location.hash") == "")


def send(player: Any) -> str:
    """Send the last turn; return its link. One press copies it, or a second one in the dialog that asks how to send."""
    player.page.evaluate("navigator.clipboard.writeText('')")
    at_once = '[data-action="send"][data-value="now"]'
    if player.dialog() == "end":
        player.press("send", "now", "#dialog")
    elif player.dialog() == "send":
        player.press("send", "copy", "#dialog")
    elif player.page.locator(f":is(#cover, #tools) {at_once}").count():
        press(player, at_once)
    else:
        press(player, '[data-action="open"][data-value="send"]')
        player.until(lambda: player.dialog() == "send")
        player.press("send", "copy", "#dialog")
    player.until(lambda: player.page.evaluate("navigator.clipboard.readText()") != "")
    player.wait_until_idle()
    link: str = player.page.evaluate("navigator.clipboard.readText()")
    if player.dialog() == "send":
        player.press("close", within="#dialog")
    elif not player.dialog():
        player.press("dismiss-note", within="#note")
    # The result may follow.
    player.until(lambda: player.dialog() != "send")
    return link


def press(player: Any, which: str) -> None:
    """Press a button of the toolbar, or the same button of the banner that covers it."""
    button = player.page.locator(f":is(#cover, #tools) button{which}").first

    def pressed() -> bool:
        try:
            button.click(timeout=2000)
        except TimeoutError:
            return False
        return True

    player.until(pressed)


def follow(player: Any, link: str) -> None:
    """Open a link in the open page, as a click in a messenger does."""
    player.page.goto(link)
    player.until(lambda: "#turn" not in player.page.url or player.dialog() == "arrived")
    player.wait_until_idle()


def take_seat(player: Any, link: str, seat: int) -> None:
    """Open a link for the first time and choose a seat."""
    follow(player, link)
    player.until(lambda: player.dialog() == "arrived")
    player.press("join", str(seat), "#dialog")
    player.until(lambda: not player.dialog())
    player.until(lambda: player.page.evaluate("location.hash") == "")


# Presses the last of the replay buttons, which leads to the latest turn.
GO_TO_END = """[...document.querySelectorAll('#replay [data-action="go-to-turn"]:enabled')].at(-1)?.click()"""


def skip_replay(player: Any) -> None:
    """Go to the latest turn if the page is replaying or looking back."""
    if player.page.locator('#tools [data-action="go-to-turn"]').count():
        player.page.evaluate(GO_TO_END)
    player.wait_until_idle()


def move(player: Any, choice: int | None = None) -> None:
    """Make a good move on the page, or the legal move with this index, by mouse or by touch."""
    skip_replay(player)
    position, before = player.record().end(), player.turns()
    best = khan_greedy if isinstance(player, KhanPlayer) else greedy
    chosen = best(position) if choice is None else position.moves()[choice]
    by = player.by_touch if player.page.evaluate("navigator.maxTouchPoints > 0") else player.by_mouse
    by(position, chosen)
    player.until(lambda: player.turns() > before)


def wait_for_words(player: Any, words: str) -> None:
    """Wait until the page shows some words."""
    player.until(lambda: words in player.page.locator("body").inner_text(), 10)


def hand(player: Player) -> Locator:
    """Find the tiles in the hand."""
    return player.page.locator("#hand .tile")


def test_two_play_a_whole_game_on_a_desktop_and_a_phone_in_two_languages(open_game: OpenGame) -> None:
    host, guest = open_game("en"), open_game("fr", phone=True)
    begin(host, "person", "far")
    start = host.record().start
    move(host)
    assert hand(host).last.get_attribute("aria-label") == "Face-down tile", (
        "the drawn tile stays hidden until the turn is sent"
    )
    link = send(host)
    assert len(link) < 200
    take_seat(guest, link, 2)
    skip_replay(guest)
    names = hand(guest).evaluate_all("tiles => tiles.map(tile => tile.ariaLabel)")
    assert len(names) == len(start.hand(2)) == 3
    assert guest.page.locator("#tools [data-action=undo]").is_disabled()
    play_out(host, guest)


def play_out(host: Any, guest: Any) -> None:
    """Play a two-player game to its end by links; the guest is to move."""
    people, turns = [guest, host], 1
    while guest.record().end().winners() is None:
        # The guest makes every even turn.
        mover, other = people[(turns - 1) % 2], people[turns % 2]
        move(mover)
        turns += 1
        follow(other, send(mover))
        skip_replay(other)
        other.until(lambda: other.turns() == turns)  # noqa: B023
    assert host.record().turns == guest.record().turns
    assert host.record().result != "*", "the game is over"
    for player in people:
        player.until(lambda: player.dialog() == "end" or player.page.locator('[data-value="end"]').count() > 0)  # noqa: B023


def test_three_players_get_every_link_and_a_rematch_rotates_seats(open_game: OpenGame) -> None:
    people = [open_game("de"), open_game("nl"), open_game("en")]
    begin(people[0], "person", "far", "far")
    move(people[0])
    link = send(people[0])
    for seat in (2, 3):
        take_seat(people[seat - 1], link, seat)
    skip_replay(people[2])
    wait_for_words(people[2], "Waiting for White.")
    turns = 1
    while people[0].record().end().winners() is None:
        mover = people[turns % 3]
        move(mover)
        turns += 1
        link = send(mover)
        for other in people:
            if other is not mover:
                follow(other, link)
                skip_replay(other)
                other.until(lambda: other.turns() == turns)  # noqa: B023
    last = people[(turns - 1) % 3]
    if last.dialog():
        last.close()
    press(last, '[data-action="rematch"]')
    last.until(lambda: last.turns() == 0)
    assert last.page.locator(".player").nth(turns % 3).locator("small").count() == 0, "seats rotate by one"


def test_two_play_khan_tsin_to_its_end(open_game: OpenGame) -> None:
    host, guest = open_game("nl", KhanPlayer), open_game("de", KhanPlayer, phone=True)
    host.start_game_by_form("person", "far")
    move(host)
    link = send(host)
    assert "?game=khan-tsin#turn=" in link
    take_seat(guest, link, 2)
    play_out(host, guest)


def test_resigning_is_sent_by_link(open_game: OpenGame) -> None:
    host, guest = open_game("nl", KhanPlayer), open_game("de", KhanPlayer, phone=True)
    host.start_game_by_form("person", "far")
    move(host)
    take_seat(guest, send(host), 2)
    move(guest)
    follow(host, send(guest))
    skip_replay(host)
    host.until(lambda: host.turns() == 2)
    host.press("open", "send", "#tools")
    host.page.locator("#dialog summary").click()
    host.press("resign", within="#dialog")
    follow(guest, send(host))
    wait_for_words(guest, "Du hast gewonnen!")


def test_old_foreign_and_damaged_links_are_explained(open_game: OpenGame) -> None:
    host, guest = open_game(), open_game()
    begin(host, "person", "far")
    move(host)
    first = send(host)
    take_seat(guest, first, 2)
    follow(guest, first)
    wait_for_words(guest, "You’ve already opened this link")
    # The guest takes the same seat on a second device, and makes another move there.
    device = open_game()
    take_seat(device, first, 2)
    move(guest)
    follow(guest, first)
    wait_for_words(guest, "You’re already further on")
    assert guest.turns() == 2
    follow(host, send(guest))
    move(device, 1)
    follow(host, send(device))
    wait_for_words(host, "part ways after turn 1. Both are kept")
    cut, changed, extended = first[:-3], first[:40] + "x" + first[41:], first + first[-20:]
    for link in (cut, changed, extended, f"{host.page.url}#turn="):
        before = host.record()
        host.page.goto(link)
        wait_for_words(host, "The link is damaged or incomplete.")
        assert host.record() == before
        host.press("dismiss-note", within="#note")
    # A valid link to a game that this version doesn't know.
    host.page.goto(f"{host.page.url}#turn=AgAAAAA")
    wait_for_words(host, "another version of this page")
    host.open("games")
    cards = host.page.locator(".cards .card")
    host.until(lambda: cards.count() == 2)
    assert "It’s your turn." in cards.first.inner_text()


def test_a_link_arrives_in_another_tab_or_without_storage(open_game: OpenGame, browser: Browser, site: Server) -> None:
    host, guest = open_game(), open_game()
    begin(host, "person", "far")
    move(host)
    take_seat(guest, send(host), 2)
    move(guest)
    link = send(guest)
    tab = Player(host.page.context, site)
    tab.page.goto(link)
    tab.until(lambda: tab.turns() == 2)
    host.until(lambda: host.turns() == 2)
    tab.driver.check()
    full = new_context(browser)
    full.add_init_script("IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }")
    reader = Player(full, site)
    take_seat(reader, link, 1)
    wait_for_words(reader, "it will be gone once you close the page")
    skip_replay(reader)
    assert reader.turns() == 2
    full.close()


def test_a_turn_is_pasted_drawn_and_shared(open_game: OpenGame) -> None:
    host = open_game(phone=True)
    host.page.emulate_media(color_scheme="dark")
    host.page.evaluate("navigator.share = async (shared) => { globalThis.shared = shared; }")
    # The page offers sharing only where the system supports it.
    host.page.evaluate("document.documentElement.dataset.share = ''")
    begin(host, "person", "far")
    move(host)
    host.press("open", "send", "#tools")
    host.press("send", "share", "#dialog")
    shared = host.page.evaluate("globalThis.shared")
    assert shared["text"] == "Qin: it’s your turn!"
    host.press("send", "qr", "#dialog")
    host.until(lambda: host.page.locator("#dialog .qr path").count() == 1)
    host.page.evaluate(AXE)
    assert host.page.evaluate(RUN) == []
    assert host.page.evaluate(SMALL) == []
    assert host.page.evaluate(WIDE) <= 0
    guest = open_game()
    guest.open("games")
    guest.page.locator("#import-text").fill(f"Hi!\n{shared['text']} {shared['url']}\nSee you")
    guest.press("import", within="#dialog")
    guest.until(lambda: guest.dialog() == "arrived")
    assert "Green has started" in guest.page.locator("#dialog").inner_text()
    guest.page.evaluate(AXE)
    assert guest.page.evaluate(RUN) == []
    assert correspondence.read_link(shared["url"], GAMES).record.turns == host.record().turns
    host.page.evaluate("delete navigator.share; delete document.documentElement.dataset.share")
