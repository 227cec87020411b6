"""Forced wins: every level that looks ahead finds them and reports a certain win."""

import pytest

from qin_core.qin import Move, Position
from qin_core.qin.players import LEVELS, Level, evaluate_move, rank, run_to_end
from qin_core.qin.players.endgame import sure_win_probability, winning_placements
from qin_core.qin.players.hidden_tiles import hidden_shares
from qin_core.qin.tiles import HAND_SIZE, KINDS, TILES

MASTER = LEVELS[6]
FORCED_WIN = (
    "lion 5r2ry3/5ryyrbbbr/4yyy1b1rbr/2yybbb1b1rrb/6b1ryy1b/1rrryyb1rbrrr/bbr2yb1ybr1b/r1r5yb2b/ryy4rryrr1/ry7yy2/"
    "ry8bbr/ry9yr/1bb8y1 b1=1,l1=1,a2=2,b2=2,m2=2,k3=1,j4=2,h5=1,k5=1,c6=1,i6=2,j6=2,m6=2,a7=2,f7=2,g7=1,k7=1,i8=1,"
    "j9=2,m9=1,c10=2,i10=2,k10=1,e11=1,l11=1,m11=2,f12=2,i12=2 b=1,c=1,d=1,e=1,f=1,g=2,h=2,i=2,j=2,l=2 1 "
    "ry,yy,bb|?3 -|-|?11|?16"
)
FORCED_WIN_OF_PLAYER_2 = (
    "bird 13/ryyr1yy6/ryy1rbbyrrbb1/yr1rrbbyy1yy1/yrbrrbb1ybbb1/r1byyybb1bby1/bbbyyryyyyyyr/3rrry2y2r/3yyrrrbyybb/"
    "1bbb2rbb1y2/7br1y1r/7brrrrr/9bbb1 j1=1,h2=2,i2=2,k3=1,b4=2,g4=2,d5=1,l5=2,m6=1,a7=2,d7=2,g8=1,j8=2,a9=2,b9=1,d9=1,"
    "i9=1,k10=1,a11=1,b11=2,i11=1,k11=2,f12=1 a=1,c=2,d=1,e=2,f=1,g=2,h=2 2 ?3|ry,rb,yy -|-|?3|?16"
)
FORCED_WIN_AGAINST_TWO = (
    "lion 1y11/by7bby1/b7b2y1/rryy4byrr1/3rrbb2y2y/1yyr1ybrbbrry/2y2ybryy3/b1b1rrbyyb3/brbbrrrrrb3/br1yyyyy1rr2/"
    "bb2b1y3yy1/br1yb1b4rr/1ryy2bbrrbb1 b1=2,c1=3,g1=3,i1=2,k1=1,a2=1,e2=1,l2=2,g3=3,k3=1,b4=3,j4=1,c5=1,e5=3,j5=3,"
    "g6=2,h6=1,c7=1,f7=2,h7=2,d8=3,i8=1,k8=1,m8=2,j9=2,a10=3,c10=2,i10=2,k10=2,a11=1,l11=3,b12=2,j12=3 a=1,c=3,d=2,e=3,"
    "f=2,g=1,h=3,i=1,j=1,k=3,l=2 2 ?3|yy,yy,bb|?3 -|-|?5|?15"
)
FORCED_WIN_AGAINST_THREE = (
    "bird 3bb8/4rryy5/1yybbyr6/bb1r1yryy4/ybyrbyb1rr3/ybyrbrbbbbbr1/1brrrryyyyyrb/bb1bbr1rr3b/y2ryyryrrb2/ybbrb1ryrrb2/"
    "r2rbrryy4/ryy1br1ybb3/brr10 b1=3,a2=3,b2=4,e2=1,f2=1,h2=3,i2=3,d3=1,a4=2,b4=1,i4=2,k4=3,e5=4,a6=1,d6=1,f6=4,m6=2,"
    "g7=2,l7=2,a8=1,c8=4,e8=1,g8=2,f9=2,i9=4,g10=3,h10=4,b11=4,d11=3,e12=4,g12=4,d13=2 a=4,c=4,d=4,e=1,f=2,g=3 4 "
    "?3|?3|?3|ry,yy,bb -|-|-|?13"
)


def can_win_now(view: Position) -> bool:
    """Return whether the player to move has won or holds a tile that wins."""
    known_tiles = [tile for tile in view.hand(view.player_to_move) if tile != "?"]
    won = (view.player_to_move,)
    return view.winners() == won or any(
        view.play(move).winners() == won for tile in known_tiles for move in view.placements(tile)
    )


def win_probability(view: Position, move: Move) -> float:
    """Return the probability that a move wins on the player's next turn."""
    return run_to_end(sure_win_probability(view.play(move), view.player_to_move, hidden_shares(view)))


@pytest.mark.parametrize("line", [FORCED_WIN, FORCED_WIN_OF_PLAYER_2])
def test_a_forced_win_is_found_and_reported(line: str) -> None:
    """The placement wins on the next turn, whatever the opponent does."""
    view = Position.parse(line)
    assert not can_win_now(view)
    (best_move, chance), (_, second_chance) = rank(view, Level("two plies", noise=0.0, widths=(8, 4)), most=2)
    after = view.play(best_move)
    assert all(can_win_now(after.play(reply)) for reply in after.moves())
    assert chance == 1 > second_chance
    assert run_to_end(evaluate_move(view, best_move, Level("two plies", noise=0.0, widths=(1, 1))))[0] == 1
    assert rank(view, MASTER, most=1) == ((best_move, 1.0),)


def test_the_chance_of_a_stoppable_win_is_that_the_opponent_holds_no_defence() -> None:
    view, stoppable_count = Position.parse(FORCED_WIN), 0
    shares = hidden_shares(view)
    for move, _ in rank(view, Level("one ply", noise=0.0, widths=(6,)), most=6):
        after = view.play(move)
        wins = winning_placements(after.with_player_to_move(view.player_to_move))

        def is_stopped(position: Position, wins: list[Move] = wins) -> bool:
            if position.winners() is not None:
                return position.winners() != (view.player_to_move,)
            return not any(
                position.why_not(win) is None and position.play(win).winners() == (view.player_to_move,) for win in wins
            )

        stopping_tiles = [
            tile for tile in TILES if any(is_stopped(after.play(reply)) for reply in after.placements(tile))
        ]
        expected = (1 - sum(shares[KINDS[tile]] for tile in stopping_tiles)) ** HAND_SIZE if wins else 0.0
        assert win_probability(view, move) == pytest.approx(expected)
        stoppable_count += 0 < len(stopping_tiles) < len(TILES)
    assert stoppable_count, "some tiles are a defence, and others aren't"


@pytest.mark.parametrize("line", [FORCED_WIN_AGAINST_TWO, FORCED_WIN_AGAINST_THREE])
def test_with_more_players_no_single_opponent_can_stop_a_forced_win(line: str) -> None:
    view = Position.parse(line)
    assert not can_win_now(view)
    ((best_move, chance),) = rank(view, MASTER, most=1)
    assert chance == win_probability(view, best_move) == 1
    after = view.play(best_move)
    for opponent in set(view.players) - {view.player_to_move}:
        position = after.with_player_to_move(opponent)
        assert all(
            can_win_now(position.play(reply).with_player_to_move(view.player_to_move)) for reply in position.moves()
        )


def test_there_is_no_forced_win_early_in_a_game() -> None:
    view = Position.deal("bird", 2, seed=5, first=1).view(1)
    assert win_probability(view, view.moves()[0]) == 0
    endgame = Position.parse(FORCED_WIN_OF_PLAYER_2)
    probability = run_to_end(sure_win_probability(endgame, 2, hidden_shares(endgame), floor=1.0))
    assert probability == 0, "no probability is greater"
