"""Sources without what only people read: docstrings and comments. The page's Python runs this, too, at build time.

Every line stays where it is, so that a traceback still says where something happened.
"""

import ast
import io
import tokenize
import zipfile
from pathlib import Path

Place = tuple[int, int]


def slim(source: str) -> str:
    """Empty the docstrings of a source and leave its comments out."""
    lines = source.splitlines(keepends=True)
    cuts = [(start, end, '""') for start, end in _docstrings(ast.parse(source), source)]
    cuts += [
        (token.start, token.end, "")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    for (first, left), (last, right), put in sorted(cuts, reverse=True):
        before, after = lines[first - 1][:left], lines[last - 1][right:]
        line = before + put + after
        # The lines that a docstring took up stay, empty.
        lines[first - 1 : last] = [line if line.strip() else "\n", *["\n"] * (last - first)]
    return "".join(lines)


def _docstrings(tree: ast.Module, source: str) -> list[tuple[Place, Place]]:
    """Find the docstrings: where each begins and ends, in characters."""
    lines = source.splitlines(keepends=True)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                end_line, end = first.end_lineno or first.lineno, first.end_col_offset or 0
                place = (first.lineno, len(lines[first.lineno - 1].encode()[: first.col_offset].decode()))
                found.append((place, (end_line, len(lines[end_line - 1].encode()[:end].decode()))))
    return found


def slim_archive(source: Path | str, target: Path | str) -> None:
    """Write an archive of sources anew."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as slimmed:
        for entry in whole.infolist():
            content = whole.read(entry)
            if Path(entry.filename).suffix == ".py":
                content = slim(content.decode()).encode()
            slimmed.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
