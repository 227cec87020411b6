"""The script of `<qin-board>`: small, self-contained, with a style sheet that no page can break."""

import gzip
import re
from pathlib import Path

import pytest

from web.build import embedding, guide
from web.build.pages import Site
from web.build.steps import WEB


def test_the_script_is_small_and_self_contained() -> None:
    script = embedding.script()
    assert len(gzip.compress(script.encode(), 9)) <= 12_000
    assert script.startswith('"use strict";(()=>{')
    assert script.endswith("})();\n")
    assert not re.search(r"(^|[;{}])(import|export)[\s{*]", script)
    assert "__WORDS__" not in script


def test_html_is_only_written_through_the_trusted_types_policy() -> None:
    client = WEB / "client"
    sources = {file.relative_to(client).as_posix(): file.read_text() for file in client.rglob("*.js")}
    writing = (
        r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTML|document\.write|eval\(|Function\("
    )
    found = {name: re.findall(writing, source) for name, source in sources.items()}
    assert {name: words for name, words in found.items() if words} == {
        "dom/patch.js": ["innerHTML"] * 2,
        "boot/boot.js": ["Function("],
    }
    assert "policy.createHTML(text)" in sources["dom/patch.js"]


def test_sizes_are_independent_of_the_page_and_colours_can_be_set() -> None:
    assert embedding.shadow_style("a { margin: 0 1.5rem; }") == "a { margin: 0 calc(1.5 * var(--qin-text, 16px)); }"
    assert embedding.shadow_style("  --ink: #222222;") == "  --ink: var(--qin-ink, #222222);"
    assert embedding.shadow_style("@media (max-width: 40rem) {") == "@media (max-width: 40rem) {"


def test_the_hidden_frame_has_the_style_of_all_boards() -> None:
    site = Site("1", ["pyscript/core.js"], [], [])
    pages = {page.path: site.write(page) for page in embedding.pages()}
    assert ".qin-svg" in pages["engine.html"]
    assert not re.search(r"^(?!@).*\drem\b", pages["engine.html"], re.MULTILINE)
    assert '"background": true' in pages["engine.html"]
    assert "script-src 'self'; frame-src 'self'" in pages["embed.html"]


def test_the_guide_names_the_size_of_files_that_exist(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(bytes(1_400_000))
    (tmp_path / "two").write_bytes(bytes(2_300_000))
    assert guide.engine_size([tmp_path / "one", tmp_path / "two"]) == 4
    with pytest.raises(FileNotFoundError):
        guide.engine_size([tmp_path / "one", tmp_path / "three"])
