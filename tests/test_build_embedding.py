"""The script of `<qin-board>`: small, self-contained, with a style sheet that no page can break."""

import gzip
import re
from pathlib import Path

import pytest

from engine.main import GAMES
from engine.words import LANGUAGES
from web.build import embedding, guide
from web.build.pages import Site, read
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
    html_sinks = (
        r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTML|document\.write|eval\(|Function\("
    )
    matches = {name: re.findall(html_sinks, source) for name, source in sources.items()}
    assert {name: names for name, names in matches.items() if names} == {
        "dom/patch.js": ["innerHTML"] * 2,
        "boot/boot.js": ["Function("],
    }
    assert "policy.createHTML(html)" in sources["dom/patch.js"]


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


def test_the_guide_shows_the_size_of_the_engine(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(bytes(1_400_000))
    (tmp_path / "two").write_bytes(bytes(2_300_000))
    assert guide.engine_size([tmp_path / "one", tmp_path / "two"]) == 4
    with pytest.raises(FileNotFoundError):
        guide.engine_size([tmp_path / "one", tmp_path / "three"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_contents_and_an_example_of_every_game(language: str) -> None:
    page = guide.with_contents(read(f"guide/{language}.html"), language)
    contents = re.findall(r'<li><a href="#([a-z-]+)">', page.partition('class="toc"')[2].partition("</nav>")[0])
    assert contents == re.findall(r'<h2 id="(?!toc)([a-z-]+)">', page)
    assert len(contents) >= 12
    assert "{{khan-tsin}}" in page
    assert '<qin-board game="khan-tsin" level="2"><img' in guide.LIVE["khan-tsin"]
    assert 'game="khan-tsin"' in guide.EXAMPLES["khan-tsin"]


def test_the_sample_page_has_the_number_of_computer_players() -> None:
    number = {6: "six", 7: "seven", 8: "eight", 9: "nine"}[len(GAMES.default.levels)]
    assert f"The easiest of {number} computer players" in guide.files()["examples/rules.html"]


def test_the_single_file_bundles_its_boards() -> None:
    script = embedding.single_file_script()
    assert "qin-board" in script
    assert "board-style" in script
