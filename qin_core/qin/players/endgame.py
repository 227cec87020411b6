"""Forced wins: placements after which the player wins on the next turn, whatever the opponents reply.

The search considers only the best reply of each kind of tile. Near the end the reply that matters is the one that stops
a win, so all replies are tried here. A kind of tile is a defence if one of its placements stops every winning
placement or wins itself; the result is the probability that no opponent holds a defence. Wins that only a reply makes
possible are not counted, and with more than two players each opponent's replies are tried alone.
"""

from collections.abc import Generator, Sequence

from qin_core.common.errors import IllegalMove
from qin_core.qin.move import Move
from qin_core.qin.players.valuation import WIN, Valuation
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN, TILES, playable_kinds

_NEAR = 5
"""Hardly any turn places more pagodas than this."""
_AT_ONCE = 16
"""The number of replies that take about a millisecond."""


def sure_win(
    position: Position, player: int, unseen: Sequence[float], floor: float = 0.0
) -> Generator[None, None, float]:
    """Return the probability that a player who has just placed wins on the next turn because nobody holds a defence.

    Returns 0 if it is not greater than `floor`.
    """
    if floor >= 1 or position.has_winner() or position.pagodas_left(player) > _NEAR:
        return 0.0
    wins = winning_placements(position.with_player_to_move(player))
    yield
    if not wins:
        return 0.0
    players = len(position.packed_hands)
    sure = 1.0
    for step in range(1, players):
        now = position.with_player_to_move((player - 1 + step) % players + 1)
        hand = now.packed_hands[now.player_to_move - 1]
        before, rest = sure, 1.0
        for kind in playable_kinds(hand):
            if (yield from can_stop(now, kind, player, wins)):
                rest = 0.0 if hand >> 4 * kind & 15 else max(0.0, rest - unseen[kind])
                sure = before * rest ** (hand >> 4 * HIDDEN & 15 or 1)
                if sure <= floor:
                    return 0.0
    return sure


def winning_placements(position: Position) -> list[Move]:
    """List the winning placements of the tiles that the player on turn is known to hold."""
    hand = position.packed_hands[position.player_to_move - 1]
    return [
        move
        for kind, moves, values in Valuation(position).groups()
        if hand >> 4 * kind & 15
        for move, value in zip(moves, values, strict=True)
        if value > WIN / 2
    ]


def can_stop(position: Position, kind: int, player: int, wins: list[Move]) -> Generator[None, None, bool]:
    """Check whether a kind of tile lets the player on turn stop all winning placements of another player, or win."""
    for number, reply in enumerate(position.placements(TILES[kind])):
        if number % _AT_ONCE == 0:
            yield
        after = position.play(reply)
        if after.has_winner():
            if after.winners() != (player,):
                return True
            continue
        after = after.with_player_to_move(player)
        for place, move in enumerate(wins):
            if _wins(after, move):
                wins.insert(0, wins.pop(place))  # it is likely to survive the next reply, too
                break
        else:
            return True
    return False


def _wins(position: Position, move: Move) -> bool:
    try:
        return position.play(move).winners() == (position.player_to_move,)
    except IllegalMove:
        return False
