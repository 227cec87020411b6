"""Dispatching actions: values are parsed once, and invalid values change nothing."""

import pytest

from engine.actions import MAX_DIGITS, Action, FieldChange, dispatch, number, optional, pair, plain
from engine.apps.editor.model import Editor
from engine.apps.editor.update import ACTIONS as EDITING
from engine.apps.editor.update import update as edit
from engine.apps.page_app import page_actions, update
from engine.main import GAMES
from engine.protocol import ProtocolError
from tests.engine_actions import game_named, page_of
from tests.engine_khan_tsin import deal_session as khan_dealt
from tests.engine_qin import deal_session, finished_session, play_turns

HUGE = "9" * 5000
# Texts that are no numbers.
BAD = ["", " ", "x", "1.5", "1e3", "+1", "--1", "1 2", "١", "²", "0x1", "1_0", "\x00", HUGE, f"-{HUGE}"]
# Texts that no action accepts as its value.
ODD = ["x", HUGE, "-1", "99999 x", "=", "<b>", f"{HUGE} {HUGE}", f"1-{HUGE}"]
# Actions that ignore their value.
WITHOUT_VALUE = {"undo", "redo", "place", "fill", "reveal-hand", "play-on"}
# Actions whose value is a seed and a date.
DEALING = {"start-game", "rematch", "easier", "harder", "next"}


@pytest.mark.parametrize("text", BAD)
def test_an_invalid_number_changes_nothing(text: str) -> None:
    assert dispatch({"add": Action(number, lambda session, value: session + value)}, 5, "add", text) == 5
    with pytest.raises(ValueError, match="number"):
        number(text)


def test_numbers_have_a_maximum_length() -> None:
    assert [number(text) for text in ("0", "-0", "007", "-12", "9" * MAX_DIGITS)] == [0, 0, 7, -12, 10**MAX_DIGITS - 1]


def test_parsing_pairs_settings_and_optional_values() -> None:
    assert pair(number, str)("3 a b") == (3, "a b")
    assert optional(number)("") is None
    assert FieldChange.parse("name=a=b") == ("name", "a=b")
    for text in ("", "3", "3 ", "a 3", f"3 {HUGE}"):
        with pytest.raises(ValueError, match="number"):
            pair(number, number)(text)


def test_an_error_inside_an_action_is_raised() -> None:
    """Only errors in parsing are ignored."""

    def fail(_: int, __: int) -> int:
        raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        dispatch({"fail": Action(number, fail)}, 1, "fail", "2")
    assert dispatch({"add": plain(lambda session: session + 1)}, 1, "add", "whatever") == 2


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("game_name", ["qin", "khan-tsin"])
def test_invalid_values_change_no_match(game_name: str, text: str) -> None:
    session = play_turns(deal_session("pp", handover=False), 2) if game_name == "qin" else khan_dealt()
    page = page_of(session)
    for name in sorted(page_actions(game_named(game_name)).keys() - WITHOUT_VALUE - DEALING):
        assert update(page, name, text).match is session.match, name


@pytest.mark.parametrize("text", ["", "x", "x 2026-01-02", HUGE, f"{HUGE} 2026-01-02", "1.5 2026-01-02"])
def test_an_invalid_seed_deals_no_match(text: str) -> None:
    page = page_of(finished_session("pp"))
    for name in DEALING:
        assert update(page, name, text) is page


def test_an_unknown_action_is_an_error() -> None:
    with pytest.raises(ProtocolError, match="unknown action: 'no-such'"):
        update(page_of(deal_session()), "no-such")


@pytest.mark.parametrize("text", ODD)
def test_invalid_values_change_no_sketch(text: str) -> None:
    editor = edit(Editor.new(GAMES), "dab", "e5")
    for name in sorted(EDITING.keys() - {"undo", "redo", "clear", "open-hand", "use"}):
        assert edit(editor, name, text).sketch == editor.sketch, name
    assert edit(editor, "no-such", text) is editor
