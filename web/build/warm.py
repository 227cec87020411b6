"""What the snapshot holds beyond the bare interpreter: run once at build time, inside Pyodide."""

# PyScript's own Python part imports these at every start; they are quicker found in memory.
import asyncio  # noqa: F401
import base64  # noqa: F401
import inspect  # noqa: F401
import io  # noqa: F401
import json  # noqa: F401
import pathlib  # noqa: F401
import re  # noqa: F401
import typing  # noqa: F401

from qin_core.qin import BOARDS, Position
from ui import main, view  # noqa: F401
from ui.model import Model
from ui.update import update
from ui.words import LANGUAGES

# Going once through a move fills the tables that the core and the page keep.
for board in BOARDS:
    for language in LANGUAGES:
        model = update(Model(Position.deal(board, seed=1), language), "tile", "0")
        model = update(update(model, "square", min(model.lit)), "turn")
        view.page(model)
        view.page(update(model, "place"))
