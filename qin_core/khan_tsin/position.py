"""A position of Khan Tsin and the rules of a turn (K4-K12).

Positions are values: `play` makes a new one. Besides the stacks themselves a position keeps their features as bits of
one integer (see `stack`), from which the legal moves follow without looking at the stacks one by one.
"""

import random
from collections.abc import Iterator

from qin_core.bits import pick
from qin_core.errors import Fault, NotationError, PositionError
from qin_core.khan_tsin import notation, refusal, setup
from qin_core.khan_tsin.board import ALL, NORTH, PLAYERS, SOUTH, Spaces, in_reach, nearest
from qin_core.khan_tsin.event import Event
from qin_core.khan_tsin.move import PASS, Move, move_tables
from qin_core.khan_tsin.refusal import Refusal
from qin_core.khan_tsin.stack import (
    EMPEROR,
    FEATURES,
    NINE,
    PARTS,
    all_features,
    can_take,
    is_harmonious,
    turn,
)
from qin_core.khan_tsin.state import State
from qin_core.moves import Moves, Played
from qin_core.outcome import Outcome, Reason


class Position(State):
    """One moment of a game: immutable, hashable, cheap to play on from. South is player 1, North player 2."""

    __slots__ = ()

    # Making positions

    @classmethod
    def deal(cls, variants: str = "-", layout: str | None = None, *, seed: int | None = None) -> "Position":
        """Set up a new game (K3): a layout of 36 letters, or a random one; the same seed gives the same layout."""
        faults = notation.check_variants(variants)
        if faults:
            raise NotationError(*faults)
        layout = setup.shuffle(random.Random(seed)) if layout is None else layout
        return cls.build(notation.read_layout(layout), SOUTH, variants)

    @classmethod
    def build(cls, stacks: tuple[str, ...], mover: int, variants: str) -> "Position":
        """Put a position together from its parts. Nothing is checked here."""
        return cls(stacks, mover, variants, all_features(stacks))

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read a position line; raises `NotationError` or `PositionError` with every fault."""
        return cls.build(*notation.read(text))

    def view(self, player: int) -> "Position":
        """Hide what that player can't see: nothing, everybody sees everything."""
        if player not in PLAYERS:
            raise PositionError(Fault("player", "no-such-player", str(player)))
        return self

    # The rules of a turn

    def moves(self) -> Moves[Move]:
        """List the legal moves (K4-K8, K11, K12) from the nearest start space on; empty when the game is over.

        With turning every way of writing a move is listed, also where two of them make the same stack. A lone `pass`
        where K10 forces one.
        """
        found: list[Move] = []
        if not self.features & NINE:
            turning = "r" in self.variants
            for bit, count, mask in self.landings(self.mover):
                for table in move_tables(bit, count, turning):
                    found += pick(table, mask)
            if not found and self._can_move(SOUTH + NORTH - self.mover):
                found.append(PASS)
        return Moves(self.why_not, found)

    def apply(self, move: Move | str) -> Played["Position", Event]:
        """Make a move: the next position and what happened (K6, K9, K10); raises `IllegalMove` with the reason."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        after = self.play(move)
        if move == PASS:
            return Played(after, (Event("pass", player=self.mover),))
        height = len(after.stack(move.target))
        events = [Event("stack", move.target, height)]
        if not after.stack(move.source):
            events.append(Event("empty", move.source))
        if height == EMPEROR:
            events.append(Event("emperor", move.target, player=self.mover))
        return Played(after, tuple(events))

    def play(self, move: Move | str) -> "Position":
        """Make a move; raises `IllegalMove` with the reason."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        opponent = SOUTH + NORTH - self.mover
        if not self._is_legal(move):
            if self.why_not(move):
                raise self._illegal(move)
            return Position(self.stacks, opponent, self.variants, self.features)  # a pass (K10)
        source, target = move.source - 1, move.target - 1
        stacks = list(self.stacks)
        stack, landing = stacks[source], stacks[target]
        rest, part = stack[: -move.count], stack[-move.count :]
        made = landing + (turn(part) if move.turned else part)
        if move.flipped:
            made = turn(made)
        stacks[source], stacks[target] = rest, made
        features = (
            self.features
            ^ (FEATURES[stack] ^ FEATURES[rest]) << source
            ^ (FEATURES[landing] ^ FEATURES[made]) << target
        )
        return Position(tuple(stacks), opponent, self.variants, features)

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """Say what a legal move would do (K6, K9, K10), in the order of the notation."""
        return self.apply(move).events

    def why_not(self, move: Move | str) -> Refusal | None:
        """Say why a move isn't allowed, None if it is."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        winners = self.winners()
        if winners:
            return Refusal("game-over", players=winners)
        if move == PASS:
            return Refusal("not-a-pass", players=(self.mover,)) if self._can_move(self.mover) else None
        return refusal.why_not(self, move)

    def outcome(self) -> Outcome | None:
        """Say who has won and why; None while the game runs.

        A stack of nine was made by whoever isn't the mover (K9). Where neither side can move it is a draw (K10).
        """
        if self.features & NINE:
            return Outcome((SOUTH + NORTH - self.mover,), Reason.EMPEROR)
        if self._can_move(SOUTH) or self._can_move(NORTH):
            return None
        return Outcome(tuple(PLAYERS), Reason.NO_MOVES)

    def landings(self, player: int) -> Iterator[tuple[int, int, Spaces]]:
        """Mark where a player's barons can land: bit of the start space, how many go, the spaces."""
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
        """Tell whether a move that isn't a pass is legal, without saying why not (K4-K8, K11, K12)."""
        stack = self.stacks[move.source - 1]
        made = self.stacks[move.target - 1] + stack[-move.count :]
        occupied = self.features & ALL
        return (
            0 < move.count <= len(stack) < len(made)
            and is_harmonious(made)
            and not self.features & NINE
            and move.source - 1 in nearest(occupied, self.mover)
            and in_reach(occupied, move.source - 1, "t" in self.variants) >> move.target - 1 & 1 == 1
            and (not (move.turned or move.flipped) or "r" in self.variants)
        )

    # A position as a value

    def __str__(self) -> str:
        return notation.write(self.stacks, self.mover, self.variants)

    def _repr_svg_(self) -> str:
        from qin_core.khan_tsin.svg import board_svg

        return board_svg(self)
