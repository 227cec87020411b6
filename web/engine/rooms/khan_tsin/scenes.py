"""Turns of Khan Tsin for the eye: barons that fly, the Emperor who leaves the dragon."""

from engine.rooms.khan_tsin.game import Game
from engine.scenes import Scene
from engine.view.html import NOTHING, svg_html
from qin_core.khan_tsin import svg


def scene(game: Game, number: int) -> Scene:
    """Show a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    move = game.record.turns[number - 1].move
    if not move.count:
        return Scene(before.mover, NOTHING, ())
    barons = before.stack(move.source)[-move.count :]
    outcome = after.outcome()
    return Scene(
        before.mover,
        svg_html(svg.stack_svg(barons[::-1] if move.turned else barons, prefix="khan-flying")),
        (str(move.target),),
        source=str(move.source),
        sounds=("baron",) * move.count,
        emperor=outcome is not None and outcome.reason == "emperor",
    )


def winning_places(game: Game) -> tuple[str, ...]:
    """Name the space on which the stack of the Emperor stands."""
    turns = game.record.turns
    return (str(turns[-1].move.target),) if turns and turns[-1].move.count else ()
