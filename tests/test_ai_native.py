"""The lab's C implementation of Qin has the same placements, values and searches as Python."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from qin_core.common.levels import SearchInfo
from qin_core.lab.qin.maps import random_map
from qin_core.qin import PASS, Move, Position
from qin_core.qin.board import Board
from qin_core.qin.pagodas import PAGODAS
from qin_core.qin.players import rank
from qin_core.qin.players import search as search_module
from qin_core.qin.players.features import HAND, PAGODA
from qin_core.qin.players.levels import CANDIDATES, LEVELS, Level
from qin_core.qin.players.net import evaluate
from qin_core.qin.players.search import Node, rank_by_net, search
from qin_core.qin.players.valuation import Valuation

np = pytest.importorskip("numpy")
if not shutil.which("cc"):
    pytest.skip("no C compiler", allow_module_level=True)

from qin_core.lab.qin.native import SOURCES, Native, compile_library, encode_move  # noqa: E402

SEARCH = Level("search", 0.0, (5, 3, 2), replies=3)


def search_in_python(view: Position) -> tuple[Move, float]:
    """Search like `SEARCH` in C; return the best move with its value."""
    first = SearchInfo(0.0, rank_by_net(view, Valuation(view).all()[:CANDIDATES]))
    *_, last = search(view, SEARCH.widths, first, SEARCH.replies)
    return last.ranked[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c_chooses_the_same_moves_as_python(players: int) -> None:
    chance = random.Random(players)
    for seed, board in enumerate([Board.named("bird"), Board.named("lion"), random_map(chance)]):
        native = Native(players, [board])
        one_ply, deep = native.player(Level("one-ply", 0.0)), native.player(SEARCH)
        position = Position.deal(board, players, seed=seed, first=1)
        moves: list[tuple[int, ...]] = []
        while position.winners() is None:
            view = position.view(position.player_to_move)
            ranking = Valuation(view).all()
            move = PASS
            if ranking:
                best = native.choose(view, 1, moves, one_ply)
                assert best
                assert best[0] == encode_move(board, ranking[0][1])
                assert best[1] == pytest.approx(evaluate(view.play(ranking[0][1]), view.player_to_move), abs=1e-9)
                if len(moves) % 4 == seed % 4:
                    expected, expected_value = search_in_python(view)
                    result = native.choose(view, 1, moves, deep)
                    assert result
                    assert result[1] == pytest.approx(expected_value, abs=1e-9)
                    assert (
                        result[0] == encode_move(board, expected) or not 1e-6 < expected_value < 1 - 1e-6
                    )  # all the same
                move = ranking[min(len(ranking) - 1, int(chance.expovariate(0.7)))][1]
            else:
                assert native.choose(view, 1, moves, one_ply) is None
            moves.append(encode_move(board, move))
            position = position.play(move)


def test_c_and_python_narrow_the_search_if_there_are_many_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.named("lion")
    native = Native(2, [board])
    emperor, position = native.player(LEVELS[-1]), Position.deal(board, 2, seed=4, first=1)
    moves: list[tuple[int, ...]] = []
    was_narrowed: list[bool] = []
    original = search_module.affordable

    def affordable(nodes: Sequence[Node]) -> int:
        count = original(nodes)
        was_narrowed.append(count < len(nodes))
        return count

    monkeypatch.setattr("qin_core.qin.players.search.affordable", affordable)
    for turn in range(34):
        view = position.view(position.player_to_move)
        if turn in (26, 33):
            result = native.choose(view, 1, moves, emperor)
            expected, expected_value = rank(view, LEVELS[-1], most=1)[0]
            assert result
            assert result[0] == encode_move(board, expected)
            assert result[1] == pytest.approx(expected_value, abs=1e-9)
        move = Valuation(view).best()
        moves.append(encode_move(board, move))
        position = position.play(move)
    assert any(was_narrowed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS[-3:], ids=lambda level: level.name)
def test_c_chooses_the_same_moves_at_every_level_without_noise(level: Level, players: int) -> None:
    board = Board.named("bird")
    native = Native(players, [board])
    player, position = native.player(level), Position.deal(board, players, seed=players, first=1)
    moves: list[tuple[int, ...]] = []
    for turn in range(30):
        view = position.view(position.player_to_move)
        if turn % 10 == 9:
            result = native.choose(view, 1, moves, player)
            expected, expected_value = rank(view, level, most=1)[0]
            assert result
            assert result[0] == encode_move(board, expected)
            assert result[1] == pytest.approx(expected_value, abs=1e-9)
        move = Valuation(view).best()
        moves.append(encode_move(board, move))
        position = position.play(move)


def test_a_board_too_large_for_c_is_refused() -> None:
    rows = ["." * 26] * 26
    rows[0] = "RYB" + "." * 23
    with pytest.raises(ValueError, match="15 x 15 squares, not for 26 x 26"):
        Native(2, [Board.parse("\n".join(rows))])


def test_c_is_clean_under_sanitizers(tmp_path: Path) -> None:
    """Run every kind of player on our boards and on a board of maximum size with many villages."""
    program = tmp_path / "check"
    flags = ["-g", "-O1", "-DCHECK", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    compilation = subprocess.run(
        ["cc", *flags, "-o", program, SOURCES / "qin.c", "-lm"], capture_output=True, text=True
    )
    if "cannot find" in compilation.stderr:
        pytest.skip("no sanitizers")
    assert compilation.returncode == 0, compilation.stderr
    crowded = [["."] * 15 for _ in range(15)]
    for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz"):
        crowded[number // 7 * 4][number % 7 * 2] = letter
    crowded[2][2], crowded[2][7], crowded[6][7] = "RYB"
    arguments: list[str] = []
    boards = [Board.named(name).text.split()[::-1] for name in ("bird", "lion")]
    for lines in (*boards, ["".join(row) for row in crowded]):
        arguments += [str(len(lines)), str(len(lines[0])), "".join(lines)]
    run = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == 3 * 5


def test_compiling_leaves_one_file_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = compile_library()
    assert list((tmp_path / "qin-lab").iterdir()) == [library] == [compile_library()]


@pytest.mark.parametrize("players", [2, 4])
def test_training_rows_contain_what_a_player_knows(players: int) -> None:
    board = Board.named("lion")
    native = Native(players, [board])
    rows = native.self_play(native.player(Level("one-ply", 0.0)), 5, 3, opening=4, noise=0.2)
    assert rows["won"][:, :players].sum(axis=1) == pytest.approx(1)
    assert [(rows["stated"] == -1).sum(), ((rows["stated"] >= 0) & (rows["stated"] <= 1)).sum()] == [12, len(rows) - 12]
    ends = rows[rows["over"] == 1]
    assert len(ends) == 3
    assert (ends["left"].min(axis=1) <= 0).all()
    assert (rows[1:]["left_before"] == rows[:-1]["left"])[rows[:-1]["over"] == 0].all()
    pagodas = rows["features"][:, :players, PAGODA] + rows["left"][:, :players]
    assert (pagodas == PAGODAS[players]).all()
    assert (np.abs(rows["features"][:, :, HAND]).max(axis=1) <= 2).all(), "the drawn tile isn't known yet"


def test_better_players_win_more_in_c_and_the_same_seed_gives_the_same_games() -> None:
    native = Native(2, [Board.named("bird"), Board.named("lion")])
    strong, greedy = native.player(Level("one-ply", 0.0)), native.greedy()
    won = native.match(strong, greedy, 3, 40)
    assert won > 0.85
    assert won == native.match(strong, greedy, 3, 40)
    assert native.match(native.player(Level("blind", 0.0, sample_size=9)), greedy, 3, 40) < 0.3
    noisy = native.player(Level("noisy", 0.1))
    assert 0.4 <= native.match(noisy, noisy, 9, 100) <= 0.6
