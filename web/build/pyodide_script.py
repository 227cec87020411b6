"""Trim Pyodide's script: remove the exports of the interpreter that only dynamic libraries use."""

import re
from collections.abc import Set
from typing import NamedTuple

EXPORTS_FUNCTION = re.compile(r"var ([\w,]+);function assignWasmExports\(wasmExports\)\{([^{}]*)\}")
ASSIGNMENT = re.compile(r'(\w+)=Module\["\w+"\]=wasmExports\["([\w.]+)"\](?:\.value>{3}0)?')


class Script(NamedTuple):
    """The trimmed script and the exports that are still used."""

    text: str
    exports: frozenset[str]


def trim_script(text: str, other_scripts: str, exports: Set[str]) -> Script | None:
    """Remove the assignments of exports that no script uses; return None if the script has an unknown form."""
    function = EXPORTS_FUNCTION.search(text)
    if not function:
        return None
    before, after = text[: function.start()], text[function.end() :]
    words = set(re.findall(r"\w+", f"{before} {after} {other_scripts}"))
    unused = set()
    assignments = []
    for assignment in function[2].split(";"):
        match = ASSIGNMENT.fullmatch(assignment)
        if match and not {match[1], match[2]} & words:
            unused.add(match[1])
        else:
            assignments.append(assignment)
    variables = ",".join(name for name in function[1].split(",") if name not in unused)
    trimmed = f"var {variables};function assignWasmExports(wasmExports){{{';'.join(assignments)}}}"
    used = {name for name in exports if {name, f"_{name}"} & words or f'wasmExports["{name}"]' in trimmed}
    return Script(before + trimmed + after, frozenset(used))
