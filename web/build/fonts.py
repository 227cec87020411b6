"""Subset the typefaces to the letters of our languages: Alegreya for names and headings, Source Sans 3 for text.

Both are under the SIL Open Font License 1.1.
"""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from web.build.steps import MODULES, WEB, WORK, Failure, fingerprint, step

MAX_BYTES = 20_000
# Players' names can contain any Western European letter.
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) + "ŒœŸ\u00a0«»‘’‚“”„–—…·×−¡¿"
FEATURES = ["kern", "liga", "lnum", "tnum"]
TIMES = ("Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "LiberationSerif-Bold")
ARIAL = ("Arial", "ArialMT", "Liberation Sans", "LiberationSans", "Roboto")
ARIAL_BOLD = ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "LiberationSans-Bold", "Roboto Bold")


class Face(NamedTuple):
    """A face: where it comes from and what it looks like.

    While it loads, a typeface of the system is scaled to the same size, so that nothing moves.
    """

    family: str
    package: str
    weight: int
    weights: str
    """The weights that it is used for."""
    ascent: float
    descent: float
    """In ems."""
    fallbacks: tuple[str, ...]
    """Names of typefaces with the same widths, one of which most systems have."""
    width: float
    """The width of our texts relative to the fallbacks."""
    size: float = 1
    """Its size relative to the font size: a face with small letters is enlarged."""
    display: str = "swap"
    """Of the text, no letter moves after the first paint: where the face is late, the next page has it."""

    @property
    def name(self) -> str:
        """Its file name."""
        return f"{self.package}-{self.weight}.woff2"

    @property
    def source(self) -> Path:
        return MODULES / "@fontsource" / self.package / "files" / f"{self.package}-latin-{self.weight}-normal.woff2"

    @property
    def file(self) -> Path:
        """The subset."""
        return WORK / "fonts" / self.name

    @property
    def licence(self) -> Path:
        return MODULES / "@fontsource" / self.package / "LICENSE"


FACES = (
    Face("Qin Serif", "alegreya", 700, "600 700", 1.016, 0.345, TIMES, 0.963),
    Face("Qin Sans", "source-sans-3", 400, "100 500", 1.024, 0.4, ARIAL, 0.933, 1.07, "optional"),
    Face("Qin Sans", "source-sans-3", 600, "501 900", 1.024, 0.4, ARIAL_BOLD, 0.895, 1.07, "optional"),
)


def make_fonts() -> None:
    """Subset the typefaces."""
    sources = [face.source for face in FACES]
    key = fingerprint([*sources, Path(__file__), *sorted((WEB / "i18n").glob("*.json"))])
    step("typefaces", key, [face.file for face in FACES], _subset)


def _subset() -> None:
    written = {
        sign for file in (WEB / "i18n").glob("*.json") for sign in json.dumps(json.loads(file.read_text("utf-8")))
    }
    for face in FACES:
        _subset_face(face, written)


def _subset_face(face: Face, written: set[str]) -> None:
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    font = subset.load_font(str(face.source), options)
    ems = font["head"].unitsPerEm
    if (font["hhea"].ascent / ems, -font["hhea"].descent / ems) != (face.ascent, face.descent):
        raise Failure(f"{face.source.name} has a new ascent or descent: update it in {Path(__file__).name}.")
    _use_lining_figures(font)
    cutter = subset.Subsetter(options)
    cutter.populate(text=LETTERS + "".join(sorted(written & {chr(code) for code in font.getBestCmap()})))
    cutter.subset(font)
    face.file.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(face.file), options)
    if face.file.stat().st_size > MAX_BYTES:
        raise Failure(f"{face.name} has {face.file.stat().st_size} bytes; the limit is {MAX_BYTES}.")


def _use_lining_figures(font: Any) -> None:
    """Make figures of even height the ordinary ones."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        for number in record.Feature.LookupListIndex if record.FeatureTag == "lnum" else ():
            for found in table.LookupList.Lookup[number].SubTable:
                lining = getattr(found, "ExtSubTable", found).mapping
                for cmap in font["cmap"].tables:
                    cmap.cmap.update({code: lining.get(glyph, glyph) for code, glyph in cmap.cmap.items()})


def faces(address: Callable[[Face], str]) -> str:
    """Write the `@font-face` rules for the typefaces and their fallbacks."""
    return "".join(_rules(face, address(face)) for face in FACES)


def _rules(face: Face, address: str) -> str:
    local = ",".join(f'local("{name}")' for name in face.fallbacks)
    width = face.width * face.size
    ascent, descent = (height * face.size / width for height in (face.ascent, face.descent))
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weights};font-display:{face.display};'
        f'src:url("{address}")format("woff2");size-adjust:{face.size:.0%}}}\n'
        f'@font-face{{font-family:"{face.family} Stand-in";font-weight:{face.weights};src:{local};'
        f"size-adjust:{width:.1%};ascent-override:{ascent:.1%};descent-override:{descent:.1%};line-gap-override:0%}}\n"
    )


def in_folder(folder: str) -> Callable[[Face], str]:
    """Return the function that gives a face's address in a folder."""
    return lambda face: folder + face.name


def preloads(root: str) -> str:
    """Ask for the faces of the text before the style sheet does."""
    return "".join(
        f'\n<link rel="preload" as="font" type="font/woff2" crossorigin href="{root}fonts/{face.name}">'
        for face in FACES
        if face.display == "optional"
    )


def data_address(face: Face) -> str:
    """Return a typeface as a `data:` address."""
    return f"data:font/woff2;base64,{base64.b64encode(face.file.read_bytes()).decode()}"
