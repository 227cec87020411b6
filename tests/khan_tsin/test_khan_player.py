"""The computer players: the search compared with plain minimax, overlooked wins, reproducibility."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from qin_core.khan_tsin import PASS, Move, Position
from qin_core.khan_tsin.move import move_tables
from qin_core.khan_tsin.players import (
    LEVELS,
    analyse,
    choose,
    compare_move,
    evaluate_move,
    prepare,
    rank,
    run_to_end,
    set_up,
    win_chances,
)
from qin_core.khan_tsin.players.flights import WIN, Flight, Flights
from qin_core.khan_tsin.players.greedy import can_win
from qin_core.khan_tsin.players.layout import layout_value
from qin_core.khan_tsin.players.search import Search
from qin_core.khan_tsin.setup import EMPTY, next_baron
from qin_core.lab.khan_tsin.arena import play_game
from qin_core.lab.matches import Match, run
from tests.khan_tsin.khan_lines import dragon

VARIANTS = ["-", "r", "t", "rt"]


def late_position(variants: str, seed: int, max_moves: int = 40) -> Position:
    """Play random moves, avoiding immediate wins of the opponent if possible, until at most `max_moves` are legal."""
    rng = random.Random(seed)
    position = Position.deal(variants, seed=seed)
    max_moves *= 3 if "r" in variants else 1
    while len(position.moves()) > max_moves:
        sample = rng.sample(list(position.moves()), min(len(position.moves()), 12))
        quiet = [move for move in sample if not can_win(position.play(move)) and not position.play(move).winners()]
        position = position.play((quiet or sample)[0])
    return position


def best_value(position: Position, plies: int) -> int | None:
    """Search exhaustively; return 1 for a win within `plies`, -1 for a loss, 0 for a draw, else None."""
    winners = position.winners()
    if winners:
        return 0 if len(winners) == 2 else 1 if position.player_to_move in winners else -1
    if can_win(position):
        return 1 if plies else None
    if plies < 2:
        return None
    values = [best_value(after, plies - 1) for after in {position.play(move) for move in position.moves()}]
    if -1 in values:
        return 1
    return -1 if all(value == 1 for value in values) else None


@pytest.mark.parametrize("variants", VARIANTS)
def test_search_finds_forced_wins_and_losses(variants: str) -> None:
    """A search of two plies finds all wins in three plies and losses in two that an exhaustive search finds."""
    truths = set()
    for seed in range(12):
        position = late_position(variants, seed, 24)
        if position.winners() or position.moves()[0] == PASS:
            continue
        *_, info = Search(position).deepen(2)
        score = info.ranked[0][1]
        truth = best_value(position, 2)
        truths.add(truth)
        if truth == 1:
            assert score >= WIN - 2
        elif truth == -1:
            assert score < -WIN // 2
        else:
            assert score > -WIN // 2
        if score > WIN // 2:
            assert best_value(position, 3) == 1
    assert len(truths) > 1


def test_search_does_not_change_the_position() -> None:
    position = late_position("rt", 3, 80)
    search = Search(position, effort=3000)
    *_, info = search.deepen()
    assert tuple(search._flights.stacks) == position.stacks
    assert info.nodes <= 3000 + 400
    assert all(move in position.moves() for move, _ in info.ranked)


@pytest.mark.parametrize("variants", VARIANTS)
@pytest.mark.parametrize("level", [2, 3, 4, 5, 6])
def test_no_win_is_overlooked_or_given_away(variants: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels above the first take an immediate win, and prevent the opponent's if they can."""
    full_level = LEVELS[level - 1]
    quick_level = replace(full_level, effort=min(full_level.effort, 600))
    monkeypatch.setattr("qin_core.khan_tsin.players.levels.LEVELS", (quick_level,) * len(LEVELS))
    wins = dangers = 0
    for seed in range(10):
        position = late_position(variants, seed, 50)
        for _ in range(6):
            moves = list(position.moves())
            if not moves or moves[0] == PASS:
                break
            move = choose(position, level, seed)
            after = position.play(move)
            risky = [can_win(position.play(reply)) for reply in moves]
            if can_win(position):
                wins += 1
                assert after.winners() == (position.player_to_move,)
            elif any(risky) and not all(risky):
                dangers += 1
                assert not can_win(after)
            position = position.play(random.Random(seed).choice(moves))
    assert wins
    assert dangers


def test_levels_are_reproducible() -> None:
    position = late_position("-", 5, 60)
    for level in (1, 2, 3, 4):
        assert choose(position, level, seed=4) == choose(position, level, seed=4)
    assert len({choose(Position.deal(seed=3), 1, seed) for seed in range(12)}) > 2


def test_a_search_can_be_stopped() -> None:
    """The first result is immediate, all results have legal moves, and the progress never decreases."""
    position = Position.deal("r", seed=8)
    infos = list(islice(analyse(position, 6), 3))
    assert all(move in position.moves() for info in infos for move, _ in info.ranked)
    short = late_position("-", 2, 40)
    progress = [info.progress for info in analyse(short, 4)]
    assert progress[-1] == 1.0
    assert progress == sorted(progress)


def test_a_forced_pass_and_the_end() -> None:
    stuck = dragon("1=rrbbwr 2=rwrwbwr 3=wrwbrbr 4=rwbbrwr 30=bbb")
    assert choose(stuck, 6) == PASS
    over = dragon("9=r")
    assert list(analyse(over, 6)) == []
    assert rank(over) == ()
    with pytest.raises(ValueError, match="over"):
        choose(over, 1)


def test_a_win_in_two_is_found() -> None:
    """South makes a threat that North can't avert."""
    for seed in range(40):
        position = late_position("-", seed, 45)
        if position.winners() or can_win(position) or position.moves()[0] == PASS:
            continue
        if best_value(position, 3) == 1:
            ((move, chance), *_) = rank(position, 6)
            assert chance == 1.0
            assert isinstance(move, Move)
            assert best_value(position.play(move), 2) == -1
            return
    pytest.fail("no sample has a win in two")


@pytest.mark.parametrize("variants", VARIANTS)
def test_children_are_all_moves_with_their_evaluations(variants: str) -> None:
    """Evaluating all moves at once gives the same values as playing them one by one."""
    for seed in range(3):
        position = late_position(variants, seed, 60)
        while (moves := position.moves()) and moves[0] != PASS:
            flights = Flights(position)
            root = flights.root
            children = list(flights.children(root, 0, all_orientations=True))
            positions_after = [position.play(flights.move(flight)) for _, flight in children]
            assert set(positions_after) == {position.play(move) for move in moves}
            assert len(set(positions_after)) == len(positions_after)
            for (static_eval, flight), after in zip(children, positions_after, strict=True):
                assert after.winners() or static_eval == flights.static_eval_after(root, 0, flight)
            distinct_evals = {static_eval for static_eval, _ in flights.children(root, 0, all_orientations=False)}
            assert distinct_evals == {static_eval for static_eval, _ in children}
            position = position.play(random.Random(seed).choice(moves))


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_search_yields_often(variants: str) -> None:
    """A page that searches in time slices never waits for more than a few thousand positions."""
    search = Search(late_position(variants, 1, 90), effort=20_000)
    previous = longest_gap = 0
    for _ in search.deepen():
        longest_gap, previous = max(longest_gap, search.nodes - previous), search.nodes
    assert previous > 5000
    assert longest_gap < 2500


def test_adept_beats_greedy() -> None:
    """Play a few games; the arena plays many."""
    (result,) = run([Match("4", "greedy", "-", 2, 12)], play_game, 1, 1)
    assert result.share > 0.75


def test_win_chances_equal_the_evaluation() -> None:
    position = Position.deal(seed=3)
    south, north = win_chances(position)
    assert south == pytest.approx(rank(position, 4, most=1)[0][1])
    assert south + north == pytest.approx(1)
    after = position.play(position.moves()[0])
    assert win_chances(after)[1] == pytest.approx(rank(after, 4, most=1)[0][1])
    assert win_chances(dragon("36=rrrbbbwww", "n")) == (1.0, 0.0)
    assert win_chances(dragon("1=r")) == (0.5, 0.5)


def test_prepare_fills_the_move_tables() -> None:
    move_tables.cache_clear()
    position = Position.deal("rt", seed=5)
    cache_sizes = [move_tables.cache_info().currsize for _ in prepare(position)]
    assert cache_sizes == [1, 2, 3, 4]
    position.moves()
    assert move_tables.cache_info().currsize == 4


def test_k3_layouts_follow_the_level() -> None:
    """Higher levels make their own end more mixed and the opponent's more uniform."""
    values = []
    for level in (1, 3, 6):
        reds = [set_up(EMPTY, level, seed) for seed in range(8)]
        assert all(next_baron(red) == ("b", 2, 12) for red in reds)
        layouts = [set_up(red, level, seed) for seed, red in enumerate(set_up(EMPTY, 1, seed) for seed in range(8))]
        assert all(next_baron(layout) is None for layout in layouts)
        values.append((sum(map(layout_value, reds)), -sum(map(layout_value, layouts))))
    assert values == sorted(values)
    assert [north for _, north in values] == sorted(north for _, north in values)
    assert set_up(EMPTY, 6, 3) == set_up(EMPTY, 6, 3) != set_up(EMPTY, 6, 4)
    started = "r" + EMPTY[1:]
    assert set_up(started, 6, 1)[0] == "r"


def test_layout_values_are_fair() -> None:
    """Reversing a layout negates its value; swapping colours doesn't change it."""
    layout = "rbw" * 4 + "rrrrbbbbwwww" + "rrrbbbwwwrbw"
    assert layout_value(layout) == pytest.approx(-layout_value(layout[::-1])) != 0
    assert layout_value(layout) == layout_value(layout.translate(str.maketrans("rbw", "wrb")))
    assert layout_value("rbw" * 8 + "r" * 4 + "b" * 4 + "w" * 4) > 0


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_good_move_of_a_sibling_position_is_adapted(variants: str) -> None:
    """A move is adapted to sibling positions, where other barons may be on the same spaces."""
    adapted_count = 0
    for seed in range(6):
        position = late_position(variants, seed, 60)
        known_flights: set[Flight] = set()
        while (moves := position.moves()) and moves[0] != PASS:
            flights = Flights(position)
            root = flights.root
            possible_flights = {flight for _, flight in flights.children(root, 0, all_orientations=True)}
            for flight in known_flights:
                adapted_flight = flights.adapt(root, flight)
                adapted_count += adapted_flight is not None
                assert adapted_flight is None or adapted_flight in possible_flights
            known_flights |= possible_flights
            position = position.play(random.Random(seed).choice(moves))
    assert adapted_count > 50


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_move_is_compared_with_the_best_moves(variants: str) -> None:
    """Moves are evaluated in the position after them, so that a blunder shows its cost."""
    sample = (late_position(variants, seed, 50) for seed in range(20))
    position = next(after for start in sample for after in map(start.play, start.moves()) if can_win(after))
    win = choose(position, 4)
    assert run_to_end(compare_move(position, win)).loss == 0
    other_moves = [move for move in position.moves() if not position.play(move).winners()]
    comparison = run_to_end(compare_move(position, other_moves[-1], 4, most=2))
    assert comparison.best[0][1] == 1.0
    assert comparison.chance == run_to_end(evaluate_move(position, other_moves[-1], 4))[0]
    assert comparison.loss == 1.0 - comparison.chance
