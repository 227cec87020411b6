"""Setting only what changed, and in which frame."""

import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.page.screen import IN_LINES, Pace, changed_lines
from engine.update import new_game
from engine.view import LATER, NOW, page

LINES = st.lists(st.sampled_from("abc"), max_size=6)


@given(LINES, LINES)
def test_the_changed_children_lead_from_one_text_to_the_other(was: list[str], now: list[str]) -> None:
    changed = changed_lines("\n".join(["<g>", *was, "</g>"]), "\n".join(["<g>", *now, "</g>"]))
    assert changed is not None
    first, gone, text = changed
    assert was[:first] + list(text) + was[first + gone :] == now


def test_what_stays_at_both_ends_is_left_alone() -> None:
    assert changed_lines("<g>\na\nb\nc\n</g>", "<g>\na\nx\nc\n</g>") == (1, 1, "x")
    assert changed_lines("<g>\na\nc\n</g>", "<g>\na\nb\nc\n</g>") == (1, 0, "b")
    assert changed_lines("<g>\na\nb\n</g>", "<g>\na\nb\n</g>") == (2, 0, "")


def test_another_frame_is_set_as_a_whole() -> None:
    assert changed_lines("", "<g>\na\n</g>") is None
    assert changed_lines("<g>\na\n</g>", "<p>\na\n</p>") is None


def test_the_parts_in_lines_hold_one_child_a_line() -> None:
    parts = page(new_game("en", 1))
    for name in IN_LINES:
        first, *children, last = parts[name].split("\n")
        assert children
        assert first.endswith(">")
        assert last.startswith("</")
        for child in children:
            tag = child[1:].split(" ")[0].split(">")[0]
            assert child.endswith(("/>", f"</{tag}>")), child


def test_every_part_of_the_page_is_drawn_now_or_later() -> None:
    parts = page(new_game("en", 1))
    assert sorted(parts) == sorted([*NOW, "dialog", "note", *(name for names in LATER for name in names)])


class Frames:
    """A window whose frames come when the test wants them."""

    def __init__(self) -> None:
        self.asked: list[Callable[[float], None]] = []

    def requestAnimationFrame(self, work: Callable[[float], None]) -> None:
        """Remember what to do with the next frame."""
        self.asked.append(work)

    def next(self) -> None:
        """Let a frame come."""
        asked, self.asked = self.asked, []
        for work in asked:
            work(0.0)


@pytest.fixture
def drawn() -> list[str]:
    return []


@pytest.fixture
def frames() -> Frames:
    return Frames()


@pytest.fixture
def pace(frames: Frames, drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> Pace:
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(create_proxy=lambda work: work))
    later = (lambda: drawn.append("grid"), lambda: drawn.append("log"))
    return Pace(frames, lambda: drawn.append("board"), later)


def test_what_can_wait_is_drawn_after_the_frame_of_the_board(pace: Pace, frames: Frames, drawn: list[str]) -> None:
    pace.redraw()
    assert drawn == ["board"]
    frames.next()
    assert drawn == ["board"]
    frames.next()
    frames.next()
    assert drawn == ["board", "grid", "log"]
    assert frames.asked == []


def test_what_follows_something_comes_right_after_it(
    frames: Frames, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyodide.ffi", SimpleNamespace(create_proxy=lambda work: work))

    def fill() -> Callable[[], None]:
        drawn.append("fill")
        return lambda: drawn.append("open")

    pace = Pace(frames, lambda: drawn.append("board"), (fill, lambda: drawn.append("grid")))
    pace.redraw()
    for _ in range(2):
        frames.next()
    pace.redraw()
    for _ in range(8):
        frames.next()
    assert drawn == ["board", "fill", "board", "open", "grid", "fill", "open"]


def test_much_that_happens_in_one_frame_is_drawn_twice_at_most(pace: Pace, frames: Frames, drawn: list[str]) -> None:
    for _ in range(5):
        pace.redraw()
    assert drawn == ["board"]
    for _ in range(4):
        frames.next()
    assert drawn.count("board") == 2
    assert drawn[-1] == "log"
    assert frames.asked == []


def test_what_waits_for_a_frame_comes_along_with_what_is_done_before(
    pace: Pace, frames: Frames, drawn: list[str]
) -> None:
    pace.redraw_soon()
    assert drawn == []
    pace.redraw()
    for _ in range(4):
        frames.next()
    assert drawn == ["board", "grid", "log"]


def test_nothing_waits_for_ever_while_every_frame_brings_something_new(
    pace: Pace, frames: Frames, drawn: list[str]
) -> None:
    for _ in range(6):
        pace.redraw()
        pace.redraw()
        frames.next()
    assert drawn.count("grid") >= 2
    assert drawn.count("log") >= 2
