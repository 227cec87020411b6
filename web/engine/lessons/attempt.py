"""Somebody's tries at a lesson: what was said to the last one, and whether the board has to go back before the next."""

from dataclasses import dataclass, replace
from typing import Self

from engine import games as rooms
from engine.html import NOTHING, Html, button, join, text
from engine.lessons import GUIDE, Lesson, judge, lesson, lesson_names, set_up, tell, words_of
from engine.lessons.guided import remarks
from engine.session.match import Game
from engine.session.session import Model
from engine.session.update import play, update
from engine.ui import tools

PUZZLE = "puzzle"


@dataclass(frozen=True)
class Trial:
    """A lesson and how far somebody has come with it."""

    lesson: Lesson
    said: tuple[str, ...] = ()
    """What was said to the last try: what happened, and what to make of it."""
    closed: bool = False
    """Whether the board shows a try that ends here: a wrong one, the right one or the solution."""
    reached: bool = False

    @classmethod
    def find(cls, name: str, kind: str, game: str) -> Self | None:
        """Find a lesson by its name, a puzzle by its number in a game, too; None if there is none."""
        if kind == PUZZLE:
            numbered = {puzzle.rpartition("-")[2].lstrip("0"): puzzle for puzzle in lesson_names(game, PUZZLE)}
            name = numbered.get(name, name)
        try:
            return cls(lesson(name))
        except KeyError:
            return None

    @property
    def guided(self) -> bool:
        """Whether it is a whole game, played on after every move."""
        return self.lesson.kind == GUIDE

    @property
    def pieces(self) -> tuple[str, ...]:
        """What there is to choose from beside the board."""
        return rooms.room(self.lesson.game).lessons.pieces(self.lesson.start)

    def begin(self) -> Game:
        """Set the lesson's position up."""
        return set_up(self.lesson)

    def again(self) -> Self:
        """Begin once more."""
        return replace(self, said=(), closed=False, reached=False)

    def dismiss(self) -> Self:
        """Let go of what was said, for the next try has begun."""
        return replace(self, said=()) if self.said and not self.closed else self

    def answer(self, before: Model, after: Model, move: str) -> tuple[Self, Model]:
        """Answer a try, made or refused; gives the model to go on with."""
        if self.guided:
            return self.comment(before, after, move), after
        verdict = judge(self.lesson, before.game.now, move)
        told = tell(self.lesson, verdict, before.language)
        if verdict.reply:
            return replace(self, said=told), play(after, verdict.reply)
        closed = verdict.reached or verdict.tried.reason is None
        return replace(self, said=told, closed=closed, reached=verdict.reached), after

    def comment(self, before: Model, after: Model, move: str) -> Self:
        """Comment on a turn of a guided game, the person's or the computer's, and on its end."""
        if after.game is before.game:
            return self
        reached = judge(self.lesson, before.game.now, move).reached
        return replace(self, said=self._remarks(after), closed=reached, reached=reached)

    def _remarks(self, model: Model) -> tuple[str, ...]:
        return remarks(self.lesson, [str(turn.move) for turn in model.game.record.turns], model.language)

    def show(self, start: Model) -> tuple[Self, Model]:
        """Show the solution; a move that isn't allowed is only laid down."""
        model = start
        told: tuple[str, ...] = ()
        for move in self.lesson.solution:
            told = tell(self.lesson, judge(self.lesson, model.game.now, move), model.language)
            refused = model.game.now.why_not(move) is not None
            model = update(model, "try", move) if refused else play(model, move)
        return replace(self, said=told, closed=True, reached=False), model

    # What is shown

    def parts(self, model: Model) -> dict[str, Html]:
        """Change what is drawn of the board: the task above it, the answer below, the buttons that help here."""
        words = words_of(self.lesson, model.language)
        said = self._remarks(model) if self.guided else self.said
        more = {"task": text(words.task), "hints": NOTHING}
        if self.reached:
            more["status"] = Html(
                f'<strong class="solved">{text(said[-1])}</strong>{join(map(text, said[:-1]), "<br>")}'
            )
        elif said:
            more["status"] = Html(f"{join(map(text, said[:-1]), '<br>')}<strong>{text(said[-1])}</strong>")
        if self.closed:
            more |= {"hand": NOTHING, "tools": self._closing(model)}
        elif not self.guided:
            more["tools"] = join((button(model, "solution", "solution"), tools(model, assisted=False)))
        if len(model.game.record.turns) < 2:
            more["replay"] = NOTHING
        return more

    def _closing(self, model: Model) -> Html:
        if self.reached:
            return button(model, "again", "again")
        return join((button(model, "solution", "solution"), button(model, "again", "try-again", kind="primary")))

    def report(self, move: str) -> dict[str, str]:
        """Tell the page that the goal is reached."""
        return {"lesson": self.lesson.name, "move": move}
