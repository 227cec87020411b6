"""Alpha-beta search with a transposition table and iterative deepening.

Down to two plies before the horizon it is a generator, so that a page stays responsive.
"""

from collections.abc import Generator, Iterator
from operator import itemgetter
from typing import NamedTuple

from qin_core.khan_tsin.board import opponent_of
from qin_core.khan_tsin.move import Move
from qin_core.khan_tsin.players.flights import WIN, Child, Flight, Flights, Node
from qin_core.khan_tsin.position import Position
from qin_core.khan_tsin.stack import EMPEROR

_WON = WIN - 1000
"""A greater value is a sure win."""
_INFINITY = 2 * WIN
_MARGINS = {2: 300, 3: 800}
"""The margin, by depth, by which a position near the horizon must beat the bound to be pruned."""
_KILLERS = 3
"""The number of flights to remember per ply that caused a cutoff; they are tried first in sibling positions."""
_UNREDUCED = 5
"""Flights after this many are searched one ply less deep first, from three plies before the horizon."""
_REDUCED_ONCE = 10
"""Flights after this many are searched two plies less deep first, from four plies before the horizon."""
_NODES_PER_YIELD = 400
"""The number of positions between two yields: about two milliseconds."""

Scoring = Generator[None, None, int]
"""Computes the value of a flight or a position; yields now and then, so that a page stays responsive."""
_Entry = tuple[int, int, int, Flight | None]
"""What is known about a position: the depth of its search, its value, its bound, and its best flight.

The bound is 0 for an exact value, 1 if the position is worth at least the value, -1 if at most.
"""


class SearchResult(NamedTuple):
    """The result so far: the completed depth, the moves with their values, best first, and the evaluated positions."""

    depth: int
    ranked: tuple[tuple[Move, int], ...]
    nodes: int


class _EffortUsedUp(Exception):
    """The search has evaluated as many positions as it may."""


class Search:
    """The search of one position: run `deepen`, which can be stopped at any time."""

    def __init__(self, position: Position, effort: int = 1_000_000, max_moves: int = 8) -> None:
        """Start at a position; `effort` limits the evaluated positions, `max_moves` the reported moves."""
        self._start = position
        self._flights = Flights(position)
        self._table: dict[tuple[object, ...], _Entry] = {}
        self._killers: dict[int, list[Flight]] = {}
        self._effort = effort
        self._max_moves = max_moves
        self._pause = _NODES_PER_YIELD

    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
        return self._flights.nodes

    # One position

    def _look_up(self, key: tuple[object, ...], depth: int, alpha: int, beta: int) -> tuple[int | None, Flight | None]:
        """Look up a position: its value, None unless it is deep and exact enough, and its best flight."""
        entry = self._table.get(key)
        if not entry:
            return None, None
        searched, score, bound, flight = entry
        deep_enough = searched >= depth or abs(score) > _WON
        usable = bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha)
        return (score if deep_enough and usable else None), flight

    def _known_good(self, node: Node, ply: int, first: Flight | None) -> Iterator[Flight]:
        """Yield the legal flights among those that were best here or in a sibling position."""
        yielded: list[Flight] = []
        for candidate in (first, *self._killers.setdefault(ply, [])):
            flight = candidate and self._flights.adapt(node, candidate)
            if flight and flight not in yielded:
                yielded.append(flight)
                yield flight

    def _remember(
        self, key: tuple[object, ...], depth: int, alpha: int, beta: int, score: int, ply: int, flight: Flight | None
    ) -> int:
        """Store a position's value, and the flight that caused the cutoff."""
        self._table[key] = (depth, score, (score >= beta) - (score <= alpha), flight)
        if flight and score >= beta:
            killers = self._killers[ply]
            if flight not in killers:
                killers.insert(0, flight)
                del killers[_KILLERS:]
        return score

    def _last_ply(self, node: Node, alpha: int, beta: int, ply: int) -> int:
        """Evaluate one ply for the player to move, who can't win at once, by static evaluations."""
        if self._flights.nodes > self._effort:
            raise _EffortUsedUp
        key = self._flights.key(node.player)
        score, first = self._look_up(key, 1, alpha, beta)
        if score is not None:
            return score
        best, best_flight = -_INFINITY, None
        for flight in self._known_good(node, ply, first):
            score = -self._flights.static_eval_after(node, ply, flight)
            if score > best:
                best, best_flight = score, flight
                if score >= beta:
                    return self._remember(key, 1, alpha, beta, best, ply, best_flight)
        for static_eval, flight in self._flights.children(node, ply, all_orientations=False):
            if -static_eval > best:
                best, best_flight = -static_eval, flight
                if best >= beta:
                    break
        if best_flight is None:
            passed = node._replace(player=opponent_of(node.player))
            stuck = not self._flights.can_move(passed.features, passed.player)
            best = 0 if stuck else -self._flights.static_eval(passed, ply + 1)
        return self._remember(key, 1, alpha, beta, best, ply, best_flight)

    def _search(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> Scoring:
        """Evaluate two or more plies for the player to move, who can't win at once (fail-soft alpha-beta).

        Flights that were best here or in a sibling position come first, before the others are generated and sorted by
        static evaluation.
        """
        if self._flights.nodes > self._effort:
            raise _EffortUsedUp
        key = self._flights.key(node.player)
        score, first = self._look_up(key, depth, alpha, beta)
        if score is not None:
            return score
        best, best_flight = -_INFINITY, None
        for number, child in enumerate(self._in_order(node, ply, first)):
            score = yield from self._score(child, node, depth, max(alpha, best), beta, ply, number)
            if score > best:
                best, best_flight = score, child[1]
                if score >= beta:
                    break
        if best_flight is None:
            best = yield from self._pass(node, depth, alpha, beta, ply)
        return self._remember(key, depth, alpha, beta, best, ply, best_flight)

    def _in_order(self, node: Node, ply: int, first: Flight | None) -> Iterator[Child]:
        """Yield the flights in search order; generate the rest only if the first few cause no cutoff."""
        yielded = []
        for flight in self._known_good(node, ply, first):
            yielded.append(flight)
            yield self._flights.static_eval_after(node, ply, flight), flight
        for child in sorted(self._flights.children(node, ply, all_orientations=True), key=itemgetter(0)):
            if child[1] not in yielded:
                yield child

    def _score(
        self,
        child: Child,
        node: Node,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        number: int,
    ) -> Scoring:
        """Evaluate a flight for the player who makes it, with a null window unless it is the first.

        Reverse futility pruning: near the horizon, if the static evaluation is beyond the bound by a margin, it is the
        value. Late move reductions: late flights are searched one or two plies less deep first, and to the full depth
        only if they look best.
        """
        static_eval, flight = child
        if static_eval > _WON or (number and depth in _MARGINS and -static_eval <= alpha - _MARGINS[depth]):
            return -static_eval
        if self._flights.nodes >= self._pause:
            self._pause = self._flights.nodes + _NODES_PER_YIELD
            yield
        windows = [(depth - 1, beta)]
        if number and beta - alpha > 1:
            windows.insert(0, (depth - 1, alpha + 1))
        if number >= _UNREDUCED and depth > 2 and alpha > -_WON:
            windows.insert(0, (depth - 3 if number >= _REDUCED_ONCE and depth > 3 else depth - 2, alpha + 1))
        after = self._flights.after(node, flight)
        undo = self._flights.make(flight)
        score = alpha
        for plies, upper in windows:
            if plies == 1:
                score = -self._last_ply(after, -upper, -alpha, ply + 1)
            else:
                score = -(yield from self._search(after, plies, -upper, -alpha, ply + 1))
            if score <= alpha or (score >= beta and plies == depth - 1):
                break
        self._flights.unmake(undo)
        return score

    def _pass(self, node: Node, depth: int, alpha: int, beta: int, ply: int) -> Scoring:
        """Evaluate a pass (K10); 0, a draw, if the opponent can't move either."""
        passed = node._replace(player=opponent_of(node.player))
        if not self._flights.can_move(passed.features, passed.player):
            return 0
        static_eval = self._flights.static_eval(passed, ply + 1)
        if static_eval > _WON:
            return -static_eval
        if depth == 2:
            return -self._last_ply(passed, -beta, -alpha, ply + 1)
        return -(yield from self._search(passed, depth - 1, -beta, -alpha, ply + 1))

    # The root

    def deepen(self, max_depth: int = 99) -> Iterator[SearchResult]:
        """Search by iterative deepening up to a depth; yield the best moves so far, often."""
        flights, root = self._flights, self._flights.root
        children = sorted(flights.children(root, 0, all_orientations=True), key=itemgetter(0))
        if not children:
            return
        for number, (_, flight) in enumerate(children):
            if len(flight[3]) == EMPEROR:
                children.insert(0, (-WIN, children.pop(number)[1]))
                yield self._result(1, children)
                return
        result = self._result(1, children)
        yield result
        for depth in range(2, max_depth + 1):
            if abs(children[0][0]) > _WON or all(static_eval > _WON for static_eval, _ in children[1:]):
                return  # the game is decided, or only one move doesn't lose
            best = -_INFINITY
            searched: list[Child] = []
            for number, child in enumerate(children):
                scoring = self._score(child, root, depth, best, _INFINITY, 0, number)
                try:
                    score = yield from self._yield_while(result, scoring)
                except _EffortUsedUp:
                    flights.stacks[:] = self._start.stacks
                    return
                # A move that isn't better than the best so far goes behind those searched before it.
                searched.insert(0 if score > best else len(searched), (-score, child[1]))
                best = max(best, score)
                result = self._result(depth - 1, searched + children[number + 1 :])
                yield result
            children = searched
            result = self._result(depth, children)
            yield result

    def _yield_while(self, result: SearchResult, scoring: Scoring) -> Generator[SearchResult, None, int]:
        """Run a search to its end, yielding the results so far; return its value."""
        while True:
            try:
                next(scoring)
            except StopIteration as end:
                return int(end.value)
            yield result._replace(nodes=self.nodes)

    def _result(self, depth: int, children: list[Child]) -> SearchResult:
        ranked = tuple((self._flights.move(flight), -score) for score, flight in children[: self._max_moves])
        return SearchResult(depth, ranked, self.nodes)
