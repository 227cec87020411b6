"""Subset the typefaces to the letters of our languages: Alegreya for names and headings, Source Sans 3 for text.

Both are under the SIL Open Font License 1.1.
"""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from web.build.steps import NODE_MODULES, WEB, WORK, Failure, fingerprint, step

MAX_BYTES = 20_000
"""The maximum size of a subset."""
ASCII = range(0x20, 0x7F)
LATIN_1_LETTERS = range(0xC0, 0x100)
LETTERS = "".join(map(chr, (*ASCII, *LATIN_1_LETTERS))) + "ŒœŸ\u00a0«»‘’‚“”„–—…·×−¡¿"
"""Characters of every subset: players' names can contain any Western European letter."""
FEATURES = ["kern", "liga", "lnum", "tnum"]
"""OpenType features to keep: kerning, ligatures, lining and tabular figures."""
# Names of system fonts with equal widths.
TIMES = ("Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "LiberationSerif-Bold")
ARIAL = ("Arial", "ArialMT", "Liberation Sans", "LiberationSans", "Roboto")
ARIAL_BOLD = ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "LiberationSans-Bold", "Roboto Bold")


class Face(NamedTuple):
    """A font face and its metrics.

    While it loads, a system font is scaled to the same size, so that the layout doesn't shift.
    """

    family: str
    package: str
    weight: int
    weight_range: str
    """The CSS font weights for which the face is used."""
    ascent: float
    """In ems."""
    descent: float
    """In ems."""
    fallbacks: tuple[str, ...]
    """System fonts; most systems have one of them."""
    relative_width: float
    """The average width of our texts relative to the fallbacks."""
    scale: float = 1
    """The face's size relative to the font size; faces with small letters are enlarged."""
    display: str = "swap"
    """The CSS `font-display`: with `optional`, text never shifts after the first paint."""

    @property
    def name(self) -> str:
        """The file name of the subset."""
        return f"{self.package}-{self.weight}.woff2"

    @property
    def source(self) -> Path:
        return (
            NODE_MODULES / "@fontsource" / self.package / "files" / f"{self.package}-latin-{self.weight}-normal.woff2"
        )

    @property
    def file(self) -> Path:
        """The file of the subset."""
        return WORK / "fonts" / self.name

    @property
    def licence(self) -> Path:
        return NODE_MODULES / "@fontsource" / self.package / "LICENSE"


FACES = (
    Face("Qin Serif", "alegreya", 700, "600 700", ascent=1.016, descent=0.345, fallbacks=TIMES, relative_width=0.963),
    Face(
        "Qin Sans",
        "source-sans-3",
        400,
        "100 500",
        ascent=1.024,
        descent=0.4,
        fallbacks=ARIAL,
        relative_width=0.933,
        scale=1.07,
        display="optional",
    ),
    Face(
        "Qin Sans",
        "source-sans-3",
        600,
        "501 900",
        ascent=1.024,
        descent=0.4,
        fallbacks=ARIAL_BOLD,
        relative_width=0.895,
        scale=1.07,
        display="optional",
    ),
)


def make_fonts() -> None:
    """Subset the typefaces."""
    sources = [face.source for face in FACES]
    key = fingerprint([*sources, Path(__file__), *sorted((WEB / "i18n").glob("*.json"))])
    step("typefaces", key, [face.file for face in FACES], _subset)


def _subset() -> None:
    characters = {
        character
        for file in (WEB / "i18n").glob("*.json")
        for character in json.dumps(json.loads(file.read_text("utf-8")))
    }
    for face in FACES:
        _subset_face(face, characters)


def _subset_face(face: Face, characters: set[str]) -> None:
    """Keep `LETTERS` and those of the given characters that the face has."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    font = subset.load_font(str(face.source), options)
    ems = font["head"].unitsPerEm
    if (font["hhea"].ascent / ems, -font["hhea"].descent / ems) != (face.ascent, face.descent):
        raise Failure(f"{face.source.name} has a new ascent or descent: update it in {Path(__file__).name}.")
    _use_lining_figures(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=LETTERS + "".join(sorted(characters & {chr(code) for code in font.getBestCmap()})))
    subsetter.subset(font)
    face.file.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(face.file), options)
    if face.file.stat().st_size > MAX_BYTES:
        raise Failure(f"{face.name} has {face.file.stat().st_size} bytes; the limit is {MAX_BYTES}.")


def _use_lining_figures(font: Any) -> None:
    """Make lining figures, which have equal height, the default."""
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        for number in record.Feature.LookupListIndex if record.FeatureTag == "lnum" else ():
            for subtable in table.LookupList.Lookup[number].SubTable:
                lining = getattr(subtable, "ExtSubTable", subtable).mapping
                for cmap in font["cmap"].tables:
                    cmap.cmap.update({code: lining.get(glyph, glyph) for code, glyph in cmap.cmap.items()})


def faces(address: Callable[[Face], str]) -> str:
    """Write the `@font-face` rules of the faces and their fallbacks."""
    return "".join(_rules(face, address(face)) for face in FACES)


def _rules(face: Face, address: str) -> str:
    """Write the rules of a face and of its fallback."""
    local = ",".join(f'local("{name}")' for name in face.fallbacks)
    # The fallback is scaled to the width of the face, which would change its height.
    fallback_scale = face.relative_width * face.scale
    ascent, descent = (height * face.scale / fallback_scale for height in (face.ascent, face.descent))
    # An embedded face takes a moment to decode, which `optional` may not wait for.
    display = "block" if address.startswith("data:") else face.display
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight_range};font-display:{display};'
        f'src:url("{address}")format("woff2");size-adjust:{face.scale:.0%}}}\n'
        f'@font-face{{font-family:"{face.family} Stand-in";font-weight:{face.weight_range};src:{local};'
        f"size-adjust:{fallback_scale:.1%};ascent-override:{ascent:.1%};descent-override:{descent:.1%};line-gap-override:0%}}\n"
    )


def in_folder(folder: str) -> Callable[[Face], str]:
    """Return a function from a face to its address in a folder."""
    return lambda face: folder + face.name


def preloads(root: str) -> str:
    """Preload the text faces, before the style sheet requests them."""
    return "".join(
        f'\n<link rel="preload" as="font" type="font/woff2" crossorigin href="{root}fonts/{face.name}">'
        for face in FACES
        if face.display == "optional"
    )


def data_address(face: Face) -> str:
    """Return a typeface as a `data:` address."""
    return f"data:font/woff2;base64,{base64.b64encode(face.file.read_bytes()).decode()}"
