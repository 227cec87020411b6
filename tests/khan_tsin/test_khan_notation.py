"""Position lines, moves and layouts are parsed strictly and round-trip; all problems are listed."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qin_core.khan_tsin import PASS, Move, NotationError, ParseError, Position, PositionError, Problem
from qin_core.khan_tsin.setup import EMPTY, fill, next_baron, place
from tests.khan_tsin.khan_lines import position_line

START = "/".join("rbw" * 12) + " s -"


def problems_of(text: object) -> list[str]:
    """Return the problems of an invalid line."""
    with pytest.raises(ParseError) as raised:
        Position.parse(text)  # type: ignore[arg-type]
    return list(map(str, raised.value.problems))


def test_position_lines_round_trip() -> None:
    for text in (
        START,
        position_line("1=rbw 36=rrrbbbwww", "n", "rt"),
        position_line("", "n", "r"),
        position_line("5=w", "s", "t"),
    ):
        assert str(Position.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["line: bad-field-count (1)"]),
        (START + " ", ["line: bad-field-count (4)"]),
        (START.replace("r", "R", 1), ["stacks: malformed (R)"]),
        (START.replace(" s ", " x "), ["mover: malformed (x)"]),
        (START.replace(" s ", " sn "), ["mover: malformed (sn)"]),
        (START[:-1] + "tr", ["variants: malformed (tr)"]),
        ("r/b s -", ["stacks: bad-stack-count (2)"]),
        (START.replace("r", "", 1), ["stacks: malformed"]),
        (position_line("4=rrrr"), ["stacks: harmony (4 rrrr)"]),
        (" ".join(["/".join(["r"] * 13 + ["-"] * 23), "s", "-"]), ["stacks: too-many-barons (r)"]),
        (position_line("1=rrrbbbwww 2=wwwrrrbbb"), ["stacks: two-emperors"]),
        (
            position_line("4=rrrr 5=bbbb", "x", "q"),
            [
                "mover: malformed (x)",
                "variants: malformed (q)",
                "stacks: harmony (4 rrrr)",
                "stacks: harmony (5 bbbb)",
            ],
        ),
        (None, ["line: not-text (NoneType)"]),
        ("r" * 200_000, ["line: too-long (200000)"]),
    ],
)
def test_problems_of_position_lines(text: object, expected: list[str]) -> None:
    assert problems_of(text) == expected


def test_syntax_errors_differ_from_rule_violations() -> None:
    with pytest.raises(NotationError):
        Position.parse(START.replace(" s ", " x "))
    with pytest.raises(PositionError):
        Position.parse(position_line("4=rrrr"))


@pytest.mark.parametrize("text", ["5x3>12", "5x3~>12", "5x3>12~", "5x3~>12~", "36x1>1", "36x1>1~", "pass"])
def test_moves_round_trip(text: str) -> None:
    move = Move.parse(text)
    assert str(move) == text
    assert eval(repr(move), {"Move": Move}) == move
    assert (move == PASS) == (text == "pass")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5x1~>12", "turns-one"),
        ("37x1>1", "no-such-space"),
        ("1x1>99", "no-such-space"),
        *((text, "malformed") for text in ("", "5x0>12", "05x1>12", "5x10>12", "5>12", "5x1>12~~", "5x1>0", "Pass")),
        *((text, "malformed") for text in ("5x1>12 ", "5x1>12\n", "٥x1>12", "5X1>12")),
    ],
)
def test_problems_of_moves(text: str, code: str) -> None:
    with pytest.raises(NotationError) as raised:
        Move.parse(text)
    assert raised.value.problems[0].code == code
    assert text not in Position.deal().moves()


def test_invalid_deals_are_refused() -> None:
    with pytest.raises(NotationError) as bad_variants:
        Position.deal("tr")
    assert bad_variants.value.problems == (Problem("variants", "malformed", "tr"),)
    with pytest.raises(NotationError) as bad_layout:
        Position.deal(layout="xy")
    assert [fault.code for fault in bad_layout.value.problems] == ["bad-length", "malformed"]
    with pytest.raises(PositionError) as unequal_counts:
        Position.deal(layout="r" * 13 + "b" * 11 + "w" * 12)
    assert list(map(str, unequal_counts.value.problems)) == ["layout: not-twelve (r)", "layout: not-twelve (b)"]
    with pytest.raises(PositionError):
        Position.deal().view(3)


def test_k3_setting_up_by_hand() -> None:
    """K3: South places red barons, then North black ones, and white ones fill the rest."""
    layout = EMPTY
    for number, space in enumerate((*range(1, 12), 36)):
        assert next_baron(layout) == ("r", 1, 12 - number)
        layout = place(layout, space)
    for space in range(12, 24):
        assert next_baron(layout) == ("b", 2, 24 - space)
        layout = place(layout, space)
    assert layout == "r" * 11 + "b" * 12 + "w" * 12 + "r"
    assert next_baron(layout) is None
    assert Position.deal(layout=layout).stack(36) == "r"
    for bad_space in (1, 0, 37):
        with pytest.raises(PositionError):
            place("r" + EMPTY[1:], bad_space)
    with pytest.raises(PositionError):
        place(layout, 5)


def test_k3_filling_at_random() -> None:
    assert next_baron(fill(player=1, seed=3)) == ("b", 2, 12)
    red = fill(player=1, seed=3)
    full = fill(red, seed=4)
    assert Position.deal(layout=full).moves()
    assert [full.count(colour) for colour in "rbw"] == [12, 12, 12]
    assert all(full[place] == "r" for place in range(36) if red[place] == "r")


@given(st.text(alphabet="rbw-/ sntx~>0123456789", max_size=120))
def test_any_text_round_trips_or_is_refused(text: str) -> None:
    for reader in (Position.parse, Move.parse):
        with suppress(ParseError):
            assert str(reader(text)) == text


@given(st.integers(0, 10_000), st.sampled_from(["-", "r", "t", "rt"]))
def test_damaged_lines_round_trip_or_are_refused(seed: int, variants: str) -> None:
    rng = random.Random(seed)
    position = Position.deal(variants, seed=seed)
    for _ in range(rng.randrange(30)):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    text = list(str(position))
    for _ in range(rng.randrange(1, 4)):
        text[rng.randrange(len(text))] = rng.choice("rbw-/ snt")
    damaged = "".join(text)
    with suppress(ParseError):
        assert str(Position.parse(damaged)) == damaged
