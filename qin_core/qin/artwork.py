"""The artwork of the Qin pictures: shapes in squares of 100 units, and patterns. `theme` defines their colours.

Classes that start with `qin-` are used inside `<defs>`. Copies made by `<use>` only match plain class selectors, so the
rules for these classes never depend on an element's ancestors. Light comes from the upper left.
"""

from qin_core.qin.tiles import COLOURS

COLOUR_NAMES = {"r": "red", "y": "yellow", "b": "blue"}

_SPROUTS = ((16, 22), (50, 22), (84, 22), (33, 47), (67, 47), (16, 72), (50, 72), (84, 72), (33, 97), (67, 97))
# Each colour has a pattern as a second cue: a lattice, rows of rice, waves. Patterns repeat with the squares, so the
# squares of a large province can be counted.
_PATTERNS = {
    "r": "M0 25L25 0L100 75L75 100L0 25M0 75L75 0L100 25L25 100L0 75M12.5 50h0M37.5 25h0M62.5 0h0M62.5 100h0M37.5 75h0"
    "M62.5 50h0M87.5 25h0M87.5 75h0",
    "y": "".join(f"M{x} {y}v-10m0 10q-7-1-8-8m8 8q7-1 8-8" for x, y in _SPROUTS),
    "b": "M0 20q12.5-18 25 0t25 0t25 0t25 0M0 45q12.5 18 25 0t25 0t25 0t25 0M0 70q12.5-18 25 0t25 0t25 0t25 0"
    "M0 95q12.5 18 25 0t25 0t25 0t25 0",
}
_SEAMS = "M0 .5H100M.5 0V100"

MARKS = {
    1: "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z",
    2: "M-11.5-11.5h23v23h-23z",
    3: "M0-15L15 11h-30z",
    4: "M0-17L13 0L0 17L-13 0z",
}
"""A mark for each player as a second cue to the colour, centred at 0, 0: circle, square, triangle, diamond."""

# A third cue is the shape of each player's roofs, above the point 0, 0: upswept, tent, bell, horned.
_ROOFS = {
    1: "M0-38C7-20 20-12 43-19C41-6 34 0 24 0H-24C-34 0-41-6-43-19C-20-12-7-20 0-38z",
    2: "M0-39L42-7V0H-42V-7z",
    3: "M0-42C4-34 8-33 14-31C31-26 31-14 35-8L42 0H-42L-35-8C-31-14-31-26-14-31C-8-33-4-34 0-42z",
    4: "M-17-37H17L22-19H31L45-27L38 0H-38L-45-27L-31-19H-22z",
}
_WALLS = "M32 60h36v27h-36z"
_BASE = "M23 86h54v8h-54z"
_STOREY = "M36 12h28v27h-28z"
_FINIAL = "M50-16v12M45-8h10"
_KNOB = "M50 19v8"

PLAQUE = "M29 11H71q18 0 18 18V71q0 18-18 18H29q-18 0-18-18V29q0-18 18-18z"
"""The outline of a single space."""
_INLAY = "M31 17H69q14 0 14 14V69q0 14-14 14H31q-14 0-14-14V31q0-14 14-14z"

HOUSE = (
    '<path class="qin-cast" d="M4 27h34l-5 6h-27z"/><path class="qin-house" d="M5 15h24v15h-24z"/>'
    '<path class="qin-eaves" d="M9 0H25L34 14L33 17H1L0 14z"/>'
    '<path class="qin-eaves-dark" d="M25 0L34 14L33 17H24L20 0zM13 21h7v9h-7z"/>'
)
"""A house of a village, 34 by 30 units."""
LANTERN = (
    '<path class="qin-cast" d="M36 82h34l-8 8h-24z"/><path class="qin-pole" d="M50 16v10M40 85h20M50 70v15"/>'
    '<path class="qin-lantern" d="M38 27h24q14 21 0 42h-24q-14-21 0-42z"/>'
    '<path class="qin-pole" d="M36 27h28M36 69h28M50 27v42M38 27q-14 21 0 42M62 27q14 21 0 42"/>'
)
"""The lantern in the middle of a free village."""
HILL = (
    '<path class="qin-wash" d="M0 46C10 40 16 14 28 8C38 20 42 24 48 26C56 12 62 8 66 6C76 14 84 40 98 46z"/>'
    '<path class="qin-brush" d="M2 44C12 38 17 14 28 8C36 18 40 26 46 34M40 30C50 24 58 10 66 6C74 12 82 34 94 43'
    'M28 10q-1 12-7 20M66 8q1 12 7 18M31 16q2 7 6 11"/>'
)
"""Hills drawn in ink, 98 by 46 units."""


def pagoda(player: int, double: bool, roof: str = "") -> str:
    """Draw a pagoda in the square from 0, 0 to 100, 100: one roof, or two and a gold finial for a double pagoda.

    A double pagoda extends above the square. `roof` is the id of the player's roof; without it, the roof is drawn.
    """
    transforms = ("translate(50 62)", "translate(50 18)scale(.74)") if double else ("translate(50 62)scale(.88)",)

    def shape(css_class: str, transform: str) -> str:
        element = f'<use href="#{roof}"' if roof else f'<path d="{_ROOFS[player]}"'
        return f'{element} class="{css_class}" transform="{transform}"/>'

    storey = f'<path class="qin-wall" d="{_STOREY}"/><path class="qin-shade" d="M54 12h10v27h-10z"/>' if double else ""
    halo = _WALLS + _BASE + (_STOREY + _FINIAL if double else _KNOB)
    return (
        f'<path class="qin-halo" d="{halo}"/>{"".join(shape("qin-halo", transform) for transform in transforms)}'
        f'<path class="qin-wall" d="{_WALLS}{_BASE}"/><path class="qin-shade" d="M62 60h6v27h-6zM66 86h11v8h-11z"/>'
        f'<path class="{"qin-gold" if double else "qin-top"}" d="{_FINIAL if double else _KNOB}"/>'
        f"{storey.join(shape('qin-roof', transform) for transform in transforms)}"
        f"{''.join(_gleam(player, transform) for transform in transforms)}"
        f'<path class="qin-mark" transform="translate(50 74)scale(.9)" d="{MARKS[player]}"/>'
    )


def _gleam(player: int, transform: str) -> str:
    """Draw the highlight and the shade of a roof."""
    left, right = _GLEAMS[player]
    return (
        f'<path class="qin-gleam" transform="{transform}" d="{left}"/>'
        f'<path class="qin-shade" transform="{transform}" d="{right}"/>'
    )


_GLEAMS = {
    1: ("M-5-25C-13-14-23-11-37-12", "M0-38C7-20 20-12 43-19C41-6 34 0 24 0H12C14-14 4-22 0-38z"),
    2: ("M-4-31L-36-7", "M0-39L42-7V0H14z"),
    3: ("M-6-31C-24-27-26-16-29-9", "M0-42C4-34 8-33 14-31C31-26 31-14 35-8L42 0H16C20-14 12-28 0-42z"),
    4: ("M-15-32H6M-40-20L-31-15", "M8-37H17L22-19H31L45-27L38 0H16z"),
}


def roof(player: int) -> str:
    """Return the outline of a player's roof, above the point 0, 0."""
    return _ROOFS[player]


def plaque(colour: str, prefix: str) -> str:
    """Draw a single space in the square from 0, 0 to 100, 100."""
    return (
        f'<path class="qin-edge" d="{PLAQUE}"/><path class="qin-{COLOUR_NAMES[colour]}-lit" d="{PLAQUE}"/>'
        f'<path fill="url(#{prefix}-{colour})" d="{_INLAY}"/>'
    )


def patterns(colours: str, prefix: str) -> str:
    """Define the patterns of some colours."""
    return "".join(
        f'<pattern id="{prefix}-{colour}" width="100" height="100" patternUnits="userSpaceOnUse">'
        f'<path class="qin-{COLOUR_NAMES[colour]}" d="M0 0h100v100h-100z"/>'
        f'<path class="qin-{COLOUR_NAMES[colour]}-pattern" d="{_PATTERNS[colour]}"/>'
        f'<path class="qin-seams" d="{_SEAMS}"/></pattern>'
        for colour in COLOURS
        if colour in colours
    )


def gradients(prefix: str) -> str:
    """Define the light over the land and along the edges of tiles."""
    return (
        f'<radialGradient id="{prefix}-sun" cx=".25" cy=".2" r="1"><stop class="qin-sun"/>'
        f'<stop class="qin-clear" offset=".45"/><stop class="qin-dusk" offset="1"/></radialGradient>'
        f'<linearGradient id="{prefix}-bevel" x2=".7" y2="1"><stop class="qin-bright"/>'
        f'<stop class="qin-faint" offset=".45"/><stop class="qin-dim" offset="1"/></linearGradient>'
    )
