"""Somebody's tries at a lesson: what was said to the last one, and whether the board has to go back before the next."""

from dataclasses import dataclass, replace
from typing import Self

from engine import rooms
from engine.game import Game, Seat
from engine.lessons import Lesson, judge, lesson, lesson_names, tell, words_of
from engine.model import Model
from engine.update import play, update
from engine.view import tools
from engine.view.html import NOTHING, Html, button, join, text

GUIDE, PUZZLE = "guide", "puzzle"
BEGINNING = "begin"
"""The comment before the first turn of a guided game."""


@dataclass(frozen=True)
class Trial:
    """A lesson and how far somebody has come with it."""

    lesson: Lesson
    said: tuple[str, ...] = ()
    """What was said to the last try: what happened, and what to make of it."""
    closed: bool = False
    """Whether the board shows a try that ends here: a wrong one, the right one or the solution."""
    reached: bool = False
    met: frozenset[str] = frozenset()
    """What a guided game has already been commented on."""

    @classmethod
    def find(cls, name: str, kind: str, game: str) -> Self | None:
        """Find a lesson by its name, a puzzle by its number in a game, too; None if there is none."""
        if kind == PUZZLE:
            numbered = {str(number): puzzle for number, puzzle in enumerate(lesson_names(game, PUZZLE), start=1)}
            name = numbered.get(name, name)
        try:
            return cls(lesson(name))
        except KeyError:
            return None

    @property
    def guided(self) -> bool:
        """Whether it is a whole game, played on after every move."""
        return self.lesson.kind == GUIDE

    def begin(self) -> Game:
        """Set the lesson's position up; in a guided game the computer sits in all other seats."""
        start = self.lesson.start
        kinds = [
            Seat(kind=self.lesson.opponent) if self.guided and player != start.mover else Seat()
            for player in start.players
        ]
        game: Game = rooms.room(self.lesson.game).game.begin(start, kinds)
        return game

    def again(self) -> Self:
        """Begin once more."""
        return replace(self, said=(), closed=False, reached=False, met=frozenset())

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
        now, person = before.game.now, self.lesson.start.mover
        guide = rooms.room(self.lesson.game).guide
        key = guide.comment(now, move, person, self.met) if guide else ""
        words = words_of(self.lesson, before.language)
        # What was said of the person's turn stays while the computer answers.
        said = () if now.mover == person else self.said
        said += (words.comments[key],) if key else ()
        reached = judge(self.lesson, now, move).reached
        said += (words.done,) if reached else ()
        return replace(self, said=said, met=self.met | {key}, closed=reached, reached=reached)

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
        said = self.said or ((words.comments[BEGINNING],) if self.guided and not model.game.record.turns else ())
        more = {"task": text(words.task), "hints": NOTHING}
        if said:
            more["status"] = Html(f"{join(map(text, said[:-1]), '<br>')}<strong>{text(said[-1])}</strong>")
        if self.closed:
            more |= {"hand": NOTHING, "tools": self._closing(model)}
        elif not self.guided:
            more["tools"] = join((button(model, "solution", "solution"), tools(model, assisted=False)))
        if len(model.game.record.turns) < 2:
            more["replay"] = NOTHING
        return more

    def _closing(self, model: Model) -> Html:
        again = button(model, "again", "again" if self.reached else "try-again", kind="primary")
        return Html(again if self.reached or self.guided else button(model, "solution", "solution") + again)

    def report(self, move: str) -> dict[str, str]:
        """Tell the page that the goal is reached."""
        return {"lesson": self.lesson.name, "move": move}
