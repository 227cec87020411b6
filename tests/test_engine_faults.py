"""Problems of texts: every problem is explained in every language."""

import ast
import re
from pathlib import Path

import pytest

from engine.html import page_note
from engine.session import links
from engine.words import LANGUAGES, MAX_PROBLEMS, catalogue, explain, explain_all, explain_with_place
from qin_core import khan_tsin, qin
from qin_core.common.errors import ParseError, Problem
from tests.engine_actions import update
from tests.engine_qin import deal_session

CORE = Path(__file__).parent.parent / "qin_core"
CALLER_FIELDS = {"prefix", "tile", "stack", "series", "layout", "players", "first", "player", "comment", "file"}
"""Fields of problems that only a caller of the core can cause."""
REFUSALS = {*map(str, qin.RefusalReason), *map(str, khan_tsin.RefusalReason)}


def problem_codes() -> set[str]:
    """Collect the codes of all problems in the core's source code."""
    codes = REFUSALS | {qin.Record.bad_draw, khan_tsin.Record.bad_draw}
    for file in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "fail" and file.name == "record.py":
                codes |= {str(code.value) for code in node.args[:1] if isinstance(code, ast.Constant)}
            if isinstance(node, ast.Call) and name == "Problem" and len(node.args) > 1:
                field, code = node.args[:2]
                if isinstance(code, ast.Constant) and getattr(field, "value", "") not in CALLER_FIELDS:
                    codes.add(str(code.value))
    return codes - {"not-text"}


def test_every_problem_of_a_text_has_a_message() -> None:
    keys = catalogue("en").keys()
    missing = [code for code in problem_codes() if not any(re.fullmatch(f"fault(-\\w+)?-{code}", key) for key in keys)]
    assert missing == []


MESSAGES = [
    ("bird 13/13/13 - - 1", "Position: A position of Qin has 7 parts"),
    ("lion - 1 -|- -", "Position: A position of Qin has 7 parts"),
    ("bird 13 - - 1 -|- -", "Spaces: There are 1 rows of spaces"),
    ("desert 13 - - 1 -|- -", "Board: There is no board called “desert”."),
    ("map:....../.RR.../....../...... 6/1rr3/6/6 b3=1 - 1 -|- -", "Board: Two start spaces R touch each other."),
    ("map:....../.R..../....../...... 6/1rr3/6/6 - - 1 -|- -", "Provinces: The province at b3 belongs to nobody yet."),
    ("map:....../.R..../....../...... 6/6/6/6 - - 5 -|- -", "Player to move: There is no player 5."),
    ("map:....../.R..../....../...... 6/6/6/6 - - 1 -|- -", "Spaces: The start space b3 lacks its colour."),
    ("map:....../.R..../....../...... 6/1r4/6/6 - - 1 rr,rr,rr,yy|- -", "Hands: A hand holds three tiles at the most"),
    ("map:....../.R..../....../...... 6/1r4/6/6 - - 1 -|- ?73", "Piles: The box holds 72 tiles, not 73."),
    ("map:....../.R..../....../...... 6/1r4/6/6 - - 1 -|- " + "ry" * 13, "there are too many red and yellow."),
    ("#game=%", "The link is damaged or incomplete. Copy it whole, or ask for it again; your games are as before."),
    ('[Game "Chess"]\n', "Header Game: This isn’t a game of Qin (Chess)."),
    ("[Game]", "Line 1: “[Game]” isn’t a header line"),
    ('[Game "Qin"]\n[Start "x"]\n', "Start position, Position: A position of Qin has 7 parts"),
    (
        '[Game "Qin"]\n[Start "map:..../.R../..../.... 4/1r2/4/4 - - 1 rr|yy -"]\n\n1. rc3rd3 2. bba1',
        "Turn 2: “bba1” can’t be read.",
    ),
    (
        '[Game "Qin"]\n[Start "map:..../.R../..../.... 4/1r2/4/4 - - 1 rr|yy -"]\n\n1. rc3rd3 (1. rb4rc4 2. bba1)',
        "Turn 1, variation 1, Turn 2: “bba1” can’t be read.",
    ),
    (
        '[Game "Qin"]\n[Start "map:..../.R../..../.... 4/1r2/4/4 - - 1 rr|yy -"]\n\n1. rc3rd3 (1. rb4rc4',
        "Turn 1, variation 1, Turn 1: A variation isn’t closed: “)” is missing.",
    ),
    (
        '[Game "Qin"]\n[Start "map:..../.R../..../.... 4/1r2/4/4 - - 1 rr|yy -"]\n\n1. ra1rb1',
        "Turn 1: ra1rb1 doesn’t share an edge with a coloured space.",
    ),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES)
def test_a_failed_import_explains_the_problem_and_its_place(text: str, message: str) -> None:
    session = update(deal_session(), "import", text)
    assert message.replace('"', "&quot;") in page_note(session)


@pytest.mark.parametrize("text", ["hello world", "and/or", "Two\nlines", "https://example.org/a/b/c"])
@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "This is neither a game, a position nor a link of this site."),
        ("fr", "Ce n’est ni une partie, ni une position, ni un lien de ce site."),
        ("de", "Das ist weder eine Partie noch eine Stellung noch ein Link dieser Seite."),
        ("nl", "Dit is geen spel, geen stelling en geen link van deze site."),
    ],
)
def test_an_import_of_an_unknown_text_is_explained(text: str, language: str, message: str) -> None:
    session = update(update(deal_session(), "language", language), "import", text)
    assert f">{message}<" in page_note(session)


def problems_of(text: str) -> tuple[Problem, ...]:
    """Return the problems of an invalid text."""
    for read in (qin.Position.parse, khan_tsin.Position.parse, qin.Record.parse, links.read):
        try:
            read(text)
        except ParseError as error:
            return error.problems
    raise AssertionError(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_explains_problems_with_their_place(language: str) -> None:
    for text, _ in MESSAGES:
        for problem in problems_of(text):
            message = explain_with_place(language, problem)
            assert message.endswith(explain(language, problem))
            assert "{" not in message


def test_problems_of_khan_tsin_are_explained() -> None:
    with pytest.raises(ParseError) as raised:
        khan_tsin.Position.parse("/".join(["rrrr"] + ["-"] * 35) + " x q")
    message = " ".join(explain_all("en", raised.value.problems))
    assert "Player to move: “x” can’t be read." in message
    assert "more than three barons of one colour" in message


def test_only_the_first_of_many_problems_are_listed() -> None:
    problems = tuple(Problem("provinces", "owner-missing", f"a{row}") for row in range(1, 27))
    messages = explain_all("en", problems)
    assert len(messages) == MAX_PROBLEMS + 1
    assert messages[-1] == "… and 14 more."
