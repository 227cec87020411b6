"""The imports that the snapshot holds beyond the bare interpreter: run once at build time, inside Pyodide."""

import pkgutil
import sys
from importlib import import_module
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType

import engine
import qin_core
from engine import rooms, view
from engine.lessons import guided, let_go_of_files
from engine.update import new_game, update
from engine.words import LANGUAGES, catalogue
from qin_core.qin.players.net import learnt_bytes
from qin_core.qin.players.weights import learnt

# The ways of writing that foreign texts are escaped and mended with are quicker found in memory.
for codec in ("ascii", "latin_1", "unicode_escape", "utf_16", "utf_16_le", "utf_8_sig"):
    import_module(f"encodings.{codec}")
# Our own modules are all here: the wheels come after the first move, and nothing that people do may have to wait. The
# editor and the boards of other pages wait for the wheels.
NOT_FOR_PAGES = (
    "qin_core.lab",
    "qin_core.qin.players.batch",
    "engine.editor",
    *(f"engine.embedding.{name}" for name in ("app", "board", "options")),
)
for package in (qin_core, engine):
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.startswith(NOT_FOR_PAGES):
            import_module(found.name)


class Compiled(MetaPathFinder, InspectLoader):
    """Gives PyScript's own modules from code that is already compiled; compiling took a fifth of the whole start."""

    def __init__(self, sources: dict[str, str]) -> None:
        """Compile the files of a package, given by module name."""
        self.codes: dict[str, CodeType] = {
            name: compile(text, f"{name}.py", "exec", dont_inherit=True) for name, text in sources.items()
        }

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Answer for the modules that are here."""
        return spec_from_loader(name, self) if name in self.codes else None

    def is_package(self, name: str) -> bool:
        """Tell the package from its modules."""
        return "." not in name

    def get_source(self, _: str) -> None:
        """Have no source to show."""

    def get_code(self, name: str) -> CodeType:
        """Give a module's code."""
        return self.codes[name]


files: dict[str, str] = globals()["library"]["pyscript"]
modules = {file.removesuffix(".py"): text for file, text in files.items()}
sys.meta_path.insert(
    0,
    Compiled({"pyscript" if name == "__init__" else f"pyscript.{name}": text for name, text in modules.items()}),
)

# Going once through a move fills the tables that the core and the page keep; the words of all languages are here.
model = new_game(LANGUAGES[0], seed=1)
while not model.game.seat.person:
    model = update(model, "play", str(model.game.now.moves()[0]))
model = update(model, "tile", "0")
model = update(update(model, "square", min(model.lit)), "turn")
view.page(model)
view.page(update(model, "place"))
for language in LANGUAGES:
    catalogue(language)
# What is read from our wheels later on must be here as well: what the computers have learnt, how strong they are, the
# guided games.
for players in (2, 3, 4):
    learnt(players)
    learnt_bytes(players)
for room in rooms.ROOMS:
    rooms.room(room).levels.strengths()
    guided.begin(room)
let_go_of_files()
del model
