"""The text of pictures: well-formed, small, coloured only by the style sheet; outlines; contrast."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qin_core.common.bits import iter_bits
from qin_core.common.svg import NumberedHint
from qin_core.qin import BOARDS, Move, NotationError, Position
from qin_core.qin.artwork import MARKS
from qin_core.qin.outline import area_path
from qin_core.qin.svg import STYLE, board_svg, hits_svg, pagoda_svg, tile_svg
from qin_core.qin.theme import DARK, LIGHT
from tests.contrast import contrast, print_rules
from tests.line_counts import count_lines
from tests.svg_tree import SMALL, WIDE, classes, parse_svg, positions, with_class


def pictures(position: Position, last: Move | None) -> list[str]:
    """Return a picture of a position with all layers, one without, and small pictures."""
    moves = position.moves()
    squares = {square for move in moves for square in move.squares}
    ghost = moves[len(moves) // 2] if moves else None
    full = board_svg(
        position,
        last=last,
        legal=sorted(squares),
        ghost=ghost,
        changes=True,
        marks=["a1", "b2"],
        counts=True,
        gains=sorted(squares)[::2],
        hints=[NumberedHint(move.squares, rank) for rank, move in enumerate(moves[:3], start=1)],
        cursor="b1",
        title="Qin",
    )
    return [
        full,
        board_svg(position),
        *(tile_svg(tile, turned=turned, style=True) for tile in ("rr", "rb", "yb", "?") for turned in range(4)),
        *(pagoda_svg(player, double, size=40) for player in MARKS for double in (False, True)),
    ]


def test_pictures_are_well_formed_and_contain_no_colours() -> None:
    for position, last in positions():
        for svg in pictures(position, last):
            root = parse_svg(svg)
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            used = re.findall(r'(?:url\(#|href="#)([\w-]+)', svg.replace(STYLE, ""))
            assert set(used) <= set(ids)
            for element in root.iter():
                assert element.tag != "script"
                assert not any(name.startswith("on") or name in ("style", "color") for name in element.attrib)
                for name in ("fill", "stroke"):
                    assert re.fullmatch(r"none|url\(#[\w-]+\)", element.get(name, "none"))
            assert not re.search(
                r"#[0-9a-fA-F]{3,8}\b(?!-)|rgb\(", re.sub(r"url\([^)]*\)|href=\"[^\"]*\"", "", svg.replace(STYLE, ""))
            )


def test_drawing_twice_gives_the_same_text() -> None:
    for position, last in positions():
        reparsed = Position.parse(str(position))
        assert pictures(position, last) == pictures(reparsed, last)
        assert position._repr_svg_() == board_svg(reparsed)


def test_two_prefixes_share_no_ids() -> None:
    position = Position.deal(seed=3)
    first, second = (
        set(re.findall(r'id="([^"]+)"', board_svg(position, prefix=prefix))) for prefix in ("qin", "lesson-2")
    )
    assert first
    assert not first & second


@pytest.mark.parametrize("prefix", ["", 'x"/><script>', "1a", "a b", "é", "a" * 65])
def test_a_prefix_must_be_a_name(prefix: str) -> None:
    with pytest.raises(NotationError):
        board_svg(Position.deal(seed=3), prefix=prefix)
    with pytest.raises(NotationError):
        tile_svg("rr", prefix=prefix)


@pytest.mark.parametrize("tile", ["", "r", "rg", "yr", "rrr", "<rr>", "??"])
def test_invalid_tiles_are_refused(tile: str) -> None:
    with pytest.raises(NotationError):
        tile_svg(tile)


@given(st.text())
def test_a_title_is_only_text(title: str) -> None:
    root = parse_svg(board_svg(Position.deal(SMALL, seed=3), title=title, style=False))
    title_text = root.findtext("title") or ""
    assert root.get("role") == "img"
    assert [element.tag for element in root].count("title") == 1
    clean = "".join(
        mark
        for mark in title
        if mark in "\t\n\r" or " " <= mark <= "\ud7ff" or "\ue000" <= mark <= "\ufffd" or mark > "\uffff"
    )
    assert title_text == clean.replace("\r\n", "\n").replace("\r", "\n")


def test_hostile_titles_are_escaped() -> None:
    svg = board_svg(Position.deal(seed=3), title='</title><script>alert("1")</script>&\0')
    assert "<script" not in svg
    assert parse_svg(svg).findtext("title") == '</title><script>alert("1")</script>&'
    assert "<title" not in board_svg(Position.deal(seed=3))


def test_size_and_style_are_options() -> None:
    position = Position.deal(WIDE, 3, seed=3)
    root = parse_svg(board_svg(position, size=400, style=False))
    assert root.get("width") == "400"
    assert 0 < int(root.get("height", "0")) < 120
    assert root.find("style") is None
    assert parse_svg(board_svg(position)).findtext("style") == STYLE
    assert parse_svg(board_svg(position)).get("width") is None


def test_tiles_rotate_clockwise() -> None:
    def halves(turned: int) -> list[str]:
        return [classes(path)[0] for path in with_class(parse_svg(tile_svg("ry", turned=turned)), "province")]

    assert [halves(turned) for turned in range(5)] == [["red", "yellow"]] * 2 + [["yellow", "red"]] * 2 + [
        ["red", "yellow"]
    ]
    assert [parse_svg(tile_svg("ry", turned=t)).get("viewBox") for t in (0, 1)] == ["0 0 200 100", "0 0 100 200"]


def test_pictures_are_small_and_take_little_work() -> None:
    for position, last in positions():
        if position.board in BOARDS.values():
            assert max(len(svg.encode()) for svg in pictures(position, last)) <= 64_000
            ghost = next((move for move in position.moves() if move.halves), None)
            redrawn = board_svg(position, last=last, ghost=ghost, changes=True, style=False, hits=False)
            assert len(redrawn.encode()) <= 42_000, "the part that a page redraws"
    position, last = positions()[-1]
    board_svg(position, last=last)
    assert count_lines(lambda: board_svg(position, last=last))[1] <= 2_000


@given(st.integers(0, (1 << 20) - 1))
def test_outlines_enclose_their_area(picture: int) -> None:
    """The loops around any set of squares, even with holes and touching corners, enclose its area."""
    row = WIDE.stride
    squares = sum(1 << (bit // 5) * row + bit % 5 for bit in iter_bits(picture))
    doubled = 0
    for loop in area_path(WIDE, squares, 0, 0).split("z")[:-1]:
        points = corners(loop)
        doubled += sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))
    assert doubled == 2 * 100 * 100 * picture.bit_count()


def corners(loop: str) -> list[tuple[int, int]]:
    """Return the corners of a loop without rounded corners."""
    x = y = 0
    points = []
    for command, numbers in re.findall(r"([MHV])([-\d ]+)", loop):
        values = [int(number) for number in numbers.split()]
        x, y = values if command == "M" else (values[0], y) if command == "H" else (x, values[0])
        points.append((x, y))
    return points


def test_outlines_can_be_inset_and_rounded() -> None:
    """A square with an inset of 5 and a corner radius of 20."""
    assert area_path(SMALL, 1 << SMALL.stride * 3, 5, 20) == (
        "M75 5q20 0 20 20V75q0 20-20 20H25q-20 0-20-20V25q0-20 20-20z"
    )


def test_the_style_sheet_defines_all_colours_in_both_themes() -> None:
    assert LIGHT.keys() == DARK.keys()
    used = set(re.findall(r"var\(--qin-([\w-]+)", STYLE))
    assert used - {"on", "font"} == LIGHT.keys()
    assert "<" not in STYLE
    assert "&" not in STYLE


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast(colours: dict[str, str]) -> None:
    """WCAG 1.4.11: 3 to 1 for graphics, 4.5 to 1 for text. A province contrasts by its surface or its edge."""
    pairs = [
        ("ink", "halo"),
        ("legal-dot", "grass"),
        ("gain", "legal"),
        ("hint", "hint-text"),
        ("pole", "village"),
        ("wrong", "halo"),
        ("village-edge", "grass"),
        ("last", "last-edge"),
    ]
    for land in ("red", "yellow", "blue"):
        pairs += [(land, "edge"), ("ink", land)]
        assert max(contrast(colours[land], colours["grass"]), contrast(colours["edge"], colours["grass"])) >= 3
        assert contrast(colours[land], colours[f"{land}-pattern"]) >= 1.8
    for player in MARKS:
        pairs += [(f"p{player}", f"p{player}-mark")]
        assert max(contrast(colours[f"p{player}"], colours[edge]) for edge in ("halo", "ink")) >= 3
    for first, second in pairs:
        assert contrast(colours[first], colours[second]) >= 3, (first, second)
    edge, mark = (int(colours[name][1:3], 16) for name in ("edge", "p4-mark"))
    share = 3 * int(colours["rim"].rstrip("%")) / 100
    outline = "#" + 3 * f"{round(edge + share * (mark - edge)):02x}"
    assert max(contrast(colour, colours["grass"]) for colour in (colours["p4"], outline)) >= 3, "Black's villages"
    assert contrast(colours["frame-text"], colours["frame"]) >= 4.5


def test_printing_uses_the_light_colours() -> None:
    assert f"--qin-frame:{DARK['frame']}" in STYLE
    assert f"--qin-frame:{DARK['frame']}" not in print_rules(STYLE)
    assert f"--qin-frame:{LIGHT['frame']}" in print_rules(STYLE)


def test_click_targets_can_be_an_overlay() -> None:
    """The overlay with the click targets has the same size as the picture without them."""
    position = Position.deal("lion", seed=1)
    plain, hits = board_svg(position, hits=False), hits_svg(position.board)
    assert "data-square" not in plain
    assert hits.count("data-square") == 13 * 13
    assert plain.split('viewBox="')[1].split('"')[0] == hits.split('viewBox="')[1].split('"')[0]
