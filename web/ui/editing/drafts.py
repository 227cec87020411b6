"""Keeping what is being set up: one draft, so that nothing is lost when the page is closed or reloaded."""

import json
from dataclasses import replace

from qin_core.errors import FaultyText
from ui.editing.dragon import MOST_TEXT
from ui.editing.lesson_draft import GOALS
from ui.editing.model import Editor
from ui.editing.reading import read_line
from ui.saves import Store

KEY = "qin.editor"


def write(editor: Editor) -> str:
    """Write the positions with all their faults, and the words of the lesson."""
    kept = {"line": editor.sketch.line, "dragon": editor.dragon, "goal": editor.goal, "words": dict(editor.written)}
    return json.dumps(kept)


def restore(store: Store, editor: Editor) -> Editor:
    """Go on with what was kept; what can't be read is left alone."""
    try:
        kept = json.loads(store.get(KEY) or "{}")
        sketch = read_line(str(kept["line"]))
        words = kept["words"].items()
        dragon = str(kept.get("dragon", editor.dragon))[:MOST_TEXT]
    except (ValueError, KeyError, TypeError, AttributeError, FaultyText):
        return editor
    written = tuple((str(name), str(text)) for name, text in words)
    goal = kept["goal"] if kept.get("goal") in GOALS else editor.goal
    return replace(editor, sketch=sketch, dragon=dragon, goal=goal, written=written)
