"""Series of several games (Q25)."""

import pytest

from qin_core.qin import Position, PositionError, Series
from tests.diagram import diagram

FULL = """
    ~~~a
    ~~~c
    yY~d
    Rrr~
"""


def finished_game(owners: str, villages: str = "-", hands: str = "-|-") -> Position:
    """Return a position in which no tile is left."""
    return diagram(FULL, owners, villages, hands=hands)


def test_q25_the_lowest_total_of_unused_pagodas_wins() -> None:
    """Q25: unused pagodas are added up over the games."""
    series = Series().add(finished_game("a1=1,a2=1")).add(finished_game("a1=2,a2=2"))
    assert series.unused == ((22, 24), (24, 22))
    assert series.totals() == (46, 46)
    assert series.winners() == (1, 2)
    longer = series.add(finished_game("a1=2,a2=1", "a=1,c=2,d=2"))
    assert longer.unused[-1] == (22, 21)
    assert longer.totals() == (68, 67)
    assert longer.winners() == (2,)
    assert series.totals() == (46, 46)


def test_q25_a_tie_is_shared() -> None:
    """Q25: two of three players have the lowest total."""
    series = Series().add(finished_game("a1=3,a2=1", hands="-|-|-"))
    assert series.totals() == (18, 19, 18)
    assert series.winners() == (1, 3)


def test_q25_winning_a_game_does_not_decide_the_series() -> None:
    """Q25: only unused pagodas count."""
    series = Series(((0, 3), (20, 2)))
    assert series.winners() == (2,)


def test_q25_only_finished_games_can_be_added() -> None:
    """Q25: a game that isn't over is refused."""
    with pytest.raises(PositionError) as refused:
        Series().add(Position.deal(seed=1))
    assert refused.value.problems == (("series", "unfinished", ""),)


def test_q25_all_games_have_the_same_number_of_players() -> None:
    """Q25: a three-player game can't be added to a two-player series."""
    series = Series().add(finished_game("a1=1,a2=1"))
    with pytest.raises(PositionError) as refused:
        series.add(finished_game("a1=1,a2=1", hands="-|-|-"))
    assert refused.value.problems == (("series", "other-players", "3"),)


def test_q25_unused_pagodas_are_never_negative() -> None:
    """Q23, Q25: a player who would have placed more pagodas than they own has 0 unused."""
    board = "map:abcdefghijklm/nopqrstuvwxyz/~~~~~~~~~~~~~/R............"
    villages = ",".join(f"{letter}=1" for letter in "abcdefghijklmnop")
    won = Position.parse(f"{board} 13/13/13/r12 - {villages} 2 -|-|-|- -")
    assert won.pagodas_placed(1) == 16
    assert Series().add(won).totals() == (0, 15, 15, 15)


def test_an_empty_series_has_no_winners() -> None:
    """Q25: without games there are no totals and no winners."""
    assert Series().totals() == ()
    assert Series().winners() == ()
