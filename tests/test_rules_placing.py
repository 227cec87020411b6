"""Placing a tile and drawing one (Q8-Q11), and refusals."""

import pytest

from qin_core.qin import PASS, IllegalMove, Move, NotationError, Position, RefusalReason
from tests.diagram import diagram, diagram_of, refusal_of, same_diagram


def moves_of(position: Position) -> set[str]:
    """Collect the legal moves as text."""
    return {str(move) for move in position.moves()}


ONE_START_SPACE = """
    ....
    ....
    ....
    R...
"""


def test_q8_a_tile_from_the_hand_is_placed_and_another_drawn() -> None:
    """Q8: the tile leaves the hand, the first pile with tiles gives a new one, and the next player moves."""
    position = diagram(ONE_START_SPACE, hands="rr,yb|bb", piles="-|ybrr|bb")
    after = position.play("rb1rc1")
    assert same_diagram(
        after,
        """
        ....
        ....
        ....
        Rrr.
        """,
    )
    assert after.hand(1) == ("yb", "yb")
    assert after.piles == ((), ("rr",), ("bb",))
    assert after.player_to_move == 2


@pytest.mark.parametrize(
    ("move", "hand", "piles"),
    [
        ("rb1rc1/1", ("rr",), (("yy",), ("bb",), (), ("yb",))),
        ("rb1rc1/2", ("bb",), (("rr", "yy"), (), (), ("yb",))),
        ("rb1rc1/4", ("yb",), (("rr", "yy"), ("bb",), (), ())),
    ],
)
def test_q8_the_player_chooses_the_pile(move: str, hand: tuple[str, ...], piles: tuple[tuple[str, ...], ...]) -> None:
    """Q8: the top tile of the chosen pile goes into the hand."""
    after = diagram(ONE_START_SPACE, hands="rr|bb", piles="rryy|bb|-|yb").play(move)
    assert after.hand(1) == hand
    assert after.piles == piles


@pytest.mark.parametrize("pile", [3, 4])
def test_q8_drawing_from_an_empty_pile_is_refused(pile: int) -> None:
    """Q8: pile 3 is empty, and there is no pile 4."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="rr|bb|-")
    refusal = position.why_not(f"rb1rc1/{pile}")
    assert refusal == "empty-pile"
    assert refusal.counts == (pile,)
    with pytest.raises(IllegalMove, match="empty-pile"):
        position.play(f"rb1rc1/{pile}")


def test_q8_invalid_pile_numbers_are_refused() -> None:
    """Q8: piles are numbered from 1, even in moves made by code."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="rr|bb")
    for pile in (0, -1, -2, 5):
        move = Move.parse("rb1rc1").drawing_from(pile)
        assert position.why_not(move) == "empty-pile"
        with pytest.raises(IllegalMove):
            position.play(move)


def test_q8_empty_piles_give_no_tile() -> None:
    """Q8: when all piles are empty, the hand gets smaller."""
    after = diagram(ONE_START_SPACE, hands="rr,rr,bb|bb", piles="-|-").play("rb1rc1")
    assert after.hand(1) == ("rr", "bb")
    assert after.piles == ((), ())


def test_q8_the_first_player_follows_the_last() -> None:
    """Q6, Q8: players move clockwise; after player 4 comes player 1."""
    position = diagram(ONE_START_SPACE, hands="rb|rb|rb|rb", player_to_move=3)
    players = []
    for move in ("rb1bc1", "ra2ba3", "rb2bb3"):
        position = position.play(move)
        players.append(position.player_to_move)
    assert players == [4, 1, 2]


def test_q9_q10_every_first_placement() -> None:
    """Q9, Q10: placements around a single start space in the corner, with both orientations of a two-coloured tile."""
    position = diagram(ONE_START_SPACE, hands="rr,ry,ry|bb")
    doubles = {"rb1rc1", "rb1rb2", "ra2rb2", "ra2ra3"}
    others = {"rb1yc1", "rc1yb1", "rb1yb2", "rb2yb1", "ra2yb2", "rb2ya2", "ra2ya3", "ra3ya2"}
    assert moves_of(position) == doubles | others
    assert len(position.moves()) == 12


def test_q9_only_grassland_can_be_covered() -> None:
    """Q9: villages, water, coloured spaces and squares off the board are refused and named."""
    position = diagram(
        """
        ....
        .a~.
        ....
        R..y
        """,
        hands="rr,ry|bb",
    )
    blocked = {
        "rb2rb3": (("b3",), ("a",)),
        "rc2rc3": (("c3",), ()),
        "rb3rc3": (("b3", "c3"), ("a",)),
        "ra1rb1": (("a1",), ()),
        "rc1rd1": (("d1",), ()),
        "rd2re2": (("e2",), ()),
        "ra4ra5": (("a5",), ()),
        "rz26yz25": (("z26", "z25"), ()),
    }
    for move, (squares, villages) in blocked.items():
        refusal = position.why_not(move)
        assert refusal == "not-grassland", move
        assert (refusal.squares, refusal.villages) == (squares, villages), move
        assert move not in moves_of(position)


def test_q9_the_two_squares_must_share_an_edge() -> None:
    """Q9: squares that share a corner, are two apart, are equal or would wrap around the board are refused."""
    position = diagram(
        """
        ....
        ....
        R...
        ....
        """,
        hands="ry|bb",
    )
    for move in ("rb2yc1", "rb2yd2", "rb2yb2", "rd1ya3", "rb2yb4", "rd2ya3"):
        refusal = position.why_not(move)
        assert refusal == "not-a-domino", move
        assert refusal.squares == (move[1:3], move[4:6])


def test_q10_a_tile_may_connect_to_any_colour() -> None:
    """Q10: one half must touch a coloured space of any colour on any side."""
    position = diagram(
        """
        ......
        ..b...
        .R..y.
        ......
        """,
        hands="yb,bb|bb",
    )
    for move in ("ya2ba1", "yc1bc2", "ya1bb1", "yd2bc2", "yf2bf1", "yd3bd4", "yb3ba3", "yc4bd4"):
        assert position.why_not(move) is None, move
    assert position.why_not("ya4bb4") == "not-connected"


L1 = """
    .......
    .......
    ..y.aa.
    .R.....
    .......
    .......
"""


@pytest.mark.parametrize("move", ["rb4yb5", "rd4yd5", "rb1yb2"])
def test_l1_legal_placements(move: str) -> None:
    """L1, Q10: it is enough if one half touches a red or a yellow space."""
    assert diagram(L1, hands="ry|bb").why_not(move) is None


def test_l1_a_corner_is_not_enough() -> None:
    """L1, Q10: the tile touches a space only at a corner."""
    position = diagram(L1, hands="ry|bb")
    refusal = position.why_not("rd5ye5")
    assert refusal == "not-connected"
    assert refusal.squares == ("c4",)
    assert refusal.villages == ("a",)
    assert "rd5ye5" not in moves_of(position)


def test_l1_touching_a_village_is_not_enough() -> None:
    """L1, Q10: a village isn't a coloured space."""
    refusal = diagram(L1, hands="ry|bb").why_not("rf3yg3")
    assert refusal == "not-connected"
    assert refusal.squares == ()
    assert refusal.villages == ("a",)


def test_q10_the_refusal_names_all_spaces_at_the_corners() -> None:
    """Q10: the refusal lists spaces at a corner of the tile, but not those farther away."""
    refusal = diagram(
        """
        r..b..
        .y....
        ......
        .r..b.
        ....R.
        """,
        hands="yy|bb",
    ).why_not("yc3yd3")
    assert refusal == "not-connected"
    assert refusal.squares == ("b2", "e2", "b4")


def test_l5_a_rotated_tile() -> None:
    """L5, Q10, Q13: a tile can be rotated freely; here it only adds two single spaces."""
    position = diagram(
        """
        ......
        .Yy...
        .r....
        .R....
        """,
        "b1=2,b3=1",
        hands="ry|bb",
    )
    assert position.events("rd3yd2") == ()
    after = position.play("rd3yd2")
    assert diagram_of(after) == "......\n.Yyr..\n.r.y..\n.R...."
    assert [province.squares for province in after.provinces()] == [("b1", "b2"), ("b3", "c3")]


def test_q11_forbidden_joins_are_not_among_the_moves() -> None:
    """Q11: a forbidden join isn't listed and can't be played."""
    position = diagram(
        """
        ......
        Rr.rr.
        ......
        ......
        """,
        "a3=1,d3=2",
        hands="rb|bb",
    )
    assert "rc3bc2" not in moves_of(position)
    assert "rc2bc3" in moves_of(position)
    with pytest.raises(IllegalMove) as raised:
        position.play("rc3bc2")
    assert raised.value.reason == "tied-merge"
    assert raised.value.move == "rc3bc2"
    assert str(raised.value) == "rc3bc2: tied-merge"


def test_refusals_have_the_order_of_the_notation() -> None:
    """Q8-Q11: first the hand, then the ground, then the shape, then the connection."""
    position = diagram(ONE_START_SPACE, hands="rr|bb")
    assert position.why_not("bz9bb10") == "not-in-hand"
    assert refusal_of(position, "bz9bb10").players == (1,)
    assert position.why_not("rd1rz9") == "not-grassland"
    assert position.why_not("rd1rd4") == "not-a-domino"
    assert position.why_not("rd1rd2") == "not-connected"
    assert position.why_not("pass") == "not-a-pass"
    assert refusal_of(position, "pass").players == (1,)


def test_moves_are_a_sequence() -> None:
    """Q8: every placement is listed once, without a pile; `x in moves` equals `x in list(moves)`."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="-|yy")
    moves = position.moves()
    assert len(moves) == len(list(moves)) == 4
    assert moves
    assert list(moves[1:3]) == list(moves)[1:3]
    listed = ("rb1rc1", *moves, Move.parse("rb1rc1"))
    others = ("rb1rc1/2", "rb1rc1/1", moves[0].drawing_from(2), "rc1rd1", "pass", PASS, "anything", "", None, 7)
    for move in (*listed, *others):
        assert (move in moves) == (move in list(moves)) == (move in listed)
    assert moves.index("rb1rc1") == [str(move) for move in moves].index("rb1rc1")
    assert moves.count(moves[0]) == 1
    assert repr(moves).startswith("<4 moves: r")


def test_q8_every_listed_move_can_draw_from_any_pile() -> None:
    """Q8: listed moves are legal with any pile that has tiles."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="-|yy|ry")
    for move in position.moves():
        assert position.is_legal(move)
        assert position.is_legal(move.drawing_from(2))
        assert position.play(move.drawing_from(3)) == position.play(f"{move}/3")
        assert position.play(move).hand(1) == ("yy",)
        assert position.play(f"{move}/3").hand(1) == ("ry",)
        assert not position.is_legal(f"{move}/1")
        refusal = position.why_not(f"{move}/4")
        assert refusal is not None
        assert refusal.reason is RefusalReason.EMPTY_PILE
    with pytest.raises(NotationError):
        position.is_legal("anything")


def test_a_move_from_another_board_is_converted() -> None:
    """Q9: a listed move contains square numbers of its board; another board looks its squares up by name."""
    small = diagram(ONE_START_SPACE, hands="rr|bb")
    large = Position.deal("bird", first=1, seed=1)
    listed = next(move for move in small.moves() if str(move) == "rb1rc1")
    assert large.why_not(listed) in ("not-in-hand", "not-connected")
    wide = diagram("......\n......\n......\n.R....\n......", hands="rr|bb")
    move = next(move for move in wide.moves() if str(move) == "ra2ra3")
    assert str(small.play(move)) == str(small.play("ra2ra3"))


def test_positions_are_immutable() -> None:
    """Q8: playing a move returns a new position."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="yy")
    before = str(position)
    position.play("rb1rc1")
    position.events("rb1rc1")
    position.why_not("rb1rc2")
    assert str(position) == before


def test_q8_a_hidden_hand_may_hold_any_tile() -> None:
    """Q5, Q8: any tile may be played from a hidden hand; a known tile is used first."""
    position = diagram(ONE_START_SPACE, hands="rr,?1|bb", piles="yy")
    assert position.play("rb1rc1").hand(1) == ("yy", "?")
    assert position.play("yb1bc1").hand(1) == ("rr", "yy")
    assert len(position.moves()) == 3 * 4 + 3 * 8
