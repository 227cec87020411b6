"""The commands of `build_wheel.py`, once its environment is there."""

import argparse
import importlib
import sys

from web.build import environment, serving, trimming, wheels
from web.build.steps import WEB, Failure, say


def run_command(options: argparse.Namespace) -> int:
    """Build, then do what was asked for."""
    sys.path.insert(0, str(WEB))
    if options.command == "test" and options.fast:
        return test_fast()
    build(options)
    if options.command == "serve":
        serving.serve(options.port, not options.no_open)
    elif options.command == "test":
        from web.build import testing

        return testing.run_all(options.only, options.actions, options.seed)
    elif options.command == "bench":
        return bench(options)
    return 0


def test_fast() -> int:
    """Check what can be checked without the finished site."""
    from web.build import testing

    environment.make_modules()
    return testing.run_fast()


def build(options: argparse.Namespace) -> None:
    """Make everything in `dist/`, as far as it has changed."""
    if options.wheels and not options.wheels.is_dir():
        raise Failure(f"--wheels: there is no folder {options.wheels}.")
    environment.make_modules()
    importlib.import_module("web.build.lessons").check_lessons()
    wheels.make_core()
    wheels.make_engine()
    whole = wheels.make_numpy(options.wheels)
    numpy = trimming.trim_numpy(whole) if whole else None
    trimming.trim_wheels()
    wheels.make_lock(trimming.slim_wheels(), numpy)
    # Drawing the first paint imports the core and the page's Python, so these come last.
    site = importlib.import_module("web.build.site")
    site.make_snapshot()
    site.make_site(numpy)


def bench(options: argparse.Namespace) -> int:
    """Measure the core, the start of the page here and over slow lines, playing, embedding, the second game, links."""
    failed = 0
    if options.only in (None, "core"):
        say("\nThe core")
        failed |= int(importlib.import_module("tests.bench_core").main() or 0)
    if options.only in (None, "start"):
        say("\nThe start of the page")
        failed |= importlib.import_module("e2e.bench_start").main(options.rounds)
    if options.only in (None, "line"):
        say("\nVisits over slow lines")
        failed |= importlib.import_module("e2e.bench_line").main(options.rounds)
    if options.only in (None, "play"):
        say("\nPlaying on the page")
        failed |= importlib.import_module("e2e.bench_play").main(options.rounds)
    if options.only in (None, "embed"):
        say("\nBoards in other people's pages")
        failed |= importlib.import_module("e2e.bench_embed").main(options.rounds)
    if options.only in (None, "khan-tsin"):
        say("\nKhan Tsin")
        failed |= int(importlib.import_module("tests.bench_khan_tsin").main() or 0)
    if options.only in (None, "links"):
        say("\nGames in links")
        failed |= importlib.import_module("tests.bench_links").main()
    return failed
