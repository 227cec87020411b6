"""The core compared with the reference implementation, field by field, on thousands of random positions."""

from random import Random

import pytest

from qin_core.qin import IllegalMove, Position
from tests.case_counts import cases
from tests.random_positions import any_move, built_line, dealt_line, meeting_line, move_text, random_map
from tests.reference import Reference, neighbours

SEEDS = range(cases(10))


def compare(line: str, rng: Random, *, moves: int, wrong: int) -> tuple[Position, list[str]]:
    """Compare both implementations in one position; return it and its legal moves."""
    fast, slow = Position.parse(line), Reference(line)
    assert str(fast) == line == slow.line()
    assert fast.winners() == slow.winners(), line
    assert [fast.pagodas_left(player) for player in fast.players] == slow.pagodas_left(), line
    legal = slow.moves()
    found = [str(move) for move in fast.moves()]
    assert len(found) == len(set(found)), line
    assert set(found) == set(legal), line
    for text in chosen(fast, legal, rng, moves):
        compare_move(fast, slow, text, rng)
    tiles = slow.hands[slow.player_to_move - 1] or ["rr"]
    tries = [any_move(rng, tiles, fast.board.width, fast.board.height) for _ in range(wrong)]
    for text in [*tries, *near_misses(slow, set(legal), rng, wrong), "pass"]:
        reason = fast.why_not(text)
        assert reason == slow.why_not(text), (line, text)
        if reason:
            with pytest.raises(IllegalMove, match=str(reason)):
                fast.play(text)
    return fast, legal


def chosen(fast: Position, legal: list[str], rng: Random, count: int) -> list[str]:
    """Choose some legal moves, and one that absorbs a province if one is among the first tried (Q19)."""
    some = rng.sample(legal, min(count, len(legal)))
    tried = rng.sample(legal, min(8 * count, len(legal)))
    return some + [text for text in tried if any(event.kind == "absorb" for event in fast.events(text))][:1]


def near_misses(slow: Reference, legal: set[str], rng: Random, count: int) -> list[str]:
    """Choose illegal placements of held tiles on two adjacent free squares (Q10, Q11)."""
    free = [square for square in slow.all_squares() if slow.mark_at(square) == "." and square not in slow.squares]
    tries = [
        move_text(tile, one, two)
        for tile in set(slow.hands[slow.player_to_move - 1])
        for one in rng.sample(free, min(20, len(free)))
        for two in neighbours(one)
        if two in free
    ]
    touching = [text for text in tries if text not in legal]
    return rng.sample(touching, min(count, len(touching)))


def compare_move(fast: Position, slow: Reference, text: str, rng: Random) -> None:
    """Compare the results of a legal move, drawing from the first pile or from any other."""
    assert [str(event) for event in fast.events(text)] == slow.events(text), (slow.line(), text)
    full = [number for number, pile in enumerate(slow.piles, start=1) if pile]
    if full and text != "pass" and rng.random() < 0.5:
        text += f"/{rng.choice(full)}"
    listed = next(move for move in fast.moves() if text.startswith(str(move)))
    after = fast.play(listed if "/" not in text else listed.drawing_from(int(text[-1])))
    assert str(after) == slow.play(text).line(), (slow.line(), text)
    assert after == fast.play(text)


def play_and_compare(line: str, rng: Random, share: float, *, moves: int, wrong: int) -> int:
    """Play a random game to its end and compare some of its positions; return how many."""
    position = Position.parse(line)
    compared = 0
    while choices := position.moves():
        if rng.random() < share:
            compare(str(position), rng, moves=moves, wrong=wrong)
            compared += 1
        position = position.play(rng.choice(choices))
        if compared % 3 == 0:
            assert Position.parse(str(position)) == position
    compare(str(position), rng, moves=0, wrong=2)
    return compared + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_games_on_random_small_maps(seed: int) -> None:
    """Q8-Q24: every field of most positions of whole games, with many tiles or few, and forced passes."""
    rng = Random(seed)
    compared = sum(
        play_and_compare(dealt_line(rng, random_map(rng), rng.choice((6, 15, 72))), rng, 0.7, moves=1, wrong=3)
        for _ in range(9)
    )
    assert compared > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_that_no_game_reaches(seed: int) -> None:
    """Q8-Q24: random colours, owners and holders, with villages that the next placement must award."""
    rng = Random(1000 + seed)
    for _ in range(70):
        compare(built_line(rng, random_map(rng)), rng, moves=2, wrong=6)


@pytest.mark.parametrize("seed", SEEDS)
def test_joins(seed: int) -> None:
    """Q19-Q22: a single or double tile joins up to four provinces of any size and owner."""
    rng = Random(3000 + seed)
    for _ in range(25):
        line = meeting_line(rng)
        fast, slow = Position.parse(line), Reference(line)
        listed = {str(move) for move in fast.moves()}
        for text in ("rf6rg6", "rf6bg6", "rg6bf6"):
            reason = slow.why_not(text)
            assert fast.why_not(text) == reason, (line, text)
            assert (text in listed) == (reason is None), (line, text)
            if reason is None:
                compare_move(fast, slow, text, rng)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_games_on_both_boards(board: str, seed: int) -> None:
    """Q2: a few positions of a whole game with all tiles, and an artificial one."""
    rng = Random(2000 + seed)
    start = Position.deal(board, 2 + seed % 3, seed=seed)
    play_and_compare(str(start), rng, 0.06, moves=2, wrong=10)
    compare(built_line(rng, board), rng, moves=2, wrong=10)
