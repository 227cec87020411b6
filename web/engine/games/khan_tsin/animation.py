"""Animate turns of Khan Tsin: barons that fly, the Emperor who leaves the dragon."""

from engine.games.khan_tsin.match import Game
from engine.html import svg_html
from engine.protocol import TurnAnimation
from qin_core.khan_tsin import svg


def animation(game: Game, number: int) -> TurnAnimation:
    """Animate a turn by its number, from 1."""
    before, after = game.positions[number - 1 : number + 1]
    move = game.record.turns[number - 1].move
    if not move.count:
        return TurnAnimation(before.mover)
    barons = before.stack(move.source)[-move.count :]
    outcome = after.outcome()
    return TurnAnimation(
        before.mover,
        svg_html(svg.stack_svg(barons[::-1] if move.turned else barons, prefix="khan-flying")),
        (str(move.target),),
        source=str(move.source),
        height=move.count,
        sounds=("baron",) * move.count,
        walks=".emperor" if outcome is not None and outcome.reason == "emperor" else "",
    )


def winning_markers(game: Game) -> tuple[str, ...]:
    """Select the stack of the Emperor."""
    turns = game.record.turns
    return (f'.stack[data-space="{turns[-1].move.target}"]',) if turns and turns[-1].move.count else ()
