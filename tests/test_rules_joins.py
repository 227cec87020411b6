"""Joining provinces (Q19): a tile joins provinces of its colour, and the owner of the most spaces absorbs the others.

L10 is example 10 of docs/rules-qin.md. In the diagrams (tests/diagram.py), letters are coloured spaces, capitals start
spaces, and row 1 is at the bottom. `c3=2`: player 2 owns the province at c3; `a=2`: player 2 holds the village `a`.
"""

from tests.diagram import diagram, events_of, owners_of, pagodas_left, refusal_of, villages_of


def test_l10_the_larger_province_absorbs_and_takes_the_village() -> None:
    """L10, Q19, Q18: the owner of the larger province gets the major province and the village beside it."""
    position = diagram(
        """
        .......
        .arr.rr
        .....Rr
        .......
        """,
        "c3=2,f2=1",
        "a=2",
        hands="rb|bb",
    )
    # Of 24 pagodas each, one is on every province and village, two on a major province.
    assert pagodas_left(position) == [23, 22]
    assert events_of(position, "re3be2") == ["absorb f2 1", "major f2 1", "conquer a 1 from 2"]
    after = position.play("re3be2")
    assert owners_of(after) == "f2=1"
    assert villages_of(after) == "a=1"
    assert pagodas_left(after) == [21, 24]


def test_l11_a_major_and_a_small_province_absorb_another() -> None:
    """L11, Q19: provinces of 5 and 2 absorb one of 2; the smaller one's pagoda is also returned."""
    position = diagram(
        """
        ...r...
        ...r...
        Rrr.rr.
        rr.....
        """,
        "a1=1,e2=2,d3=1",
        hands="bb|rb",
        player_to_move=2,
    )
    assert pagodas_left(position) == [21, 23]
    assert events_of(position, "rd2bd1") == ["absorb a1 1"]
    after = position.play("rd2bd1")
    assert owners_of(after) == "a1=1"
    assert after.provinces()[0].pagodas == 2
    assert pagodas_left(after) == [22, 24]


def test_q19_joining_two_of_your_own_provinces() -> None:
    """Q19: joining your own provinces is allowed; 2 + 2 + 1 spaces are a major with two pagodas."""
    position = diagram(
        """
        .......
        .Rr.rr.
        .......
        .......
        """,
        "b3=1,e3=1",
        hands="rb|bb",
    )
    assert events_of(position, "rd3bd2") == ["absorb b3 1", "major b3 1"]
    assert pagodas_left(position) == pagodas_left(position.play("rd3bd2")) == [22, 24]


def test_q19_an_opponent_may_join_provinces() -> None:
    """Q19: it doesn't matter who places the tile."""
    position = diagram(
        """
        .......
        .Rr.rrr
        .......
        .......
        """,
        "b3=1,e3=2",
        hands="rb|bb",
    )
    assert events_of(position, "rd3bd2") == ["absorb b3 2", "major b3 2"]
    assert pagodas_left(position.play("rd3bd2")) == [24, 22]


def test_q19_the_tile_and_single_spaces_do_not_count() -> None:
    """Q19, Q20: only spaces in provinces count, and those are tied."""
    position = diagram(
        """
        .......
        .Rr..rr
        ...r...
        .......
        """,
        "b3=1,f3=2",
        hands="rr|bb",
    )
    assert position.why_not("rd3re3") == "tied-merge"
    assert refusal_of(position, "rd3re3").counts == (2, 2)
    untied = diagram(
        """
        .......
        .Rr..rr
        ...r..r
        .......
        """,
        "g2=2,b3=1",
        hands="rr|bb",
    )
    assert events_of(untied, "rd3re3") == ["absorb d2 2", "major d2 2"]
    assert len(untied.play("rd3re3").provinces()[0].squares) == 8


def test_q19_a_players_joined_provinces_are_added_up() -> None:
    """Q19: one player's 2 + 2 spaces are more than another player's 3."""
    position = diagram(
        """
        ...r...
        ...r...
        .Rr.rrr
        .......
        """,
        "b2=1,e2=2,d3=1",
        hands="rb|rb",
        player_to_move=2,
    )
    assert events_of(position, "rd2bd1") == ["absorb b2 1", "major b2 1"]
    assert pagodas_left(position) == [22, 23]
    assert pagodas_left(position.play("rd2bd1")) == [22, 24]


def test_q19_four_provinces_at_once() -> None:
    """Q19: a double tile joins four provinces: 2 + 2 spaces of player 1, and 2 of each opponent."""
    position = diagram(
        """
        ...r...
        ...r...
        .Rr..rr
        ...rr..
        """,
        "b2=1,d1=2,d3=1,f2=3",
        hands="rr|bb|yy",
    )
    assert events_of(position, "rd2re2") == ["absorb d1 1", "major d1 1"]
    assert pagodas_left(position) == [17, 18, 18]
    assert pagodas_left(position.play("rd2re2")) == [17, 19, 19]
