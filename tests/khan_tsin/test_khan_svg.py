"""Pictures of Khan Tsin: well-formed, complete, coloured only by the style sheet, equal for equal positions."""

import random
import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from qin_core.common.svg import NumberedHint
from qin_core.khan_tsin import NotationError, Position, claws
from qin_core.khan_tsin.artwork import BOX, centre
from qin_core.khan_tsin.svg import STYLE, board_svg, hits_svg, stack_svg
from qin_core.khan_tsin.theme import DARK, LIGHT
from tests.contrast import contrast, print_rules
from tests.khan_tsin.khan_lines import dragon

SVG = "{http://www.w3.org/2000/svg}"


def elements_of_class(picture: str, selector: str) -> list[ElementTree.Element]:
    """List the elements with a class."""
    return [element for element in ElementTree.fromstring(picture).iter() if element.get("class") == selector]


def barons(element: ElementTree.Element) -> str:
    """Return the barons of a group from bottom to top."""
    names = [use.get("href", "").rpartition("-")[2] for use in element.iter(f"{SVG}use")]
    return "".join(name for name in names if len(name) == 1)


def test_every_stack_is_drawn_from_bottom_to_top() -> None:
    rng = random.Random(5)
    position = Position.deal(seed=5)
    while moves := position.moves():
        drawn_stacks = {
            int(group.get("data-on", "")): barons(group) for group in elements_of_class(board_svg(position), "stack")
        }
        assert drawn_stacks == {space: stack for space, stack in enumerate(position.stacks, 1) if stack}
        position = position.play(rng.choice(moves))
    assert elements_of_class(board_svg(position), "emperor")


def test_claws_and_spaces() -> None:
    """K2: every space has its pairs of claws, a number and a click target."""
    picture = board_svg(Position.deal(seed=1))
    pairs = elements_of_class(picture, "claws")[0]
    assert len(pairs) == sum(map(claws, range(1, 37))) == 72
    assert [element.get("data-square") for element in elements_of_class(picture, "hit")] == [
        str(n) for n in range(1, 37)
    ]
    assert elements_of_class(hits_svg(), "hit")[35].get("data-square") == "36"
    assert not elements_of_class(board_svg(Position.deal(seed=1), hits=False), "hit")
    assert [text.text for text in elements_of_class(picture, "coordinates")[0]] == [str(n) for n in range(1, 37)]
    assert not elements_of_class(board_svg(Position.deal(seed=1), coordinates=False), "coordinates")


def test_everything_is_inside_the_picture() -> None:
    """Nine barons and a crown fit even on the last row."""
    left, top, width, height = BOX
    for bit in range(36):
        x, y = centre(bit)
        assert left + 50 <= x <= left + width - 50
        assert top + 138 <= y <= top + height - 52


def test_marks() -> None:
    position = dragon("1=rb 2=r 3=w 4=b 9=wwb")
    assert len(elements_of_class(board_svg(position, origins=position.nearest()), "origins")) == 4
    assert len(elements_of_class(board_svg(position, targets=[9, 3]), "targets")) == 2
    assert barons(elements_of_class(board_svg(position, picked=(9, 2)), "picked")[0]) == "wb"
    assert len(elements_of_class(board_svg(position, marks=[30]), "marks")) == 1
    assert len(elements_of_class(board_svg(position, last="1x1>9"), "last")) == 1
    assert not elements_of_class(board_svg(position, last="pass", ghost="pass"), "last")
    assert [
        text.text for count in elements_of_class(board_svg(position), "count") for text in count.iter(f"{SVG}text")
    ] == [
        "3",
        "2",
    ]
    assert not elements_of_class(board_svg(position, counts=False), "count")


def test_hints_are_numbered_without_overlap_and_clickable() -> None:
    move_ends = (("1", "9"), ("1", "9"), ("3", "9"), ("9", "3"))
    hints = [
        NumberedHint(squares, rank, f"<{rank}>", (("data-move", "x1>".join(squares)),))
        for rank, squares in enumerate(move_ends, start=1)
    ]
    picture = board_svg(dragon("1=rb 3=w 9=wwb"), hints=hints)
    assert [text.text for group in elements_of_class(picture, "hints") for text in group.iter(f"{SVG}text")] == [
        "1",
        "2",
        "3",
        "4",
    ]
    click_targets = [hit for hit in elements_of_class(hits_svg(hints), "hit") if hit.get("data-move")]
    assert [(("data-move", hit.get("data-move")),) for hit in click_targets] == [hint.attributes for hint in hints]
    centres = [(int(hit.get("cx", "")), int(hit.get("cy", ""))) for hit in click_targets]
    diameter = 2 * int(click_targets[0].get("r", ""))
    assert all(dist(first, second) >= diameter for first, second in combinations(centres, 2)), (
        "no number covers another one"
    )


def test_numbers_of_free_spaces_are_legible_while_barons_are_set_up() -> None:
    picture = board_svg(dragon("1=rb 3=w"), targets=(3, 5))
    free, taken = (found.start() for found in re.finditer('class="targets"', picture))
    assert free < picture.index('class="coordinates"') < taken


def test_the_cursor() -> None:
    position = dragon("1=rb 3=w 9=wwb")
    picture = board_svg(position, cursor=9)
    assert len(elements_of_class(picture, "cursor")) == 1
    assert picture.index('class="cursor"') < picture.index('class="stack"'), "it hides no height"
    assert not elements_of_class(board_svg(position), "cursor")


def test_the_ghost_shows_the_result_of_a_move() -> None:
    """K6, K12: the moving barons fade, and their copies on the target are dashed, rotated and flipped."""
    position = dragon("1=rbw 9=wwb", variants="r")
    for move, new in (("1x2>9", "bw"), ("1x2~>9", "wb"), ("1x2>9~", "wbbww")):
        picture = board_svg(position, ghost=move)
        assert barons(elements_of_class(picture, "going")[0]) == "bw"
        assert barons(elements_of_class(picture, "ghost")[0]) == new
        stack = next(group for group in elements_of_class(picture, "stack") if group.get("data-on") == "9")
        assert barons(stack) == position.play(move).stack(9)


def tallies(picture: str) -> list[dict[str, int]]:
    """Count the marks of each kind in each tally."""
    return [
        {str(path.get("class")): path.get("d", "").count("M") for path in group.iter(f"{SVG}path")}
        for group in elements_of_class(picture, "tally")
    ]


def test_tallies_show_the_barons_of_a_stack_and_the_missing_ones() -> None:
    """K9: tall stacks, the stack under the pointer and the previewed stack have a tally."""
    position = dragon("2=rb 5=rrbw 8=b 20=bw")
    tall = {"khan-red": 2, "khan-black": 1, "khan-white": 1, "missing": 5}
    assert tallies(board_svg(position)) == [tall]
    assert tallies(board_svg(position, cursor=20)) == [{"khan-black": 1, "khan-white": 1, "missing": 7}, tall]
    assert tallies(board_svg(position, cursor=8)) == [tall], "a single baron has no tally"
    assert {"khan-red": 1, "khan-black": 2, "khan-white": 1, "missing": 5} in tallies(
        board_svg(position, ghost="2x2>20")
    )
    assert not tallies(board_svg(position, counts=False))


def test_no_colours_outside_the_style() -> None:
    picture = board_svg(dragon("1=rbw 2=b"), style=False, ghost="1x3>2", origins=[1], targets=[2], marks=[3])
    assert not re.search(r"#[0-9a-f]{3,6}\b(?!-)", re.sub(r"url\(#[\w-]+\)|href=\"#[\w-]+\"", "", picture))
    assert "<style>" not in picture
    assert STYLE in board_svg(Position.deal(seed=1))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_numbers_have_enough_contrast(colours: dict[str, str]) -> None:
    """WCAG 1.4.3: text has a contrast of 4.5 to 1 on the dragon's skin and scales."""
    for ground in ("body", "scale"):
        assert contrast(colours["text"], colours[ground]) >= 4.5, ground
    assert contrast(colours["count"], colours["count-back"]) >= 4.5


def test_numbers_are_above_stacks_and_below_lifted_barons() -> None:
    position = dragon("1=rb 2=r 3=w 4=b 9=wwb")
    picture = board_svg(position, origins=position.nearest(), last="1x1>9")
    numbers = picture.index('class="coordinates"')
    assert all(picture.rindex(f'class="{layer}"') < numbers for layer in ("stack", "origins", "last"))
    picture = board_svg(position, picked=(1, 1), targets=[9])
    assert picture.index('class="coordinates"') < picture.index('data-on="1"') < picture.index('class="targets"')


def test_printing_uses_the_light_colours() -> None:
    assert f"--khan-frame:{DARK['frame']}" in STYLE
    assert f"--khan-frame:{DARK['frame']}" not in print_rules(STYLE)
    assert f"--khan-frame:{LIGHT['frame']}" in print_rules(STYLE)


def test_titles_and_ids_are_safe() -> None:
    picture = board_svg(Position.deal(seed=1), title='<b> & "x"\x00', size=360, prefix="other")
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == '<b> & "x"'
    assert root.get("width") == "360"
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert ids == {f"other-{name}" for name in ("r", "b", "w", "round", "cast", "spine", "sun", "scales")}
    with pytest.raises(NotationError):
        board_svg(Position.deal(seed=1), prefix='x"')


def test_one_stack() -> None:
    picture = stack_svg("rbw", picked=2, title="three")
    assert barons(ElementTree.fromstring(picture)) == "rbw"
    with pytest.raises(NotationError):
        stack_svg("<rbw>")


def test_notebooks_get_a_picture() -> None:
    position = Position.deal(seed=9)
    assert position._repr_svg_() == board_svg(position)
