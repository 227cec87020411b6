"""Setting only what changed: the children of the new text come out, whatever the old text was."""

from hypothesis import given
from hypothesis import strategies as st

from ui.screen import IN_LINES, changed_lines
from ui.update import new_game
from ui.view import page

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
