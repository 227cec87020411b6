"""How a game came out: where each player's pagodas came from, and how many were left after every turn."""

from engine.rooms.qin.game import Game

SOURCES = ("founded", "majors", "joins", "villages", "conquered", "lost")
"""Founding, growing to a major province, joining provinces, free villages, villages of others, and what others took."""


def tally(game: Game) -> dict[int, dict[str, int]]:
    """Count for each player how the pagodas on the board came about; the sources add up to what stands there."""
    positions = game.positions
    players = positions[0].players
    table = {player: dict.fromkeys(SOURCES, 0) for player in players}
    for player in players:
        table[player]["founded"] = positions[0].on_board(player)
    for before, after, turn in zip(positions, positions[1:], game.record.turns, strict=False):
        explained = dict.fromkeys(players, 0)

        def count(player: int, source: str, change: int, explained: dict[int, int] = explained) -> None:
            table[player][source] += change
            explained[player] += change

        absorbing = False
        for event in turn.events:
            if event.kind == "found":
                count(event.player, "founded", 1)
            elif event.kind == "major" and not absorbing:
                count(event.player, "majors", 1)
            elif event.kind == "connect":
                count(event.player, "villages", 1)
            elif event.kind == "conquer":
                count(event.player, "conquered", 1)
                count(event.loser, "lost", -1)
            absorbing = event.kind == "absorb"
        for player in players:
            rest = after.on_board(player) - before.on_board(player) - explained[player]
            table[player]["joins" if rest > 0 else "lost"] += rest
    return table


def history(game: Game) -> dict[int, list[int]]:
    """List for each player the pagodas left at the start and after every turn."""
    positions = game.positions
    return {player: [position.left(player) for position in positions] for player in positions[0].players}
