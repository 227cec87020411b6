"""The forbidden joins (Q20-Q22)."""

import pytest

from qin_core.qin import IllegalMove
from tests.diagram import diagram, events_of, pagodas_left, refusal_of


def test_l12_two_and_two_of_different_players() -> None:
    """L12, Q20: no player has the most spaces, so the placement is illegal."""
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
    reason = position.why_not("rd3bd2")
    assert reason == "tied-merge"
    assert reason.squares == ("b3", "c3", "e3", "f3")
    assert reason.players == (1, 2)
    assert reason.counts == (2, 2)
    assert position.why_not("rd3rd4") == "tied-merge"
    assert position.why_not("rd2rd3") == "tied-merge"
    assert position.why_not("rd2bd3") is None


def test_q20_only_a_tie_for_the_most_matters() -> None:
    """Q20 (ruling): with 4, 2 and 2 spaces the owner is clear."""
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
    reason = tied.why_not("rc3bc2")
    assert reason == "tied-merge"
    assert (reason.players, reason.counts) == ((1, 2), (4, 4))


def test_q20_three_way_tie() -> None:
    """Q20: 2, 2 and 2 of three players."""
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
    reason = position.why_not("rc2bc1")
    assert reason == "tied-merge"
    assert (reason.players, reason.counts) == ((1, 2, 3), (2, 2, 2))


@pytest.mark.parametrize("owner", [1, 2])
def test_q21_two_majors_never_join(owner: int) -> None:
    """Q21: not even of one owner; the two majors are shown, a small third one isn't."""
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
    reason = position.why_not("rf2bf1")
    assert reason == "joins-majors"
    assert len(reason.squares) == 10
    assert reason.players == tuple(sorted({1, owner}))
    assert reason.counts == ((10,) if owner == 1 else (5, 5))
    with pytest.raises(IllegalMove, match="joins-majors"):
        position.play("rf1rf2")


def test_q21_a_third_small_province_does_not_help() -> None:
    """Q21: two majors and a small one are forbidden; only the majors are named."""
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
    reason = position.why_not("rf2bf1")
    assert reason == "joins-majors"
    assert reason.squares == tuple(f"{column}2" for column in "abcdeghijk")
    assert (reason.players, reason.counts) == ((1,), (10,))


def test_q22_a_major_is_not_taken_over() -> None:
    """Q22 (ruling): 5 to 3 + 3, and 5 to 3 + 2, where no player has strictly the most."""
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
    reason = taken.why_not("rc3bc2")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 6))
    assert len(reason.squares) == 11
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
    """Q22 (ruling): 5 + 2 to 3, or 5 to 2 + 2 of two players; no second major is announced."""
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


def test_q22_the_major_of_another_than_the_leader() -> None:
    """Q22: player 2 leads with two small provinces of 4 over a major of 5, so the tile can't lie there."""
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
    reason = position.why_not("re2be1")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 8))


def test_the_reasons_of_both_colours_in_order() -> None:
    """Q20-Q22: where both colours make a forbidden join, joins-majors comes before tied-merge, whichever is written."""
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
    """Q20, Q22: red would be a tie, yellow would take a major: the second is told."""
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
    reason = position.why_not("rc3yd3")
    assert reason == "takes-major"
    assert (reason.players, reason.counts) == ((1, 2), (5, 6))
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
    reason = tied.why_not("rc3yd3")
    assert reason == "tied-merge"
    assert reason.squares == ("a3", "b3", "c4", "c5")
