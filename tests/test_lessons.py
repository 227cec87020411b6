"""Lessons: strict parsing, grading of attempts, and answers to all attempts in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.apps.board import Board
from engine.games.qin.session import STEPS, neighbour
from engine.lessons import basic_lessons, describe, texts_of
from engine.lessons.lesson_file import Goal, Lesson, LessonError, parse
from engine.main import GAMES, LESSONS
from engine.protocol import DispatchEvent
from engine.session import Preview
from engine.words import LANGUAGES
from qin_core import khan_tsin
from qin_core.common.errors import ParseError
from qin_core.qin import Move, Position
from tests.engine_actions import game_named, grade_move
from web.build.lessons import FOLDER, lesson_problems

WORDS = "title: A\ntext: B.\ntask: C.\ndone: D."
VALID_FILE = """# A comment
game: qin
position: map:......./......./.Y..R../......./....... 7/7/1y2r2/7/7 - - 1 ry|?3 -
goal: event found x2
solution: rd3yc3

[en]
title: Two at once
text: One tile can found
  two provinces.
task: Do it.
done: Done.
answer found: Only one.
answer rc3yb2: That very move.
answer otherwise: Neither.
"""

QIN_UI = game_named("qin")


def problems_of(text: str) -> list[str]:
    """Return the problems of an invalid lesson file."""
    with pytest.raises(LessonError) as raised:
        parse(text, "07-x.lesson", GAMES, ("en",))
    return [str(problem) for problem in raised.value.problems]


def problems_after_replacing(old: str, new: str) -> list[str]:
    """Return the problems of the valid file after replacing a text in it."""
    assert old in VALID_FILE
    return problems_of(VALID_FILE.replace(old, new))


# The file


def test_a_valid_file() -> None:
    read = parse(VALID_FILE, "qin/07-two-at-once.lesson", GAMES, ("en",))
    assert (read.name, read.ui.name, read.kind) == ("two-at-once", "qin", "lesson")
    assert read.solution == ("rd3yc3",)
    assert read.texts["en"].text == "One tile can found two provinces."
    assert read.texts["en"].answers["found"] == "Only one."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("goal: event", "gaol: event", "07-x.lesson:4: unknown-key (gaol)"),
        ("game: qin", "game: chess", "07-x.lesson:2: unknown-game (chess)"),
        ("# A comment", "kind: joke", "07-x.lesson:1: unknown-kind (joke)"),
        ("# A comment", "grade: 9", "07-x.lesson:1: unknown-grade (9)"),
        ("# A comment", "opponent: god", "07-x.lesson:1: unknown-opponent (god)"),
        ("# A comment", "what is this", "07-x.lesson:1: malformed (what is this)"),
        ("# A comment", "game: qin", "07-x.lesson:2: key-twice (game)"),
        (".Y..R..", ".Y..Q..", "07-x.lesson:3: bad-position (board: unknown-mark (Q))"),
        ("event found x2", "event happiness twice", "07-x.lesson:4: unknown-goal (event happiness twice)"),
        ("rd3yc3", "rd3ya1", "07-x.lesson:5: illegal (rd3ya1: not-a-domino)"),
        ("rd3yc3", "re4yd4", "07-x.lesson:5: misses-goal (re4yd4)"),
        ("rd3yc3", "rd3yc3 bb1bc1 yd1yd2", "07-x.lesson:5: too-long (rd3yc3)"),
        ("rd3yc3", "d3c3", "07-x.lesson:5: bad-move (move: malformed (d3c3))"),
        ("solution: rd3yc3", "", "07-x.lesson:1: missing (solution)"),
        ("[en]", "[xx]", "07-x.lesson:7: unknown-language (xx)"),
        ("[en]", "[fr]", "07-x.lesson:1: missing-language (en)"),
        ("task: Do it.", "", "07-x.lesson:7: missing (task)"),
        ("task: Do it.", "task:", "07-x.lesson:11: empty (task)"),
        ("task: Do it.", "task sub: Do it.", "07-x.lesson:11: unknown-key (task sub)"),
        ("task: Do it.", "done: So.", "07-x.lesson:12: key-twice (done)"),
        ("task: Do it.", f"task: {'x' * 171}", "07-x.lesson:11: overlong (task: 171 > 170)"),
        ("answer rc3yb2", "answer rc3yb99", "07-x.lesson:14: bad-move (move: no-such-square (rc3yb99))"),
        ("# A comment", "tempting: rd3yc3", "07-x.lesson:1: malformed (rd3yc3)"),
        ("# A comment", "tempting: rd3yc3 bb5bb6", "07-x.lesson:1: illegal (bb5bb6: not-grassland)"),
    ],
)
def test_a_problem_is_named_with_its_file_and_line(old: str, new: str, problem: str) -> None:
    assert problem in problems_after_replacing(old, new)


def test_duplicate_languages_are_refused() -> None:
    assert problems_of(f"{VALID_FILE}[en]\n{WORDS}") == ["07-x.lesson:16: language-twice (en)"]


def test_all_problems_are_listed() -> None:
    text = VALID_FILE.replace("rd3yc3", "re4yd4").replace("done: Done.", "dun: Done.")
    assert len(problems_of(text)) == 3


def test_the_build_names_faulty_files(tmp_path: Path) -> None:
    for name in ("01-a", "02-a", "03-b"):
        (tmp_path / f"{name}.lesson").write_text(VALID_FILE.replace("x2", "x9") if name == "03-b" else VALID_FILE)
    problems = lesson_problems(tmp_path)
    assert "02-a.lesson:1: name-twice (01-a.lesson)" in problems
    assert "03-b.lesson:5: misses-goal (rd3yc3)" in problems
    assert "03-b.lesson:1: missing-language (nl)" in problems


# Goals


@pytest.mark.parametrize(
    ("line", "move", "goals", "missed_goals"),
    [
        (
            "map:......./......./.Y..R../......./....... 7/7/1y2r2/7/7 - - 1 ry|?3 -",
            "rd3yc3",
            ["placed", "event found", "event found x2", "event found by 1", "pagodas 2", "move rd3yc3 rd3yd2"],
            ["nothing", "pass", "event found x3", "event found by 2", "pagodas 3", "move rd3yd2", "over", "winners 1"],
        ),
        (
            "map:......./......./.R...../......./....... 7/7/1rr1rr1/7/7 b3=1,e3=2 - 1 rb|?3 -",
            "rd3bd2",
            ["refused tied-merge", "refused tied-merge at e3"],
            ["placed", "nothing", "refused joins-majors", "refused tied-merge at d3", "event absorb"],
        ),
        (
            "map:~~~~~~~/~R...../~~~~~~~/~~~~~~~ 7/1rr2rr/7/7 b3=1,f3=2 - 1 rr|bb -",
            "pass",
            ["pass", "nothing"],
            ["placed", "over"],
        ),
        (
            "map:~~~~~~~/.Y~~~~~/~~R...B/~~~~~~~ 7/yy5/2rr2b/7 c2=1,a3=2 - 1 rb|?3 -",
            "rf2be2",
            ["over", "winners 1,2", "nothing and over"],
            ["winners 1", "event found and over"],
        ),
    ],
)
def test_goals(line: str, move: str, goals: list[str], missed_goals: list[str]) -> None:
    preview = Preview.of(Position.parse(line), move)
    assert [goal for goal in goals if not Goal.parse(goal, QIN_UI).reached(preview)] == []
    assert [goal for goal in missed_goals if Goal.parse(goal, QIN_UI).reached(preview)] == []


@pytest.mark.parametrize("text", ["", "fun", "event", "placed now", "winners 5", "event found and", "refused"])
def test_invalid_goals_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        Goal.parse(text, QIN_UI)


# Answers to attempts


def test_the_most_specific_answer_is_used() -> None:
    read = parse(VALID_FILE, "07-two-at-once.lesson", GAMES, ("en",))

    def answer(move: str) -> str:
        return grade_move(read, read.start, move).answer

    assert grade_move(read, read.start, "rd3yc3").reached
    assert answer("rc3yb2") == "rc3yb2"
    assert answer("rd3yd4") == "found"
    assert answer("re2yd2") == "found"
    assert answer("rb2yb1") == "otherwise"
    assert answer("ra1yb1") == "otherwise"


def test_a_lesson_with_several_moves_continues() -> None:
    several = VALID_FILE.replace("rd3yc3", "rb2ya2 bb1bc1 rd3yc3").replace("ry|?3", "ry,ry|?3")
    read = parse(several, "07-two-at-once.lesson", GAMES, ("en",))
    first = grade_move(read, read.start, "rb2ya2")
    assert (first.reached, first.reply) == (False, "bb1bc1")
    assert "White places blue on b1 and blue on c1." in describe(read, first, "en")[1]
    assert first.move.after
    assert grade_move(read, first.move.after.play("bb1bc1"), "rd3yc3").reached
    assert grade_move(read, read.start, "re2yd2").reply == ""


def attempts(lesson: Lesson) -> Iterator[str]:
    """Yield all attempts that a board allows, including a pass."""
    position = lesson.start
    if isinstance(position, Position):
        yield from qin_attempts(position)
    else:
        assert isinstance(position, khan_tsin.Position)
        yield from khan_tsin_attempts(position)
    yield "pass"


def qin_attempts(position: Position) -> Iterator[str]:
    """Yield placements of every tile in hand on every pair of adjacent squares."""
    board = position.board
    numbers = (row * board.stride + column for row in range(board.height) for column in range(board.width))
    squares = list(map(board.square_name, numbers))
    for tile in sorted(set(position.hand(position.player_to_move)) - {"?"}):
        for square in squares:
            for step in STEPS if tile[0] != tile[1] else ((1, 0), (0, 1)):
                if other := neighbour(square, step):
                    yield f"{tile[0]}{square}{tile[1]}{other}"


def khan_tsin_attempts(position: khan_tsin.Position) -> Iterator[str]:
    """Yield legal moves, and moves from every stack to every space."""
    yield from map(str, position.moves())
    for source, stack in enumerate(position.stacks, start=1):
        for count in range(1, len(stack) + 1):
            yield from (f"{source}x{count}>{target}" for target in range(1, 37))


@pytest.mark.parametrize("name", LESSONS.names())
def test_every_attempt_is_answered_in_every_language(name: str) -> None:
    """Solutions, wrong moves and illegal moves all have an answer."""
    lesson, solved = LESSONS.lesson(name), 0
    moves = list(attempts(lesson))
    # On large boards every fourth attempt is enough.
    step = 1 if len(moves) < 600 else 4
    for number, move in enumerate([*moves[::step], *lesson.solution[:1]]):
        verdict = grade_move(lesson, lesson.start, move)
        solved += verdict.reached
        for language in LANGUAGES if step == 1 else (LANGUAGES[number % len(LANGUAGES)],):
            facts, words = describe(lesson, verdict, language)
            assert facts.endswith((".", "!"))
            assert words.endswith((".", "!", "?", ")"))
            assert not re.search("[{}]", facts + words)
    assert solved or lesson.kind == "guide" or len(lesson.solution) > 1


@pytest.mark.parametrize("name", LESSONS.names(kind="lesson"))
def test_the_solution_can_be_entered_on_the_board(name: str) -> None:
    """A lesson whose goal is a refusal is solved by trying an illegal move."""
    lesson = LESSONS.lesson(name)
    board = Board.open({"lesson": name}, 0, GAMES)
    if lesson.solution[0] == "pass":
        assert board.session.must_pass
        board = board.act("place")
    elif lesson.ui.name == "qin":
        move = Move.parse(lesson.solution[0])
        board = board.act("tile", str(board.session.hand.index(move.tile))).act("square", move.squares[0])  # type: ignore[attr-defined]
        for _ in range(8):
            reached = board.attempt is not None and board.attempt.reached
            rotated = str(board.session.ghost) == str(move)
            if reached if lesson.goal.wants_illegal_move else rotated:
                break
            board = board.act("rotate")
        board = board if lesson.goal.wants_illegal_move else board.act("place")
    else:
        baron_move = khan_tsin.Move.parse(lesson.solution[0])
        board = board.act("square", str(baron_move.source))
        if not board.attempt or not board.attempt.reached:
            board = board.act("take", str(baron_move.count)).act("square", str(baron_move.target))
        for action in ["rotate"] * baron_move.turned + ["flip"] * baron_move.flipped:
            board = board.act(action)
        board = board if lesson.goal.wants_illegal_move else board.act("place")
    assert board.attempt
    assert board.attempt.reached
    assert [report.name for report in board.reports if isinstance(report, DispatchEvent)][-1] == "qin-goal"


def test_the_lessons_are_complete_and_in_order() -> None:
    assert basic_lessons(game_named("qin"))[:2] == LESSONS.names()[:2] == ("found", "two-at-once")
    assert [len(basic_lessons(game)) for game in GAMES] == [10, 7], "nine lessons, six in Khan Tsin, then the game"
    assert [LESSONS.lesson(basic_lessons(game)[-1]).kind for game in GAMES] == ["guide", "guide"]
    assert lesson_problems(FOLDER) == []
    with pytest.raises(KeyError):
        LESSONS.lesson("no-such-lesson")


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LESSONS.names())
def test_punctuation_is_typographic(name: str, language: str) -> None:
    words = texts_of(LESSONS.lesson(name), language)
    for text in (words.title, words.text, words.task, words.done, *words.answers.values(), *words.comments.values()):
        assert not re.search(r"[\"']|\.\.\.|  ", text)
        assert language != "fr" or not re.search(r"[^\s\u00a0\u202f][;:!?](?:\s|$)", text), text


@pytest.mark.parametrize("name", LESSONS.names())
def test_every_language_answers_the_same_attempts(name: str) -> None:
    keys = {(tuple(words.answers), tuple(words.comments)) for words in LESSONS.lesson(name).texts.values()}
    assert len(keys) <= 1


def test_hostile_moves_are_refused() -> None:
    with pytest.raises(ParseError):
        grade_move(LESSONS.lesson("place"), LESSONS.lesson("place").start, "<script>")
