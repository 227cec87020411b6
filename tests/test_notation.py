"""Position lines: each position has one canonical line, and all problems of an invalid line are listed."""

import pickle
from typing import Any

import pytest

from qin_core.common.errors import Problem
from qin_core.common.text import MAX_TEXT
from qin_core.qin import Board, Move, NotationError, Position, PositionError
from tests.diagram import diagram, diagram_line

BIRD = "bird 13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13 - - 1 rr|bb -"


def problems_of(text: str) -> set[tuple[str, str, str]]:
    """Return the problems of an invalid line."""
    with pytest.raises((NotationError, PositionError)) as raised:
        Position.parse(text)
    assert len(set(raised.value.problems)) == len(raised.value.problems)
    return set(raised.value.problems)


def with_field(number: int, value: str, line: str = BIRD) -> str:
    """Replace one of the seven fields, counted from 1."""
    fields = line.split(" ")
    fields[number - 1] = value
    return " ".join(fields)


SMALL = diagram_line(
    """
    ..c..
    .~aa.
    Rr...
    ....Y
    """,
    "a2=1",
    "a=2",
    hands="rr|bb|?3",
    piles="rryb|-|?15",
)


@pytest.mark.parametrize(
    "line",
    [
        BIRD,
        SMALL,
        with_field(7, "?12|?13|?9|?1"),
        with_field(6, "?3|?3|rr,ry,?1|-"),
        with_field(6, "rr,ry,rb|yy,yb,bb"),
        with_field(7, "rr" * 11 + "bb" * 11 + "|" + "ry" * 12 + "rb" * 12 + "|" + "yy" * 12 + "yb" * 12),
    ],
)
def test_canonical_lines_round_trip(line: str) -> None:
    """Parsing a canonical line and writing the position gives the same line."""
    position = Position.parse(line)
    assert str(position) == line
    assert repr(position) == f"Position.parse({line!r})"
    assert pickle.loads(pickle.dumps(position)) == position


def test_every_field_of_a_line_is_parsed() -> None:
    """The position has the contents of all fields."""
    position = Position.parse(SMALL)
    assert position.board.name == "map:..c../.~aa./R..../....Y"
    assert position.colour_at("a2") == position.colour_at("b2") == "r"
    assert position.colour_at("e1") == "y"
    assert position.provinces() == (("r", ("a2", "b2"), 1, 1),)
    assert position.villages() == {"a": 2, "c": 0}
    assert position.player_to_move == 1
    assert list(position.players) == [1, 2, 3]
    assert [position.hand(player) for player in position.players] == [("rr",), ("bb",), ("?", "?", "?")]
    assert position.piles == (("rr", "yb"), (), ("?",) * 15)


INVALID_LINES = [
    # whole line
    ("", "line", "bad-field-count", "1"),
    (BIRD + " ", "line", "bad-field-count", "8"),
    (BIRD.replace(" - - ", " -  - "), "line", "bad-field-count", "8"),
    # 1 board
    (with_field(1, "dragon"), "board", "unknown-board", "dragon"),
    (with_field(1, "Bird"), "board", "unknown-board", "Bird"),
    (with_field(1, "map:"), "board", "bad-size", "0x1"),
    (with_field(1, "map:..../..../..../...."), "board", "no-start-space", ""),
    (with_field(1, "map:..../..../..../R.../"), "board", "malformed", "map:..../..../..../R.../"),
    (with_field(1, "map:....\r/..../..../R..."), "board", "malformed", "map:....\\r/..../..../R...."[:24] + "..."),
    (with_field(1, "map:..../..../..../R...\n"), "board", "malformed", "map:..../..../..../R...\\"[:24] + "..."),
    # 2 cells
    (with_field(2, "13/13"), "cells", "bad-row-count", "2"),
    (with_field(2, "12/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", "12"),
    (with_field(2, "14/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", "14"),
    (with_field(2, "/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", ""),
    (with_field(2, "67/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", "67"),
    (with_field(2, "013/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", "013"),
    (with_field(2, "13/13/13/13/6g6/13/6y6/13/6r6/13/13/13/13"), "cells", "bad-row", "6g6"),
    (with_field(2, "13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/1٣"), "cells", "bad-row", "1\\u0663"),
    (with_field(2, "13/13/13/13/13/13/6y6/13/6r6/13/13/13/13"), "cells", "start-space-missing", "g9"),
    (with_field(2, "13/13/13/13/6r6/13/6y6/13/6r6/13/13/13/13"), "cells", "not-grassland", "g9"),
    (with_field(2, "r12/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), None, None, None),
    (with_field(2, "5r7/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13"), "cells", "not-grassland", "f13"),
    # 3 provinces
    (with_field(3, "a1=1"), "provinces", "no-province", "a1"),
    (with_field(3, "n1=1"), "provinces", "off-board", "n1"),
    (with_field(3, "a14=1"), "provinces", "off-board", "a14"),
    (with_field(3, "g5=1"), "provinces", "no-province", "g5"),
    (with_field(3, ""), "provinces", "malformed", ""),
    (with_field(3, "a1"), "provinces", "malformed", "a1"),
    (with_field(3, "a01=1"), "provinces", "malformed", "a01=1"),
    (with_field(3, "a1=12"), "provinces", "malformed", "a1=12"),
    (with_field(3, "A1=1"), "provinces", "malformed", "A1=1"),
    (with_field(3, "a2=1,", SMALL), "provinces", "malformed", ""),
    (with_field(3, ",".join(["a1=1"] * 677)), "provinces", "bad-count", "677"),
    (with_field(3, "-", SMALL), "provinces", "owner-missing", "a2"),
    (with_field(3, "b2=1", SMALL), "provinces", "owner-missing", "a2"),
    (with_field(3, "b2=1", SMALL), "provinces", "no-province", "b2"),
    (with_field(3, "a2=1,a2=2", SMALL), "provinces", "named-twice", "a2"),
    (with_field(3, "a2=4", SMALL), "provinces", "no-such-player", "4"),
    (with_field(3, "a2=0", SMALL), "provinces", "no-such-player", "0"),
    # 4 villages
    (with_field(4, "z=1"), "villages", "no-such-village", "z"),
    (with_field(4, "a=1,a=1"), "villages", "named-twice", "a"),
    (with_field(4, "b=1,a=1"), "villages", "wrong-order", ""),
    (with_field(4, "a=3"), "villages", "no-such-player", "3"),
    (with_field(4, "a=0"), "villages", "no-such-player", "0"),
    (with_field(4, "a:1"), "villages", "malformed", "a:1"),
    (with_field(4, "a=-1"), "villages", "malformed", "a=-1"),
    (with_field(4, "ab=1"), "villages", "malformed", "ab=1"),
    # 5 mover
    (with_field(5, "0"), "mover", "no-such-player", "0"),
    (with_field(5, "3"), "mover", "no-such-player", "3"),
    (with_field(5, ""), "mover", "malformed", ""),
    (with_field(5, "01"), "mover", "malformed", "01"),
    (with_field(5, "²"), "mover", "malformed", "\\xb2"),
    (with_field(5, "١"), "mover", "malformed", "\\u0661"),
    # 6 hands
    (with_field(6, "rr"), "hands", "bad-count", "1"),
    (with_field(6, "rr|rr|rr|rr|rr"), "hands", "bad-count", "5"),
    (with_field(6, "rr|"), "hands", "malformed", ""),
    (with_field(6, "rr|br"), "hands", "malformed", "br"),
    (with_field(6, "rr|rrr"), "hands", "malformed", "rrr"),
    (with_field(6, "rr|rryy"), "hands", "malformed", "rryy"),
    (with_field(6, "rr|?0"), "hands", "malformed", "?0"),
    (with_field(6, "rr|?"), "hands", "malformed", "?"),
    (with_field(6, "rr|-,rr"), "hands", "malformed", "-"),
    (with_field(6, "rr|ry,rr"), "hands", "wrong-order", "ry,rr"),
    (with_field(6, "rr|?1,rr"), "hands", "wrong-order", "?1,rr"),
    (with_field(6, "rr|?1,?1"), "hands", "wrong-order", "?1,?1"),
    (with_field(6, "rr|rr,rr,rr,rr"), "hands", "too-many-tiles", "rr,rr,rr,rr"),
    (with_field(6, "?4|rr"), "hands", "too-many-tiles", "?4"),
    (with_field(6, "rr,?3|rr"), "hands", "too-many-tiles", "rr,?3"),
    # 7 piles
    (with_field(7, "rr|rr|rr|rr|rr"), "piles", "bad-count", "5"),
    (with_field(7, ""), "piles", "malformed", ""),
    (with_field(7, "r"), "piles", "malformed", "r"),
    (with_field(7, "rrr"), "piles", "malformed", "rrr"),
    (with_field(7, "rryr"), "piles", "malformed", "rryr"),
    (with_field(7, "rr,rr"), "piles", "malformed", "rr,rr"),
    (with_field(7, "rr?2"), "piles", "malformed", "rr?2"),
    (with_field(7, "?0"), "piles", "malformed", "?0"),
    (with_field(7, "?01"), "piles", "malformed", "?01"),
    (with_field(7, "?100"), "piles", "malformed", "?100"),
    (with_field(7, "?٣"), "piles", "malformed", "?\\u0663"),
    (with_field(7, "rr" * 12), "piles", "too-many-of-a-kind", "rr"),
    (with_field(7, "yb" * 7 + "|" + "yb" * 6), "piles", "too-many-of-a-kind", "yb"),
    (with_field(7, "?71"), "piles", "too-many-tiles", "73"),
]


@pytest.mark.parametrize(("line", "field", "code", "about"), INVALID_LINES)
def test_every_problem_of_a_line(line: str, field: str | None, code: str | None, about: str | None) -> None:
    """A problem consists of the field, a code and the offending text."""
    if field is None:
        assert str(Position.parse(line)) == line
    else:
        assert (field, code, about) in problems_of(line)


SINGLE_PROBLEMS = [problem for problem in INVALID_LINES if problem[1] is not None and "b2=1" not in problem[0]]


@pytest.mark.parametrize(("line", "field", "code", "about"), SINGLE_PROBLEMS)
def test_a_line_with_one_problem_lists_only_that_problem(line: str, field: str, code: str, about: str) -> None:
    """Replacing a start space with something else also makes the start space missing."""
    problems = problems_of(line) - {("cells", "start-space-missing", "g9")}
    assert problems <= {(field, code, about)}


def test_positions_may_have_up_to_all_tiles() -> None:
    """Q3: twelve of a kind and 72 in all are allowed."""
    assert Position.parse(with_field(7, "rr" * 11)).piles == (("rr",) * 11,)
    assert len(Position.parse(with_field(7, "?70")).piles[0]) == 70


def test_syntax_errors_differ_from_rule_violations() -> None:
    """Bad syntax raises `NotationError`, an impossible position `PositionError`."""
    with pytest.raises(NotationError):
        Position.parse(with_field(5, "x"))
    with pytest.raises(PositionError):
        Position.parse(with_field(5, "3"))
    with pytest.raises(PositionError):
        Position.parse(with_field(1, "map:..../..../..../...."))


def test_all_problems_are_listed_at_once() -> None:
    """Every problem of a position is listed, not only the first."""
    line = "bird 5r7/13/13/13/6b6/13/6y6/13/13/13/13/13/13 a1=7,b1 z=1,a=9 3 rr,rr,rr,rr|xx,ry,rr|qq rr|?0"
    assert problems_of(line) == {
        ("hands", "too-many-tiles", "rr,rr,rr,rr"),
        ("hands", "malformed", "xx"),
        ("hands", "wrong-order", "xx,ry,rr"),
        ("hands", "malformed", "qq"),
        ("piles", "malformed", "?0"),
        ("villages", "no-such-village", "z"),
        ("villages", "no-such-player", "9"),
        ("cells", "not-grassland", "f13"),
        ("cells", "start-space-missing", "g5"),
        ("provinces", "no-such-player", "7"),
        ("provinces", "no-province", "a1"),
        ("provinces", "malformed", "b1"),
    }


def test_every_bad_row_is_listed() -> None:
    """Rows are listed from the top; the owners of provinces aren't checked."""
    with pytest.raises(NotationError) as raised:
        Position.parse(with_field(3, "a1=1", with_field(2, "12/13/13/x/6b6/13/6y6/13/6r6/13/13/13/15")))
    assert raised.value.problems == tuple(Problem("cells", "bad-row", row) for row in ("12", "x", "15"))
    assert str(raised.value) == "cells: bad-row (12); cells: bad-row (x); cells: bad-row (15)"


def test_a_wrong_number_of_hands_is_one_problem() -> None:
    """Players aren't checked."""
    assert problems_of(with_field(6, "rr", with_field(4, "a=4"))) == {("hands", "bad-count", "1")}


def test_problems_of_the_map_have_the_field_of_the_line() -> None:
    """All problems of the map are listed with those of the other fields."""
    problems = problems_of(with_field(5, "9", with_field(1, "map:..!./a.a./..../...")))
    assert problems == {
        ("board", "unknown-mark", "!"),
        ("board", "uneven-row", "4"),
        ("board", "no-start-space", ""),
        ("board", "village-in-pieces", "a"),
        ("mover", "no-such-player", "9"),
    }


def test_provinces_are_in_square_order() -> None:
    """Provinces are ordered by row from the bottom, then by column; a9 comes before a10."""
    rows = ["Rr.."] + ["...."] * 6 + ["Yy..", "....", "...."]
    line = diagram_line("\n".join(rows), "a3=1,a10=2")
    assert str(Position.parse(line)) == line
    assert problems_of(diagram_line("\n".join(rows), "a10=2,a3=1")) == {("provinces", "wrong-order", "")}
    side = diagram_line("....\n....\n....\nRrYy", "a1=2,c1=1")
    assert str(Position.parse(side)) == side
    assert problems_of(diagram_line("....\n....\n....\nRrYy", "c1=1,a1=2")) == {("provinces", "wrong-order", "")}


def test_other_types_and_long_texts_are_refused() -> None:
    """They are refused before parsing."""
    for parse, field in ((Position.parse, "line"), (Move.parse, "move"), (Board.parse, "map"), (Board.named, "board")):
        values: tuple[Any, ...] = (None, 7, b"bird", ["bird"])
        for value in values:
            with pytest.raises(NotationError) as raised:
                parse(value)
            assert raised.value.problems == ((field, "not-text", type(value).__name__),)
        with pytest.raises(NotationError) as raised:
            parse("a" * (MAX_TEXT + 1))
        assert raised.value.problems == ((field, "too-long", str(MAX_TEXT + 1)),)
    assert MAX_TEXT == 100_000


def test_areas_of_any_shape() -> None:
    """Q13: an area of any shape is found and named by its first square."""
    position = diagram(
        """
        rrrrr
        r...r
        r.r.r
        r.R.r
        r...r
        """,
        "a1=1,c2=2",
    )
    assert [len(area.squares) for area in position.provinces()] == [13, 2]


def test_problems_lists_without_raising() -> None:
    """`Position.problems` lists each problem once, and nothing for a valid line."""
    good = str(Position.deal("bird", seed=1))
    assert Position.problems(good) == ()
    *fields, _ = good.split(" ")
    bad = " ".join([*fields[:4], "7", fields[5], "rx"])
    assert [str(problem) for problem in Position.problems(bad)] == [
        "piles: malformed (rx)",
        "mover: no-such-player (7)",
    ]
