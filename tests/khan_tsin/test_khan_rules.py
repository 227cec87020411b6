"""The rules of Khan Tsin, one after the other, on small dragons."""

import pickle

import pytest

from qin_core.khan_tsin import NORTH, SOUTH, IllegalMove, Outcome, OutcomeReason, Position, Refusal, claws
from tests.khan_tsin.khan_lines import dragon, move_texts


def refused(position: Position, move: str) -> Refusal:
    """Check that all methods refuse a move; return the reason."""
    reason = position.why_not(move)
    assert reason is not None
    assert move not in position.moves()
    assert move not in move_texts(position)
    with pytest.raises(IllegalMove) as raised:
        position.play(move)
    assert raised.value.reason == reason
    assert str(raised.value) == f"{move}: {reason}"
    assert reason.squares == tuple(map(str, reason.spaces))
    return reason


def test_k1_barons_and_players() -> None:
    """K1, K3: twelve of each colour, one on every space; South begins."""
    start = Position.deal(seed=1)
    assert [len(stack) for stack in start.stacks] == [1] * 36
    assert [start.stacks.count(colour) for colour in "rbw"] == [12, 12, 12]
    assert start.player_to_move == SOUTH == 1
    assert list(start.players) == [SOUTH, NORTH]
    assert start == Position.deal(seed=1) != Position.deal(seed=2)
    assert str(Position.deal("rt", layout="rbw" * 12)) == "/".join("rbw" * 12) + " s rt"


def test_k2_claws() -> None:
    """K2: a double, a single, a triple from South's end; twelve of each."""
    pairs = [claws(space) for space in range(1, 37)]
    assert pairs[:4] == [2, 1, 3, 2]
    assert [pairs.count(number) for number in (1, 2, 3)] == [12, 12, 12]


def test_k4_four_nearest() -> None:
    """K4: only the tops of the four occupied spaces nearest your end move; empty spaces don't count."""
    six = "2=r 5=b 9=w 10=r 20=b 36=w"
    south, north = dragon(six), dragon(six, "n")
    assert south.nearest() == (2, 5, 9, 10) == north.nearest(SOUTH)
    assert north.nearest() == (36, 20, 10, 9) == south.nearest(NORTH)
    assert {move.source for move in south.moves()} == {2, 5, 9, 10}
    assert {move.source for move in north.moves()} == {9, 10, 20, 36}
    reason = refused(south, "20x1>2")
    assert reason == "not-near"
    assert reason.spaces == (20, 2, 5, 9, 10)
    assert refused(south, "3x1>2").spaces == (3,)
    assert refused(south, "3x1>2") == "empty-space"
    assert dragon("7=r 30=b").nearest() == (7, 30)


def test_k5_flies_anywhere() -> None:
    """K5: forwards, backwards, over any distance, onto an occupied space only."""
    position = dragon("2=r 5=b 9=w 10=r 20=b 36=w")
    assert {str(move) for move in position.moves() if move.source == 9} == {f"9x1>{to}" for to in (2, 5, 10, 20, 36)}
    reason = refused(position, "2x1>3")
    assert reason == "empty-target"
    assert reason.spaces == (3,)
    assert refused(position, "2x1>2") == "same-space"
    assert position.play("10x1>2") == dragon("2=rr 5=b 9=w 20=b 36=w", "n")


def test_k6_takes_those_under_it() -> None:
    """K6: the top alone, or with one, several or all under it; their order stays."""
    position = dragon("1=rbw 8=bwrr")
    assert position.play("1x1>8") == dragon("1=rb 8=bwrrw", "n")
    assert position.play("1x2>8") == dragon("1=r 8=bwrrbw", "n")
    assert position.play("1x3>8") == dragon("8=bwrrrbw", "n")
    reason = refused(position, "1x4>8")
    assert reason == "too-few-barons"
    assert (reason.spaces, reason.counts) == ((1,), (3, 4))


def test_k7_ends_higher() -> None:
    """K7: what it makes is taller than what it left was."""
    position = dragon("1=rbw 8=w 9=bw")
    assert move_texts(position) == {"1x3>8", "1x2>9", "1x3>9", "8x1>1", "8x1>9", "9x1>1", "9x2>1", "9x2>8"}
    reason = refused(position, "1x2>8")
    assert reason == "not-higher"
    assert (reason.spaces, reason.counts) == ((1, 8), (3, 3))
    assert refused(position, "1x1>8").counts == (3, 2)
    assert refused(position, "9x1>8").counts == (2, 2)


def test_k8_harmony() -> None:
    """K8: never a fourth of one colour, wherever it lies in the stack."""
    position = dragon("1=rb 2=rrbw 3=bbbrrr")
    reason = refused(position, "1x1>3")
    assert reason == "harmony"
    assert (reason.spaces, reason.colours, reason.counts) == ((1, 3), ("b",), (4,))
    both = refused(position, "2x4>3")
    assert (both.colours, both.counts) == (("r", "b"), (5, 4))
    assert position.play("2x1>3") == dragon("1=rb 2=rrb 3=bbbrrrw", "n")
    assert position.play("1x2>2") == dragon("2=rrbwrb 3=bbbrrr", "n")


def test_k9_emperor() -> None:
    """K9: the player who completes a stack of nine wins, no matter who built it; it stays in the line."""
    for player_to_move, winner in (("s", SOUTH), ("n", NORTH)):
        position = dragon("4=rrrbbb 30=bwww", player_to_move)
        assert position.winners() is None
        move = "30x3>4"
        assert list(map(str, position.events(move))) == ["stack 4 9", f"emperor 4 {winner}"]
        over = position.play(move)
        assert over.winners() == (winner,)
        assert over.outcome() == Outcome((winner,), OutcomeReason.EMPEROR)
        assert position.apply(move) == (over, position.events(move))
        assert not over.moves()
        assert Position.parse(str(over)) == over
        assert over.stack(4) == "rrrbbbwww"
        for late in ("30x1>4", "pass"):
            reason = refused(over, late)
            assert reason == "game-over"
            assert reason.players == (winner,)


def test_k10_no_pass_while_you_can_move() -> None:
    """K10: a player who can move may not pass."""
    position = dragon("1=rrr 2=rrr 35=w 36=w")
    reason = refused(position, "pass")
    assert reason == "not-a-pass"
    assert reason.players == (SOUTH,)


def test_k10_forced_pass() -> None:
    """K10: South's four red tops find no room while North's black one does; South passes, North goes on."""
    stacks = "1=rrbbwr 2=rwrwbwr 3=wrwbrbr 4=rwbbrwr 30=bbb"
    stuck = dragon(stacks)
    assert stuck.winners() is None
    assert stuck.outcome() is None
    assert move_texts(stuck) == {"pass"}
    assert "pass" in stuck.moves()
    assert refused(stuck, "1x1>30") == "not-higher"
    assert refused(stuck, "1x6>30") == "harmony"
    assert list(map(str, stuck.events("pass"))) == ["pass 1"]
    north = stuck.play("pass")
    assert north == dragon(stacks, "n")
    assert refused(north, "pass") == "not-a-pass"
    assert north.play("30x1>2") == dragon("1=rrbbwr 2=rwrwbwrb 3=wrwbrbr 4=rwbbrwr 30=bb")


def test_k10_draw() -> None:
    """K10: if neither side can move, both share the victory."""
    for stacks in ("1=rrr 2=rrr 3=rrr 4=rrr", "9=r"):
        for player_to_move in "sn":
            over = dragon(stacks, player_to_move)
            assert over.winners() == (SOUTH, NORTH)
            assert over.outcome() == Outcome((SOUTH, NORTH), OutcomeReason.NO_MOVES)
            assert not over.moves()
            reason = refused(over, "pass")
            assert reason == "game-over"
            assert reason.players == (SOUTH, NORTH)


def test_k11_two_speeds() -> None:
    """K11: up to four barons away it leaps as many as its start has claws; farther it flies."""
    nine = "1=r 2=b 3=w 4=r 5=b 6=w 7=r 8=b 9=w"
    position = dragon(nine, variants="t")
    by_source = {
        source: {move.target for move in position.moves() if move.source == source} for source in position.nearest()
    }
    assert by_source == {1: {3, 6, 7, 8, 9}, 2: {1, 3, 7, 8, 9}, 3: {6, 8, 9}, 4: {2, 6, 9}}
    reason = refused(position, "3x1>5")
    assert reason == "wrong-leap"
    assert (reason.spaces, reason.counts) == ((3, 5), (3, 2))
    assert refused(position, "3x1>1").counts == (3, 2)
    assert refused(position, "1x1>5").counts == (2, 4)
    gaps = dragon("1=r 9=b 18=w 20=r 30=b 36=w", variants="t")
    assert {move.target for move in gaps.moves() if move.source == 1} == {18, 36}
    assert dragon(nine).why_not("3x1>5") is None


def test_k11_north() -> None:
    """K11: the same from the other end, forwards and backwards."""
    position = dragon("1=r 2=b 3=w 4=r 5=b 34=w 35=r 36=b", "n", "t")
    assert {move.target for move in position.moves() if move.source == 36} == {5, 3, 2, 1}
    assert {move.target for move in position.moves() if move.source == 34} == {4, 36, 1}


def test_k12_turning() -> None:
    """K12: the moving part may be turned, then the new stack; heights and harmony stay the same."""
    position = dragon("1=rbw 8=bwrr", variants="r")
    made = {
        "1x2>8": "bwrrbw",
        "1x2~>8": "bwrrwb",
        "1x2>8~": "wbrrwb",
        "1x2~>8~": "bwrrwb",
        "1x1>8": "bwrrw",
        "1x1>8~": "wrrwb",
    }
    for move, stack in made.items():
        assert position.play(move).stack(8) == stack
        assert move in move_texts(position)
    assert position.play("1x3~>8").stack(8) == "bwrrwbr"
    plain = dragon("1=rbw 8=bwrr")
    for move in ("1x2~>8", "1x2>8~", "1x2~>8~"):
        assert refused(plain, move) == "no-turning"
    assert len(position.moves()) == len({str(move) for move in position.moves()})
    heights = {"not-higher": "1x1>2", "harmony": "3x2~>4~"}
    both = dragon("1=rb 2=r 3=rr 4=rr", variants="rt")
    assert refused(both, "1x1>2") == "wrong-leap"
    turned = dragon("1=rb 2=r 3=rr 4=rr", variants="r")
    for reason, move in heights.items():
        assert refused(turned, move) == reason


def test_events_say_what_happens() -> None:
    """A stack made, a space emptied, a pass."""
    position = dragon("1=r 2=b 3=rb 9=w")
    assert list(map(str, position.events("1x1>9"))) == ["stack 9 2", "empty 1"]
    assert list(map(str, position.events("3x2>9"))) == ["stack 9 3", "empty 3"]
    with pytest.raises(IllegalMove):
        position.events("3x1>9")


def test_values() -> None:
    """Positions are values: equal, hashable, picklable, and the same in every player's view."""
    position = dragon("1=r 2=b 3=w", variants="t")
    again = Position.parse(str(position))
    assert position == again
    assert hash(position) == hash(again)
    assert position != dragon("1=r 2=b 3=w", "n", "t") != dragon("1=r 2=b 3=w")
    assert pickle.loads(pickle.dumps(position)) == position
    assert position.view(1) is position.view(2) is position
    assert eval(repr(position), {"Position": Position}) == position
