"""Components and set-up (Q1-Q7)."""

import random
from collections import Counter

import pytest

from qin_core.qin import BOARDS, PAGODAS, Board, NotationError, Position, PositionError


@pytest.mark.parametrize("name", ["bird", "lion"])
def test_q1_both_sides_have_13_by_13_squares(name: str) -> None:
    """Q1: 13 x 13 squares, one start space of each colour, villages of one or two squares."""
    board = BOARDS[name]
    assert (board.width, board.height) == (13, 13)
    assert [start.bit_count() for start in board.starts] == [1, 1, 1]
    assert {village.squares.bit_count() for village in board.villages} == {1, 2}
    marks = Counter("".join(board.rows))
    assert sum(marks.values()) == 169
    assert board.grass.bit_count() == marks["."]
    assert board.water.bit_count() == marks["~"]


def test_q2_water_and_more_villages_on_lion() -> None:
    """Q2: Bird has no water; Lion has water and more villages."""
    bird, lion = BOARDS["bird"], BOARDS["lion"]
    assert bird.water == 0
    assert lion.water > 0
    assert len(lion.villages) > len(bird.villages)


def test_q3_72_tiles_twelve_of_each() -> None:
    """Q3: hands and piles together hold 12 tiles of each of the six kinds."""
    position = Position.deal(seed=1)
    tiles = [tile for player in position.players for tile in position.hand(player)]
    tiles += [tile for pile in position.piles for tile in pile]
    assert Counter(tiles) == dict.fromkeys(("rr", "ry", "rb", "yy", "yb", "bb"), 12)


@pytest.mark.parametrize(("players", "pagodas"), [(2, 24), (3, 19), (4, 15)])
def test_q4_pagodas(players: int, pagodas: int) -> None:
    """Q4: each of 2, 3 or 4 players has 24, 19 or 15 pagodas."""
    position = Position.deal(players=players, seed=5)
    assert [position.pagodas_left(player) for player in position.players] == [pagodas] * players
    assert [position.pagodas_placed(player) for player in position.players] == [0] * players
    assert PAGODAS[players] == pagodas


@pytest.mark.parametrize("players", [2, 3, 4])
def test_q5_three_tiles_each_and_four_piles(players: int) -> None:
    """Q5: hands have three tiles; the heights of the four piles differ by at most one."""
    position = Position.deal(players=players, seed=3)
    assert list(position.players) == list(range(1, players + 1))
    assert all(len(position.hand(player)) == 3 for player in position.players)
    heights = [len(pile) for pile in position.piles]
    assert len(heights) == 4
    assert sum(heights) == 72 - 3 * players
    assert max(heights) - min(heights) <= 1


def test_q5_a_new_board_has_only_the_start_spaces() -> None:
    """Q1, Q5: there are no provinces and no held villages, but three start spaces."""
    position = Position.deal("bird", first=2, seed=3)
    assert str(position).startswith("bird 13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13 - - 2 ")
    assert position.provinces() == ()
    assert set(position.villages().values()) == {0}
    assert (position.colour_at("g5"), position.colour_at("g7"), position.colour_at("g9")) == ("r", "y", "b")
    assert position.colour_at("a1") is None
    assert position.colour_at("z1") is None


def test_q5_seeds() -> None:
    """Q5: equal seeds give equal deals, different seeds different deals, no seed a random deal."""
    assert Position.deal(seed=7) == Position.deal(seed=7)
    assert Position.deal(seed=7) != Position.deal(seed=8)
    assert len({str(Position.deal()) for _ in range(5)}) > 1


def test_q5_deals_are_shuffled() -> None:
    """Q5: over many deals, every kind of tile appears in the first hand and on top of every pile."""
    deals = [Position.deal(seed=seed) for seed in range(120)]
    assert len({tile for deal in deals for tile in deal.hand(1)}) == 6
    assert all(len({deal.piles[pile][0] for deal in deals}) == 6 for pile in range(4))


def test_q6_the_first_player() -> None:
    """Q6: the given player moves first, or a random one."""
    assert [Position.deal(players=4, first=first, seed=1).player_to_move for first in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert {Position.deal(players=3, seed=seed).player_to_move for seed in range(40)} == {1, 2, 3}


def test_q6_players_take_turns_clockwise() -> None:
    """Q6: after 2, 3, 1 comes 2 again."""
    rng = random.Random(1)
    position = Position.deal(players=3, first=2, seed=1)
    players = []
    for _ in range(5):
        players.append(position.player_to_move)
        position = position.play(rng.choice(position.moves()))
    assert players == [2, 3, 1, 2, 3]


def test_q7_fair_start() -> None:
    """Q7: with the option every player has a double tile, without it not always."""
    doubles = {"rr", "yy", "bb"}

    def everybody_holds_a_double(position: Position) -> bool:
        return all(doubles & set(position.hand(player)) for player in position.players)

    assert all(everybody_holds_a_double(Position.deal(players=4, fair=True, seed=seed)) for seed in range(30))
    assert not all(everybody_holds_a_double(Position.deal(players=4, seed=seed)) for seed in range(30))
    fair = [Position.deal(players=4, fair=True, seed=seed) for seed in range(60)]
    assert any(set(fair[0].hand(1)) != set(deal.hand(1)) for deal in fair)
    assert {tile for deal in fair for tile in deal.hand(1)} == doubles | {"ry", "rb", "yb"}


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_q4_two_to_four_players(players: int) -> None:
    """Q4: other numbers of players are refused."""
    with pytest.raises(PositionError) as raised:
        Position.deal(players=players)
    assert raised.value.problems == (("players", "bad-count", str(players)),)


@pytest.mark.parametrize("first", [0, 3, -1])
def test_q6_first_must_be_a_player(first: int) -> None:
    """Q6: the first player must be one of the players."""
    with pytest.raises(PositionError) as raised:
        Position.deal(players=2, first=first)
    assert raised.value.problems == (("first", "no-such-player", str(first)),)


def test_q2_any_map_can_be_used() -> None:
    """Q2: a deal accepts a board's name, a map's text or a board."""
    board = Board.parse("....\n.aR.\n....\n...~\n")
    position = Position.deal(board, seed=1)
    assert position.board is board
    assert Position.deal("map:..../.aR./..../...~", seed=1) == position
    assert str(position).startswith("map:..../.aR./..../...~ 4/2r1/4/4 - - ")
    with pytest.raises(NotationError, match="unknown-board"):
        Position.deal("dragon")
