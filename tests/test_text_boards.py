"""Positions as text boards: the text shows every square, stack, hand and pile."""

import re
import unicodedata
from random import Random

import pytest

from qin_core import khan_tsin, qin
from tests.case_counts import cases
from tests.khan_tsin.khan_lines import dragon

SQUARES = {"🟥": "r", "🟨": "y", "🟦": "b"}
BARONS = {"🔴": "r", "⚫": "b", "⚪": "w"}


def columns(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return sum(2 if unicodedata.east_asian_width(character) == "W" else 1 for character in text)


def split_columns(line: str, width: int) -> list[str]:
    """Split a line into cells of a width in terminal columns."""
    cells, width_used = [""], 0
    for character in line:
        if width_used >= width:
            cells.append("")
            width_used = 0
        cells[-1] += character
        width_used += columns(character)
    return cells


def test_a_board_in_ascii() -> None:
    position = qin.Position.parse("map:..a.../.R...~/.bb..Y/B..... 6/rrrrr1/5y/by4 a3=2 a=2,b=1 2 rb,yy|?3 ?2|-|rr")
    assert position.ascii().splitlines() == [
        "4  .   .   a2  .   .   .",
        "3  R2* R2* R2* R2* R2* ~",
        "2  .   b1  b1  .   .   Y",
        "1  B   Y   .   .   .   .",
        "   a   b   c   d   e   f",
        "  1: 23 pagodas left, rb yy",
        "> 2: 21 pagodas left, ? ? ?",
        "piles: 2 0 1",
    ]


def test_a_board_in_unicode() -> None:
    position = qin.Position.parse("map:..a.../.R...~/.bb..Y/B..... 6/rrrrr1/5y/bb4 a1=1,a3=2 a=2 1 -|- -")
    assert position.unicode().splitlines() == [
        "4  ·   ·   ⌂a2 ·   ·   ·",
        "3  🟥② 🟥② 🟥② 🟥② 🟥② ≈",
        "2  ·   ⌂b  ⌂b  ·   ·   🟨",
        "1  🟦1 🟦1 ·   ·   ·   ·",
        "   a   b   c   d   e   f",
        "  1: 23 pagodas left, no tiles",
        "  2: 21 pagodas left, no tiles",
        "piles: 0",
        "game over: no-tiles 2",
    ]


@pytest.mark.parametrize("seed", range(cases(10)))
def test_every_square_is_shown_at_its_place(seed: int) -> None:
    rng = Random(seed)
    position = qin.Position.deal(rng.choice(("bird", "lion")), rng.randint(2, 4), seed=seed)
    for _ in range(rng.randrange(40)):
        position = position.play(rng.choice(position.moves())) if position.moves() else position
    board = position.board
    owners = {square: province for province in position.provinces() for square in province.squares}
    letters = {name: village.letter for village in board.villages for name in board.names(village.squares)}
    for text, width in ((position.ascii(), len), (position.unicode(), columns)):
        assert text.isascii() == (width is len)
        rows = text.splitlines()[: board.height]
        for number, row in zip(range(board.height, 0, -1), rows, strict=True):
            assert row[:3].strip() == str(number)
            for column, cell in zip("abcdefghijklm", split_columns(row[3:].ljust(60), 4), strict=False):
                square, text_in_cell = f"{column}{number}", cell.strip()
                assert width(text_in_cell) <= 3
                province = owners.get(square)
                digit = re.sub(r"[^1-4]", "", unicodedata.normalize("NFKC", text_in_cell))
                colour = position.colour_at(square)
                if colour:
                    assert SQUARES.get(text_in_cell[0], text_in_cell[0].lower()) == colour
                    assert digit == (str(province.owner) if province else "")
                    assert (text_in_cell[-1] in "*①②③④") == (province is not None and province.pagodas == 2)
                elif square in letters:
                    assert text_in_cell.lstrip("⌂")[0] == letters[square]
                    assert digit == str(position.villages()[letters[square]] or "")
                else:
                    water = board.water >> (board.square(square) or 0) & 1
                    assert text_in_cell in ("~≈" if water else ".·")


def test_a_dragon_in_ascii() -> None:
    lines = dragon("1=rb 3=w 10=wwb 36=b", "n", "rt").ascii().splitlines()
    assert lines == [
        "                  b",
        "b                 w",
        "r   w             w                                                   b",
        "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6",
        "                  1                   2                   3",
        "^   ^             ^                                                   ^",
        "North to move, turning, two speeds",
    ]


def test_a_finished_dragon() -> None:
    won = dragon("3=rwww 16=rrrbbb 20=r").play("3x3>16")
    assert won.ascii().splitlines()[-1] == "game over: emperor 1"
    assert "^" not in won.ascii()
    assert len(won.unicode().splitlines()) == 9 + 3


@pytest.mark.parametrize("seed", range(cases(10)))
def test_every_stack_is_shown_at_its_place(seed: int) -> None:
    rng = Random(seed)
    position = khan_tsin.Position.deal("rt", seed=seed)
    for _ in range(rng.randrange(30)):
        position = position.play(rng.choice(position.moves())) if position.moves() else position
    for text in (position.ascii(), position.unicode()):
        *levels, numbers, _tens, _marks, _status = text.splitlines() if "^" in text else [*text.splitlines(), ""]
        assert numbers.split() == [str(space % 10) for space in range(1, 37)]
        cells = [split_columns(level.ljust(80), 2)[:36] for level in reversed(levels)]
        stacks = ["".join(cell.strip() for cell in column) for column in zip(*cells, strict=True)]
        assert (
            tuple("".join(BARONS.get(text_in_cell, text_in_cell) for text_in_cell in stack) for stack in stacks)
            == position.stacks
        )
