"""The scheduler of what happens without input: computer moves and their pauses, hints, the coach, replays.

After every update, `schedule` compares what the session needs with what is running. `on_result` handles a result of an
AI task, `on_timer` the end of a pause.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict, cast

from engine.protocol import AiPauseOver, AiResult, Effect, Effects, ReplayTick, RunAiTask, SetTimer, StopAiTask
from engine.session import ANALYSIS, HINT, EvaluatedMove, Hint, Session, TurnReview
from engine.session.coach import remember, to_evaluate
from engine.session.match import Match
from engine.session.update import play, show_analysis, show_hints, show_progress, tick
from qin_core.common.protocols import GamePosition

PAUSES = {"off": (250, 500), "quick": (300, 600), "normal": (500, 950), "slow": (900, 1600)}
"""The least duration of a computer's turn by speed, in milliseconds: after a person, after another computer."""
REPLAY = 900
"""How long a replay shows a position, in milliseconds."""
MOVE, COACH = "move", "coach"


class Found(TypedDict):
    """A result of the tasks `think` and `hint`: moves as text, win chances and reasons, the best first."""

    progress: float
    ranked: Sequence[Sequence[object]]


class Evaluated(TypedDict):
    """A result of the task `evaluate_move`."""

    best: str
    most: float
    chance: float
    asks: bool
    lets: Sequence[str] | None
    reasons: Sequence[Sequence[str]]
    threat: Sequence[str] | None


class ReviewedTurn(TypedDict):
    """A turn in a result of the task `analyse`."""

    chances: Sequence[float]
    best: str
    cost: float
    kept: float
    lets: Sequence[str] | None
    reasons: Sequence[Sequence[str]]


class Reviewed(TypedDict):
    """A result of the task `analyse`."""

    progress: float
    turns: Sequence[ReviewedTurn]


class Work(NamedTuple):
    """The purpose of an AI task: a match, and the question about it."""

    purpose: str
    match: Match
    position: GamePosition | None = None
    move: str = ""
    """The move that the coach evaluates."""

    def same(self, other: "Work | None") -> bool:
        """Tell whether match and question are the same."""
        if other is None or self.match is not other.match or self.position is not other.position:
            return False
        return (self.purpose, self.move) == (other.purpose, other.move)


@dataclass(frozen=True)
class AiScheduler:
    """The running AI task and timer."""

    seed: int = 0
    """With the number of the task, the seed for choices between equally good moves."""
    task: int = 0
    """The number of the latest task; results of others are late and dropped."""
    work: Work | None = None
    best: tuple[Hint, ...] = ()
    """The best moves so far with their win chances, the best first."""
    hurried: bool = False
    started: float = 0.0
    """When the work started, in milliseconds."""
    ticking: int | None = None
    """The position of the replay that waits for its timer."""


class Step(NamedTuple):
    """The next states, and the effects."""

    scheduler: AiScheduler
    session: Session
    effects: Effects = ()


def schedule(scheduler: AiScheduler, session: Session, time: float, *, may_think: bool = True) -> Step:
    """Start what the session needs now, and stop what it needs no more."""
    effects: list[Effect] = []
    needed = _needed(session, may_think)
    if scheduler.work and not scheduler.work.same(needed):
        effects.append(StopAiTask())
        scheduler = replace(scheduler, work=None)
    if needed and scheduler.work is None:
        scheduler = replace(scheduler, task=scheduler.task + 1, work=needed, best=(), hurried=False, started=time)
        effects.append(_task(scheduler, needed))
    if not session.replaying:
        scheduler = replace(scheduler, ticking=None)
    elif scheduler.ticking != session.ply:
        scheduler = replace(scheduler, ticking=session.ply)
        effects.append(SetTimer(REPLAY, ReplayTick(session.ply)))
    return Step(scheduler, session, tuple(effects))


def _needed(session: Session, may_think: bool) -> Work | None:
    if may_think and session.computer_to_move:
        return Work(MOVE, session.match)
    if session.request:
        return Work(session.request, session.match)
    due = to_evaluate(session) if may_think else None
    return Work(COACH, session.match, *due) if due else None


def _task(scheduler: AiScheduler, work: Work) -> RunAiTask:
    match, name = work.match, work.match.ui.name
    if work.purpose == ANALYSIS:
        return RunAiTask(scheduler.task, "analyse", [name, str(match.record)])
    if work.position is not None:
        seen = str(work.position.view(work.position.player_to_move))
        return RunAiTask(scheduler.task, "evaluate_move", [name, seen, work.move])
    level = match.ui.levels[-1] if work.purpose == HINT else match.seat.kind
    seen = str(match.latest.view(match.latest.player_to_move))
    shared = match.shared_seed
    seed = scheduler.seed + scheduler.task if shared is None else shared + len(match.positions)
    task = "hint" if work.purpose == HINT else "think"
    return RunAiTask(scheduler.task, task, [name, seen, level, seed % 2**32])


def on_tick(scheduler: AiScheduler, session: Session, ply: int) -> Step:
    """Continue the replay, unless another position is shown by now."""
    if scheduler.ticking != ply or session.ply != ply:
        return Step(scheduler, session)
    return Step(replace(scheduler, ticking=None), tick(session))


def on_result(scheduler: AiScheduler, session: Session, message: AiResult, time: float) -> Step:
    """Handle a result of an AI task; None brings nothing new."""
    work, done, result = scheduler.work, message.done, message.result
    if work is None or message.task != scheduler.task:
        return Step(scheduler, session)
    if work.purpose == ANALYSIS:
        if result:
            session = review(session, cast(Reviewed, result), (time - scheduler.started) / 1000)
        return Step(scheduler, replace(session, request="") if done else session)
    if work.position is not None:
        if result:
            session = remember(session, _evaluated(session.match, work.position, work.move, cast(Evaluated, result)))
        return Step(scheduler, session)
    if result:
        found = cast(Found, result)
        scheduler = replace(scheduler, best=tuple(_hint(session.match, each) for each in found["ranked"]))
        session = show_progress(session, found["progress"])
    if work.purpose == HINT:
        return Step(scheduler, show_hints(session, scheduler.best) if done else session)
    if scheduler.hurried:
        return play_now(scheduler, session)
    if not done:
        return Step(scheduler, session)
    pause = max(0.0, _pause(session) - (time - scheduler.started))
    return Step(scheduler, session, (SetTimer(pause, AiPauseOver(scheduler.task)),))


def _hint(match: Match, ranked: Sequence[object]) -> Hint:
    move, chance, *rest = cast("tuple[str, float, Sequence[tuple[str, str]]]", ranked)
    return Hint(match.parse_move(move), chance, tuple((kind, place) for reasons in rest for kind, place in reasons))


def _evaluated(match: Match, position: GamePosition, move: str, result: Evaluated) -> EvaluatedMove:
    best, lets, threat = result["best"], result["lets"], result["threat"]
    return EvaluatedMove(
        position,
        move,
        match.parse_move(best) if best else None,
        result["most"],
        result["chance"],
        (lets[0], lets[1]) if lets else None,
        asks=result["asks"],
        reasons=tuple((kind, place) for kind, place in result["reasons"]),
        threat=(threat[0], threat[1]) if threat else None,
    )


def review(session: Session, result: Reviewed, elapsed: float = 0) -> Session:
    """Show a result of the task `analyse`, after some seconds."""
    parse = session.match.parse_move
    turns = (
        TurnReview(
            tuple(turn["chances"]),
            parse(turn["best"]) if turn["best"] else None,
            turn["cost"],
            turn["kept"],
            (turn["lets"][0], turn["lets"][1]) if turn["lets"] else None,
            tuple((kind, place) for kind, place in turn["reasons"]),
        )
        for turn in result["turns"]
    )
    return show_analysis(session, result["progress"], tuple(turns), elapsed)


def _pause(session: Session) -> float:
    match = session.match
    follows = len(match.positions) > 1 and match.seat_of(match.positions[-2]).computer
    return PAUSES[session.settings.speed][follows]


def on_timer(scheduler: AiScheduler, session: Session, task: int) -> Step:
    """Make the computer's move after its pause, if it is still its turn."""
    return play_now(scheduler, session) if scheduler.work and scheduler.task == task else Step(scheduler, session)


def play_now(scheduler: AiScheduler, session: Session) -> Step:
    """Make the best move so far, or the first one that is found."""
    work = scheduler.work
    scheduler = replace(scheduler, hurried=True)
    if work is None or work.purpose != MOVE or work.match is not session.match or not scheduler.best:
        return Step(scheduler, session)
    return Step(replace(scheduler, work=None), play(session, scheduler.best[0].move), (StopAiTask(),))
