"""Properties of all positions and games, checked by Hypothesis."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from qin_core.common.bits import iter_bits
from qin_core.qin import PAGODAS, Position, Record
from tests.case_counts import examples
from tests.random_positions import TILES, built_line, dealt_line, move_text, random_map

SEEDS = st.integers(0, 2**32)


def area_around(position: Position, square: int) -> int:
    """Return the area of one colour that contains a square, by flood fill (Q13)."""
    colour = next(spaces for spaces in position.spaces if spaces >> square & 1)
    area, edge = 0, 1 << square
    while edge:
        area |= edge
        neighbours = {n for square in iter_bits(edge) for n in iter_bits(position.board.neighbours[square])}
        edge = sum(1 << neighbour for neighbour in neighbours) & colour & ~area
    return area


def check_position(position: Position) -> None:
    """Check the invariants of a position: areas, pagodas, villages, text, hash."""
    assert position.mover == position.player_to_move, "the name in the notation"
    owned = {frozenset(province.squares): province for province in position.provinces()}
    covered = position.spaces[0] | position.spaces[1] | position.spaces[2]
    areas = {area_around(position, square) for square in iter_bits(covered)}
    expected = {frozenset(position.board.names(area)) for area in areas if area.bit_count() > 1}
    assert owned.keys() == expected, "every area of two or more spaces has exactly one owner (Q13)"
    assert len(owned) == len(position.provinces())
    for squares, province in owned.items():
        assert province.owner in position.players
        assert province.pagodas == (2 if len(squares) >= 5 else 1), "Q14, Q16"
        assert {position.colour_at(square) for square in squares} == {province.colour}
    for player in position.players:
        on_provinces = sum(province.pagodas for province in owned.values() if province.owner == player)
        on_villages = list(position.villages().values()).count(player)
        assert position.pagodas_placed(player) == on_provinces + on_villages, "pagodas are neither made nor lost (Q4)"
        assert position.pagodas_left(player) == max(0, PAGODAS[len(position.players)] - position.pagodas_placed(player))
    for village in position.board.villages:
        neighbours = {
            name
            for square in iter_bits(village.squares)
            for name in position.board.names(position.board.neighbours[square])
        }
        beside = [province for squares, province in owned.items() if squares & neighbours]
        counts = tuple(
            sum(province.pagodas for province in beside if province.owner == player) for player in position.players
        )
        assert position.pagodas_beside(village.letter) == counts, "Q17"
    parsed = Position.parse(str(position))
    assert parsed == position
    assert hash(parsed) == hash(position)
    assert str(parsed) == str(position)


def check_moves(position: Position) -> None:
    """Check that `moves` and `why_not` agree for every tile, square and orientation (Q8-Q11)."""
    listed = {str(move) for move in position.moves()}
    assert len(listed) == len(position.moves())
    for tile in TILES:
        assert position.placements(tile) == [move for move in position.moves() if move.tile == tile]
    width, height = position.board.width, position.board.height
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            for tile in TILES:
                for second in ((column + 1, row), (column, row + 1), (column, row), (column + 1, row + 1)):
                    if max(second) > 26:
                        continue
                    for squares in (((column, row), second), (second, (column, row))):
                        text = move_text(tile, *squares)
                        assert (position.why_not(text) is None) == (text in listed), (str(position), text)
    assert (position.why_not("pass") is None) == ("pass" in listed)
    assert (position.winners() is None) == bool(listed)


class Match(RuleBasedStateMachine):
    """Plays random games on random boards, draws from random piles, and records the game."""

    @initialize(
        seed=SEEDS, board=st.sampled_from(["bird", "lion", None, None, None]), max_tiles=st.sampled_from([8, 20, 72])
    )
    def deal(self, seed: int, board: str | None, max_tiles: int) -> None:
        """Deal a game, on small maps with a random number of tiles."""
        rng = Random(seed)
        if board:
            self.position = Position.deal(board, rng.randint(2, 4), seed=seed)
        else:
            self.position = Position.parse(dealt_line(rng, random_map(rng), max_tiles))
        self.record = Record(self.position, headers={"Date": "2026-01-01"})
        self.tiles = self.count_tiles()

    def count_tiles(self) -> int:
        """Count the tiles that are not on the board."""
        position = self.position
        return sum(map(len, position.piles)) + sum(len(position.hand(player)) for player in position.players)

    @rule(choice=st.integers(0, 10**6), pile=st.integers(0, 4), comment=st.sampled_from(["", "", "well played"]))
    def play(self, choice: int, pile: int, comment: str) -> None:
        """Make a random legal move, drawing from a random pile with tiles (Q8)."""
        moves = self.position.moves()
        if not moves:
            return
        move = moves[choice % len(moves)]
        before = self.position
        is_pass = str(move) == "pass"
        if not is_pass and 1 <= pile <= len(before.piles) and before.piles[pile - 1]:
            move = move.drawing_from(pile)
        self.position = before.play(move)
        self.record = self.record.add(move, comment=comment)
        assert self.position.player_to_move == before.player_to_move % len(before.players) + 1
        filled_piles = [number for number, tiles in enumerate(before.piles) if tiles]
        if is_pass or not filled_piles:
            assert self.position.piles == before.piles
        else:
            drawn_from = filled_piles[0] if move.pile is None else move.pile - 1
            assert self.position.piles[drawn_from] == before.piles[drawn_from][1:]
            hand = sorted([*before.hand(before.player_to_move), before.piles[drawn_from][0]])
            hand.remove(move.tile)
            assert sorted(self.position.hand(before.player_to_move)) == hand
        assert self.count_tiles() == self.tiles - (not is_pass)
        self.tiles = self.count_tiles()

    @invariant()
    def check(self) -> None:
        """Check the current position."""
        if hasattr(self, "position"):
            check_position(self.position)

    def teardown(self) -> None:
        """Parse the record, and check all moves of the last position."""
        if not hasattr(self, "position"):
            return
        text = str(self.record)
        parsed = Record.parse(text)
        assert parsed == self.record
        assert str(parsed) == text
        assert parsed.end() == self.position
        assert parsed.positions()[0] == self.record.start
        if self.position.board.width < 10:
            check_moves(self.position)


Match.TestCase.settings = settings(examples(25), stateful_step_count=40)
TestGame = Match.TestCase


@examples(60)
@given(SEEDS)
def test_invariants_of_any_position(seed: int) -> None:
    """Q13-Q17: the invariants also hold in unreachable positions."""
    rng = Random(seed)
    check_position(Position.parse(built_line(rng, random_map(rng))))


@examples(40)
@given(SEEDS)
def test_moves_and_why_not_agree(seed: int) -> None:
    """Q8-Q11, Q20-Q24: for every tile, square and orientation."""
    rng = Random(seed)
    check_moves(Position.parse(built_line(rng, random_map(rng))))


@examples(60)
@given(SEEDS, st.randoms(use_true_random=False))
def test_a_view_reveals_nothing_hidden(seed: int, shuffler: Random) -> None:
    """Q5: rearranging the hidden tiles doesn't change the view."""
    rng = Random(seed)
    position = Position.parse(built_line(rng, random_map(rng)))
    viewer = rng.choice(position.players)
    hidden = [tile for player in position.players if player != viewer for tile in position.hand(player)]
    hidden += [tile for pile in position.piles for tile in pile]
    assume(hidden)
    shuffler.shuffle(hidden)
    fields = str(position).split(" ")
    hands = []
    for player in position.players:
        size = len(position.hand(player))
        hand, hidden = (position.hand(player), hidden) if player == viewer else (hidden[:size], hidden[size:])
        hands.append(",".join(sorted(hand, key=TILES.index)) or "-")
    piles = []
    for pile in position.piles:
        piles.append("".join(hidden[: len(pile)]) or "-")
        hidden = hidden[len(pile) :]
    second = Position.parse(" ".join([*fields[:5], "|".join(hands), "|".join(piles)]))
    view = position.view(viewer)
    assert second.view(viewer) == view
    assert str(second.view(viewer)) == str(view)
    assert [str(move) for move in view.view(viewer).moves()] == [str(move) for move in second.view(viewer).moves()]
    assert all(set(pile) <= {"?"} for pile in view.piles)
    assert all(set(view.hand(player)) <= {"?"} for player in view.players if player != viewer)
    assert view.hand(viewer) == position.hand(viewer)
    assert [len(view.hand(player)) for player in view.players] == [len(position.hand(p)) for p in position.players]
    check_position(view)


@examples(20)
@given(SEEDS)
def test_a_record_from_a_view_replays_to_the_same_board(seed: int) -> None:
    """Q5, Q8: with hidden piles, the record contains the drawn tiles."""
    rng = Random(seed)
    position = Position.deal("map:....../..a.../.R..Y./....B./......", 2, seed=seed)
    open_record, hidden_record = Record(position), Record(position.view(1))
    for _ in range(8):
        moves = position.moves()
        if not moves:
            break
        move = rng.choice(moves)
        open_record = open_record.add(move)
        position = position.play(move)
        hidden_record = hidden_record.add(move, open_record.turns[-1].drawn)
    parsed = Record.parse(str(hidden_record))
    assert str(parsed) == str(hidden_record)
    assert str(parsed.end()).split(" ")[:5] == str(position).split(" ")[:5]
    assert parsed.end().hand(1) == position.hand(1)
    assert [turn.drawn for turn in parsed.turns] == [turn.drawn for turn in open_record.turns]


@examples(60)
@given(SEEDS, SEEDS)
def test_equal_positions_have_equal_text_and_hash(first_seed: int, second_seed: int) -> None:
    """Positions are equal if and only if their lines are."""
    board = "map:..../.Ra./..../Y..."
    first = Position.parse(built_line(Random(first_seed), board))
    second = Position.parse(built_line(Random(second_seed), board))
    assert (first == second) == (str(first) == str(second))
    assert first == Position.parse(str(first))
    assert first != str(first)
    assert len({first, Position.parse(str(first)), second}) == 1 + (first != second)
