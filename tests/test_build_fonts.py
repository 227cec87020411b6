"""The site's fonts: small, complete, with lining figures, and with fallbacks of the same size."""

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from web.build import fonts, pages
from web.build.fonts import FACES, Face
from web.build.steps import WEB

EVERY_FACE = pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)


@pytest.fixture(autouse=True, scope="module")
def make_fonts() -> None:
    fonts.make_fonts()


@cache
def open_font(face: Face) -> Any:
    return TTFont(face.file)


@cache
def letters() -> Counter[str]:
    """Count the letters of all texts."""
    counts: Counter[str] = Counter()
    for file in (WEB / "i18n").glob("*.json"):
        for text in json.loads(file.read_text("utf-8")).values():
            counts.update(text if isinstance(text, str) else "".join(text.values()))
    return counts


@EVERY_FACE
def test_a_face_is_small_and_has_the_letters_of_all_languages(face: Face) -> None:
    assert face.file.stat().st_size < 20_000
    glyph_names = open_font(face).getBestCmap()
    assert {letter for letter in letters() if letter.isalpha() and ord(letter) not in glyph_names} == set()
    assert "kern" in {record.FeatureTag for record in open_font(face)["GPOS"].table.FeatureList.FeatureRecord}


@EVERY_FACE
def test_figures_have_equal_height_and_stand_on_the_baseline(face: Face) -> None:
    font = open_font(face)
    glyphs, glyph_names = font["glyf"], font.getBestCmap()
    figures = [glyphs[glyph_names[ord(figure)]] for figure in "0123456789"]
    ems = font["head"].unitsPerEm
    assert max(figure.yMax for figure in figures) - min(figure.yMax for figure in figures) < 0.05 * ems
    assert all(abs(figure.yMin) < 0.03 * ems for figure in figures)


def test_fallbacks_have_the_same_metrics() -> None:
    """Fallbacks are system fonts scaled to the same line height and width."""
    rules = fonts.faces(fonts.in_folder("fonts/"))
    for face in FACES:
        assert f'url("fonts/{face.name}")' in rules
        assert f'font-family:"{face.family} Stand-in";font-weight:{face.weight_range};' in rules
    for rule in re.findall(r"@font-face\{[^}]*Stand-in[^}]*\}", rules):
        percent = {name: float(value) / 100 for name, value in re.findall(r"([\w-]+):([\d.]+)%", rule)}
        face = next(face for face in FACES if f'"{face.family} Stand-in";font-weight:{face.weight_range}' in rule)
        assert percent["size-adjust"] * percent["ascent-override"] == pytest.approx(face.ascent * face.scale, abs=0.002)
        assert percent["size-adjust"] * percent["descent-override"] == pytest.approx(
            face.descent * face.scale, abs=0.002
        )


def test_text_waits_for_embedded_faces() -> None:
    """An `optional` face would be ignored if it isn't decoded at the first paint."""
    rules = fonts.faces(fonts.data_address)
    assert rules.count('font-display:block;src:url("data:font/woff2;base64,') == len(FACES)
    assert "font-display:optional" not in rules


def test_text_faces_are_small_preloaded_and_optional() -> None:
    """Text never shifts, because its faces are used only if they arrive before the first paint."""
    site = pages.Site("1", ["pyscript/core.js"], ["qin-core"], ["pyodide/pyodide.js"])
    text = [face for face in FACES if face.family == "Qin Sans"]
    assert sum(face.file.stat().st_size for face in text) < 20_000
    rules = fonts.faces(fonts.in_folder("fonts/"))
    for face in text:
        assert f'font-weight:{face.weight_range};font-display:optional;src:url("fonts/{face.name}")' in rules
        for page in (pages.game_page(), pages.editor_page()):
            assert re.search(
                rf'<link rel="preload" as="font"[^>]* crossorigin href="./fonts/{face.name}"', site.write(page)
            )
