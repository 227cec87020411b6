"""A finish that nobody can stop: after a placement one wins on the next turn, whatever the others reply.

A search weighs each kind's best reply only, and near the end the reply that counts is the one that stops a victory. So
all replies are tried here: those of one kind of tile either stop every winning placement, or win themselves, or they
don't; and the others hold such a kind or they don't, by chance. A victory that only a reply makes possible isn't
counted, and with more than two players each of the others is looked at alone.
"""

from collections.abc import Generator, Sequence

from qin_core.errors import IllegalMove
from qin_core.qin.move import Move
from qin_core.qin.players.valuation import WIN, valuation
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN, TILES, playable_kinds

_NEAR = 5
"""More pagodas than this are hardly ever placed in one turn."""
_AT_ONCE = 16
"""So many replies take about a millisecond."""


def sure_win(
    position: Position, player: int, unseen: Sequence[float], floor: float = 0.0
) -> Generator[None, None, float]:
    """Say how likely a player wins on the next turn because no other holds a tile that stops it or wins before.

    The player has just placed; 0 if it isn't likelier than `floor`.
    """
    if floor >= 1 or position.has_winner() or position.left(player) > _NEAR:
        return 0.0
    wins = winning_placements(position.with_mover(player))
    yield
    if not wins:
        return 0.0
    players = len(position.packed_hands)
    sure = 1.0
    for step in range(1, players):
        now = position.with_mover((player - 1 + step) % players + 1)
        hand = now.packed_hands[now.mover - 1]
        before, rest = sure, 1.0
        for kind in playable_kinds(hand):
            if (yield from can_stop(now, kind, player, wins)):
                rest = 0.0 if hand >> 4 * kind & 15 else max(0.0, rest - unseen[kind])
                sure = before * rest ** (hand >> 4 * HIDDEN & 15 or 1)
                if sure <= floor:
                    return 0.0
    return sure


def winning_placements(position: Position) -> list[Move]:
    """List the placements of tiles that the player on turn is known to hold and that win at once."""
    hand = position.packed_hands[position.mover - 1]
    return [
        move
        for kind, moves, values in valuation(position).groups()
        if hand >> 4 * kind & 15
        for move, value in zip(moves, values, strict=True)
        if value > WIN / 2
    ]


def can_stop(position: Position, kind: int, player: int, wins: list[Move]) -> Generator[None, None, bool]:
    """Tell whether the player on turn can stop all of another player's winning placements, or win, with a tile."""
    for number, reply in enumerate(position.placements(TILES[kind])):
        if number % _AT_ONCE == 0:
            yield
        after = position.play(reply)
        if after.has_winner():
            if after.winners() != (player,):
                return True
            continue
        after = after.with_mover(player)
        for place, move in enumerate(wins):
            if _wins(after, move):
                wins.insert(0, wins.pop(place))  # what one reply doesn't stop, the next one will hardly stop
                break
        else:
            return True
    return False


def _wins(position: Position, move: Move) -> bool:
    try:
        return position.play(move).winners() == (position.mover,)
    except IllegalMove:
        return False
