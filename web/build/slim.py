"""Sources without what only people read: docstrings, comments, and what our own functions say of types.

The page's Python runs this, too, at build time.

Every line stays where it is, so that a traceback still says where something happened.
"""

import ast
import io
import tokenize
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

Place = tuple[int, int]


def slim(source: str, *, typed: bool = True) -> str:
    """Empty the docstrings of a source, leave its comments out, and the types of functions unless it stays `typed`."""
    lines = source.splitlines(keepends=True)
    tree, tokens = ast.parse(source), list(tokenize.generate_tokens(io.StringIO(source).readline))
    cuts = [(start, end, '""') for start, end in _docstrings(tree, source)]
    cuts += [(token.start, token.end, "") for token in tokens if token.type == tokenize.COMMENT]
    if not typed:
        types = list(_types(tree, tokens, source))
        cuts = [cut for cut in cuts if not any(start <= cut[0] < end for start, end in types)]
        cuts += [(start, end, "") for start, end in types]
    for (first, left), (last, right), put in sorted(cuts, reverse=True):
        before, after = lines[first - 1][:left], lines[last - 1][right:]
        line = before + put + after
        # The lines that a docstring took up stay, empty.
        lines[first - 1 : last] = [line if line.strip() else "\n", *["\n"] * (last - first)]
    return "".join(lines)


def _docstrings(tree: ast.Module, source: str) -> list[tuple[Place, Place]]:
    """Find the docstrings: where each begins and ends, in characters."""
    place, found = _places(source), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                found.append((place(first.lineno, first.col_offset), place(first.end_lineno, first.end_col_offset)))
    return found


def _types(tree: ast.Module, tokens: list[tokenize.TokenInfo], source: str) -> Iterator[tuple[Place, Place]]:
    """Find the types of what functions take and give, with the signs before them."""
    place = _places(source)
    arrows = [token.start for token in tokens if token.string == "->"]
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            line, column = place(node.lineno, node.col_offset)
            yield (line, column + len(node.arg)), place(node.end_lineno, node.end_col_offset)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            start = place(node.returns.lineno, node.returns.col_offset)
            yield (
                max(arrow for arrow in arrows if arrow < start),
                place(node.returns.end_lineno, node.returns.end_col_offset),
            )


def _places(source: str) -> Callable[[int | None, int | None], Place]:
    """Turn the parser's places, which count bytes, into places that count characters."""
    lines = source.splitlines(keepends=True)
    return lambda line, column: (line or 0, len(lines[(line or 0) - 1].encode()[: column or 0].decode()))


def slim_archive(source: Path | str, target: Path | str, *, typed: bool = True) -> None:
    """Write an archive of sources anew."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as slimmed:
        for entry in whole.infolist():
            content = whole.read(entry)
            if Path(entry.filename).suffix == ".py":
                content = slim(content.decode(), typed=typed).encode()
            slimmed.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
