"""Puzzles: each has exactly one answer, and the daily puzzle depends only on the date."""

import json
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.lessons import describe, describe_solution, texts_of
from engine.lessons.lesson_file import Lesson, parse
from engine.main import GAMES, LESSONS
from engine.words import LANGUAGES
from qin_core import khan_tsin, qin
from qin_core.common.puzzles import FIRST_DAY, Puzzle
from qin_core.khan_tsin import puzzles as khan_goals
from qin_core.lab import puzzles as lab
from qin_core.lab.khan_tsin import puzzles as khan_finder
from qin_core.lab.qin import puzzles as qin_finder
from qin_core.qin import puzzles as qin_goals
from tests.case_counts import IN_PYODIDE
from tests.engine_actions import grade_move

QIN = LESSONS.names("qin", "puzzle")
KHAN = LESSONS.names("khan-tsin", "puzzle")


def puzzle_of(name: str) -> lab.AnyPuzzle:
    """Return the puzzle of a lesson."""
    lesson = LESSONS.lesson(name)
    return Puzzle(lesson.start, lesson.goal.text, lesson.solution)


def test_there_are_enough_puzzles_of_every_grade_in_order() -> None:
    assert len(QIN) >= 60
    assert len(KHAN) >= 30
    for names in (QIN, KHAN):
        grades = [LESSONS.lesson(name).grade for name in names]
        assert set(grades) == {1, 2, 3}
        assert grades == sorted(grades)
        for name in names:
            lesson = LESSONS.lesson(name)
            assert lesson.grade == lab.grade_of(lesson.ui.name, lesson.found), name
            assert len(lesson.found) == len((qin_finder if names is QIN else khan_finder).LEVELS)


@pytest.mark.parametrize("name", [*QIN, *KHAN])
def test_there_is_exactly_one_answer(name: str) -> None:
    """The proof tries all moves, and all replies if the goal depends on them."""
    assert lab.GAMES[LESSONS.lesson(name).ui.name].is_unique(puzzle_of(name))


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("puzzle-03", "pagodas 1"),
        ("puzzle-03", "pagodas 4"),
        ("puzzle-18", "pagodas 1"),
        ("puzzle-18", "keeps 2"),
        ("puzzle-32", "prevents-win"),
        ("puzzle-57", "prevents-win"),
        ("khan-puzzle-05", "prevents-emperor"),
        ("khan-puzzle-24", "event emperor"),
    ],
)
def test_another_goal_has_no_answer_or_several(name: str, goal: str) -> None:
    """The proof fails for a wrong goal."""
    assert not lab.GAMES[LESSONS.lesson(name).ui.name].is_unique(puzzle_of(name)._replace(goal=goal))


def test_another_move_is_not_an_answer() -> None:
    for name in (*QIN[::8], *KHAN[::5]):
        puzzle = puzzle_of(name)
        other_move = next(move for move in map(str, puzzle.start.moves()) if move != puzzle.solution[0])
        assert not lab.GAMES[LESSONS.lesson(name).ui.name].is_unique(puzzle._replace(solution=(other_move,)))


def test_no_two_puzzles_are_similar() -> None:
    for game in lab.GAMES.values():
        stored = list(game.stored().values())
        for number, puzzle in enumerate(stored):
            for second in stored[:number]:
                assert lab.distance(puzzle, second) >= 8, (puzzle, second)


@pytest.mark.parametrize("name", QIN)
def test_the_opponents_tiles_are_hidden(name: str) -> None:
    start = LESSONS.lesson(name).start
    assert isinstance(start, qin.Position)
    assert start == start.view(start.player_to_move)
    assert start.winners() is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_address_the_solver_and_explain_the_solution(language: str) -> None:
    titles = {}
    for name in (*QIN, *KHAN):
        words = texts_of(LESSONS.lesson(name), language)
        titles[name] = words.title
        assert words.task != words.done
        assert len(words.task) <= 300
        assert "{" not in words.title + words.task + words.done
    assert len({titles[name] for name in QIN}) >= 14
    assert len({titles[name] for name in KHAN}) >= 6
    assert max(Counter(titles.values()).values()) <= 14


def test_the_stakes_precede_the_task() -> None:
    lesson = LESSONS.lesson("puzzle-32")
    task = texts_of(lesson, "en").task
    assert task.startswith("You (White) have 3 pagodas left to place, Green has 1.")
    assert texts_of(lesson, "en").title == "A poisoned gift"
    assert "Green takes 1 pagoda back" in texts_of(lesson, "en").done


def test_khan_tsin_solutions_mention_heights_but_no_colours() -> None:
    text = describe_solution(LESSONS.lesson("khan-puzzle-05"), "en")
    assert "The stack on 15 grows to 8." in text
    assert "red" not in text


def test_a_wrong_attempt_is_answered_with_a_refutation() -> None:
    """If the goal depends on replies, the answer to a wrong move shows a reply that refutes it."""
    lesson = LESSONS.lesson("puzzle-18")
    start = lesson.start
    assert isinstance(start, qin.Position)
    wrong_moves = [
        move
        for move in map(str, start.moves())
        if qin_goals.gain(start, start.play(move)) == 1 and move != lesson.solution[0]
    ]
    assert wrong_moves
    for move in wrong_moves:
        verdict = grade_move(lesson, start, move)
        assert not verdict.reached
        text = describe(lesson, verdict, "en")[1]
        assert "Green" in text
        assert text != texts_of(lesson, "en").done


def test_the_opponent_wins_after_a_wrong_move_in_a_defensive_puzzle() -> None:
    name = next(name for name in QIN if LESSONS.lesson(name).goal.text == "prevents-win")
    lesson = LESSONS.lesson(name)
    wrong = next(str(move) for move in lesson.start.moves() if str(move) != lesson.solution[0])
    assert "wins!" in describe(lesson, grade_move(lesson, lesson.start, wrong), "en")[1]


def as_lesson(puzzle: lab.AnyPuzzle, game: str) -> Lesson:
    """Make a lesson of a puzzle from the pool."""
    fields = f"position: {puzzle.start}\ngoal: {puzzle.goal}\nsolution: {' '.join(puzzle.solution)}\ngrade: 1\n"
    return parse(f"game: {game}\nkind: puzzle\n{fields}", "day-puzzle.lesson", GAMES)


@pytest.mark.parametrize("game", lab.GAMES)
def test_the_daily_pool_is_large_and_separate(game: str) -> None:
    """Every text in the pool is a valid puzzle that isn't a numbered one."""
    texts = lab.GAMES[game].packed()
    assert len(texts) == len(set(texts)) >= {"qin": 400, "khan-tsin": 90}[game]
    numbered = {str(puzzle.start) for puzzle in lab.GAMES[game].stored().values()}
    for text in texts[::20]:
        puzzle = lab.GAMES[game].unpack(text)
        assert str(puzzle.start) not in numbered
        assert lab.GAMES[game].pack(puzzle) == text
        lesson = as_lesson(puzzle, game)
        assert lesson.goal.text == puzzle.goal
        assert texts_of(lesson, "en").done


@pytest.mark.parametrize("game", lab.GAMES)
def test_daily_puzzles_have_exactly_one_answer(game: str) -> None:
    for text in lab.GAMES[game].packed()[::10]:
        puzzle = lab.GAMES[game].unpack(text)
        assert lab.GAMES[game].is_unique(puzzle), text


@pytest.mark.parametrize(("goals", "game"), [(qin_goals, "qin"), (khan_goals, "khan-tsin")])
def test_no_daily_puzzle_repeats_before_all_were_used(goals: object, game: str) -> None:
    puzzle_of_the_day = goals.puzzle_of_the_day  # type: ignore[attr-defined]
    today, size = date(2027, 2, 28), len(lab.GAMES[game].packed())
    week = [puzzle_of_the_day(today + timedelta(days=number)) for number in range(7)]
    assert len(set(week)) == 7
    repeated = puzzle_of_the_day(today + timedelta(days=size))
    assert (repeated.goal, repeated.solution) == (week[0].goal, week[0].solution)
    assert (repeated.start == week[0].start) == (game == "qin"), "repeated puzzles of Khan Tsin have other colours"
    assert puzzle_of_the_day(FIRST_DAY) == lab.GAMES[game].unpack(lab.GAMES[game].packed()[0])


def test_a_puzzle_in_other_colours_has_one_answer() -> None:
    game = lab.GAMES["khan-tsin"]
    for text in game.packed()[::60]:
        for number in range(6):
            assert game.is_unique(khan_goals.recolour(game.unpack(text), number)), (text, number)


@pytest.mark.skipif(IN_PYODIDE, reason="Pyodide starts no processes")
def test_the_daily_puzzle_depends_only_on_the_date() -> None:
    """Two time zones and two hash seeds give the same puzzles."""
    code = (
        "from datetime import date; from qin_core.qin.puzzles import puzzle_of_the_day as q;"
        "from qin_core.khan_tsin.puzzles import puzzle_of_the_day as k;"
        "print(*(x for d in (1, 2) for p in (q(date(2027, 1, d)), k(date(2027, 1, d))) for x in p), sep='\\n')"
    )
    text = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "TZ": zone, "PYTHONHASHSEED": seed, "PYTHONPATH": str(lab.ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for zone, seed in (("Pacific/Kiritimati", "1"), ("Pacific/Honolulu", "2"))
    }
    assert len(text) == 1
    assert text.pop().count(b"\n") == 12


def test_the_puzzle_finder_resumes_after_the_last_game(tmp_path: Path) -> None:
    """A file of puzzles is a checkpoint; choosing puzzles for the pool skips known ones."""
    start = LESSONS.lesson(KHAN[0]).start
    puzzle = Puzzle(start, "event emperor", LESSONS.lesson(KHAN[0]).solution)
    seeds: list[int] = []

    def play(seed: int) -> list[lab.AnyPuzzle]:
        seeds.append(seed)
        return [puzzle]

    game = lab.GAMES["khan-tsin"]._replace(find=lambda seed: iter(play(seed)))
    file = tmp_path / "found.jsonl"
    lab.find(game, file, 2)
    lab.find(game, file, 1)
    assert seeds == [1, 2, 3]
    assert json.loads(file.read_text().splitlines()[2])[:2] == [3, str(start)]
    assert lab.choose_for_pool("khan-tsin", [puzzle, puzzle], []) == [puzzle]
    assert lab.choose_for_pool("khan-tsin", [puzzle], [puzzle]) == []


def test_found_puzzles_have_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("khan-puzzle-01", "khan-puzzle-05", "khan-puzzle-21"):
        puzzle = puzzle_of(name)
        assert next(khan_finder.puzzles_in(puzzle.start)).solution[0] == puzzle.solution[0]
    monkeypatch.setattr(khan_finder, "LONGEST", {"-": 1})
    monkeypatch.setattr(khan_finder, "_LAST_TURNS", 2)
    for puzzle in khan_finder.find(0):
        assert puzzle.start.winners() is None
        assert khan_finder.is_unique(puzzle)
    start = LESSONS.lesson("puzzle-03").start
    assert isinstance(start, qin.Position)
    assert any(puzzle.goal == "pagodas 3" for puzzle in qin_finder.puzzles_in(start))


def test_a_solver_proves_and_refutes() -> None:
    start = LESSONS.lesson("khan-puzzle-05").start
    assert isinstance(start, khan_tsin.Position)
    assert khan_goals.answers(start, "event emperor", 2) == (LESSONS.lesson("khan-puzzle-05").solution[0],)
    assert not khan_goals.Solver().can_win(start, 1)
    with pytest.raises(ValueError, match="nonsense"):
        khan_goals.reaches(start, start, "nonsense")
