"""Moves, maps and squares have one spelling each, and all problems of invalid texts are listed."""

import pytest

from qin_core.common.errors import Problem
from qin_core.common.text import abbreviate
from qin_core.qin import BOARDS, PASS, Board, MapError, Move, NotationError, Position

EMPTY_BIRD = "bird 13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13 - - 1 rr|bb -"


@pytest.mark.parametrize(
    "text", ["re5bf5", "re5bf5/2", "ra1ra2", "ra2rb2/4", "ya1ba26", "rz26yz25/1", "pass", "ra9ra10"]
)
def test_moves_round_trip(text: str) -> None:
    """A move has one spelling."""
    move = Move.parse(text)
    assert str(move) == text
    assert move == Move.parse(text)
    assert hash(move) == hash(Move.parse(text))
    assert repr(move) == f"Move.parse({text!r})"


def test_the_parts_of_a_move() -> None:
    """A move has a tile, squares and perhaps a pile."""
    move = Move.parse("re5bf5/2")
    assert (move.tile, move.squares, move.pile) == ("rb", ("e5", "f5"), 2)
    assert move.halves == (("r", "e5"), ("b", "f5"))
    assert Move.parse("re5bf5").pile is None
    assert str(Move.parse("re5bf5").drawing_from(3)) == "re5bf5/3"
    assert PASS.halves == ()
    assert PASS.pile is None
    assert Move.parse("pass") is PASS
    assert Move.parse("re5bf5") != Move.parse("re5bf5/2")
    assert Move.parse("re5bf5") == "re5bf5"
    assert hash(Move.parse("re5bf5")) == hash("re5bf5")
    assert Move.parse("re5bf5") != "re5bf5/2"
    assert str(Move.parse("re5bf5/2").drawing_from(None)) == "re5bf5"
    assert PASS.drawing_from(2) is PASS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("re5", "malformed"),
        ("re5bf5 ", "malformed"),
        ("re5 bf5", "malformed"),
        ("re5bf5/", "malformed"),
        ("re5bf5/0", "malformed"),
        ("re5bf5/5", "malformed"),
        ("re5bf5/12", "malformed"),
        ("Re5bf5", "malformed"),
        ("rE5bf5", "malformed"),
        ("re05bf5", "malformed"),
        ("re0bf5", "malformed"),
        ("ge5bf5", "malformed"),
        ("re٣bf5", "malformed"),
        ("re5bf5\n", "malformed"),
        ("PASS", "malformed"),
        ("pass/1", "malformed"),
        ("re100bf5", "malformed"),
        ("re27bf5", "no-such-square"),
        ("re5bf27", "no-such-square"),
        ("re5bf99", "no-such-square"),
        ("be5rf5", "wrong-order"),
        ("be5yf5", "wrong-order"),
        ("ye5rf5", "wrong-order"),
        ("rf5re5", "wrong-order"),
        ("ra2ra1", "wrong-order"),
        ("ra10ra9", "wrong-order"),
        ("ra2rb1", "wrong-order"),
    ],
)
def test_problems_of_moves(text: str, code: str) -> None:
    """The order is red, yellow, blue, and on a double a1, b1, ..., a2, ...; rows are 1 to 26."""
    with pytest.raises(NotationError) as raised:
        Move.parse(text)
    assert raised.value.problems == (("move", code, abbreviate(text)),)


def test_board_files_round_trip() -> None:
    """A board file may lack the last line feed, or have another system's line ends."""
    text = "....\n.aR.\n~a..\n....\n"
    board = Board.parse(text)
    assert board.text == text
    assert board.name == "map:..../.aR./~a../...."
    assert board is Board.parse(text.rstrip("\n"))
    assert board is Board.parse(text.replace("\n", "\r\n"))
    assert board is Board.named(board.name)
    assert repr(board) == "Board('map:..../.aR./~a../....')"
    assert Board.named("lion") is BOARDS["lion"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", {("bad-size", "0x1")}),
        ("...\n...\n...\nR..", {("bad-size", "3x4")}),
        ("....\n....\nR...", {("bad-size", "4x3")}),
        ("\n".join(["." * 27] * 4), {("bad-size", "27x4")}),
        ("\n".join(["R..."] + ["...."] * 26), {("bad-size", "4x27")}),
        ("R...\n...\n....\n.....", {("uneven-row", "2"), ("uneven-row", "4")}),
        ("R...\n....\n....\n...." + "." * 50_000, {("uneven-row", "4")}),
        ("R..x\n...C\n..??\n....", {("unknown-mark", "C"), ("unknown-mark", "?")}),
        ("R..\t\n...é\n....\n....", {("unknown-mark", "\\t"), ("unknown-mark", "\\xe9")}),
        ("r...\n....\n....\n....", {("no-start-space", "")}),
        ("RR..\n...Y\n...Y\nB.B.", {("start-spaces-touch", "R"), ("start-spaces-touch", "Y")}),
        ("Raaa\nb...\n...b\ncc..", {("village-too-large", "a"), ("village-in-pieces", "b")}),
        ("Ra..\n..a.\n....\n....", {("village-in-pieces", "a")}),
    ],
)
def test_problems_of_maps(text: str, problems: set[tuple[str, str]]) -> None:
    """Q1: every problem of a map is listed."""
    with pytest.raises(MapError) as raised:
        Board.parse(text)
    assert {(problem.code, problem.detail) for problem in raised.value.problems} == problems
    assert {problem.field for problem in raised.value.problems} == {"map"}


def test_problems_of_board_names() -> None:
    """An invalid board name is a problem of the field `board`."""
    for name, code in (("dragon", "unknown-board"), ("map:R.../", "malformed"), ("map:R\r", "malformed")):
        with pytest.raises(NotationError) as raised:
            Board.named(name)
        assert raised.value.problems == (("board", code, abbreviate(name)),)


def test_the_smallest_and_the_largest_map() -> None:
    """Sides have 4 to 26 squares; all village letters may be used; start spaces of two colours may touch."""
    small = Board.parse("RY..\n....\n....\n....")
    assert (small.width, small.height) == (4, 4)
    letters = "abcdefghijklmnopqrstuvwxyz"
    large = Board.parse("\n".join([letters, letters, "R" + "." * 25] + ["." * 26] * 23))
    assert (large.width, large.height, len(large.villages)) == (26, 26, 26)
    # A set of squares is a bit mask.
    assert all(village.squares.bit_count() == 2 for village in large.villages)
    last = large.square("z26")
    assert last is not None
    assert large.square_name(last) == "z26"


@pytest.mark.parametrize(
    "name", ["", "a", "a0", "a01", "A1", "1a", "a1 ", "a٣", "aa1", "n1", "a14", "a-1", "é1", "a100"]
)
def test_invalid_square_names(name: str) -> None:
    """A board has no square with such a name."""
    assert BOARDS["bird"].square(name) is None
    assert Position.parse(EMPTY_BIRD).colour_at(name) is None


def test_squares_are_ordered_by_row_then_column() -> None:
    """The order is a1, b1, ..., a2, ..."""
    board = Board.parse("....\n....\n....\nR...")
    names = [f"{column}{row}" for row in "1234" for column in "abcd"]
    squares = [square for name in names if (square := board.square(name)) is not None]
    assert len(squares) == len(names)
    assert squares == sorted(squares)
    assert [board.square_name(square) for square in squares] == names
    assert board.names(sum(1 << square for square in squares)) == tuple(names)
    assert board.first_name(1 << squares[5] | 1 << squares[9]) == "b2"
    assert board.names(board.neighbours[squares[0]]) == ("b1", "a2")
    assert board.names(board.neighbours[squares[3]]) == ("c1", "d2")
    assert board.names(board.neighbours[squares[12]]) == ("a3", "b4")
    assert board.names(board.neighbours[squares[5]]) == ("b1", "a2", "c2", "b3")


def test_quoted_input_is_short_and_ascii() -> None:
    """Messages show a short, escaped excerpt of the text."""
    assert abbreviate("x" * 24) == "x" * 24
    assert abbreviate("x" * 25) == "x" * 24 + "..."
    assert abbreviate("a\x00\u202e\ud800") == "a\\x00\\u202e\\ud800"
    assert str(Problem("move", "malformed")) == "move: malformed"
    assert str(Problem("move", "malformed", "x")) == "move: malformed (x)"
