"""Hidden information (Q5): views, hidden tiles, revealing them."""

import random

import pytest

from qin_core import khan_tsin
from qin_core.qin import NotationError, Position, PositionError
from tests.diagram import diagram

LONELY = """
    ....
    ....
    ....
    R...
"""


def test_q5_a_view_hides_the_other_hands_and_all_piles() -> None:
    """Q5: the player's own tiles stay, numbers of tiles stay."""
    position = diagram(LONELY, hands="rr,yb|bb,bb,rr|yy", piles="rryy|-|bb|yb")
    assert str(position.view(1)).endswith(" 1 rr,yb|?3|?1 ?2|-|?1|?1")
    assert str(position.view(2)).endswith(" 1 ?2|rr,bb,bb|?1 ?2|-|?1|?1")
    assert str(position.view(3)).endswith(" 1 ?2|?3|yy ?2|-|?1|?1")


def test_q5_the_board_stays_as_it_is() -> None:
    """Q5: nothing on the table is hidden."""
    position = diagram("....\n....\n..a.\nRr..", "a1=2", "a=1", hands="rr|bb", player_to_move=2)
    seen = position.view(1)
    assert str(seen).split(" ")[:5] == str(position).split(" ")[:5]
    assert seen.provinces() == position.provinces()
    assert seen.villages() == position.villages()


def test_q5_empty_hands_and_piles_stay_empty() -> None:
    """Q5: a view shows that nothing is there."""
    assert str(diagram(LONELY, hands="rr|-", piles="-|-").view(1)).endswith(" rr|- -|-")


def test_q5_a_view_of_a_view() -> None:
    """Q5: seen twice, everything is hidden from the other player, too."""
    position = diagram(LONELY, hands="rr|bb", piles="yy")
    assert position.view(1).view(1) == position.view(1)
    assert str(position.view(1).view(2)).endswith(" ?1|?1 ?1")


@pytest.mark.parametrize("player", [0, 3, -1])
def test_q5_only_players_look(player: int) -> None:
    """Q5: only players have a view."""
    with pytest.raises(PositionError) as refused:
        diagram(LONELY).view(player)
    assert refused.value.problems == (("player", "no-such-player", str(player)),)


def test_q8_drawing_a_hidden_tile() -> None:
    """Q8: from a hidden pile comes a hidden tile, which can be turned up."""
    after = diagram(LONELY, hands="rr,bb|yy", piles="?2").play("rb1rc1")
    assert after.hand(1) == ("bb", "?")
    assert after.piles == (("?",),)
    shown = after.reveal(["ry"], 1)
    assert shown.hand(1) == ("ry", "bb")
    assert after.hand(1) == ("bb", "?")
    assert shown.hand(2) == ("yy",)


def test_turning_up_a_tile_of_any_player() -> None:
    """Q5: the others' hands stay as they are."""
    position = diagram(LONELY, hands="?2|?1|?2", piles="?3")
    assert str(position.reveal(["bb"], 2)).endswith(" ?2|bb|?2 ?3")
    assert str(position.reveal(["rr"], 3)).endswith(" ?2|?1|rr,?1 ?3")
    assert str(position.reveal(["rr"], 1).reveal(["yb"], 1)).endswith(" rr,yb|?1|?2 ?3")


def test_turning_up_what_is_not_there() -> None:
    """Q3, Q5: no hidden tile, no such tile, no such player, or a thirteenth of its kind."""
    position = diagram(LONELY, hands="rr|?1", piles="rr" * 10 + "|rr")
    with pytest.raises(PositionError, match="nothing-hidden"):
        position.reveal(["rr"], 1)
    for tile in ("br", "", "rrr", "?"):
        with pytest.raises(NotationError, match="malformed"):
            position.reveal([tile], 2)
    for player in (0, 3, -1):
        with pytest.raises(PositionError, match="no-such-player"):
            position.reveal(["yy"], player)
    with pytest.raises(PositionError, match="too-many-of-a-kind"):
        position.reveal(["rr"], 2)
    for player, tile, fault in (
        (1, "rr", ("hands", "nothing-hidden", "1")),
        (2, "br", ("hands", "malformed", "br")),
        (2, "rr", ("hands", "too-many-of-a-kind", "rr")),
        (3, "rr", ("player", "no-such-player", "3")),
    ):
        with pytest.raises((PositionError, NotationError)) as refused:
            position.reveal([tile], player)
        assert refused.value.problems == (fault,)
    assert diagram(LONELY, hands="rr|?1", piles="rr" * 10 + "|yy").reveal(["rr"], 2).hand(2) == ("rr",)


def test_q24_a_hidden_hand_may_hold_any_tile() -> None:
    """Q24: while a player may hold a tile that fits, the game goes on."""
    position = diagram("~~~~\n~~~~\n~~~~\nR..~", hands="-|?1")
    assert position.winners() is None
    assert [str(move) for move in position.moves()] == ["pass"]
    assert len(position.play("pass").moves()) == 3 + 3 * 2
    assert diagram("~~~~\n~~~~\n~~~~\nR.~~", hands="?1|?1").winners() == (1, 2)


def test_a_line_with_hidden_tiles_reads_back() -> None:
    """Q5: known tiles come before hidden ones."""
    line = str(diagram(LONELY, hands="rr,?2|?3", piles="?9|?10|-|rr"))
    assert line.endswith(" rr,?2|?3 ?9|?10|-|rr")
    assert str(Position.parse(line)) == line


def test_hidden_tiles_get_faces_in_order() -> None:
    """First those in the hands, then those in the piles; what lies face up stays, and so does the old position."""
    position = diagram(LONELY, hands="rr|yb,?2", piles="?2|bb")
    shown = position.reveal(["rr", "bb", "yy", "ry"])
    assert str(shown).endswith(" rr|rr,yb,bb yyry|bb")
    assert str(position).endswith(" rr|yb,?2 ?2|bb")
    with pytest.raises(ValueError, match="hidden"):
        position.reveal(["rr"])


def dealt_anew(position: Position, seed: int) -> Position:
    unseen = position.unseen_tiles()
    random.Random(seed).shuffle(unseen)
    return position.reveal(unseen)


def test_q3_turning_everything_up_takes_what_the_box_still_holds() -> None:
    """Q3: never more than twelve of a kind, and all of them where everything is in hands and piles."""
    position = Position.deal("bird", 3, seed=4)
    shown = dealt_anew(position.view(2), 1)
    assert shown.hand(2) == position.hand(2)
    assert sorted(shown.seen_tiles()) == sorted(position.seen_tiles())
    assert dealt_anew(shown, 2) == shown
    few = diagram(LONELY, hands="rr|bb", piles="rrrrrrrrrrrrrrrrrrrrrr|?48")
    assert dealt_anew(few, 1).seen_tiles().count("rr") == 12
    with pytest.raises(PositionError, match="too-many-of-a-kind"):
        few.reveal(["rr"] * 48)
    assert few.reveal(["rr"] * 48, limited=False).seen_tiles().count("rr") == 60


def test_a_position_is_never_empty() -> None:
    """A position has all its parts from the beginning."""
    with pytest.raises(TypeError):
        Position()
    with pytest.raises(TypeError):
        khan_tsin.Position()


def test_the_player_to_move_can_be_changed() -> None:
    position = Position.deal("bird", 3, seed=1, first=1).view(1)
    for player in position.players:
        given = position.with_player_to_move(player)
        assert given.player_to_move == player
        assert given.with_player_to_move(1) == position
    with pytest.raises(PositionError):
        position.with_player_to_move(4)
