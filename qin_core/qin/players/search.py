"""Search: the best few placements, the opponents' likely replies to them, and so on for some plies.

The opponents' tiles are hidden. For each kind of tile the search finds the best reply, and the probability that a hand
holds this kind and none with a better reply. It weights replies by probability instead of sampling hands.
"""

from collections.abc import Generator, Iterator, Sequence
from operator import itemgetter

from qin_core.common.levels import Ranked, SearchInfo, yield_while
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.calibration import calibrated
from qin_core.qin.players.endgame import sure_win
from qin_core.qin.players.hidden_tiles import hidden_shares
from qin_core.qin.players.net import chances_for, evaluate, win_chances
from qin_core.qin.players.valuation import Valuation, Valued
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN

_UNLIKELY = 0.06
"""Replies less likely than this are left out."""
_MOST_PLIES = (0, 0, 4, 3, 3)
"""The greatest depth by the number of players: with more of them, a ply takes longer."""
_MOST_OPENED = 100
"""The number of positions that a ply may open; where there are many replies, fewer placements are searched."""
_FEWEST = 2
"""The number of placements that are searched in any case."""


def likely_replies(found: dict[int, Valued], hand: int, hidden: Sequence[float]) -> list[tuple[float, float, Move]]:
    """List the probability that each kind's best placement is the best of a hand: share, value, move.

    Unlikely ones are left out; the shares add up to 1.
    """
    unknown = hand >> 4 * HIDDEN & 15
    replies = []
    none_better = rest = 1.0  # the probability that one hidden tile, or that all of them, are of no kind seen so far
    ordered = sorted(found.items(), key=lambda item: -item[1][0])
    for kind, (value, move) in ordered:
        if hand >> 4 * kind & 15:
            replies.append((rest, value, move))
            break
        none_better = max(0.0, none_better - hidden[kind])
        still = none_better**unknown if unknown else 1.0
        if rest - still >= _UNLIKELY:
            replies.append((rest - still, value, move))
        rest = still
    if not replies:
        replies = [(1.0, *ordered[0][1])]
    whole = sum(share for share, _, _ in replies)
    return [(share / whole, value, move) for share, value, move in replies]


Searching = Generator[None, None, float]
"""Computes a win chance; yields about every millisecond, so that a page stays responsive."""


class Node:
    """A position in a search, with its likely replies once it is open; a deeper search opens only the new ones."""

    __slots__ = ("_chance", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.replies: list[tuple[float, Node]] | None = [] if position.has_winner() else None
        self._chance = -1.0

    def chance(self, player: int) -> float:
        """Return a player's chance by the net, or the result if the game is over; always ask for the same player."""
        if self._chance < 0:
            over = self.replies == [] and not self.position.has_winner()
            self._chance = win_chances(self.position)[player - 1] if over else evaluate(self.position, player)
        return self._chance

    def open(self, player: int, compared: int, hidden: Sequence[float]) -> Generator[None, None, None]:
        """Find the likely replies; none if the game is over."""
        position = self.position
        likely = yield from find_replies(position, player, compared, hidden)
        self._chance = -1.0
        self.replies = [(share, Node(position.play(move))) for share, _, move in likely]
        if not likely and position.winners() is None:
            self.replies = [(1.0, Node(position.play(PASS)))]

    def unopened(self) -> int:
        """Count the positions that a search one ply deeper has to open."""
        return 1 if self.replies is None else sum(node.unopened() for _, node in self.replies)


def find_replies(
    position: Position, player: int, compared: int, hidden: Sequence[float]
) -> Generator[None, None, list[tuple[float, float, Move]]]:
    """Find the likely replies with their shares and values; none where nothing can be placed.

    If `compared` is more than 1, the weights propose that many placements of each kind of tile, and the net chooses the
    one with the best chance for its mover, as `player` sees the position. Only with two players: with more of them it
    won no more games.
    """
    found: dict[int, Valued] = {}
    if compared > 1 and len(position.packed_hands) == 2:
        for kind, moves in Valuation(position).top_by_kind(compared).items():
            yield
            chances = [chances_for(position.play(move), player)[position.player_to_move - 1] for move in moves]
            best = max(chances)
            found[kind] = best, moves[chances.index(best)]
    else:
        found = Valuation(position).best_by_kind()
    return likely_replies(found, position.packed_hands[position.player_to_move - 1], hidden) if found else []


def look_ahead(node: Node, player: int, plies: int, hidden: Sequence[float], compared: int = 1) -> Searching:
    """Estimate a player's win chance by the likely replies of the next plies, and by the net after them."""
    if plies and node.replies is None:
        yield from node.open(player, compared, hidden)
        yield
    if plies == 0 or not node.replies:
        return node.chance(player)
    chance = 0.0
    for share, after in node.replies:
        chance += share * (yield from look_ahead(after, player, plies - 1, hidden))
    return chance


def search_move(
    position: Position, move: Move, plies: int, compared: int = 1
) -> Generator[None, None, tuple[float, list[Move]]]:
    """Evaluate one placement as `search` does: return its win chance, and the likely replies, likeliest first."""
    player, hidden, after = position.player_to_move, hidden_shares(position), position.play(move)
    players, node, chances = len(position.packed_hands), Node(after), []
    for depth in range(min(plies, _MOST_PLIES[players])):
        chances.append((yield from look_ahead(node, player, depth + 1, hidden, compared)))
    chance = calibrated(sum(chances) / len(chances), players, plies)
    chance = max(chance, (yield from sure_win(after, player, hidden, chance)))
    replies = [] if after.has_winner() else (yield from find_replies(after, player, compared, hidden))
    return chance, [reply for _, _, reply in replies]


def rank_by_net(position: Position, ranking: Sequence[Valued]) -> Ranked[Move]:
    """Evaluate placements by the net: return them with their win chances, best first."""
    player = position.player_to_move
    found = [(move, evaluate(position.play(move), player)) for _, move in ranking]
    return tuple(sorted(found, key=itemgetter(1), reverse=True))


def search(
    position: Position, widths: Sequence[int], info: SearchInfo[Move], compared: int = 1
) -> Iterator[SearchInfo[Move]]:
    """Search the best placements deeper and deeper: `widths[0]` of them one ply, `widths[1]` two plies, ...

    Yields often: new results after each placement, the previous ones in between. Among the first replies of each kind
    of tile, the net compares the best `compared` ones, with two players.
    """
    player, players = position.player_to_move, len(position.packed_hands)
    hidden = hidden_shares(position)
    widths = widths[: _MOST_PLIES[players]]
    plies = len(widths)
    order = [move for move, _ in info.ranked[: widths[0]]]
    nodes = {move: Node(position.play(move)) for move in order}
    chances: dict[Move, float] = {}
    done, whole = 0, sum(min(len(order), width) * 4**depth for depth, width in enumerate(widths))
    for depth, width in enumerate(widths):
        searched: dict[Move, float] = {}
        width = affordable([nodes[move] for move in order[:width]])
        for move in order[:width]:
            searching = look_ahead(nodes[move], player, depth + 1, hidden, compared)
            chance = yield from yield_while(info, searching)
            # The player who moved last looks better off than they are; the mean over depths evens this out.
            searched[move] = (chances[move] * depth + chance) / (depth + 1) if depth else chance
            best = sorted(searched.items(), key=itemgetter(1), reverse=True)
            if depth and len(searched) < width:
                best = sorted(chances.items(), key=itemgetter(1), reverse=True)
            stated = tuple((move, calibrated(chance, players, plies)) for move, chance in best)
            info = SearchInfo(min(1.0, (done + len(searched) * 4**depth) / whole), stated)
            yield info
        done += min(len(order), widths[depth]) * 4**depth
        order = [move for move, _ in best] + order[width:]
        chances = {move: searched.get(move, chances.get(move, 0.0)) for move in order}
    chances = {move: calibrated(chance, players, plies) for move, chance in chances.items()}
    for move in order:
        sure = yield from yield_while(info, sure_win(nodes[move].position, player, hidden, chances[order[0]]))
        if sure > chances[order[0]]:
            chances[move] = sure
            order = [move, *(other for other in order if other != move)]
    yield SearchInfo(1.0, tuple((move, chances[move]) for move in order))


def affordable(nodes: Sequence[Node]) -> int:
    """Count the placements that can be searched one ply deeper without opening too many positions."""
    opened = 0
    for number, node in enumerate(nodes):
        opened += node.unopened()
        if opened > _MOST_OPENED and number >= _FEWEST:
            return number
    return len(nodes)
