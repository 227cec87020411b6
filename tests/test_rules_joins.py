"""Absorbing provinces (Q19) and the forbidden joins (Q20-Q22)."""

import pytest
from drawn import drawn, events_of, left_of, owners_of, villages_of

from qin_core.qin import IllegalMove


def test_l10_the_larger_province_absorbs_and_takes_the_village() -> None:
    """L10, Q19, Q18: b's owner gets the major province and the village beside it."""
    position = drawn(
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
    assert left_of(position) == [23, 22]
    assert events_of(position, "re3be2") == ["absorb f2 1", "major f2 1", "conquer a 1 from 2"]
    after = position.play("re3be2")
    assert owners_of(after) == "f2=1"
    assert villages_of(after) == "a=1"
    assert left_of(after) == [21, 24]


def test_l11_a_major_and_a_province_of_one_player_absorb() -> None:
    """L11, Q19: b (5) and c (2) of one player absorb a (2): 7 spaces to 2; c's pagoda goes back as well."""
    position = drawn(
        """
        ...r...
        ...r...
        Rrr.rr.
        rr.....
        """,
        "a1=1,e2=2,d3=1",
        hands="bb|rb",
        mover=2,
    )
    assert left_of(position) == [21, 23]
    assert events_of(position, "rd2bd1") == ["absorb a1 1"]
    after = position.play("rd2bd1")
    assert owners_of(after) == "a1=1"
    assert after.provinces()[0].pagodas == 2
    assert left_of(after) == [22, 24]


def test_l12_two_and_two_of_different_players() -> None:
    """L12, Q20: nobody has the most, so the tile can't lie there."""
    position = drawn(
        """
        .......
        .Rr.rr.
        .......
        .......
        """,
        "b3=1,e3=2",
        hands="rb,rr|bb",
    )
    reason = position.why_not("rd3bd2")
    assert reason == "tied-merge"
    assert reason.squares == ("b3", "c3", "e3", "f3")
    assert reason.players == (1, 2)
    assert reason.counts == (2, 2)
    assert position.why_not("rd3rd4") == "tied-merge"
    assert position.why_not("rd2rd3") == "tied-merge"
    assert position.why_not("rd2bd3") is None


def test_q19_two_of_ones_own() -> None:
    """Q19: joining your own provinces is allowed; 2 + 2 + 1 is a major, two pagodas as before."""
    position = drawn(
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
    assert left_of(position) == left_of(position.play("rd3bd2")) == [22, 24]


def test_q19_an_opponent_may_join_them() -> None:
    """Q19: who places the tile doesn't matter."""
    position = drawn(
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
    assert left_of(position.play("rd3bd2")) == [24, 22]


def test_q19_the_tiles_own_and_single_spaces_do_not_count() -> None:
    """Q19, Q20: with the tile's two spaces and a single one it would be 3 to 2; before the join it is a tie."""
    position = drawn(
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
    assert position.why_not("rd3re3").counts == (2, 2)
    clear = drawn(
        """
        .......
        .Rr..rr
        ...r..r
        .......
        """,
        "g2=2,b3=1",
        hands="rr|bb",
    )
    assert events_of(clear, "rd3re3") == ["absorb d2 2", "major d2 2"]
    assert len(clear.play("rd3re3").provinces()[0].squares) == 8


def test_q19_a_players_joined_provinces_are_added_up() -> None:
    """Q19: 2 + 2 of one player are more than 3 of another."""
    position = drawn(
        """
        ...r...
        ...r...
        .Rr.rrr
        .......
        """,
        "b2=1,e2=2,d3=1",
        hands="rb|rb",
        mover=2,
    )
    assert events_of(position, "rd2bd1") == ["absorb b2 1", "major b2 1"]
    assert left_of(position) == [22, 23]
    assert left_of(position.play("rd2bd1")) == [22, 24]


def test_q19_four_provinces_at_once() -> None:
    """Q19: any number, here four around a double tile: 2 + 2 of player 1, 2 of each other player."""
    position = drawn(
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
    assert left_of(position) == [17, 18, 18]
    assert left_of(position.play("rd2re2")) == [17, 19, 19]


def test_q20_only_a_tie_for_the_most_matters() -> None:
    """Q20 (ruling): with 4, 2 and 2 spaces the owner is clear."""
    picture = """
        ..r...
        ..r...
        Rr.rr.
        r.....
        r.....
    """
    clear = drawn(picture, "a1=1,d3=2,c4=3", hands="rr|rb|rr", mover=2)
    assert events_of(clear, "rc3bc2") == ["absorb a1 1", "major a1 1"]
    assert left_of(clear.play("rc3bc2")) == [17, 19, 19]
    tied = drawn(picture, "a1=1,d3=2,c4=2", hands="rr|rb|rr", mover=2)
    reason = tied.why_not("rc3bc2")
    assert reason == "tied-merge"
    assert (reason.players, reason.counts) == ((1, 2), (4, 4))


def test_q20_three_way_tie() -> None:
    """Q20: 2, 2 and 2 of three players."""
    position = drawn(
        """
        ..r...
        ..r...
        Rr.rr.
        ......
        """,
        "a2=1,d2=2,c3=3",
        hands="rb|rb|rb",
    )
    reason = position.why_not("rc2bc1")
    assert reason == "tied-merge"
    assert (reason.players, reason.counts) == ((1, 2, 3), (2, 2, 2))


@pytest.mark.parametrize("owner", [1, 2])
def test_q21_two_majors_never_join(owner: int) -> None:
    """Q21: not even of one owner; the two majors are shown, a small third one isn't."""
    position = drawn(
        """
        ...........
        .....r.....
        Rrrrr.rrrrr
        ...........
        """,
        f"a2=1,g2={owner}",
        hands="rb,rr|bb",
    )
    reason = position.why_not("rf2bf1")
    assert reason == "joins-majors"
    assert len(reason.squares) == 10
    assert reason.players == tuple(sorted({1, owner}))
    assert reason.counts == ((10,) if owner == 1 else (5, 5))
    with pytest.raises(IllegalMove, match="joins-majors"):
        position.play("rf1rf2")


def test_q21_a_third_small_province_does_not_help() -> None:
    """Q21: two majors and a small one are forbidden; only the majors are named."""
    position = drawn(
        """
        .....r.....
        .....r.....
        Rrrrr.rrrrr
        ...........
        """,
        "a2=1,g2=1,f3=2",
        hands="rb|bb",
    )
    reason = position.why_not("rf2bf1")
    assert reason == "joins-majors"
    assert reason.squares == tuple(f"{column}2" for column in "abcdeghijk")
    assert (reason.players, reason.counts) == ((1,), (10,))


def test_q22_a_major_is_not_taken_over() -> None:
    """Q22 (ruling): 5 to 3 + 3, and 5 to 3 + 2, where nobody has strictly the most."""
    taken = drawn(
        """
        ..r...
        ..r...
        r.r...
        rr.rrr
        R.....
        r.....
        """,
        "a1=1,c4=2,d3=2",
        hands="rb|rb",
    )
    reason = taken.why_not("rc3bc2")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 6))
    assert len(reason.squares) == 11
    level = drawn(
        """
        ..r...
        r.r...
        rr.rrr
        R.....
        r.....
        """,
        "a1=1,c4=2,d3=2",
        hands="rb|rb",
    )
    assert level.why_not("rc3bc2") == "takes-major"
    assert level.why_not("rc3bc2").counts == (5, 5)


def test_q22_a_major_may_absorb_when_its_owner_leads() -> None:
    """Q22 (ruling): 5 + 2 to 3, or 5 to 2 + 2 of two players; no second major is announced."""
    picture = """
        ..r...
        r.r...
        rr.rrr
        R.....
        r.....
    """
    leads = drawn(picture, "a1=1,d3=2,c4=1", hands="rb|rb", mover=2)
    assert events_of(leads, "rc3bc2") == ["absorb a1 1"]
    assert left_of(leads) == [21, 23]
    assert left_of(leads.play("rc3bc2")) == [22, 24]
    three = drawn(picture, "a1=1,d3=2,c4=3", hands="rb|rb|rb", mover=2)
    assert events_of(three, "rc3bc2") == ["absorb a1 1"]


def test_q22_the_major_of_another_than_the_leader() -> None:
    """Q22: player 2 leads with two small provinces of 4 over a major of 5, so the tile can't lie there."""
    position = drawn(
        """
        ....r....
        ....r....
        ....r....
        ....r....
        rrrr.rrrR
        ........r
        """,
        "i1=1,a2=2,e3=2",
        hands="bb|bb|rb",
        mover=3,
    )
    reason = position.why_not("re2be1")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 8))


def test_the_reasons_of_both_colours_in_order() -> None:
    """Q20-Q22: where both colours make a forbidden join, joins-majors comes before tied-merge, whichever is written."""
    position = drawn(
        """
        ..ryyyy
        ..ry...
        Rr..Yy.
        .....y.
        ....yy.
        """,
        "a3=1,c4=2,d4=1,e1=1",
        hands="ry|ry",
    )
    assert position.why_not("rc3yd3") == "joins-majors"
    assert position.why_not("rc3yd3").counts == (10,)


def test_takes_major_comes_before_tied_merge() -> None:
    """Q20, Q22: red would be a tie, yellow would take a major: the second is told."""
    position = drawn(
        """
        ..ryy..
        ..ry...
        Rr..Yyy
        ...y..y
        ..yy..y
        """,
        "a3=1,c4=2,d4=2,c1=2,g1=1",
        hands="ry|ry",
    )
    reason = position.why_not("rc3yd3")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 6))
    tied = drawn(
        """
        ..ryy..
        ..ry...
        Rr..Yyy
        .......
        ......y
        """,
        "a3=1,c4=2,d4=2,e3=1",
        hands="ry|ry",
    )
    reason = tied.why_not("rc3yd3")
    assert reason == "tied-merge"
    assert reason.squares == ("a3", "b3", "c4", "c5")
