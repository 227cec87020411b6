"""The split interpreter: both halves together behave like the whole."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from web.build import wasm
from web.build.environment import node
from web.build.halves import Interpreter, split
from web.build.interpreter import PROFILE, Profile
from web.build.pyodide_script import trim_script
from web.build.wheels import PYODIDE

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def original() -> bytes:
    return (PYODIDE / "pyodide.asm.wasm").read_bytes()


def test_the_profile_was_recorded_with_this_interpreter(original: bytes) -> None:
    assert Profile.read(PROFILE.read_text()).wasm == hashlib.sha256(original).hexdigest()


def test_a_profile_round_trips() -> None:
    profile = Profile("0f", [0, 1, 2, 7, 9, 10], [(1024, 2048)])
    assert Profile.read(profile.write()) == profile


@pytest.mark.parametrize("selection", ["profile", "every third"])
def test_both_halves_work_together(original: bytes, tmp_path: Path, selection: str) -> None:
    """Use C, exceptions, deep recursion and data of both halves; the first call into the second half links it."""
    whole = Interpreter(original)
    profile = Profile.read(PROFILE.read_text())
    functions = profile.functions if selection == "profile" else list(range(0, len(whole.bodies), 3))
    halves = split(whole, functions, profile.deferred)
    for file in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"):
        shutil.copyfile(PYODIDE / file, tmp_path / file)
    for name, content in halves._asdict().items():
        (tmp_path / f"{name}.wasm").write_bytes(content)
    command = [node(), ROOT / "tests" / "halves.mjs", tmp_path, ROOT / "web" / "client"]
    process = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert process.returncode == 0, process.stderr[-2000:]
    results, downloads = process.stdout.strip().splitlines()
    assert json.loads(results) == ["RecursionError", [42], "whole", "SNOWMAN", "8afb", "0.30000000000000004"]
    assert downloads == "1"


def test_each_function_and_each_byte_of_data_is_in_one_half(original: bytes) -> None:
    whole = Interpreter(original)
    start, end = 100_000, 200_000
    first, second = (Interpreter(half) for half in split_with_tables(whole, [(start, end)]))
    for number, body in enumerate(whole.bodies[:3000]):
        assert (first if number % 2 == 0 else second).bodies[number] == body
        assert (second if number % 2 == 0 else first).bodies[number] != body
    assert image(first)[start:end] == bytes(end - start)
    assert image(second)[start:end] == image(whole)[start:end]
    assert bytes(a | b for a, b in zip(image(first), image(second), strict=True)) == image(whole)


def split_with_tables(whole: Interpreter, second_data: list[tuple[int, int]]) -> list[bytes]:
    """Split an interpreter, and add the sections that `Interpreter` requires to its second half."""
    halves = split(whole, range(0, len(whole.bodies), 2), second_data)
    second = wasm.sections(halves.second)
    return [halves.first, wasm.assemble(second | dict.fromkeys((wasm.TABLE, wasm.EXPORT), b"\x00"))]


def image(interpreter: Interpreter) -> bytes:
    """Return the memory after all data segments are written."""
    memory = bytearray(4_000_000)
    for segment in interpreter.data:
        memory[segment.start : segment.end] = segment.content
    return bytes(memory)


SCRIPT = """use(_malloc);var _malloc,_free,_stdin;function assignWasmExports(wasmExports){\
_malloc=Module["_malloc"]=wasmExports["malloc"];_free=Module["_free"]=wasmExports["free"];\
_stdin=Module["_stdin"]=wasmExports["stdin"].value>>>0;wasmTable=wasmExports["table"]}"""


def test_unused_exports_are_dropped() -> None:
    trimmed = trim_script(SCRIPT, "Module._free", {"malloc", "free", "stdin", "table", "_ZN3fooEv"})
    assert trimmed
    assert trimmed.exports == {"malloc", "free", "table"}
    assert "stdin" not in trimmed.text
    assert 'wasmTable=wasmExports["table"]' in trimmed.text


def test_a_script_of_unknown_form_is_not_trimmed() -> None:
    assert trim_script("var other", "", {"malloc"}) is None
