"""Alpha-beta search with a transposition table and iterative deepening.

It is a generator down to two plies before the horizon, so that a page stays responsive.
"""

from collections.abc import Generator, Iterator
from operator import itemgetter
from typing import NamedTuple

from qin_core.khan_tsin.board import NORTH, SOUTH
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.flights import WIN, Child, Flight, Flights
from qin_core.khan_tsin.players.mixes import Mixes
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import EMPEROR, Features

_SURE = WIN - 1000
_INFINITY = 2 * WIN
_MARGINS = {2: 300, 3: 800}
"""The margin, by depth, by which a position near the horizon must beat the bound to be pruned."""
_KILLERS = 3
_EARLY = 5
"""From three plies before the horizon on, flights after the first few are searched less deep first."""
_LATE = 10
"""From four plies on, flights after this many are reduced by another ply."""
_PAUSE = 400
"""The number of positions between two yields: about two milliseconds."""

Searching = Generator[None, None, int]


class Found(NamedTuple):
    """The result so far: the completed depth, and the moves with their values, best first."""

    depth: int
    ranked: tuple[tuple[Move, int], ...]
    nodes: int


class _Enough(Exception):
    """The effort is used up."""


class Search:
    """The search of one position: run `deepen`, and stop at any time."""

    def __init__(self, position: Position, effort: int = 1_000_000, most: int = 8) -> None:
        """Start at a position; `effort` limits the evaluated positions, `most` the reported moves."""
        self._start = position
        self._flights = Flights(position)
        self._table: dict[tuple[object, ...], tuple[int, int, int, Flight | None]] = {}
        self._killers: dict[int, list[Flight]] = {}
        self._effort = effort
        self._most = most
        self._pause = _PAUSE

    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
        return self._flights.nodes

    # One position

    def _known(self, key: tuple[object, ...], depth: int, alpha: int, beta: int) -> tuple[int | None, Flight | None]:
        """Look a position up: its value, if it is deep and exact enough, and the best flight."""
        known = self._table.get(key)
        if not known:
            return None, None
        searched, score, bound, flight = known
        deep = searched >= depth or abs(score) > _SURE
        enough = bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha)
        return (score if deep and enough else None), flight

    def _good_first(self, features: Features, player: int, ply: int, first: Flight | None) -> Iterator[Flight]:
        """List the legal ones among the flights that were best here or in a sibling position."""
        tried: list[Flight] = []
        for good in (first, *self._killers.setdefault(ply, [])):
            flight = good and self._flights.again(features, player, good)
            if flight and flight not in tried:
                tried.append(flight)
                yield flight

    def _remember(
        self, key: tuple[object, ...], depth: int, alpha: int, beta: int, best: int, ply: int, choice: Flight | None
    ) -> int:
        """Store a position's value, and the flight that caused the cutoff."""
        self._table[key] = (depth, best, (best >= beta) - (best <= alpha), choice)
        if choice and best >= beta:
            killers = self._killers[ply]
            if choice not in killers:
                killers.insert(0, choice)
                del killers[_KILLERS:]
        return best

    def _last_ply(self, features: Features, mixes: Mixes, player: int, alpha: int, beta: int, ply: int) -> int:
        """Evaluate one ply for the player to move, who can't win at once, by static evaluations."""
        if self._flights.nodes > self._effort:
            raise _Enough
        key = self._flights.key(player)
        score, first = self._known(key, 1, alpha, beta)
        if score is not None:
            return score
        best, choice = -_INFINITY, None
        for flight in self._good_first(features, player, ply, first):
            score = -self._flights.static_eval_after(features, mixes, player, ply, flight)
            if score > best:
                best, choice = score, flight
                if score >= beta:
                    return self._remember(key, 1, alpha, beta, best, ply, choice)
        for static_eval, flight in self._flights.children(features, mixes, player, ply, False):
            if -static_eval > best:
                best, choice = -static_eval, flight
                if best >= beta:
                    break
        if choice is None:
            opponent = SOUTH + NORTH - player
            stuck = not self._flights.can_move(features, opponent)
            best = 0 if stuck else -self._flights.static_eval(features, mixes, opponent, ply + 1)
        return self._remember(key, 1, alpha, beta, best, ply, choice)

    def _search(
        self, features: Features, mixes: Mixes, player: int, depth: int, alpha: int, beta: int, ply: int
    ) -> Searching:
        """Evaluate two or more plies for the player to move, who can't win at once (fail-soft alpha-beta).

        First come the flights that were best here or in a sibling position, without generating the others; then the
        others by static evaluation.
        """
        if self._flights.nodes > self._effort:
            raise _Enough
        key = self._flights.key(player)
        score, first = self._known(key, depth, alpha, beta)
        if score is not None:
            return score
        best, choice = -_INFINITY, None
        for number, child in enumerate(self._in_order(features, mixes, player, ply, first)):
            score = yield from self._score(child, features, mixes, player, depth, max(alpha, best), beta, ply, number)
            if score > best:
                best, choice = score, child[1]
                if score >= beta:
                    break
        if choice is None:
            best = yield from self._pass(features, mixes, player, depth, alpha, beta, ply)
        return self._remember(key, depth, alpha, beta, best, ply, choice)

    def _in_order(
        self, features: Features, mixes: Mixes, player: int, ply: int, first: Flight | None
    ) -> Iterator[Child]:
        """Yield the flights in search order; generate the rest only if the first few cause no cutoff."""
        tried = []
        for flight in self._good_first(features, player, ply, first):
            tried.append(flight)
            yield self._flights.static_eval_after(features, mixes, player, ply, flight), flight
        for child in sorted(self._flights.children(features, mixes, player, ply, True), key=itemgetter(0)):
            if child[1] not in tried:
                yield child

    def _score(
        self,
        child: Child,
        features: Features,
        mixes: Mixes,
        player: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        number: int,
    ) -> Searching:
        """Evaluate a flight for the player who makes it, with a null window unless it is the first.

        If the opponent's static evaluation exceeds the bound by a margin, it is taken as the value (reverse
        futility): only near the horizon, and never where a win is in sight. Late flights are searched one or two
        plies less deep first, and to the full depth only if they look best.
        """
        static_eval, flight = child
        if static_eval > _SURE or (number and depth in _MARGINS and -static_eval <= alpha - _MARGINS[depth]):
            return -static_eval
        if self._flights.nodes >= self._pause:
            self._pause = self._flights.nodes + _PAUSE
            yield
        questions = [(depth - 1, beta)]
        if number and beta - alpha > 1:
            questions.insert(0, (depth - 1, alpha + 1))
        if number >= _EARLY and depth > 2 and alpha > -_SURE:
            questions.insert(0, (depth - 3 if number >= _LATE and depth > 3 else depth - 2, alpha + 1))
        opponent = SOUTH + NORTH - player
        stacks = self._flights.stacks
        source, _, target, made, rest = flight
        stack, landing = stacks[source], stacks[target]
        after = self._flights.after(features, mixes, flight)
        stacks[source], stacks[target] = rest, made
        score = alpha
        for plies, ceiling in questions:
            if plies == 1:
                score = -self._last_ply(*after, opponent, -ceiling, -alpha, ply + 1)
            else:
                score = -(yield from self._search(*after, opponent, plies, -ceiling, -alpha, ply + 1))
            if score <= alpha or (score >= beta and plies == depth - 1):
                break
        stacks[source], stacks[target] = stack, landing
        return score

    def _pass(
        self, features: Features, mixes: Mixes, player: int, depth: int, alpha: int, beta: int, ply: int
    ) -> Searching:
        """Evaluate a pass (K10); 0, a draw, if the opponent can't move either."""
        opponent = SOUTH + NORTH - player
        if not self._flights.can_move(features, opponent):
            return 0
        static_eval = self._flights.static_eval(features, mixes, opponent, ply + 1)
        if static_eval > _SURE:
            return -static_eval
        if depth == 2:
            return -self._last_ply(features, mixes, opponent, -beta, -alpha, ply + 1)
        return -(yield from self._search(features, mixes, opponent, depth - 1, -beta, -alpha, ply + 1))

    # The root

    def deepen(self, most: int = 99) -> Iterator[Found]:
        """Search by iterative deepening up to a depth; yield often, with the best moves so far."""
        flights, mover = self._flights, self._start.player_to_move
        features, mixes = flights.features, flights.mixes
        children = sorted(flights.children(features, mixes, mover, 0, True), key=itemgetter(0))
        if not children:
            return
        for number, (_, flight) in enumerate(children):
            if len(flight[3]) == EMPEROR:
                children.insert(0, (-WIN, children.pop(number)[1]))
                yield self._found(1, children)
                return
        found = self._found(1, children)
        yield found
        for depth in range(2, most + 1):
            if abs(children[0][0]) > _SURE or all(static_eval > _SURE for static_eval, _ in children[1:]):
                return  # decided, or only one move doesn't lose
            best = -_INFINITY
            done: list[Child] = []
            for number, child in enumerate(children):
                scoring = self._score(child, features, mixes, mover, depth, best, _INFINITY, 0, number)
                try:
                    score = yield from self._yield_while(found, scoring)
                except _Enough:
                    flights.stacks[:] = self._start.stacks
                    return
                # A move that isn't better than the best so far stays behind those searched before it.
                done.insert(0 if score > best else len(done), (-score, child[1]))
                best = max(best, score)
                found = self._found(depth - 1, done + children[number + 1 :])
                yield found
            children = done
            found = self._found(depth, children)
            yield found

    def _yield_while(self, found: Found, searching: Searching) -> Generator[Found, None, int]:
        """Run a search to its end, yielding the results so far; return its value."""
        while True:
            try:
                next(searching)
            except StopIteration as end:
                return int(end.value)
            yield found._replace(nodes=self.nodes)

    def _found(self, depth: int, children: list[Child]) -> Found:
        ranked = tuple((self._flights.move(flight), -score) for score, flight in children[: self._most])
        return Found(depth, ranked, self.nodes)
