"""The dangers that the coach of Qin looks for: what a placement would take from a player, or before them."""

from qin_core.qin import Move, Position

Taking = tuple[str, str]
"""What is taken and where: `win`, `village` (the player's), `province` (the player's), `free` (nobody's village)."""
FREE = "free"


def takings(before: Position, move: Move | str, player: int) -> list[Taking]:
    """List what another player's placement takes from a player, or wins before them (Q18, Q19, Q23)."""
    after, events = before.apply(move)
    found: list[Taking] = []
    winners = after.winners()
    if winners is not None and player not in winners:
        found.append(("win", ""))
    for event in events:
        if event.kind == "conquer" and event.loser == player:
            found.append(("village", _place(before, event.place)))
    if any(event.kind == "absorb" for event in events):
        kept = {square for area in after.provinces() if area.owner == player for square in area.squares}
        lost = (area for area in before.provinces() if area.owner == player)
        found += [("province", area.squares[0]) for area in lost if area.squares[0] not in kept]
    for event in events:
        if event.kind == "connect" and event.player != player:
            found.append((FREE, _place(before, event.place)))
    return found


def own_takings(before: Position, move: Move | str) -> list[Taking]:
    """List what a placement takes for the player who makes it: the game, villages, others' provinces."""
    player, (after, events) = before.mover, before.apply(move)
    found: list[Taking] = [("win", "")] if after.winners() == (player,) else []
    villages = (event for event in events if event.kind in ("connect", "conquer") and event.player == player)
    found += [("village", _place(before, event.place)) for event in villages]
    if any(event.kind == "absorb" and event.player == player for event in events):
        own = {square for area in after.provinces() if area.owner == player for square in area.squares}
        others = (area.squares[0] for area in before.provinces() if area.owner not in (0, player))
        found += [("province", square) for square in others if square in own]
    return found


def _place(position: Position, letter: str) -> str:
    """Say where a village is: people see no letters on the board."""
    board = position.board
    return board.first_name(board.villages[board.village_numbers[letter]].squares)
