"""The commands of `build_wheel.py`, inside its environment."""

import argparse
import importlib
import os
import sys
import time
from types import ModuleType
from typing import NamedTuple

from web.build import serving
from web.build.report import Part
from web.build.steps import STARTED, WEB, Tasks, say


def run_command(options: argparse.Namespace) -> int:
    """Build, then run the command."""
    sys.path.insert(0, str(WEB))
    now = time.time()
    setup_seconds = now - float(os.environ.get(STARTED, now))
    setup_parts = [Part("set-up", setup_seconds, is_test=False)]
    if options.command == "test" and options.fast:
        return int(_module("testing").run_fast(setup_parts))
    start = time.perf_counter()
    quick = options.command == "serve" or (options.command == "build" and options.quick)
    build(quick=quick)
    if options.command == "serve":
        serving.serve(options.port, not options.no_open)
    elif options.command == "test":
        setup_parts.append(Part("build", time.perf_counter() - start, is_test=False))
        return int(_module("testing").run_all(options.only, options.actions, options.seed, setup_parts))
    elif options.command == "bench":
        return bench(options)
    return 0


def build(*, quick: bool = False) -> None:
    """Bring everything in `dist/` up to date; `quick` compresses less."""
    from web.build import compress, interpreter, snapshot, trim_archives, wheels

    level = compress.QUICK if quick else compress.BEST
    with Tasks() as tasks:
        start = tasks.start
        core, engine = start(wheels.make_core), start(wheels.make_engine)
        library = start(trim_archives.trim_library)
        trimmed = start(trim_archives.trim_wheels, core, engine)
        lock = start(lambda: wheels.make_lock(trim_archives.trimmed_wheels()), trimmed)
        # Lessons, fonts and the site import the core and the engine.
        lessons = start(lambda: _module("lessons").check_lessons(), core, engine)
        font = start(lambda: _module("fonts").make_fonts(), lessons)
        halves = start(interpreter.make_interpreter)
        memory = start(lambda: snapshot.make_memory(quick=quick), trimmed, library, halves)
        packed = start(lambda: snapshot.compress_snapshot(level), memory)
        archives = start(lambda: trim_archives.compress_archives(level), trimmed, library)
        # Compressing in parallel keeps the second CPU core busy while Node makes the snapshot.
        runtime = start(lambda: interpreter.compress_interpreter(level), trimmed, halves)
        start(lambda: _module("site").make_site(), lock, font, packed, archives, runtime).result()
    if not quick:
        _module("site").check_size()


def _module(name: str) -> ModuleType:
    """Import a module of the build late: it needs a finished step, or packages that only tests install."""
    return importlib.import_module(f"web.build.{name}")


class Benchmark(NamedTuple):
    """A benchmark: its heading, and the module with its `main`."""

    title: str
    module: str
    takes_rounds: bool = False


BENCHMARKS = {
    "core": Benchmark("Rules and computer players", "tests.bench_core"),
    "start": Benchmark("The start of the page", "e2e.bench_start", takes_rounds=True),
    "network": Benchmark("Visits on slow networks", "e2e.bench_network", takes_rounds=True),
    "play": Benchmark("Play on the page", "e2e.bench_play", takes_rounds=True),
    "embed": Benchmark("Embedded boards", "e2e.bench_embed", takes_rounds=True),
    "khan-tsin": Benchmark("Khan Tsin", "tests.bench_khan_tsin"),
    "links": Benchmark("Games in links", "tests.bench_links"),
}


def bench(options: argparse.Namespace) -> int:
    """Run all benchmarks, or one; return whether one failed."""
    failed = False
    for name in [options.only] if options.only else BENCHMARKS:
        title, module, takes_rounds = BENCHMARKS[name]
        say(f"\n{title}")
        main = importlib.import_module(module).main
        failed |= bool(main(options.rounds) if takes_rounds else main())
    return int(failed)
