"""The documentation: examples are valid and match their grammars, and links have targets."""

import base64
import doctest
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from qin_core import khan_tsin, qin
from tests.documentation import BLOCKS, DOCS, GRAMMAR, PAGES, ROOT, Block, block_id, blocks, blocks_with, pattern

GAMES: dict[str, type[qin.Position] | type[khan_tsin.Position]] = {"qin": qin.Position, "khan-tsin": khan_tsin.Position}
MAX_README_LINES = 150


# Positions with moves


@pytest.mark.parametrize("block", blocks_with(*GAMES), ids=block_id)
def test_moves_have_the_documented_events(block: Block) -> None:
    """A position line, then `MOVE: EVENTS`, `MOVE: nothing` or `MOVE: refused REASON`."""
    line, *moves = block.text.splitlines()
    position = GAMES[block.info].parse(line)
    assert str(position) == line
    assert moves
    for line_text in moves:
        move, _, stated = line_text.partition(": ")
        refusal = position.why_not(move)
        if refusal is not None:
            assert stated == f"refused {refusal}", line_text
        else:
            assert stated == (", ".join(map(str, position.events(move))) or "nothing"), line_text


# Formats and their grammars


def _round_trip_record(text: str) -> str:
    """Parse a record of either game and write it."""
    module = khan_tsin if text.startswith('[Game "Khan Tsin"]') else qin
    return str(module.Record.parse(text))


def _round_trip_moves(text: str) -> str:
    """Parse moves with the headers of the first record."""
    headers = blocks_with("record")[0].text.partition("\n\n")[0]
    return str(qin.Record.parse(f"{headers}\n\n{text}\n"))


def _round_trip_link(text: str) -> str:
    """Check that a link contains a valid position line; return it."""
    packed = text.partition("=")[2]
    line = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15).decode()
    assert str(qin.Position.parse(line)) == line
    return text


def _round_trip_square(text: str) -> str:
    """Return the name of the square with this name."""
    board = qin.BOARDS["bird"]
    number = board.square(text)
    assert number is not None
    return board.square_name(number)


READERS: dict[str, Callable[[str], object]] = {
    "square": _round_trip_square,
    "board-file": lambda text: qin.Board.parse(text).text,
    "qin-position": qin.Position.parse,
    "qin-move": qin.Move.parse,
    "khan-position": khan_tsin.Position.parse,
    "khan-move": khan_tsin.Move.parse,
    "record": _round_trip_record,
    "record-moves": _round_trip_moves,
    "link": _round_trip_link,
}
WHOLE_BLOCKS = ("board-file", "record")


def examples(block: Block) -> list[str]:
    """List the texts in a block: the whole block, or each of its lines."""
    return [block.text] if block.info in WHOLE_BLOCKS else block.text.splitlines()


@pytest.mark.parametrize("block", blocks_with(*READERS), ids=block_id)
def test_examples_match_their_grammar_and_round_trip(block: Block) -> None:
    for text in examples(block):
        assert re.fullmatch(pattern(GRAMMAR[block.info]), text), text
        assert str(READERS[block.info](text)) == text


def test_every_format_has_an_example() -> None:
    assert {block.info for block in BLOCKS} >= READERS.keys() - {"record-moves"}


@pytest.mark.parametrize("block", blocks_with("errors"), ids=block_id)
def test_errors_have_the_documented_messages(block: Block) -> None:
    """A line has an invalid text, ` = `, and the message."""
    for line in block.text.splitlines():
        text, _, stated = line.rpartition(" = ")
        with pytest.raises(ValueError, match=f"^{re.escape(stated)}$"):
            READERS[block.info.split()[1]](text)


@pytest.mark.parametrize("game", GAMES)
def test_grammars_know_every_event_and_refusal_of_the_examples(game: str) -> None:
    short = game.split("-")[0]
    event, refusal = (re.compile(pattern(GRAMMAR[f"{short}-{kind}"])) for kind in ("event", "refusal"))
    for block in blocks_with(game):
        for line_text in block.text.splitlines()[1:]:
            stated = line_text.partition(": ")[2]
            if stated.startswith("refused "):
                assert refusal.fullmatch(stated.removeprefix("refused ")), line_text
            elif stated != "nothing":
                assert all(event.fullmatch(text) for text in stated.split(", ")), line_text


@pytest.mark.parametrize(
    ("rule", "text"),
    [("square", "a0"), ("square", "a27"), ("qin-move", "re5"), ("khan-move", "5x0>12"), ("qin-position", "bird 13")],
)
def test_grammars_refuse_other_texts(rule: str, text: str) -> None:
    assert not re.fullmatch(pattern(GRAMMAR[rule]), text)


# Rule numbers


@pytest.mark.parametrize(
    ("page", "letter", "count"),
    [("rules-qin.md", "Q", 25), ("rules-khan-tsin.md", "K", 12), ("rules-qin.md", "L", 12)],
)
def test_every_rule_is_defined_once(page: str, letter: str, count: int) -> None:
    numbers = re.findall(rf"\*\*{letter}(\d+)\. ", (DOCS / page).read_text("utf-8"))
    assert [int(number) for number in numbers] == list(range(1, count + 1))


@pytest.mark.parametrize(("letter", "count"), [("Q", 25), ("K", 12)])
def test_only_existing_rules_are_cited(letter: str, count: int) -> None:
    """This applies to the documentation and to the core's source code."""
    for file in [*PAGES, *(ROOT / "qin_core").rglob("*.py")]:
        cited = {int(number) for number in re.findall(rf"\b{letter}(\d{{1,2}})\b", file.read_text("utf-8"))}
        assert cited <= set(range(1, count + 1)), file


# Python sessions, links, length


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in page.read_text("utf-8")], ids=lambda page: page.name
)
def test_python_sessions_run(page: Path) -> None:
    """The sessions of a page share a namespace."""
    sessions = "".join(block.text + "\n" for block in blocks(page) if block.info == "python" and ">>>" in block.text)
    example = doctest.DocTestParser().get_doctest(sessions, {}, page.name, str(page), 0)
    assert example.examples
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append)
    assert not complaints, "".join(complaints)


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub generates for a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_have_targets(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            file = (page.parent / path) if path else page
            assert file.exists(), target
            assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_files_exist(page: Path) -> None:
    """This applies to full and shortened paths in backquotes, except for results of the build."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for path in re.findall(r"`([\w*-][\w./*-]*/[\w.*-]+\.(?:py|js|mjs|md|json|css|txt|toml))`", prose):
        assert (
            path.startswith(("dist/", "build/"))
            or next(ROOT.glob(path), None)
            or any(
                next((ROOT / folder).rglob(path), None)
                for folder in ("qin_core", "web/engine", "web/client", "web/build")
            )
        ), path


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MAX_README_LINES
