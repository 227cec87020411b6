"""Bad input is refused quickly, and only with our own errors."""

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
MAX_LINES, MAX_LINES_PER_CHARACTER = 5_000, 80
"""Limits for parsing a text, in executed lines of Python; a quadratic parser would exceed them."""

ODD_CHARACTERS = "٣３²Ⅷ\x00\ud800\u202e\ufeffé🀄\u2028\x85\xa0ßİ\r\n"
WORDS = ["map:", "bird", "?99", "-1", "pass", "rr", "=1", "a1=1", "9" * 30]
TOKENS = [*ODD_CHARACTERS, *'ryb?-|,/=+.{}[]"\\~RYBa1z09 ', *WORDS]


def attempt(parse: Callable[[str], object], text: str) -> object | None:
    """Parse a text with limited work; return None if it is refused with our own error and a short message."""
    result, lines = count_lines(parse_or_error, parse, text)
    assert lines <= MAX_LINES + MAX_LINES_PER_CHARACTER * len(text), text[:80]
    if not isinstance(result, ParseError):
        return result
    assert result.problems
    assert len(str(result)) <= 2 * len(text) + 100_000
    assert str(result).isascii()
    return None


def parse_or_error(parse: Callable[[str], object], text: str) -> object:
    """Parse a text; if it is refused, return the error."""
    try:
        return parse(text)
    except ParseError as error:
        return error


def check_round_trip(parse: Callable[[str], object], text: str) -> None:
    """Check that an accepted text round-trips: positions and moves exactly, maps and records in canonical form."""
    result = attempt(parse, text)
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
    """Change a text in up to three places: delete, repeat, replace or insert characters."""
    for _ in range(rng.randint(1, 3)):
        start, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        if rng.random() < 0.7:
            end = min(len(text), start + rng.randint(0, 3))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:end] + text[start:]
        elif kind == 2:
            text = text[:start] + rng.choice(TOKENS) + text[end:]
        elif text:
            text = text[:start] + rng.choice(text) + text[start + 1 :]
    return text


def random_record(rng: Random) -> str:
    """Return the record of a short random game with comments and variations."""
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
    """Mutate position lines."""
    rng = Random(seed)
    for _ in range(cases(150)):
        line = built_line(rng, random_map(rng) if rng.random() < 0.8 else "lion")
        for _ in range(4):
            check_round_trip(Position.parse, mutate(rng, line))


@pytest.mark.parametrize("seed", range(2))
def test_mutated_maps(seed: int) -> None:
    """Mutate maps, as files and as names."""
    rng = Random(seed)
    for _ in range(cases(400)):
        name = random_map(rng)
        check_round_trip(Board.parse, mutate(rng, name.removeprefix("map:").replace("/", "\n") + "\n"))
        check_round_trip(Board.named, mutate(rng, name))


def test_mutated_moves() -> None:
    """Mutate moves; moves that can be parsed are legal or refused with a reason."""
    rng = Random(1)
    position = Position.deal("bird", 2, seed=1)
    moves = [str(move) for move in position.moves()]
    legal = refused = 0
    for _ in range(cases(3000)):
        text = mutate(rng, rng.choice(moves) + rng.choice(("", "/1", "/4")))
        check_round_trip(Move.parse, text)
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
    """Mutate records."""
    rng = Random(seed)
    for _ in range(cases(40)):
        text = random_record(rng)
        for _ in range(8):
            check_round_trip(Record.parse, mutate(rng, text))


@examples(200)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)))
@example("\ud800" * 10)
@example("bird")
@example("map:" + "/" * 30)
def test_any_text(text: str) -> None:
    """Parse arbitrary texts, and texts made of the formats' own tokens."""
    for parse in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
        check_round_trip(parse, text)
    for number in range(len(FIELDS)):
        check_round_trip(Position.parse, " ".join([*FIELDS[:number], text, *FIELDS[number + 1 :]]))
    for name in ("a", "a1", ""):
        BOARDS["bird"].square(name + text)


FRAGMENTS = (
    *',|/?=r9-1{}["\\+٣🀄 \n\t\x00\ud800',
    *("a1=1,", "a1=9,", "a=1,", "rr", "rr,", "rr|", "99999", "1/", "r1", "map:", ".\n", "R.", "R\n", "\r\n"),
    *("{}", "{a}", "1.", "+rr ", "pass ", "1. pass ", "ra1rb1 "),
)


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=[ascii(fragment) for fragment in FRAGMENTS])
def test_long_texts(fragment: str) -> None:
    """Repeat a fragment up to the maximum length, in every field."""
    long = (fragment * MAX_TEXT)[: MAX_TEXT - 300]
    start = '[Game "Qin"]\n[Start "' + " ".join(FIELDS) + '"]\n'
    for parse in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
        attempt(parse, long)
        attempt(parse, long * 2)
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
"""A map of maximum width, the worst case for patterns that can match a row in several ways."""
WIDE_FIELDS = (WIDE, "r25/26/26/26", "-", "-", "1", "rr|bb", "-")
KHAN_FIELDS = ("/".join("rbw" * 12), "s", "-")
MAX_LINES_FOR_SHORT_TEXT = 4_000
"""Limit for parsing a short text, in executed lines; a position on the widest map takes 2,300."""

CHARACTERS = [*'0123456789rybRYBwsn?-|,/=+.~x>{}[]"\\ a', "٣", "\ud83c"]


POSITION_FORMATS: tuple[tuple[tuple[str, ...], Callable[[str], object]], ...] = (
    (FIELDS, Position.parse),
    (WIDE_FIELDS, Position.parse),
    (KHAN_FIELDS, khan_tsin.Position.parse),
)


def parse_with_little_work(parse: Callable[[str], object], text: str) -> None:
    """Parse a short text with little work, even if it is refused; large numbers must not create objects."""
    _, lines = count_lines(parse_or_error, parse, text)
    assert lines <= MAX_LINES_FOR_SHORT_TEXT, text


def short_texts() -> Iterator[str]:
    """Yield runs of equal characters, with and without another character, and long numbers."""
    for character in CHARACTERS:
        for length in (2, 26, 40):
            yield character * length
            yield character * length + "z"
            yield "r" + character * length
    for character in "1579":
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
                yield form.format(character * length)


def test_short_texts_with_long_runs() -> None:
    """Put runs and numbers into every field of both games, on the usual and on the widest map."""
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
        for parse in readers:
            parse_with_little_work(parse, text)
        for fields, parse in POSITION_FORMATS:
            for number in range(len(fields)):
                parse_with_little_work(parse, " ".join([*fields[:number], text, *fields[number + 1 :]]))
        parse_with_little_work(Position.parse, " ".join([WIDE, f"r25/{text}/26/26", *WIDE_FIELDS[2:]]))
        parse_with_little_work(Position.parse, " ".join([FIELDS[0], FIELDS[1].replace("6b6", text), *FIELDS[2:]]))
        parse_with_little_work(khan_tsin.Position.parse, " ".join([f"{text}/" + "/".join("bwr" * 11 + "bw"), "s", "-"]))
        parse_with_little_work(lambda layout: khan_tsin.Position.deal(layout=layout), text)
        for head, record in ((start, Record), (khan_start, khan_tsin.Record)):
            parse_with_little_work(record.parse, f"{head}\n{text}")
            parse_with_little_work(record.parse, f'{head}[Note "{text}"]\n\n1. {text}')
            parse_with_little_work(record.parse, f"{head}[{text}]\n")


def source_patterns() -> Iterator[str]:
    """Yield the regular expressions in the core's source code."""
    for file in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                text = getattr(node.args[0], "value", None)
                yield from [text] if isinstance(text, str) else []


def has_nested_repeat(pattern: str) -> bool:
    """Return whether a pattern has a variable repeat inside an unbounded one."""
    return _has_nested_repeat(sre_parser.parse(pattern), inside_unbounded=False)


def _has_nested_repeat(tree: Iterable[tuple[Any, Any]], inside_unbounded: bool) -> bool:
    for operation, value in tree:
        unbounded = inside_unbounded
        if str(operation) in ("MAX_REPEAT", "MIN_REPEAT"):
            minimum, maximum, _ = value
            if minimum != maximum and inside_unbounded:
                return True
            unbounded = inside_unbounded or maximum == sre_constants.MAXREPEAT
        for part in value if isinstance(value, tuple | list) else ():
            for branch in part if isinstance(part, list) else [part]:
                if isinstance(branch, sre_parser.SubPattern) and _has_nested_repeat(branch, unbounded):
                    return True
    return False


def test_no_pattern_backtracks_exponentially() -> None:
    """A variable repeat inside an unbounded one could match the same text in many ways ("999" as 99-9 or 9-99)."""
    patterns = list(source_patterns())
    assert len(patterns) >= 18
    assert not list(filter(has_nested_repeat, patterns))
    assert has_nested_repeat("(?:[ryb]|[1-9][0-9]?)+")
    assert has_nested_repeat("(a+)*")


def test_lone_surrogates_in_records() -> None:
    """Records with lone surrogates, which JavaScript may pass, can be written, sent and parsed."""
    record = Record(Position.deal("bird", seed=1), headers={"Players": "Ann \ud83c|Bob"}, comment="\udc04")
    record = record.add(record.end().moves()[0], comment="half \ud83c, whole \ud83c\udc04")
    text = str(record)
    assert text.encode("utf-8").decode("utf-8") == text
    read = Record.parse(text)
    assert read.turns[0].comment == "half �, whole 🀄"
    assert read.headers["Players"] == "Ann �|Bob"
    assert str(Record.parse(text.replace("�", "\ud83c"))) == text


def test_deep_nesting() -> None:
    """Deep nesting doesn't exhaust the stack: no parser is recursive."""
    for text in ("{" * 50_000 + "}" * 50_000, "[" * 50_000 + "]" * 50_000, "(" * 100_000):
        for parse in (Position.parse, Move.parse, Board.parse, Board.named, Record.parse):
            assert attempt(parse, text) is None


def test_many_headers_and_turns() -> None:
    """Records with thousands of headers, or with a game of maximum length, can be parsed."""
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
