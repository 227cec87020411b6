"""How a game of Khan Tsin came out: who won and why, and what each side did."""

from engine.games.khan_tsin.session import Model
from engine.html import Html, text, words
from engine.ui.charts import table
from engine.words import say
from qin_core.khan_tsin.events import OutcomeReason
from qin_core.khan_tsin.stack import EMPEROR

ROWS = ("moves", "barons", "highest", "passes")


def why(model: Model) -> Html:
    """Say why the game is over: a stack of nine (K9), or nobody can move (K10)."""
    now = model.game.positions[-1]
    outcome = now.outcome()
    if outcome is None:
        return Html("")
    if outcome.reason is OutcomeReason.NO_MOVES:
        return words(model, "khan-why-draw")
    space = next(space for space, stack in enumerate(now.stacks, 1) if len(stack) == EMPEROR)
    return text(model.story.about("khan-why-emperor", outcome.winners[0], space=space))


def margin(model: Model) -> str:
    """Say how long it took."""
    return say(model.language, "khan-took", n=len(model.game.record.turns))


def in_full(model: Model) -> Html:
    """Say why the game is over, and how long it took."""
    return Html(f"{why(model)} {text(margin(model))}")


def highlight(model: Model) -> tuple[int, str] | None:
    """Find the turn before the last in which the most barons flew, by its number, and tell it."""
    turns = model.game.record.turns[:-1]
    best = max(range(len(turns)), key=lambda at: turns[at].move.count, default=None)
    if best is None or not turns[best].move.count:
        return None
    return best + 1, model.story.move(model.game.positions[best].mover, turns[best].move)


def tally(model: Model) -> dict[int, dict[str, int]]:
    """Count each player's moves, the barons moved, the highest stack made and the passes."""
    positions = model.game.positions
    found = {player: dict.fromkeys(ROWS, 0) for player in positions[0].players}
    for before, after, turn in zip(positions, positions[1:], model.game.record.turns, strict=False):
        own = found[before.mover]
        if not turn.move.count:
            own["passes"] += 1
            continue
        own["moves"] += 1
        own["barons"] += turn.move.count
        own["highest"] = max(own["highest"], len(after.stack(turn.move.target)))
    return found


def summary(model: Model) -> Html:
    """Show what each side did; a column each."""
    counted = tally(model).values()
    rows = ((words(model, f"khan-row-{row}"), [own[row] for own in counted]) for row in ROWS)
    return table(model, "khan-table", rows)
