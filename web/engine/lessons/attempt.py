"""Somebody's tries at a lesson: what was said to the last one, and whether the board has to go back before the next."""

from dataclasses import dataclass, replace
from typing import Self

from engine.lessons import GUIDE, Lessons, grade_attempt, set_up, tell
from engine.lessons.guided import remarks
from engine.lessons.lesson_file import Lesson
from engine.session.match import Match
from engine.session.session import AnyPreview, Preview, Session
from engine.session.update import play, update

PUZZLE = "puzzle"


@dataclass(frozen=True)
class Attempt:
    """A lesson and how far somebody has come with it."""

    lesson: Lesson
    said: tuple[str, ...] = ()
    """What was said to the last try: what happened, and what to make of it."""
    closed: bool = False
    """Whether the board shows a try that ends here: a wrong one, the right one or the solution."""
    reached: bool = False

    @classmethod
    def find(cls, lessons: Lessons, name: str, kind: str, game: str) -> Self | None:
        """Find a lesson by its name, a puzzle by its number in a game, too; None if there is none."""
        if kind == PUZZLE:
            numbered = {puzzle.rpartition("-")[2].lstrip("0"): puzzle for puzzle in lessons.names(game, PUZZLE)}
            name = numbered.get(name, name)
        try:
            return cls(lessons.lesson(name))
        except KeyError:
            return None

    @property
    def guided(self) -> bool:
        """Whether it is a whole game, played on after every move."""
        return self.lesson.kind == GUIDE

    @property
    def pieces(self) -> tuple[str, ...]:
        """What there is to choose from beside the board."""
        return self.lesson.ui.pieces(self.lesson.start)

    def begin(self) -> Match:
        """Set the lesson's position up."""
        return set_up(self.lesson)

    def again(self) -> Self:
        """Begin once more."""
        return replace(self, said=(), closed=False, reached=False)

    def dismiss(self) -> Self:
        """Let go of what was said, for the next try has begun."""
        return replace(self, said=()) if self.said and not self.closed else self

    def answer(self, before: Session, after: Session, tried: AnyPreview) -> tuple[Self, Session]:
        """Answer a move, made or refused; return the session to continue with, too."""
        if self.guided:
            return self.comment(before, after, tried), after
        verdict = grade_attempt(self.lesson, tried)
        told = tell(self.lesson, verdict, before.language)
        if verdict.reply:
            return replace(self, said=told), play(after, verdict.reply)
        closed = verdict.reached or tried.refusal is None
        return replace(self, said=told, closed=closed, reached=verdict.reached), after

    def comment(self, before: Session, after: Session, tried: AnyPreview) -> Self:
        """Comment on a turn of a guided game and on its end."""
        if after.match is before.match:
            return self
        reached = grade_attempt(self.lesson, tried).reached
        return replace(self, said=self.remarks(after), closed=reached, reached=reached)

    def remarks(self, session: Session) -> tuple[str, ...]:
        """Return the comments on the latest turns of a guided game."""
        return remarks(self.lesson, [str(turn.move) for turn in session.match.record.turns], session.language)

    def show(self, start: Session) -> tuple[Self, Session]:
        """Show the solution; an illegal move is only previewed."""
        session = start
        told: tuple[str, ...] = ()
        for move in self.lesson.solution:
            tried = Preview.of(session.match.now, move)
            told = tell(self.lesson, grade_attempt(self.lesson, tried), session.language)
            session = update(session, "try", move) if tried.refusal else play(session, move)
        return replace(self, said=told, closed=True, reached=False), session

    def report(self, move: str) -> dict[str, str]:
        """Tell the page that the goal is reached."""
        return {"lesson": self.lesson.name, "move": move}
