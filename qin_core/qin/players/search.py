"""Search the best few placements, the opponents' likely replies to them, and so on for some plies.

The opponents' tiles are hidden. For each kind of tile, the search finds the best reply and the probability that a hand
holds this kind but no kind with a better reply. It weights replies by these probabilities instead of sampling hands.
"""

from collections.abc import Generator, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from qin_core.common.levels import Ranked, SearchInfo, yield_while
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.calibration import calibrate
from qin_core.qin.players.endgame import sure_win_probability
from qin_core.qin.players.hidden_tiles import hidden_shares
from qin_core.qin.players.net import chances_for, evaluate, win_chances
from qin_core.qin.players.valuation import Valuation, Valued
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN, Hand, Kind, count_kind

_MIN_PROBABILITY = 0.06
"""Less likely replies are ignored."""
_MAX_PLIES = (0, 0, 4, 3, 3)
"""The maximum depth, by the number of players: a ply takes longer with more players."""
_MAX_OPENED = 100
"""The maximum number of positions to open per ply. If there are many replies, fewer placements are searched."""
_MIN_WIDTH = 2
"""The number of placements that are searched even if they open too many positions."""
_PLY_COST = 4
"""How many times as long a search takes with one more ply, roughly: for the progress of a search."""


class Reply(NamedTuple):
    """A likely reply, its value to the player who makes it, and its probability."""

    probability: float
    value: float
    move: Move


def likely_replies(best_by_kind: dict[Kind, Valued], hand: Hand, kind_shares: Sequence[float]) -> list[Reply]:
    """List the likely best replies with a hand, given the best placement of each kind of tile.

    Unlikely replies are left out; the probabilities add up to 1.
    """
    hidden_count = count_kind(hand, HIDDEN)
    replies = []
    # the probability that one hidden tile is of none of the kinds so far, and that none of the hidden tiles is
    one_misses = all_miss = 1.0
    best_first = sorted(best_by_kind.items(), key=lambda item: -item[1][0])
    for kind, (value, move) in best_first:
        if count_kind(hand, kind):
            replies.append(Reply(all_miss, value, move))
            break
        one_misses = max(0.0, one_misses - kind_shares[kind])
        all_still_miss = one_misses**hidden_count
        if all_miss - all_still_miss >= _MIN_PROBABILITY:
            replies.append(Reply(all_miss - all_still_miss, value, move))
        all_miss = all_still_miss
    if not replies:
        _, (value, move) = best_first[0]
        replies = [Reply(1.0, value, move)]
    total = sum(reply.probability for reply in replies)
    return [reply._replace(probability=reply.probability / total) for reply in replies]


ChanceSearch = Generator[None, None, float]
"""Computes a win chance; yields about every millisecond, so that a page stays responsive."""


class Node:
    """A position in the search tree. Opening it finds its likely replies; a deeper search reuses open positions."""

    __slots__ = ("_chance", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.replies: list[tuple[float, Node]] | None = [] if position.has_winner() else None
        self._chance = -1.0

    def chance(self, player: int) -> float:
        """Return a player's win chance by the net, or the result if the game is over; cached for one player."""
        if self._chance < 0:
            nobody_can_move = self.replies == [] and not self.position.has_winner()
            self._chance = (
                win_chances(self.position)[player - 1] if nobody_can_move else evaluate(self.position, player)
            )
        return self._chance

    def open(self, player: int, candidates: int, kind_shares: Sequence[float]) -> Generator[None, None, None]:
        """Find the likely replies; there are none if the game is over."""
        position = self.position
        replies = yield from find_replies(position, player, candidates, kind_shares)
        self._chance = -1.0
        self.replies = [(reply.probability, Node(position.play(reply.move))) for reply in replies]
        if not replies and position.winners() is None:
            self.replies = [(1.0, Node(position.play(PASS)))]

    def unopened(self) -> int:
        """Count the positions that a search one ply deeper has to open."""
        return 1 if self.replies is None else sum(node.unopened() for _, node in self.replies)


def find_replies(
    position: Position, player: int, candidates: int, kind_shares: Sequence[float]
) -> Generator[None, None, list[Reply]]:
    """Return the likely replies; none if no tile can be placed.

    If `candidates` is more than 1, the weights propose that many placements of each kind of tile, and the net chooses
    the one with the best chance for its mover, as `player` sees the position. This is done with two players only: with
    more players it did not win more games.
    """
    best_by_kind: dict[Kind, Valued] = {}
    if candidates > 1 and len(position.packed_hands) == 2:
        for kind, moves in Valuation(position).top_by_kind(candidates).items():
            yield
            chances = [chances_for(position.play(move), player)[position.player_to_move - 1] for move in moves]
            best = max(chances)
            best_by_kind[kind] = best, moves[chances.index(best)]
    else:
        best_by_kind = Valuation(position).best_by_kind()
    if not best_by_kind:
        return []
    return likely_replies(best_by_kind, position.packed_hands[position.player_to_move - 1], kind_shares)


def look_ahead(node: Node, player: int, plies: int, kind_shares: Sequence[float], candidates: int = 1) -> ChanceSearch:
    """Estimate a player's win chance by the likely replies of the next plies, and by the net after them."""
    if plies and node.replies is None:
        yield from node.open(player, candidates, kind_shares)
        yield
    if plies == 0 or not node.replies:
        return node.chance(player)
    chance = 0.0
    for probability, after in node.replies:
        chance += probability * (yield from look_ahead(after, player, plies - 1, kind_shares))
    return chance


def search_move(
    position: Position, move: Move, plies: int, candidates: int = 1
) -> Generator[None, None, tuple[float, list[Move]]]:
    """Evaluate one placement as `search` does: return its win chance and the likely replies, best first."""
    player, kind_shares, after = position.player_to_move, hidden_shares(position), position.play(move)
    players, node, chances = len(position.packed_hands), Node(after), []  # chances by depth
    for depth in range(min(plies, _MAX_PLIES[players])):
        chances.append((yield from look_ahead(node, player, depth + 1, kind_shares, candidates)))
    chance = calibrate(sum(chances) / len(chances), players, plies)
    chance = max(chance, (yield from sure_win_probability(after, player, kind_shares, chance)))
    replies = [] if after.has_winner() else (yield from find_replies(after, player, candidates, kind_shares))
    return chance, [reply.move for reply in replies]


def rank_by_net(position: Position, ranking: Sequence[Valued]) -> Ranked[Move]:
    """Evaluate placements by the net: return them with their win chances, best first."""
    player = position.player_to_move
    ranked = [(move, evaluate(position.play(move), player)) for _, move in ranking]
    return tuple(sorted(ranked, key=itemgetter(1), reverse=True))


def search(
    position: Position, widths: Sequence[int], info: SearchInfo[Move], candidates: int = 1
) -> Iterator[SearchInfo[Move]]:
    """Search the best placements deeper and deeper: `widths[0]` of them one ply, `widths[1]` two plies, ...

    Yields often: new results after each placement, the previous ones in between. With two players, the net compares the
    best `candidates` first replies of each kind of tile.
    """
    player, players = position.player_to_move, len(position.packed_hands)
    kind_shares = hidden_shares(position)
    widths = widths[: _MAX_PLIES[players]]
    plies = len(widths)
    order = [move for move, _ in info.ranked[: widths[0]]]
    nodes = {move: Node(position.play(move)) for move in order}
    chances: dict[Move, float] = {}
    work_by_depth = [min(len(order), width) * _PLY_COST**depth for depth, width in enumerate(widths)]
    work_done = 0
    for depth, width in enumerate(widths):
        searched: dict[Move, float] = {}
        width = affordable([nodes[move] for move in order[:width]])
        for move in order[:width]:
            searching = look_ahead(nodes[move], player, depth + 1, kind_shares, candidates)
            chance = yield from yield_while(info, searching)
            # The player who moved last is overrated; the mean over depths evens this out.
            searched[move] = (chances[move] * depth + chance) / (depth + 1) if depth else chance
            best = sorted(searched.items(), key=itemgetter(1), reverse=True)
            if depth and len(searched) < width:
                best = sorted(chances.items(), key=itemgetter(1), reverse=True)
            ranked = tuple((move, calibrate(chance, players, plies)) for move, chance in best)
            progress = (work_done + len(searched) * _PLY_COST**depth) / sum(work_by_depth)
            info = SearchInfo(min(1.0, progress), ranked)
            yield info
        work_done += work_by_depth[depth]
        order = [move for move, _ in best] + order[width:]
        chances = {move: searched.get(move, chances.get(move, 0.0)) for move in order}
    chances = {move: calibrate(chance, players, plies) for move, chance in chances.items()}
    for move in order:  # the list is replaced below, but the loop goes on with the first order
        win_chance = yield from yield_while(
            info, sure_win_probability(nodes[move].position, player, kind_shares, chances[order[0]])
        )
        if win_chance > chances[order[0]]:
            chances[move] = win_chance
            order = [move, *(other for other in order if other != move)]
    yield SearchInfo(1.0, tuple((move, chances[move]) for move in order))


def affordable(nodes: Sequence[Node]) -> int:
    """Return how many placements can be searched one ply deeper without opening too many positions."""
    total = 0
    for number, node in enumerate(nodes):
        total += node.unopened()
        if total > _MAX_OPENED and number >= _MIN_WIDTH:
            return number
    return len(nodes)
