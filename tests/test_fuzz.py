"""Bad input: refused quickly, and only with our own errors."""

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from re import _constants as sre_constants  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import qin_core
from qin_core import khan_tsin
from qin_core.common.errors import IllegalMove, ParseError
from qin_core.common.text import MAX_TEXT
from qin_core.qin import BOARDS, Board, Move, Position, Record
from tests.case_counts import cases, examples
from tests.line_counts import count_lines
from tests.random_positions import built_line, random_map

CORE = Path(qin_core.__file__).parent
FIELDS = ("bird", "13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13", "-", "-", "1", "rr|bb", "-")
MOST_LINES, MOST_LINES_PER_SIGN = 5_000, 80
"""Limits of the work for a text, in executed lines of Python; a quadratic parser would need many more."""

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
    """Parse a text with bounded work; return None if it is refused with our own error and a short message."""
    result, lines = count_lines(read_or_refuse, read, text)
    assert lines <= MOST_LINES + MOST_LINES_PER_SIGN * len(text), text[:80]
    if not isinstance(result, ParseError):
        return result
    assert result.problems
    assert len(str(result)) <= 2 * len(text) + 100_000
    assert str(result).isascii()
    return None


def read_or_refuse(read: Callable[[str], object], text: str) -> object:
    """Parse a text; return the error if it is refused."""
    try:
        return read(text)
    except ParseError as error:
        return error


def check_accepted(read: Callable[[str], object], text: str) -> None:
    """An accepted text is written back: positions and moves unchanged, maps and records in canonical form."""
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


def mutate(rng: Random, text: str) -> str:
    """Change a text in one to three places: delete, double, swap or insert characters."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        if rng.random() < 0.7:
            to = min(len(text), at + rng.randint(0, 3))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:to] + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(TOKENS) + text[to:]
        elif text:
            text = text[:at] + rng.choice(text) + text[at + 1 :]
    return text


def some_record(rng: Random) -> str:
    """Write the record of a short game."""
    record = Record(Position.deal("map:....../..a.../.R..Y./....B./......", 3, seed=rng.randrange(10**6)))
    for _ in range(4):
        record = record.add(rng.choice(record.end().moves()), comment=rng.choice(("", "hm")))
    for turn in range(rng.randrange(4)):
        line = record.cut(turn)
        for _ in range(rng.randint(1, 3)):
            line = line.add(rng.choice(line.end().moves()), comment=rng.choice(("", "hm")))
        if line.turns[turn].move != record.turns[turn].move:
            record = record.add_variation(line, rng.choice(("", "or")))
    return str(record)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_lines(seed: int) -> None:
    """Mutated position lines."""
    rng = Random(seed)
    for _ in range(cases(150)):
        line = built_line(rng, random_map(rng) if rng.random() < 0.8 else "lion")
        for _ in range(4):
            check_accepted(Position.parse, mutate(rng, line))


@pytest.mark.parametrize("seed", range(2))
def test_mutated_maps(seed: int) -> None:
    """Mutated maps, as a file and as a name."""
    rng = Random(seed)
    for _ in range(cases(400)):
        name = random_map(rng)
        check_accepted(Board.parse, mutate(rng, name.removeprefix("map:").replace("/", "\n") + "\n"))
        check_accepted(Board.named, mutate(rng, name))


def test_mutated_moves() -> None:
    """Mutated moves; those that can be parsed are legal or refused with a reason."""
    rng = Random(1)
    position = Position.deal("bird", 2, seed=1)
    moves = [str(move) for move in position.moves()]
    legal = refused = 0
    for _ in range(cases(3000)):
        text = mutate(rng, rng.choice(moves) + rng.choice(("", "/1", "/4")))
        check_accepted(Move.parse, text)
        try:
            position.play(text)
        except (ParseError, IllegalMove):
            refused += 1
        else:
            legal += 1
            assert text.partition("/")[0] in position.moves()
            assert position.is_legal(text)
    assert legal
    assert refused


@pytest.mark.parametrize("seed", range(2))
def test_mutated_records(seed: int) -> None:
    """Mutated records."""
    rng = Random(seed)
    for _ in range(cases(40)):
        text = some_record(rng)
        for _ in range(8):
            check_accepted(Record.parse, mutate(rng, text))


@examples(200)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)))
@example("\ud800" * 10)
@example("bird")
@example("map:" + "/" * 30)
def test_any_text(text: str) -> None:
    """Arbitrary texts, and texts made of the characters of the formats."""
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
    """One piece repeated up to the length limit, in every field."""
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


WIDE = "map:" + "/".join(["R" + "." * 25, *["." * 26] * 3])
"""The widest map: the worst case for a pattern that can match a row in several ways."""
WIDE_FIELDS = (WIDE, "r25/26/26/26", "-", "-", "1", "rr|bb", "-")
KHAN_FIELDS = ("/".join("rbw" * 12), "s", "-")
MOST_LINES_SHORT = 4_000
"""Limit of executed lines for a short text; the widest map takes 2,300."""

SIGNS = [*'0123456789rybRYBwsn?-|,/=+.~x>{}[]"\\ a', "٣", "\ud83c"]


LINES: tuple[tuple[tuple[str, ...], Callable[[str], object]], ...] = (
    (FIELDS, Position.parse),
    (WIDE_FIELDS, Position.parse),
    (KHAN_FIELDS, khan_tsin.Position.parse),
)


def read_cheaply(read: Callable[[str], object], text: str) -> None:
    """Parse a short text with little work, whether it is accepted or not; a large number creates no objects."""
    _, lines = count_lines(read_or_refuse, read, text)
    assert lines <= MOST_LINES_SHORT, text


def short_texts() -> Iterator[str]:
    """List runs of equal characters, alone and with another one at the end, and numbers of any length."""
    for sign in SIGNS:
        for length in (2, 26, 40):
            yield sign * length
            yield sign * length + "z"
            yield "r" + sign * length
    for sign in "1579":
        for length in (3, 10, 22, 60):
            for form in (
                "{}r",
                "r{}",
                "?{}",
                "-{}",
                "{}.",
                "rr|?{}",
                "a{}=1",
                "a1={}",
                "ra{}ra2",
                "+{}",
                "{}x1>2",
                "1x{}>2",
            ):
                yield form.format(sign * length)


def test_short_texts_with_long_runs() -> None:
    """Runs and numbers in every field of both games, on the usual and on the widest map."""
    khan_start = '[Game "Khan Tsin"]\n[Start "' + " ".join(KHAN_FIELDS) + '"]\n'
    start = '[Game "Qin"]\n[Start "' + " ".join(FIELDS) + '"]\n'
    readers: list[Callable[[str], object]] = [
        Move.parse,
        khan_tsin.Move.parse,
        Board.parse,
        Board.named,
        Position.parse,
        khan_tsin.Position.parse,
    ]
    for text in short_texts():
        for read in readers:
            read_cheaply(read, text)
        for fields, parse in LINES:
            for number in range(len(fields)):
                read_cheaply(parse, " ".join([*fields[:number], text, *fields[number + 1 :]]))
        read_cheaply(Position.parse, " ".join([WIDE, f"r25/{text}/26/26", *WIDE_FIELDS[2:]]))
        read_cheaply(Position.parse, " ".join([FIELDS[0], FIELDS[1].replace("6b6", text), *FIELDS[2:]]))
        read_cheaply(khan_tsin.Position.parse, " ".join([f"{text}/" + "/".join("bwr" * 11 + "bw"), "s", "-"]))
        read_cheaply(lambda layout: khan_tsin.Position.deal(layout=layout), text)
        for head, record in ((start, Record), (khan_start, khan_tsin.Record)):
            read_cheaply(record.parse, f"{head}\n{text}")
            read_cheaply(record.parse, f'{head}[Note "{text}"]\n\n1. {text}')
            read_cheaply(record.parse, f"{head}[{text}]\n")


def patterns() -> Iterator[str]:
    """List the regular expressions in the sources of the core."""
    for file in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                text = getattr(node.args[0], "value", None)
                yield from [text] if isinstance(text, str) else []


def repeats(tree: Iterable[tuple[Any, Any]], inside: bool = False) -> Iterator[bool]:
    """Yield for each variable repeat in a parsed pattern whether it is inside an unbounded one."""
    for operation, value in tree:
        name, within = str(operation), inside
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, _ = value
            if least != most:
                yield inside
            within = inside or most == sre_constants.MAXREPEAT
        for part in value if isinstance(value, tuple | list) else ():
            for branch in part if isinstance(part, list) else [part]:
                if isinstance(branch, sre_parser.SubPattern):
                    yield from repeats(branch, within)


def test_no_pattern_backtracks_exponentially() -> None:
    """A variable repeat inside an unbounded one could match a run in many ways ("999" as 99-9 or 9-99)."""
    found = list(patterns())
    assert len(found) >= 18
    assert [text for text in found if any(repeats(sre_parser.parse(text)))] == []
    assert any(repeats(sre_parser.parse("(?:[ryb]|[1-9][0-9]?)+")))
    assert any(repeats(sre_parser.parse("(a+)*")))


def test_lone_surrogates_in_records() -> None:
    """A lone surrogate, as JavaScript may pass it, doesn't prevent writing, sending and parsing a record."""
    record = Record(Position.deal("bird", seed=1), headers={"Players": "Ann \ud83c|Bob"}, comment="\udc04")
    record = record.add(record.end().moves()[0], comment="half \ud83c, whole \ud83c\udc04")
    text = str(record)
    assert text.encode("utf-8").decode("utf-8") == text
    read = Record.parse(text)
    assert read.turns[0].comment == "half �, whole 🀄"
    assert read.headers["Players"] == "Ann �|Bob"
    assert str(Record.parse(text.replace("�", "\ud83c"))) == text


def test_deep_nesting() -> None:
    """No parser is recursive."""
    for text in ("{" * 50_000 + "}" * 50_000, "[" * 50_000 + "]" * 50_000, "(" * 100_000):
        for read in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
            assert attempt(read, text) is None


def test_many_headers_and_turns() -> None:
    """Many headers and a game of the maximum length are parsed."""
    start = '[Game "Qin"]\n[Start "' + " ".join(FIELDS) + '"]\n'
    letters = "abcdefghijklmnopqrstuvwxyz"
    headers = "\n".join(f'[A{x}{y}{z} ""]' for x in letters[:8] for y in letters for z in letters)
    assert attempt(Record.parse, start + headers) is not None
    rng = Random(2)
    record = Record(Position.deal("lion", 4, seed=2))
    position = record.start
    turns = []
    while moves := position.moves():
        turns.append(rng.choice(moves))
        position = position.play(turns[-1])
    text = str(record).partition('[Result "')[0] + f'[Result "{",".join(map(str, position.winners() or ()))}"]\n\n'
    read = attempt(Record.parse, text + " ".join(map(str, turns)))
    assert isinstance(read, Record)
    assert read.end() == position
