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
"""By depth: a position that is better than needed by this much, so near to the horizon, isn't looked into."""
_KILLERS = 3
_EARLY = 5
"""Flights after the first few are looked at less deep first, from three plies before the horizon on."""
_LATE = 10
"""Those after so many even less, from four plies on."""
_PAUSE = 400
"""After so many positions the search lets others work: about two milliseconds."""

Searching = Generator[None, None, int]


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
        self._start = position
        self._flights = Flights(position)
        self._table: dict[tuple[object, ...], tuple[int, int, int, Flight | None]] = {}
        self._killers: dict[int, list[Flight]] = {}
        self._effort = effort
        self._most = most
        self._pause = _PAUSE

    @property
    def nodes(self) -> int:
        """How much work was done, in positions valued."""
        return self._flights.nodes

    # One position

    def _known(self, key: tuple[object, ...], depth: int, alpha: int, beta: int) -> tuple[int | None, Flight | None]:
        """Look a position up: its value if that is good enough for the question, and what was best there."""
        known = self._table.get(key)
        if not known:
            return None, None
        searched, score, bound, flight = known
        deep = searched >= depth or abs(score) > _SURE
        enough = bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha)
        return (score if deep and enough else None), flight

    def _good_first(self, features: Features, player: int, ply: int, first: Flight | None) -> Iterator[Flight]:
        """List the flights that were good here or in a sister position and are possible here."""
        tried: list[Flight] = []
        for good in (first, *self._killers.setdefault(ply, [])):
            flight = good and self._flights.again(features, player, good)
            if flight and flight not in tried:
                tried.append(flight)
                yield flight

    def _remember(
        self, key: tuple[object, ...], depth: int, alpha: int, beta: int, best: int, ply: int, choice: Flight | None
    ) -> int:
        """Keep a position's value, and the flight that was too good for the opponent to let it happen."""
        self._table[key] = (depth, best, (best >= beta) - (best <= alpha), choice)
        if choice and best >= beta:
            killers = self._killers[ply]
            if choice not in killers:
                killers.insert(0, choice)
                del killers[_KILLERS:]
        return best

    def _last_ply(self, features: Features, mixes: Mixes, player: int, alpha: int, beta: int, ply: int) -> int:
        """Find the value for the player on turn, who can't win at once, by the static evaluations after his flights."""
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
        """Find the value for the player on turn, who can't win at once, two or more plies deep (fail-soft alpha-beta).

        First the flights that were good here or in a sister position, without looking at the others; then the others
        in the order of their static_eval.
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
        """List the flights in the order in which they are tried; the many only if the few don't do."""
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
        """Find what a flight is worth to the player who makes it; with a null window unless it is the first.

        If the opponent stands so well after it that a ply or two more of his won't matter, his static_eval is taken for
        its value (reverse futility): only near the horizon, and never where a win is in sight. Late flights are looked
        at one ply or two less deep, and fully only if that makes them the best.
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
        """Let the opponent go on (K10); 0 for a draw if he can't either."""
        opponent = SOUTH + NORTH - player
        if not self._flights.can_move(features, opponent):
            return 0
        static_eval = self._flights.static_eval(features, mixes, opponent, ply + 1)
        if static_eval > _SURE:
            return -static_eval
        if depth == 2:
            return -self._last_ply(features, mixes, opponent, -beta, -alpha, ply + 1)
        return -(yield from self._search(features, mixes, opponent, depth - 1, -beta, -alpha, ply + 1))

    # From the top

    def deepen(self, most: int = 99) -> Iterator[Found]:
        """Look one ply farther each time, at most so many; yields often, with the best moves known by then."""
        flights, mover = self._flights, self._start.mover
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
                return  # decided, or there is but one move that doesn't lose
            best = -_INFINITY
            done: list[Child] = []
            for number, child in enumerate(children):
                scoring = self._score(child, features, mixes, mover, depth, best, _INFINITY, 0, number)
                try:
                    score = yield from self._yield_while(found, scoring)
                except _Enough:
                    flights.stacks[:] = self._start.stacks
                    return
                # A move that isn't better than the best so far keeps its place behind those tried before it.
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
