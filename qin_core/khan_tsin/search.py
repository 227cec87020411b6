"""Looking ahead: alpha-beta with a transposition table, deepening ply by ply.

The search keeps one list of stacks, on which it makes moves and takes them back, and two integers that come with every
position: the features of `stack`, and how many stacks there are of each mix of colours, six bits a mix. Whether
somebody wins at once is one `and` for each of his four barons: is there a stack of the mix that is missing to nine?
"""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from qin_core.khan_tsin.dragon import ALL, NEAREST, NORTH, SOUTH, each, in_reach, nearest
from qin_core.khan_tsin.mixes import COUNTED, MISSING, Mixes
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import (
    EMPEROR,
    FEATURES,
    PARTS,
    all_features,
    can_take,
    is_harmonious,
    turn,
)
from qin_core.khan_tsin.valuation import value

WIN = 1_000_000
"""The value of a win, less the plies until it comes."""
_SURE = WIN - 1000
_INFINITY = 2 * WIN
_MARGIN = 900
"""A position that is better than needed by this much, one ply before the horizon, isn't looked into (see `_search`)."""
_KILLERS = 3

Flight = tuple[int, int, int, str, str]
"""Start and target as bits, how many barons, the stack made, the stack left."""
Child = tuple[int, Flight, int, Mixes]
"""The opponent's standing after a flight, the flight, and the two integers after it."""


class Found(NamedTuple):
    """What the search knows so far: the plies it has seen through, and the moves with their values, best first."""

    depth: int
    ranked: tuple[tuple[Move, int], ...]
    nodes: int


class _Enough(Exception):
    """The effort is used up."""


class Search:
    """A search of one position; `deepen` it and stop whenever you like."""

    def __init__(self, position: Position, effort: int = 1_000_000, most: int = 8) -> None:
        """Start at a position; `effort` is how many positions may be valued, `most` how many moves are named."""
        self._stacks = list(position.stacks)
        self._mover = position.mover
        self._turning = position.turning
        self._two_speeds = position.two_speeds
        self._features = all_features(position.stacks)
        self._mixes = sum(map(COUNTED.__getitem__, position.stacks))
        self._table: dict[tuple[object, ...], tuple[int, int, int, Flight | None]] = {}
        self._killers: dict[int, list[Flight]] = {}
        self._effort = effort
        self._most = most
        self.nodes = 0

    # The rules, once more and faster

    def _wins(self, four: list[str], mixes: Mixes, features: int, player: int) -> bool:
        """Tell whether a player on turn wins at once (K9), given the four stacks whose tops he may move."""
        for stack in four:
            missing = MISSING[stack]
            if mixes & missing and (mixes - COUNTED[stack]) & missing:
                return not self._two_speeds or self._reaches(features & ALL, player)
        return False

    def _reaches(self, occupied: int, player: int) -> bool:
        """Tell whether a player wins at once with two speeds (K9, K11)."""
        for source in nearest(occupied, player):
            stack = self._stacks[source]
            for target in each(in_reach(occupied, source, True)):
                landing = self._stacks[target]
                count = EMPEROR - len(landing)
                if 0 < count <= len(stack) and is_harmonious(landing + stack[-count:]):
                    return True
        return False

    def _flights(self, features: int, player: int) -> Iterator[Flight]:
        """List what a player can do; of turned parts and stacks (K12) only those that differ."""
        stacks = self._stacks
        occupied = features & ALL
        for source in nearest(occupied, player):
            stack = stacks[source]
            reach = in_reach(occupied, source, self._two_speeds)
            for piece in PARTS[stack]:
                targets = can_take(features, piece) & reach
                if not targets:
                    continue
                count = piece[0]
                rest, part = stack[:-count], stack[-count:]
                while targets:
                    low = targets & -targets
                    targets ^= low
                    target = low.bit_length() - 1
                    made = stacks[target] + part
                    yield source, count, target, made, rest
                    if self._turning:
                        other = stacks[target] + turn(part)
                        for way in sorted({turn(made), other, turn(other)} - {made}):
                            yield source, count, target, way, rest

    def _again(self, features: int, player: int, flight: Flight) -> Flight | None:
        """Make a flight of another position possible in this one, None if it isn't."""
        source, count, target, made, _ = flight
        stack, landing = self._stacks[source], self._stacks[target]
        occupied = features & ALL
        if (
            len(stack) < count
            or not can_take(features, PARTS[stack][count - 1]) >> target & 1
            or source not in nearest(occupied, player)
            or not in_reach(occupied, source, self._two_speeds) >> target & 1
        ):
            return None
        part = stack[-count:]
        if len(made) == len(landing) + count and made in (turn(landing + part), turn(landing + turn(part))):
            return flight
        return source, count, target, landing + part, stack[:-count]

    # Looking ahead

    def _after(self, features: int, mixes: Mixes, flight: Flight) -> tuple[int, Mixes]:
        """Work out the two integers after a flight that hasn't been made on the list yet."""
        source, _, target, made, rest = flight
        stack, landing = self._stacks[source], self._stacks[target]
        return (
            features ^ (FEATURES[stack] ^ FEATURES[rest]) << source ^ (FEATURES[landing] ^ FEATURES[made]) << target,
            mixes - COUNTED[stack] - COUNTED[landing] + COUNTED[rest] + COUNTED[made],
        )

    def _leaf(self, features: int, mixes: Mixes, player: int, ply: int) -> int:
        """Value a position for the player on turn without looking farther than his own win."""
        self.nodes += 1
        row = [*filter(None, self._stacks)]
        south, north = row[:NEAREST], row[-NEAREST:]
        mine, theirs = (south, north) if player == SOUTH else (north, south)
        if self._wins(mine, mixes, features, player):
            return WIN - ply - 1
        return value(row, player, self._wins(theirs, mixes, features, SOUTH + NORTH - player))

    def _child(self, features: int, mixes: Mixes, player: int, ply: int, flight: Flight) -> Child:
        """Value a flight for the opponent, who is on turn after it."""
        stacks = self._stacks
        source, _, target, made, rest = flight
        stack, landing = stacks[source], stacks[target]
        after = self._after(features, mixes, flight)
        stacks[source], stacks[target] = rest, made
        standing = self._leaf(*after, SOUTH + NORTH - player, ply + 1)
        stacks[source], stacks[target] = stack, landing
        return standing, flight, *after

    def _key(self, player: int) -> tuple[object, ...]:
        """Name a position for the table; only with two speeds does it matter which spaces are empty."""
        return (player, *self._stacks) if self._two_speeds else (player, *filter(None, self._stacks))

    def _search(self, features: int, mixes: Mixes, player: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Find the value for the player on turn, who can't win at once, so many plies deep (fail-soft alpha-beta)."""
        if self.nodes > self._effort:
            raise _Enough
        key = self._key(player)
        known = self._table.get(key)
        if known and (known[0] >= depth or abs(known[1]) > _SURE):
            _, score, bound, _ = known
            if bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha):
                return score
        best, flight = self._try_all(features, mixes, player, depth, alpha, beta, ply, known[3] if known else None)
        self._table[key] = (depth, best, (best >= beta) - (best <= alpha), flight)
        return best

    def _try_all(
        self,
        features: int,
        mixes: Mixes,
        player: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        first: Flight | None,
    ) -> tuple[int, Flight | None]:
        """Try the flights until one is too good for the opponent to let it happen.

        First those that were good here or in a sister position, without looking at the others; then, but for the last
        ply, the others in the order of their standing.
        """
        best, choice = -_INFINITY, None
        tried = []
        killers = self._killers.setdefault(ply, [])
        for good in (first, *killers):
            flight = good and self._again(features, player, good)
            if flight and flight not in tried:
                tried.append(flight)
                child = self._child(features, mixes, player, ply, flight)
                score = self._score(child, player, depth, max(alpha, best), beta, ply, choice is None)
                if score > best:
                    best, choice = score, flight
                    if score >= beta:
                        return best, choice
        others = (flight for flight in self._flights(features, player) if flight not in tried)
        children: Iterable[Child] = (self._child(features, mixes, player, ply, flight) for flight in others)
        for child in children if depth == 1 else sorted(children, key=itemgetter(0)):
            score = self._score(child, player, depth, max(alpha, best), beta, ply, choice is None)
            if score > best:
                best, choice = score, child[1]
                if score >= beta:
                    killers.insert(0, choice)
                    del killers[_KILLERS:]
                    break
        if choice is None:
            return self._pass(features, mixes, player, depth, alpha, beta, ply), None
        return best, choice

    def _score(self, child: Child, player: int, depth: int, alpha: int, beta: int, ply: int, full: bool) -> int:
        """Find what a flight is worth to the player who makes it; with a null window unless it is the first.

        If the opponent stands so well after it that one more ply of his won't matter, his standing is taken for its
        value (reverse futility): only one ply before the horizon, and never where a win is in sight.
        """
        standing, flight, features, mixes = child
        if depth == 1 or standing > _SURE or (depth == 2 and not full and -standing <= alpha - _MARGIN):
            return -standing
        stacks = self._stacks
        source, _, target, made, rest = flight
        stack, landing = stacks[source], stacks[target]
        opponent = SOUTH + NORTH - player
        stacks[source], stacks[target] = rest, made
        try:
            if not full and beta - alpha > 1:
                score = -self._search(features, mixes, opponent, depth - 1, -alpha - 1, -alpha, ply + 1)
                if not alpha < score < beta:
                    return score
            return -self._search(features, mixes, opponent, depth - 1, -beta, -alpha, ply + 1)
        finally:
            stacks[source], stacks[target] = stack, landing

    def _pass(self, features: int, mixes: Mixes, player: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Let the opponent go on (K10); 0 for a draw if he can't either."""
        opponent = SOUTH + NORTH - player
        if not any(self._flights(features, opponent)):
            return 0
        standing = self._leaf(features, mixes, opponent, ply + 1)
        if depth == 1 or standing > _SURE:
            return -standing
        return -self._search(features, mixes, opponent, depth - 1, -beta, -alpha, ply + 1)

    # From the top

    def deepen(self, most: int = 99) -> Iterator[Found]:
        """Look one ply farther each time, at most so many; yields often, with the best moves known by then."""
        flights = self._flights(self._features, self._mover)
        children = sorted(
            (self._child(self._features, self._mixes, self._mover, 0, flight) for flight in flights), key=itemgetter(0)
        )
        if not children:
            return
        for number, (_, flight, *_) in enumerate(children):
            if len(flight[3]) == EMPEROR:
                children.insert(0, (-WIN, *children.pop(number)[1:]))
                yield self._found(1, children)
                return
        yield self._found(1, children)
        for depth in range(2, most + 1):
            if abs(children[0][0]) > _SURE or all(standing > _SURE for standing, *_ in children[1:]):
                return  # decided, or there is but one move that doesn't lose
            best = -_INFINITY
            done: list[Child] = []
            for number, child in enumerate(children):
                try:
                    score = self._score(child, self._mover, depth, best, _INFINITY, 0, not done)
                except _Enough:
                    yield self._found(depth - 1, done + children[number:] if done else children)
                    return
                # A move that isn't better than the best so far keeps its place behind those tried before it.
                place = 0 if score > best else len(done)
                best = max(best, score)
                done.insert(place, (-score, *child[1:]))
                yield self._found(depth - 1, done + children[number + 1 :])
            children = done
            yield self._found(depth, children)

    def _found(self, depth: int, children: list[Child]) -> Found:
        ranked = tuple((self._move(flight), -score) for score, flight, *_ in children[: self._most])
        return Found(depth, ranked, self.nodes)

    def _move(self, flight: Flight) -> Move:
        """Write a flight as a move, in the shortest way (K12)."""
        source, count, target, made, _ = flight
        landing, part = self._stacks[target], self._stacks[source][-count:]
        for turned, flipped in ((False, False), (True, False), (False, True), (True, True)):
            stack = landing + (turn(part) if turned else part)
            if (turn(stack) if flipped else stack) == made and not (turned and count == 1):
                return Move(source + 1, count, target + 1, turned, flipped)
        raise AssertionError(flight)
