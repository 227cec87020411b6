"""Strip Python sources of docstrings, comments and, in our own code, the annotations of functions.

Line numbers stay the same, so tracebacks still point at the right line.

    python -m web.build.strip_sources ARCHIVE OUTPUT

The build runs this under Pyodide for the standard library: its sources are written for a newer Python than the build's.
"""

import ast
import io
import sys
import tokenize
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

Place = tuple[int, int]
Documented = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def strip(source: str, *, keep_types: bool = True) -> str:
    """Return a source with empty docstrings and no comments, and without annotations of functions if asked to."""
    lines = source.splitlines(keepends=True)
    tree, tokens = ast.parse(source), list(tokenize.generate_tokens(io.StringIO(source).readline))
    place = _to_characters(lines)
    cuts = [(start, end, '""') for start, end in _docstrings(tree, place)]
    cuts += [(token.start, token.end, "") for token in tokens if token.type == tokenize.COMMENT]
    if not keep_types:
        types = list(_annotations(tree, tokens, place))
        cuts = [cut for cut in cuts if not any(start <= cut[0] < end for start, end in types)]
        cuts += [(start, end, "") for start, end in types]
    for (first, left), (last, right), put in sorted(cuts, reverse=True):
        line = lines[first - 1][:left] + put + lines[last - 1][right:]
        # Leave empty lines where a docstring spanned several.
        lines[first - 1 : last] = [line if line.strip() else "\n", *["\n"] * (last - first)]
    return "".join(lines)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Walk the statements of a module; three times as fast as `ast.walk`, which visits expressions, too."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, block, ())


def _docstrings(tree: ast.Module, place: Callable[[int | None, int | None], Place]) -> Iterator[tuple[Place, Place]]:
    """Yield the start and end of every docstring."""
    for node in _statements(tree):
        if isinstance(node, Documented) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                yield place(first.lineno, first.col_offset), place(first.end_lineno, first.end_col_offset)


def _annotations(
    tree: ast.Module, tokens: list[tokenize.TokenInfo], place: Callable[[int | None, int | None], Place]
) -> Iterator[tuple[Place, Place]]:
    """Yield the start and end of every annotation of a parameter or return value, punctuation included."""
    arrows = [token.start for token in tokens if token.string == "->"]
    for node in _statements(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        given = node.args
        for arg in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg):
            if arg and arg.annotation:
                line, column = place(arg.lineno, arg.col_offset)
                yield (line, column + len(arg.arg)), place(arg.end_lineno, arg.end_col_offset)
        if node.returns:
            start = place(node.returns.lineno, node.returns.col_offset)
            end = place(node.returns.end_lineno, node.returns.end_col_offset)
            yield max(arrow for arrow in arrows if arrow < start), end


def _to_characters(lines: list[str]) -> Callable[[int | None, int | None], Place]:
    """Convert the parser's positions, which count bytes, to positions that count characters."""
    before = list(lines)
    return lambda line, column: (line or 0, len(before[(line or 0) - 1].encode()[: column or 0].decode()))


def strip_archive(source: Path | str, target: Path | str, *, keep_types: bool = True) -> None:
    """Write a copy of an archive with all its Python sources stripped."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as stripped:
        for entry in whole.infolist():
            content = whole.read(entry)
            if Path(entry.filename).suffix == ".py":
                content = strip(content.decode(), keep_types=keep_types).encode()
            stripped.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)


if __name__ == "__main__":
    strip_archive(*sys.argv[1:])
