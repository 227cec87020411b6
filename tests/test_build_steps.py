"""The steps of the build: when they are repeated, how they wait for each other, and what failures say."""

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


def test_a_step_is_repeated_only_for_new_inputs_or_missing_results(tmp_path: Path) -> None:
    result, done = tmp_path / "result", []

    def work() -> None:
        done.append(1)
        result.touch()

    for key in ("a", "a", "b", "b"):
        steps.step("some step", key, [result], work)
    assert len(done) == 2
    result.unlink()
    steps.step("some step", "b", [result], work)
    assert len(done) == 3


def test_a_step_that_fails_is_not_remembered(tmp_path: Path) -> None:
    def fail() -> None:
        raise Failure("no")

    for _ in range(2):
        with pytest.raises(Failure):
            steps.step("broken", "key", [], fail)
    assert not (tmp_path / "build" / "stamps" / "broken.json").exists()


def test_results_of_another_key_can_be_good_enough() -> None:
    done: list[str] = []
    steps.step("compressed", "best", [], lambda: done.append("best"))
    steps.step("compressed", "quick", [], lambda: done.append("quick"), also_good=["best"])
    steps.step("compressed", "quick", [], lambda: done.append("quick"))
    steps.step("compressed", "best", [], lambda: done.append("best"))
    assert done == ["best", "quick", "best"]


def test_tasks_wait_for_those_before_them() -> None:
    done: list[str] = []
    go = threading.Event()

    def wait() -> None:
        assert go.wait(10)
        done.append("first")

    with steps.Tasks() as tasks:
        first = tasks.start(wait)
        second = tasks.start(lambda: done.append("second"), first)
        tasks.start(go.set)
        second.result()
    assert done == ["first", "second"]


def test_a_failed_task_fails_those_after_it() -> None:
    done: list[str] = []

    def fail() -> None:
        raise Failure("no")

    with steps.Tasks() as tasks:
        last = tasks.start(lambda: done.append("last"), tasks.start(fail))
        with pytest.raises(Failure):
            last.result()
    assert not done


def test_a_fingerprint_follows_content_and_names(tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.write_text("1")
    first = steps.fingerprint([one])
    one.write_text("2")
    assert steps.fingerprint([one]) != first
    two = tmp_path / "two"
    two.write_text("1")
    assert steps.fingerprint([two]) != first


def test_a_failing_command_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Failure, match=r"exit code 3\. Do this\."):
        steps.run([sys.executable, "-c", "print('why'); raise SystemExit(3)"], "Do this.")
    assert "why" in capsys.readouterr().err
    with pytest.raises(Failure, match="Command not found"):
        steps.run(["no-such-command-here"], "Install it.")


def test_a_taken_port_gets_the_next_one(tmp_path: Path) -> None:
    with serving.Server(tmp_path) as taken:
        server = serving._first_free(tmp_path, taken.server_port)
        assert server.server_port > taken.server_port
        server.server_close()


def test_lock_files_name_no_download_address() -> None:
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


def test_serve_builds_in_a_new_process_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source.py"
    source.write_text("1")
    monkeypatch.setattr(serving, "SOURCES", (tmp_path,))
    monkeypatch.setattr(serving, "WEB", tmp_path)
    built: list[list[object]] = []
    waits = 0

    def wait(_: float) -> None:
        nonlocal waits
        waits += 1
        if waits == 2:
            source.write_text("22")
            os.utime(source, ns=(1, 1))
        if waits == 4:
            raise InterruptedError

    monkeypatch.setattr("web.build.serving.time.sleep", wait)
    monkeypatch.setattr("web.build.serving.subprocess.run", lambda command, **_: built.append(command))
    with pytest.raises(InterruptedError):
        serving._rebuild_after_changes()
    assert [command[2:] for command in built] == [["build", "--quick"]], "once for one change"
