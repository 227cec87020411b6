"""Looking ahead: the best few placements, the others' best replies, one's own best answers.

Nobody knows the others' tiles. But the best reply with each kind of tile can be found, and how likely it is that a
hand holds a kind and none that would be better; so the search weighs replies by chance instead of drawing hands by lot.
"""

from collections.abc import Generator, Iterator, Sequence
from operator import itemgetter

from qin_core.levels import Ranked, Thought, meanwhile
from qin_core.qin.move import PASS, Move
from qin_core.qin.players.calibration import calibrated
from qin_core.qin.players.finish import sure_win
from qin_core.qin.players.net import judged, win_chances
from qin_core.qin.players.unseen import unseen_shares
from qin_core.qin.players.valuation import Valued, valuation
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN

_UNLIKELY = 0.06
"""Replies less likely than this are left out."""
_MOST_PLIES = (0, 0, 4, 3, 3)
"""How deep a search goes at most, by the number of players: where there are more of them a ply takes longer."""

_MOST_OPENED = 100
"""So many positions are opened at most for a ply, where there are many replies: then fewer placements are looked at."""
_FEWEST = 2
"""But so many are, or there would be nothing to compare."""


def likely_replies(found: dict[int, Valued], hand: int, unseen: Sequence[float]) -> list[tuple[float, float, Move]]:
    """Say how likely each kind's best placement is the best that a hand allows: share, value, move.

    Unlikely ones are left out; the shares add up to 1.
    """
    hidden = hand >> 4 * HIDDEN & 15
    replies = []
    none_better = rest = 1.0  # the chance that one hidden tile, or that all of them, are of no kind seen so far
    ordered = sorted(found.items(), key=lambda item: -item[1][0])
    for kind, (value, move) in ordered:
        if hand >> 4 * kind & 15:
            replies.append((rest, value, move))
            break
        none_better = max(0.0, none_better - unseen[kind])
        still = none_better**hidden if hidden else 1.0
        if rest - still >= _UNLIKELY:
            replies.append((rest - still, value, move))
        rest = still
    if not replies:
        replies = [(1.0, *ordered[0][1])]
    whole = sum(share for share, _, _ in replies)
    return [(share / whole, value, move) for share, value, move in replies]


Looking = Generator[None, None, float]
"""A win chance in the making: yields after every millisecond or so of work, so that a page can do other things."""


class Node:
    """A position in a search, with its likely replies once it was opened; a deeper look opens only what is new."""

    __slots__ = ("_chance", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.replies: list[tuple[float, Node]] | None = [] if position.has_winner() else None
        self._chance = -1.0

    def chance(self, player: int) -> float:
        """Give a player's chance by the net, or what came of the game; the same player asks every time."""
        if self._chance < 0:
            over = self.replies == [] and not self.position.has_winner()
            self._chance = win_chances(self.position)[player - 1] if over else judged(self.position, player)
        return self._chance

    def open(self, unseen: Sequence[float]) -> None:
        """Find the likely replies; none if the game is over."""
        position = self.position
        found = valuation(position).best_by_kind()
        self._chance = -1.0
        self.replies = []
        if found:
            likely = likely_replies(found, position.packed_hands[position.mover - 1], unseen)
            self.replies = [(share, Node(position.play(move))) for share, _, move in likely]
        elif position.winners() is None:
            self.replies = [(1.0, Node(position.play(PASS)))]

    def unopened(self) -> int:
        """Count the positions that a look one ply deeper has to open."""
        return 1 if self.replies is None else sum(node.unopened() for _, node in self.replies)


def look_ahead(node: Node, player: int, plies: int, unseen: Sequence[float]) -> Looking:
    """Estimate a player's win chance by the best replies of the next plies, and by the net after them."""
    if plies and node.replies is None:
        node.open(unseen)
        yield
    if plies == 0 or not node.replies:
        return node.chance(player)
    chance = 0.0
    for share, after in node.replies:
        chance += share * (yield from look_ahead(after, player, plies - 1, unseen))
    return chance


def weigh(position: Position, move: Move, plies: int) -> Generator[None, None, tuple[float, list[Move]]]:
    """Value one placement as the search values its best ones: its win chance, and the likely replies in order."""
    player, unseen, after = position.mover, unseen_shares(position), position.play(move)
    players, node, chances = len(position.packed_hands), Node(after), []
    for depth in range(min(plies, _MOST_PLIES[players])):
        chances.append((yield from look_ahead(node, player, depth + 1, unseen)))
    chance = calibrated(sum(chances) / len(chances), players, plies)
    chance = max(chance, (yield from sure_win(after, player, unseen, chance)))
    found = {} if after.has_winner() else valuation(after).best_by_kind()
    replies = likely_replies(found, after.packed_hands[after.mover - 1], unseen) if found else []
    return chance, [reply for _, _, reply in replies]


def judge(position: Position, ranking: Sequence[Valued]) -> Ranked[Move]:
    """Judge the best few placements by the net instead: with their win chances, best first."""
    player = position.mover
    found = [(move, judged(position.play(move), player)) for _, move in ranking]
    return tuple(sorted(found, key=itemgetter(1), reverse=True))


def search(position: Position, widths: Sequence[int], thought: Thought[Move]) -> Iterator[Thought[Move]]:
    """Look at a thought's best placements deeper and deeper: `widths[0]` of them one ply ahead, `widths[1]` two, ...

    Yields often: a new thought with each placement looked at, the one before in between.
    """
    player, players = position.mover, len(position.packed_hands)
    unseen = unseen_shares(position)
    widths = widths[: _MOST_PLIES[players]]
    plies = len(widths)
    order = [move for move, _ in thought.ranked[: widths[0]]]
    nodes = {move: Node(position.play(move)) for move in order}
    chances: dict[Move, float] = {}
    done, whole = 0, sum(min(len(order), width) * 4**depth for depth, width in enumerate(widths))
    for depth, width in enumerate(widths):
        looked: dict[Move, float] = {}
        width = affordable([nodes[move] for move in order[:width]])
        for move in order[:width]:
            looking = look_ahead(nodes[move], player, depth + 1, unseen)
            chance = yield from meanwhile(thought, looking)
            # The mean over depths: whoever moved last looks better off than they are, and this evens it out.
            looked[move] = (chances[move] * depth + chance) / (depth + 1) if depth else chance
            best = sorted(looked.items(), key=itemgetter(1), reverse=True)
            if depth and len(looked) < width:
                best = sorted(chances.items(), key=itemgetter(1), reverse=True)
            stated = tuple((move, calibrated(chance, players, plies)) for move, chance in best)
            thought = Thought(min(1.0, (done + len(looked) * 4**depth) / whole), stated)
            yield thought
        done += min(len(order), widths[depth]) * 4**depth
        order = [move for move, _ in best] + order[width:]
        chances = {move: looked.get(move, chances.get(move, 0.0)) for move in order}
    chances = {move: calibrated(chance, players, plies) for move, chance in chances.items()}
    for move in order:
        sure = yield from meanwhile(thought, sure_win(nodes[move].position, player, unseen, chances[order[0]]))
        if sure > chances[order[0]]:
            chances[move] = sure
            order = [move, *(other for other in order if other != move)]
    yield Thought(1.0, tuple((move, chances[move]) for move in order))


def affordable(nodes: Sequence[Node]) -> int:
    """Say how many placements a search looks at one ply deeper: all, or as many as it may open positions for."""
    opened = 0
    for number, node in enumerate(nodes):
        opened += node.unopened()
        if opened > _MOST_OPENED and number >= _FEWEST:
            return number
    return len(nodes)
