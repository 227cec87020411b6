"""Turns of Qin for the eye: the tile, pagodas that come and go, and how that sounds."""

from engine.rooms.qin.game import Game
from engine.scenes import Pagoda, Scene
from engine.view.html import NOTHING, svg_html
from qin_core.qin import Position, svg

SOUNDS = {"found": "found", "major": "major", "connect": "found", "conquer": "conquer", "absorb": "conquer"}
"""How events sound."""


def scene(game: Game, number: int) -> Scene:
    """Show a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    turn = game.record.turns[number - 1]
    if not turn.move.spaces:
        return Scene(before.mover, NOTHING, ())
    was, now = pagodas(game, before), pagodas(game, after)
    gains = tuple(Pagoda(place, owner) for place, owner, _ in sorted(now - was))
    stay = {(place, owner) for place, owner, _ in now}
    losses = tuple(Pagoda(place, owner) for place, owner, _ in sorted(was - now) if (place, owner) not in stay)
    sounds = dict.fromkeys(SOUNDS[event.kind] for event in turn.events if event.kind in SOUNDS)
    return Scene(
        before.mover,
        svg_html(svg.tile_svg(turn.move.tile, prefix="qin-flying")),
        tuple(turn.move.squares),
        provinces=tuple(area.squares[0] for area in after.provinces() if {*turn.move.squares} & {*area.squares}),
        gains=gains,
        losses=losses,
        sounds=(f"tile-{turn.move.tile[0]}", *sounds, *(("loss",) if losses else ())),
    )


def pagodas(game: Game, position: Position) -> set[tuple[str, int, int]]:
    """List the pagodas that stand in a position of a game: where, whose, how many there."""
    found = {(letter, holder, 1) for letter, holder in position.villages().items() if holder}
    for area in position.provinces():
        squares = sum(1 << (position.board.square(name) or 0) for name in area.squares)
        found.add((position.board.square_name(game.places[squares]), area.owner, area.pagodas))
    return found


def winning_places(game: Game) -> tuple[str, ...]:
    """Name the places of the winners' pagodas."""
    winners = game.winners or ()
    return tuple(place for place, owner, _ in sorted(pagodas(game, game.now)) if owner in winners)
