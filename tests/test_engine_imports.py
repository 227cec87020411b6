"""The structure of the engine: no import cycles, no words of a single game in shared code, little `Any`."""

import re
from pathlib import Path

import grimp

ENGINE = Path(__file__).parent.parent / "web" / "engine"
GAME_FILES = ("games/qin", "games/khan_tsin", "main.py")
"""Files that may mention particular games."""
GAME_WORDS = re.compile(r"pagoda|village|baron|\bpiles?\b|khan.tsin|\"qin\"", re.IGNORECASE)


def test_no_module_is_in_an_import_cycle() -> None:
    """Lazy imports and imports for type checkers count."""
    graph = grimp.build_graph("engine", cache_dir=None)
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            chain = graph.find_shortest_chain(importer=imported, imported=module)
            assert chain is None, " -> ".join((module, *chain))


def test_shared_code_has_no_words_of_a_single_game() -> None:
    for file in sorted(ENGINE.rglob("*.py")):
        name = file.relative_to(ENGINE).as_posix()
        if not name.startswith(GAME_FILES):
            lines_found = [line for line in file.read_text(encoding="utf-8").splitlines() if GAME_WORDS.search(line)]
            # The database is named after the first game.
            assert [line for line in lines_found if "DATABASE" not in line] == [], name


def test_any_is_rare() -> None:
    lines = [line for file in ENGINE.rglob("*.py") for line in file.read_text(encoding="utf-8").splitlines()]
    lines_found = [
        line.strip() for line in lines if re.search(r"\bAny\b", line) and not line.startswith("from typing import")
    ]
    assert sum(len(re.findall(r"\bAny\b", line)) for line in lines_found) <= 15, lines_found
