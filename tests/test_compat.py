"""Data of the first version stays readable: storage, records, links, matches by links, embedded boards."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.apps.editor import EditorApp
from engine.main import GAMES
from engine.protocol import FileChosen, OpenPage, StoreMerge
from tests.engine_browser import ADDRESS, NOW, Browser, Friend
from tests.engine_host import FakePage

FOLDER = Path(__file__).parent / "compat"
STORAGE: dict[str, str] = json.loads((FOLDER / "storage.json").read_text(encoding="utf-8"))
LINKS: dict[str, str] = json.loads((FOLDER / "links.json").read_text(encoding="utf-8"))
CORRESPONDENCE: dict[str, Any] = json.loads((FOLDER / "correspondence.json").read_text(encoding="utf-8"))
EMBEDS: list[dict[str, str]] = json.loads((FOLDER / "embeds.json").read_text(encoding="utf-8"))
QUERIES = {"qin": "", "khan-tsin": "?game=khan-tsin"}


def open_address(address: str, **texts: str) -> Friend:
    """Open the game page at an address."""
    query, sign, fragment = address.removeprefix(ADDRESS).partition("#")
    return Friend(texts, query, sign + fragment)


def moves(browser: Browser) -> list[str]:
    return [str(turn.move) for turn in browser.match.record.turns]


def test_stored_game_of_qin() -> None:
    """A three-player match with colours, a series and undone turns is restored."""
    browser = Friend(STORAGE)
    assert moves(browser) == ["ye5yf5", "yd4ye4", "rb4rc4"]
    assert [seat.name for seat in browser.match.seats] == ["", "Ada <b>", ""]
    assert browser.match.colours == (4, 2, 3)
    assert browser.act("redo").act("redo").match.record.turns[-1].move == browser.match.parse_move("ra1ra2")
    headers = browser.match.record.headers
    assert (headers["Series"], headers["First"], headers["Fair"]) == ("3", "2", "yes")


def test_stored_game_of_khan_tsin() -> None:
    """A match with a manual set-up keeps its set-up, its variants and the undone move."""
    browser = Friend(STORAGE, "?game=khan-tsin")
    assert moves(browser) == ["1x1>35~", "33x1>21", "2x1>36"]
    assert moves(browser.act("redo"))[-1] == "36x2~>34~"
    assert browser.match.record.headers["Setup"].startswith("2,5,7,18")


def test_stored_settings_and_results() -> None:
    """Language, settings and statistics are restored; the unreadable text is listed as quarantined."""
    browser = Friend(STORAGE)
    page = browser.app.draw(["menu", "dialog"])
    assert 'value="de" selected' in page["menu"]
    appearance = str(browser.app.appearance())
    assert "'dark'" in appearance
    assert "'quick'" in appearance
    assert "1 von 1" in browser.act("open", "record").part("dialog")
    dialog_html = browser.act("open", "games").part("dialog")
    assert dialog_html.count('data-action="load"') == 3
    assert 'data-value="damaged"' in browser.part("dialog")


def test_stored_form_of_the_editor() -> None:
    app = EditorApp.open(OpenPage("editor", "", "", ADDRESS, ADDRESS, ["en"], 1, STORAGE), NOW, GAMES)
    assert not app.model.note
    assert app.model.language == "de"
    assert "2r10" in app.model.sketch.line
    assert dict(app.model.lesson.texts) == {"en.title": "Mine"}


def test_file_of_everything() -> None:
    """All texts of the file are merged into the store."""
    browser = Friend()
    browser.dispatch(FileChosen("everything-file", (FOLDER / "everything.json").read_text(encoding="utf-8")))
    assert browser.effects_of(StoreMerge)[0].texts == STORAGE


@pytest.mark.parametrize("name", ["game.qin", "game.khan"])
def test_record_files(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    browser = Friend()
    browser.dispatch(FileChosen("game-file", text))
    assert str(browser.match.record) == text
    assert len(moves(browser)) == 3


@pytest.mark.parametrize("kind", ["game", "replay", "position", "khan-game", "khan-position"])
def test_links_to_games_and_positions(kind: str) -> None:
    browser = open_address(LINKS[kind])
    assert browser.app.page.note is None
    record = (FOLDER / ("game.khan" if "khan" in kind else "game.qin")).read_text(encoding="utf-8")
    assert (str(browser.match.record) == record) == ("position" not in kind)
    assert len(moves(browser)) == (0 if "position" in kind else 3)


def test_links_to_a_map_a_deal_and_a_guided_game() -> None:
    assert "....a" in open_address(LINKS["map"]).part("dialog")
    assert open_address(LINKS["deal"]).match.day == "2023-11-14"
    for kind in ("guide", "khan-guide"):
        assert "Lesson" in open_address(LINKS[kind]).match.record.headers


@pytest.mark.parametrize("game", QUERIES)
def test_games_by_links(game: str) -> None:
    """A new guest joins with the first link; a guest with stored data continues with the last one."""
    first, second, third = CORRESPONDENCE[game]["links"]
    guest = open_address(first)
    guest.act("join", "2")
    assert len(moves(guest)) == 1
    assert len(moves(open_address(second).act("join", "1"))) == 2
    experienced = Friend(CORRESPONDENCE[game]["storage"], QUERIES[game])
    assert len(moves(experienced)) == 2
    experienced.open_link(third)
    assert experienced.app.page.note is None
    assert len(moves(experienced.go_to_latest())) == 3
    assert experienced.match.seat.person


@pytest.mark.parametrize("attributes", EMBEDS, ids=lambda attributes: "-".join(attributes))
def test_embedded_boards(attributes: dict[str, str]) -> None:
    page = FakePage()
    answer = page.open(**attributes)
    assert "problems" not in answer["appearance"]
    assert "<svg" in answer["parts"]["board"]
