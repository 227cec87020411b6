"""A position of Khan Tsin and the rules of a turn (K4-K12).

Positions are values: `play` returns a new one. Besides its stacks, a position keeps their heights and colours as bits
of one integer (see `stack`), from which the legal moves are computed without a loop over all stacks.
"""

import random
from collections.abc import Iterator

from qin_core.common.base import Moves, Outcome, Played
from qin_core.common.bits import select
from qin_core.common.errors import NotationError, PositionError, Problem
from qin_core.khan_tsin import notation, refusal, setup
from qin_core.khan_tsin.board import ALL, NORTH, PLAYERS, SOUTH, Spaces, in_reach, nearest, opponent_of
from qin_core.khan_tsin.events import Event, EventKind, OutcomeReason, RefusalReason
from qin_core.khan_tsin.move import PASS, Move, move_tables
from qin_core.khan_tsin.refusal import Refusal
from qin_core.khan_tsin.stack import (
    EMPEROR,
    FEATURES,
    NINE,
    PARTS,
    all_features,
    can_take,
    flip,
    is_harmonious,
)
from qin_core.khan_tsin.state import State


class Position(State):
    """One moment of a game: immutable, hashable, cheap to play from. South is player 1, North player 2."""

    __slots__ = ()

    # Making positions

    @classmethod
    def deal(cls, variants: str = "-", layout: str | None = None, *, seed: int | None = None) -> "Position":
        """Set up a new game (K3) from a layout of 36 letters or at random; the same seed gives the same layout."""
        problems = notation.check_variants(variants)
        if problems:
            raise NotationError(*problems)
        layout = setup.shuffle(random.Random(seed)) if layout is None else layout
        return cls.build(notation.read_layout(layout), SOUTH, variants)

    @classmethod
    def build(cls, stacks: tuple[str, ...], player_to_move: int, variants: str) -> "Position":
        """Make a position from its parts, unchecked."""
        return cls._make(stacks, player_to_move, variants, all_features(stacks))

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position line; raise `NotationError` or `PositionError` with every problem."""
        return cls.build(*notation.read(text))

    def view(self, player: int) -> "Position":
        """Return the position itself: both players see everything."""
        if player not in PLAYERS:
            raise PositionError(Problem("player", "no-such-player", str(player)))
        return self

    # The rules of a turn

    def moves(self) -> Moves[Move]:
        """List the legal moves (K4-K8, K11, K12), those of the nearest stack first; empty when the game is over.

        With turning, moves that differ in notation are all listed, even if they make the same stack. The only move is
        `pass` if K10 forces one.
        """
        moves: list[Move] = []
        if not self.features & NINE:
            turning = "r" in self.variants
            for bit, count, mask in self.landings(self.player_to_move):
                for table in move_tables(bit, count, turning):
                    moves += select(table, mask)
            if not moves and self._can_move(opponent_of(self.player_to_move)):
                moves.append(PASS)
        return Moves(moves)

    def apply(self, move: Move | str) -> Played["Position", Event]:
        """Return the next position and the events (K6, K9, K10); raise `IllegalMove` with the reason."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        after = self.play(move)
        if move == PASS:
            return Played(after, (Event(EventKind.PASS, player=self.player_to_move),))
        height = len(after.stack(move.target))
        events = [Event(EventKind.STACK, move.target, height)]
        if not after.stack(move.source):
            events.append(Event(EventKind.EMPTY, move.source))
        if height == EMPEROR:
            events.append(Event(EventKind.EMPEROR, move.target, player=self.player_to_move))
        return Played(after, tuple(events))

    def play(self, move: Move | str) -> "Position":
        """Return the next position; raise `IllegalMove` with the reason."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        opponent = opponent_of(self.player_to_move)
        if not self._is_legal(move):
            if self.why_not(move):
                raise self._illegal(move)
            return Position._make(self.stacks, opponent, self.variants, self.features)  # a pass (K10)
        source, target = move.source - 1, move.target - 1
        stacks = list(self.stacks)
        stack, target_stack = stacks[source], stacks[target]
        remaining, part = stack[: -move.count], stack[-move.count :]
        new_stack = target_stack + (flip(part) if move.turned else part)
        if move.flipped:
            new_stack = flip(new_stack)
        stacks[source], stacks[target] = remaining, new_stack
        features = (
            self.features
            ^ (FEATURES[stack] ^ FEATURES[remaining]) << source
            ^ (FEATURES[target_stack] ^ FEATURES[new_stack]) << target
        )
        return Position._make(tuple(stacks), opponent, self.variants, features)

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """Return the events of a legal move (K6, K9, K10), in the order of the notation."""
        return self.apply(move).events

    def why_not(self, move: Move | str) -> Refusal | None:
        """Return why a move is illegal; None if it is legal."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        winners = self.winners()
        if winners:
            return Refusal(RefusalReason.GAME_OVER, players=winners)
        if move == PASS:
            if not self._can_move(self.player_to_move):
                return None
            return Refusal(RefusalReason.NOT_A_PASS, players=(self.player_to_move,))
        return refusal.why_not(self, move)

    def outcome(self) -> Outcome[OutcomeReason] | None:
        """Return the winners and why the game is over; None while it runs.

        A stack of nine was made by the player who moved last (K9). If neither player can move, it is a draw (K10).
        """
        if self.features & NINE:
            return Outcome((opponent_of(self.player_to_move),), OutcomeReason.EMPEROR)
        if self._can_move(SOUTH) or self._can_move(NORTH):
            return None
        return Outcome(tuple(PLAYERS), OutcomeReason.NO_MOVES)

    def landings(self, player: int) -> Iterator[tuple[int, int, Spaces]]:
        """Yield where a player's barons can land: bit of the start space, number of barons, target spaces."""
        features = self.features
        occupied = features & ALL
        for bit in nearest(occupied, player):
            reach = in_reach(occupied, bit, "t" in self.variants)
            for part in PARTS[self.stacks[bit]]:
                spaces = can_take(features, part) & reach
                if spaces:
                    yield bit, part[0], spaces

    def _can_move(self, player: int) -> bool:
        return any(True for _ in self.landings(player))

    def _is_legal(self, move: Move) -> bool:
        """Tell whether a move other than a pass is legal (K4-K8, K11, K12)."""
        stack = self.stacks[move.source - 1]
        new_stack = self.stacks[move.target - 1] + stack[-move.count :]
        occupied = self.features & ALL
        return (
            0 < move.count <= len(stack) < len(new_stack)
            and is_harmonious(new_stack)
            and not self.features & NINE
            and move.source - 1 in nearest(occupied, self.player_to_move)
            and in_reach(occupied, move.source - 1, "t" in self.variants) >> move.target - 1 & 1 == 1
            and (not (move.turned or move.flipped) or "r" in self.variants)
        )

    # Text and pictures

    def __str__(self) -> str:
        return notation.write(self.stacks, self.player_to_move, self.variants)

    def ascii(self) -> str:
        """Draw the dragon with ASCII characters only; see `text_board`."""
        from qin_core.khan_tsin.text_board import ascii_board

        return ascii_board(self)

    def unicode(self) -> str:
        """Draw the dragon with coloured barons; see `text_board`."""
        from qin_core.khan_tsin.text_board import unicode_board

        return unicode_board(self)

    def _repr_svg_(self) -> str:
        from qin_core.khan_tsin.svg import board_svg

        return board_svg(self)
