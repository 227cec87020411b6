"""True chances: set right by the race, without changing any choice."""

import random
import shutil

import pytest

from qin_core.levels import Thought
from qin_core.qin import Move, Position
from qin_core.qin.players import choose, rank, weigh
from qin_core.qin.players.levels import LEVELS
from qin_core.qin.players.race import Race, races, racing, true_chance
from qin_core.qin.players.search import search
from qin_core.qin.players.valuation import softmax, valuation, win_chances

MASTER = LEVELS[6]


def weighed(view: Position, move: Move) -> float:
    """Weigh a placement to the end."""
    weighing = weigh(view, move, len(MASTER.widths))
    while True:
        try:
            next(weighing)
        except StopIteration as end:
            return float(end.value[0])


def test_without_numbers_scores_are_plain_chances() -> None:
    nothing = Race(1.0, 0.0, ((0.0, 0.0, 0.0),) * 3)
    assert racing((0.3, -1.0, 0.7), (5, 9, 2), nothing) == pytest.approx(softmax([0.3, -1.0, 0.7]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_greater_chance_stays_the_greater_one_and_what_is_certain_is_certain(players: int) -> None:
    race = races(players).searched
    for own in (1, 2, 5, 14):
        for rival in (1, 2, 5, 14):
            chances = [true_chance(hundredth / 100, own, rival, race) for hundredth in range(101)]
            assert chances == sorted(set(chances))
            assert (chances[0], chances[-1]) == (0.0, 1.0)


def test_in_the_finish_the_one_with_less_left_is_better_off_than_the_search_says() -> None:
    race = races(2).searched
    assert true_chance(0.56, 2, 2, race) > 0.6
    assert true_chance(0.5, 1, 4, race) > true_chance(0.5, 4, 4, race) > 0.5 > true_chance(0.5, 4, 1, race)
    assert true_chance(0.5, 20, 20, race) == pytest.approx(0.5, abs=0.04)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_whoever_is_about_to_win_has_the_best_chance_on_every_seat(seat: int) -> None:
    position = Position.deal("bird", 3, seed=3)
    while position.left(seat) > 2:
        position = position.play(choose(position.view(position.mover), 6 if position.mover == seat else 1, seat))
    for _ in range(2):
        chances = win_chances(position)
        assert sum(chances) == pytest.approx(1)
        assert chances[seat - 1] == max(chances) > 0.8
        position = position.play(choose(position.view(position.mover), 1, seat))


def test_levels_that_look_ahead_choose_as_their_search_does() -> None:
    position = Position.deal("lion", 2, seed=9)
    rng = random.Random(9)
    for turn in range(30):
        view = position.view(position.mover)
        ranking = valuation(view).all()
        *_, thought = search(view, MASTER.widths, ranking, Thought(0.0, ()))
        stated = rank(view, MASTER)
        assert [move for move, _ in stated] == [move for move, _ in thought.ranked[:3]], turn
        assert weighed(view, stated[0][0]) == pytest.approx(stated[0][1])
        position = position.play(rng.choice(ranking[:3])[1])
        if position.winners() is not None:
            break


def test_numbers_are_found_again_in_what_they_made() -> None:
    pytest.importorskip("numpy")
    from qin_core.lab.qin.race import Said, fit

    rng = random.Random(4)
    true = Race(1.3, -0.4, ((4.0, -1.0, 0.2), (3.0, 0.5, -0.2)))
    said = []
    for _ in range(20_000):
        left = rng.randint(1, 12), rng.randint(1, 12)
        totals = rng.gauss(0, 1), rng.gauss(0, 1)
        won = float(rng.random() < racing(totals, left, true)[0])
        said.append(Said(totals, left, (won, 1 - won)))
    found = fit(said)
    for own in (1, 3, 8):
        for rival in (1, 3, 8):
            for chance in (0.2, 0.5, 0.8):
                expected = true_chance(chance, own, rival, true)
                assert true_chance(chance, own, rival, found) == pytest.approx(expected, abs=0.04)


def test_games_say_what_is_left_to_whom_and_who_won() -> None:
    pytest.importorskip("numpy")
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    from qin_core.lab.qin.race import games_of

    for level, players, parties in ((LEVELS[5], 3, 3), (MASTER, 3, 2)):
        said = list(games_of(level, players, 1, 3))
        assert len(said) > 30
        assert all(len(one.totals) == len(one.left) == len(one.won) == parties for one in said)
        assert all(sum(one.won) == pytest.approx(1) and min(one.left) >= 1 for one in said)
