"""Matches between browsers that exchange only links."""

import re
from dataclasses import replace

import pytest

from engine import correspondence
from engine.games.qin.match import FIRST_LEVEL
from engine.main import GAMES
from engine.protocol import (
    GAME_PREFIX,
    Copied,
    DrawQr,
    QrDrawn,
    ReplayTick,
    ResultDue,
    RunAiTask,
    SendLink,
    SetTimer,
    Share,
    StoreChanged,
)
from tests.engine_browser import ADDRESS, SMALL, Friend, new_link_match, stored_link_games


def start_and_invite(*kinds: str, **fields: str) -> tuple[Friend, Friend]:
    """Start a match on a small map, make the first move, send it, and let the guest join."""
    host, guest = Friend(), Friend(seed=77)
    host.start_game(*(kinds or ("person", "far")), own_map=SMALL, first="1", **fields)
    guest.open_link(host.move().copy_link())
    return host, guest


def test_an_invitation_names_the_variants() -> None:
    friend = Friend()
    friend.open_link(correspondence.write_link(new_link_match("khan-tsin", two_speeds=True, turning=True)))
    assert "Random set-up · Two speeds · Flipping" in friend.part("dialog")


def test_names_are_entered_before_sending_and_when_joining() -> None:
    host, guest = Friend(), Friend(seed=77)
    host.act("open", "new").act("form", "opponents=far")
    assert 'data-field="name-1"' in host.part("dialog").partition("<details")[0]
    host.start_game("person", "far", own_map=SMALL, first="1")
    host.move().act("open", "send").act("name", "name=Ana")
    guest.open_link(host.current_link())
    assert "<strong>Qin</strong> · Ana – " in guest.part("dialog")
    guest.act("name", "name=Bo|b").act("join", "2").move()
    assert guest.match.seats[1].name == "Bo b"
    host.open_link(guest.copy_link())
    assert [seat.name for seat in host.match.seats] == ["Ana", "Bo b"]


def test_the_first_link_contains_the_first_move_and_offers_the_free_seats() -> None:
    host, guest = start_and_invite()
    assert guest.app.page.dialog == "arrived"
    assert "White to move" in guest.part("dialog")
    assert "Green has started" in guest.part("dialog")
    assert guest.history[-1].startswith("#turn="), "a reload shows the dialog again"
    assert not Friend(fragment=guest.history[-1]).app.page.welcome
    guest.act("join", "2")
    assert guest.app.session.replaying, "the moves are replayed"
    assert guest.history == [""]
    guest.go_to_latest()
    assert guest.app.session.person_to_move
    assert guest.match.key == host.match.key
    assert [seat.kind for seat in guest.match.seats] == ["far", "person"]


def test_an_invitation_before_the_first_move_offers_the_free_seat_first() -> None:
    host, guest = Friend(), Friend(seed=77)
    host.start_game("person", "far", own_map=SMALL, first="1").act("open", "send")
    assert "Invitation for your friend" in host.part("dialog")
    guest.open_link(host.copy_link())
    seats = re.findall(r'<button[^>]*data-action="join"[^>]*>', guest.part("dialog"))
    assert [re.findall(r'data-value="(\d)"', seat) for seat in seats] == [["2"], ["1"]]
    assert ["primary" in seat for seat in seats] == [True, False]
    assert "Play as White" in guest.part("dialog")
    assert "I’m Green" in guest.part("dialog"), "the host may open it on another device"
    guest.act("join", "2")
    assert "Waiting for Green" in guest.go_to_latest().part("status")
    guest.open_link(host.move().copy_link())
    assert guest.go_to_latest().app.session.person_to_move


def test_on_another_device_the_player_to_move_comes_first_if_no_seat_is_free() -> None:
    host, guest = start_and_invite()
    reply = guest.act("join", "2").move().copy_link()
    other_device = Friend(seed=5).open_link(reply)
    seats = re.findall(r'data-action="join"[^>]*data-value="(\d)"', other_device.part("dialog"))
    assert seats == ["1", "2"]
    assert "Play as Green" in other_device.part("dialog")
    other_device.open_link(host.copy_link())
    assert "Play as White" in other_device.part("dialog"), "that link doesn’t know that White has joined"


def play_out(*friends: Friend) -> None:
    """Let all friends play by links until the match is over."""
    for _ in range(400):
        sender = next((friend for friend in friends if friend.go_to_latest().app.session.person_to_move), None)
        if sender is None:
            break
        while sender.app.session.person_to_move:
            sender.move(7)
        link = sender.copy_link()
        for friend in friends:
            if friend is not sender:
                friend.open_link(link)
    assert all(friend.match.winners for friend in friends)


@pytest.mark.parametrize("board", ["bird", "lion"])
def test_two_play_a_whole_game_of_qin_by_links(board: str) -> None:
    host, guest = Friend(), Friend(seed=8)
    host.start_game("person", "far", board=board, first="1")
    guest.open_link(host.move().copy_link()).act("join", "2")
    play_out(host, guest)
    assert host.match.history == guest.match.history
    assert len(stored_link_games(host)) == len(stored_link_games(guest)) == 1


def test_two_play_a_whole_game_of_khan_tsin_with_set_up_by_hand() -> None:
    host, guest = Friend(search="?game=khan-tsin"), Friend(seed=8)
    host.start_game("person", "far", layout="hand")
    host.act("fill")
    assert host.app.session.awaiting_remote
    guest.open_link(host.copy_link()).act("join", "2")
    assert guest.match.ui.name == "khan-tsin"
    guest.go_to_latest().act("fill")
    host.open_link(guest.copy_link())
    assert not host.match.setting_up
    play_out(host, guest)
    assert host.match.history == guest.match.history


def test_three_play_by_links() -> None:
    host, second = start_and_invite("person", "far", "far")
    third = Friend(seed=9).open_link(host.copy_link())
    second.act("join", "2")
    third.act("join", "3")
    assert "Waiting for White" in third.go_to_latest().part("status")
    play_out(host, second, third)
    assert host.match.history == second.match.history == third.match.history


def test_the_tiles_of_remote_players_are_hidden() -> None:
    host, guest = start_and_invite()
    guest.act("join", "2").go_to_latest()
    for friend, seat in ((host, 1), (guest, 2)):
        friend.go_to_latest()
        assert friend.app.session.viewer == seat
        friend.act("go-to-turn", "0")
        assert friend.app.session.viewer == seat
        friend.act("open", "share")
        shared = friend.part("dialog")
        assert "game-link" not in shared
        assert "save-record" not in shared
        friend.act("close").act("go-to-turn", "0").act("play-on")
        assert friend.match.remote, "playing on would reveal all tiles"
        assert not friend.act("analyse").app.session.request
        friend.go_to_latest()


def test_a_turn_can_be_undone_and_its_drawn_tile_is_hidden_until_it_is_sent() -> None:
    host = Friend().start_game("person", "far", first="1")
    before = host.app.session.hand  # type: ignore[attr-defined]
    host.move()
    assert host.app.session.hand[-1] == "?"  # type: ignore[attr-defined]
    host.act("undo")
    assert host.app.session.hand == before  # type: ignore[attr-defined]
    assert "Practice" not in host.match.record.headers
    host.move().copy_link()
    assert "?" not in host.app.session.hand  # type: ignore[attr-defined]
    assert host.match.undo_to() is None
    assert len(host.act("undo").match.record.turns) == 1


def test_a_turn_sent_in_one_tab_cannot_be_undone_in_another() -> None:
    host = Friend().start_game("person", "far", first="1")
    host.move()
    second_tab = Friend(host.texts)
    assert second_tab.match.undo_to() == 0
    host.copy_link()
    (key,) = stored_link_games(host)
    second_tab.dispatch(StoreChanged(key, host.texts[key]))
    assert second_tab.match.undo_to() is None


def test_opening_a_link_twice_shows_a_note() -> None:
    host, guest = start_and_invite()
    first = host.copy_link()
    guest.act("join", "2").open_link(first)
    assert guest.note == "remote-same"
    host.open_link(first)
    assert host.note == "remote-same"
    assert "Waiting for White" in host.part("status")


def test_opening_an_older_link_shows_a_note() -> None:
    host, guest = start_and_invite()
    first = host.copy_link()
    guest.act("join", "2").go_to_latest().move()
    guest.open_link(first)
    assert (guest.note, len(guest.match.record.turns)) == ("remote-older", 2)
    host.open_link(guest.copy_link())
    host.go_to_latest().move().open_link(first)
    assert (host.note, len(host.match.record.turns)) == ("remote-older", 3)


def test_a_diverging_link_is_stored_as_a_second_match() -> None:
    host, guest = start_and_invite()
    guest.act("join", "2").go_to_latest()
    second_tab = Friend(guest.texts)
    host.open_link(guest.move(0).copy_link())
    host.go_to_latest().move()
    host.open_link(second_tab.go_to_latest().move(3).copy_link())
    assert host.note == "remote-other-way"
    assert len(stored_link_games(host)) == 2
    assert len(host.match.record.turns) == 2
    own_record = host.texts[stored_link_games(host)[0]]
    assert own_record.count("\n3. ") == 1, "the own match is unchanged"
    assert host.act("open", "games").part("dialog").count("Branch: ") == 2, "both are labelled as branches"
    host.act("close")
    # The branch is known now, so the same link changes nothing.
    host.open_link(correspondence.write_link(host.match))
    assert (host.note, len(stored_link_games(host))) == ("remote-same", 2)


def test_a_player_can_join_their_own_seat_on_a_second_device() -> None:
    host, _ = start_and_invite()
    phone = Friend(seed=6).open_link(host.copy_link()).act("join", "1")
    assert phone.app.session.viewer == 1
    assert "Waiting for White" in phone.act("go-to-turn", "9999").part("status")


def test_people_at_one_screen_join_together() -> None:
    host = Friend().start_game("person", "person", "far", first="1")
    host.move().move()
    phone = Friend(seed=6).open_link(host.copy_link()).act("join", "2")
    assert phone.match.people == (1, 2)


def test_computers_play_the_same_moves_in_every_browser() -> None:
    host = Friend().start_game("person", FIRST_LEVEL, "far", first="1")
    host.move()
    assert host.app.session.computer_to_move
    assert host.match.remote is not None
    twin = Friend(host.texts, seed=1234)
    (task,) = twin.effects_of(RunAiTask)
    assert task.arguments[1:] == [str(host.match.latest.view(2)), FIRST_LEVEL, (host.match.remote.seed + 2) % 2**32]


@pytest.mark.parametrize("link", ["#turn=AAAA", "#turn=", "#turn=AgAAAAA", "#turn=" + "A" * 5000])
def test_a_malformed_link_shows_a_note_and_changes_nothing(link: str) -> None:
    host, _ = start_and_invite()
    before = host.match
    host.open_link(ADDRESS + link)
    assert host.note == "import-failed"
    assert "link" in host.visible_message.lower()
    assert "couldn’t be opened" not in host.visible_message, "one sentence says everything"
    assert host.match is before
    assert Friend(fragment=link).note == "import-failed"


def test_a_link_can_be_pasted() -> None:
    host, _ = start_and_invite()
    guest = Friend(site="")
    guest.act("open", "games").act("import", f"Your turn: {host.copy_link()} !")
    guest.act("join", "2").go_to_latest().move()
    text = guest.copy_link()
    assert text.startswith("#turn=")
    assert "Send this text to Green" in guest.part("dialog")
    host.act("open", "games").act("import", text)
    assert len(host.match.record.turns) == 2


def test_a_link_can_be_shared_and_shown_as_a_qr_code() -> None:
    host, _ = start_and_invite()
    host.act("open", "send").act("send", "share")
    (shared,) = host.effects_of(Share)
    assert shared.address.startswith(ADDRESS + "#turn=")
    host.act("send", "qr")
    assert host.effects_of(DrawQr)[0].text == shared.address
    host.dispatch(QrDrawn("M0,0h1v1H0 25"))
    assert 'viewBox="0 0 25 25"' in host.part("dialog")


def test_a_resignation_reaches_the_others_by_link() -> None:
    host, guest = start_and_invite(games="3")
    guest.act("join", "2").go_to_latest()
    guest.act("resign")
    assert guest.match.winners == (1,)
    assert guest.app.page.dialog == "send"
    assert "You have resigned." in guest.act("open", "end").part("dialog")
    guest.act("close").dispatch(ResultDue(guest.match.key))
    assert "You have resigned." in guest.part("cover")
    assert 'data-action="send" data-value="now"' in guest.part("cover"), "the resignation must be sent first"
    host.open_link(guest.copy_link())
    assert host.match.winners == (1,)
    assert "You win!" in host.go_to_latest().part("status")


def test_matches_with_a_local_player_to_move_are_listed_first() -> None:
    host, guest = start_and_invite()
    host.start_game("person", FIRST_LEVEL)
    host.act("open", "games")
    assert "Waiting for White." in host.part("dialog")
    assert "Last move: just now · " in host.part("dialog")
    host.act("close")
    host.open_link(guest.act("join", "2").go_to_latest().move().copy_link())
    host.start_game("person", FIRST_LEVEL)
    host.act("open", "games")
    assert host.app.page.saved[0].remote
    assert "It’s your turn." in host.part("dialog")


def test_a_rematch_by_links_swaps_the_seats() -> None:
    host, guest = start_and_invite()
    guest.act("join", "2")
    play_out(host, guest)
    host.act("rematch")
    guest.act("rematch")
    assert host.match.key == guest.match.key, "both start the same match"
    assert host.match.record.start == guest.match.record.start
    assert (host.match.people, guest.match.people) == ((2,), (1,))
    sender, receiver = (host, guest) if host.app.session.person_to_move else (guest, host)
    receiver.open_link(sender.move().copy_link())
    assert receiver.app.page.dialog == ""
    assert len(receiver.match.record.turns) == 1
    receiver.go_to_latest().move()
    # Requesting the rematch again preserves its turns.
    finished = next(key for key in stored_link_games(receiver) if 'Result "*"' not in receiver.texts[key])
    receiver.act("open", "games").act("load", finished.removeprefix(GAME_PREFIX)).act("rematch")
    assert (receiver.note, len(receiver.match.record.turns)) == ("remote-older", 2)


def test_every_player_contributes_to_the_deals_of_a_series() -> None:
    host, guest = start_and_invite(games="2")
    guest.act("join", "2")
    play_out(host, guest)
    assert host.match.remote is not None
    assert guest.match.remote is not None
    assert all(host.match.remote.contributions)
    assert host.match.remote.contributions == guest.match.remote.contributions
    host.act("next")
    link = correspondence.write_link(host.match)
    decoded = correspondence.read_link(link, GAMES)
    assert decoded.remote is not None
    assert decoded.remote.origin is not None
    origin = decoded.remote.origin._replace(contributions=(decoded.remote.origin.contributions[0], 5))
    forged = replace(decoded, key=origin.next_key, remote=replace(decoded.remote, seed=origin.next_seed, origin=origin))
    forged = replace(forged, record=replace(forged.record, turns=()), positions=forged.positions[:1])
    guest.open_link(correspondence.write_link(forged))
    assert "random number this browser added" in guest.visible_message
    guest.open_link(link)
    assert guest.note == ""
    assert guest.match.record.headers["Earlier"] == host.match.record.headers["Earlier"]
    assert guest.match.people == (2,)


def test_the_last_link_replays_the_ending() -> None:
    host, guest = start_and_invite()
    guest.act("join", "2")
    link = ""
    for _ in range(100):
        if host.match.winners or guest.match.winners:
            break
        sender, receiver = (host, guest) if host.go_to_latest().app.session.person_to_move else (guest, host)
        while sender.go_to_latest().app.session.person_to_move:
            sender.move(7)
        link = sender.copy_link()
        if not sender.match.winners:
            receiver.open_link(link)
    receiver.open_link(link)
    assert receiver.app.session.replaying
    for ply in range(receiver.app.session.ply, len(receiver.match.record.turns)):
        receiver.dispatch(ReplayTick(ply))
    assert not receiver.app.session.replaying
    assert receiver.app.animations[-1].winning_elements, "the last turn is celebrated"
    assert [effect.message for effect in receiver.effects_of(SetTimer) if isinstance(effect.message, ResultDue)]
    assert "ended" in receiver.dispatch(ResultDue(receiver.match.key)).part("cover")
    receiver.act("close-banner").act("go-to-turn", "0").act("go-to-turn", "9999")
    assert not [effect for effect in receiver.effects_of(SetTimer) if isinstance(effect.message, ResultDue)], (
        "only once"
    )


def test_one_press_sends_a_turn_and_shows_a_note() -> None:
    host = Friend()
    host.start_game("person", "far", own_map=SMALL, first="1").move()
    assert 'data-action="send" data-value="now"' in host.part("tools")
    (effect,) = host.act("send", "now").effects_of(SendLink)
    assert effect.address == effect.clipboard_text == host.current_link()
    assert not host.match.unsent
    host.dispatch(Copied(True))
    assert host.note == "remote-copied"
    host.dispatch(Copied(True, shared=True))
    assert host.note == "remote-shared"
    assert host.dispatch(Copied(False)).app.page.dialog == "send", "the link can be copied by hand"


def test_a_message_to_the_other_player_is_shown_and_escaped() -> None:
    host, guest = Friend(), Friend(seed=77)
    host.start_game("person", "far", own_map=SMALL, first="1").move()
    assert 'data-action="write"' in host.part("coach")
    host.act("write", "line=<i>Your turn</i>")
    guest.open_link(host.copy_link())
    assert "&lt;i>Your turn&lt;/i>" in guest.part("dialog").replace("&gt;", ">")
    guest.act("join", "2").go_to_latest()
    assert "<q>&lt;i" in guest.part("coach")
    host.open_link(guest.move().copy_link())
    assert "Your turn" not in host.part("coach"), "the reply removes it"


def test_a_new_player_gets_a_link_to_the_lessons() -> None:
    host, guest = start_and_invite()
    assert 'href="https://example.org/qin/learn/"' in guest.part("dialog")
    host.start_game("person", "far", own_map=SMALL, first="1")
    assert "learn/" not in guest.act("join", "2").open_link(host.move().copy_link()).part("dialog"), (
        "the player is no longer new"
    )


@pytest.mark.parametrize(("game", "hides"), [("qin", True), ("khan-tsin", False)])
def test_only_games_with_tiles_mention_hidden_tiles(game: str, hides: bool) -> None:
    friend = Friend(search=f"?game={game}")
    friend.start_game("person", "far").act("open", "send")
    assert ("tiles" in friend.part("dialog")) == hides
    assert ("hides the tiles" in friend.act("open", "help").part("dialog")) == hides
    assert "No account, no server" in friend.part("dialog")


def test_names_and_title_show_the_local_player_and_the_turn() -> None:
    host = Friend(search="?game=khan-tsin")
    host.start_game("person", "far", **{"name-1": "Ann", "name-2": "Bob"})
    assert "Ann (you)" in host.part("players")
    assert "Bob (you)" not in host.part("players")
    assert host.app.appearance().title == "Your turn – Khan Tsin"
    assert host.move().app.appearance().title == "Khan Tsin"


def test_hints_against_a_friend_must_be_agreed() -> None:
    for agreed in (False, True):
        host, guest = Friend(search="?game=khan-tsin"), Friend(search="?game=khan-tsin", seed=3)
        host.start_game("person", "far", hints=str(agreed).lower())
        assert ('data-action="hint"' in host.part("tools")) == agreed
        assert bool(host.act("hint").app.session.request) == agreed
        guest.open_link(host.move().copy_link())
        assert ("Hints are allowed" in guest.part("dialog")) == agreed
        assert bool(guest.act("join", "2").go_to_latest().act("hint").app.session.request) == agreed
