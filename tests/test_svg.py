"""The pictures: what is drawn agrees with the position, and the text is sound, small and free of colours."""

import random
import re
import time
from collections import Counter
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from colours import contrast, printed
from hypothesis import given
from hypothesis import strategies as st

from qin_core.bits import each
from qin_core.qin import BOARDS, Board, Move, NotationError, Position
from qin_core.qin.artwork import _DARK, _LIGHT, MARKS
from qin_core.qin.outline import area_path, centre
from qin_core.qin.svg import STYLE, board_svg, hits_svg, pagoda_svg, tile_svg

SMALL = Board.parse("c..Y\nR..a\n~.b.\nB.b.\n")
WIDE = Board.parse("ab" + "." * 22 + "Rz\n" + "." * 26 + "\n" + "~" * 13 + "." * 13 + "\nY" + "." * 24 + "B\n")
GAMES: list[tuple[str | Board, int]] = [("bird", 2), ("bird", 4), ("lion", 3), ("lion", 2), (SMALL, 2), (WIDE, 4)]
LAYERS = (
    "land",
    "villages",
    "spaces",
    "last",
    "earlier",
    "pagodas",
    "legal",
    "ghost",
    "changes",
    "marks",
    "counts",
    "coordinates",
)


@cache
def positions() -> tuple[tuple[Position, Move | None], ...]:
    """Positions of random games with the move that led to each."""
    found: list[tuple[Position, Move | None]] = []
    for seed, (board, players) in enumerate(GAMES):
        chance = random.Random(seed)
        position, last = Position.deal(board, players, seed=seed), None
        turn = 0
        while position.moves():
            if turn % 9 == 0:
                found.append((position, last))
            last = chance.choice(position.moves())
            position, turn = position.play(last), turn + 1
        found.append((position, last))
    return tuple(found)


def read(svg: str) -> ElementTree.Element:
    """Parse a picture and drop the namespace from its tags."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def classes(element: ElementTree.Element) -> list[str]:
    return element.get("class", "").split()


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in classes(element)]


def pagodas(uses: list[ElementTree.Element]) -> Counter[int]:
    """Add up each player's pagodas, two for a double one."""
    found: Counter[int] = Counter()
    for use in uses:
        player = next(int(name[1:]) for name in classes(use) if re.fullmatch("p[1-4]", name))
        found[player] += 2 if "double" in classes(use) else 1
    return found


def on_board(position: Position) -> Counter[int]:
    return +Counter({player: position.on_board(player) for player in position.players})


def test_every_position_is_drawn_as_it_is() -> None:
    for position, _ in positions():
        root = read(board_svg(position))
        board = position.board
        names = [
            board.square_name(row * board.stride + col) for row in range(board.height) for col in range(board.width)
        ]
        assert [hit.get("data-square") for hit in having(root, "hit")] == names
        assert pagodas(having(root, "pagoda")) == on_board(position)
        provinces = {area.squares[0]: area for area in position.provinces()}
        drawn = {path.get("data-province"): path for path in having(root, "province")}
        assert drawn.keys() == provinces.keys()
        for name, path in drawn.items():
            area = provinces[str(name)]
            assert path.get("data-owner") == str(area.owner)
            assert str(path.get("fill")).endswith(f"-{area.colour})")
        villages = {v.get("data-village"): int(v.get("data-owner", "")) for v in having(root, "village")}
        assert villages == position.villages()


def test_two_roofs_are_for_majors_only() -> None:
    for position, _ in positions():
        root = read(board_svg(position))
        shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
        roofs = {
            use.get("data-pagoda"): len(having(shapes[use.get("href", "")[1:]], "qin-roof"))
            for use in having(root, "pagoda")
        }
        expected = {area.squares[0]: 2 if len(area.squares) >= 5 else 1 for area in position.provinces()}
        expected |= {letter: 1 for letter, holder in position.villages().items() if holder}
        assert roofs == expected


def test_a_pagoda_stands_on_its_province() -> None:
    for position, _ in positions():
        board = position.board
        for area in position.provinces():
            squares = sum(1 << (board.square(name) or 0) for name in area.squares)
            assert squares >> centre(board, squares) & 1


def test_colours_have_patterns_and_players_have_marks() -> None:
    root = read(board_svg(Position.deal("lion", 4, seed=1)))
    shapes = {element.get("id"): element for element in root.iter() if element.get("id")}
    patterns = {
        having(shapes[f"qin-{letter}"], f"qin-{name}-pattern")[0].get("d")
        for letter, name in zip("ryb", ("red", "yellow", "blue"), strict=True)
    }
    assert len(patterns) == 3
    for double in ("", "d"):
        marks = [having(shapes[f"qin-p{player}{double}"], "qin-mark")[0].get("d") for player in (1, 2, 3, 4)]
        assert marks == list(MARKS.values())
        assert len(set(marks)) == 4


def test_layers_appear_only_when_asked_for() -> None:
    position, last = positions()[2]
    ghost = position.moves()[0]
    plain = {"land", "villages", "spaces", "pagodas"}

    def shown(**options: object) -> set[str]:
        root = read(board_svg(position, **options))  # type: ignore[arg-type]
        return {name for name in LAYERS if having(root, name)}

    assert shown() == plain | {"coordinates"}
    assert shown(coordinates=False) == plain
    assert shown(coordinates=False, last=last) == plain | {"last"}
    assert shown(coordinates=False, last=str(last)) == plain | {"last"}
    assert shown(coordinates=False, last="pass") == plain
    assert shown(coordinates=False, earlier=[last]) == plain | {"last", "earlier"}
    assert shown(coordinates=False, legal=["a1"]) == plain | {"legal"}
    assert shown(coordinates=False, marks=["a1"]) == plain | {"marks"}
    assert shown(coordinates=False, marks=["z26"]) == plain, "squares that the board doesn't have are left out"
    assert shown(coordinates=False, counts=True) == plain | {"counts"}
    assert shown(coordinates=False, ghost=ghost) == plain | {"ghost"}
    assert shown(coordinates=False, changes=True) == plain
    assert shown(coordinates=False, ghost=ghost, changes=True) == plain | {"ghost", "changes"}


def test_a_refused_ghost_changes_nothing() -> None:
    position, _ = positions()[2]
    refused = next(
        move
        for move in (
            Move.parse(f"{tile[0]}a{row}{tile[1]}b{row}")
            for tile in position.hand(position.mover)
            for row in range(1, 14)
        )
        if position.why_not(move)
    )
    root = read(board_svg(position, ghost=refused, changes=True))
    assert having(root, "refused")
    assert not having(root, "changes")
    assert pagodas(having(root, "pagoda")) == on_board(position)


def test_a_ghost_shows_what_it_would_change() -> None:
    """Chips add up to what the move gives and takes; what stays and what comes is what would stand there (Q14-Q19)."""
    kinds: Counter[str] = Counter()
    for position, _ in positions():
        for move in list(position.moves())[::7]:
            if not move.spaces:
                continue
            after, events = position.play(move), position.events(move)
            root = read(board_svg(position, ghost=move, changes=True, style=False))
            layer = having(root, "changes")[0]
            net = Counter[int]()
            for chip in layer.iter("g"):
                if chip.get("data-change"):
                    net[int(chip.get("data-player", ""))] += int(chip.get("data-change", ""))
            for player in position.players:
                assert net[player] == after.on_board(player) - position.on_board(player)
            staying = [use for use in having(root, "pagoda") if "going" not in classes(use)]
            assert pagodas(staying) == on_board(after)
            outlined = {path.get("data-province") or path.get("data-village") for path in having(layer, "change")}
            assert outlined == {event.place for event in events}
            counted = {group.get("data-counts"): group for group in layer.iter() if group.get("data-counts")}
            assert counted.keys() == {event.place for event in events if event.kind in ("connect", "conquer")}
            for letter, group in counted.items():
                counts = {
                    int(chip.get("data-player", "")): int(chip.get("data-count", "")) for chip in having(group, "chip")
                }
                assert counts == {p: n for p, n in zip(position.players, after.beside(str(letter)), strict=True) if n}
            kinds.update(event.kind for event in events)
    assert kinds.keys() == {"found", "expand", "absorb", "major", "connect", "conquer"}


def test_counts_are_those_beside_the_village() -> None:
    for position, _ in positions():
        villages = position.villages()
        root = read(board_svg(position, counts=True))
        groups = {group.get("data-counts"): group for group in root.iter() if group.get("data-counts")}
        assert groups.keys() == villages.keys()
        for letter, holder in villages.items():
            beside = dict(zip(position.players, position.beside(letter), strict=True))
            shown = {
                int(chip.get("data-player", "")): int(chip.get("data-count", ""))
                for chip in having(groups[letter], "chip")
            }
            assert shown == {player: count for player, count in beside.items() if count or player == holder}
        some = read(board_svg(position, counts=list(villages)[:1]))
        assert [group.get("data-counts") for group in some.iter() if group.get("data-counts")] == list(villages)[:1]


def pictures(position: Position, last: Move | None) -> list[str]:
    """Draw a position with everything, and the small pictures."""
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
        title="Qin",
    )
    return [
        full,
        board_svg(position),
        *(tile_svg(tile, turned=turned, style=True) for tile in ("rr", "rb", "yb", "?") for turned in range(4)),
        *(pagoda_svg(player, double, size=40) for player in MARKS for double in (False, True)),
    ]


def test_pictures_are_sound_and_hold_no_colours() -> None:
    for position, last in positions():
        for svg in pictures(position, last):
            root = read(svg)
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
        again = Position.parse(str(position))
        assert pictures(position, last) == pictures(again, last)
        assert position._repr_svg_() == board_svg(again)


def test_two_prefixes_share_no_ids() -> None:
    position = Position.deal(seed=3)
    one, two = (set(re.findall(r'id="([^"]+)"', board_svg(position, prefix=prefix))) for prefix in ("qin", "lesson-2"))
    assert one
    assert not one & two


@pytest.mark.parametrize("prefix", ["", 'x"/><script>', "1a", "a b", "é", "a" * 65])
def test_a_prefix_must_be_a_name(prefix: str) -> None:
    with pytest.raises(NotationError):
        board_svg(Position.deal(seed=3), prefix=prefix)
    with pytest.raises(NotationError):
        tile_svg("rr", prefix=prefix)


@pytest.mark.parametrize("tile", ["", "r", "rg", "yr", "rrr", "<rr>", "??"])
def test_a_tile_must_be_one(tile: str) -> None:
    with pytest.raises(NotationError):
        tile_svg(tile)


@given(st.text())
def test_a_title_is_only_text(title: str) -> None:
    root = read(board_svg(Position.deal(SMALL, seed=3), title=title, style=False))
    written = root.findtext("title") or ""
    assert root.get("role") == "img"
    assert [element.tag for element in root].count("title") == 1
    clean = "".join(
        mark
        for mark in title
        if mark in "\t\n\r" or " " <= mark <= "\ud7ff" or "\ue000" <= mark <= "\ufffd" or mark > "\uffff"
    )
    assert written == clean.replace("\r\n", "\n").replace("\r", "\n")


def test_hostile_titles_are_escaped() -> None:
    svg = board_svg(Position.deal(seed=3), title='</title><script>alert("1")</script>&\0')
    assert "<script" not in svg
    assert read(svg).findtext("title") == '</title><script>alert("1")</script>&'
    assert "<title" not in board_svg(Position.deal(seed=3))


def test_size_and_style_are_options() -> None:
    position = Position.deal(WIDE, 3, seed=3)
    root = read(board_svg(position, size=400, style=False))
    assert root.get("width") == "400"
    assert 0 < int(root.get("height", "0")) < 120
    assert root.find("style") is None
    assert read(board_svg(position)).findtext("style") == STYLE
    assert read(board_svg(position)).get("width") is None


def test_tiles_turn_clockwise() -> None:
    def halves(turned: int) -> list[str]:
        return [classes(path)[0] for path in having(read(tile_svg("ry", turned=turned)), "province")]

    assert [halves(turned) for turned in range(5)] == [["red", "yellow"]] * 2 + [["yellow", "red"]] * 2 + [
        ["red", "yellow"]
    ]
    assert [read(tile_svg("ry", turned=t)).get("viewBox") for t in (0, 1)] == ["0 0 200 100", "0 0 100 200"]


def test_pictures_are_small_and_quick() -> None:
    for position, last in positions():
        if position.board in BOARDS.values():
            assert max(len(svg.encode()) for svg in pictures(position, last)) <= 60_000
    position, last = positions()[-1]
    board_svg(position, last=last)
    best = min(_seconds(position, last) for _ in range(5))
    assert best < 0.02, "a few milliseconds, with room for a busy machine"


def _seconds(position: Position, last: Move | None) -> float:
    start = time.perf_counter()
    board_svg(position, last=last)
    return time.perf_counter() - start


@given(st.integers(0, (1 << 20) - 1))
def test_outlines_enclose_their_area(picture: int) -> None:
    """Any set of squares, holes and corners that touch included: the traced loops have just its area."""
    row = WIDE.stride
    squares = sum(1 << (bit // 5) * row + bit % 5 for bit in each(picture))
    doubled = 0
    for loop in area_path(WIDE, squares, 0, 0).split("z")[:-1]:
        points = [(int(x), int(y)) for x, y in re.findall(r"Q(-?\d+) (-?\d+)", loop)]
        doubled += sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))
    assert doubled == 2 * 100 * 100 * picture.bit_count()


def test_outlines_are_drawn_in() -> None:
    """A square drawn in by 5 with corners of 20."""
    assert area_path(SMALL, 1 << SMALL.stride * 3, 5, 20) == (
        "M75 5Q95 5 95 25L95 75Q95 95 75 95L25 95Q5 95 5 75L5 25Q5 5 25 5z"
    )


def test_the_style_sheet_knows_all_its_colours_in_both_schemes() -> None:
    assert _LIGHT.keys() == _DARK.keys()
    used = set(re.findall(r"var\(--qin-([\w-]+)", STYLE))
    assert used - {"on", "font"} == _LIGHT.keys()
    assert "<" not in STYLE
    assert "&" not in STYLE


@pytest.mark.parametrize("colours", [_LIGHT, _DARK], ids=["light", "dark"])
def test_contrast(colours: dict[str, str]) -> None:
    """WCAG 1.4.11: 3 to 1 for what must be seen; 4.5 for text. A province stands out by its land or by its edge."""
    pairs = [
        ("ink", "halo"),
        ("legal-dot", "legal"),
        ("wrong", "halo"),
        ("village-edge", "grass"),
        ("last", "last-edge"),
    ]
    for land in ("red", "yellow", "blue"):
        pairs += [(land, f"{land}-edge"), ("ink", land)]
        assert max(contrast(colours[land], colours["grass"]), contrast(colours[f"{land}-edge"], colours["grass"])) >= 3
        assert contrast(colours[land], colours[f"{land}-pattern"]) >= 1.8
    for player in MARKS:
        pairs += [(f"p{player}", f"p{player}-mark")]
        assert max(contrast(colours[f"p{player}"], colours[edge]) for edge in ("halo", "ink")) >= 3
    for one, two in pairs:
        assert contrast(colours[one], colours[two]) >= 3, (one, two)
    assert contrast(colours["frame-text"], colours["frame"]) >= 4.5


def test_prints_have_the_colours_of_the_day() -> None:
    assert f"--qin-frame:{_DARK['frame']}" in STYLE
    assert f"--qin-frame:{_DARK['frame']}" not in printed(STYLE)
    assert f"--qin-frame:{_LIGHT['frame']}" in printed(STYLE)


def test_hits_can_lie_over_the_picture() -> None:
    """Listen to squares in a picture of their own, of the same size as the one without them."""
    position = Position.deal("lion", seed=1)
    plain, hits = board_svg(position, hits=False), hits_svg(position.board)
    assert "data-square" not in plain
    assert hits.count("data-square") == 13 * 13
    assert plain.split('viewBox="')[1].split('"')[0] == hits.split('viewBox="')[1].split('"')[0]
