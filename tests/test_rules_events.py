"""Events of placements in provinces (Q12-Q16)."""

from tests.diagram import diagram, events_of, owners_of, pagodas_left, same_diagram


def test_q13_a_single_space_belongs_to_nobody() -> None:
    """Q13: two single spaces of different colours found nothing."""
    position = diagram(
        """
        ....
        ....
        .B..
        ....
        """,
        hands="ry|rr",
    )
    assert events_of(position, "rb1yc1") == []
    after = position.play("rb1yc1")
    assert owners_of(after) == "-"
    assert pagodas_left(after) == [24, 24]


def test_q13_corners_do_not_connect() -> None:
    """Q13: spaces of one colour that touch at a corner are two areas."""
    position = diagram(
        """
        ....
        ....
        .R..
        ....
        """,
        hands="ry|rr",
    )
    assert events_of(position, "rc1yb1") == []


def test_l2_one_tile_founds_two_provinces() -> None:
    """L2, Q14: the player who placed the tile gets a province and a pagoda in each colour."""
    both = diagram(
        """
        ......
        .Y..R.
        ......
        ......
        """,
        hands="bb|ry",
        player_to_move=2,
    )
    assert events_of(both, "rd3yc3") == ["found d3 2", "found b3 2"]
    after = both.play("rd3yc3")
    assert owners_of(after) == "b3=2,d3=2"
    assert pagodas_left(after) == [24, 22]


def test_l3_a_double_tile_founds_a_province_of_three() -> None:
    """L3, Q14: a yellow-yellow tile beside a yellow space: three spaces, one pagoda."""
    position = diagram(
        """
        ....
        .Y..
        ....
        ....
        """,
        hands="yy|bb",
    )
    assert events_of(position, "yb2yc2") == ["found b2 1"]
    after = position.play("yb2yc2")
    assert after.provinces()[0] == ("y", ("b2", "c2", "b3"), 1, 1)
    assert pagodas_left(after) == [23, 24]


def test_q14_a_double_tile_beside_another_colour() -> None:
    """Q14: the tile's own two spaces are a province."""
    position = diagram(
        """
        ....
        .Y..
        ....
        ....
        """,
        hands="bb|bb",
    )
    assert events_of(position, "bb2bc2") == ["found b2 1"]


def test_q14_founding_includes_adjacent_single_spaces() -> None:
    """Q14: a new province includes the single spaces that the tile touches on all sides."""
    lone = diagram(
        """
        .....
        .r.R.
        .....
        ..r..
        """,
        hands="bb|rr,rb",
        player_to_move=2,
    )
    assert events_of(lone, "rc2rc3") == ["found c1 2", "major c1 2"]
    after = lone.play("rc2rc3")
    assert after.provinces() == (("r", ("c1", "c2", "b3", "c3", "d3"), 2, 2),)
    assert pagodas_left(after) == [24, 22]
    assert events_of(lone, "rc3bc2") == ["found b3 2"]
    assert lone.play("rc3bc2").provinces() == (("r", ("b3", "c3", "d3"), 2, 1),)


def test_l4_a_tile_expands_two_provinces_of_different_players() -> None:
    """L4, Q12, Q15: the player's yellow province grows to 4, an opponent's red one to 3; owners don't change."""
    position = diagram(
        """
        ......
        .Yyy..
        .....r
        .....R
        """,
        "f1=2,b3=1",
        hands="ry|bb",
    )
    assert events_of(position, "rf3ye3") == ["expand f1 2", "expand b3 1"]
    after = position.play("rf3ye3")
    assert same_diagram(
        after,
        """
        ......
        .Yyyyr
        .....r
        .....R
        """,
    )
    assert owners_of(after) == "f1=2,b3=1"
    assert pagodas_left(after) == pagodas_left(position) == [23, 23]


def test_l5_the_same_tile_rotated() -> None:
    """L5, Q13: with its colours swapped, the tile only adds two single spaces."""
    position = diagram(
        """
        ......
        .Yyy..
        .....r
        .....R
        """,
        "f1=2,b3=1",
        hands="ry|bb",
    )
    assert events_of(position, "re3yf3") == []
    assert owners_of(position.play("re3yf3")) == "f1=2,b3=1"


def test_q15_a_province_keeps_its_owner() -> None:
    """Q15: a player who expands another player's province gets nothing."""
    position = diagram(
        """
        ....
        Rr..
        ....
        ....
        """,
        "a3=3",
        hands="bb|rr|yy",
        player_to_move=2,
    )
    assert events_of(position, "rc3rd3") == ["expand a3 3"]
    assert owners_of(position.play("rc3rd3")) == "a3=3"


def test_q15_expanding_includes_adjacent_single_spaces() -> None:
    """Q15: single spaces that the tile connects become part of the province; its first square may change."""
    position = diagram(
        """
        .....
        Rr.r.
        .....
        ..r..
        """,
        "a3=1",
        hands="bb|rr,rb",
        player_to_move=2,
    )
    assert events_of(position, "rc2rc3") == ["expand c1 1", "major c1 1"]
    assert events_of(position, "rc3bc2") == ["expand a3 1"]
    assert position.play("rc3bc2").provinces()[0].squares == ("a3", "b3", "c3", "d3")


def test_q15_touching_one_province_twice_is_not_a_join() -> None:
    """Q15: a tile that touches a province on several sides expands it once."""
    position = diagram(
        """
        ....
        rrr.
        R...
        ....
        """,
        "a2=2",
        hands="rb|bb",
    )
    assert events_of(position, "rb2bb1") == ["expand a2 2", "major a2 2"]


def test_l6_a_province_reaches_five() -> None:
    """L6, Q16: at five spaces its owner adds a second pagoda."""
    position = diagram(
        """
        .....
        Rrrr.
        .....
        .....
        """,
        "a3=1",
        hands="bb|rb",
        player_to_move=2,
    )
    assert pagodas_left(position) == [23, 24]
    assert events_of(position, "re3be2") == ["expand a3 1", "major a3 1"]
    after = position.play("re3be2")
    assert after.provinces()[0].pagodas == 2
    assert pagodas_left(after) == [22, 24]


def test_q16_four_spaces_are_not_major() -> None:
    """Q16: five are needed."""
    position = diagram(
        """
        .....
        Rr...
        .....
        .....
        """,
        "a3=1",
        hands="rr|rb",
    )
    assert events_of(position, "rc3rd3") == ["expand a3 1"]
    assert position.play("rc3rd3").provinces()[0].pagodas == 1


def test_q16_never_more_than_two_pagodas() -> None:
    """Q16: a major province that grows gets no third pagoda and no second event."""
    position = diagram(
        """
        .......
        Rrrrr..
        .......
        .......
        """,
        "a3=1",
        hands="rr|rb",
    )
    assert events_of(position, "rf3rg3") == ["expand a3 1"]
    assert pagodas_left(position) == pagodas_left(position.play("rf3rg3")) == [22, 24]


def test_q16_a_province_founded_with_five_spaces_is_major() -> None:
    """Q16: the tile's two spaces and three single spaces around it."""
    position = diagram(
        """
        .....
        .r.r.
        ..R..
        .....
        """,
        hands="rr|rb",
    )
    assert position.why_not("rc3rc4") is None
    assert events_of(position, "rc3rc4") == ["found c2 1", "major c2 1"]
    assert pagodas_left(position.play("rc3rc4")) == [22, 24]


def test_q12_events_have_the_order_of_the_move() -> None:
    """Q12: events follow the order of the move's halves; a major event follows the expansion."""
    position = diagram(
        """
        Rrrr.y
        .....y
        .....y
        .....Y
        """,
        "f1=2,a4=1",
        hands="ry|rb",
    )
    assert events_of(position, "re4ye3") == ["expand a4 1", "major a4 1", "expand f1 2", "major f1 2"]
    assert pagodas_left(position.play("re4ye3")) == [22, 22]
