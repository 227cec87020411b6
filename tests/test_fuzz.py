"""Bad input: refused by one of our own errors, quickly, and never by anything else."""

import time
from collections.abc import Callable
from random import Random

import pytest
from effort import examples, few
from hypothesis import example, given
from hypothesis import strategies as st
from random_positions import built_line, random_map

from qin_core.errors import MAX_TEXT, FaultyText, IllegalMove
from qin_core.qin import BOARDS, Board, Move, Position, Record

FIELDS = ("bird", "13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13", "-", "-", "1", "rr|bb", "-")
SLOWEST = 1.0
"""Seconds that no text may take, on a busy machine; nearly all take a few milliseconds."""

ODD = [
    "٣",
    "３",
    "²",
    "Ⅷ",
    "\x00",
    "\ud800",
    "\u202e",
    "\ufeff",
    "é",
    "🀄",
    "\u2028",
    "\x85",
    "\xa0",
    "ß",
    "İ",
    "\r",
    "\n",
]
TOKENS = [*ODD, *'ryb?-|,/=+.{}[]"\\~RYBa1z09 ', "map:", "bird", "?99", "9" * 30, "-1", "pass", "rr", "=1", "a1=1"]


def attempt(read: Callable[[str], object], text: str) -> object | None:
    """Read a text; None if it is refused, as it should be refused: by our own error, in time, with a short message."""
    began = time.process_time()
    result, refused = None, None
    try:
        result = read(text)
    except FaultyText as error:
        refused = error
    assert time.process_time() - began < SLOWEST
    if refused:
        assert refused.faults
        assert len(str(refused)) <= 2 * len(text) + 100_000
        assert str(refused).isascii()
    return result


def check_accepted(read: Callable[[str], object], text: str) -> None:
    """Whatever is accepted is written back: a position and a move to the letter, a map and a record in normal form."""
    result = attempt(read, text)
    if isinstance(result, Position | Move):
        assert str(result) == text
    elif isinstance(result, Board):
        assert Board.parse(result.text).rows == result.rows
        assert Board.named(result.name) is result
    elif isinstance(result, Record):
        assert Record.parse(str(result)) == result
    if isinstance(result, Position):
        result.moves()
        result.winners()


def mutate(chance: Random, text: str) -> str:
    """Change a text in one to three places: drop, double, swap or put in something odd."""
    for _ in range(chance.randint(1, 3)):
        at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        if chance.random() < 0.7:
            to = min(len(text), at + chance.randint(0, 3))
        kind = chance.randrange(4)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:to] + text[at:]
        elif kind == 2:
            text = text[:at] + chance.choice(TOKENS) + text[to:]
        elif text:
            text = text[:at] + chance.choice(text) + text[at + 1 :]
    return text


def some_record(chance: Random) -> str:
    """Write the record of a short game."""
    record = Record(Position.deal("map:....../..a.../.R..Y./....B./......", 3, seed=chance.randrange(10**6)))
    for _ in range(4):
        record = record.add(chance.choice(record.end().moves()), comment=chance.choice(("", "hm")))
    return str(record)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_lines(seed: int) -> None:
    """Valid lines with something changed."""
    chance = Random(seed)
    for _ in range(few(150)):
        line = built_line(chance, random_map(chance) if chance.random() < 0.8 else "lion")
        for _ in range(4):
            check_accepted(Position.parse, mutate(chance, line))


@pytest.mark.parametrize("seed", range(2))
def test_mutated_maps(seed: int) -> None:
    """Valid maps with something changed, as a file and as a name."""
    chance = Random(seed)
    for _ in range(few(400)):
        name = random_map(chance)
        check_accepted(Board.parse, mutate(chance, name.removeprefix("map:").replace("/", "\n") + "\n"))
        check_accepted(Board.named, mutate(chance, name))


def test_mutated_moves() -> None:
    """Valid moves with something changed; what can be read is legal or refused with a reason."""
    chance = Random(1)
    position = Position.deal("bird", 2, seed=1)
    moves = [str(move) for move in position.moves()]
    legal = refused = 0
    for _ in range(few(3000)):
        text = mutate(chance, chance.choice(moves) + chance.choice(("", "/1", "/4")))
        check_accepted(Move.parse, text)
        try:
            position.play(text)
        except (FaultyText, IllegalMove):
            refused += 1
        else:
            legal += 1
            assert text in position.moves()
    assert legal
    assert refused


@pytest.mark.parametrize("seed", range(2))
def test_mutated_records(seed: int) -> None:
    """Valid records with something changed."""
    chance = Random(seed)
    for _ in range(few(40)):
        text = some_record(chance)
        for _ in range(8):
            check_accepted(Record.parse, mutate(chance, text))


@examples(200)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)))
@example("\ud800" * 10)
@example("bird")
@example("map:" + "/" * 30)
def test_any_text(text: str) -> None:
    """Any text at all, also one made of the formats' own signs."""
    for read in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
        check_accepted(read, text)
    for number in range(len(FIELDS)):
        check_accepted(Position.parse, " ".join([*FIELDS[:number], text, *FIELDS[number + 1 :]]))
    for name in ("a", "a1", ""):
        BOARDS["bird"].square(name + text)


PIECES = (
    *(
        ",",
        "|",
        "/",
        "?",
        "=",
        "a1=1,",
        "a1=9,",
        "a=1,",
        "r",
        "rr",
        "rr,",
        "rr|",
        "9",
        "99999",
        "1/",
        "r1",
        "-",
        "1",
        "\x00",
    ),
    *(
        "{",
        "}",
        "{}",
        "{a}",
        "[",
        '"',
        "\\",
        "+",
        "+rr ",
        "1.",
        "pass ",
        "1. pass ",
        "ra1rb1 ",
        ".\n",
        "R.",
        "R\n",
        "٣",
    ),
    *(" ", "\n", "\r\n", "\t", "map:", "🀄", "\ud800"),
)


@pytest.mark.parametrize("piece", PIECES, ids=[ascii(piece) for piece in PIECES])
def test_long_texts(piece: str) -> None:
    """One piece repeated up to the cap, in every place where a text can stand."""
    long = (piece * MAX_TEXT)[: MAX_TEXT - 300]
    start = '[Game "Qin"]\n[Start "' + " ".join(FIELDS) + '"]\n'
    for read in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
        attempt(read, long)
        attempt(read, long * 2)
    for number in range(len(FIELDS)):
        attempt(Position.parse, " ".join([*FIELDS[:number], long, *FIELDS[number + 1 :]]))
    attempt(Board.named, "map:" + long)
    attempt(Board.parse, "R...\n....\n....\n" + long)
    attempt(Record.parse, start + "\n" + long)
    attempt(Record.parse, start + "\n1. rg6rg7 " + long)
    attempt(Record.parse, start + '[Note "' + long + '"]\n\n')
    attempt(Record.parse, '[Game "Qin"]\n[Start "' + long + '"]\n')
    attempt(Record.parse, "[" + long)


def test_deep_nesting() -> None:
    """Nothing is read by recursion."""
    for text in ("{" * 50_000 + "}" * 50_000, "[" * 50_000 + "]" * 50_000, "(" * 100_000):
        for read in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
            assert attempt(read, text) is None


def test_many_headers_and_turns() -> None:
    """Many different headers, and a game as long as it gets, are read in time."""
    start = '[Game "Qin"]\n[Start "' + " ".join(FIELDS) + '"]\n'
    letters = "abcdefghijklmnopqrstuvwxyz"
    headers = "\n".join(f'[A{x}{y}{z} ""]' for x in letters[:8] for y in letters for z in letters)
    assert attempt(Record.parse, start + headers) is not None
    chance = Random(2)
    record = Record(Position.deal("lion", 4, seed=2))
    position = record.start
    turns = []
    while moves := position.moves():
        turns.append(chance.choice(moves))
        position = position.play(turns[-1])
    text = str(record).partition('[Result "')[0] + f'[Result "{",".join(map(str, position.winners()))}"]\n\n'
    read = attempt(Record.parse, text + " ".join(map(str, turns)))
    assert isinstance(read, Record)
    assert read.end() == position
