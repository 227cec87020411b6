"""Tests of the reference implementation: small positions with results worked out by hand."""

from tests.reference import Reference


def position(
    board: str,
    spaces: str,
    provinces: str = "-",
    villages: str = "-",
    player_to_move: int = 1,
    hands: str = "rr|rr",
    piles: str = "-",
) -> Reference:
    """Parse a position from two diagrams: the rows of the board file, and the same rows with coloured spaces."""
    rows = []
    for row in spaces.split():
        text, run = "", 0
        for mark in row:
            if mark in "ryb":
                text, run = text + (str(run) if run else "") + mark, 0
            else:
                run += 1
        rows.append(text + (str(run) if run else ""))
    fields = ["map:" + "/".join(board.split()), "/".join(rows), provinces, villages, str(player_to_move), hands, piles]
    line = " ".join(fields)
    reference = Reference(line)
    assert reference.line() == line
    return reference


def test_line_and_first_moves() -> None:
    """Q8 to Q10: all placements around a single start space in the corner, counted by hand."""
    start = position(".... .... .... R...", ".... .... .... r...", hands="rr,ry,ry|bb", piles="rryy|-|bb|ybyb")
    rr = {"rb1rc1", "rb1rb2", "ra2rb2", "ra2ra3"}
    ry = {"rb1yc1", "rc1yb1", "rb1yb2", "rb2yb1", "ra2yb2", "rb2ya2", "ra2ya3", "ra3ya2"}
    assert len(start.moves()) == 12
    assert set(start.moves()) == rr | ry
    assert start.play("rb1yc1").line() == ("map:..../..../..../R... 4/4/4/rry1 a1=1 - 2 rr,rr,ry|bb yy|-|bb|ybyb")
    assert start.play("rc1yb1/4").line().endswith(" - - 2 rr,ry,yb|bb rryy|-|bb|yb")
    bird = "bird 13/13/13/13/6b6/13/6y6/13/6r6/13/13/13/13 - - 3 rr|-|yy,yb|bb ?15|?15|?15|?15"
    assert Reference(bird).line() == bird
    assert Reference(bird).pagodas_left() == [15, 15, 15, 15]


def test_two_foundations_and_refusals() -> None:
    """Q14: one tile founds two provinces; refusals have an order."""
    start = position(".... .a~. .... R..Y", ".... .... .... r..y", hands="ry|bb", player_to_move=1)
    assert start.events("rb1yc1") == ["found a1 1", "found c1 1"]
    assert start.play("rb1yc1").pagodas_left() == [22, 24]
    assert start.events("rc1yb1") == []
    assert start.why_not("bz9bz8") == "not-in-hand"
    for move in ("rb3yb4", "rc3yc4", "ra1yb1", "ra0yb1", "rd1ye1"):
        assert start.why_not(move) == "not-grassland"
    assert start.why_not("rb1yc2") == "not-a-domino"
    assert start.why_not("rb1yb1") == "not-a-domino"
    assert start.why_not("ra4yb4") == "not-connected"
    assert start.why_not("pass") == "not-a-pass"


def test_absorb_and_tied_merge() -> None:
    """Q19, Q20 (ruling): joining 4, 2 and 2 spaces is allowed, joining 2 and 2 is not."""
    board = "...... ...... R..... ...... ......"
    spaces = "..r... ..r... rr.rr. r..... r....."
    clear = position(board, spaces, "a1=1,d3=2,c4=3", hands="rr|rb|rr", player_to_move=2)
    assert clear.events("rc3bc2") == ["absorb a1 1", "major a1 1"]
    assert clear.play("rc3bc2").pagodas_left() == [17, 19, 19]
    spaces = "..r... ..r... rr.rr. ...... ......"
    tied = position(board, spaces, "a3=1,d3=2,c4=3", hands="rb|rb|rb")
    assert tied.why_not("rc3bc2") == "tied-merge"
    assert not any(move.startswith("rc3") for move in tied.moves())
    added = position(board, spaces, "a3=1,d3=2,c4=1", hands="rb|rb|rb", player_to_move=3)
    assert added.events("rc3bc2") == ["absorb a3 1", "major a3 1"]


def test_majors() -> None:
    """Q16, Q21, Q22: a major may absorb, but not be absorbed, nor join another major."""
    board = "...... ...... R..... ...... ......"
    spaces = "..r... r.r... rr.rrr r..... r....."
    taken = position(board, spaces, "a1=1,d3=2,c4=2", hands="rb|rb")
    assert taken.why_not("rc3bc2") == "takes-major"  # 5 to 3 + 2
    leads = position(board, spaces, "a1=1,d3=2,c4=1", hands="rb|rb", player_to_move=2)
    assert leads.events("rc3bc2") == ["absorb a1 1"]
    assert leads.play("rc3bc2").pagodas_left() == [22, 24]
    spaces = "..r... r.r... rr.rrr r....r r....r"
    both = position(board, spaces, "a1=1,f1=1,c4=1", hands="rb|rb")
    assert both.why_not("rc3bc2") == "joins-majors"
    board = "....... ....... R...Y.. ....... ......."
    spaces = "..ryyyy ..ry... rr..yy. .....y. ....yy."
    order = position(board, spaces, "e1=1,a3=1,c4=2,d4=1", hands="ry|ry")
    assert order.why_not("rc3yd3") == "joins-majors"  # the red space alone would be a tie
    spaces = "..ryyyy ..ry... rr..yy. .....y. .....y."
    order = position(board, spaces, "f1=2,a3=1,c4=2,d4=1", hands="ry|ry")
    assert order.why_not("rc3yd3") == "tied-merge"


def test_villages() -> None:
    """Q17, Q18: connecting, a tie that changes nothing, conquering by a major; any placement may award any village."""
    board = "..... ..... R.a.Y ....."
    start = position(board, "..... ..... r...y .....", hands="rb|yb")
    assert start.events("rb2bb1") == ["found a2 1", "connect a 1"]
    tie = start.play("rb2bb1")
    assert tie.events("yd2bd1") == ["found d2 2"]
    assert tie.play("yd2bd1").villages == {"a": 1}
    grown = position(board, "....y ....y rr.yy .....", "a2=1,d2=2", "a=1", hands="yb|yb")
    assert grown.events("yd3bc3") == ["expand d2 2", "major d2 2", "conquer a 2 from 1"]
    assert grown.play("yd3bc3").pagodas_left() == [23, 21]
    free = position(board, "....y ....y rr..y .....", "a2=1,e2=2", hands="bb|bb", player_to_move=2)
    assert free.events("ba3ba4") == ["found a3 2", "connect a 1"]


def test_forced_pass_and_no_room() -> None:
    """Q24: a player may pass only if they can't place a tile and another player can; then most pagodas win."""
    board = "~~~~ ~~~~ ~~~~ R..~"
    stuck = position(board, ".... .... .... r...", hands="-|rr", piles="bb|yy")
    assert stuck.moves() == ["pass"]
    assert stuck.why_not("rb1rc1") == "not-in-hand"
    other = stuck.play("pass")
    assert other.line().endswith(" - - 2 -|rr bb|yy")
    assert other.moves() == ["rb1rc1"]
    assert other.why_not("pass") == "not-a-pass"
    over = other.play("rb1rc1")
    assert over.winners() == (2,)
    assert over.moves() == []
    assert over.why_not("pass") == over.why_not("bb1bc1") == "game-over"
    assert position(board, ".... .... .... r...", hands="-|-|-").winners() == (1, 2, 3)


def test_last_pagoda() -> None:
    """Q23: if two players place their last pagoda in one turn, the player to move wins first, then clockwise."""
    board = "abcdefghijklm nopqrstuvwxyz ~~~~~~~~~~~~~ R........Y..."
    spaces = "............. ............. ............. rrrr..yyyy..."
    villages = ",".join(f"{letter}={1 if letter < 'n' else 2}" for letter in "abcdefghijklmnopqrstuvwxyz")
    for player_to_move, winner in ((1, 1), (2, 2), (3, 1), (4, 1)):
        last = position(board, spaces, "a1=1,g1=2", villages, player_to_move, hands="ry|ry|ry|ry")
        assert last.pagodas_left() == [1, 1, 15, 15]
        assert last.winners() is None
        won = last.play("re1yf1")
        assert won.pagodas_left() == [0, 0, 15, 15]
        assert won.winners() == (winner,)
        assert won.moves() == []
    more = position(board, spaces, "a1=1,g1=1", villages.replace("m=1,", ""), 3, hands="ry|ry|ry|ry").play("re1yf1")
    assert more.pagodas()[1] == 16
    assert more.pagodas_left() == [0, 2, 15, 15]
    assert more.winners() == (1,)
