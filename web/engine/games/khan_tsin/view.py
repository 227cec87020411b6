"""The parts of the page that only Khan Tsin has: strings of SVG and HTML, nothing else."""

from functools import lru_cache

from engine.games.khan_tsin.grid import grid as grid
from engine.games.khan_tsin.session import Model
from engine.html import NOTHING, Html, button, svg_html, text, words
from engine.ui.widgets import PICTURE_WIDTH, figure, going_back, numbered_hints
from qin_core.common.svg import ViewBox
from qin_core.khan_tsin import Move, Position, setup, svg
from qin_core.khan_tsin.board import LENGTH
from qin_core.khan_tsin.stack import COLOURS, EMPEROR

MAX_BARONS_WITH_STEPS = 6
"""Up to how many barons in hand there is room for the buttons that take one more or less, too."""


def board(model: Model) -> Html:
    """Draw the dragon: who may move, where they can land, what that would make, or what stands in the way."""
    refused = model.refused
    picked = None if model.source is None or model.ghost else (model.source, model.count)
    picture = svg.board_svg(
        model.position,
        coordinates=model.settings.coordinates,
        last=last_move(model),
        origins=[space for space in model.near if model.source is None or (space == model.source and model.ghost)],
        targets=[] if model.aimed else map(int, model.lit),
        picked=picked,
        ghost=model.ghost,
        marks=refused[1].spaces[:2] if refused else (),
        hints=_hints(model),
        cursor=int(model.hover) if model.hover and not model.ghost else None,
        style=False,
        hits=False,
    )
    return svg_html(picture)


def last_move(model: Model) -> Move | None:
    """Find the move that led to the position that is shown; a pass leaves no trace."""
    move = model.game.record.turns[model.shown - 1].move if model.shown else None
    return move if move and move.count else None


def _hints(model: Model) -> list[svg.NumberedHint]:
    return numbered_hints(model, lambda move: (str(move.source), str(move.target)))


def squares(model: Model) -> Html:
    """Draw what can be clicked on the dragon."""
    return svg_html(svg.hits_svg(_hints(model)))


def cover(_: Model) -> Html:
    """Cover nothing: everybody sees everything."""
    return NOTHING


def mark(player: int) -> Html:
    """Draw a player's end of the dragon."""
    return svg_html(svg.end_svg(player))


def standing(model: Model, player: int) -> Html:
    """Say how high the highest stack is that a player may move, or has won with."""
    won = model.winners is not None and player in model.winners
    spaces = range(1, LENGTH + 1) if won else model.position.nearest(player)
    height = max((len(model.position.stack(space)) for space in spaces), default=0)
    return figure(height, words(model, "khan-highest-caption"), words(model, "khan-highest-near", n=height), EMPEROR)


def status(model: Model) -> str:
    """Say what a move would do, why it can't be made, or what there is to do."""
    story, position = model.story, model.position
    if model.ghost:
        return " ".join(story.events(*position.apply(model.ghost)))
    if model.refused:
        return story.refusal(position, *model.refused)
    if not model.at_turn:
        return ""
    baron = setup.next_baron(model.game.layout) if model.placing else None
    if baron:
        return story.about(f"khan-put-{baron[0]}", position.mover, n=baron[2])
    if model.must_pass:
        return story.about("khan-must-pass", position.mover)
    if model.source is None:
        return story.about("khan-pick", position.mover)
    if model.lit and not model.choosing:
        return story.say("khan-aim-single")
    return story.say("khan-aim" if model.lit else "khan-nowhere", n=model.count, start=model.source)


def spoken(model: Model) -> str:
    """Say how the move is made that is being looked at."""
    return model.story.say("enter-places") if model.aimed and model.ghost else ""


def pointed_at(model: Model) -> str:
    """Say what stands on the space that is pointed at, while nothing is picked."""
    if not model.hover or model.hover in model.lit or model.source is not None or model.refused:
        return ""
    return model.story.telling(model.hover, model.story.space(model.position, int(model.hover)))


def move_sign(model: Model, move: Move) -> Html:
    """Say who flies where; in a few signs where there is little room."""
    turns = f"{' ↻' if move.turned else ''}{' ⇅' if move.flipped else ''}"
    brief = f"{f'{move.count} × ' if move.count > 1 else ''}{move.source} → {move.target}{turns}"
    return Html(f'<span data-brief="{brief}">{text(model.story.naming(move))}</span>')


def hand(model: Model) -> Html:
    """Show the barons of the picked stack, from bottom to top: each takes along all that stand on it (K6).

    While barons are being set up, the one that comes next. A baron that stands alone leaves nothing to choose.
    """
    if model.placing:
        return _next_baron(model)
    if model.source is None or not model.choosing:
        return NOTHING
    stack = model.position.stack(model.source)
    barons = []
    for number, colour in enumerate(stack):
        count = len(stack) - number
        name = words(model, "khan-take", n=count, colour=model.story.colour(colour))
        barons.append(
            f'<button type="button" class="baron" data-action="take" data-value="{count}"'
            f' aria-pressed="{str(count <= model.count).lower()}" aria-label="{name}">{_baron(colour)}</button>'
        )
    row = "".join(barons)
    if len(stack) > MAX_BARONS_WITH_STEPS:
        return Html(row)
    less = button(model, "more", "khan-fewer", value="-1", icon="minus", enabled=model.count > 1)
    more = button(model, "more", "khan-more", value="1", icon="plus", enabled=model.count < len(stack))
    return Html(f"{less}{row}{more}")


def _next_baron(model: Model) -> Html:
    baron = setup.next_baron(model.game.layout)
    return Html(
        f'<span class="baron next" aria-hidden="true">{_baron(baron[0])}<b>{baron[2]}</b></span>' if baron else ""
    )


@lru_cache(maxsize=len(COLOURS))
def _baron(colour: str) -> Html:
    return svg_html(svg.stack_svg(colour))


def tools(model: Model, assisted: bool = True) -> Html:
    """Give the buttons that go with what is picked; who is `assisted` can take back and get hints."""
    if model.placing:
        return Html(
            button(model, "undo", "undo", icon="undo", enabled=model.game.undo_to() is not None)
            + button(model, "fill", "khan-fill", kind="primary")
        )
    turning = ""
    if model.position.turning:
        turning = button(
            model, "turn", "khan-turn", icon="turn", enabled=model.turnable, pressed=model.turned and model.turnable
        ) + button(model, "flip", "khan-flip", icon="flip", enabled=model.flippable, pressed=model.flipped)
    ready = model.must_pass or model.aimed is not None
    key = "pass-button" if model.must_pass else "khan-move"
    return Html(going_back(model, assisted) + turning + button(model, "place", key, kind="primary", enabled=ready))


def picture(model: Model) -> str:
    """Draw the position as a picture to give away."""
    return svg.board_svg(model.position, last=last_move(model), size=PICTURE_WIDTH)


def picture_box(_: Position) -> ViewBox:
    """Say where such a picture lies."""
    return svg.picture_box()


@lru_cache(maxsize=64)
def thumb(position: Position, number: int) -> Html:
    return svg_html(svg.board_svg(position, coordinates=False, style=False, hits=False, prefix=f"saved{number}"))
