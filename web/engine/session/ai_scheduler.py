"""The driver of what goes on by itself: computers that think, hurry and pause, hints, the coach, replays.

One pure driver serves the game's page and every embedded board. After each change `drive` compares what the model now
asks for with what is under way; `hear` takes in a thought, `fall_due` a pause that is over.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.protocol import AiPauseOver, AiResult, Effect, Effects, ReplayTick, RunAiTask, SetTimer, StopAiTask
from engine.session.coach import remember, to_weigh
from engine.session.match import Game
from engine.session.session import ANALYSIS, HINT, Hint, Model
from engine.session.update import play, show_analysis, show_hints, show_progress, update
from qin_core.common.protocols import GamePosition

PAUSES = {"off": (250, 500), "quick": (300, 600), "normal": (500, 950), "slow": (900, 1600)}
"""How long a computer's turn takes at least, in milliseconds by speed: people want to see whose move it was.

The long one is for a computer that moves after another one.
"""
REPLAY = 900
"""How long a position of a replay is shown, in milliseconds."""
MOVE, COACH = "move", "coach"


class Work(NamedTuple):
    """What the computer works on: a game as it stands, and what it is asked about it."""

    purpose: str
    game: Game
    position: GamePosition | None = None
    move: str = ""
    """What the coach is to weigh."""

    def same(self, other: "Work | None") -> bool:
        """Tell whether it is about the very same thing."""
        if other is None or self.game is not other.game or self.position is not other.position:
            return False
        return (self.purpose, self.move) == (other.purpose, other.move)


@dataclass(frozen=True)
class Driver:
    """What is under way."""

    seed: int = 0
    """Decides, with the number of the job, which of several good moves the computer makes."""
    job: int = 0
    """The number of the latest job; thoughts of all others come too late."""
    work: Work | None = None
    best: tuple[Hint, ...] = ()
    """The best moves found so far with their win chances, the best first."""
    hurried: bool = False
    since: float = 0.0
    """When the work began, in milliseconds."""
    ticking: int | None = None
    """The position of the replay that is shown until the next tick."""


class Driven(NamedTuple):
    """Where a step leads, and what has to be done outside."""

    driver: Driver
    model: Model
    effects: Effects = ()


def drive(driver: Driver, model: Model, time: float, *, may_think: bool = True) -> Driven:
    """Begin what the model asks for now, and forget what it doesn't ask for any more."""
    effects: list[Effect] = []
    wanted = _wanted(model, may_think)
    if driver.work and not driver.work.same(wanted):
        effects.append(StopAiTask())
        driver = replace(driver, work=None)
    if wanted and driver.work is None:
        driver = replace(driver, job=driver.job + 1, work=wanted, best=(), hurried=False, since=time)
        effects.append(_think(driver, wanted))
    if not model.playing:
        driver = replace(driver, ticking=None)
    elif driver.ticking != model.shown:
        driver = replace(driver, ticking=model.shown)
        effects.append(SetTimer(REPLAY, ReplayTick(model.shown)))
    return Driven(driver, model, tuple(effects))


def _wanted(model: Model, may_think: bool) -> Work | None:
    if may_think and model.computer_to_move:
        return Work(MOVE, model.game)
    if model.asked:
        return Work(model.asked, model.game)
    todo = to_weigh(model) if may_think else None
    return Work(COACH, model.game, *todo) if todo else None


def _think(driver: Driver, work: Work) -> RunAiTask:
    game = work.game
    if work.purpose == ANALYSIS:
        return RunAiTask(driver.job, "analyse", [game.room, str(game.record)])
    if work.position is not None:
        return RunAiTask(driver.job, "weigh", [game.room, str(work.position.view(work.position.mover)), work.move])
    level = game.levels[-1] if work.purpose == HINT else game.seat.kind
    seen = str(game.now.view(game.now.mover))
    shared = game.shared_seed
    seed = driver.seed + driver.job if shared is None else shared + len(game.positions)
    job = "hint" if work.purpose == HINT else "think"
    return RunAiTask(driver.job, job, [game.room, seen, level, seed % 2**32])


def tick(driver: Driver, model: Model, shown: int) -> Driven:
    """Go on with the replay, unless somebody has gone elsewhere in the meantime."""
    if driver.ticking != shown or model.shown != shown:
        return Driven(driver, model)
    return Driven(replace(driver, ticking=None), update(model, "tick"))


def hear(driver: Driver, model: Model, answer: AiResult, time: float) -> Driven:
    """Take a result of the AI task."""
    work, done = driver.work, answer.done
    result: Any = answer.result
    if work is None or answer.task != driver.job:
        return Driven(driver, model)
    if work.purpose == ANALYSIS:
        found = show_analysis(model, result) if result else model
        return Driven(driver, replace(found, asked="") if done else found)
    if work.position is not None:
        return Driven(driver, remember(model, work.position, work.move, result) if result else model)
    if result:
        ranked = tuple(
            Hint(model.game.parse_move(text), chance, tuple((kind, place) for each in reasons for kind, place in each))
            for text, chance, *reasons in result["ranked"]
        )
        driver = replace(driver, best=ranked)
        model = show_progress(model, result["progress"])
    if work.purpose == HINT:
        # The last piece of work may bring nothing new.
        return Driven(driver, show_hints(model, driver.best)) if done else Driven(driver, model)
    if driver.hurried:
        return play_now(driver, model)
    if not done:
        return Driven(driver, model)
    return Driven(driver, model, (SetTimer(max(0.0, _pause(model) - (time - driver.since)), AiPauseOver(driver.job)),))


def _pause(model: Model) -> float:
    game = model.game
    follows = len(game.positions) > 1 and game.seat_of(game.positions[-2]).computer
    return PAUSES[model.settings.speed][follows]


def fall_due(driver: Driver, model: Model, job: int) -> Driven:
    """Make the computer's move after its pause, if it is still its turn."""
    return play_now(driver, model) if driver.work and driver.job == job else Driven(driver, model)


def play_now(driver: Driver, model: Model) -> Driven:
    """Make the best move that was found so far, or the first one that is found."""
    work = driver.work
    driver = replace(driver, hurried=True)
    if work is None or work.purpose != MOVE or work.game is not model.game or not driver.best:
        return Driven(driver, model)
    return Driven(replace(driver, work=None), play(model, driver.best[0][0]), (StopAiTask(),))
