"""Leave the code of functions that the start of the page doesn't call out of the snapshot. Runs in Pyodide.

At build time, a first interpreter notes the functions that are called. In a second one, whose memory becomes the
snapshot, all other functions get the code of a stub. In the page, this module is part of the snapshot: it restores the
real code when that has been downloaded, or when a stub is called.
"""

import builtins
import gc
import marshal
import sys
import zipimport
from types import CodeType, FunctionType

IN_FUNCTION, NESTED, GENERATOR, COROUTINE, ITERABLE, ASYNC_GENERATOR = 0x02, 0x10, 0x20, 0x80, 0x100, 0x200
"""CPython's flags of code objects."""
FRAME, FUNCTION = 3, 2
"""Where CPython keeps the internal frame in a frame object, and the function in an internal frame, in words."""
NEVER_COLD = (
    "importlib",
    "_frozen_importlib",
    "zipimport",
    "encodings",
    "pyodide",
    "_pyodide",
    "engine",
    "qin_core",
    __name__,
)
"""Modules that stay whole: what this module may need, and our own, whose code a person's first moves could call."""
FUNCTIONS_PER_CHUNK = 400
"""How many functions are restored at once."""

called: set[str] = set()
"""The names of called functions, while they are recorded."""

functions: list[FunctionType] = []
"""The functions with stubs."""
restored = 0
"""How many of them have their own code again."""
chunks: list[bytes] | None = None
"""The code of the others, the first functions last."""


def restore() -> bool:
    """Restore some functions; return whether others are left."""
    global restored
    if chunks:
        for code in marshal.loads(chunks.pop()):
            function = functions[restored]
            function.__code__ = code.replace(co_flags=code.co_flags | function.__code__.co_flags & ITERABLE)
            restored += 1
    return bool(chunks)


def load(archive: bytes) -> None:
    """Keep the downloaded code for `restore`."""
    global chunks
    if chunks is None:
        chunks = marshal.loads(archive)


def restore_all() -> FunctionType:
    """Restore all functions at once; return the one whose stub has called this."""
    from pyodide_js import _module

    # A stub is shared by many functions, and Python code can't ask a frame for its function.
    address = _function_address(_module.HEAPU32, id(sys._getframe(1)))  # noqa: SLF001
    function = next(function for function in functions if id(function) == address)
    if chunks is None:
        load(_module.getColdCode(f"{function.__module__}.{function.__qualname__}").to_bytes())
    while restore():
        pass
    return function


def _function_address(words: object, frame: int) -> int:
    """Return the address of the function that a frame belongs to; the lowest bits of pointers are flags."""
    word_at = words.at  # type: ignore[attr-defined]
    return int(word_at(word_at(frame // 4 + FRAME) // 4 + FUNCTION)) & ~3


def _plain(*args, **kwargs):  # type: ignore[no-untyped-def]
    return qin_restore_all()(*args, **kwargs)  # type: ignore[name-defined]  # noqa: F821


def _generator(*args, **kwargs):  # type: ignore[no-untyped-def]
    return (yield from qin_restore_all()(*args, **kwargs))  # type: ignore[name-defined]  # noqa: F821


async def _coroutine(*args, **kwargs):  # type: ignore[no-untyped-def]
    return await qin_restore_all()(*args, **kwargs)  # type: ignore[name-defined]  # noqa: F821


# Globals of other modules don't contain `restore_all`.
builtins.qin_restore_all = restore_all  # type: ignore[attr-defined]
_stubs = {0: _plain.__code__, GENERATOR: _generator.__code__, COROUTINE: _coroutine.__code__}


def _stub_of(code: CodeType) -> CodeType:
    """Return a stub of the same kind: plain function, generator or coroutine."""
    stub = _stubs[code.co_flags & (GENERATOR | COROUTINE)]
    flags = stub.co_flags | code.co_flags & (NESTED | ITERABLE)
    return stub.replace(co_freevars=code.co_freevars, co_flags=flags)


def name_of(code: CodeType) -> str:
    """Return a name that is the same in every interpreter."""
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_qualname}"


def record_calls() -> None:
    """Note the names of called functions in `called` from now on."""
    monitoring = sys.monitoring  # type: ignore[attr-defined]
    event = monitoring.events.PY_START

    def note(code: CodeType, _: int) -> object:
        called.add(name_of(code))
        return monitoring.DISABLE

    monitoring.use_tool_id(monitoring.PROFILER_ID, __name__)
    monitoring.register_callback(monitoring.PROFILER_ID, event, note)
    monitoring.set_events(monitoring.PROFILER_ID, event)


def make_archive(file: str, numbers: list[int]) -> bytes:
    """Return some of the code objects in a file, in the form that `load` expects."""
    with open(file, "rb") as source:
        codes = [marshal.load(source) for _ in range(max(numbers) + 1)]
    everything = [codes[number] for number in numbers]
    starts = range(0, len(everything), FUNCTIONS_PER_CHUNK)
    return marshal.dumps([marshal.dumps(everything[start : start + FUNCTIONS_PER_CHUNK]) for start in reversed(starts)])


class StubInserter:
    """Replaces the code of functions that the rehearsal didn't call by stubs."""

    def __init__(self, called: str, codes: str) -> None:
        """Replace code from now on, before modules are executed; read the calls from a file, and write code to one."""
        with open(called, encoding="utf-8") as file:
            self._called = set(file.read().split("\n"))
        # In the memory, the code would leave gaps.
        self._codes = open(codes, "wb", buffering=0)  # noqa: SIM115
        self._count = 0
        self._compile = zipimport._compile_source  # type: ignore[attr-defined]  # noqa: SLF001
        zipimport._compile_source = self._compile_without_cold  # type: ignore[attr-defined]  # noqa: SLF001

    def _compile_without_cold(self, path: str, source: bytes) -> CodeType:
        code: CodeType = self._compile(path, source)
        name = path.replace(".whl/", ".zip/").partition(".zip/")[2]
        return code if name.startswith(NEVER_COLD) else self._without_cold(code)

    def _store(self, code: CodeType) -> int:
        """Store the code of a function and return its number."""
        marshal.dump(code, self._codes)
        self._count += 1
        return self._count - 1

    def _is_cold(self, code: CodeType) -> bool:
        has_no_stub = code.co_name == "__annotate__" or code.co_flags & ASYNC_GENERATOR
        return not has_no_stub and name_of(code) not in self._called

    def _without_cold(self, code: CodeType) -> CodeType:
        """Replace the functions and methods of a module or class."""
        return code.replace(co_consts=tuple(map(self._replaced, code.co_consts)))

    def _replaced(self, constant: object) -> object:
        """Return the stub of a function that isn't called; other constants unchanged."""
        if not isinstance(constant, CodeType):
            return constant
        if not constant.co_flags & IN_FUNCTION:
            return self._without_cold(constant)
        if not self._is_cold(constant):
            return constant
        # Until `finish`, each function has its own stub: decorators ask for names, and the line is the code's number.
        line = self._store(constant) + 1
        return _stub_of(constant).replace(
            co_name=constant.co_name, co_qualname=constant.co_qualname, co_firstlineno=line
        )

    def finish(self) -> list[int]:
        """Let all stubs share few code objects; return the numbers of the functions' code."""
        zipimport._compile_source = self._compile  # type: ignore[attr-defined]  # noqa: SLF001
        numbers = []
        shared: dict[CodeType, CodeType] = {}
        for function in gc.get_objects():
            if type(function) is not FunctionType or function.__module__ == __name__:
                continue
            code = function.__code__
            if code.co_filename == __file__:
                numbers.append(code.co_firstlineno - 1)
            elif self._is_replaceable(function, code):
                numbers.append(self._store(code))
            else:
                continue
            functions.append(function)
            stub = _stub_of(code).replace(co_freevars=tuple(map(str, range(len(code.co_freevars)))))
            function.__code__ = shared.setdefault(stub, stub)
        self._codes.close()
        return numbers

    def _is_replaceable(self, function: FunctionType, code: CodeType) -> bool:
        """Tell whether a function that wasn't compiled from an archive can be replaced: no other one has its code."""
        is_only_user = "<locals>" not in code.co_qualname or code.co_filename == "<string>"
        return is_only_user and not (function.__module__ or "").startswith(NEVER_COLD) and self._is_cold(code)


def check_layout(words: object) -> None:
    """Check that a frame holds its function where `restore_all` looks for it."""
    if _function_address(words, id(sys._getframe())) != id(check_layout):  # noqa: SLF001
        raise SystemError("CPython's frames have another layout: adapt web/build/cold_code.py.")
