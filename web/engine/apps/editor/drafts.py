"""Keeping what is being set up: one draft, so that nothing is lost when the page is closed or reloaded."""

import json
from dataclasses import replace

from engine.apps.editor.dragon import MAX_TEXT
from engine.apps.editor.lesson_draft import GOALS
from engine.apps.editor.model import Editor
from engine.apps.editor.parsing import parse_line
from engine.json_text import MAX_KEPT, NotAnObject, read_object
from qin_core.common.errors import ParseError
from qin_core.common.text import check_text

KEY = "qin.editor"


def write(editor: Editor) -> str:
    """Write the positions with all their faults, and the words of the lesson."""
    kept = {"line": editor.sketch.line, "dragon": editor.dragon, "goal": editor.goal, "words": dict(editor.written)}
    return json.dumps(kept)


def restore(text: str, editor: Editor) -> Editor | None:
    """Go on with what was kept; None if it can't be read, every part of it."""
    if not text:
        return editor
    try:
        kept = read_object(text, MAX_KEPT)
        sketch = parse_line(check_text(kept.get("line"), "line"))
    except (NotAnObject, ParseError):
        return None
    dragon, goal, words = kept.get("dragon", editor.dragon), kept.get("goal", editor.goal), kept.get("words", {})
    if not isinstance(dragon, str) or not isinstance(goal, str) or goal not in GOALS or not _all_texts(words):
        return None
    return replace(editor, sketch=sketch, dragon=dragon[:MAX_TEXT], goal=goal, written=tuple(words.items()))


def _all_texts(words: object) -> bool:
    return isinstance(words, dict) and all(isinstance(text, str) for text in words.values())
