"""How a game came out: where each player's pagodas came from, and how many were left after every turn."""

from engine.games.qin.match import Game
from qin_core.qin import PAGODAS, Position

SOURCES = ("given", "founded", "majors", "joins", "villages", "conquered", "lost")
"""There from the start, founding, growing to a major province, joining provinces, free villages, villages of others,
and what others took."""


def standing(position: Position, player: int) -> int:
    """Count a player's pagodas on the board: whoever runs out places no more than there are (Q23)."""
    return PAGODAS[len(position.players)] - position.pagodas_left(player)


def tally(game: Game) -> dict[int, dict[str, int]]:
    """Count for each player how the pagodas on the board came about; the sources add up to what stands there."""
    positions = game.positions
    players = positions[0].players
    table = {player: dict.fromkeys(SOURCES, 0) for player in players}
    gained: dict[int, list[str]] = {}
    for player in players:
        table[player]["given"] = positions[0].pagodas_placed(player)
    for before, after, turn in zip(positions, positions[1:], game.record.turns, strict=False):
        gained = {player: [] for player in players}
        lost = dict.fromkeys(players, 0)
        absorbing = False
        for event in turn.events:
            if event.kind == "found":
                gained[event.player].append("founded")
            elif event.kind == "major" and not absorbing:
                gained[event.player].append("majors")
            elif event.kind == "connect":
                gained[event.player].append("villages")
            elif event.kind == "conquer":
                gained[event.player].append("conquered")
                lost[event.loser] += 1
            absorbing = event.kind == "absorb"
        for player in players:
            rest = after.pagodas_placed(player) - before.pagodas_placed(player) - len(gained[player]) + lost[player]
            gained[player] += ["joins"] * rest
            table[player]["lost"] -= lost[player] - min(0, rest)
            for source in gained[player]:
                table[player][source] += 1
    for player, sources in gained.items():
        over = positions[-1].pagodas_placed(player) - standing(positions[-1], player)
        for source in sources[len(sources) - over :]:
            table[player][source] -= 1
    return table


def history(game: Game) -> dict[int, list[int]]:
    """List for each player the pagodas left at the start and after every turn."""
    positions = game.positions
    return {player: [position.pagodas_left(player) for position in positions] for player in positions[0].players}
