"""The site's documentation: its pages, their links, and the public names in the API reference."""

import re
from html import unescape
from pathlib import Path

import pytest

from qin_core import khan_tsin, qin
from web.build import docs, fonts
from web.build.steps import Failure

pytest.importorskip("pdoc")
NAMES = {
    "": (
        *(f"Position.{name}" for name in ("deal", "parse", "moves", "play", "apply", "events", "why_not")),
        *("Position.winners", "Position.outcome", "Position.view", "Record.parse", "Record.positions", "IllegalMove"),
        *("Position.unicode", "Position.is_legal", "Record.read", "Record.add_variation", "Variation"),
        *("EventKind", "RefusalReason", "OutcomeReason", "Refusal.counts"),
    ),
    ".players": ("LEVELS", "choose", "rank", "win_chances"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the documentation."""
    fonts.make_fonts()
    folder = tmp_path_factory.mktemp("site")
    docs.make_docs(folder)
    return folder / "docs"


@pytest.mark.parametrize("game", ["qin", "khan_tsin"])
def test_every_public_name_is_documented(site: Path, game: str) -> None:
    for part, names in NAMES.items():
        text = (site / f"qin_core.{game}{part}.html").read_text("utf-8")
        assert [name for name in names if f'id="{name}"' not in text] == []
        assert "Alias for field" not in text
    assert ("The two sides of the board" if game == "qin" else "The move that K10 forces") in (
        site / f"qin_core.{game}.html"
    ).read_text("utf-8")


def test_every_page_exists_and_every_link_has_a_target(site: Path) -> None:
    pages = {file.name: file.read_text("utf-8") for file in site.glob("*.html")}
    assert pages.keys() == {f"{name}.html" for name in (*docs.PAGES.values(), *docs.API_MODULES)}
    for name, text in pages.items():
        for file, anchor in re.findall(r'href="([^"#]*)(?:#([^"]*))?"', text):
            assert "://" not in file, (name, file)
            if not file.startswith("../") and file != "docs.css":
                assert (file or name) in pages, (name, file)
                assert not anchor or f'id="{anchor}"' in pages[file or name], (name, file, anchor)


def test_an_example_that_fails_fails_the_build() -> None:
    with pytest.raises(Failure, match=r"tutorial\.md: an example fails with ZeroDivisionError"):
        docs._last_board(">>> 1 / 0\n0\n", {}, "tutorial.md")
    expected_error = ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n"
    assert docs._last_board(expected_error, {}, "tutorial.md") == ""


def test_nothing_is_inlined_or_loaded_from_other_hosts(site: Path) -> None:
    for file in site.glob("*.html"):
        text = file.read_text("utf-8")
        assert not re.search(r"<style|<script(?! defer src=\"\.\./qin-embed\.js\")|src=\"https?:|@import", text), (
            file.name
        )
        assert "default-src 'none'" in text


@pytest.mark.parametrize("name", ["rules-qin", "rules-khan-tsin", "notation", "python"])
def test_examples_are_live_boards(site: Path, name: str) -> None:
    text = (site / f"{name}.html").read_text("utf-8")
    assert text.count("<qin-board ") == text.count("</qin-board>") >= 3


def test_no_fence_is_left_in_the_text(site: Path) -> None:
    for file in site.glob("*.html"):
        assert "```" not in file.read_text("utf-8"), file.name


def test_records_are_replayed_by_a_board(site: Path) -> None:
    text = (site / "notation.html").read_text("utf-8")
    boards = re.findall(r'<qin-board record="([^"]*)"', text)
    assert len(boards) == 2
    for attribute in boards:
        record = unescape(attribute)
        game = khan_tsin if "Khan Tsin" in record else qin
        assert str(game.Record.parse(record)) == record


def test_without_pdoc_the_site_has_no_documentation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs, "REQUIRED", ("a_package_that_does_not_exist",))
    docs.make_docs(tmp_path)
    assert "a_package_that_does_not_exist not installed" in capsys.readouterr().out
    assert not (tmp_path / "docs").exists()
