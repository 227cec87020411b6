"""Keeping what is being set up: one draft, so that nothing is lost when the page is closed or reloaded."""

import json
from dataclasses import replace

from engine.editor.dragon import MAX_TEXT
from engine.editor.lesson_draft import GOALS
from engine.editor.model import Editor
from engine.editor.parsing import parse_line
from engine.page.saves import Store
from qin_core.errors import FaultyText

KEY = "qin.editor"


def write(editor: Editor) -> str:
    """Write the positions with all their faults, and the words of the lesson."""
    kept = {"line": editor.sketch.line, "dragon": editor.dragon, "goal": editor.goal, "words": dict(editor.written)}
    return json.dumps(kept)


def restore(store: Store, editor: Editor) -> Editor:
    """Go on with what was kept; what can't be read is left alone."""
    try:
        kept = json.loads(store.get(KEY) or "{}")
        sketch = parse_line(str(kept["line"]))
        words = kept["words"].items()
        dragon = str(kept.get("dragon", editor.dragon))[:MAX_TEXT]
    except (ValueError, KeyError, TypeError, AttributeError, FaultyText):
        return editor
    written = tuple((str(name), str(text)) for name, text in words)
    goal = kept["goal"] if kept.get("goal") in GOALS else editor.goal
    return replace(editor, sketch=sketch, dragon=dragon, goal=goal, written=written)
