"""Puzzles: each has one solution, which the players that found it still find."""

import re
import sys
from pathlib import Path

import pytest

from engine.lessons import judge, lesson, lesson_names, tell, words_of
from engine.lessons.lesson_file import parse
from engine.words import LANGUAGES
from qin_core import khan_tsin, qin
from qin_core.lab.khan_tsin import puzzles as khan_puzzles
from qin_core.lab.qin import puzzles as qin_puzzles
from qin_core.qin.players.levels import LEVELS, rank

QIN = lesson_names("qin", "puzzle")
KHAN = lesson_names("khan-tsin", "puzzle")


def test_there_are_enough_of_every_grade() -> None:
    assert len(QIN) >= 24
    assert len(KHAN) >= 10
    assert {lesson(name).grade for name in QIN} == {lesson(name).grade for name in KHAN} == {1, 2, 3}
    for names in (QIN, KHAN):
        grades = [lesson(name).grade for name in names]
        assert grades == sorted(grades)


@pytest.mark.parametrize("name", QIN)
def test_the_others_tiles_are_hidden(name: str) -> None:
    start = lesson(name).start
    assert isinstance(start, qin.Position)
    assert start == start.view(start.mover)
    assert start.winners() is None


@pytest.mark.parametrize("name", QIN[::4])
def test_the_top_level_sees_nothing_better(name: str) -> None:
    shown = lesson(name)
    assert isinstance(shown.start, qin.Position)
    ranked = rank(shown.start, LEVELS[-1], most=8)
    solved = max(chance for move, chance in ranked if judge(shown, shown.start, str(move)).reached)
    assert solved > ranked[0][1] - qin_puzzles.SAME


def test_a_puzzle_asks_for_what_only_its_solutions_do() -> None:
    """As many pagodas as it names every solution brings, or gains on the other, and no other placement does."""
    asked = {}
    for name in QIN:
        shown = lesson(name)
        assert isinstance(shown.start, qin.Position)
        start, task = shown.start, words_of(shown, "en").task
        number = re.search(r"(put|gain) (\d) pagodas", task)
        asked[name] = number[1] if number else ""
        for move in map(str, start.moves() if number else ()):
            after, mover = start.play(move), start.mover
            gained = after.on_board(mover) - start.on_board(mover)
            lost = start.on_board(3 - mover) - after.on_board(3 - mover)
            reached = judge(shown, start, move).reached
            assert number
            assert reached == (gained + (lost if number[1] == "gain" else 0) >= int(number[2]))
    assert set(asked.values()) == {"put", "gain", ""}
    assert sum(map(bool, asked.values())) > len(QIN) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tempting_placement_is_answered_by_its_reply(language: str) -> None:
    for name in QIN:
        shown = lesson(name)
        assert shown.tempting
        told = tell(shown, judge(shown, shown.start, shown.tempting.move), language)[1]
        assert any(square in told for square in qin.Move.parse(shown.tempting.reply).squares)


@pytest.mark.parametrize("name", KHAN)
def test_one_move_alone_wins(name: str) -> None:
    shown = lesson(name)
    assert isinstance(shown.start, khan_tsin.Position)
    one, two = khan_puzzles.win_in_one(shown.start), khan_puzzles.win_in_two(shown.start)
    puzzle = one or two
    assert puzzle
    assert tuple(map(str, puzzle.line)) == shown.solution
    assert ("2" in words_of(shown, "en").task) == (two is not None)


def test_finding_writes_lesson_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = lesson(KHAN[0]).start
    assert isinstance(start, khan_tsin.Position)
    monkeypatch.setattr(khan_puzzles, "find", lambda _: iter([khan_puzzles.win_in_one(start)]))
    monkeypatch.setattr(sys, "argv", ["puzzles", "--into", str(tmp_path), "--games", "1"])
    khan_puzzles.main()
    (file,) = tmp_path.iterdir()
    assert parse(file.read_text(), file.name).solution == lesson(KHAN[0]).solution


def test_the_end_of_a_game_is_searched() -> None:
    for puzzle in khan_puzzles.find(1):
        assert puzzle.position.winners() is None
        assert parse(khan_puzzles.lesson_text(puzzle), "puzzle-99.lesson").solution == tuple(map(str, puzzle.line))


def test_a_found_puzzle_is_a_sound_lesson() -> None:
    shown = lesson(QIN[0])
    assert isinstance(shown.start, qin.Position)
    solution = (qin.Move.parse(shown.solution[0]),)
    assert shown.tempting
    tempting, reply = map(qin.Move.parse, shown.tempting)
    puzzle = qin_puzzles.Puzzle(shown.start, solution, 1, tempting, reply, 0.2)
    assert parse(qin_puzzles.lesson_text(puzzle), "puzzle-99.lesson").tempting == shown.tempting
    assert qin_puzzles.playout_gap(shown.start, solution[0], [tempting], range(2)) >= -1
