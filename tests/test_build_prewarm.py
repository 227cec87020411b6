"""Prewarming the snapshot."""

import subprocess
import sys
from pathlib import Path

from engine.session.update import new_session
from tests.engine_actions import game_named

ROOT = Path(__file__).parent.parent
# Runs the script with later deals, so that a computer moves first.
CODE = """
import pkgutil, runpy, sys
import engine.session.update
deal = engine.session.update.new_session
engine.session.update.new_session = lambda ui, language, seed: deal(ui, language, seed + {shift})
# Importing every module would need a browser.
pkgutil.walk_packages = lambda *_: ()
runpy.run_path({script!r}, {{"library": {{"pyscript": {{"__init__.py": "", "ffi.py": "one = 1"}}}}}})
from pyscript.ffi import one
"""


def test_prewarming_ends_even_if_the_computer_moves_first() -> None:
    shift = next(seed for seed in range(50) if not new_session(game_named("qin"), "en", seed + 1).match.seat.person)
    code = CODE.format(shift=shift, script=str(ROOT / "web" / "build" / "prewarm.py"))
    env = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web'}"}
    process = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert process.returncode == 0, process.stderr
