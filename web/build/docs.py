"""Build the site's documentation in `docs/`: the Markdown pages, and the API reference from docstrings.

This happens after the service worker is written, so that it doesn't download the documentation.
"""

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any

from qin_core.khan_tsin import Position as KhanPosition
from qin_core.khan_tsin import Record as KhanRecord
from qin_core.khan_tsin import svg as khan_svg
from qin_core.qin import Position, Record, svg
from web.build import fonts
from web.build.pages import BASE_POLICY, BOARDS_POLICY, HEAD, read
from web.build.steps import ROOT, WEB, WORK, Failure, files_under, fingerprint, fresh_folder, say, step

OUTPUT = WORK / "docs"
TEMPLATES = WEB / "docs"
PAGES = {
    "docs/README.md": "index",
    "docs/rules-qin.md": "rules-qin",
    "docs/rules-khan-tsin.md": "rules-khan-tsin",
    "docs/notation.md": "notation",
    "docs/python.md": "python",
    "docs/computer-players.md": "computer-players",
    "docs/architecture.md": "architecture",
    "docs/building.md": "building",
    "docs/robustness.md": "robustness",
    "web/lessons/README.md": "lessons",
    "qin_core/lab/README.md": "lab",
    "qin_core/lab/tried.md": "lab-tried",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
}
"""The page name of each Markdown file."""
API_MODULES = tuple(f"qin_core.{game}{part}" for game in ("qin", "khan_tsin") for part in ("", ".players", ".svg"))
"""The modules of the API reference."""
REQUIRED = ("pdoc", "markdown2")
EXTRAS = ["fenced-code-blocks", "header-ids", "tables"]
_POSITION_OR_RECORD = re.compile(r"^```(qin|khan-tsin|record)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PYTHON_SESSION = re.compile(r"^```python\n(?=>{3} )(.*?)^```$", re.MULTILINE | re.DOTALL)

AnyPosition = Position | KhanPosition


def make_docs(site: Path) -> None:
    """Bring the documentation up to date and copy it into a site; print a message if a tool is missing."""
    missing = [name for name in REQUIRED if importlib.util.find_spec(name) is None]
    if missing:
        say(f"  - documentation: {' and '.join(missing)} not installed; the site is built without docs/")
        return
    sources = [ROOT / name for name in PAGES]
    sources += [*(ROOT / "qin_core").rglob("*.py"), *files_under(TEMPLATES), WEB / "pieces.css", Path(__file__)]
    step("documentation", fingerprint(sorted(sources)), [OUTPUT / "index.html"], _write)
    shutil.rmtree(site / "docs", ignore_errors=True)
    shutil.copytree(OUTPUT, site / "docs")


def _write() -> None:
    folder = fresh_folder(OUTPUT)
    texts = {name: _markdown(ROOT / path) for path, name in PAGES.items()}
    reference = _reference()
    texts |= {name: text for name, (text, _) in reference.items()}
    texts["index"] += f"<h2>API reference</h2>{_links(API_MODULES, '')}"
    names = {name: members for name, (_, members) in reference.items()}
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(_page(name, text, names), encoding="utf-8")
    style = fonts.faces(fonts.in_folder("../fonts/")) + svg.STYLE + khan_svg.STYLE
    (folder / "docs.css").write_text(style + read("pieces.css") + read("docs/docs.css"), encoding="utf-8")


def _page(name: str, text: str, reference: Mapping[str, list[str]]) -> str:
    """Fill the page template."""
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", text, re.DOTALL)
    policy = "; ".join(f"{key} {value}" for key, value in {**BASE_POLICY, **BOARDS_POLICY}.items())
    members = "".join(f'<li><a href="#{member}">{member}</a></li>' for member in reference.get(name, []))
    slots = {
        "head": HEAD.format(policy),
        "title": re.sub("<[^>]+>", "", heading[1]) if heading else name,
        "icon": read("icons/qin.svg").strip(),
        "contents": f"{_links(PAGES.values(), name)}<h2>API reference</h2>{_links(API_MODULES, name, members)}",
        "text": re.sub("(<table>.*?</table>)", r'<div class="table" tabindex="0">\1</div>', text, flags=re.DOTALL),
    }
    return re.sub(r"\{\{([\w-]+)\}\}", lambda slot: slots[slot[1]], read("docs/page.html"))


def _links(names: Iterable[str], current: str, members: str = "") -> str:
    """Write a list of links to pages; below the current page, list its members."""
    items = []
    for name in names:
        label = f"<code>{name}</code>" if "." in name else TITLES.get(name, name.replace("-", " ").capitalize())
        mark = ' aria-current="page"' if name == current else ""
        sublist = f"<ul>{members}</ul>" if name == current and members else ""
        items.append(f'<li><a href="{name}.html"{mark}>{label}</a>{sublist}</li>')
    return f"<ul>{''.join(items)}</ul>"


TITLES = {
    "index": "Overview",
    "rules-qin": "Rules of Qin",
    "rules-khan-tsin": "Rules of Khan Tsin",
    "python": "Python package",
    "lab-tried": "Lab: experiments",
}


# Markdown pages


def _markdown(source: Path) -> str:
    """Render a Markdown file; turn examples into boards, and links to Markdown files into links to pages."""
    import markdown2

    boards: list[str] = []

    def placeholder(board: str) -> str:
        # Boards are inserted after rendering, because markdown2 would change their HTML.
        boards.append(board)
        return f"\n\n<div>board {len(boards) - 1}</div>\n\n"

    namespace: dict[str, Any] = {}
    text = source.read_text(encoding="utf-8")
    text = re.sub(r"^```(\w+) .*$", r"```\1", text, flags=re.MULTILINE)  # markdown2 allows only a language name
    text = _POSITION_OR_RECORD.sub(lambda block: placeholder(_example(block[1], block[2])), text)
    text = _PYTHON_SESSION.sub(
        lambda block: block[0] + placeholder(_last_board(block[1], namespace, source.name)), text
    )
    html = str(markdown2.markdown(text, extras=EXTRAS))
    html = re.sub(r"<div>board (\d+)</div>", lambda slot: boards[int(slot[1])], html)
    return re.sub(r'<a href="([^"]+)">(.*?)</a>', lambda link: _link(source, link), html)


def _link(source: Path, link: re.Match[str]) -> str:
    """Point a link at a page of the site; reduce links to other files to their text."""
    if "://" in link[1] or link[1].startswith("#"):
        return link[0]
    path, _, anchor = unescape(link[1]).partition("#")
    target = Path(os.path.normpath(source.parent / path))
    name = PAGES.get(target.relative_to(ROOT).as_posix())
    return f'<a href="{name}.html{"#" + anchor if anchor else ""}">{link[2]}</a>' if name else link[2]


def _example(kind: str, text: str) -> str:
    """Write an example as text and as a board: a position to play on, or a record to replay."""
    source = f"<pre><code>{escape(text, quote=False)}</code></pre>"
    if kind == "record":
        record = (KhanRecord if text.startswith('[Game "Khan Tsin"]') else Record).parse(text)
        return _figure(record.start, source, f'record="{escape(text)}" at="first"')
    position = (Position if kind == "qin" else KhanPosition).parse(text.partition("\n")[0])
    return _figure(position, source)


def _figure(position: AnyPosition, source: str = "", attributes: str = "") -> str:
    """Write a live board below its source; it shows a picture of the position until it is touched or clicked."""
    draw: Callable[..., str] = svg.board_svg if isinstance(position, Position) else khan_svg.board_svg
    wide = ' class="wide"' if isinstance(position, KhanPosition) else ""
    picture = draw(position, hits=False, style=False)
    attributes = attributes or f'position="{escape(str(position))}" move="anybody"'
    board = f"<qin-board {attributes}>{picture}</qin-board>"
    return f"<figure{wide}>{source}{board}</figure>"


def _last_board(session: str, namespace: dict[str, Any], source: str) -> str:
    """Run a doctest session and draw the last position that it assigned to a name."""
    old_names = dict(namespace)
    with contextlib.redirect_stdout(io.StringIO()):
        for example in doctest.DocTestParser().get_examples(session):
            try:
                exec(compile(example.source, "<example>", "exec"), namespace)
            except Exception as error:
                # An example may show an error: then its output is a traceback.
                if example.exc_msg is None:
                    raise Failure(f"{source}: an example fails with {error!r}:\n{example.source}") from error
    positions = [
        value
        for name, value in namespace.items()
        if isinstance(value, AnyPosition) and old_names.get(name) is not value
    ]
    return _figure(positions[-1]) if positions else ""


# API reference


def _reference() -> dict[str, tuple[str, list[str]]]:
    """Render the modules with pdoc; return the HTML of each module and the names of its members."""
    from markupsafe import Markup
    from pdoc import doc, render

    render.configure(template_directory=TEMPLATES, docformat="markdown", show_source=False, search=False)
    modules = {name: doc.Module.from_name(name) for name in API_MODULES}
    rendered = {}
    for name, module in modules.items():
        _document_constants(module)
        names = vars(module.obj)
        render.env.filters["boards"] = lambda text, name=name, names=names: Markup(
            _last_board(text or "", dict(names), name)
        )
        html = render.html_module(module, modules)
        members = [member.name for member in module.flattened_own_members if member.name in _public(module)]
        rendered[name] = _fix_links(html), members
    return rendered


def _document_constants(module: Any) -> None:
    """Copy the docstrings of constants from the submodules that define them to the package that exports them."""
    from pdoc import doc_ast

    package = f"{module.modulename}."
    for source in [submodule for name, submodule in sys.modules.items() if name.startswith(package)]:
        for name, text in doc_ast.walk_tree(source).var_docstrings.items():
            member = module.members.get(name)
            if member and member.kind == "variable" and not member.docstring:
                member.docstring = text


def _public(module: Any) -> set[str]:
    names = getattr(module.obj, "__all__", None)
    return set(names) if names else {name for name in vars(module.obj) if not name.startswith("_")}


def _fix_links(html: str) -> str:
    """Fix the links of a module: pdoc expects a folder for each package, but all pages are in one folder."""
    files = {name.replace(".", "/") + ".html": name for name in API_MODULES}

    def fix(link: re.Match[str]) -> str:
        path = re.sub(r"^(\.\.?/)+", "", link[1])
        targets = [name for file, name in files.items() if file == path or file.endswith(f"/{path}")]
        anchor = link[2] or ""
        return f'href="{targets[0]}.html{anchor}"' if targets else f'href="{anchor or "#"}"'

    html = re.sub(r'href="([^"#]*)(#[^"]*)?"', lambda link: fix(link) if link[1] else link[0], html)
    # Remove the docstrings that Python generates for named tuples.
    html = re.sub(r"<p>(Alias for field number \d+|Create new instance of \w+\(.*?\))</p>", "", html)
    # Undocumented members have no entry to link to.
    entries = set(re.findall(r'id="([^"]+)"', html))
    internal_link = re.compile(r'<a href="#([^"]+)">(.*?)</a>')
    return internal_link.sub(lambda link: link[0] if link[1] in entries else link[2], html)
