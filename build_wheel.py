"""Build, serve, test and measure the game: `python3 build_wheel.py --help`.

Needs Python 3.11 or later and, the first time, a network; everything else it gets for itself.
"""

import argparse
import errno
import os
import subprocess
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (told in words, not by a traceback)
    sys.exit("This needs Python 3.11 or later; this is " + sys.version.split()[0] + ".")

sys.path.insert(0, str(Path(__file__).resolve().parent))

from web.build import environment
from web.build.steps import ROOT, Failure, say

GROUPS = {
    "build": ("build",),
    "serve": ("build",),
    "test": ("build", "test", "train"),
    "bench": ("build", "test", "bench", "train"),
}
INSIDE = "QIN_INSIDE_ITS_ENVIRONMENT"
SIGNAL = 128
"""Shells add the number of the signal that ended a command to this."""
INTERRUPTED = SIGNAL + 2
LAST_PORT = 65535
KEPT = ".venv, web/node_modules, build and dist"
READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)


def main() -> int:
    """Make the environment, then go on inside it."""
    options = _parse()
    if os.environ.get(INSIDE) != "1":
        say(f"{options.command}:")
        environment.make_python(GROUPS[options.command])
        command = [str(environment.PYTHON), str(Path(__file__).resolve()), *sys.argv[1:]]
        with subprocess.Popen(command, env={**os.environ, INSIDE: "1"}) as inside:
            try:
                code = inside.wait()
            except KeyboardInterrupt:
                # Ctrl+C reaches both; leaving the block waits until the other one has tidied up.
                return INTERRUPTED
        return code if code >= 0 else SIGNAL - code
    # These need what the environment holds.
    from web.build import commands

    return commands.run_command(options)


def _parse() -> argparse.Namespace:
    wheels = argparse.ArgumentParser(add_help=False)
    wheels.add_argument(
        "--wheels",
        type=Path,
        default=os.environ.get("QIN_WHEELS"),
        metavar="DIR",
        help="folder with numpy's wheel for Pyodide (default: $QIN_WHEELS, else Pyodide's release)",
    )
    parser = argparse.ArgumentParser(
        description="Qin in the browser: everything from the wheel to the finished site.",
        epilog="A second run does only what has changed.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", parents=[wheels], help="make dist/site/ (for any host) and dist/qin.html (one file)")
    serve = commands.add_parser("serve", parents=[wheels], help="build, then play it in your browser")
    serve.add_argument("--port", type=_port, default=8000, help="first port to try (default: 8000)")
    serve.add_argument("--no-open", action="store_true", help="only print the address")
    test = commands.add_parser("test", parents=[wheels], help="build, then run every check there is")
    part = test.add_mutually_exclusive_group()
    part.add_argument("--only", choices=["lint", "core", "pyodide", "e2e", "monkey"], help="run one part")
    part.add_argument("--fast", action="store_true", help="lint and quick native tests only, nothing is built")
    test.add_argument("--actions", type=_rounds, default=2000, help="how much the monkey does (default: 2000)")
    test.add_argument("--seed", type=_rounds, default=1, help="what the monkey does (default: 1)")
    bench = commands.add_parser("bench", parents=[wheels], help="build, then measure")
    bench.add_argument("--rounds", type=_rounds, default=7, help="measurements of each start (default: 7)")
    bench.add_argument(
        "--only", choices=["core", "start", "line", "play", "embed", "khan-tsin", "links"], help="run one part"
    )
    return parser.parse_args()


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 0 (any) to {LAST_PORT}")
    return int(text)


def _rounds(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds: at least 1")
    return int(text)


if __name__ == "__main__":
    os.chdir(ROOT)
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"\n{failure}")
    except OSError as error:
        if error.errno in READ_ONLY:
            sys.exit(f"\n{error.filename or ROOT} can't be written: the build keeps {KEPT} in the folder it stands in.")
        if error.errno == errno.ENOSPC:
            sys.exit(f"\nThe disk is full: the build needs about 1 GB here ({KEPT}).")
        raise
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
