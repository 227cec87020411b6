"""Records of Khan Tsin are written, parsed and replayed; stored games are replayed turn by turn."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qin_core.khan_tsin import PASS, IllegalMove, Move, NotationError, Position, Record, RecordError, Turn
from qin_core.qin import Record as QinRecord
from tests.khan_tsin.khan_lines import position_line

GAMES = sorted((Path(__file__).parent / "games").glob("*.khan"))


def play_at_random(variants: str, seed: int, plies: int = 99) -> Record:
    """Record a random game."""
    rng = random.Random(seed)
    record = Record(Position.deal(variants, seed=seed), headers={"Players": "South, North"})
    position = record.start
    while (moves := position.moves()) and len(record.turns) < plies:
        move = rng.choice(moves)
        position = position.play(move)
        record = Record(record.start, (*record.turns, Turn(move)), record.headers)
    return record


SHORT = f"""[Game "Khan Tsin"]
[Version "1"]
[Date "2006-05-01"]
[Variants "r"]
[Start "{position_line("1=rrrbb 2=wbw 30=w 36=r", "s", "r")}"]
[Result "2"]

{{From a lesson}}
1. 2x3>1 {{careless}}
2. 30x1>1~
"""


def test_a_record_round_trips() -> None:
    record = Record.parse(SHORT)
    assert str(record) == SHORT
    assert record.comment == "From a lesson"
    assert [turn.comment for turn in record.turns] == ["careless", ""]
    assert record.headers == {"Date": "2006-05-01"}
    assert record.result == "2"
    assert [position.player_to_move for position in record.positions()] == [1, 2, 1]
    assert record.end().stack(1) == "wwbwbbrrr"


def test_add() -> None:
    start = Record(Position.parse(position_line("1=rrrbb 2=wbw 30=w 36=r", "s", "r")), headers={"Date": "2006-05-01"})
    record = start.add("2x3>1", comment="careless").add(Move.parse("30x1>1~"))
    assert record.result == "2"
    assert Record.parse(str(record)) == record
    assert start.turns == ()
    with pytest.raises(IllegalMove):
        record.add("1x1>2")
    with pytest.raises(IllegalMove):
        start.add("pass")
    with pytest.raises(NotationError):
        start.add("2x3>1", comment="{")
    with pytest.raises(NotationError):
        start.add("2x3")


def test_a_draw_is_shared_and_a_pass_is_written() -> None:
    stuck = Position.parse(position_line("1=rrbbwr 2=rwrwbwr 3=wrwbrbr 4=rwbbrwr 30=bbb"))
    record = Record(stuck).add("pass").add("30x1>2")
    assert "1. pass\n" in str(record)
    assert Record.parse(str(record)).turns[0].move == PASS
    assert Record(Position.parse(position_line("9=r"))).result == "1,2"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Khan Tsin", "Qin", "Game: not-khan-tsin (Qin)"),
        ('Version "1"', 'Version "0"', "Version: unknown-version (0)"),
        ('Variants "r"', 'Variants "t"', "Variants: not-the-start (t)"),
        ('Result "2"', 'Result "1"', "Result: not-what-happened (1)"),
        (" s r", " x r", "Start mover: malformed (x)"),
        ("1. 2x3>1", "1. 2x4>1", "turn 1: too-few-barons (2x4>1)"),
        ("2. 30x1>1~", "2. 30x1>40", "turn 2: no-such-space (30x1>40)"),
        ("2. 30x1>1~", "3. 30x1>1~", "turn 1: wrong-number (3)"),
        ("2. 30x1>1~", "2. 30x1>1~ +rr", "turn 2: malformed (rr)"),
        ("2. 30x1>1~", "2. 30x1>1~ 36x1>1", "turn 3: game-over (36x1>1)"),
        ("2. 30x1>1~", "2. 30x1>1~ }", "turn 2: malformed (})"),
        ('[Date "2006-05-01"]', "Date", "line 3: bad-header (Date)"),
    ],
)
def test_problems_are_named(old: str, new: str, fault: str) -> None:
    with pytest.raises(RecordError) as raised:
        Record.parse(SHORT.replace(old, new))
    assert str(raised.value) == fault


def test_records_of_the_other_game_are_refused() -> None:
    with pytest.raises(RecordError, match="not-qin"):
        QinRecord.parse(SHORT)


@given(st.sampled_from(["-", "r", "t", "rt"]), st.integers(0, 500), st.integers(0, 60))
def test_random_games_round_trip(variants: str, seed: int, plies: int) -> None:
    record = play_at_random(variants, seed, plies)
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert Record.parse(text.replace("\n", "\r\n")) == record


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_stored_games(path: Path) -> None:
    """A stored game round-trips, and its comments contain the positions after the moves."""
    text = path.read_text()
    record = Record.parse(text)
    assert str(record) == text
    for turn, position in zip(record.turns, list(record.positions())[1:], strict=True):
        assert turn.comment == str(position)


def test_there_are_stored_games_of_every_variant() -> None:
    assert {Record.parse(path.read_text()).start.variants for path in GAMES} == {"-", "r", "t", "rt"}


def test_variations_are_parsed_and_problems_are_named() -> None:
    record = Record(Position.deal(layout="rbw" * 12))
    first, second, *_ = record.start.moves()
    record = record.add(first).add_variation(Record(record.start).add(second, comment="or"), "instead")
    text = str(record)
    assert text.endswith(f"\n1. {first} ({{instead}} 1. {second} {{or}})\n")
    assert Record.parse(text) == record
    assert len(record) == 1
    for invalid, field, code in (
        (text.replace(f"({{instead}} 1. {second}", "(1. 1x1>1"), "turn 1 variation 1 turn 1", "same-space"),
        (text.replace(f"1. {second}", f"1. {second} +rr"), "turn 1 variation 1 turn 1", "malformed"),
    ):
        with pytest.raises(RecordError) as raised:
            Record.parse(invalid)
        assert raised.value.problems[0][:2] == (field, code)
