"""Guided games: every turn has a comment, and no comment is repeated."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.apps.page_app import show_banner
from engine.games.khan_tsin.narrator import Narrator as KhanNarrator
from engine.games.qin.ai_tasks import own_captures
from engine.games.qin.narrator import Narrator
from engine.lessons import basic_lessons, describe_turn, texts_of
from engine.lessons.attempt import best_comment, guide_comments, guided_lesson, start_guide
from engine.main import GAMES, LESSONS
from engine.session import Hint
from engine.session.links import lessons_path
from engine.session.match import read_record
from engine.session.update import show_hints
from engine.words import LANGUAGES, say
from qin_core import khan_tsin, qin
from qin_core.khan_tsin.players import greedy as khan_greedy
from qin_core.khan_tsin.players import levels as khan_levels
from qin_core.qin import players as qin_players
from qin_core.qin.players.greedy import choose_greedily
from tests.engine_actions import game_named, page_of, parts_of

Player = Callable[[Any], Any]
RNG = random.Random(1)
PLAYERS: dict[str, list[Player]] = {
    "qin": [
        lambda view: choose_greedily(view, RNG),
        lambda view: RNG.choice(view.moves()),
        lambda view: qin_players.choose(view, 3),
    ],
    "khan-tsin": [
        lambda view: RNG.choice(view.moves()),
        lambda view: khan_greedy.choose_greedily(view, RNG),
        lambda view: khan_levels.choose(view, 2),
    ],
}


COMMENTS = {
    "qin": (
        "begin you-two you-found you-major you-connect you-conquer you-absorb you-gave you-expand you-nothing "
        "they-conquer they-absorb they-major they-connect they-found see-conquer see-absorb see-two see-four you-half "
        "you-few they-few won lost shared"
    ),
    "khan-tsin": (
        "begin you-gave you-along you-high you-empty you-stack they-high they-along they-stack see-emperor see-danger "
        "see-full few won lost shared"
    ),
}
"""The keys of the comments of each guided game."""


def keys_of(game: str) -> list[str]:
    return COMMENTS[game].split()


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_opponent_is_the_easiest_level(game_name: str) -> None:
    assert [seat.kind for seat in start_guide(game_named(game_name)).seats if seat.computer] == [
        game_named(game_name).levels[0]
    ]


def test_every_comment_has_a_text() -> None:
    for name in LESSONS.names(kind="guide"):
        for language in LANGUAGES:
            game = LESSONS.lesson(name).ui.name
            assert set(texts_of(LESSONS.lesson(name), language).comments) == {
                *keys_of(game),
                *game_named(game).tips,
            }


def comment_keys(game: str, start: Any, person: Player, computer: Player) -> list[str]:
    """Play a game and return the keys of its comments."""
    position, comments = start, ["begin"]
    while position.winners() is None:
        move = (person if position.player_to_move == 1 else computer)(position.view(position.player_to_move))
        key = best_comment(game_named(game), position, str(move), 1, comments)
        comments += [key] if key else []
        position = position.play(move)
    return comments


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_every_comment_occurs_and_only_once_per_game(game_name: str) -> None:
    RNG.seed(1)
    all_comments: set[str] = set()
    deals: dict[str, list[Any]] = {
        "qin": [qin.Position.deal("bird", 2, first=1, seed=seed) for seed in range(3)],
        "khan-tsin": [khan_tsin.Position.deal(seed=seed) for seed in range(3)],
    }
    for start in [LESSONS.lesson(basic_lessons(game_named(game_name))[-1]).start, *deals[game_name]]:
        for person in PLAYERS[game_name]:
            for computer in PLAYERS[game_name][:2]:
                comments = comment_keys(game_name, start, person, computer)
                assert len(comments) == len(set(comments))
                assert comments[-1] in ("won", "lost", "shared")
                all_comments |= set(comments)
    assert set(keys_of(game_name)) - all_comments <= {"shared"}


@pytest.mark.parametrize(
    ("line", "move", "key"),
    [
        ("map:~~~~~~~/.Y~~~~~/~~R...B/~~~~~~~ 7/yy5/2rr2b/7 c2=1,a3=2 - 1 rb|?3 -", "rf2be2", "shared"),
        ("map:......./.Y...../......./.....R./....... 7/1yyy3/5r1/5r1/7 f2=2,b4=1 - 1 ry|?3 -", "rf4yf5", "you-gave"),
        ("map:R.../..../..../.... r3/4/4/4 - - 1 yb|bb -", "ya3ba2", "you-nothing"),
    ],
)
def test_comments_on_single_moves(line: str, move: str, key: str) -> None:
    assert best_comment(game_named("qin"), qin.Position.parse(line), move, 1, ()) == key
    assert best_comment(game_named("qin"), qin.Position.parse(line), move, 1, (key,)) != key


def test_the_comment_on_the_emperor() -> None:
    start = LESSONS.lesson("khan-emperor").start
    assert best_comment(game_named("khan-tsin"), start, "3x3>16", 1, ()) == "won"
    assert best_comment(game_named("khan-tsin"), start, "3x3>16", 2, ()) == "lost"


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_every_turn_has_a_comment(game_name: str) -> None:
    """The person's turns and those that follow them have comments in every language."""
    RNG.seed(2)
    match = start_guide(game_named(game_name))
    guide = guided_lesson(match)
    assert guide
    assert guide_comments(guide, (), "en") == (texts_of(guide, "en").comments["begin"],)
    person, computer, *_ = PLAYERS[game_name]
    while match.winners is None:
        player = match.latest.player_to_move
        match = match.play((person if player == 1 else computer)(match.latest.view(player)))
        moves = [str(turn.move) for turn in match.record.turns]
        for language in LANGUAGES:
            comments = guide_comments(guide, moves, language)
            assert all(comments)
            assert len(comments) >= (1 if player == 1 else 2)
    assert comments[-1] == texts_of(guide, LANGUAGES[-1]).done


def test_a_guided_game_is_recognised_by_its_header() -> None:
    match = start_guide(game_named("qin"))
    reparsed = read_record(GAMES, str(match.record))
    assert guided_lesson(reparsed) is guided_lesson(match)
    assert guided_lesson(read_record(GAMES, str(match.record).replace("first-game", "found"))) is None
    assert guided_lesson(read_record(GAMES, str(match.record).replace("first-game", "nonsense"))) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_comments_repeat_neither_themselves_nor_the_log(game_name: str, language: str) -> None:
    """The person isn't called by the name of a colour, either."""
    RNG.seed(3)
    lesson, game = LESSONS.lesson(basic_lessons(game_named(game_name))[-1]), start_guide(game_named(game_name))
    seat = say(language, game.name_keys[lesson.start.player_to_move - 1])
    person, computer, *_ = PLAYERS[game_name]
    person_comments: list[str] = []
    while game.winners is None:
        player, position = game.latest.player_to_move, game.latest
        game = game.play((person if player == 1 else computer)(position.view(player)))
        moves = [str(turn.move) for turn in game.record.turns]
        comments = guide_comments(lesson, moves, language)
        log_text = describe_turn(lesson, position, moves[-1], language)
        assert not any(sentence in log_text or log_text in sentence for sentence in comments)
        person_comments.append(comments[-1] if game.winners is None else comments[-2])
    assert len(person_comments) == len(set(person_comments))
    assert not any(text.startswith(f"{seat} ") for text in person_comments)


@pytest.mark.parametrize("winner", [1, 2])
@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_the_last_comment_is_about_the_result(game_name: str, winner: int) -> None:
    """The end has no advice, no matter who made the last move."""
    RNG.seed(winner)
    lesson, game = LESSONS.lesson(basic_lessons(game_named(game_name))[-1]), start_guide(game_named(game_name))
    # The first two players: a greedy and a random one in Qin, a random and a greedy one in Khan Tsin.
    first, second, _ = PLAYERS[game_name]
    strong_player, weak_player = (first, second) if game_name == "qin" else (second, first)
    while game.winners is None:
        player = game.latest.player_to_move
        game = game.play((strong_player if player == winner else weak_player)(game.latest.view(player)))
    assert game.winners == (winner,)
    words = texts_of(lesson, "en")
    comments = guide_comments(lesson, [str(turn.move) for turn in game.record.turns], "en")
    assert comments == (words.comments["won" if winner == 1 else "lost"], words.done)


def test_a_statement_about_the_position_goes_when_the_reply_makes_it_false() -> None:
    """Another comment replaces it."""
    guide = LESSONS.lesson(basic_lessons(game_named("qin"))[-1])
    moves = ["yg3bg4", "bg1bg2", "rg6rh6", "yh3bh4", "yf1bf2", "ri9bh9", "re6yf6"]
    free = "The village at c5 is free, and with the right tile White could take it next."
    assert guide_comments(guide, moves, "en") == (free,)
    assert free in guide_comments(guide, [*moves, "yf10yg10"], "en"), "it is still true"
    after_capture = guide_comments(guide, [*moves, "rd6bd7"], "en")
    assert free not in after_capture
    assert len(after_capture) == 2


def test_hints_replace_the_comments() -> None:
    """They need the space, and may be of another opinion."""
    session = page_of(game_named("qin").new_session(start_guide(game_named("qin"))))
    hint = Hint(session.session.match.latest.moves()[0], 0.5, ())
    hinted = session.with_session(show_hints(session.session, (hint,)))
    assert parts_of(session, ("coach",))["coach"]
    assert not parts_of(hinted, ("coach",))["coach"]


def notices(line: str, person: int) -> list[str]:
    """Return the notices about a position of Qin."""
    position = qin.Position.parse(line)
    return list(game_named("qin").notices(position, person, Narrator("en", ("You", "White"))))


def test_opportunities_and_dangers_in_a_position() -> None:
    """There are notices about possible captures, threats, and provinces that may become major."""
    position = "map:......./......./.a...../.....R./....... 7/7/2rr1rr/5rr/7 f2=2,c3=1 a=1 {} {}|{} -"
    assert notices(position.format(2, "?3", "rb,yy,yb"), 2)[:3] == [
        "Look at the province at c3: one of your tiles could take it over right now.",
        "Look at the village at b3: one of your tiles could take it right now.",
        "Your province at f2 has four spaces: one more and it’s major!",
    ]
    assert notices(position.format(2, "rb,yy,yb", "rr,rb,bb"), 1) == [
        "Your province at c3 isn’t safe: with the right tile White could take it over.",
        "Your village at b3 isn’t safe: with the right tile White could take it.",
        "White’s province at f2 has four spaces: don’t give it the fifth.",
    ]


def test_only_captures_worth_a_placement_are_noticed() -> None:
    """Four villages are within reach; the hints take the noticed one, too."""
    board = "13/13/13/13/4y1bb5/4rrbr5/4byyrby3/7y5/6r6/13/13/13/13"
    line = f"bird {board} f7=1,h7=2,e8=2,g8=2 - 1 rr,rr,ry|?3 ?11|?17|?16|?16"
    position = qin.Position.parse(line)
    hints = {capture for move, _ in qin_players.rank(position) for capture in own_captures(position, move)}
    reachable = {capture for move in position.moves() for capture in own_captures(position, move)}
    assert len(reachable) == 4
    assert hints == {("village", "k6")}
    assert [notice for notice in notices(line, 1) if notice.startswith("Look")] == [
        "Look at the village at k6: one of your tiles could take it right now."
    ]


def test_the_notice_about_missing_barons() -> None:
    start = LESSONS.lesson("khan-emperor").start
    person_comments = game_named("khan-tsin").notices(start, 1, KhanNarrator("en", ("You", "North")))
    assert "For nine, the stack on 16 still needs: 3\u00a0×\u00a0white." in person_comments


@pytest.mark.parametrize("game_name", [game.name for game in GAMES])
def test_a_finished_guided_game_links_to_a_new_match_and_the_puzzles(game_name: str) -> None:
    RNG.seed(1)
    game = start_guide(game_named(game_name))
    session = replace(page_of(game_named(game_name).new_session(game)), site="https://example.org/")
    assert "#puzzles" not in parts_of(session, ("coach",))["coach"]
    while game.winners is None:
        game = game.play(PLAYERS[game_name][0](game.latest.view(game.latest.player_to_move)))
    over = session.with_session(session.session.with_match(game))
    for after, part in ((over, "coach"), (show_banner(over), "cover")):
        parts = parts_of(after, ("coach", "cover"))
        assert 'data-action="open" data-value="new"' in parts[part]
        assert f'href="https://example.org/{lessons_path(game_named(game_name), "en")}#puzzles"' in parts[part]
        assert "".join(parts.values()).count("#puzzles") == 1
