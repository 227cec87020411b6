"""Keeping what is being set up: one draft, so that nothing is lost when the page is closed or reloaded."""

import json
from dataclasses import replace

from engine.editor.dragon import MAX_TEXT
from engine.editor.lesson_draft import GOALS
from engine.editor.model import Editor
from engine.editor.parsing import parse_line
from engine.page.preferences import read_object
from qin_core.errors import FaultyText, check_text

KEY = "qin.editor"


def write(editor: Editor) -> str:
    """Write the positions with all their faults, and the words of the lesson."""
    kept = {"line": editor.sketch.line, "dragon": editor.dragon, "goal": editor.goal, "words": dict(editor.written)}
    return json.dumps(kept)


def restore(text: str, editor: Editor) -> Editor:
    """Go on with what was kept; what can't be read is left alone."""
    kept = read_object(text)
    words = kept.get("words")
    try:
        sketch = parse_line(check_text(kept.get("line"), "line"))
    except FaultyText:
        return editor
    dragon = kept.get("dragon")
    goal = kept.get("goal")
    return replace(
        editor,
        sketch=sketch,
        dragon=dragon[:MAX_TEXT] if isinstance(dragon, str) else editor.dragon,
        goal=goal if isinstance(goal, str) and goal in GOALS else editor.goal,
        written=_read_words(words) if isinstance(words, dict) else (),
    )


def _read_words(words: dict[object, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in words.items() if isinstance(name, str) and isinstance(text, str))
