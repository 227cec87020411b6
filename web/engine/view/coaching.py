"""What somebody at the reader's shoulder says: the comments of a guided game."""

from engine.lessons.guided import guide_of, remarks
from engine.model import Model
from engine.view.html import NOTHING, Html, join, text


def coach(model: Model) -> Html:
    """Say what there is to say about the position that is shown."""
    guide = guide_of(model.game)
    if guide is None or model.inert:
        return NOTHING
    moves = [str(turn.move) for turn in model.game.record.turns[: model.shown]]
    return join(Html(f"<p>{text(said)}</p>") for said in remarks(guide, moves, model.language))
