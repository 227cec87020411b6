"""Strip docstrings, comments and, in our own code, function annotations from Python sources.

Line numbers stay the same, so tracebacks point at the right line.

    python -m web.build.strip_sources ARCHIVE OUTPUT

The build runs this module in Pyodide for the standard library, whose syntax may be too new for the build's Python.
"""

import ast
import io
import sys
import tokenize
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

Position = tuple[int, int]
"""Line (from 1) and column (from 0) in a source."""
WithDocstring = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def strip(source: str, *, keep_types: bool = True) -> str:
    """Return a source with empty docstrings and without comments; also without annotations unless `keep_types`."""
    lines = source.splitlines(keepends=True)
    tree, tokens = ast.parse(source), list(tokenize.generate_tokens(io.StringIO(source).readline))
    to_position = _to_characters(lines)
    cuts = [(start, end, '""') for start, end in _docstrings(tree, to_position)]
    cuts += [(token.start, token.end, "") for token in tokens if token.type == tokenize.COMMENT]
    if not keep_types:
        types = list(_annotations(tree, tokens, to_position))
        cuts = [cut for cut in cuts if not any(start <= cut[0] < end for start, end in types)]
        cuts += [(start, end, "") for start, end in types]
    for (first, left), (last, right), replacement in sorted(cuts, reverse=True):
        line = lines[first - 1][:left] + replacement + lines[last - 1][right:]
        # Replace the other lines of a long docstring with empty lines.
        lines[first - 1 : last] = [line if line.strip() else "\n", *["\n"] * (last - first)]
    return "".join(lines)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a module; three times as fast as `ast.walk`, which also visits expressions."""
    queue: list[ast.AST] = [tree]
    while queue:
        node = queue.pop()
        yield node
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            queue += getattr(node, block, ())


def _docstrings(
    tree: ast.Module, to_position: Callable[[int | None, int | None], Position]
) -> Iterator[tuple[Position, Position]]:
    """Yield the start and end of every docstring."""
    for node in _statements(tree):
        if isinstance(node, WithDocstring) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                yield to_position(first.lineno, first.col_offset), to_position(first.end_lineno, first.end_col_offset)


def _annotations(
    tree: ast.Module, tokens: list[tokenize.TokenInfo], to_position: Callable[[int | None, int | None], Position]
) -> Iterator[tuple[Position, Position]]:
    """Yield the start and end of every annotation of a parameter or return value, including its punctuation."""
    arrows = [token.start for token in tokens if token.string == "->"]
    for node in _statements(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        arguments = node.args
        for arg in (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg):
            if arg and arg.annotation:
                line, column = to_position(arg.lineno, arg.col_offset)
                yield (line, column + len(arg.arg)), to_position(arg.end_lineno, arg.end_col_offset)
        if node.returns:
            start = to_position(node.returns.lineno, node.returns.col_offset)
            end = to_position(node.returns.end_lineno, node.returns.end_col_offset)
            yield max(arrow for arrow in arrows if arrow < start), end


def _to_characters(lines: list[str]) -> Callable[[int | None, int | None], Position]:
    """Return a function from the parser's positions, which count bytes, to positions that count characters."""
    original = list(lines)
    return lambda line, column: (line or 0, len(original[(line or 0) - 1].encode()[: column or 0].decode()))


def strip_archive(source: Path | str, target: Path | str, *, keep_types: bool = True) -> None:
    """Copy an archive and strip its Python sources.

    The copy isn't compressed: Zstandard packs whole archives much smaller than zip packs their files one by one.
    """
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as stripped:
        for entry in whole.infolist():
            content = whole.read(entry)
            if Path(entry.filename).suffix == ".py":
                content = strip(content.decode(), keep_types=keep_types).encode()
            stripped.writestr(entry, content, zipfile.ZIP_STORED)


if __name__ == "__main__":
    strip_archive(*sys.argv[1:])
