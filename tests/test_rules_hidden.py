"""Hidden information (Q5): views, hidden tiles and revealing them."""

import random

import pytest

from qin_core import khan_tsin
from qin_core.qin import NotationError, Position, PositionError
from tests.diagram import diagram

ONE_START_SPACE = """
    ....
    ....
    ....
    R...
"""


def test_q5_a_view_hides_the_other_hands_and_all_piles() -> None:
    """Q5: a view shows the player's own hand and the number of all other tiles."""
    position = diagram(ONE_START_SPACE, hands="rr,yb|bb,bb,rr|yy", piles="rryy|-|bb|yb")
    assert str(position.view(1)).endswith(" 1 rr,yb|?3|?1 ?2|-|?1|?1")
    assert str(position.view(2)).endswith(" 1 ?2|rr,bb,bb|?1 ?2|-|?1|?1")
    assert str(position.view(3)).endswith(" 1 ?2|?3|yy ?2|-|?1|?1")


def test_q5_a_view_shows_the_whole_board() -> None:
    """Q5: nothing on the board is hidden."""
    position = diagram("....\n....\n..a.\nRr..", "a1=2", "a=1", hands="rr|bb", player_to_move=2)
    view = position.view(1)
    assert str(view).split(" ")[:5] == str(position).split(" ")[:5]
    assert view.provinces() == position.provinces()
    assert view.villages() == position.villages()


def test_q5_empty_hands_and_piles_stay_empty() -> None:
    """Q5: a view shows that they are empty."""
    assert str(diagram(ONE_START_SPACE, hands="rr|-", piles="-|-").view(1)).endswith(" rr|- -|-")


def test_q5_a_view_of_a_view() -> None:
    """Q5: another player's view of a view hides all tiles."""
    position = diagram(ONE_START_SPACE, hands="rr|bb", piles="yy")
    assert position.view(1).view(1) == position.view(1)
    assert str(position.view(1).view(2)).endswith(" ?1|?1 ?1")


@pytest.mark.parametrize("player", [0, 3, -1])
def test_q5_only_players_have_a_view(player: int) -> None:
    """Q5: other numbers are refused."""
    with pytest.raises(PositionError) as raised:
        diagram(ONE_START_SPACE).view(player)
    assert raised.value.problems == (("player", "no-such-player", str(player)),)


def test_q8_drawing_a_hidden_tile() -> None:
    """Q8: a hidden pile gives a hidden tile, which can be revealed."""
    after = diagram(ONE_START_SPACE, hands="rr,bb|yy", piles="?2").play("rb1rc1")
    assert after.hand(1) == ("bb", "?")
    assert after.piles == (("?",),)
    revealed = after.reveal(["ry"], 1)
    assert revealed.hand(1) == ("ry", "bb")
    assert after.hand(1) == ("bb", "?")
    assert revealed.hand(2) == ("yy",)


def test_revealing_a_tile_of_any_player() -> None:
    """Q5: the other hands don't change."""
    position = diagram(ONE_START_SPACE, hands="?2|?1|?2", piles="?3")
    assert str(position.reveal(["bb"], 2)).endswith(" ?2|bb|?2 ?3")
    assert str(position.reveal(["rr"], 3)).endswith(" ?2|?1|rr,?1 ?3")
    assert str(position.reveal(["rr"], 1).reveal(["yb"], 1)).endswith(" rr,yb|?1|?2 ?3")


def test_impossible_tiles_cannot_be_revealed() -> None:
    """Q3, Q5: refused are a hand without hidden tiles, invalid tiles, invalid players and a thirteenth of a kind."""
    position = diagram(ONE_START_SPACE, hands="rr|?1", piles="rr" * 10 + "|rr")
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
        with pytest.raises((PositionError, NotationError)) as raised:
            position.reveal([tile], player)
        assert raised.value.problems == (fault,)
    assert diagram(ONE_START_SPACE, hands="rr|?1", piles="rr" * 10 + "|yy").reveal(["rr"], 2).hand(2) == ("rr",)


def test_q24_a_hidden_hand_may_hold_any_tile() -> None:
    """Q24: the game goes on while a hidden tile might fit."""
    position = diagram("~~~~\n~~~~\n~~~~\nR..~", hands="-|?1")
    assert position.winners() is None
    assert [str(move) for move in position.moves()] == ["pass"]
    assert len(position.play("pass").moves()) == 3 + 3 * 2
    assert diagram("~~~~\n~~~~\n~~~~\nR.~~", hands="?1|?1").winners() == (1, 2)


def test_a_line_with_hidden_tiles_round_trips() -> None:
    """Q5: known tiles come before hidden ones."""
    line = str(diagram(ONE_START_SPACE, hands="rr,?2|?3", piles="?9|?10|-|rr"))
    assert line.endswith(" rr,?2|?3 ?9|?10|-|rr")
    assert str(Position.parse(line)) == line


def test_hidden_tiles_are_revealed_in_order() -> None:
    """Hands come first, then piles; known tiles and the old position don't change."""
    position = diagram(ONE_START_SPACE, hands="rr|yb,?2", piles="?2|bb")
    revealed = position.reveal(["rr", "bb", "yy", "ry"])
    assert str(revealed).endswith(" rr|rr,yb,bb yyry|bb")
    assert str(position).endswith(" rr|yb,?2 ?2|bb")
    with pytest.raises(ValueError, match="hidden"):
        position.reveal(["rr"])


def reveal_at_random(position: Position, seed: int) -> Position:
    """Reveal all hidden tiles, shuffled."""
    hidden = position.unseen_tiles()
    random.Random(seed).shuffle(hidden)
    return position.reveal(hidden)


def test_q3_revealing_all_tiles_uses_the_rest_of_the_box() -> None:
    """Q3: there are at most twelve tiles of a kind."""
    position = Position.deal("bird", 3, seed=4)
    revealed = reveal_at_random(position.view(2), 1)
    assert revealed.hand(2) == position.hand(2)
    assert sorted(revealed.seen_tiles()) == sorted(position.seen_tiles())
    assert reveal_at_random(revealed, 2) == revealed
    few = diagram(ONE_START_SPACE, hands="rr|bb", piles="rrrrrrrrrrrrrrrrrrrrrr|?48")
    assert reveal_at_random(few, 1).seen_tiles().count("rr") == 12
    with pytest.raises(PositionError, match="too-many-of-a-kind"):
        few.reveal(["rr"] * 48)
    assert few.reveal(["rr"] * 48, limited=False).seen_tiles().count("rr") == 60


def test_a_position_cannot_be_made_without_data() -> None:
    """The constructor refuses to make an empty position."""
    with pytest.raises(TypeError):
        Position()
    with pytest.raises(TypeError):
        khan_tsin.Position()


def test_the_player_to_move_can_be_changed() -> None:
    position = Position.deal("bird", 3, seed=1, first=1).view(1)
    for player in position.players:
        changed = position.with_player_to_move(player)
        assert changed.player_to_move == player
        assert changed.with_player_to_move(1) == position
    with pytest.raises(PositionError):
        position.with_player_to_move(4)
