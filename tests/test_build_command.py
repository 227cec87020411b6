"""`build_wheel.py`: messages and exit codes after interruptions, invalid arguments and failed writes."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Stand-ins for two modules of the command.
ENVIRONMENT = """import sys
PYTHON = sys.executable
def set_up(groups):
    {setup}
"""
COMMANDS = """import os, sys, time
def run_command(options):
    print("at work", flush=True)
    {run}
    return 0
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy the command without its environment and steps."""
    (tmp_path / "web" / "build").mkdir(parents=True)
    for name in ("build_wheel.py", "web/build/__init__.py", "web/build/steps.py"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


def start(checkout: Path, *arguments: str, setup: str = "pass", run: str = "pass") -> subprocess.Popen[str]:
    """Start the command in its own process group, like a shell."""
    (checkout / "web" / "build" / "environment.py").write_text(ENVIRONMENT.format(setup=setup))
    (checkout / "web" / "build" / "commands.py").write_text(COMMANDS.format(run=run))
    # Shells make background jobs ignore Ctrl+C, and child processes inherit that, but they don't inherit a handler.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [sys.executable, checkout / "build_wheel.py", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("QIN_")},
        )
    finally:
        signal.signal(signal.SIGINT, inherited)


def interrupt(command: subprocess.Popen[str], trigger: str) -> tuple[int, str]:
    """Press Ctrl+C as soon as the command has printed `trigger`; return its exit code and its error output."""
    assert command.stdout
    for line in command.stdout:
        if trigger in line:
            break
    os.killpg(command.pid, signal.SIGINT)
    errors = command.communicate(timeout=30)[1]
    return command.returncode, errors


@pytest.mark.skipif(os.name == "nt", reason="process groups as POSIX has them")
@pytest.mark.parametrize("command", ["build", "serve", "test", "bench"])
def test_ctrl_c_stops_the_command(checkout: Path, command: str) -> None:
    assert interrupt(start(checkout, command, run="time.sleep(30)"), "at work") == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="process groups as POSIX has them")
def test_ctrl_c_stops_the_set_up(checkout: Path) -> None:
    code = "import time; print('making', flush=True); time.sleep(30)"
    assert interrupt(start(checkout, "build", setup=code), "making") == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_a_killed_process_is_a_failure(checkout: Path) -> None:
    command = start(checkout, "build", run="os.kill(os.getpid(), 9)")
    command.communicate(timeout=30)
    assert command.returncode == 128 + 9


def test_the_exit_code_of_the_command_is_returned(checkout: Path) -> None:
    command = start(checkout, "test", run="return 3")
    assert command.communicate(timeout=30)[1] == ""
    assert command.returncode == 3


@pytest.mark.parametrize(
    "error", ["PermissionError(13, 'Permission denied', '/x/.venv')", "OSError(30, 'no', '/x/.venv')"]
)
@pytest.mark.parametrize("stage", ["setup", "run"])
def test_a_read_only_folder_is_named(checkout: Path, stage: str, error: str) -> None:
    command = start(checkout, "build", **{stage: f"raise {error}"})
    errors = command.communicate(timeout=30)[1]
    assert command.returncode == 1
    assert errors.startswith("\n/x/.venv is not writable: ")
    assert "Traceback" not in errors


def test_a_full_disk_is_reported(checkout: Path) -> None:
    command = start(checkout, "build", setup="raise OSError(28, 'No space left on device')")
    assert "The disk is full" in command.communicate(timeout=30)[1]
    assert command.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--port", "-1"],
        ["serve", "--port", "65536"],
        ["serve", "--port", "x"],
        ["bench", "--rounds", "0"],
        ["bench", "--rounds", "-3"],
        ["test", "--fast", "--only", "lint"],
    ],
)
def test_bad_arguments_are_refused_before_the_set_up(checkout: Path, arguments: list[str]) -> None:
    command = start(checkout, *arguments)
    output, errors = command.communicate(timeout=30)
    assert command.returncode == 2
    assert output == ""
    assert "usage: " in errors
    assert "Traceback" not in errors
