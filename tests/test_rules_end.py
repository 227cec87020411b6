"""The end of a game (Q23, Q24)."""

import pytest

from qin_core.qin import PASS, IllegalMove, Outcome, OutcomeReason, Position
from tests.diagram import diagram, events_of, owners_of, pagodas_left, refusal_of


def crowded(first_count: int, second_count: int, hands: str, player_to_move: int = 1, piles: str = "-") -> Position:
    """Return a position in which players 1 and 2 hold many of 26 villages; the bottom row is rrrr..yyyy... ."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    villages = [f"{letter}=1" for letter in letters[:first_count]]
    villages += [f"{letter}=2" for letter in letters[first_count : first_count + second_count]]
    board = "map:abcdefghijklm/nopqrstuvwxyz/~~~~~~~~~~~~~/R........Y..."
    return Position.parse(
        f"{board} 13/13/13/rrrr2yyyy3 a1=1,g1=2 {','.join(villages)} {player_to_move} {hands} {piles}"
    )


def test_q23_the_last_pagoda_wins_at_once() -> None:
    """Q23: with 13 villages and a province, 14 of 15 pagodas are placed; the fifth space places the last."""
    position = crowded(13, 0, "rb|bb|bb|bb", piles="rr")
    assert pagodas_left(position) == [1, 14, 15, 15]
    assert position.winners() is None
    assert position.outcome() is None
    after = position.play("re1bf1")
    assert pagodas_left(after) == [0, 14, 15, 15]
    assert after.winners() == (1,)
    assert after.outcome() == Outcome((1,), OutcomeReason.LAST_PAGODA)
    assert list(after.moves()) == []
    assert not after.moves()


def test_q23_a_player_may_win_by_another_players_placement() -> None:
    """Q12, Q23: the player whose last pagoda is placed wins, regardless of who placed the tile."""
    after = crowded(13, 0, "bb|bb|rb|bb", player_to_move=3).play("re1bf1")
    assert after.winners() == (1,)


def test_q23_a_winning_placement_still_draws_a_tile() -> None:
    """Q8, Q23 (ruling): the turn is completed before the game ends."""
    after = crowded(13, 0, "rb|bb|bb|bb", piles="rr").play("re1bf1")
    assert after.hand(1) == ("rr",)
    assert after.piles == ((),)


@pytest.mark.parametrize(("player_to_move", "winner"), [(1, 1), (2, 2), (3, 1), (4, 1)])
def test_q23_two_of_four_players_place_their_last_pagoda_at_once(player_to_move: int, winner: int) -> None:
    """Q23 (ruling): the player to move wins, or else the next one clockwise."""
    position = crowded(13, 13, "ry|ry|ry|ry", player_to_move=player_to_move)
    assert pagodas_left(position) == [1, 1, 15, 15]
    after = position.play("re1yf1")
    assert pagodas_left(after) == [0, 0, 15, 15]
    assert after.winners() == (winner,)


@pytest.mark.parametrize(("player_to_move", "winner"), [(1, 1), (2, 2), (3, 1)])
def test_q23_two_of_three_players_place_their_last_pagoda_at_once(player_to_move: int, winner: int) -> None:
    """Q23 (ruling): the player to move wins, or else the next one clockwise, even across player 3."""
    villages = ",".join(f"{letter}={1 if letter < 'n' else 2}" for letter in "abcdefghijklmnopqrstuvwxyz")
    strips = "R........Y.../~~~~~~~~~~~~~/............./~~~~~~~~~~~~~/............."
    position = Position.parse(
        f"map:abcdefghijklm/nopqrstuvwxyz/~~~~~~~~~~~~~/{strips} "
        "13/13/13/rrrr2yyyy3/13/bbbbb1bbbbb2/13/bbbbb1bbbbb2 "
        f"a1=1,g1=2,a3=1,g3=2,a5=1,g5=2 {villages} {player_to_move} ry|ry|ry -"
    )
    assert pagodas_left(position) == [1, 1, 19]
    after = position.play("re5yf5")
    assert pagodas_left(after) == [0, 0, 19]
    assert after.winners() == (winner,)


def test_q23_placing_more_pagodas_than_left() -> None:
    """Q23: all events apply and the line contains all pagodas, but the player has 0 left, not fewer."""
    position = Position.parse(str(crowded(13, 0, "bb|ry|bb|bb", player_to_move=2)).replace("g1=2", "g1=1"))
    assert pagodas_left(position) == [0, 15, 15, 15]
    assert position.winners() == (1,)
    short = Position.parse(str(crowded(12, 0, "bb|ry|bb|bb", player_to_move=2)).replace("g1=2", "g1=1"))
    assert pagodas_left(short) == [1, 15, 15, 15]
    after = short.play("re1yf1")
    assert after.pagodas_placed(1) == 16
    assert pagodas_left(after) == [0, 15, 15, 15]
    assert after.winners() == (1,)
    assert Position.parse(str(after)) == after


def test_q23_removed_pagodas_are_returned_first() -> None:
    """Q19, Q23 (ruling): the absorbed province's pagoda is returned before the major's second one is placed."""
    letters = "abcdefghijklm"
    villages = ",".join(f"{letter}=1" for letter in letters)
    position = Position.parse(
        "map:abcdefghijklm/~~~~~~~~~~~~~/R............/............. 13/13/rr1rr8/13 "
        f"a2=1,d2=1 {villages} 1 rb|bb|bb|bb -"
    )
    assert position.pagodas_placed(1) == 15
    position = Position.parse(str(position).replace("m=1 ", "m=2 "))
    assert pagodas_left(position) == [1, 14, 15, 15]
    after = position.play("rc2bc1")
    assert events_of(position, "rc2bc1") == ["absorb a2 1", "major a2 1"]
    assert pagodas_left(after) == [1, 14, 15, 15]
    assert after.winners() is None


@pytest.mark.parametrize(("players", "pagodas"), [(2, 24), (3, 19), (4, 15)])
def test_q4_q23_only_the_last_pagoda_wins(players: int, pagodas: int) -> None:
    """Q4, Q23: a player with one pagoda left hasn't won."""
    villages = ",".join(f"{letter}=2" for letter in "abcdefghijklmnopqrstuvwxyz"[: pagodas - 1])
    board = "map:abcdefghijklm/nopqrstuvwxyz/~~~~~~~~~~~~~/R............"
    hands = "|".join(["rr"] * players)
    almost = Position.parse(f"{board} 13/13/13/r12 - {villages} 2 {hands} -")
    assert almost.pagodas_left(2) == 1
    assert almost.winners() is None
    assert almost.play("rb1rc1").winners() == (2,)


def test_q23_the_refusal_after_the_end_names_the_winner() -> None:
    """Q23: no move is legal after the end."""
    after = crowded(13, 0, "rb|bb|bb|bb", piles="rr").play("re1bf1")
    for move in ("bi1bj1", "pass", "rh1rz9"):
        refusal = after.why_not(move)
        assert refusal == "game-over"
        assert refusal.players == (1,)
        with pytest.raises(IllegalMove, match="game-over"):
            after.play(move)


def test_q23_a_placement_that_fits_is_refused_after_the_end() -> None:
    """Q23: `why_not`, `play` and `events` agree."""
    villages = ",".join(f"{letter}=1" for letter in "abcdefghijklmno")
    board = "map:abcdefghijklm/nopqrstuvwxyz/~~~~~~~~~~~~~/R............"
    over = Position.parse(f"{board} 13/13/13/r12 - {villages} 3 rr|rr|rr|rr -")
    assert over.winners() == (1,)
    assert over.why_not("rb1rc1") == "game-over"
    with pytest.raises(IllegalMove, match="game-over"):
        over.play("rb1rc1")
    with pytest.raises(IllegalMove, match="game-over"):
        over.events("rb1rc1")


STRAIT = """
    ~~~~~
    ~~~~~
    ~~~~~
    R..~~
"""


def test_q24_a_player_who_cannot_place_passes_without_drawing() -> None:
    """Q24 (ruling): player 1 has no tile that fits, player 2 has one."""
    position = diagram(STRAIT, hands="-|rr", piles="bb|yy")
    assert [str(move) for move in position.moves()] == ["pass"]
    assert position.events("pass") == ()
    after = position.play("pass")
    assert after == position.play(PASS)
    assert after.player_to_move == 2
    assert after.hand(1) == ()
    assert after.piles == (("bb",), ("yy",))
    assert [str(move) for move in after.moves()] == ["rb1rc1"]


def test_q24_a_player_who_can_place_may_not_pass() -> None:
    """Q24 (ruling): passing is refused."""
    position = diagram(STRAIT, hands="rr|-")
    refusal = position.why_not("pass")
    assert refusal == "not-a-pass"
    assert refusal.players == (1,)
    with pytest.raises(IllegalMove, match="not-a-pass"):
        position.play("pass")


def test_q24_a_player_with_only_forbidden_joins_must_pass() -> None:
    """Q20, Q24: red would join 2 and 2; only player 2's blue tile fits."""
    position = diagram(
        """
        ~~~~~~~
        ~~~~~~~
        ~~~~~~~
        Rr..rr~
        """,
        "a1=1,e1=2",
        hands="rr|bb",
    )
    assert [str(move) for move in position.moves()] == ["pass"]
    assert position.why_not("rc1rd1") == "tied-merge"
    assert position.why_not("pass") is None
    assert position.winners() is None
    after = position.play("pass").play("bc1bd1")
    assert after.winners() == (2,)


def test_q24_all_others_may_have_to_pass() -> None:
    """Q24: after two passes in a row, the third player places."""
    position = diagram(STRAIT, hands="-|-|rr")
    after = position.play("pass").play("pass")
    assert after.player_to_move == 3
    assert after.play("rb1rc1").winners() == (3,)


def test_q24_the_first_player_follows_a_pass_by_the_last() -> None:
    """Q6, Q24: after the last player comes the first."""
    after = diagram(STRAIT, hands="rr|-|-", player_to_move=3).play("pass")
    assert after.player_to_move == 1


def test_q24_no_room_ends_the_game() -> None:
    """Q24: the player with the most pagodas on provinces and villages wins."""
    full = diagram(
        """
        ~~~~a
        ~~~~~
        yY~~~
        Rrr~~
        """,
        "a1=1,a2=2",
        "a=2",
        hands="rr|bb|yy",
        player_to_move=3,
    )
    assert full.winners() == (2,)
    assert full.outcome() == Outcome((2,), OutcomeReason.NO_ROOM)
    assert not full.moves()
    assert full.why_not("pass") == "game-over"
    assert refusal_of(full, "pass").players == (2,)


def test_q24_no_tiles_end_the_game() -> None:
    """Q24: the game ends when no hand has a tile."""
    empty = diagram("....\n....\n....\nRr..", "a1=2", hands="-|-")
    assert empty.winners() == (2,)
    assert empty.outcome() == Outcome((2,), OutcomeReason.NO_TILES)
    assert not empty.moves()


def test_q24_a_tie_is_a_shared_victory() -> None:
    """Q24: two or three players have the most pagodas."""
    assert diagram(STRAIT, hands="-|-|-").winners() == (1, 2, 3)
    full = diagram(
        """
        ~~~~~
        ~~~~~
        yY~~~
        Rrr~~
        """,
        "a1=3,a2=1",
        hands="-|-|-",
    )
    assert full.winners() == (1, 3)
    assert refusal_of(full, "pass").players == (1, 3)


def test_q24_a_major_province_counts_two_pagodas() -> None:
    """Q16, Q24: a major province beats a small one."""
    full = diagram(
        """
        ~~~~~
        ~~~~~
        yY~~~
        Rrrrr
        """,
        "a1=2,a2=1",
        hands="-|-",
    )
    assert full.winners() == (2,)
    assert owners_of(full) == "a1=2,a2=1"


def test_q24_the_game_goes_on_while_any_player_can_place() -> None:
    """Q24: only the last of four players has a tile."""
    position = diagram(STRAIT, hands="-|-|-|yb")
    assert position.winners() is None
    assert position.why_not("rb1rc1") == "not-in-hand"
    with pytest.raises(IllegalMove, match="not-in-hand"):
        position.play("rb1rc1")


def test_q24_separate_free_squares_are_no_room() -> None:
    """Q9, Q24: two free squares that don't share an edge hold no tile."""
    full = diagram(
        """
        ~~~~
        ~.~~
        .r~~
        R.~~
        """,
        hands="rr,bb|yb",
    )
    assert full.winners() == (1, 2)
