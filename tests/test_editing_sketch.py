"""The editor's sketches: painting, owners, villages, sizes, import and export, problems and their squares."""

import random
from dataclasses import replace

import pytest

from engine.games.qin import sketch as sketches
from engine.games.qin.painting import ERASER, MAP_BRUSHES, PAGODA, between, counter_brush, give, paint, resize
from engine.games.qin.sketch import MAX_TILES, UNDEALT, Sketch, locate_problems, mark_at, square_names
from engine.session import links
from qin_core.common.errors import NotationError, ParseError
from qin_core.common.text import check_text
from qin_core.qin import BOARDS, Board, Position, Record
from qin_core.qin.board import GRASS, MapError
from tests.random_positions import built_line, random_map

MEADOW = Sketch.empty(("......", ".R..a.", "......", "......"))


def paint_squares(sketch: Sketch, brush: str, *squares: str, player: int = 1) -> Sketch:
    """Paint several squares with a brush."""
    for square in squares:
        sketch = paint(sketch, brush, square, player)
    return sketch


def parse_sketch(text: str) -> Sketch:
    """Import a sketch like the editor: a link stands for its content."""
    return sketches.parse_sketch(links.unwrap(check_text(text, "line")).text)


def provinces(sketch: Sketch) -> str:
    """Return the owners of the provinces, the third field of the position line."""
    return sketch.line.split(" ")[2]


def test_a_new_sketch_is_the_start_of_a_game() -> None:
    sketch = Sketch.empty(BOARDS["bird"].rows)
    assert locate_problems(sketch) == ()
    cells = str(Position.deal("bird", seed=1)).split(" ")[1]
    assert sketch.line == f"bird {cells} - - 1 ?3|?3 ?17|?17|?16|?16"


# Spaces and provinces


def test_painted_spaces_become_a_province_of_the_selected_player() -> None:
    sketch = paint_squares(MEADOW, "r", "c3", player=2)
    assert provinces(sketch) == "b3=2"
    assert locate_problems(sketch) == ()
    assert provinces(paint_squares(sketch, "r", "d3", player=1)) == "b3=2", "the owner doesn't change"


def test_joined_provinces_go_to_the_player_with_more_spaces() -> None:
    sketch = paint_squares(MEADOW, "y", "a1", "b1", player=1)
    sketch = paint_squares(sketch, "y", "d1", "e1", "f1", player=2)
    assert provinces(paint_squares(sketch, "y", "c1", player=1)) == "a1=2"


def test_splitting_a_province_leaves_smaller_ones_and_single_spaces() -> None:
    sketch = paint_squares(MEADOW, "y", "a1", "b1", "c1", "d1", player=2)
    assert provinces(paint_squares(sketch, "erase", "b1")) == "c1=2"
    alone = paint_squares(sketch, "erase", "b1", "d1")
    assert provinces(alone) == "-"
    assert set("".join(alone.owners)) == {"0"}


def test_another_colour_is_painted_over() -> None:
    sketch = paint_squares(paint_squares(MEADOW, "y", "a1", "b1"), "b", "b1")
    assert (mark_at(sketch.spaces, "b1"), provinces(sketch)) == ("b", "-")


@pytest.mark.parametrize("brush", ["y", "b", "erase"])
def test_start_spaces_and_villages_cannot_be_painted_over(brush: str) -> None:
    assert paint_squares(MEADOW, brush, "b3", "e3") == MEADOW


def test_painting_a_square_again_erases_it() -> None:
    sketch = paint_squares(MEADOW, "y", "a1")
    assert counter_brush(sketch, "y", "a1") == ERASER
    assert counter_brush(sketch, "b", "a1") == "b"
    assert counter_brush(MEADOW, "r", "b3") == "r", "a start space can only be erased on the map"
    assert counter_brush(MEADOW, "village", "e3") == GRASS
    assert counter_brush(MEADOW, "R", "b3") == GRASS


def test_owners_and_holders_can_be_changed() -> None:
    sketch = paint_squares(MEADOW, "r", "c3", player=1)
    assert provinces(give(sketch, "c3", 2)) == "b3=2"
    held_by_2 = give(sketch, "e3", 2)
    assert held_by_2.line.split(" ")[3] == "a=2"
    assert give(held_by_2, "e3", 1).holder("a") == 1
    assert give(held_by_2, "e3", 2).holder("a") == 0, "a second time, the village becomes free"
    assert give(sketch, "a1", 1) == sketch


def test_a_fast_stroke_skips_no_square() -> None:
    assert between("a1", "d1") == ["b1", "c1", "d1"]
    assert between("c3", "a1") == ["b2", "a1"]
    assert between("a1", "a1") == []


# Maps


def test_a_map_is_painted() -> None:
    sketch = paint_squares(MEADOW, "~", "a1")
    sketch = paint_squares(sketch, "B", "f4")
    assert sketch.terrain == (".....B", ".R..a.", "......", "~.....")
    assert mark_at(sketch.spaces, "f4") == "b"
    assert locate_problems(sketch) == ()


def test_changing_the_ground_removes_what_is_on_it() -> None:
    sketch = give(paint_squares(MEADOW, "r", "c3", "d3"), "e3", 1)
    assert mark_at(paint_squares(sketch, "~", "c3").spaces, "c3") == "."
    assert provinces(paint_squares(sketch, "~", "c3")) == "-"
    assert paint_squares(sketch, ".", "e3").holders == ()
    assert mark_at(paint_squares(sketch, ".", "b3").spaces, "b3") == "."
    assert paint_squares(sketch, ".", "d3") == sketch, "grassland under a space doesn't change"


def test_villages_get_letters_automatically() -> None:
    sketch = paint_squares(MEADOW, "village", "a1", "b1")
    assert sketch.terrain[3] == "bc...."
    joined = paint_squares(paint_squares(MEADOW, "large-village", "a1"), "large-village", "b1")
    assert joined.terrain[3] == "bb...."
    assert paint_squares(joined, "large-village", "c1").terrain[3] == "bbc...", "a village has at most two squares"
    assert paint_squares(MEADOW, "large-village", "d3").terrain[1] == ".R.aa.", "an existing village grows"


def test_the_number_of_villages_is_limited_by_letters() -> None:
    sketch = Sketch.empty(("." * 26,) * 4)
    full = paint_squares(sketch, "village", *[f"{column}1" for column in "abcdefghijklmnopqrstuvwxyz"])
    assert paint_squares(full, "village", "a3") == full


def test_a_restored_board_has_its_name_again() -> None:
    changed = paint_squares(Sketch.empty(BOARDS["bird"].rows), "~", "a1")
    assert changed.board_name.startswith("map:")
    assert paint_squares(changed, ".", "a1").board_name == "bird"


def test_resizing_changes_the_right_and_the_top() -> None:
    sketch = paint_squares(MEADOW, "r", "c3")
    larger = resize(sketch, 8, 5)
    assert larger.terrain == ("........", "........", ".R..a...", "........", "........")
    assert (provinces(larger), locate_problems(larger)) == ("b3=1", ())
    assert resize(larger, 6, 4) == sketch
    cut = resize(give(paint_squares(MEADOW, "r", "c3", "d3", "e4", player=2), "e3", 1), 4, 4)
    assert (cut.holders, provinces(cut)) == ((), "b3=2")
    narrow = resize(paint_squares(Sketch.empty(("......", "...R..", "......", "......")), "r", "e3"), 4, 4)
    assert set("".join(narrow.owners)) == {"0"}


# Tiles


def test_the_rest_of_the_box_is_in_the_piles() -> None:
    sketch = paint_squares(MEADOW, "y", "a1", "b1")
    assert sketch.undealt_piles == "?17|?16|?16|?16", "72 less two hands of three and one tile on the board"
    assert replace(sketch, piles="-").line.endswith(" -")


# Texts


@pytest.mark.parametrize("row", ["9999999999r", "9" * 22, "1" * 25 + "z", "11111", "0r5", ""])
def test_malformed_rows_are_refused(row: str) -> None:
    """They are refused even though the core would stop earlier, at a problem of the map."""
    line = f"map:RR{'.' * 24}/{'.' * 26}/{'.' * 26}/{'.' * 26} rr24/{row}/26/26 a4=1 - 1 rr|bb -"
    with pytest.raises(ParseError) as raised:
        parse_sketch(line)
    assert [fault.code for fault in raised.value.problems] == ["bad-row"]


@pytest.mark.parametrize("seed", range(40))
def test_every_position_round_trips(seed: int) -> None:
    rng = random.Random(seed)
    line = built_line(rng, random_map(rng))
    assert parse_sketch(line).line == line
    assert locate_problems(parse_sketch(line)) == ()


def test_every_kind_of_text_can_be_imported() -> None:
    line = str(Position.deal("lion", 3, seed=1))
    assert parse_sketch(f" {line}\n").line == line
    assert parse_sketch("https://example.org/" + links.write("position", line)).line == line
    assert parse_sketch(str(Record(Position.parse(line)))).line == line
    assert parse_sketch(BOARDS["lion"].text).board_name == "lion"
    assert parse_sketch("....\r\n.R..\r\n....\r\n....\r\n").terrain == ("....", ".R..", "....", "....")
    assert parse_sketch("https://example.org/" + links.write("map", "....\n.R..\n....\n....\n")).piles == UNDEALT


INVALID_LINES = {
    "no start": ("map:..../..../..../.... 4/4/4/4 - - 1 -|- -", ["no-start-space"], ""),
    "touching": ("map:RR../..../R..R/.... 4/4/4/4 - - 1 -|- -", ["start-spaces-touch"], "a4 b4"),
    "pieces": ("map:Ra../..../..a./.... r3/4/4/4 - - 1 -|- -", ["village-in-pieces"], "c2 b4"),
    "large": ("map:Raaa/..../..../.... 4/4/4/4 - - 1 -|- -", ["village-too-large"], "b4 c4 d4"),
    "on water": ("map:R~../..../..../.... ry2/4/4/4 - - 1 -|- -", ["not-grassland"], "b4"),
    "no colour": ("map:R.../..../..../.... 4/4/4/4 - - 1 -|- -", ["start-space-missing"], "a4"),
    "nobody's": ("map:R.../..../..../.... rr2/4/4/4 - - 1 -|- -", ["owner-missing"], "a4 b4"),
    "left": ("map:R.a./..../..../.... rr2/4/4/4 a4=3 a=4 2 -|- -", ["no-such-player", "no-such-player"], "c4 a4 b4"),
    "tiles": ("map:R.../..../..../.... r3/4/4/4 - - 1 rr,rr,rr,rr|- -", ["too-many-tiles"], ""),
    "box": ("map:R.../..../..../.... r3/4/4/4 - - 1 -|- " + "ry" * 13, ["too-many-of-a-kind"], ""),
    "mover": ("map:R.../..../..../.... r3/4/4/4 - - 7 -|- -", ["no-such-player"], ""),
}


@pytest.mark.parametrize("name", INVALID_LINES)
def test_invalid_positions_are_imported_with_their_problems(name: str) -> None:
    line, codes, squares = INVALID_LINES[name]
    sketch = parse_sketch(line)
    assert sketch.line == line
    problems = locate_problems(sketch)
    assert [located.problem.code for located in problems] == codes
    assert [square for located in problems for square in located.squares] == squares.split()
    assert sketch.as_position().board.rows == sketch.terrain


def test_problems_can_be_fixed_by_painting() -> None:
    assert locate_problems(paint_squares(parse_sketch(INVALID_LINES["on water"][0]), "erase", "b4")) == ()
    assert locate_problems(paint_squares(parse_sketch(INVALID_LINES["no colour"][0]), "r", "a4")) == ()
    assert locate_problems(give(parse_sketch(INVALID_LINES["nobody's"][0]), "b4", 2)) == ()
    assert locate_problems(paint_squares(parse_sketch(INVALID_LINES["pieces"][0]), ".", "b4")) == ()


UNDRAWABLE = [
    "",
    "nonsense and more",
    "....\n...\n....\nR...",
    "...R\n....",
    "map:R.../..../.../.... r3/4/4/4 - - 1 -|- -",
    "map:R.?./..../..../.... r3/4/4/4 - - 1 -|- -",
    "map:RR../..../..../.... 9/9/9/9 - - 1 -|- -",
    "map:RR../..../..../.... 4/4/4 - - 1 -|- -",
    "map:RR../..../..../.... 4/4/4/" + "9" * 5000 + " - - 1 -|- -",
    "bird 13 - - 1 -|- -",
    "<script>alert(1)</script>",
    "#position=AAAA",
    "x" * 200_000,
]


@pytest.mark.parametrize("text", UNDRAWABLE, ids=range(len(UNDRAWABLE)))
def test_texts_that_cannot_be_drawn_are_refused(text: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_sketch(text)
    assert raised.value.problems


def test_unknown_texts_have_one_problem() -> None:
    for text in ("nonsense and more", "https://example.org/a/b/c"):
        with pytest.raises(ParseError) as raised:
            parse_sketch(text)
        assert [fault.code for fault in raised.value.problems] == ["not-ours"]


def test_all_problems_of_a_map_are_listed() -> None:
    with pytest.raises(MapError) as raised:
        parse_sketch("....\n.RR.\n...\na..a")
    assert {fault.code for fault in raised.value.problems} == {"uneven-row", "start-spaces-touch", "village-in-pieces"}


def test_a_hand_with_too_many_tiles_is_truncated() -> None:
    sketch = parse_sketch("map:R.../..../..../.... r3/4/4/4 - - 1 " + ",".join(["rr"] * 20) + "|- -")
    assert len(sketch.hands[0]) == MAX_TILES
    assert "too-many-tiles" in [located.problem.code for located in locate_problems(sketch)]


# Random painting


@pytest.mark.parametrize("seed", range(30))
def test_random_sketches_round_trip_and_can_be_drawn(seed: int) -> None:
    rng = random.Random(seed)
    sketch = Sketch.empty(("." * rng.randint(4, 9),) * rng.randint(4, 9))
    squares = list(square_names(sketch.terrain))
    for _ in range(120):
        brush = rng.choice((*MAP_BRUSHES, ERASER, PAGODA, *"ryb" * 4))
        square = rng.choice(squares)
        sketch = paint(sketch, counter_brush(sketch, brush, square), square, rng.randint(1, 2))
        assert parse_sketch(sketch.line) == sketch
        sketch.as_position()
        for located in locate_problems(sketch):
            assert located.problem.code in ("no-start-space", "start-spaces-touch")
    starts = [located.squares for located in locate_problems(sketch) if located.problem.code == "start-spaces-touch"]
    for square in (square for group in starts for square in group):
        sketch = paint(sketch, ".", square, 1)
    if "R" in "".join(sketch.terrain):
        assert str(Position.parse(sketch.line)) == sketch.line
        assert Board.parse("\n".join(sketch.terrain)).rows == sketch.terrain


def test_a_malformed_line_is_refused_with_all_problems() -> None:
    with pytest.raises(NotationError) as raised:
        parse_sketch("map:R.../..../..../.... rr2/4/4/4 x - 1 -|- -")
    assert {fault.code for fault in raised.value.problems} == {"malformed", "owner-missing"}
