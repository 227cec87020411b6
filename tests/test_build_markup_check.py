"""The mypy plugin that finds unescaped text in HTML."""

import re
from pathlib import Path

import pytest
from mypy import api

HTML = """
from typing import NewType
Markup = NewType("Markup", str)
def text(plain: str) -> Markup:
    return Markup("")
"""
SAFE = (
    '"<b>"',
    'f"<b>{text(name)}</b>"',
    'f"<td>{number}</td>{number:.2f}"',
    """f'{" now" if number else ""}'""",
    '"".join(f"<li>{text(item)}</li>" for item in names)',
    'text(name) + "<hr>"',
    '"".join(map(text, names))',
)
UNSAFE = (
    "name",
    'f"<b>{name}</b>"',
    'f"<b>{text(name)}</b>" + name',
    """f'{name if number else ""}'""",
    '"".join(f"<li>{item}</li>" for item in names)',
    '"".join(names)',
    'f"{names}"',
    'f"<b>{name!r}</b>"',
    '"<b>%s</b>" % name',
    '"<b>{}</b>".format(name)',
    "name.upper()",
)


@pytest.mark.parametrize("lines", [SAFE, UNSAFE])
def test_unescaped_text_in_html_is_an_error(lines: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").touch()
    (tmp_path / "engine" / "html.py").write_text(HTML)
    plugin = Path(__file__).parent.parent / "web" / "build" / "markup_check.py"
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = {plugin}\nmypy_path = {tmp_path}\n")
    header = "from engine.html import Markup, text\ndef draw(name: str, number: int, names: list[str]) -> None:\n"
    (tmp_path / "view.py").write_text(header + "".join(f"    Markup({line})\n" for line in lines))
    output, errors_on_stderr, _ = api.run(
        ["--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path / "cache"), str(tmp_path / "view.py")]
    )
    assert not errors_on_stderr
    error_lines = {int(number) for number in re.findall(r"view\.py:(\d+): error: .* in HTML", output)}
    assert error_lines == (set() if lines is SAFE else set(range(3, 3 + len(lines)))), output
