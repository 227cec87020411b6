"""Games by links on the page: people far from each other, who send nothing but links."""

from dataclasses import replace

import pytest

from engine.correspondence import codec as codec
from engine.games.qin.match import FIRST_LEVEL
from engine.main import GAMES
from engine.protocol import GAME_PREFIX, DrawQr, QrDrawn, ResultDue, RunAiTask, Share, StoreChanged
from tests.engine_browser import ADDRESS
from tests.engine_linking import SMALL, Friend, kept_games


def invited(*kinds: str, **fields: str) -> tuple[Friend, Friend]:
    """Let somebody begin on a small map, make the first move and send it; the other one sits down."""
    host, guest = Friend(), Friend(seed=77)
    host.begin(*(kinds or ("person", "far")), own_map=SMALL, first="1", **fields)
    guest.open_link(host.move().send())
    return host, guest


def test_the_first_link_holds_the_first_move_and_asks_who_sits_down() -> None:
    host, guest = invited()
    assert guest.app.page.dialog == "arrived"
    assert "White to move" in guest.part("dialog")
    assert "Green has started" in guest.part("dialog")
    assert guest.history[-1].startswith("#turn="), "a reload asks once more"
    assert not Friend(fragment=guest.history[-1]).app.page.welcome
    guest.act("sit", "2")
    assert guest.app.session.replaying, "what happened is played back"
    assert guest.history == [""]
    guest.now()
    assert guest.app.session.at_turn
    assert guest.match.key == host.match.key
    assert [seat.kind for seat in guest.match.seats] == ["far", "person"]


def play_out(*friends: Friend) -> None:
    """Let everybody play in turn, by nothing but links, until the game is over."""
    for _ in range(400):
        mover = next((friend for friend in friends if friend.now().app.session.at_turn), None)
        if mover is None:
            break
        while mover.app.session.at_turn:
            mover.move(7)
        link = mover.send()
        for friend in friends:
            if friend is not mover:
                friend.open_link(link)
    assert all(friend.match.winners for friend in friends)


@pytest.mark.parametrize("board", ["bird", "lion"])
def test_two_play_a_whole_game_of_qin_by_links(board: str) -> None:
    host, guest = Friend(), Friend(seed=8)
    host.begin("person", "far", board=board, first="1")
    guest.open_link(host.move().send()).act("sit", "2")
    play_out(host, guest)
    assert host.match.history == guest.match.history
    assert len(kept_games(host)) == len(kept_games(guest)) == 1


def test_two_play_a_whole_game_of_khan_tsin_from_the_first_baron_on() -> None:
    host, guest = Friend(search="?game=khan-tsin"), Friend(seed=8)
    host.begin("person", "far", layout="hand")
    host.act("fill")
    assert host.app.session.awaiting_remote
    guest.open_link(host.send()).act("sit", "2")
    assert guest.match.ui.name == "khan-tsin"
    guest.now().act("fill")
    host.open_link(guest.send())
    assert not host.match.placing
    play_out(host, guest)
    assert host.match.history == guest.match.history


def test_three_play_by_links_that_everybody_gets() -> None:
    host, second = invited("person", "far", "far")
    third = Friend(seed=9).open_link(host.send())
    second.act("sit", "2")
    third.act("sit", "3")
    assert "Waiting for White" in third.now().part("status")
    play_out(host, second, third)
    assert host.match.history == second.match.history == third.match.history


def test_nobody_sees_the_tiles_of_people_far_away() -> None:
    host, guest = invited()
    guest.act("sit", "2").now()
    for friend, own in ((host, 1), (guest, 2)):
        friend.now()
        assert friend.app.session.viewer == own
        friend.act("look", "0")
        assert friend.app.session.viewer == own
        friend.act("open", "share")
        shared = friend.part("dialog")
        assert "game-link" not in shared
        assert "save-record" not in shared
        friend.act("open", "").act("look", "0").act("play-on")
        assert friend.match.remote, "playing on would turn everything up"
        assert not friend.act("analyse").app.session.asked
        friend.now()


def test_a_turn_can_be_taken_back_until_it_is_sent_and_the_drawn_tile_waits_so_long() -> None:
    host = Friend().begin("person", "far", first="1")
    before = host.app.session.hand  # type: ignore[attr-defined]
    host.move()
    assert host.app.session.hand[-1] == "?"  # type: ignore[attr-defined]
    host.act("undo")
    assert host.app.session.hand == before  # type: ignore[attr-defined]
    assert "Practice" not in host.match.record.headers
    host.move().send()
    assert "?" not in host.app.session.hand  # type: ignore[attr-defined]
    assert host.match.undo_to() is None
    assert len(host.act("undo").match.record.turns) == 1


def test_a_turn_that_was_sent_in_one_tab_stands_in_the_other() -> None:
    host = Friend().begin("person", "far", first="1")
    host.move()
    other = Friend(host.texts)
    assert other.match.undo_to() == 0
    host.send()
    (key,) = kept_games(host)
    other.tell(StoreChanged(key, host.texts[key]))
    assert other.match.undo_to() is None


def test_a_link_that_was_opened_already_says_so() -> None:
    host, guest = invited()
    first = host.send()
    guest.act("sit", "2").open_link(first)
    assert guest.note == "far-same"
    host.open_link(first)
    assert host.note == "far-same"
    assert "Waiting for White" in host.part("status")


def test_an_older_link_says_that_one_is_further_already() -> None:
    host, guest = invited()
    first = host.send()
    guest.act("sit", "2").now().move()
    guest.open_link(first)
    assert (guest.note, len(guest.match.record.turns)) == ("far-older", 2)
    host.open_link(guest.send())
    host.now().move().open_link(first)
    assert (host.note, len(host.match.record.turns)) == ("far-older", 3)


def test_a_link_that_went_another_way_is_kept_beside_ones_own() -> None:
    host, guest = invited()
    guest.act("sit", "2").now()
    other = Friend(guest.texts)
    host.open_link(guest.move(0).send())
    host.now().move()
    host.open_link(other.now().move(3).send())
    assert host.note == "far-other-way"
    assert len(kept_games(host)) == 2
    assert len(host.match.record.turns) == 2
    own = host.texts[kept_games(host)[0]]
    assert own.count("\n3. ") == 1, "one's own game has its third turn still"
    assert host.act("open", "games").part("dialog").count("Branch: ") == 2, "they are told apart"
    host.act("open", "")
    # The same link once more is known now, and what follows it finds its way.
    host.open_link(codec.write(host.match))
    assert (host.note, len(kept_games(host))) == ("far-same", 2)


def test_on_a_second_device_one_sits_down_at_ones_own_place() -> None:
    host, _ = invited()
    phone = Friend(seed=6).open_link(host.send()).act("sit", "1")
    assert phone.app.session.viewer == 1
    assert "Waiting for White" in phone.act("look", "9999").part("status")


def test_people_at_one_screen_stay_together() -> None:
    host = Friend().begin("person", "person", "far", first="1")
    host.move().move()
    phone = Friend(seed=6).open_link(host.send()).act("sit", "2")
    assert phone.match.people == (1, 2)


def test_computers_make_the_moves_that_every_browser_would_make() -> None:
    host = Friend().begin("person", FIRST_LEVEL, "far", first="1")
    host.move()
    assert host.app.session.computer_to_move
    assert host.match.remote is not None
    twin = Friend(host.texts, seed=1234)
    (thought,) = twin.did(RunAiTask)
    assert thought.arguments[1:] == [str(host.match.now.view(2)), FIRST_LEVEL, (host.match.remote.seed + 2) % 2**32]


@pytest.mark.parametrize("link", ["#turn=AAAA", "#turn=", "#turn=AgAAAAA", "#turn=" + "A" * 5000])
def test_a_link_that_cant_be_read_says_so_and_changes_nothing(link: str) -> None:
    host, _ = invited()
    before = host.match
    host.open_link(ADDRESS + link)
    assert host.note == "import-failed"
    assert "link" in host.said.lower()
    assert host.match is before
    assert Friend(fragment=link).note == "import-failed"


def test_a_text_can_be_pasted_instead() -> None:
    host, _ = invited()
    guest = Friend(site="")
    guest.act("open", "games").act("import", f"Your turn: {host.send()} !")
    guest.act("sit", "2").now().move()
    text = guest.send()
    assert text.startswith("#turn=")
    assert "Send this text to Green" in guest.part("dialog")
    host.act("open", "games").act("import", text)
    assert len(host.match.record.turns) == 2


def test_a_link_can_be_shared_and_drawn() -> None:
    host, _ = invited()
    host.act("open", "send").act("send", "share")
    (shared,) = host.did(Share)
    assert shared.address.startswith(ADDRESS + "#turn=")
    host.act("send", "qr")
    assert host.did(DrawQr)[0].text == shared.address
    host.tell(QrDrawn("M0,0h1v1H0 25"))
    assert 'viewBox="0 0 25 25"' in host.part("dialog")


def test_whoever_resigns_loses_and_the_others_get_to_know_it_by_a_link() -> None:
    host, guest = invited(games="3")
    guest.act("sit", "2").now()
    guest.act("resign")
    assert guest.match.winners == (1,)
    assert guest.app.page.dialog == "send"
    assert "You have resigned." in guest.act("open", "end").part("dialog")
    guest.act("open", "").tell(ResultDue(guest.match.key))
    assert "You have resigned." in guest.part("cover")
    assert 'data-value="send"' in guest.part("cover"), "the others have to get to know it first"
    host.open_link(guest.send())
    assert host.match.winners == (1,)
    assert "You win!" in host.now().part("status")


def test_games_that_wait_for_somebody_here_are_listed_first() -> None:
    host, guest = invited()
    host.begin("person", FIRST_LEVEL)
    host.act("open", "games")
    assert "Waiting for White." in host.part("dialog")
    assert "Since 14 November 2023." in host.part("dialog")
    host.act("open", "")
    host.open_link(guest.act("sit", "2").now().move().send())
    host.begin("person", FIRST_LEVEL)
    host.act("open", "games")
    assert host.app.page.saved[0].remote
    assert "It’s your turn." in host.part("dialog")


def test_a_rematch_goes_on_by_links_with_the_seats_changed() -> None:
    host, guest = invited()
    guest.act("sit", "2")
    play_out(host, guest)
    host.act("rematch")
    guest.act("rematch")
    assert host.match.key == guest.match.key, "whoever begins it begins the same one"
    assert host.match.record.start == guest.match.record.start
    assert (host.match.people, guest.match.people) == ((2,), (1,))
    mover, other = (host, guest) if host.app.session.at_turn else (guest, host)
    other.open_link(mover.move().send())
    assert other.app.page.dialog == ""
    assert len(other.match.record.turns) == 1
    other.now().move()
    # Asking for the rematch once more loses nothing.
    finished = next(key for key in kept_games(other) if 'Result "*"' not in other.texts[key])
    other.act("open", "games").act("load", finished.removeprefix(GAME_PREFIX)).act("rematch")
    assert (other.note, len(other.match.record.turns)) == ("far-older", 2)


def test_everybody_has_a_share_in_the_deals_of_a_series() -> None:
    host, guest = invited(games="2")
    guest.act("sit", "2")
    play_out(host, guest)
    assert host.match.remote is not None
    assert guest.match.remote is not None
    assert all(host.match.remote.chances)
    assert host.match.remote.chances == guest.match.remote.chances
    host.act("next")
    link = codec.write(host.match)
    cheat = codec.find(link, GAMES)
    assert cheat.remote is not None
    assert cheat.remote.origin is not None
    origin = cheat.remote.origin._replace(chances=(cheat.remote.origin.chances[0], 5))
    dealt = replace(cheat, key=origin.next_key, remote=replace(cheat.remote, seed=origin.mixed, origin=origin))
    dealt = replace(dealt, record=replace(dealt.record, turns=()), positions=dealt.positions[:1])
    guest.open_link(codec.write(dealt))
    assert "random number this browser added" in guest.said
    guest.open_link(link)
    assert guest.note == ""
    assert guest.match.record.headers["Earlier"] == host.match.record.headers["Earlier"]
    assert guest.match.people == (2,)
