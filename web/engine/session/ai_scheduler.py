"""The scheduler of AI tasks and timers: computer moves and their pauses, hints, the coach, replays.

After every update, `schedule` compares the task that the session needs with the running one. `on_result` handles the
results of tasks, `on_pause_over` and `on_replay_tick` the timers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict, cast

from engine.games.base import Capture, Reason
from engine.protocol import AiPauseOver, AiResult, Effect, Effects, ReplayTick, RunAiTask, SetTimer, StopAiTask
from engine.session import ANALYSIS, HINT, EvaluatedMove, Hint, Session, TurnReview
from engine.session.coach import agreeing, remember, to_evaluate
from engine.session.match import Match
from engine.session.update import play, show_analysis, show_hints, show_progress, tick
from qin_core.common.protocols import GamePosition

PAUSES = {"off": 250, "quick": 300, "normal": 500, "slow": 900}
PAUSES_AFTER_COMPUTERS = {"off": 500, "quick": 600, "normal": 950, "slow": 1600}
"""The minimal durations of a computer's turn after a person's or another computer's turn, by speed, in milliseconds."""
REPLAY_PAUSE = 900
"""The duration of a position in a replay, in milliseconds."""
MOVE, COACH = "move", "coach"
"""The purposes of tasks, besides the requests `HINT` and `ANALYSIS`."""


class SearchResult(TypedDict):
    """A result of the tasks `think` and `hint`: moves with their win chances and reasons, the best first."""

    progress: float
    ranked: Sequence[Sequence[object]]


class EvaluationResult(TypedDict):
    """A result of the task `evaluate_move`: see `EvaluatedMove`."""

    best: str
    best_chance: float
    chance: float
    warns: bool
    allows: Sequence[str] | None
    reasons: Sequence[Sequence[str]]
    threat: Sequence[str] | None


class TurnResult(TypedDict):
    """A turn in a result of the task `analyse`: see `TurnReview`."""

    chances: Sequence[float]
    best: str
    cost: float
    accuracy: float
    allows: Sequence[str] | None
    reasons: Sequence[Sequence[str]]


class AnalysisResult(TypedDict):
    """A result of the task `analyse`."""

    progress: float
    turns: Sequence[TurnResult]


class Work(NamedTuple):
    """An AI task: its purpose, its match, and the move that the coach evaluates."""

    purpose: str
    match: Match
    position: GamePosition | None = None
    """The position before the move."""
    move: str = ""

    def same(self, other: "Work | None") -> bool:
        """Return whether another task has the same purpose, match and move."""
        if other is None or self.match is not other.match or self.position is not other.position:
            return False
        return (self.purpose, self.move) == (other.purpose, other.move)


@dataclass(frozen=True)
class AiScheduler:
    """The running AI task and timer."""

    seed: int = 0
    """With the task's number, the seed of the choice between equally good moves."""
    task: int = 0
    """The number of the latest task; late results of earlier tasks are ignored."""
    work: Work | None = None
    best: tuple[Hint, ...] = ()
    """The best moves so far, the best first."""
    hurried: bool = False
    """Whether the user wants the computer to move at once."""
    started: float = 0.0
    """When the work started, in milliseconds."""
    ticking: int | None = None
    """The ply of the replay for which a timer runs."""


class Step(NamedTuple):
    """What follows from an event: the next scheduler and session, and effects."""

    scheduler: AiScheduler
    session: Session
    effects: Effects = ()


def schedule(scheduler: AiScheduler, session: Session, time: float, *, may_think: bool = True) -> Step:
    """Start the task and the timer that the session needs, and stop a task that it no longer needs."""
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
        effects.append(SetTimer(REPLAY_PAUSE, ReplayTick(session.ply)))
    return Step(scheduler, session, tuple(effects))


def _needed(session: Session, may_think: bool) -> Work | None:
    """Return what the computer has to work on: its move, a request, or the coach's next evaluation."""
    if may_think and session.computer_to_move:
        return Work(MOVE, session.match)
    if session.request:
        return Work(session.request, session.match)
    move = to_evaluate(session) if may_think else None
    return Work(COACH, session.match, *move) if move else None


def _task(scheduler: AiScheduler, work: Work) -> RunAiTask:
    """Return the effect that starts a task; its arguments are those of the method of `GameUi`."""
    match, name = work.match, work.match.ui.name
    if work.purpose == ANALYSIS:
        return RunAiTask(scheduler.task, "analyse", [name, str(match.record)])
    if work.position is not None:
        view = work.position.view(work.position.player_to_move)
        return RunAiTask(scheduler.task, "evaluate_move", [name, str(view), work.move])
    level = match.ui.levels[-1] if work.purpose == HINT else match.seat.kind
    view = match.latest.view(match.latest.player_to_move)
    common_seed = match.common_seed
    seed = scheduler.seed + scheduler.task if common_seed is None else common_seed + len(match.positions)
    task = "hint" if work.purpose == HINT else "think"
    return RunAiTask(scheduler.task, task, [name, str(view), level, seed % 2**32])


def on_replay_tick(scheduler: AiScheduler, session: Session, ply: int) -> Step:
    """Continue the replay, unless another position is shown by now."""
    if scheduler.ticking != ply or session.ply != ply:
        return Step(scheduler, session)
    return Step(replace(scheduler, ticking=None), tick(session))


def on_result(scheduler: AiScheduler, session: Session, message: AiResult, time: float) -> Step:
    """Handle a result of an AI task; None means no change."""
    work, done, result = scheduler.work, message.done, message.result
    if work is None or message.task != scheduler.task:
        return Step(scheduler, session)
    if work.purpose == ANALYSIS:
        if result:
            session = show_analysis_result(session, cast(AnalysisResult, result), (time - scheduler.started) / 1000)
        return Step(scheduler, replace(session, request="") if done else session)
    if work.position is not None:
        if result:
            evaluation = cast(EvaluationResult, result)
            session = remember(session, _evaluated(session.match, work.position, work.move, evaluation))
        return Step(scheduler, session)
    if result:
        search = cast(SearchResult, result)
        scheduler = replace(scheduler, best=tuple(_hint(session.match, ranked) for ranked in search["ranked"]))
        session = show_progress(session, search["progress"])
    if work.purpose == HINT:
        return Step(scheduler, show_hints(session, agreeing(session, scheduler.best)) if done else session)
    if scheduler.hurried:
        return play_now(scheduler, session)
    if not done:
        return Step(scheduler, session)
    pause = max(0.0, _pause(session) - (time - scheduler.started))
    return Step(scheduler, session, (SetTimer(pause, AiPauseOver(scheduler.task)),))


def _hint(match: Match, ranked: Sequence[object]) -> Hint:
    """Read a move of a `SearchResult`: its text, its win chance, and for `hint` its reasons."""
    move, chance, *rest = cast("tuple[str, float, Sequence[tuple[str, str]]]", ranked)
    reasons = rest[0] if rest else ()
    return Hint(match.parse_move(move), chance, tuple(Reason(*reason) for reason in reasons))


def _evaluated(match: Match, position: GamePosition, move: str, result: EvaluationResult) -> EvaluatedMove:
    best, allows, threat = result["best"], result["allows"], result["threat"]
    return EvaluatedMove(
        position,
        move,
        match.parse_move(best) if best else None,
        result["best_chance"],
        result["chance"],
        Capture(*allows) if allows else None,
        warns=result["warns"],
        reasons=tuple(Reason(*reason) for reason in result["reasons"]),
        threat=Capture(*threat) if threat else None,
    )


def show_analysis_result(session: Session, result: AnalysisResult, elapsed: float = 0) -> Session:
    """Show a result of the task `analyse`, which has run for `elapsed` seconds."""
    parse = session.match.parse_move
    turns = (
        TurnReview(
            tuple(turn["chances"]),
            parse(turn["best"]) if turn["best"] else None,
            turn["cost"],
            turn["accuracy"],
            Capture(*turn["allows"]) if turn["allows"] else None,
            tuple(Reason(*reason) for reason in turn["reasons"]),
        )
        for turn in result["turns"]
    )
    return show_analysis(session, result["progress"], tuple(turns), elapsed)


def _pause(session: Session) -> float:
    match = session.match
    after_computer = len(match.positions) > 1 and match.seat_of(match.positions[-2]).computer
    return (PAUSES_AFTER_COMPUTERS if after_computer else PAUSES)[session.settings.speed]


def on_pause_over(scheduler: AiScheduler, session: Session, task: int) -> Step:
    """Make the computer's move after its pause, unless it is no longer its turn."""
    return play_now(scheduler, session) if scheduler.work and scheduler.task == task else Step(scheduler, session)


def play_now(scheduler: AiScheduler, session: Session) -> Step:
    """Make the best move so far, or as soon as a move is found."""
    work = scheduler.work
    scheduler = replace(scheduler, hurried=True)
    if work is None or work.purpose != MOVE or work.match is not session.match or not scheduler.best:
        return Step(scheduler, session)
    return Step(replace(scheduler, work=None), play(session, scheduler.best[0].move), (StopAiTask(),))
