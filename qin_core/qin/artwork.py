"""The artwork of the Qin pictures: shapes in a square of 100 units, patterns, and the style sheet that colours them.

Classes that start with `qin-` are used inside `<defs>`. What `<use>` copies is matched by plain class selectors only,
so these rules never depend on where an element stands.
"""

from qin_core.pictures import palettes

COLOUR_NAMES = {"r": "red", "y": "yellow", "b": "blue"}

# A second cue beside each colour: what repeats on it, and how often.
_PATTERNS = {
    "r": (25, 25, "M-5 5L5-5M-5 30L30-5M20 30L30 20"),
    "y": (34, 34, "M8.5 8.5h0M25.5 25.5h0"),
    "b": (
        50,
        30,
        "M0 15a12.5 12.5 0 0 1 25 0a12.5 12.5 0 0 1 25 0M-12.5 30a12.5 12.5 0 0 1 25 0a12.5 12.5 0 0 1 25 0"
        "a12.5 12.5 0 0 1 25 0",
    ),
    "grass": (
        300,
        300,
        "M36 62q1-11-4-16M42 62q0-9 5-14M158 230q1-11-4-16M164 230q0-9 5-14M262 156q1-9-3-13M267 156q0-7 4-11"
        "M152 30q1-9-3-13M157 30q0-7 4-11M62 268q1-9-3-13M67 268q0-7 4-11",
    ),
    "water": (100, 100, "M12 34q9-9 18 0t18 0M56 76q9-9 18 0t18 0"),
}

MARKS = {
    1: "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z",
    2: "M-11.5-11.5h23v23h-23z",
    3: "M0-15L15 11h-30z",
    4: "M0-17L13 0L0 17L-13 0z",
}
"""A second cue beside each player's colour, around the point 0, 0: circle, square, triangle, diamond."""

_BODY = "M29 54h42v33h-42z"
_BASE = "M21 86h58v8h-58z"
_ROOF = "M50 21C58 37 70 44 90 41C88 51 82 56 73 56H27C18 56 12 51 10 41C30 44 42 37 50 21z"
_TOP = "M50 12v12"
_LOWER_ROOF = "M34 40H66C70 46 78 49 92 46C90 55 84 59 75 59H25C16 59 10 55 8 46C22 49 30 46 34 40z"
_STOREY = "M37 28h26v14h-26z"
_UPPER_ROOF = "M50 8C56 19 64 25 80 23C78 31 73 34 66 34H34C27 34 22 31 20 23C36 25 44 19 50 8z"
_UPPER_TOP = "M50 1v9"

HOUSE = (
    '<path class="qin-house" d="M4 14h20v12h-20z"/><path class="qin-house-roof" d="M14 1L28 14v2h-28v-2z"/>'
    '<path class="qin-house-roof" d="M11 19h6v7h-6z"/>'
)
HALL = (
    '<path class="qin-house" d="M31 50h38v26h-38z"/><path class="qin-house-roof" d="M50 24L77 48v4h-54v-4z"/>'
    '<path class="qin-house-roof" d="M44 60h12v16h-12z"/>'
)
"""A village's houses; the hall is the middle one, which makes room when a pagoda comes."""


def pagoda(player: int, double: bool) -> str:
    """Draw a pagoda in the square from 0, 0 to 100, 100: one roof, or two for a major province."""
    roofs = (_UPPER_ROOF, _LOWER_ROOF) if double else (_ROOF,)
    walls = _BODY + _BASE + (_STOREY if double else "")
    top = _UPPER_TOP if double else _TOP
    return (
        '<g transform="translate(4 1) scale(.92)">'
        f'<path class="qin-halo" d="{walls}{"".join(roofs)}{top}"/>'
        f'<path class="qin-top" d="{top}"/><path class="qin-wall" d="{walls}"/>'
        + "".join(f'<path class="qin-roof" d="{roof}"/>' for roof in roofs)
        + f'<path class="qin-mark" transform="translate(50 71)" d="{MARKS[player]}"/></g>'
    )


def pattern(name: str, prefix: str) -> str:
    """Define one of the patterns: a colour's letter, grass or water."""
    width, height, drawing = _PATTERNS[name]
    kind = COLOUR_NAMES.get(name, name)
    return (
        f'<pattern id="{prefix}-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<path class="qin-{kind}" d="M0 0h{width}v{height}h-{width}z"/>'
        f'<path class="qin-{kind}-pattern" d="{drawing}"/></pattern>'
    )


_LIGHT = {
    "frame": "#efe7d6",
    "frame-edge": "#c9b994",
    "frame-text": "#5d4f35",
    "grass": "#d9e2c0",
    "tuft": "#bccb9d",
    "grid": "#bfcca4",
    "water": "#bcdbe0",
    "ripple": "#7fb4bf",
    "shore": "#4f8a92",
    "village": "#f3e6cb",
    "village-edge": "#8a744f",
    "house": "#fffaf0",
    "house-roof": "#8d6a4c",
    "red": "#c5402f",
    "red-pattern": "#e28472",
    "red-edge": "#3d0a05",
    "yellow": "#f0b429",
    "yellow-pattern": "#a8720a",
    "yellow-edge": "#5c3d00",
    "blue": "#2f6db3",
    "blue-pattern": "#74a5dc",
    "blue-edge": "#071c38",
    "p1": "#23874a",
    "p1-mark": "#ffffff",
    "p2": "#ffffff",
    "p2-mark": "#1c1712",
    "p3": "#6b35b5",
    "p3-mark": "#ffffff",
    "p4": "#24211f",
    "p4-mark": "#ffffff",
    "ink": "#1c1712",
    "halo": "#fff8e7",
    "last": "#fffdf6",
    "last-edge": "#1c1712",
    "legal": "#fffef2",
    "legal-dot": "#77704c",
    "wrong": "#c2006b",
}
_DARK = {
    "frame": "#171a17",
    "frame-edge": "#3a4139",
    "frame-text": "#b9b49f",
    "grass": "#262e27",
    "tuft": "#323d33",
    "grid": "#354036",
    "water": "#1f3a44",
    "ripple": "#3f6b79",
    "shore": "#5d8994",
    "village": "#4b4132",
    "village-edge": "#b39a6b",
    "house": "#e9dcbc",
    "house-roof": "#b98e65",
    "red": "#cb4d3c",
    "red-pattern": "#e79281",
    "red-edge": "#140503",
    "yellow": "#e6ad2e",
    "yellow-pattern": "#94650c",
    "yellow-edge": "#1a1200",
    "blue": "#4382cb",
    "blue-pattern": "#9cc3f0",
    "blue-edge": "#040e1c",
    "p1": "#23874a",
    "p1-mark": "#ffffff",
    "p2": "#ffffff",
    "p2-mark": "#1c1712",
    "p3": "#6b35b5",
    "p3-mark": "#ffffff",
    "p4": "#24211f",
    "p4-mark": "#ffffff",
    "ink": "#14110e",
    "halo": "#fff3d9",
    "last": "#fffdf6",
    "last-edge": "#14110e",
    "legal": "#465240",
    "legal-dot": "#d8d2ae",
    "wrong": "#c2006b",
}


_RULES = """\
.qin-svg{display:block;max-width:100%;height:auto;font-family:var(--qin-font,system-ui,sans-serif);user-select:none;
print-color-adjust:exact;forced-color-adjust:none}
.qin-svg text{text-anchor:middle;dominant-baseline:central;font-weight:650;fill:currentColor;stroke:none}
.qin-svg .frame{fill:var(--qin-frame);stroke:var(--qin-frame-edge);stroke-width:4}
.qin-svg .grid{fill:none;stroke:var(--qin-grid);stroke-width:2.5}
.qin-svg .water{stroke:var(--qin-shore);stroke-width:4}
.qin-svg .ground{fill:var(--qin-village);stroke:var(--qin-village-edge);stroke-width:5;stroke-dasharray:14 8}
.qin-svg .red,.qin-svg .yellow,.qin-svg .blue{stroke-width:3.5;stroke-linejoin:round}
.qin-svg .province{stroke-width:8}
.qin-svg .red{stroke:var(--qin-red-edge)}
.qin-svg .yellow{stroke:var(--qin-yellow-edge)}
.qin-svg .blue{stroke:var(--qin-blue-edge)}
.qin-svg .back{fill:var(--qin-village);stroke:var(--qin-village-edge);stroke-width:8}
.qin-svg .back+.sign{stroke:var(--qin-village-edge)}
.qin-svg .sign{fill:none;stroke:var(--qin-halo);stroke-width:5;opacity:.75}
.qin-svg .coordinates{color:var(--qin-frame-text);font-size:32px}
.qin-svg .last path{fill:none;stroke:var(--qin-last);stroke-width:8;stroke-linecap:round;stroke-linejoin:round}
.qin-svg .last .under{stroke:var(--qin-last-edge);stroke-width:16}
.qin-svg .earlier{opacity:.5}
.qin-svg .lit{fill:var(--qin-legal);opacity:.8}
.qin-svg .dot{stroke:var(--qin-legal-dot);stroke-width:28;stroke-linecap:round}
.qin-svg .ghost{opacity:.82}
.qin-svg .ghost .tile{fill:none;stroke:var(--qin-ink);stroke-width:7;stroke-dasharray:16 10}
.qin-svg .ghost.refused{opacity:.5}
.qin-svg .going{opacity:.35}
.qin-svg .change path{fill:none;stroke:currentColor;stroke-width:9}
.qin-svg .change .under{stroke:var(--qin-on);stroke-width:18}
.qin-svg .marks path{fill:none;stroke:var(--qin-wrong);stroke-width:10;stroke-dasharray:20 12}
.qin-svg .marks .under{stroke:var(--qin-halo);stroke-width:16;stroke-dasharray:none}
.qin-svg .chip rect{fill:currentColor;stroke:var(--qin-on);stroke-width:4}
.qin-svg .chip text{font-size:42px;fill:var(--qin-on)}
.qin-grass{fill:var(--qin-grass)}
.qin-grass-pattern{fill:none;stroke:var(--qin-tuft);stroke-width:3;stroke-linecap:round}
.qin-water{fill:var(--qin-water)}
.qin-water-pattern{fill:none;stroke:var(--qin-ripple);stroke-width:4;stroke-linecap:round}
.qin-red{fill:var(--qin-red)}
.qin-red-pattern{fill:none;stroke:var(--qin-red-pattern);stroke-width:5}
.qin-yellow{fill:var(--qin-yellow)}
.qin-yellow-pattern{fill:none;stroke:var(--qin-yellow-pattern);stroke-width:8;stroke-linecap:round}
.qin-blue{fill:var(--qin-blue)}
.qin-blue-pattern{fill:none;stroke:var(--qin-blue-pattern);stroke-width:3.5}
.qin-house{fill:var(--qin-house);stroke:var(--qin-house-roof);stroke-width:2.5}
.qin-house-roof{fill:var(--qin-house-roof)}
.qin-halo{fill:var(--qin-halo);stroke:var(--qin-halo);stroke-width:13;stroke-linejoin:round;stroke-linecap:round}
.qin-wall,.qin-roof{fill:currentColor;stroke:var(--qin-ink);stroke-width:4;stroke-linejoin:round}
.qin-top{stroke:var(--qin-ink);stroke-width:5;stroke-linecap:round}
.qin-mark{fill:var(--qin-on)}
"""

STYLE = (
    palettes("qin", _LIGHT, _DARK)
    + "".join(f".qin-svg .p{n}{{color:var(--qin-p{n});--qin-on:var(--qin-p{n}-mark)}}\n" for n in MARKS)
    + _RULES
)
"""The default style sheet; `--qin-...` set on `.qin-svg` by a page overrides any colour of it."""
