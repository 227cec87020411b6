"""Forced wins in seven plies, which the search in Python finds within its effort."""

import pytest

from qin_core.khan_tsin.puzzles import Solver
from qin_core.lab.khan_tsin import forced

STORED = forced.stored()


def test_fifty_positions_are_stored_and_some_moves_miss_the_win() -> None:
    assert len({stored_win.position for stored_win in STORED}) == 50
    for stored_win in STORED:
        moves = set(map(str, stored_win.position.moves()))
        assert stored_win.winning
        assert stored_win.winning < moves


def test_no_stored_position_has_a_quicker_win() -> None:
    """An exhaustive search finds no win in three plies."""
    assert not any(Solver().can_win(stored_win.position, 2) for stored_win in STORED[:5])


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_top_level_finds_a_win_in_seven_plies(number: int) -> None:
    result = forced.solve(STORED[number])
    assert result.wins
    assert result.certain


def test_the_command_counts_what_a_level_misses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solvable, unsolvable = STORED[3], STORED[3]._replace(winning=frozenset({"none"}))
    monkeypatch.setattr(forced, "stored", lambda: (solvable, unsolvable))
    assert forced.main([]) == 1
    assert "level 6: 1 of 2 solved" in capsys.readouterr().out
