"""The view: every state in every language, known actions, well-formed HTML."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest

from engine import ui as view
from engine.apps.editor import view as editing
from engine.apps.editor.model import Editor
from engine.apps.game_page import GameApp, app_actions
from engine.games.qin.session import Session
from engine.html import ICONS
from engine.main import GAMES
from engine.session import Hint
from engine.words import LANGUAGES
from tests import engine_khan_tsin as khan
from tests.engine_actions import game_named, parts_of, update
from tests.engine_qin import deal_session, play_turn
from tests.page_states import states
from tests.won_match import won_match

# Actions of file fields, which the client turns into `FileChosen`.
CLIENT_ACTIONS = {"map-file", "game-file", "everything-file"}


def everything() -> Iterator[tuple[str, str]]:
    """Draw every state in every language; yield a name and the HTML of all parts."""
    for name, session in states().items():
        for language in LANGUAGES:
            yield f"{name} {language}", "".join(parts_of(update(session, "language", language)).values())


def test_every_state_can_be_drawn_in_every_language() -> None:
    for name, page in everything():
        assert not re.search(r"\{\w*\}", page), name
        assert "None" not in page, name


def test_every_action_on_the_page_is_known() -> None:
    for name, page in everything():
        actions = set(re.findall(r'data-action="([^"]+)"', page))
        game_name = "khan-tsin" if name.startswith("khan ") else "qin"
        assert actions <= set(app_actions(game_named(game_name))) | CLIENT_ACTIONS, name


def test_every_page_is_well_formed() -> None:
    """Tags are closed in order; innerHTML would hide mistakes."""
    void = {"input", "br", "rect", "path", "circle", "use", "stop", "polygon", "line", "ellipse"}
    for name, page in everything():
        open_tags: list[str] = []
        for closing, tag, empty in re.findall(r"<(/?)([a-zA-Z0-9]+)(?:\s[^<>]*?)?(/?)>", page):
            if closing:
                assert open_tags.pop() == tag, name
            elif not empty and tag not in void:
                open_tags.append(tag)
        assert not open_tags, name


def test_every_button_has_a_name() -> None:
    for name, page in everything():
        for attributes, inside in re.findall(r"<button([^>]*)>(.*?)</button>", page, re.S):
            words = re.sub(r"<svg.*?</svg>|<[^>]*>", "", inside, flags=re.S).strip()
            assert words or "aria-label=" in attributes, (name, attributes)


def test_languages_differ() -> None:
    pages = {language: parts_of(update(states()["ghost"], "language", language)) for language in LANGUAGES}
    for part in ("status", "tools", "menu", "grid", "log", "players"):
        assert len({page[part] for page in pages.values()}) == len(LANGUAGES), part


@pytest.mark.parametrize("start", [deal_session(), khan.deal_session()], ids=["qin", "khan-tsin"])
def test_the_numbers_of_hints_on_the_board_can_be_pressed(start: Session) -> None:
    moves = start.position.moves()[:3]
    page = "".join(parts_of(replace(start, hints=tuple(Hint(move, 0.5) for move in moves))).values())
    pressed = re.findall(r'<circle class="hit" data-action="try" data-value="([^"]+)"', page)
    assert [unescape(move) for move in pressed] == [str(move) for move in moves]


def test_every_icon_is_used() -> None:
    editor = editing.page(Editor.new(GAMES))
    pages = "".join([*editor.values(), *(page for _, page in everything())])
    assert [name for name, path in ICONS.items() if path not in pages] == []


def test_the_winner_is_framed() -> None:
    finished = states()["over"]
    assert view.players(finished).count(" won") == len(finished.winners or ())
    assert 'aria-current="true"' not in view.players(finished)


def test_the_player_to_move_is_marked() -> None:
    assert re.search(r'p2 on-turn" aria-current="true"', view.players(play_turn(deal_session())))


def test_the_number_of_pagodas_left_is_announced() -> None:
    assert "24 pagodas left" in view.players(deal_session())


@pytest.mark.parametrize("name", ["start", "picked", "ghost"])
def test_the_grid_describes_every_square(name: str) -> None:
    session = states()[name]
    page = parts_of(session)["grid"]
    assert page.count('role="gridcell"') == 13 * 13
    assert page.count("The tile can go here.") == len(session.legal_squares)


def test_drawing_twice_gives_the_same() -> None:
    for session in states().values():
        assert parts_of(session) == parts_of(session)


def test_pictures_of_the_story_mark_a_turn_in_the_colour_of_its_player() -> None:
    assert 'class="last p1"' in game_named("qin").highlight_picture(won_match(), 1)


def test_every_part_of_the_page_is_drawn_now_or_later() -> None:
    groups = [name for group in GameApp.groups for name in group]
    assert sorted(parts_of(deal_session())) == sorted(groups)
    assert len(groups) == len(set(groups))
