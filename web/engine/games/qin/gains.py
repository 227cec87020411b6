"""News for somebody: what a placement would change in the race, and what others took since one's own last turn."""

from engine.games.qin.session import Model
from qin_core.qin import Position


def changes(model: Model, before: Position, after: Position) -> str:
    """Sum up who has more or fewer pagodas on the board: "Green +1 · White −1"; nothing where nobody has."""
    gained = ((player, before.pagodas_left(player) - after.pagodas_left(player)) for player in before.players)
    return " · ".join(f"{model.story.name(player)}\u00a0{_signed(gain)}" for player, gain in gained if gain)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


def losses(model: Model) -> str:
    """Tell what others have taken from the viewer since the viewer's last turn, and what that cost."""
    if model.viewer is None or not model.shown:
        return ""
    return " ".join(said for number in range(model.since, model.shown) for said in _lost_in(model, number))


def _lost_in(model: Model, number: int) -> list[str]:
    """Tell what the viewer has lost in a turn by its number, from 0."""
    viewer, story = model.viewer or 0, model.story
    before, after = model.game.positions[number : number + 2]
    if before.mover == viewer:
        return []
    taker = story.name(before.mover)
    villages = [
        story.say("lost-village", player=taker, place=story.village_place(after, letter))
        for letter, holder in before.villages().items()
        if holder == viewer != after.villages()[letter]
    ]
    kept = {square for area in after.provinces() if area.owner == viewer for square in area.squares}
    provinces = [
        story.say("lost-province", player=taker, place=area.squares[0], n=area.pagodas)
        for area in before.provinces()
        if area.owner == viewer and area.squares[0] not in kept
    ]
    return villages + provinces
