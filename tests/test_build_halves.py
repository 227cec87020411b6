"""The divided interpreter: both halves together do what the whole does."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from web.build import wasm
from web.build.environment import node
from web.build.halves import Interpreter, divide, trim_script
from web.build.interpreter import PROFILE, Profile
from web.build.wheels import PYODIDE

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def original() -> bytes:
    return (PYODIDE / "pyodide.asm.wasm").read_bytes()


def test_the_recorded_profile_fits_the_interpreter(original: bytes) -> None:
    assert Profile.read(PROFILE.read_text()).wasm == hashlib.sha256(original).hexdigest()


def test_a_profile_is_read_as_it_was_written() -> None:
    profile = Profile("0f", [0, 1, 2, 7, 9, 10], [(1024, 2048)])
    assert Profile.read(profile.write()) == profile


@pytest.mark.parametrize("chosen", ["recorded", "every third"])
def test_both_halves_together_are_a_whole_interpreter(original: bytes, tmp_path: Path, chosen: str) -> None:
    """C, exceptions, deep recursion and data of both halves; the second one is linked by the first call into it."""
    whole = Interpreter(original)
    recorded = Profile.read(PROFILE.read_text())
    functions = recorded.functions if chosen == "recorded" else list(range(0, len(whole.bodies), 3))
    halves = divide(whole, functions, recorded.later)
    for file in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"):
        shutil.copyfile(PYODIDE / file, tmp_path / file)
    for name, content in halves._asdict().items():
        (tmp_path / f"{name}.wasm").write_bytes(content)
    command = [node(), ROOT / "tests" / "halves.mjs", tmp_path, ROOT / "web" / "client"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    answer, asked = done.stdout.strip().splitlines()
    assert json.loads(answer) == ["RecursionError", [42], "whole", "SNOWMAN", "8afb", "0.30000000000000004"]
    assert asked == "1"


def test_each_function_and_each_byte_of_data_is_in_one_half(original: bytes) -> None:
    whole = Interpreter(original)
    start, end = 100_000, 200_000
    first, second = (Interpreter(half) for half in divide_with_tables(whole, [(start, end)]))
    for number, body in enumerate(whole.bodies[:3000]):
        assert (first if number % 2 == 0 else second).bodies[number] == body
        assert (second if number % 2 == 0 else first).bodies[number] != body
    assert image(first)[start:end] == bytes(end - start)
    assert image(second)[start:end] == image(whole)[start:end]
    assert bytes(a | b for a, b in zip(image(first), image(second), strict=True)) == image(whole)


def divide_with_tables(whole: Interpreter, later: list[tuple[int, int]]) -> list[bytes]:
    """Divide an interpreter, and add the sections that the reader expects to its second half."""
    halves = divide(whole, range(0, len(whole.bodies), 2), later)
    second = wasm.sections(halves.second)
    return [halves.first, wasm.assemble(second | dict.fromkeys((wasm.TABLE, wasm.EXPORT), b"\x00"))]


def image(interpreter: Interpreter) -> bytes:
    memory = bytearray(4_000_000)
    for segment in interpreter.data:
        memory[segment.start : segment.end] = segment.content
    return bytes(memory)


SCRIPT = """use(_malloc);var _malloc,_free,_stdin;function assignWasmExports(wasmExports){\
_malloc=Module["_malloc"]=wasmExports["malloc"];_free=Module["_free"]=wasmExports["free"];\
_stdin=Module["_stdin"]=wasmExports["stdin"].value>>>0;wasmTable=wasmExports["table"]}"""


def test_exports_that_nothing_names_are_dropped() -> None:
    made = trim_script(SCRIPT, "Module._free", {"malloc", "free", "stdin", "table", "_ZN3fooEv"})
    assert made
    assert made.exports == {"malloc", "free", "table"}
    assert "stdin" not in made.text
    assert 'wasmTable=wasmExports["table"]' in made.text


def test_a_script_of_unknown_form_stays_as_it_is() -> None:
    assert trim_script("var other", "", {"malloc"}) is None
