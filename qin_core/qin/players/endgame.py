"""Forced wins: placements after which the player wins on the next turn, whatever the opponents reply.

The search considers only the best reply of each kind of tile. Near the end, another reply may stop a win, so this
module tries all replies. A kind of tile is a defence if one of its placements stops every winning placement, or wins
itself. The result is the probability that no opponent holds a defence. Wins that only a reply makes possible are not
counted. With more than two players, each opponent's replies are tried separately.
"""

from collections.abc import Generator, Sequence

from qin_core.common.errors import IllegalMove
from qin_core.qin.move import Move
from qin_core.qin.players.valuation import WIN, Valuation
from qin_core.qin.position import Position
from qin_core.qin.tiles import HIDDEN, TILES, Kind, count_kind, playable_kinds

_MAX_PAGODAS_LEFT = 5
"""A player with more pagodas left hardly ever wins on the next turn."""
_REPLIES_PER_YIELD = 16
"""The number of replies between two yields: about a millisecond."""


def sure_win_probability(
    position: Position, player: int, kind_shares: Sequence[float], floor: float = 0.0
) -> Generator[None, None, float]:
    """Return the probability that the player who moved last wins on the next turn, because no opponent has a defence.

    `kind_shares` are each kind's estimated share of the hidden tiles (`hidden_shares`). Returns 0 if the probability is
    not greater than `floor`.
    """
    if floor >= 1 or position.has_winner() or position.pagodas_left(player) > _MAX_PAGODAS_LEFT:
        return 0.0
    wins = winning_placements(position.with_player_to_move(player))
    yield
    if not wins:
        return 0.0
    players = len(position.packed_hands)
    probability = 1.0
    for step in range(1, players):
        opponent = (player - 1 + step) % players + 1
        opponents_turn = position.with_player_to_move(opponent)
        hand = position.packed_hands[opponent - 1]
        hidden_count = count_kind(hand, HIDDEN)
        before = probability  # that the opponents before this one hold no defence
        no_defence = 1.0  # the probability that a hidden tile is no defence
        for kind in playable_kinds(hand):
            if (yield from can_stop(opponents_turn, kind, player, wins)):
                no_defence = 0.0 if count_kind(hand, kind) else max(0.0, no_defence - kind_shares[kind])
                # Without hidden tiles, a defence in the known hand counts as well.
                probability = before * no_defence ** (hidden_count or 1)
                if probability <= floor:
                    return 0.0
    return probability


def winning_placements(position: Position) -> list[Move]:
    """List the winning placements of the tiles that the player to move is known to hold."""
    hand = position.packed_hands[position.player_to_move - 1]
    return [
        move
        for kind, moves, values in Valuation(position).groups()
        if count_kind(hand, kind)
        for move, value in zip(moves, values, strict=True)
        if value > WIN / 2
    ]


def can_stop(position: Position, kind: Kind, player: int, wins: list[Move]) -> Generator[None, None, bool]:
    """Check whether a kind of tile lets the player to move stop all winning placements of another player, or win."""
    for number, reply in enumerate(position.placements(TILES[kind])):
        if number % _REPLIES_PER_YIELD == 0:
            yield
        after = position.play(reply)
        if after.has_winner():
            if after.winners() != (player,):
                return True
            continue
        after = after.with_player_to_move(player)
        surviving = next((index for index, move in enumerate(wins) if _wins(after, move)), None)
        if surviving is None:
            return True
        wins.insert(0, wins.pop(surviving))  # it is likely to survive the next reply as well
    return False


def _wins(position: Position, move: Move) -> bool:
    try:
        return position.play(move).winners() == (position.player_to_move,)
    except IllegalMove:
        return False
