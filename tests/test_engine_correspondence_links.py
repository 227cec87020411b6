"""Matches in links: they round-trip, corrupted links are refused, and links are short."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import correspondence
from engine.games.form import Seat
from engine.games.qin.match import FIRST_LEVEL
from engine.main import GAMES
from engine.session import links, storage
from engine.session.link_play import MAX_MESSAGE, LinkPlay, Origin
from engine.session.match import Match
from qin_core.common.errors import NotationError
from qin_core.common.link_codec import MAX_LENGTH, Reader, Writer
from tests.engine_actions import stored_texts
from tests.engine_browser import SMALL, new_link_match, through_link
from tests.line_counts import count_lines

PREFIX = "#turn="
STORED_LINKS = Path(__file__).parent / "games" / "links.txt"


def play_at_random(game: Match, turns: int = 999, seed: int = 1, pile: bool = False) -> Match:
    """Play random moves, up to the end of the game."""
    rng = random.Random(seed)
    for _ in range(turns):
        moves = game.latest.moves()
        if not moves:
            break
        move = str(rng.choice(moves))
        filled = [number for number, tiles in enumerate(getattr(game.latest, "piles", ()), start=1) if tiles]
        game = game.play(f"{move}/{rng.choice(filled)}" if pile and filled and move != "pass" else move)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_whole_game_of_qin_round_trips(players: int, board: str) -> None:
    game = play_at_random(new_link_match(players=players, board=board, seed=players), pile=True)
    decoded = through_link(game)
    assert str(decoded.record) == str(replace(game.record, headers=decoded.record.headers))
    assert decoded.history == game.history
    assert decoded.key == game.key
    assert decoded.winners == game.winners


@pytest.mark.parametrize("fields", [{}, {"two_speeds": True}, {"turning": True}, {"turning": True, "two_speeds": True}])
def test_a_whole_game_of_khan_tsin_round_trips(fields: dict[str, bool]) -> None:
    game = play_at_random(new_link_match("khan-tsin", **fields))
    assert through_link(game).positions == game.positions
    assert game.winners


def test_names_colours_and_options_round_trip() -> None:
    game = new_link_match(players=3, board="map", own_map=SMALL, first=2, fair=True, games=3)
    seats = (Seat("Zoë 🏯", game.seats[0].kind, 3), Seat("", FIRST_LEVEL, 1), Seat("x" * 24, game.seats[2].kind, 4))
    decoded = through_link(replace(play_at_random(game, 4), seats=seats))
    assert [(seat.name, seat.colour) for seat in decoded.seats] == [("Zoë 🏯", 3), ("", 1), ("x" * 24, 4)]
    assert [seat.kind for seat in decoded.seats] == ["far", FIRST_LEVEL, "far"]
    assert decoded.record.start == game.record.start
    assert decoded.record.headers["Series"] == "3"
    assert decoded.remote is not None
    assert decoded.remote.host_players == (1,)


def test_a_set_up_by_hand_round_trips() -> None:
    game = new_link_match("khan-tsin", setup="hand")
    for space in range(1, 13):
        game = game.place_baron(space)  # type: ignore[attr-defined]
    decoded = through_link(game)
    assert decoded.setting_up
    assert decoded.history == game.history
    assert decoded.latest.player_to_move == 2


def test_links_of_earlier_versions_can_be_read() -> None:
    """The stored links have version 1 of the format; each is followed by the last position."""
    lines = STORED_LINKS.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    for line in lines:
        link, _, end = line.partition(" ")
        assert str(correspondence.read_link(link, GAMES).latest) == end


@pytest.mark.parametrize("board", ["bird", "lion"])
def test_a_link_for_two_is_never_longer_than_600_characters(board: str) -> None:
    address = "https://somebody.example.org/games/qin/"
    lengths = []
    for seed in range(50):
        game = play_at_random(new_link_match(board=board, seed=seed), seed=seed, pile=True)
        seats = tuple(replace(seat, name="A name of 24 characters.") for seat in game.seats)
        lengths.append(len(address + correspondence.write_link(replace(game, seats=seats))))
    assert max(lengths) <= 600


def test_a_link_with_the_largest_map_is_not_longer_than_1500_characters() -> None:
    rows = ["".join("." if (row * 7 + column) % 9 else "~" for column in range(26)) for row in range(26)]
    rows[12] = ".........R...Y...B........"
    game = play_at_random(new_link_match(board="map", own_map="\n".join(rows), players=4))
    assert len(correspondence.write_link(game)) <= 1500


def corrupted_links(link: str, count: int, rng: random.Random) -> list[str]:
    """Corrupt a link: change, delete or repeat characters, truncate it, change its version."""
    body = link.removeprefix(PREFIX)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    links = []
    for number in range(count):
        start, end = sorted((rng.randrange(len(body)), rng.randrange(len(body))))
        links.append(
            PREFIX
            + (
                body[:start] + rng.choice(letters) + body[start + 1 :],
                body[:start] + body[end:],
                body[:end] + body[start:],
                body[:start],
                rng.choice(letters) + body[1:],
                body[:start] + chr(rng.randrange(32, 0x300)) + body[start + 1 :],
                body * 2,
            )[number % 7]
        )
    return links


@pytest.mark.parametrize(
    "game", [new_link_match(players=3), new_link_match("khan-tsin", turning=True)], ids=["qin", "khan-tsin"]
)
def test_corrupted_links_are_refused(game: Match) -> None:
    match = play_at_random(game, 20)
    link = correspondence.write_link(match)
    _, normal_work = count_lines(decode_or_none, link)
    refused = 0
    for corrupted in corrupted_links(link, 500, random.Random(5)):
        result, work = count_lines(decode_or_none, corrupted)
        assert work <= 2 * normal_work, "at most twice the work of the valid link"
        assert result is None or result.history == match.history
        refused += result is None
    assert refused > 400


def decode_or_none(text: str) -> Match | None:
    """Decode a link; return None if it is refused."""
    try:
        return correspondence.read_link(text, GAMES)
    except NotationError:
        return None


@pytest.mark.parametrize(
    "game", [new_link_match(players=3), new_link_match("khan-tsin", setup="hand")], ids=["qin", "khan-tsin"]
)
def test_corrupted_content_with_a_valid_checksum_gives_a_legal_game_or_is_refused(game: Match) -> None:
    """The moves of a forged link are replayed or refused."""
    content = Reader(correspondence.write_link(play_at_random(game, 12)).removeprefix(PREFIX))._number
    rng, legal = random.Random(3), 0
    for _ in range(300):
        writer = Writer()
        writer.put(content ^ 1 << rng.randrange(content.bit_length()), 1 << content.bit_length() + 1)
        try:
            result = correspondence.read_link(PREFIX + writer.text(), GAMES)
        except NotationError:
            continue
        legal += 1
        assert result.positions == result.record.positions()
        through_link(result)
    assert legal


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#turn=", "malformed"),
        ("#turn=!!", "malformed"),
        ("#turn=AAAA", "malformed"),
        ("#turn=" + "A" * (MAX_LENGTH + 1), "too-long"),
        ("turn=AgAAAAA", "unknown-version"),
    ],
)
def test_invalid_links_are_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        correspondence.read_link(text, GAMES)
    assert caught.value.problems[0].code == code


def test_a_link_is_found_in_a_message_and_across_line_breaks() -> None:
    game = play_at_random(new_link_match(), 9)
    link = correspondence.write_link(game)
    message = f"Your turn!\nhttps://example.org/{link} see you"
    assert correspondence.read_link(message, GAMES).history == game.history
    corrupted = "\n> ".join(link[start : start + 60] for start in range(0, len(link), 60)).replace("> ", "")
    assert correspondence.read_link(f"Hi {corrupted}\n\nbye bye", GAMES).history == game.history


@pytest.mark.parametrize(
    "suffix", [".", ",", ")", ">", "…", " ", "%20", "&fbclid=IwAR2x-_9", "?utm_source=x", "</a>", "»", ". Your turn!"]
)
def test_what_follows_a_link_is_ignored(suffix: str) -> None:
    game = play_at_random(new_link_match(), 9)
    link = correspondence.write_link(game)
    assert correspondence.read_link(link + suffix, GAMES).history == game.history
    assert correspondence.read_link(f"({link.replace('=', '%3D')}{suffix}", GAMES).history == game.history
    fragment = links.write(links.GAME, str(game.record))
    assert links.read(fragment + suffix) == (links.GAME, str(game.record))


def test_links_may_contain_a_message_and_agreed_options() -> None:
    game = play_at_random(new_link_match(), 9)
    assert game.remote is not None
    plain = correspondence.write_link(game)
    greeting = "Well played! <b>&</b> 🐉"
    for hints, line in ((True, greeting), (False, greeting), (True, "")):
        with_line = replace(game, remote=replace(game.remote, hints=hints).with_message(line))
        decoded = through_link(with_line)
        assert decoded.remote is not None
        assert (decoded.history, decoded.remote.hints, decoded.remote.message) == (game.history, hints, line)
        assert decoded.remote.message_from == (1 if line else 0)
        assert LinkPlay.parse(str(with_line.remote), 2) == with_line.remote
    assert correspondence.write_link(replace(game, remote=game.remote.with_message(" "))) == plain
    remote_line = replace(game.remote, message="Hello", message_from=2)
    assert correspondence.write_link(replace(game, remote=remote_line)) == plain, "a received message is not sent back"
    long = game.remote.with_message("ü" * 500)
    assert long.message == "ü" * MAX_MESSAGE
    assert through_link(replace(game, remote=long)).history == game.history
    assert "\u202e" not in game.remote.with_message("a\u202eb").message
    # The last field: whether hints are allowed, the player who wrote the message, the message in base64.
    for corrupted in ("+2,1,QQ==", "+1,9,QQ==", "+1,1,Q", "+1,1,_w=="):
        assert LinkPlay.parse(f"5 1 9,0 0,4,0 1 {corrupted}", 2) is None, corrupted


def test_the_link_data_of_a_match_is_stored() -> None:
    origin = Origin("far-1700000000000-000001", 1, 7, (1, 2))
    remote = LinkPlay(5, (1,), (9, 0), origin, 2, (1,), 4, 1_700_000_000_000)
    assert LinkPlay.parse(str(remote), 2) == remote
    assert LinkPlay.parse(str(replace(remote, origin=None, local_players=())), 2) == replace(
        remote, origin=None, local_players=()
    )
    for nonsense in ("", "1", "1 1 1 1 1", "1 3 0,0 0,0,0 1", f"{remote} 1", str(remote).replace("far-", "")):
        assert LinkPlay.parse(nonsense, 2) is None
    game = play_at_random(new_link_match(), 3)
    restored = storage.load(stored_texts(storage.save(game)), game.key, GAMES).match
    assert restored is not None
    assert (restored.remote, restored.seats, restored.history) == (game.remote, game.seats, game.history)
