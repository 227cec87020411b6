"""Moves as the search makes them, and the opponent's evaluation after each.

The search makes and takes back moves on one list of stacks. Two integers come with every position: the features of
`stack`, and the number of stacks of each mix of colours (`mixes`). One `and` for each player's four stacks tells
whether the player can win at once: is there a stack of a mix that completes one of them to nine?
"""

from collections.abc import Iterator

from qin_core.khan_tsin.board import ALL, LENGTH, NEAREST, NORTH, SOUTH, in_reach, nearest
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.mixes import COUNTED, MISSING, Mixes
from qin_core.khan_tsin.players.valuation import PULLS, drift, value
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import EMPEROR, FEATURES, PARTS, Features, all_features, can_take, flip

WIN = 1_000_000
"""The value of a win, less the plies until it comes."""

Flight = tuple[int, int, int, str, str]
"""Start and target as bits, how many barons, the stack made, the stack left."""
Child = tuple[int, Flight]
"""The static evaluation for the opponent after a flight, and the flight."""


class _Near(dict[tuple[int, int], tuple[int, ...]]):
    """The four spaces whose tops a player may move (K4), by the occupied spaces and the player."""

    def __missing__(self, key: tuple[int, int]) -> tuple[int, ...]:
        self[key] = found = tuple(nearest(*key))
        return found


class _Reach(dict[tuple[int, int], int]):
    """The spaces within reach with two speeds (K11), by the occupied spaces and the start."""

    def __missing__(self, key: tuple[int, int]) -> int:
        self[key] = found = in_reach(*key, two_speeds=True)
        return found


class Flights:
    """The stacks on which a search makes and takes back flights."""

    def __init__(self, position: Position) -> None:
        self.stacks = list(position.stacks)
        self.features = all_features(position.stacks)
        self.mixes = sum(map(COUNTED.__getitem__, position.stacks))
        self.nodes = 0
        """The work done: evaluated positions, and costly checks for wins with two speeds."""
        self._turning = position.turning
        self._two_speeds = position.two_speeds
        self._near = _Near()
        self._reach = _Reach()

    def key(self, player: int) -> tuple[object, ...]:
        """Return the key of a position in the transposition table; empty spaces matter with two speeds only."""
        return (player, *self.stacks) if self._two_speeds else (player, *filter(None, self.stacks))

    def after(self, features: Features, mixes: Mixes, flight: Flight) -> tuple[Features, Mixes]:
        """Compute the two integers after a flight, without making it."""
        source, _, target, made, rest = flight
        stack, landing = self.stacks[source], self.stacks[target]
        return (
            features ^ (FEATURES[stack] ^ FEATURES[rest]) << source ^ (FEATURES[landing] ^ FEATURES[made]) << target,
            mixes - COUNTED[stack] - COUNTED[landing] + COUNTED[rest] + COUNTED[made],
        )

    def again(self, features: Features, player: int, flight: Flight) -> Flight | None:
        """Adapt a flight from another position to this one; None if it is illegal here."""
        source, count, target, made, _ = flight
        stack, landing = self.stacks[source], self.stacks[target]
        occupied = features & ALL
        if (
            len(stack) < count
            or not can_take(features, PARTS[stack][count - 1]) >> target & 1
            or source not in self._near[occupied, player]
            or (self._two_speeds and not self._reach[occupied, source] >> target & 1)
        ):
            return None
        part, rest = stack[-count:], stack[:-count]
        if self._turning and made in _other_ways(landing, part):
            return source, count, target, made, rest
        return source, count, target, landing + part, rest

    def can_move(self, features: Features, player: int) -> bool:
        """Tell whether a player has a flight."""
        occupied = features & ALL
        return any(
            can_take(features, part) & (self._reach[occupied, source] if self._two_speeds else ~(1 << source))
            for source in self._near[occupied, player]
            for part in PARTS[self.stacks[source]]
        )

    # Static evaluation

    def static_eval(self, features: Features, mixes: Mixes, player: int, ply: int) -> int:
        """Evaluate the position for the player to move, without search except for an immediate win."""
        self.nodes += 1
        row = [*filter(None, self.stacks)]
        south, north = row[:NEAREST], row[-NEAREST:]
        mine, theirs = (south, north) if player == SOUTH else (north, south)
        if _may_win(mine, mixes) and self._reaches(features, player):
            return WIN - ply - 1
        threatened = _may_win(theirs, mixes) and self._reaches(features, SOUTH + NORTH - player)
        return value(drift(row), player, threatened)

    def static_eval_after(self, features: Features, mixes: Mixes, player: int, ply: int, flight: Flight) -> int:
        """Evaluate the position after a flight for the opponent, who is to move."""
        stacks = self.stacks
        source, _, target, made, rest = flight
        stack, landing = stacks[source], stacks[target]
        after = self.after(features, mixes, flight)
        stacks[source], stacks[target] = rest, made
        static_eval = self.static_eval(*after, SOUTH + NORTH - player, ply + 1)
        stacks[source], stacks[target] = stack, landing
        return static_eval

    def children(self, features: Features, mixes: Mixes, player: int, ply: int, every_way: bool) -> Iterator[Child]:
        """List the flights of a player with their static evaluations, several times faster than `static_eval_after`.

        Turned parts and stacks (K12) are listed if they differ; without `every_way`, only if their evaluations may
        differ.
        """
        stacks, turning = self.stacks, self._turning
        opponent = SOUTH + NORTH - player
        occupied = features & ALL
        row = [*filter(None, stacks)]
        for source in self._near[occupied, player]:
            stack = stacks[source]
            place = (occupied & (1 << source) - 1).bit_count()
            reach = self._reach[occupied, source] if self._two_speeds else ~(1 << source)
            for piece in PARTS[stack]:
                targets = can_take(features, piece) & reach
                if not targets:
                    continue
                # what all flights of this part have in common
                count = piece[0]
                rest, part = stack[:-count], stack[-count:]
                remaining, left = occupied, row.copy()
                if rest:
                    left[place] = rest
                else:
                    remaining ^= 1 << source
                    del left[place]
                drifted, pulls = drift(left), PULLS[len(left)]
                gone = mixes - COUNTED[stack] + COUNTED[rest]
                south, north = left[:NEAREST], left[-NEAREST:]
                last = max(0, len(left) - NEAREST)
                decisive = 0
                for near in {*south, *north}:
                    decisive |= MISSING[near]
                while targets:
                    low = targets & -targets
                    targets ^= low
                    target = low.bit_length() - 1
                    landing = stacks[target]
                    made = landing + part
                    rank = (remaining & low - 1).bit_count()
                    now = gone - COUNTED[landing] + COUNTED[made]
                    moved = drifted + count * pulls[rank]
                    flight = source, count, target, made, rest
                    self.nodes += 1
                    if NEAREST <= rank < last:
                        if now & decisive:
                            static_eval = self._static(features, mixes, opponent, ply, flight, moved, now, south, north)
                        else:
                            static_eval = value(moved, opponent, False)
                        yield static_eval, flight
                        if turning and every_way:
                            for way in _other_ways(landing, part):
                                yield static_eval, (source, count, target, way, rest)
                        continue
                    # A player may move the new stack next, so the order of its barons matters.
                    for way in (made, *_other_ways(landing, part)) if turning else (made,):
                        flight = source, count, target, way, rest
                        from_south, from_north = south, north
                        if rank < NEAREST:
                            from_south = south.copy()
                            from_south[rank] = way
                        if rank >= last:
                            from_north = north.copy()
                            from_north[rank - last] = way
                        yield (
                            self._static(features, mixes, opponent, ply, flight, moved, now, from_south, from_north),
                            flight,
                        )

    def _static(
        self,
        features: Features,
        mixes: Mixes,
        opponent: int,
        ply: int,
        flight: Flight,
        drifted: int,
        now: Mixes,
        south: list[str],
        north: list[str],
    ) -> int:
        """Evaluate a flight for the opponent, given the drift, the mixes and both players' stacks after it."""
        mine, theirs = (north, south) if opponent == SOUTH else (south, north)
        if _may_win(theirs, now) and self._reaches_after(features, mixes, opponent, flight):
            return WIN - ply - 2
        threatened = _may_win(mine, now) and self._reaches_after(features, mixes, SOUTH + NORTH - opponent, flight)
        return value(drifted, opponent, threatened)

    def _reaches(self, features: Features, player: int) -> bool:
        """Tell whether a player with the right mixes wins at once (K9); with two speeds, the stack may be out of
        reach (K11)."""
        if not self._two_speeds:
            return True
        self.nodes += 1
        occupied = features & ALL
        for source in self._near[occupied, player]:
            reach = self._reach[occupied, source]
            for part in PARTS[self.stacks[source]][: EMPEROR - 1]:
                tall = features >> LENGTH * (EMPEROR - part[0] - 1) & reach
                if tall and tall & can_take(features, part):
                    return True
        return False

    def _reaches_after(self, features: Features, mixes: Mixes, player: int, flight: Flight) -> bool:
        """Tell the same for the position after a flight."""
        if not self._two_speeds:
            return True
        stacks = self.stacks
        source, _, target, made, rest = flight
        stack, landing = stacks[source], stacks[target]
        after, _ = self.after(features, mixes, flight)
        stacks[source], stacks[target] = rest, made
        reaches = self._reaches(after, player)
        stacks[source], stacks[target] = stack, landing
        return reaches

    # Moves

    def move(self, flight: Flight) -> Move:
        """Write a flight as a move, in the shortest way (K12)."""
        source, count, target, made, _ = flight
        landing, part = self.stacks[target], self.stacks[source][-count:]
        for turned, flipped in ((False, False), (True, False), (False, True), (True, True)):
            stack = landing + (flip(part) if turned else part)
            if (flip(stack) if flipped else stack) == made and not (turned and count == 1):
                return Move(source + 1, count, target + 1, turned, flipped)
        raise AssertionError(flight)


def _may_win(four: list[str], mixes: Mixes) -> bool:
    """Tell whether a part of one of a player's four stacks completes another stack to nine, three of each colour."""
    for stack in four:
        missing = MISSING[stack]
        if mixes & missing and (mixes - COUNTED[stack]) & missing:
            return True
    return False


def _other_ways(landing: str, part: str) -> list[str]:
    """List the stacks that a part makes when it, the new stack or both are turned (K12), if they differ."""
    made, other = landing + part, landing + flip(part)
    return sorted({flip(made), other, flip(other)} - {made})
