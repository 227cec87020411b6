"""Animate turns of Qin: the tile, pagodas that come and go, and their sounds."""

from engine.games.qin.match import Game
from engine.html import svg_html
from engine.protocol import Marker, TurnAnimation
from qin_core.qin import Position, svg

SOUNDS = {"found": "found", "major": "major", "connect": "found", "conquer": "conquer", "absorb": "conquer"}
"""The sounds of events."""


def animation(game: Game, number: int) -> TurnAnimation:
    """Animate a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    turn = game.record.turns[number - 1]
    if not turn.move.halves:
        return TurnAnimation(before.mover)
    was, now = pagodas(game, before), pagodas(game, after)
    gains = tuple(Marker(pagoda_selector(place), owner) for place, owner, _ in sorted(now - was))
    stay = {(place, owner) for place, owner, _ in now}
    lost = [(place, owner) for place, owner, _ in sorted(was - now) if (place, owner) not in stay]
    losses = tuple(Marker(pagoda_selector(place), owner) for place, owner in lost)
    sounds = dict.fromkeys(SOUNDS[event.kind] for event in turn.events if event.kind in SOUNDS)
    return TurnAnimation(
        before.mover,
        svg_html(svg.tile_svg(turn.move.tile, prefix="qin-flying")),
        tuple(turn.move.squares),
        pulses=tuple(
            f'[data-province="{area.squares[0]}"]'
            for area in after.provinces()
            if {*turn.move.squares} & {*area.squares}
        ),
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


def pagoda_selector(place: str) -> str:
    """Select the picture of the pagodas at a place."""
    return f'[data-pagoda="{place}"]'


def winning_markers(game: Game) -> tuple[str, ...]:
    """Select the winners' pagodas."""
    winners = game.winners or ()
    return tuple(pagoda_selector(place) for place, owner, _ in sorted(pagodas(game, game.now)) if owner in winners)
