"""Build, serve, test and measure the game: `python3 build_wheel.py --help`.

Needs Python 3.11 or later and, the first time, a network connection; it downloads everything else.
"""

import argparse
import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (a message instead of a traceback)
    sys.exit("Python 3.11 or later is required; this is " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

from web.build import environment
from web.build.steps import ROOT, STARTED, Failure, say

DEPENDENCY_GROUPS = {
    "build": ("build",),
    "serve": ("build",),
    "test": ("build", "test", "train"),
    "bench": ("build", "test", "bench", "train"),
}
IN_VENV = "QIN_IN_VENV"
"""The environment variable that marks the second process, which runs in `.venv`."""
KILLED = 128
"""The exit code of a command that a signal has killed is this plus the signal's number."""
INTERRUPTED = KILLED + signal.SIGINT
MAX_PORT = 65535
OUTPUT_FOLDERS = ".venv, web/node_modules, build and dist"
READ_ONLY_ERRORS = (errno.EACCES, errno.EPERM, errno.EROFS)


def main() -> int:
    """Set up the environment, then run the command inside it."""
    options = _parse()
    if os.environ.get(IN_VENV) != "1":
        started = str(time.time())
        say(f"{options.command}:")
        environment.set_up(DEPENDENCY_GROUPS[options.command])
        command = [str(environment.PYTHON), str(Path(__file__).resolve()), *sys.argv[1:]]
        with subprocess.Popen(command, env={**os.environ, IN_VENV: "1", STARTED: started}) as process:
            try:
                code = process.wait()
            except KeyboardInterrupt:
                # Ctrl+C also interrupts the second process, and leaving the `with` block waits for it.
                return INTERRUPTED
        return code if code >= 0 else KILLED - code
    # Needs the packages in `.venv`.
    from web.build import commands

    return commands.run_command(options)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Build, serve, test and measure Qin in the browser.",
        epilog="A second run repeats only the steps whose inputs have changed.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="make dist/site/ (any host) and dist/qin.html (a single file)")
    build.add_argument("--quick", action="store_true", help="compress less: a faster build, a larger download")
    serve = commands.add_parser("serve", help="build, open the game, rebuild after changes")
    serve.add_argument("--port", type=_port, default=8000, help="first port to try (default: 8000)")
    serve.add_argument("--no-open", action="store_true", help="only print the address")
    test = commands.add_parser("test", help="build, then run all checks")
    part = test.add_mutually_exclusive_group()
    part.add_argument("--only", choices=["lint", "client", "core", "pyodide", "e2e", "monkey"], help="run one part")
    part.add_argument(
        "--fast", action="store_true", help="run only lint, client tests and quick native tests, without a build"
    )
    test.add_argument(
        "--actions", type=_positive, default=2000, help="number of random actions in part monkey (default: 2000)"
    )
    test.add_argument("--seed", type=_positive, default=1, help="seed of the random actions (default: 1)")
    bench = commands.add_parser("bench", help="build, then measure")
    bench.add_argument("--rounds", type=_positive, default=7, help="measurements of each start (default: 7)")
    bench.add_argument(
        "--only", choices=["core", "start", "network", "play", "embed", "khan-tsin", "links"], help="run one part"
    )
    return parser.parse_args()


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: give a number from 0 (any free port) to {MAX_PORT}")
    return int(text)


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


if __name__ == "__main__":
    os.chdir(ROOT)
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"\n{failure}")
    except OSError as error:
        if error.errno in READ_ONLY_ERRORS:
            sys.exit(f"\n{error.filename or ROOT} is not writable: the build writes {OUTPUT_FOLDERS} to this folder.")
        if error.errno == errno.ENOSPC:
            sys.exit(f"\nThe disk is full: the build needs about 1 GB ({OUTPUT_FOLDERS}).")
        raise
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
