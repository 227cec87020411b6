"""Connecting and conquering villages (Q17, Q18)."""

import pytest

from tests.diagram import diagram, events_of, pagodas_left, villages_of


def test_l7_founding_beside_a_free_village_takes_it() -> None:
    """L7, Q17: a new province beside a free village gives one pagoda on the province and one on the village."""
    position = diagram(
        """
        .....
        .B.a.
        .....
        .....
        """,
        hands="rb|rr",
    )
    assert events_of(position, "rc2bc3") == ["found b3 1", "connect a 1"]
    after = position.play("rc2bc3")
    assert after.villages() == {"a": 1}
    assert after.pagodas_beside("a") == (1, 0)
    assert pagodas_left(after) == [22, 24]


def test_l8_founding_a_second_province_conquers() -> None:
    """L8, Q18: a second province beside a held village makes it two pagodas to one."""
    position = diagram(
        """
        ...R..
        ......
        Yyyab.
        ....B.
        """,
        "a2=1,e1=2",
        "a=1",
        hands="rr|rb",
        player_to_move=2,
    )
    assert position.pagodas_beside("a") == (1, 1)
    assert events_of(position, "rd3bc3") == ["found d3 2", "conquer a 2 from 1"]
    after = position.play("rd3bc3")
    assert after.pagodas_beside("a") == (1, 2)
    assert pagodas_left(position) == [22, 23]
    assert pagodas_left(after) == [23, 21]


def test_l9_growing_to_a_major_conquers() -> None:
    """L9, Q16, Q18: a major beside a held village makes it two pagodas to one."""
    position = diagram(
        """
        ...y.
        ...y.
        Rray.
        ...Y.
        """,
        "d1=2,a2=1",
        "a=1",
        hands="yb|rr",
    )
    assert events_of(position, "ye2be3") == ["expand d1 2", "major d1 2", "conquer a 2 from 1"]
    after = position.play("ye2be3")
    assert pagodas_left(position) == [22, 23]
    assert pagodas_left(after) == [23, 21]


def test_q17_a_tie_leaves_a_free_village_free() -> None:
    """Q17: a red and a yellow province are beside the village, one pagoda each, so it stays free."""
    position = diagram(
        """
        .....
        Rr.ay
        ....y
        ....Y
        """,
        "a3=1,e1=2",
        hands="rb|bb",
    )
    assert position.pagodas_beside("a") == (0, 1)
    assert events_of(position, "rc3bc2") == ["expand a3 1"]
    after = position.play("rc3bc2")
    assert after.pagodas_beside("a") == (1, 1)
    assert villages_of(after) == "-"
    assert pagodas_left(after) == [23, 23]


def test_q18_a_tie_leaves_a_held_village_held() -> None:
    """Q18: having as many pagodas as the holder isn't enough."""
    position = diagram(
        """
        .....
        ....Y
        .ra..
        .R...
        """,
        "b1=1",
        "a=1",
        hands="bb|yy",
        player_to_move=2,
    )
    assert events_of(position, "yd2yd3") == ["found d2 2"]
    after = position.play("yd2yd3")
    assert after.pagodas_beside("a") == (1, 1)
    assert villages_of(after) == "a=1"
    assert pagodas_left(after) == [22, 23]


def test_q18_the_holder_stays_without_a_province_beside_the_village() -> None:
    """Q18: if other players tie, the holder stays, even without a province beside the village."""
    position = diagram(
        """
        ......
        Rra.Y.
        ......
        ......
        """,
        "a3=2",
        "a=1",
        hands="bb|bb|yb",
        player_to_move=3,
    )
    assert events_of(position, "yd3bd2") == ["found d3 3"]
    after = position.play("yd3bd2")
    assert after.pagodas_beside("a") == (0, 1, 1)
    assert villages_of(after) == "a=1"
    assert pagodas_left(after) == [18, 18, 18]


def test_q17_a_province_on_two_sides_of_a_village_counts_once() -> None:
    """Q17: a small province on two sides of a village counts as one pagoda."""
    position = diagram(
        """
        .yY..
        .yar.
        ...R.
        .....
        """,
        "b3=1,d2=2",
        "a=2",
        hands="yb|bb",
    )
    assert position.pagodas_beside("a") == (1, 1)
    assert events_of(position, "yb2bb1") == ["expand b2 1"]
    assert villages_of(position.play("yb2bb1")) == "a=2"


def test_q17_the_villages_own_pagoda_does_not_count() -> None:
    """Q17: only pagodas beside the village count, and there it is two to one."""
    position = diagram(
        """
        .....
        Rra..
        ..y.B
        ..Y..
        """,
        "a3=1,c1=2",
        "a=1",
        hands="rr|bb",
        player_to_move=2,
    )
    assert events_of(position, "bd2bd3") == ["found d2 2", "conquer a 2 from 1"]


def test_q17_both_squares_of_a_village_count() -> None:
    """Q1, Q17: a province beside either square is beside the village."""
    position = diagram(
        """
        ......
        Rraa.Y
        ......
        ......
        """,
        "a3=1",
        "a=1",
        hands="bb|yb",
        player_to_move=2,
    )
    assert events_of(position, "ye3be2") == ["found e3 2"]
    assert position.play("ye3be2").pagodas_beside("a") == (1, 1)
    wide = diagram(
        """
        ......
        .Rraa.
        ...yy.
        ...Y..
        """,
        "d1=2,b3=1",
        hands="bb|bb",
    )
    assert wide.pagodas_beside("a") == (1, 1)


def test_q17_a_province_at_a_corner_does_not_count() -> None:
    """Q17: a province that touches a village only at a corner doesn't count."""
    position = diagram(
        """
        .....
        .R...
        ..a..
        .....
        """,
        hands="rb|bb",
    )
    assert events_of(position, "ra3ba2") == ["found a3 1"]
    assert position.play("ra3ba2").pagodas_beside("a") == (0, 0)


def test_q17_single_spaces_do_not_count() -> None:
    """Q13, Q17: only provinces have pagodas."""
    position = diagram(
        """
        ....
        ....
        R.a.
        ....
        """,
        hands="yb|bb",
    )
    assert events_of(position, "yb2bb1") == []


@pytest.mark.parametrize("player_to_move", [1, 2, 3])
def test_q18_another_players_tile_may_give_the_village(player_to_move: int) -> None:
    """Q12, Q18: no matter who places, the village goes to the player with the most pagodas beside it."""
    position = diagram(
        """
        .....
        Rrrr.
        ....a
        ....Y
        """,
        "a3=1",
        "a=3",
        hands="rb|rb|rb",
        player_to_move=player_to_move,
    )
    assert events_of(position, "re3be4") == ["expand a3 1", "major a3 1", "conquer a 1 from 3"]


def test_q17_village_events_are_in_order_of_letters() -> None:
    """Q12, Q17, Q18: events of several villages follow those of provinces, in order of letters."""
    position = diagram(
        """
        ...c..
        .R..d.
        ...aa.
        ......
        """,
        "-",
        "a=2,d=2",
        hands="rr|bb",
    )
    assert events_of(position, "rc3rd3") == [
        "found b3 1",
        "conquer a 1 from 2",
        "connect c 1",
        "conquer d 1 from 2",
    ]
    after = position.play("rc3rd3")
    assert pagodas_left(position) == [24, 22]
    assert pagodas_left(after) == [20, 24]


def test_q17_every_placement_awards_all_villages() -> None:
    """Q17: a village that isn't awarded in a start position is awarded by the next placement anywhere."""
    position = diagram(
        """
        ......
        Rra...
        ......
        B.....
        """,
        "a3=2",
        hands="bb|bb",
    )
    assert events_of(position, "bb1bc1") == ["found a1 1", "connect a 2"]


def test_q18_losing_a_province_beside_does_not_lose_the_village() -> None:
    """Q18, Q19: player 2's province beside the village is absorbed, but the other players tie, so player 2 keeps it."""
    position = diagram(
        """
        ......r
        .rr.rrr
        yRa....
        y.b....
        Y.bbbB.
        """,
        "a1=3,b3=2,c1=3,e4=1",
        "a=2",
        hands="ry|bb|bb",
    )
    assert position.pagodas_beside("a") == (0, 1, 2)
    assert events_of(position, "rd4yd5") == ["absorb b3 1", "major b3 1"]
    after = position.play("rd4yd5")
    assert after.pagodas_beside("a") == (2, 0, 2)
    assert villages_of(after) == "a=2"


def test_q17_three_players_beside_one_village() -> None:
    """Q17: two pagodas against one award the village; one against one against one don't."""
    picture = """
        ..yY.
        ..y..
        Rrab.
        ...B.
    """
    lead = diagram(picture, "d1=1,a2=3,c3=1", hands="rb|rb|rb", player_to_move=2)
    assert lead.pagodas_beside("a") == (2, 0, 1)
    assert events_of(lead, "re3be4")[-1] == "connect a 1"
    spread = diagram(picture, "d1=1,a2=3,c3=2", hands="rb|rb|rb", player_to_move=2)
    assert spread.pagodas_beside("a") == (1, 1, 1)
    assert not [event for event in events_of(spread, "re3be4") if "connect" in event]
