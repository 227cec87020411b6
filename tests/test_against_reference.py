"""Compare the core with the reference implementation, field by field, on thousands of random positions."""

from random import Random

import pytest

from qin_core.qin import IllegalMove, Position
from tests.case_counts import cases
from tests.random_positions import any_move, built_line, dealt_line, meeting_line, move_text, random_map
from tests.reference import Reference, neighbours

SEEDS = range(cases(10))


def compare(line: str, rng: Random, *, moves: int, illegal: int) -> tuple[Position, list[str]]:
    """Compare both implementations in one position; return it and its legal moves."""
    core, reference = Position.parse(line), Reference(line)
    assert str(core) == line == reference.line()
    assert core.winners() == reference.winners(), line
    assert [core.pagodas_left(player) for player in core.players] == reference.pagodas_left(), line
    legal_moves = reference.moves()
    moves_found = [str(move) for move in core.moves()]
    assert len(moves_found) == len(set(moves_found)), line
    assert set(moves_found) == set(legal_moves), line
    for text in sample_moves(core, legal_moves, rng, moves):
        compare_move(core, reference, text, rng)
    tiles = reference.hands[reference.player_to_move - 1] or ["rr"]
    random_moves = [any_move(rng, tiles, core.board.width, core.board.height) for _ in range(illegal)]
    for text in [*random_moves, *near_misses(reference, set(legal_moves), rng, illegal), "pass"]:
        refusal = core.why_not(text)
        assert refusal == reference.why_not(text), (line, text)
        if refusal:
            with pytest.raises(IllegalMove, match=str(refusal)):
                core.play(text)
    return core, legal_moves


def sample_moves(core: Position, legal: list[str], rng: Random, count: int) -> list[str]:
    """Choose some legal moves, preferably with one that absorbs a province (Q19)."""
    sample = rng.sample(legal, min(count, len(legal)))
    candidates = rng.sample(legal, min(8 * count, len(legal)))
    return sample + [text for text in candidates if any(event.kind == "absorb" for event in core.events(text))][:1]


def near_misses(reference: Reference, legal: set[str], rng: Random, count: int) -> list[str]:
    """Choose illegal placements of tiles in hand on two adjacent free squares (Q10, Q11)."""
    free = [
        square
        for square in reference.all_squares()
        if reference.mark_at(square) == "." and square not in reference.squares
    ]
    candidates = [
        move_text(tile, first, second)
        for tile in set(reference.hands[reference.player_to_move - 1])
        for first in rng.sample(free, min(20, len(free)))
        for second in neighbours(first)
        if second in free
    ]
    illegal_moves = [text for text in candidates if text not in legal]
    return rng.sample(illegal_moves, min(count, len(illegal_moves)))


def compare_move(core: Position, reference: Reference, text: str, rng: Random) -> None:
    """Compare the results of a legal move with a draw from a random pile."""
    assert [str(event) for event in core.events(text)] == reference.events(text), (reference.line(), text)
    filled_piles = [pile_number for pile_number, pile in enumerate(reference.piles, start=1) if pile]
    if filled_piles and text != "pass" and rng.random() < 0.5:
        text += f"/{rng.choice(filled_piles)}"
    move = next(move for move in core.moves() if text.startswith(str(move)))
    after = core.play(move if "/" not in text else move.drawing_from(int(text[-1])))
    assert str(after) == reference.play(text).line(), (reference.line(), text)
    assert after == core.play(text)


def play_and_compare(line: str, rng: Random, share: float, *, moves: int, illegal: int) -> int:
    """Play a random game to its end and compare some positions; return their number."""
    position = Position.parse(line)
    compared = 0
    while choices := position.moves():
        if rng.random() < share:
            compare(str(position), rng, moves=moves, illegal=illegal)
            compared += 1
        position = position.play(rng.choice(choices))
        if compared % 3 == 0:
            assert Position.parse(str(position)) == position
    compare(str(position), rng, moves=0, illegal=2)
    return compared + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_games_on_random_small_maps(seed: int) -> None:
    """Q8-Q24: compare most positions of whole games with many or few tiles, including forced passes."""
    rng = Random(seed)
    compared = sum(
        play_and_compare(dealt_line(rng, random_map(rng), rng.choice((6, 15, 72))), rng, 0.7, moves=1, illegal=3)
        for _ in range(9)
    )
    assert compared > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_unreachable_positions(seed: int) -> None:
    """Q8-Q24: random colours, owners and holders; the next placement awards villages."""
    rng = Random(1000 + seed)
    for _ in range(70):
        compare(built_line(rng, random_map(rng)), rng, moves=2, illegal=6)


@pytest.mark.parametrize("seed", SEEDS)
def test_joins(seed: int) -> None:
    """Q19-Q22: one tile joins up to four provinces of any size and owner."""
    rng = Random(3000 + seed)
    for _ in range(25):
        line = meeting_line(rng)
        core, reference = Position.parse(line), Reference(line)
        listed = {str(move) for move in core.moves()}
        for text in ("rf6rg6", "rf6bg6", "rg6bf6"):
            refusal = reference.why_not(text)
            assert core.why_not(text) == refusal, (line, text)
            assert (text in listed) == (refusal is None), (line, text)
            if refusal is None:
                compare_move(core, reference, text, rng)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("board", ["bird", "lion"])
def test_games_on_both_boards(board: str, seed: int) -> None:
    """Q2: a few positions of a whole game with all tiles, and a random position."""
    rng = Random(2000 + seed)
    start = Position.deal(board, 2 + seed % 3, seed=seed)
    play_and_compare(str(start), rng, 0.06, moves=2, illegal=10)
    compare(built_line(rng, board), rng, moves=2, illegal=10)
