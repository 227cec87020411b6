"""Subset the typeface of names and headings: Alegreya (SIL Open Font License 1.1) with the letters of our languages."""

import base64
import json
from pathlib import Path

from web.build.steps import MODULES, WEB, WORK, Failure, fingerprint, step

PACKAGE = MODULES / "@fontsource" / "alegreya"
SOURCE = PACKAGE / "files" / "alegreya-latin-700-normal.woff2"
FONT = WORK / "alegreya.woff2"
PATH = "fonts/alegreya.woff2"
"""Its address in the site."""
MAX_BYTES = 20_000
FAMILY = "Qin Serif"
# Players' names can contain any Western European letter.
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) + "ŒœŸ\u00a0«»‘’‚“”„–—…·×−¡¿"
FEATURES = ["kern", "liga", "lnum", "tnum"]
# While it loads, Times (or Liberation, which has the same widths) is scaled to the same size, so that nothing moves:
# Alegreya's ascent and descent in ems, and the width of our texts relative to Times Bold.
ASCENT, DESCENT, WIDTH = 1.016, 0.345, 0.963
FALLBACKS = ("Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "LiberationSerif-Bold")


def make_font() -> None:
    """Subset the typeface."""
    key = fingerprint([PACKAGE / "package.json", Path(__file__), *sorted((WEB / "i18n").glob("*.json"))])
    step("typeface", key, [FONT], _subset)


def _subset() -> None:
    from fontTools import subset

    written = {
        sign for file in (WEB / "i18n").glob("*.json") for sign in json.dumps(json.loads(file.read_text("utf-8")))
    }
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    font = subset.load_font(str(SOURCE), options)
    ems = font["head"].unitsPerEm
    if (font["hhea"].ascent / ems, -font["hhea"].descent / ems) != (ASCENT, DESCENT):
        raise Failure(f"{SOURCE.name} has a new ascent or descent: update ASCENT and DESCENT in {Path(__file__).name}.")
    cutter = subset.Subsetter(options)
    cutter.populate(text=LETTERS + "".join(sorted(written & {chr(code) for code in font.getBestCmap()})))
    cutter.subset(font)
    FONT.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(font, str(FONT), options)
    if FONT.stat().st_size > MAX_BYTES:
        raise Failure(f"{FONT.name} has {FONT.stat().st_size} bytes; the limit is {MAX_BYTES}.")


def faces(address: str) -> str:
    """Write the `@font-face` rules for the typeface and its fallback."""
    local = ",".join(f'local("{name}")' for name in FALLBACKS)
    return (
        f'@font-face{{font-family:"{FAMILY}";font-weight:600 700;font-display:swap;'
        f'src:url("{address}")format("woff2")}}\n'
        f'@font-face{{font-family:"{FAMILY} Stand-in";font-weight:600 700;src:{local};size-adjust:{WIDTH:.1%};'
        f"ascent-override:{ASCENT / WIDTH:.1%};descent-override:{DESCENT / WIDTH:.1%};line-gap-override:0%}}\n"
    )


def data_address() -> str:
    """Return the typeface as a `data:` address."""
    return f"data:font/woff2;base64,{base64.b64encode(FONT.read_bytes()).decode()}"
