"""Forbidden joins (Q20-Q22)."""

import pytest

from qin_core.qin import IllegalMove
from tests.diagram import diagram, events_of, pagodas_left, refusal_of


def test_l12_joining_two_and_two_of_different_players_is_forbidden() -> None:
    """L12, Q20: no player has more spaces than the other."""
    position = diagram(
        """
        .......
        .Rr.rr.
        .......
        .......
        """,
        "b3=1,e3=2",
        hands="rb,rr|bb",
    )
    refusal = position.why_not("rd3bd2")
    assert refusal == "tied-merge"
    assert refusal.squares == ("b3", "c3", "e3", "f3")
    assert refusal.players == (1, 2)
    assert refusal.counts == (2, 2)
    assert position.why_not("rd3rd4") == "tied-merge"
    assert position.why_not("rd2rd3") == "tied-merge"
    assert position.why_not("rd2bd3") is None


def test_q20_only_a_tie_for_the_most_matters() -> None:
    """Q20 (ruling): with 4, 2 and 2 spaces, the player with 4 becomes the owner."""
    picture = """
        ..r...
        ..r...
        Rr.rr.
        r.....
        r.....
    """
    clear = diagram(picture, "a1=1,d3=2,c4=3", hands="rr|rb|rr", player_to_move=2)
    assert events_of(clear, "rc3bc2") == ["absorb a1 1", "major a1 1"]
    assert pagodas_left(clear.play("rc3bc2")) == [17, 19, 19]
    tied = diagram(picture, "a1=1,d3=2,c4=2", hands="rr|rb|rr", player_to_move=2)
    refusal = tied.why_not("rc3bc2")
    assert refusal == "tied-merge"
    assert (refusal.players, refusal.counts) == ((1, 2), (4, 4))


def test_q20_three_way_tie() -> None:
    """Q20: three players have 2 spaces each."""
    position = diagram(
        """
        ..r...
        ..r...
        Rr.rr.
        ......
        """,
        "a2=1,d2=2,c3=3",
        hands="rb|rb|rb",
    )
    refusal = position.why_not("rc2bc1")
    assert refusal == "tied-merge"
    assert (refusal.players, refusal.counts) == ((1, 2, 3), (2, 2, 2))


@pytest.mark.parametrize("owner", [1, 2])
def test_q21_two_majors_never_join(owner: int) -> None:
    """Q21: even majors of one owner can't join; the refusal names both majors, but no small province."""
    position = diagram(
        """
        ...........
        .....r.....
        Rrrrr.rrrrr
        ...........
        """,
        f"a2=1,g2={owner}",
        hands="rb,rr|bb",
    )
    refusal = position.why_not("rf2bf1")
    assert refusal == "joins-majors"
    assert len(refusal.squares) == 10
    assert refusal.players == tuple(sorted({1, owner}))
    assert refusal.counts == ((10,) if owner == 1 else (5, 5))
    with pytest.raises(IllegalMove, match="joins-majors"):
        position.play("rf1rf2")


def test_q21_a_third_small_province_does_not_help() -> None:
    """Q21: joining two majors and a small province is forbidden; the refusal names only the majors."""
    position = diagram(
        """
        .....r.....
        .....r.....
        Rrrrr.rrrrr
        ...........
        """,
        "a2=1,g2=1,f3=2",
        hands="rb|bb",
    )
    refusal = position.why_not("rf2bf1")
    assert refusal == "joins-majors"
    assert refusal.squares == tuple(f"{column}2" for column in "abcdeghijk")
    assert (refusal.players, refusal.counts) == ((1,), (10,))


def test_q22_a_major_is_not_taken_over() -> None:
    """Q22 (ruling): 5 spaces against 3 + 3, and against 3 + 2, which is a tie."""
    taken = diagram(
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
    refusal = taken.why_not("rc3bc2")
    assert refusal == "takes-major"
    assert (refusal.players, refusal.counts) == ((1, 2), (5, 6))
    assert len(refusal.squares) == 11
    level = diagram(
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
    assert refusal_of(level, "rc3bc2").counts == (5, 5)


def test_q22_a_major_may_absorb_when_its_owner_leads() -> None:
    """Q22 (ruling): 5 + 2 against 3, and 5 against 2 and 2 of two players, without a second major event."""
    picture = """
        ..r...
        r.r...
        rr.rrr
        R.....
        r.....
    """
    leads = diagram(picture, "a1=1,d3=2,c4=1", hands="rb|rb", player_to_move=2)
    assert events_of(leads, "rc3bc2") == ["absorb a1 1"]
    assert pagodas_left(leads) == [21, 23]
    assert pagodas_left(leads.play("rc3bc2")) == [22, 24]
    three = diagram(picture, "a1=1,d3=2,c4=3", hands="rb|rb|rb", player_to_move=2)
    assert events_of(three, "rc3bc2") == ["absorb a1 1"]


def test_q22_two_small_provinces_do_not_take_over_a_major() -> None:
    """Q22: player 2 has 4 + 4 spaces against a major of 5, so the placement is forbidden."""
    position = diagram(
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
        player_to_move=3,
    )
    refusal = position.why_not("re2be1")
    assert refusal == "takes-major"
    assert (refusal.players, refusal.counts) == ((1, 2), (5, 8))


def test_joins_majors_comes_before_tied_merge() -> None:
    """Q20-Q22: if both colours make a forbidden join, the refusal is joins-majors in either order of the halves."""
    position = diagram(
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
    assert refusal_of(position, "rc3yd3").counts == (10,)


def test_takes_major_comes_before_tied_merge() -> None:
    """Q20, Q22: red would be a tie, yellow would take a major; the refusal is takes-major."""
    position = diagram(
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
    refusal = position.why_not("rc3yd3")
    assert refusal == "takes-major"
    assert (refusal.players, refusal.counts) == ((1, 2), (5, 6))
    tied = diagram(
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
    refusal = tied.why_not("rc3yd3")
    assert refusal == "tied-merge"
    assert refusal.squares == ("a3", "b3", "c4", "c5")
