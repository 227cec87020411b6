"""The moves of a search, called flights, and their static evaluations.

The search makes and unmakes flights on one list of stacks. Every position also has two integers: the features of
`stack`, and the number of stacks of each mix of colours (`mixes`). One `and` for each of a player's four stacks tells
whether the player can win at once: is there a stack whose mix completes it to nine?
"""

from collections.abc import Iterator
from typing import NamedTuple

from qin_core.khan_tsin.board import ALL, LENGTH, NEAREST, SOUTH, in_reach, nearest, opponent_of
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.mixes import COMPLETING_MIXES, MIX_COUNT, Mixes
from qin_core.khan_tsin.players.valuation import NET_BARON_VALUES, south_lead, value
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import EMPEROR, FEATURES, PARTS, Features, all_features, can_take, flip

WIN = 1_000_000
"""The value of a win, from which the number of plies until the win is subtracted."""

Flight = tuple[int, int, int, str, str]
"""Start (bit), number of barons, target (bit), the new stack on the target, the rest on the start."""
Undo = tuple[int, str, int, str]
"""Start (bit) and target (bit) of a flight, each with the stack that was there before it."""
Child = tuple[int, Flight]
"""The static evaluation for the opponent after a flight, and the flight."""


class Node(NamedTuple):
    """A position in the search tree, apart from its stacks."""

    features: Features
    mixes: Mixes
    player: int
    """The player to move."""


class _Near(dict[tuple[int, int], tuple[int, ...]]):
    """The four spaces whose top barons a player may move (K4), by the occupied spaces and the player."""

    def __missing__(self, key: tuple[int, int]) -> tuple[int, ...]:
        self[key] = bits = tuple(nearest(*key))
        return bits


class _Reach(dict[tuple[int, int], int]):
    """The spaces within reach with two speeds (K11), by the occupied spaces and the start."""

    def __missing__(self, key: tuple[int, int]) -> int:
        self[key] = spaces = in_reach(*key, two_speeds=True)
        return spaces


class Flights:
    """The stacks on which a search makes and unmakes flights."""

    def __init__(self, position: Position) -> None:
        self.stacks = list(position.stacks)
        mixes = sum(map(MIX_COUNT.__getitem__, position.stacks))
        self.root = Node(all_features(position.stacks), mixes, position.player_to_move)
        self.nodes = 0
        """The number of evaluated positions, plus the expensive checks for wins with two speeds."""
        self._turning = position.turning
        self._two_speeds = position.two_speeds
        self._near = _Near()
        self._reach = _Reach()

    def key(self, player: int) -> tuple[object, ...]:
        """Return the key of a node in the transposition table; empty spaces only matter with two speeds."""
        return (player, *self.stacks) if self._two_speeds else (player, *filter(None, self.stacks))

    def after(self, node: Node, flight: Flight) -> Node:
        """Return the node after a flight, without making it."""
        source, _, target, new_stack, rest = flight
        stack, target_stack = self.stacks[source], self.stacks[target]
        return Node(
            node.features
            ^ (FEATURES[stack] ^ FEATURES[rest]) << source
            ^ (FEATURES[target_stack] ^ FEATURES[new_stack]) << target,
            node.mixes - MIX_COUNT[stack] - MIX_COUNT[target_stack] + MIX_COUNT[rest] + MIX_COUNT[new_stack],
            opponent_of(node.player),
        )

    def adapt(self, node: Node, flight: Flight) -> Flight | None:
        """Adapt a flight from another node to this one; None if it is illegal here."""
        features, _, player = node
        source, count, target, new_stack, _ = flight
        stack, target_stack = self.stacks[source], self.stacks[target]
        occupied = features & ALL
        if (
            len(stack) < count
            or not can_take(features, PARTS[stack][count - 1]) >> target & 1
            or source not in self._near[occupied, player]
            or (self._two_speeds and not self._reach[occupied, source] >> target & 1)
        ):
            return None
        moving, rest = stack[-count:], stack[:-count]
        if self._turning and new_stack in _turned_stacks(target_stack, moving):
            return source, count, target, new_stack, rest
        return source, count, target, target_stack + moving, rest

    def can_move(self, features: Features, player: int) -> bool:
        """Tell whether a player has a legal flight."""
        occupied = features & ALL
        return any(
            can_take(features, part) & (self._reach[occupied, source] if self._two_speeds else ~(1 << source))
            for source in self._near[occupied, player]
            for part in PARTS[self.stacks[source]]
        )

    def make(self, flight: Flight) -> Undo:
        """Make a flight on the stacks; pass the result to `unmake`."""
        stacks = self.stacks
        source, _, target, new_stack, rest = flight
        undo = source, stacks[source], target, stacks[target]
        stacks[source], stacks[target] = rest, new_stack
        return undo

    def unmake(self, undo: Undo) -> None:
        """Take a flight back."""
        source, stack, target, target_stack = undo
        self.stacks[source], self.stacks[target] = stack, target_stack

    # Static evaluation

    def static_eval(self, node: Node, ply: int) -> int:
        """Evaluate a node for the player to move, without search except for an immediate win."""
        self.nodes += 1
        features, mixes, player = node
        row = [*filter(None, self.stacks)]
        south, north = row[:NEAREST], row[-NEAREST:]
        own_stacks, opponents_stacks = (south, north) if player == SOUTH else (north, south)
        if _may_win(own_stacks, mixes) and self._can_win(features, player):
            return WIN - ply - 1
        threatened = _may_win(opponents_stacks, mixes) and self._can_win(features, opponent_of(player))
        return value(south_lead(row), player, threatened)

    def static_eval_after(self, node: Node, ply: int, flight: Flight) -> int:
        """Evaluate the node after a flight for the opponent, who is to move."""
        after = self.after(node, flight)
        undo = self.make(flight)
        static_eval = self.static_eval(after, ply + 1)
        self.unmake(undo)
        return static_eval

    def children(self, node: Node, ply: int, all_orientations: bool) -> Iterator[Child]:
        """Yield the flights of a player with their static evaluations, several times faster than `static_eval_after`.

        Turned barons and stacks (K12) are included if they differ; without `all_orientations`, only if their
        evaluations may differ.
        """
        features, mixes, player = node
        stacks, turning, opponent = self.stacks, self._turning, opponent_of(player)
        occupied = features & ALL
        row = [*filter(None, stacks)]
        for source in self._near[occupied, player]:
            stack = stacks[source]
            source_rank = (occupied & (1 << source) - 1).bit_count()
            reach = self._reach[occupied, source] if self._two_speeds else ~(1 << source)
            for part in PARTS[stack]:
                targets = can_take(features, part) & reach
                if not targets:
                    continue
                # what all flights of these barons have in common
                count = part[0]
                rest, moving = stack[:-count], stack[-count:]
                remaining, row_left = occupied, row.copy()
                if rest:
                    row_left[source_rank] = rest
                else:
                    remaining ^= 1 << source
                    del row_left[source_rank]
                lead_left, net_values = south_lead(row_left), NET_BARON_VALUES[len(row_left)]
                mixes_left = mixes - MIX_COUNT[stack] + MIX_COUNT[rest]
                south, north = row_left[:NEAREST], row_left[-NEAREST:]
                first_of_north = max(0, len(row_left) - NEAREST)
                completing = 0
                for near_stack in {*south, *north}:
                    completing |= COMPLETING_MIXES[near_stack]
                while targets:
                    target_bit = targets & -targets
                    targets ^= target_bit
                    target = target_bit.bit_length() - 1
                    target_stack = stacks[target]
                    new_stack = target_stack + moving
                    rank = (remaining & target_bit - 1).bit_count()
                    mixes_after = mixes_left - MIX_COUNT[target_stack] + MIX_COUNT[new_stack]
                    lead_after = lead_left + count * net_values[rank]
                    flight = source, count, target, new_stack, rest
                    self.nodes += 1
                    if NEAREST <= rank < first_of_north:
                        if mixes_after & completing:
                            static_eval = self._static_eval_of(node, ply, flight, lead_after, mixes_after, south, north)
                        else:
                            static_eval = value(lead_after, opponent, False)
                        yield static_eval, flight
                        if turning and all_orientations:
                            for oriented in _turned_stacks(target_stack, moving):
                                yield static_eval, (source, count, target, oriented, rest)
                        continue
                    # A player may move the new stack next, so the order of its barons matters.
                    for oriented in (new_stack, *_turned_stacks(target_stack, moving)) if turning else (new_stack,):
                        flight = source, count, target, oriented, rest
                        from_south, from_north = south, north
                        if rank < NEAREST:
                            from_south = south.copy()
                            from_south[rank] = oriented
                        if rank >= first_of_north:
                            from_north = north.copy()
                            from_north[rank - first_of_north] = oriented
                        yield (
                            self._static_eval_of(node, ply, flight, lead_after, mixes_after, from_south, from_north),
                            flight,
                        )

    def _static_eval_of(
        self,
        node: Node,
        ply: int,
        flight: Flight,
        lead_after: int,
        mixes_after: Mixes,
        south: list[str],
        north: list[str],
    ) -> int:
        """Evaluate a flight for the opponent, given South's lead, the mixes and the nearest stacks after it."""
        player, opponent = node.player, opponent_of(node.player)
        own_stacks, opponents_stacks = (south, north) if player == SOUTH else (north, south)
        if _may_win(opponents_stacks, mixes_after) and self._can_win_after(node, opponent, flight):
            return WIN - ply - 2
        threatened = _may_win(own_stacks, mixes_after) and self._can_win_after(node, player, flight)
        return value(lead_after, opponent, threatened)

    def _can_win(self, features: Features, player: int) -> bool:
        """Tell whether a player with matching mixes can win at once (K9); with two speeds, check the reach (K11)."""
        if not self._two_speeds:
            return True
        self.nodes += 1
        occupied = features & ALL
        for source in self._near[occupied, player]:
            reach = self._reach[occupied, source]
            for part in PARTS[self.stacks[source]][: EMPEROR - 1]:
                targets = features >> LENGTH * (EMPEROR - part[0] - 1) & reach
                if targets and targets & can_take(features, part):
                    return True
        return False

    def _can_win_after(self, node: Node, player: int, flight: Flight) -> bool:
        """Do the same as `_can_win` for the position after a flight."""
        if not self._two_speeds:
            return True
        after = self.after(node, flight)
        undo = self.make(flight)
        can_win = self._can_win(after.features, player)
        self.unmake(undo)
        return can_win

    # Moves

    def move(self, flight: Flight) -> Move:
        """Write a flight as a move, in the shortest way (K12)."""
        source, count, target, new_stack, _ = flight
        target_stack, moving = self.stacks[target], self.stacks[source][-count:]
        for turned, flipped in ((False, False), (True, False), (False, True), (True, True)):
            stack = target_stack + (flip(moving) if turned else moving)
            if (flip(stack) if flipped else stack) == new_stack and not (turned and count == 1):
                return Move(source + 1, count, target + 1, turned, flipped)
        raise AssertionError(flight)


def _may_win(nearest_stacks: list[str], mixes: Mixes) -> bool:
    """Tell whether barons from one of a player's four stacks complete another stack to nine, three of each colour."""
    for stack in nearest_stacks:
        completing = COMPLETING_MIXES[stack]
        if mixes & completing and (mixes - MIX_COUNT[stack]) & completing:
            return True
    return False


def _turned_stacks(target_stack: str, moving: str) -> list[str]:
    """List the different stacks that result if the moving barons, the new stack or both are turned (K12)."""
    new_stack, turned = target_stack + moving, target_stack + flip(moving)
    return sorted({flip(new_stack), turned, flip(turned)} - {new_stack})
