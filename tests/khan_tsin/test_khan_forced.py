"""Forced wins in seven plies: the search in Python finds them within its effort."""

import pytest

from qin_core.khan_tsin.puzzles import Solver
from qin_core.lab.khan_tsin import forced

STORED = forced.stored()


def test_fifty_positions_are_stored_and_some_moves_miss_the_win() -> None:
    assert len({each.position for each in STORED}) == 50
    for each in STORED:
        moves = set(map(str, each.position.moves()))
        assert each.winning
        assert each.winning < moves


def test_no_stored_win_is_quicker_than_it_says() -> None:
    """Brute force in Python: nothing wins in three plies."""
    assert not any(Solver().can_win(each.position, 2) for each in STORED[:5])


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_top_level_finds_a_win_in_seven_plies(number: int) -> None:
    solved = forced.solve(STORED[number])
    assert solved.wins
    assert solved.certain


def test_the_command_counts_what_a_level_misses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right, wrong = STORED[3], STORED[3]._replace(winning=frozenset({"none"}))
    monkeypatch.setattr(forced, "stored", lambda: (right, wrong))
    assert forced.main([]) == 1
    assert "level 6: 1 of 2 solved" in capsys.readouterr().out
