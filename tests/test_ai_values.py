"""The evaluation: features, and the values of all placements."""

import random
from collections.abc import Iterator

import pytest

from qin_core.lab.qin.maps import random_map
from qin_core.qin import PASS, Position
from qin_core.qin.players.features import CAN_ABSORB, HAND, PAGODA, SLOTS, THREATENED, features_of, progress
from qin_core.qin.players.greedy import choose_greedily, net_gains
from qin_core.qin.players.hidden_tiles import hidden_shares, sample_hidden_tiles
from qin_core.qin.players.valuation import WIN, Valuation, scores
from qin_core.qin.players.weights import KNOTS, Weights, step_of, trained_weights
from qin_core.qin.tiles import TILES


def play_positions(players: int, board: str, seed: int) -> Iterator[Position]:
    """Play about every third turn greedily and the others at random; yield the positions."""
    rng = random.Random(seed)
    position = Position.deal(board, players, seed=seed)
    while moves := position.moves():
        yield position
        greedy = rng.random() < 0.3
        position = position.play(choose_greedily(position, rng) if greedy else rng.choice(moves))


def some_positions(step: int = 7) -> list[Position]:
    """Return positions of all stages, on Bird, Lion and a random map, for 2 to 4 players."""
    boards = ["bird", "lion", random_map(random.Random(5)).name]
    return [
        position
        for players in (2, 3, 4)
        for number, board in enumerate(boards)
        for position in list(play_positions(players, board, 10 * players + number))[number::step]
    ]


def greedy_factor(position: Position, player: int) -> float:
    """Return the sign of a player's pagodas in a greedy value: positive for the player to move, else negative."""
    return 1.0 if player == position.player_to_move else -1.0


def net_gain(position: Position, after: Position) -> float:
    """Return the pagodas that the player to move gains less those that the others gain."""
    return sum(
        greedy_factor(position, player) * (after.pagodas_placed(player) - position.pagodas_placed(player))
        for player in position.players
    )


def test_greedy_counts_exactly_the_pagodas_that_a_move_gains() -> None:
    for position in some_positions(16):
        values = net_gains(position).all()
        assert {move for _, move in values} == set(position.moves()) - {PASS}
        for value, move in values:
            after = position.play(move)
            winners = after.winners() if after.has_winner() else None
            decided = 0.0 if winners is None else WIN if winners == (position.player_to_move,) else -WIN
            assert value == net_gain(position, after) + decided, (str(position), move)


def test_greedy_chooses_a_move_with_the_largest_gain() -> None:
    for position in some_positions(16):
        gains = {move: net_gain(position, position.play(move)) for move in position.moves()}
        move = choose_greedily(position.view(position.player_to_move), random.Random(1))
        after = position.play(move)
        assert gains[move] == max(gains.values()) or after.winners() == (position.player_to_move,)


def test_scores_are_weighted_features() -> None:
    for position in some_positions():
        players = len(position.players)
        rows = trained_weights(players).interpolated(step_of(progress(position)))
        totals = [0.0] * players
        for player, slot, amount in features_of(position):
            totals[player - 1] += amount * rows[(player - position.player_to_move) % players][slot]
        assert scores(position) == pytest.approx(totals)


def test_incremental_values_match_playing_the_placement() -> None:
    """Few values differ from those after playing the placement, because the fast version ignores some room."""
    slots = [slot for slot in range(SLOTS) if slot in (PAGODA, HAND) or THREATENED <= slot < CAN_ABSORB]
    row = [float(slot + 1) if slot in slots else 0.0 for slot in range(SLOTS)]
    different_count = total_count = 0
    for position in some_positions(20):
        players = len(position.players)
        weights = Weights([[row for _ in range(players)] for _ in range(KNOTS)])
        factors = tuple(greedy_factor(position, player) for player in position.players)
        view = position.view(position.player_to_move)
        changes: dict[float, int] = {}
        for value, move in Valuation(position, weights, factors).all():
            after = view.play(move)
            if not after.has_winner():
                total = sum(amount * factors[player - 1] * row[slot] for player, slot, amount in features_of(after))
                changes[round(value - total, 6)] = changes.get(round(value - total, 6), 0) + 1
        total_count += sum(changes.values())
        different_count += sum(changes.values()) - max(changes.values(), default=0)
    assert different_count < 0.06 * total_count


def test_the_board_does_not_wrap_around() -> None:
    """The value of a tile beside a province doesn't depend on a province at the opposite edge."""
    values_by_move = []
    for column, other in (("6r", "g6=2"), ("r6", "a6=2")):
        rows = "/".join(["......."] * 6 + ["...R..."])
        position = Position.parse(f"map:{rows} {column}/{column}/7/7/7/7/3rr2 d1=1,{other} - 1 rr|yy -")
        values_by_move.append({str(move): value for value, move in Valuation(position).all()}["rf1rf2"])
    assert values_by_move[0] == values_by_move[1]


def test_the_best_placements_are_the_top_of_the_full_ranking() -> None:
    for position in some_positions(6):
        for view in (position, position.view(position.player_to_move % len(position.players) + 1)):
            valuation = Valuation(view)
            ranking, by_kind = valuation.all(), valuation.best_by_kind()
            for kind, (value, move) in by_kind.items():
                assert (value, move) == next(values for values in ranking if values[1].tile == TILES[kind])
            assert valuation.best() == ranking[0][1]


def test_unseen_tiles_are_the_rest_of_the_box() -> None:
    position = Position.deal("bird", 2, seed=1)
    assert sum(hidden_shares(position.view(1))) == pytest.approx(1)
    hidden = position.view(1)
    full = sample_hidden_tiles(hidden, random.Random(1))
    assert full.hand(1) == position.hand(1)
    assert "?" not in "".join(full.hand(2))
    assert [len(pile) for pile in full.piles] == [len(pile) for pile in position.piles]
    none_left = Position.parse(
        str(position).rsplit(" ", 1)[0]
        + " "
        + "rr" * (12 - position.hand(1).count("rr") - position.hand(2).count("rr"))
    )
    assert hidden_shares(none_left)[0] < 0.01
