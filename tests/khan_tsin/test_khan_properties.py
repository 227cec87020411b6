"""Properties of every game of Khan Tsin, and agreement with the reference implementation."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qin_core.khan_tsin import PASS, Move, Position
from qin_core.khan_tsin.stack import all_features
from tests.case_counts import cases, examples
from tests.khan_tsin.khan_lines import move_texts
from tests.khan_tsin.khan_reference import KhanReference

VARIANTS = ["-", "r", "t", "rt"]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position from a random game; some players prefer tall stacks, so that games end."""
    variants = draw(st.sampled_from(VARIANTS))
    seed = draw(st.integers(0, 1 << 20))
    plies = draw(st.integers(0, 45))
    greedy = draw(st.booleans())
    return play_random_moves(Position.deal(variants, seed=seed), plies, greedy, random.Random(seed))


def play_random_moves(position: Position, plies: int, greedy: bool, rng: random.Random) -> Position:
    """Play some random moves."""
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        sample = rng.sample(list(moves), min(len(moves), 6 if greedy else 1))
        position = position.play(max(sample, key=lambda move: move.count))
    return position


def random_dragon(seed: int, variants: str) -> Position:
    """Return a position with random stacks of fewer than 36 barons, which may be unreachable."""
    rng = random.Random(seed)
    barons = list("rbw" * 12)
    rng.shuffle(barons)
    stacks = [""] * 36
    for space in rng.sample(range(36), rng.randint(1, 9)):
        stack = "".join(barons[: rng.randint(1, 8)])
        if max(Counter(stack).values(), default=0) <= 3:
            stacks[space] = stack
            barons = barons[len(stack) :]
    line = "/".join(stack or "-" for stack in stacks)
    return Position.parse(f"{line} {rng.choice('sn')} {variants}")


@given(positions())
def test_invariants(position: Position) -> None:
    """Check barons, harmony, the growing sum of squared heights, lines, moves, events and winners."""
    assert Counter("".join(position.stacks)) == {"r": 12, "b": 12, "w": 12}
    assert position.features == all_features(position.stacks)
    assert Position.parse(str(position)) == position
    moves = list(position.moves())
    assert bool(moves) == (position.winners() is None)
    assert len(set(moves)) == len(moves)
    squares = sum(len(stack) ** 2 for stack in position.stacks)
    for move in random.Random(len(moves)).sample(moves, min(len(moves), 8)):
        after = position.play(move)
        assert after == position.play(str(move))
        assert move in position.moves()
        assert Move.parse(str(move)) == move
        assert after.player_to_move != position.player_to_move
        assert all(max(Counter(stack).values(), default=0) <= 3 for stack in after.stacks)
        events = position.events(move)
        if move == PASS:
            assert after.stacks == position.stacks
            assert [str(event) for event in events] == [f"pass {position.player_to_move}"]
            continue
        assert sum(len(stack) ** 2 for stack in after.stacks) > squares
        assert events[0].height == len(after.stack(move.target)) > len(position.stack(move.source))
        assert (events[-1].kind == "emperor") == (max(map(len, after.stacks)) == 9)
        if events[-1].kind == "emperor":
            assert after.winners() == (position.player_to_move,)


@examples(60)
@given(positions())
def test_games_agree_with_the_reference(position: Position) -> None:
    check_agreement(position)


@pytest.mark.parametrize("variants", VARIANTS)
def test_random_stacks_agree_with_the_reference(variants: str) -> None:
    for seed in range(cases(30)):
        check_agreement(random_dragon(seed, variants))


def check_agreement(position: Position) -> None:
    """Compare the moves, the winner and the results of some moves with the reference."""
    reference = KhanReference(str(position))
    assert reference.line() == str(position)
    moves = move_texts(position)
    assert moves == reference.moves()
    assert position.winners() == reference.winners()
    for move in random.Random(len(moves)).sample(sorted(moves), min(len(moves), 2)):
        assert str(position.play(move)) == reference.play(move).line()


@examples(60)
@given(positions(), st.integers(0, 1 << 20))
def test_any_move_is_listed_or_refused(position: Position, seed: int) -> None:
    """A move is listed if and only if it isn't refused."""
    rng = random.Random(seed)
    moves = move_texts(position)
    sources = [*position.nearest(1), *position.nearest(2), rng.randint(1, 36)]
    for _ in range(60):
        source, target, count = rng.choice(sources), rng.randint(1, 36), rng.randint(1, 4)
        turned = count > 1 and rng.random() < 0.2
        move = Move(source, count, target, turned, rng.random() < 0.2)
        assert (position.why_not(move) is None) == (str(move) in moves)
