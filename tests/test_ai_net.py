"""The neural net: its inputs and outputs, its corrections, and its use by the levels that look ahead."""

import random
import shutil
from pathlib import Path

import pytest

from qin_core.common.levels import SearchInfo
from qin_core.qin import Position
from qin_core.qin.players import analyse, choose, evaluate_move, rank, run_to_end, win_chances
from qin_core.qin.players.calibration import SLOPE_AND_SHIFT, calibrate
from qin_core.qin.players.levels import CANDIDATES, LEVELS, Level
from qin_core.qin.players.net import ONE, Net, evaluate, held_colours, layout_of, trained_bytes, trained_net
from qin_core.qin.players.search import rank_by_net, search
from qin_core.qin.players.valuation import Valuation
from qin_core.qin.tiles import KINDS, count_kind, pack

MASTER = LEVELS[6]
TWO_PLIES = Level("two plies", 0.0, (4, 2), replies=2)


def counting_net(players: int, *inputs: int, hidden: int = 0) -> Net:
    """Make a net that adds up some inputs for the player to move: 1 for each, and 1/4 more through each hidden unit."""
    to_move, quarter = [ONE] + [0] * (players - 1), ONE // 4
    rows = [[0] * (hidden + players) for _ in range(layout_of(players).size + 1)]
    for index in inputs:
        rows[index] = [quarter] * hidden + to_move
    output_weights = to_move * hidden
    return Net(players, hidden, [number for row in rows for number in row] + output_weights)


def pagodas_left_input(distance: int, number: int) -> int:
    """Return the input of a player with a number of pagodas left."""
    return layout_of(2).pagodas_left + 25 * distance + number


def start(players: int = 2) -> Position:
    return Position.deal("bird", players, seed=5, first=1)


def test_inputs_count_pagodas_left_villages_and_the_viewers_hand() -> None:
    position, layout = start(), layout_of(2)
    assert counting_net(2, pagodas_left_input(0, 24)).logits(position, 1) == [1, 0]
    assert counting_net(2, pagodas_left_input(1, 24)).logits(position, 1) == [1, 0]
    assert counting_net(2, pagodas_left_input(0, 23)).logits(position, 1) == [0, 0]
    assert counting_net(2, layout.empty_villages + 2).logits(position, 1) == [len(position.board.villages), 0]
    hand = position.packed_hands[1]
    kind = next(kind for kind in range(6) if count_kind(hand, kind))
    index = layout.hand + (6 + kind) * 3 + count_kind(hand, kind) - 1
    assert counting_net(2, index).logits(position, 2) == [1, 0]
    assert counting_net(2, index).logits(position, 1) == [0, 0]


def test_provinces_are_seen_by_distance_size_room_and_villages() -> None:
    position = Position.parse("map:R..../...../..a../...../....Y r4/r4/5/5/4y a4=2 - 1 rr|ry -")
    for viewer, held in ((1, 0), (2, 1 + 1)):
        # Distance 1, two spaces, three free squares beside them, no village; the viewer's tiles if it is theirs.
        index = (((4 + 0) * 4 + 3) * 3 + 0) * 4 + held
        assert counting_net(2, index).logits(position, viewer) == [1, 0]


def test_hidden_units_are_clamped_between_0_and_1() -> None:
    layout = layout_of(2)
    hidden = 2
    assert counting_net(2, pagodas_left_input(0, 24), hidden=hidden).logits(start(), 1) == [1 + 2 * 0.25, 0]
    villages = counting_net(2, layout.empty_villages + 2, hidden=hidden).logits(start(), 1)
    assert villages == [len(start().board.villages) + 2 * 1, 0]


def test_colours_in_a_hand() -> None:
    assert held_colours(pack([KINDS["ry"], KINDS["bb"]])) == [1, 1, 2]
    assert held_colours(pack([KINDS["rr"], KINDS["ry"]])) == [2, 1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_1_and_no_lane_overflows(players: int) -> None:
    chance, net = random.Random(players), trained_net(players)
    position = Position.deal("lion", players, seed=players)
    while position.winners() is None:
        assert sum(win_chances(position)) == pytest.approx(1)
        assert all(abs(log) < 20 for log in net.logits(position, position.player_to_move))
        position = position.play(chance.choice(position.moves()))
    winners = position.winners()
    assert winners
    assert win_chances(position)[winners[0] - 1] == 1 / len(winners)


def test_trained_files_are_small() -> None:
    assert sum(len(trained_bytes(players)) for players in (2, 3, 4)) < 100_000


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_player_about_to_win_has_the_best_chance_in_every_seat(seat: int) -> None:
    position = Position.deal("bird", 3, seed=3)
    while position.pagodas_left(seat) > 2:
        position = position.play(
            choose(position.view(position.player_to_move), 6 if position.player_to_move == seat else 1, seat)
        )
    for _ in range(2):
        chances = win_chances(position)
        assert chances[seat - 1] == max(chances) > 0.8
        position = position.play(choose(position.view(position.player_to_move), 1, seat))


@pytest.mark.parametrize("level", [MASTER, TWO_PLIES], ids=lambda level: level.name)
def test_levels_that_look_ahead_report_the_chances_of_their_search(level: Level) -> None:
    position = Position.deal("lion", 2, seed=9)
    rng = random.Random(9)
    for turn in range(30):
        view = position.view(position.player_to_move)
        ranking = Valuation(view).all()
        first = SearchInfo(0.0, rank_by_net(view, ranking[:CANDIDATES]))
        *_, info = search(view, level.widths, first, level.replies)
        hints = rank(view, level)
        assert hints == info.ranked[:3], turn
        best, chance = hints[0]
        assert run_to_end(evaluate_move(view, best, level))[0] == pytest.approx(chance)
        position = position.play(rng.choice(ranking[:3])[1])
        if position.winners() is not None:
            break


@pytest.mark.parametrize("players", [2, 3, 4])
def test_calibration_corrects_chances_and_keeps_their_order(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    raw_chances = [number / 20 for number in range(21)]
    calibrated_chances = [calibrate(chance, players, 2) for chance in raw_chances]
    assert calibrated_chances == sorted(set(calibrated_chances))
    assert calibrated_chances[:: len(calibrated_chances) - 1] == [0, 1], "certain results stay certain"
    assert calibrated_chances[1:-1] != raw_chances[1:-1]
    assert [calibrate(chance, players, 1) for chance in raw_chances] == raw_chances
    view = start(players).view(1)
    ranking = rank(view, TWO_PLIES)
    slope_and_shift = SLOPE_AND_SHIFT[players]
    monkeypatch.setitem(SLOPE_AND_SHIFT, players, (1.0, 0.0))
    raw_ranking = rank(view, TWO_PLIES)
    monkeypatch.setitem(SLOPE_AND_SHIFT, players, slope_and_shift)
    assert [move for move, _ in raw_ranking] == [move for move, _ in ranking]
    assert [calibrate(chance, players, 2) for _, chance in raw_ranking] == pytest.approx(
        [chance for _, chance in ranking]
    )


def test_a_search_starts_with_the_evaluation_of_the_net() -> None:
    view = start(3).view(1)
    first = next(analyse(view, MASTER)).ranked
    assert [chance for _, chance in first] == sorted((chance for _, chance in first), reverse=True)
    assert first[0][1] == evaluate(view.play(first[0][0]), 1)


def test_training_resumes_from_checkpoints_and_writes_a_readable_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    if not shutil.which("cc"):
        pytest.skip("no C compiler")
    from qin_core.lab.qin import learn, train
    from qin_core.qin.players import net

    def trained_weights(name: str, rounds: int, seed: int) -> bytes:
        adam = train.Adam(epochs=3, batch=64, rate=0.03, decay=0.0)
        recipe = learn.Recipe(rounds, 2, 1, 60, seed, hidden=2, fitting=adam, search_fitting=adam, deals=2)
        out = tmp_path / name
        out.mkdir(exist_ok=True)
        assert [games for games, _ in learn.learn(3, recipe, out)] == [60, 120, 132][: 1 + rounds]
        return (out / "net-3.bin").read_bytes()

    whole = trained_weights("whole", 2, 5)
    assert trained_weights("halves", 1, 5) != whole
    assert trained_weights("halves", 2, 5) == whole, "the same seed gives the same net, in one go or in two"
    assert trained_weights("other", 2, 6) != whole
    monkeypatch.setattr(net, "trained_bytes", lambda _: whole)
    assert learn.pack_net(net.trained_net.__wrapped__(3)) == whole
