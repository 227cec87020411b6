"""The editor's model, and its drafts as they are stored."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.apps.editor.lesson_draft import LessonDraft
from engine.games.base import AnyGameUi, Games
from engine.games.editor import Brush, Found, GameEditor, Tools
from engine.html import Note
from engine.json_text import MAX_KEPT, NotAnObject, read_object
from engine.protocol import DRAFT_KEY
from engine.session.session import Settings
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text

MAX_STEPS = 200
"""Edits that can be undone."""


class Stroke(NamedTuple):
    """A brush on its way over the board."""

    brush: str
    square: str
    """The last square."""
    before: GameEditor
    """The sketch before the stroke, which is one edit however long it is."""


@dataclass(frozen=True)
class Draft:
    """A sketch of one game, its history, the tools, and a lesson around it."""

    ui: AnyGameUi
    sketch: GameEditor
    tools: Tools
    past: tuple[GameEditor, ...] = ()
    future: tuple[GameEditor, ...] = ()
    lesson: LessonDraft = field(default_factory=LessonDraft)

    @classmethod
    def of(cls, ui: AnyGameUi, sketch: GameEditor) -> "Draft":
        """Start with a sketch."""
        mode = sketch.opening_mode
        return cls(ui, sketch, Tools(mode, sketch.modes[mode][0].name, piece=next(iter(sketch.pieces), "")))

    def edited(self, sketch: GameEditor) -> "Draft":
        """Make an edit that can be undone."""
        if sketch == self.sketch:
            return self
        past = (*self.past, self.sketch)[-MAX_STEPS:]
        return replace(self, past=past, future=()).showing(sketch)

    def showing(self, sketch: GameEditor) -> "Draft":
        """Show another sketch of the same game."""
        return replace(self, sketch=sketch, tools=self.tools._replace(player=min(self.tools.player, sketch.players)))

    def in_mode(self, mode: str) -> "Draft":
        """Change the mode, and take its first brush."""
        if mode == self.tools.mode or mode not in self.sketch.modes:
            return self
        return replace(self, tools=self.tools._replace(mode=mode, brush=self.sketch.modes[mode][0].name))

    @property
    def brush(self) -> Brush:
        """The brush in use."""
        return next(brush for brush in self.sketch.modes[self.tools.mode] if brush.name == self.tools.brush)


@dataclass(frozen=True)
class Editor:
    """One draft for each game, and the page around them."""

    games: Games
    drafts: tuple[Draft, ...]
    number: int = 0
    """The number of the draft that is shown."""
    language: str = "en"
    settings: Settings = field(default_factory=Settings)
    writing: str = ""
    """The language in which the lesson is written; empty for that of the page."""
    stroke: Stroke | None = None
    hover: str | None = None
    touched: str = ""
    """The square that a key has just painted, which is read out."""
    dialog: str = ""
    note: Note | None = None
    inert: bool = False
    """Whether nothing can be pressed: the page is drawn before its Python runs."""
    root: str = ""
    """The address of the site, for links."""

    @classmethod
    def new(cls, games: Games, language: str = "en", root: str = "", *, inert: bool = False) -> "Editor":
        """Start with an empty draft for every game that can be edited."""
        drafts = tuple(Draft.of(ui, editor.new()) for ui in games if (editor := ui.editor()))
        return cls(games, drafts, language=language, root=root, inert=inert)

    @property
    def draft(self) -> Draft:
        """The draft that is shown."""
        return self.drafts[self.number]

    @property
    def sketch(self) -> GameEditor:
        """The sketch that is shown."""
        return self.draft.sketch

    @property
    def tools(self) -> Tools:
        """The tools in use."""
        return self.draft.tools

    @property
    def lesson(self) -> LessonDraft:
        """The lesson around the sketch."""
        return self.draft.lesson

    @property
    def found(self) -> tuple[Found, ...]:
        """The problems of the sketch."""
        return self.sketch.found()

    @property
    def lesson_language(self) -> str:
        """The language in which the lesson is written."""
        return self.writing or self.language

    def with_draft(self, draft: Draft) -> "Editor":
        """Change the draft that is shown."""
        return replace(self, drafts=(*self.drafts[: self.number], draft, *self.drafts[self.number + 1 :]))

    def with_tools(self, tools: Tools) -> "Editor":
        """Change the tools."""
        return self.with_draft(replace(self.draft, tools=tools))

    def edited(self, sketch: GameEditor) -> "Editor":
        """Make an edit that can be undone."""
        return self if sketch == self.sketch else replace(self.with_draft(self.draft.edited(sketch)), note=None)

    def showing(self, game: str) -> "Editor":
        """Show the draft of a game."""
        number = next((number for number, draft in enumerate(self.drafts) if draft.sketch.name == game), self.number)
        return self if number == self.number else replace(self, number=number, stroke=None, hover=None, touched="")


# Storing

KEY = DRAFT_KEY


def write(editor: Editor) -> str:
    """Write all drafts, with their problems."""
    drafts = {draft.sketch.name: {"line": draft.sketch.line, **draft.lesson.stored()} for draft in editor.drafts}
    return json.dumps({"game": editor.sketch.name, "drafts": drafts})


def restore(text: str, editor: Editor) -> Editor | None:
    """Go on with stored drafts; None if any part of them can't be read."""
    if not text:
        return editor
    try:
        kept = read_object(text, MAX_KEPT)
        stored = kept["drafts"] if "drafts" in kept else _first_version(kept, editor)
        if not isinstance(stored, dict):
            return None
        drafts = tuple(_restore_draft(stored.get(draft.sketch.name), draft) for draft in editor.drafts)
    except (NotAnObject, ParseError):
        return None
    game = kept.get("game", "")
    return replace(editor, drafts=drafts).showing(game) if isinstance(game, str) else None


def _restore_draft(stored: object, draft: Draft) -> Draft:
    if stored is None:
        return draft
    if not isinstance(stored, dict):
        raise NotAnObject("no draft")
    sketch = draft.sketch.parse(check_text(stored.get("line"), "line"))
    lesson = LessonDraft.restore(stored)
    return replace(draft.showing(sketch).in_mode(sketch.opening_mode), lesson=lesson)


def _first_version(kept: Mapping[str, object], editor: Editor) -> dict[str, object]:
    """Read a draft of the first version: it held one game, and a line of another that could be any text."""
    first, other, *_ = (draft.sketch for draft in editor.drafts)
    stored: dict[str, object] = {first.name: {name: value for name, value in kept.items() if name != "dragon"}}
    line = check_text(kept.get("dragon", ""), "line")
    try:
        other.parse(line)
    except ParseError:
        return stored
    return stored | {other.name: {"line": line}}
