"""Import and exercise what the snapshot should contain. Runs once at build time, in Pyodide."""

import pkgutil
import sys
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from itertools import count
from types import CodeType

import engine
import qin_core
from engine import ui as view
from engine.lessons import attempt, close_files
from engine.main import GAMES
from engine.session.page import Page
from engine.session.update import new_session, update
from engine.words import LANGUAGES, catalogue
from qin_core.common.puzzles import FIRST_DAY
from qin_core.qin.players.net import trained_bytes
from qin_core.qin.players.weights import trained_weights

# The codecs for escaping and repairing text.
for codec in ("ascii", "latin_1", "unicode_escape", "utf_16", "utf_16_le", "utf_8_sig"):
    import_module(f"encodings.{codec}")
# Our own modules, because the wheels load after the first move; only the editor and embedded boards wait for them.
NOT_FOR_PAGES = (
    "qin_core.lab",
    "engine.apps.editor",
    "engine.games.khan_tsin.editor",
    "engine.games.qin.editor",
    "engine.games.qin.painting",
    "engine.games.qin.sketch",
    "engine.apps.board",
    "engine.apps.variations",
)
for package in (qin_core, engine):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(NOT_FOR_PAGES):
            import_module(module.name)


class Compiled(MetaPathFinder, InspectLoader):
    """Imports PyScript's modules from compiled code; compiling them took a fifth of the start-up time."""

    def __init__(self, sources: dict[str, str]) -> None:
        """Compile the sources, which are indexed by module name."""
        self.codes: dict[str, CodeType] = {
            name: compile(text, f"{name}.py", "exec", dont_inherit=True) for name, text in sources.items()
        }

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Find a compiled module."""
        return spec_from_loader(name, self) if name in self.codes else None

    def is_package(self, name: str) -> bool:
        """Return whether a module is a package."""
        return "." not in name

    def get_source(self, _: str) -> None:
        """Return no source."""

    def get_code(self, name: str) -> CodeType:
        """Return a module's code."""
        return self.codes[name]


files: dict[str, str] = globals()["library"]["pyscript"]
modules = {file.removesuffix(".py"): text for file, text in files.items()}
sys.meta_path.insert(
    0,
    Compiled({"pyscript" if name == "__init__" else f"pyscript.{name}": text for name, text in modules.items()}),
)

# Playing a move fills the caches of the core and the page.
sessions = (new_session(GAMES.default, LANGUAGES[0], seed) for seed in count(1))
session = next(candidate for candidate in sessions if candidate.match.seat.person)
session = update(session, "tile", "0")
session = update(update(session, "square", min(session.legal_squares)), "rotate")
for shown in (session, update(session, "place")):
    view.draw(view.page_parts(Page.open(shown, GAMES)))
for language in LANGUAGES:
    catalogue(language)
# Data files of our wheels: trained weights, strengths of the levels, pars of the days, guided games.
for players in (2, 3, 4):
    trained_weights(players)
    trained_bytes(players)
for game in GAMES:
    game.strengths()
    game.par(FIRST_DAY)
    attempt.start_guide(game)
close_files()
del session, sessions
