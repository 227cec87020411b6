"""A match that is won in one move, for tests of results."""

from dataclasses import replace

from engine.games.form import Seat
from engine.games.qin.match import Match
from engine.session.match import Match as AnyMatch
from qin_core.qin import Position
from tests.engine_qin import QIN

KEY = "1700000000000-000001"
LAST_POSITION = Position.parse(
    "bird 3yy8/3yrr7/2yy1r7/bb1rrr7/rbrbbbb1yy3/rbrrybbbb2b1/ry1ry1yyyrrb1/yb1r1yybbb3/yb1yy1rr1yybb/bbrryrrrb1rbb"
    "/ybryyy1rb1ryy/yrr4rbr1rr/r8r3 j1=1,a2=2,b2=1,h2=2,i2=1,l2=1,b3=2,d3=2,k3=1,l3=2,l4=2,a5=2,j5=1,d6=1,f6=1,h6=2"
    ",a7=1,e7=2,j7=1,l7=1,b8=1,f8=1,i9=1,d10=2,c11=2 a=2,c=2,d=1,e=1,f=1,g=2,h=1 1 rr,rb,yy|rr,rb,yy -|-|rr|rr"
)
"""A position in which Green wins by yg1yg2."""


def won_match(kind: str = "farmer", date: str = "2026-01-02") -> AnyMatch:
    """Return a match that player 1 has won against a computer."""
    game = replace(Match.start(QIN, LAST_POSITION, [Seat(), Seat(kind=kind)], date), key=KEY)
    return game.play("yg1yg2")
