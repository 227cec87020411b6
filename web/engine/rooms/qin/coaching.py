"""What the coach of Qin looks for: what somebody would take from a player, or before them, with a placement."""

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


def _place(position: Position, letter: str) -> str:
    """Say where a village is: people see no letters on the board."""
    board = position.board
    return board.first_name(board.villages[board.village_numbers[letter]].squares)
