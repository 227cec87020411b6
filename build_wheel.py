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


def main() -> int:
    """Make the environment, then go on inside it."""
    options = _parse()
    if os.environ.get(INSIDE) != "1":
        say(f"{options.command}:")
        environment.make_python(GROUPS[options.command])
        command = [environment.PYTHON, Path(__file__).resolve(), *sys.argv[1:]]
        try:
            return subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode
        except KeyboardInterrupt:
            return 0
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
    serve.add_argument("--port", type=int, default=8000, help="first port to try (default: 8000)")
    serve.add_argument("--no-open", action="store_true", help="only print the address")
    test = commands.add_parser("test", parents=[wheels], help="build, then run every check there is")
    test.add_argument("--only", choices=["lint", "core", "pyodide", "e2e"], help="run one part")
    bench = commands.add_parser("bench", parents=[wheels], help="build, then measure")
    bench.add_argument("--rounds", type=int, default=7, help="measurements of each start (default: 7)")
    bench.add_argument("--only", choices=["core", "start", "play", "embed", "khan-tsin"], help="run one part")
    return parser.parse_args()


if __name__ == "__main__":
    os.chdir(ROOT)
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"\n{failure}")
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        sys.exit("\nThe disk is full: the build needs about 1 GB here (.venv, web/node_modules, build, dist).")
    except KeyboardInterrupt:
        sys.exit(130)
