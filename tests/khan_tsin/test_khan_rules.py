"""The rules of Khan Tsin in order, on small dragons."""

import pickle

import pytest

from qin_core.khan_tsin import NORTH, SOUTH, IllegalMove, Outcome, OutcomeReason, Position, Refusal, claws
from tests.khan_tsin.khan_lines import dragon, move_texts


def refusal_of(position: Position, move: str) -> Refusal:
    """Check that all methods refuse a move; return the refusal."""
    refusal = position.why_not(move)
    assert refusal is not None
    assert move not in position.moves()
    assert move not in move_texts(position)
    with pytest.raises(IllegalMove) as raised:
        position.play(move)
    assert raised.value.reason == refusal
    assert str(raised.value) == f"{move}: {refusal}"
    assert refusal.squares == tuple(map(str, refusal.spaces))
    return refusal


def test_k1_barons_and_players() -> None:
    """K1, K3: twelve barons of each colour, one on every space; South moves first."""
    start = Position.deal(seed=1)
    assert [len(stack) for stack in start.stacks] == [1] * 36
    assert [start.stacks.count(colour) for colour in "rbw"] == [12, 12, 12]
    assert start.player_to_move == SOUTH == 1
    assert list(start.players) == [SOUTH, NORTH]
    assert start == Position.deal(seed=1) != Position.deal(seed=2)
    assert str(Position.deal("rt", layout="rbw" * 12)) == "/".join("rbw" * 12) + " s rt"


def test_k2_claws() -> None:
    """K2: double, single, triple claws from South's end; twelve of each."""
    pairs = [claws(space) for space in range(1, 37)]
    assert pairs[:4] == [2, 1, 3, 2]
    assert [pairs.count(number) for number in (1, 2, 3)] == [12, 12, 12]


def test_k4_four_nearest() -> None:
    """K4: only the tops of the four occupied spaces nearest your end may move."""
    stacks = "2=r 5=b 9=w 10=r 20=b 36=w"
    south, north = dragon(stacks), dragon(stacks, "n")
    assert south.nearest() == (2, 5, 9, 10) == north.nearest(SOUTH)
    assert north.nearest() == (36, 20, 10, 9) == south.nearest(NORTH)
    assert {move.source for move in south.moves()} == {2, 5, 9, 10}
    assert {move.source for move in north.moves()} == {9, 10, 20, 36}
    refusal = refusal_of(south, "20x1>2")
    assert refusal == "not-near"
    assert refusal.spaces == (20, 2, 5, 9, 10)
    assert refusal_of(south, "3x1>2").spaces == (3,)
    assert refusal_of(south, "3x1>2") == "empty-space"
    assert dragon("7=r 30=b").nearest() == (7, 30)


def test_k5_barons_fly_anywhere() -> None:
    """K5: barons fly forwards or backwards over any distance onto an occupied space."""
    position = dragon("2=r 5=b 9=w 10=r 20=b 36=w")
    assert {str(move) for move in position.moves() if move.source == 9} == {f"9x1>{to}" for to in (2, 5, 10, 20, 36)}
    refusal = refusal_of(position, "2x1>3")
    assert refusal == "empty-target"
    assert refusal.spaces == (3,)
    assert refusal_of(position, "2x1>2") == "same-space"
    assert position.play("10x1>2") == dragon("2=rr 5=b 9=w 20=b 36=w", "n")


def test_k6_a_top_takes_barons_under_it_along() -> None:
    """K6: the top moves alone or with barons under it, whose order doesn't change."""
    position = dragon("1=rbw 8=bwrr")
    assert position.play("1x1>8") == dragon("1=rb 8=bwrrw", "n")
    assert position.play("1x2>8") == dragon("1=r 8=bwrrbw", "n")
    assert position.play("1x3>8") == dragon("8=bwrrrbw", "n")
    refusal = refusal_of(position, "1x4>8")
    assert refusal == "too-few-barons"
    assert (refusal.spaces, refusal.counts) == ((1,), (3, 4))


def test_k7_a_move_ends_higher() -> None:
    """K7: the new stack must be taller than the old one was."""
    position = dragon("1=rbw 8=w 9=bw")
    assert move_texts(position) == {"1x3>8", "1x2>9", "1x3>9", "8x1>1", "8x1>9", "9x1>1", "9x2>1", "9x2>8"}
    refusal = refusal_of(position, "1x2>8")
    assert refusal == "not-higher"
    assert (refusal.spaces, refusal.counts) == ((1, 8), (3, 3))
    assert refusal_of(position, "1x1>8").counts == (3, 2)
    assert refusal_of(position, "9x1>8").counts == (2, 2)


def test_k8_harmony() -> None:
    """K8: a stack has at most three barons of a colour, at any height."""
    position = dragon("1=rb 2=rrbw 3=bbbrrr")
    refusal = refusal_of(position, "1x1>3")
    assert refusal == "harmony"
    assert (refusal.spaces, refusal.colours, refusal.counts) == ((1, 3), ("b",), (4,))
    two_colours = refusal_of(position, "2x4>3")
    assert (two_colours.colours, two_colours.counts) == (("r", "b"), (5, 4))
    assert position.play("2x1>3") == dragon("1=rb 2=rrb 3=bbbrrrw", "n")
    assert position.play("1x2>2") == dragon("2=rrbwrb 3=bbbrrr", "n")


def test_k9_emperor() -> None:
    """K9: the player who completes a stack of nine wins, no matter who built it."""
    for player_to_move, winner in (("s", SOUTH), ("n", NORTH)):
        position = dragon("4=rrrbbb 30=bwww", player_to_move)
        assert position.winners() is None
        move = "30x3>4"
        assert list(map(str, position.events(move))) == ["stack 4 9", f"emperor 4 {winner}"]
        finished = position.play(move)
        assert finished.winners() == (winner,)
        assert finished.outcome() == Outcome((winner,), OutcomeReason.EMPEROR)
        assert position.apply(move) == (finished, position.events(move))
        assert not finished.moves()
        assert Position.parse(str(finished)) == finished
        assert finished.stack(4) == "rrrbbbwww"
        for move_text in ("30x1>4", "pass"):
            refusal = refusal_of(finished, move_text)
            assert refusal == "game-over"
            assert refusal.players == (winner,)


def test_k10_no_pass_while_you_can_move() -> None:
    """K10: a player who can move may not pass."""
    position = dragon("1=rrr 2=rrr 35=w 36=w")
    refusal = refusal_of(position, "pass")
    assert refusal == "not-a-pass"
    assert refusal.players == (SOUTH,)


def test_k10_forced_pass() -> None:
    """K10: South has no legal move, but North has one; so South passes."""
    stacks = "1=rrbbwr 2=rwrwbwr 3=wrwbrbr 4=rwbbrwr 30=bbb"
    stuck = dragon(stacks)
    assert stuck.winners() is None
    assert stuck.outcome() is None
    assert move_texts(stuck) == {"pass"}
    assert "pass" in stuck.moves()
    assert refusal_of(stuck, "1x1>30") == "not-higher"
    assert refusal_of(stuck, "1x6>30") == "harmony"
    assert list(map(str, stuck.events("pass"))) == ["pass 1"]
    north = stuck.play("pass")
    assert north == dragon(stacks, "n")
    assert refusal_of(north, "pass") == "not-a-pass"
    assert north.play("30x1>2") == dragon("1=rrbbwr 2=rwrwbwrb 3=wrwbrbr 4=rwbbrwr 30=bb")


def test_k10_draw() -> None:
    """K10: if neither side can move, both share the victory."""
    for stacks in ("1=rrr 2=rrr 3=rrr 4=rrr", "9=r"):
        for player_to_move in "sn":
            finished = dragon(stacks, player_to_move)
            assert finished.winners() == (SOUTH, NORTH)
            assert finished.outcome() == Outcome((SOUTH, NORTH), OutcomeReason.NO_MOVES)
            assert not finished.moves()
            refusal = refusal_of(finished, "pass")
            assert refusal == "game-over"
            assert refusal.players == (SOUTH, NORTH)


def test_k11_two_speeds() -> None:
    """K11: up to four stacks away, a baron leaps as far as its space has claws; farther away it flies freely."""
    stacks = "1=r 2=b 3=w 4=r 5=b 6=w 7=r 8=b 9=w"
    position = dragon(stacks, variants="t")
    by_source = {
        source: {move.target for move in position.moves() if move.source == source} for source in position.nearest()
    }
    assert by_source == {1: {3, 6, 7, 8, 9}, 2: {1, 3, 7, 8, 9}, 3: {6, 8, 9}, 4: {2, 6, 9}}
    refusal = refusal_of(position, "3x1>5")
    assert refusal == "wrong-leap"
    assert (refusal.spaces, refusal.counts) == ((3, 5), (3, 2))
    assert refusal_of(position, "3x1>1").counts == (3, 2)
    assert refusal_of(position, "1x1>5").counts == (2, 4)
    with_gaps = dragon("1=r 9=b 18=w 20=r 30=b 36=w", variants="t")
    assert {move.target for move in with_gaps.moves() if move.source == 1} == {18, 36}
    assert dragon(stacks).why_not("3x1>5") is None


def test_k11_north() -> None:
    """K11: the rule also applies to North, forwards and backwards."""
    position = dragon("1=r 2=b 3=w 4=r 5=b 34=w 35=r 36=b", "n", "t")
    assert {move.target for move in position.moves() if move.source == 36} == {5, 3, 2, 1}
    assert {move.target for move in position.moves() if move.source == 34} == {4, 36, 1}


def test_k12_rotating_and_flipping() -> None:
    """K12: the moving part may be rotated, and the new stack flipped; other rules still apply."""
    position = dragon("1=rbw 8=bwrr", variants="r")
    stacks = {
        "1x2>8": "bwrrbw",
        "1x2~>8": "bwrrwb",
        "1x2>8~": "wbrrwb",
        "1x2~>8~": "bwrrwb",
        "1x1>8": "bwrrw",
        "1x1>8~": "wrrwb",
    }
    for move, stack in stacks.items():
        assert position.play(move).stack(8) == stack
        assert move in move_texts(position)
    assert position.play("1x3~>8").stack(8) == "bwrrwbr"
    without_variant = dragon("1=rbw 8=bwrr")
    for move in ("1x2~>8", "1x2>8~", "1x2~>8~"):
        assert refusal_of(without_variant, move) == "no-turning"
    assert len(position.moves()) == len({str(move) for move in position.moves()})
    refusals = {"not-higher": "1x1>2", "harmony": "3x2~>4~"}
    two_colours = dragon("1=rb 2=r 3=rr 4=rr", variants="rt")
    assert refusal_of(two_colours, "1x1>2") == "wrong-leap"
    turned = dragon("1=rb 2=r 3=rr 4=rr", variants="r")
    for refusal, move in refusals.items():
        assert refusal_of(turned, move) == refusal


def test_events() -> None:
    """A move reports the new stack and an emptied space."""
    position = dragon("1=r 2=b 3=rb 9=w")
    assert list(map(str, position.events("1x1>9"))) == ["stack 9 2", "empty 1"]
    assert list(map(str, position.events("3x2>9"))) == ["stack 9 3", "empty 3"]
    with pytest.raises(IllegalMove):
        position.events("3x1>9")


def test_positions_are_values() -> None:
    """Positions are comparable, hashable and picklable, and equal to every player's view."""
    position = dragon("1=r 2=b 3=w", variants="t")
    parsed = Position.parse(str(position))
    assert position == parsed
    assert hash(position) == hash(parsed)
    assert position != dragon("1=r 2=b 3=w", "n", "t") != dragon("1=r 2=b 3=w")
    assert pickle.loads(pickle.dumps(position)) == position
    assert position.view(1) is position.view(2) is position
    assert eval(repr(position), {"Position": Position}) == position
