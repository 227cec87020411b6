"""Build steps: caching, dependencies, failures; serving and rebuilding."""

import os
import sys
import threading
from pathlib import Path

import pytest

from web.build import environment, serving, steps
from web.build.steps import Failure

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(steps, "WORK", tmp_path / "build")


def test_a_step_runs_again_only_for_new_inputs_or_missing_results(tmp_path: Path) -> None:
    result, calls = tmp_path / "result", []

    def work() -> None:
        calls.append(1)
        result.touch()

    for key in ("a", "a", "b", "b"):
        steps.step("some step", key, [result], work)
    assert len(calls) == 2
    result.unlink()
    steps.step("some step", "b", [result], work)
    assert len(calls) == 3


def test_a_failed_step_is_not_cached(tmp_path: Path) -> None:
    def fail() -> None:
        raise Failure("no")

    for _ in range(2):
        with pytest.raises(Failure):
            steps.step("broken", "key", [], fail)
    assert not (tmp_path / "build" / "stamps" / "broken.json").exists()


def test_results_with_another_accepted_key_are_reused() -> None:
    calls: list[str] = []
    steps.step("compressed", "best", [], lambda: calls.append("best"))
    steps.step("compressed", "quick", [], lambda: calls.append("quick"), also_good=["best"])
    steps.step("compressed", "quick", [], lambda: calls.append("quick"))
    steps.step("compressed", "best", [], lambda: calls.append("best"))
    assert calls == ["best", "quick", "best"]


def test_tasks_wait_for_their_dependencies() -> None:
    calls: list[str] = []
    go = threading.Event()

    def wait() -> None:
        assert go.wait(10)
        calls.append("first")

    with steps.Tasks() as tasks:
        first = tasks.start(wait)
        second = tasks.start(lambda: calls.append("second"), first)
        tasks.start(go.set)
        second.result()
    assert calls == ["first", "second"]


def test_a_failed_task_fails_its_dependents() -> None:
    calls: list[str] = []

    def fail() -> None:
        raise Failure("no")

    with steps.Tasks() as tasks:
        last = tasks.start(lambda: calls.append("last"), tasks.start(fail))
        with pytest.raises(Failure):
            last.result()
    assert not calls


def test_a_fingerprint_depends_on_content_and_names(tmp_path: Path) -> None:
    first_file = tmp_path / "one"
    first_file.write_text("1")
    first = steps.fingerprint([first_file])
    first_file.write_text("2")
    assert steps.fingerprint([first_file]) != first
    second_file = tmp_path / "two"
    second_file.write_text("1")
    assert steps.fingerprint([second_file]) != first


def test_a_failing_command_raises_with_advice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Failure, match=r"exit code 3\. Do this\."):
        steps.run([sys.executable, "-c", "print('why'); raise SystemExit(3)"], "Do this.")
    assert "why" in capsys.readouterr().err
    with pytest.raises(Failure, match="Command not found"):
        steps.run(["no-such-command-here"], "Install it.")


def test_an_occupied_port_is_skipped(tmp_path: Path) -> None:
    with serving.Server(tmp_path) as other_server:
        server = serving._serve_at_free_port(tmp_path, other_server.server_port)
        assert server.server_port > other_server.server_port
        server.server_close()


def test_the_lock_file_contains_no_download_addresses() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


def test_the_set_up_needs_only_the_standard_library() -> None:
    code = "import sys; sys.argv = ['build_wheel.py']; import build_wheel"
    steps.run([sys.executable, "-S", "-c", code], "The first step must run on a bare Python.", cwd=ROOT)


def test_an_old_node_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, answer in (("node", "v18.1.0"), ("npm", "9")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {answer}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment.usable_node() is None


class Assembler:
    """Stands for the process that assembles the site; its input is a string."""

    def __init__(self, log: list[str]) -> None:
        log.append("start")
        self.log, self.stdin = log, self

    def write(self, text: str) -> None:
        self.log.append(f"assemble{text.strip()}")

    def flush(self) -> None:
        """The input isn't buffered."""

    def communicate(self) -> None:
        self.log.append("end")


def test_serve_builds_in_new_processes_after_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of style sheets alone, only the site is assembled again."""
    sources = [tmp_path / name for name in ("one.css", "two.css", "source.py")]
    for source in sources:
        source.write_text("1")
    monkeypatch.setattr(serving, "SOURCES", (tmp_path,))
    monkeypatch.setattr(serving, "WEB", tmp_path)
    log: list[str] = []
    changes = iter([(), sources[:2], (), sources[1:], (), sources[:1]])

    def wait(_: float) -> None:
        changed = next(changes, None)
        if changed is None:
            raise InterruptedError
        for source in changed:
            os.utime(source, ns=(1, source.stat().st_mtime_ns + 1))

    monkeypatch.setattr("web.build.serving.time.sleep", wait)
    monkeypatch.setattr(serving, "_start_assembler", lambda: Assembler(log))
    monkeypatch.setattr("web.build.serving.subprocess.run", lambda command, **_: log.append(command[2]))
    with pytest.raises(InterruptedError):
        serving._rebuild_after_changes()
    assert log == ["start", "assemble", "end", "build", "start", "assemble"]
