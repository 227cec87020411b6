"""The artwork of the Khan Tsin pictures: the dragon, its claws, the barons. `theme` defines their colours.

Classes that start with `khan-` are used inside `<defs>`. Copies made by `<use>` only match plain class selectors, so
the rules for these classes never depend on an element's ancestors. Light comes from the upper left.
"""

from qin_core.khan_tsin.board import CLAWS, LENGTH

COLOUR_NAMES = {"r": "red", "b": "black", "w": "white"}

COLUMNS = 6
ROWS = LENGTH // COLUMNS
WIDTH, PITCH = 100, 130
"""The width of a space, and the distance between the rows of the dragon."""
RISE = 11
"""The height of a baron."""
BOX = (-84, -142, 734, 858)
"""The view box of the picture."""

_BEND = 46
"""The width of the dragon's bends."""
_RADII = "33 12"
"""The radii of a baron, seen at a slant."""


def centre(bit: int) -> tuple[int, int]:
    """Return the foot of a space's stack; the dragon winds from the lower left to the upper left."""
    row, step = divmod(bit, COLUMNS)
    column = step if row % 2 == 0 else COLUMNS - 1 - step
    return WIDTH * column + WIDTH // 2, PITCH * (ROWS - 1 - row)


def _spine() -> str:
    """Trace the spine of the dragon from tail to head."""
    path = ""
    left, right = WIDTH // 2, WIDTH * COLUMNS - WIDTH // 2
    for row in range(ROWS):
        _, y = centre(row * COLUMNS)
        start, end, clockwise = (left, right, 1) if row % 2 == 0 else (right, left, 0)
        path += f"M{start} {y}" if row == 0 else f"A{_BEND} {PITCH // 2} 0 0 {clockwise} {start} {y}"
        path += f"H{end}"
    return path


SPINE = _spine()

_HEAD = (
    "M34-36C20-37 14-52-4-56C-20-59-30-50-32-42C-46-42-60-34-65-20C-68-10-63-4-54-3L-34-1L-52 6C-54 17-44 25-30 25"
    "C-16 25 10 36 34 36"
)
_HORN = "M-12-53C-14-74-2-92 20-98C12-84 10-68 8-50zM6-46C12-62 24-72 40-74C32-62 28-52 26-38z"
_FIN = "M-13 0Q-7-4-3-17Q7-9 13 0z"
_BROW = "M-36-34q10-8 20-1"
_WHISKER = "M-60-8C-74 0-72 18-60 26M-50 20q-4 12 6 20"
_TEETH = "M-50-3l4 8l4-7zM-40-2l3 7l4-6z"
_TAIL = "M40-36C4-37-18-28-28-6C-34 8-46 12-58 4C-54 28-30 40-6 36C8 34 20 36 40 36"
_TUFT = "M-58 4C-72-6-74-24-62-36C-62-24-56-20-48-18C-50-28-46-38-36-42C-38-28-32-18-26-10C-34 8-46 12-58 4z"

CLAW_PAIR = "M-1 0c1 9-1 14-6 16c1-5 0-10-2-16zM1 0c-1 9 1 14 6 16c-1-5 0-10 2-16z"
CROWN = "M-20 0l-4-20l12 8l12-16l12 16l12-8l-4 20q-20 6-40 0z"


def head(x: int, y: int, prefix: str) -> str:
    """Draw the dragon's head, facing left."""
    return (
        f'<g class="head" transform="translate({x} {y})"><path class="horn" d="{_HORN}"/>'
        f'<path class="skin" fill="url(#{prefix}-scales)" d="{_HEAD}"/>'
        f'<path class="tooth" d="{_TEETH}"/><path class="line" d="{_BROW}{_WHISKER}"/>'
        '<circle class="eye" cx="-25" cy="-27" r="6"/><circle class="pupil" cx="-27" cy="-27" r="3"/>'
        '<circle class="pupil" cx="-57" cy="-19" r="2.5"/></g>'
    )


def tail(x: int, y: int, prefix: str) -> str:
    """Draw the dragon's tail."""
    return (
        f'<g class="tail" transform="translate({x} {y})"><path class="horn" d="{_TUFT}"/>'
        f'<path class="skin" fill="url(#{prefix}-scales)" d="{_TAIL}"/></g>'
    )


def fins() -> str:
    """Draw the fins on the dragon's back, between its spaces."""
    paths = []
    for bit in range(LENGTH):
        x, y = centre(bit)
        if x < WIDTH * COLUMNS - WIDTH // 2:
            mirrored = " scale(-1 1)" if bit // COLUMNS % 2 == 0 else ""
            paths.append(f'<path transform="translate({x + WIDTH // 2} {y - 36}){mirrored}" d="{_FIN}"/>')
    return f'<g class="fins">{"".join(paths)}</g>'


_CLOUD = "M0 0c6-16 26-18 34-6c8-14 34-10 34 8c16-4 26 10 18 20M-26 22c-12-14 6-30 22-20M4 22h52q10-10 20 0"


def sky() -> str:
    """Draw clouds above the dragon."""
    positions = ((150, -98), (380, -112), (560, -88))
    clouds = "".join(f'<path transform="translate({x} {y})scale(.6)" d="{_CLOUD}"/>' for x, y in positions)
    return f'<g class="clouds">{clouds}</g>'


def body(prefix: str) -> str:
    """Draw the dragon's body: shadow, fins, hide, the light on its back and the shade on its belly."""
    spine = f'href="#{prefix}-spine"'
    return (
        f'<use class="cast" {spine}/>{fins()}<use class="spine" {spine}/>'
        f'<use class="hide" stroke="url(#{prefix}-scales)" {spine}/>'
        f'<use class="belly" {spine}/><use class="back" {spine}/>'
    )


def light(prefix: str) -> str:
    """Define the light on barons and the shadow of a stack."""
    return (
        f'<linearGradient id="{prefix}-round"><stop class="khan-bright"/><stop class="khan-clear" offset=".4"/>'
        '<stop class="khan-dim" offset="1"/></linearGradient>'
        f'<path id="{prefix}-cast" class="khan-cast" d="M-31 3a37 13 0 1 0 74 0a37 13 0 1 0-74 0z"/>'
    )


def ground(prefix: str) -> str:
    """Define the dragon's spine and the light over the board."""
    return (
        f'<path id="{prefix}-spine" d="{SPINE}"/><radialGradient id="{prefix}-sun" cx=".25" cy=".2" r="1">'
        '<stop class="khan-sun"/><stop class="khan-dusk" offset="1"/></radialGradient>'
    )


def scales(prefix: str) -> str:
    """Define the pattern of the dragon's scales."""
    return (
        f'<pattern id="{prefix}-scales" width="32" height="20" patternUnits="userSpaceOnUse">'
        '<path class="khan-body" d="M0 0h32v20h-32z"/>'
        '<path class="khan-scale" d="M0 0a16 12 0 0 0 32 0M-16 10a16 12 0 0 0 32 0a16 12 0 0 0 32 0'
        'M0 20a16 12 0 0 0 32 0"/>'
        "</pattern>"
    )


def claw_offsets(bit: int) -> tuple[int, ...]:
    """Return the horizontal offsets of a space's pairs of claws (K2) from its centre."""
    return {1: (0,), 2: (-16, 16), 3: (-31, 0, 31)}[CLAWS[bit]]


_SIDE = f"M-33-{RISE}V0A{_RADII} 0 0 0 33 0V-{RISE}A{_RADII} 0 0 1-33-{RISE}z"
_FACE = f"M-33-{RISE}A{_RADII} 0 0 1 33-{RISE}A{_RADII} 0 0 1-33-{RISE}z"
_RIM = f"M-32-{RISE / 2:g}A{_RADII} 0 0 0 32-{RISE / 2:g}"
_GLEAM = f"M-27-{RISE + 3}A30 10 0 0 1-2-{RISE + 9}"
OUTLINE = f"M-33-{RISE}A{_RADII} 0 0 1 33-{RISE}V0A{_RADII} 0 0 1-33 0z"
_EMBLEMS = {
    "r": f"M0-{RISE + 8}L17-{RISE}L0-{RISE - 8}L-17-{RISE}z",
    "b": f"M-17-{RISE + 3}h34M-17-{RISE - 3}h34",
    "w": f"M-12-{RISE}a12 5 0 1 0 24 0a12 5 0 1 0-24 0z",
}


def baron(colour: str, prefix: str) -> str:
    """Define a baron on the point 0, 0: a drum with marks of its colour on rim and top."""
    name = COLOUR_NAMES[colour]
    return (
        f'<g id="{prefix}-{colour}"><path class="khan-{name}" d="{_SIDE}{_FACE}"/>'
        f'<path fill="url(#{prefix}-round)" d="{_SIDE}"/><path class="khan-gleam" d="{_GLEAM}"/>'
        f'<path class="khan-{name}-rim" d="{_RIM}"/><path class="khan-{name}-top" d="{_EMBLEMS[colour]}"/>'
        f'<path class="{"khan-black-edge" if colour == "b" else "khan-edge"}" d="{_SIDE}{_FACE}"/></g>'
    )


def count(x: int, y: int, height: int) -> str:
    """Write the height of a stack."""
    return (
        f'<g class="count"><rect x="{x - 12}" y="{y - 15}" width="24" height="30" rx="9"/>'
        f'<text x="{x}" y="{y + 1}">{height}</text></g>'
    )


_SYMBOLS = {"r": "m0-5l5 5l-5 5l-5-5z", "b": "m-4-4h8v8h-8z", "w": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"}
_MISSING = "m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"


def tally(x: int, y: int, stack: str) -> str:
    """Draw a column for each colour: a symbol for each baron of a stack, a dot for each one missing from three (K9)."""
    drawing, missing = [], ""
    for column, (colour, symbol) in enumerate(_SYMBOLS.items(), -1):
        positions = [f"M{x + 11 * column} {y + 11 * row}" for row in (1, 0, -1)]
        barons = stack.count(colour)
        missing += "".join(position + _MISSING for position in positions[barons:])
        if barons:
            path = "".join(position + symbol for position in positions[:barons])
            drawing.append(f'<path class="khan-{COLOUR_NAMES[colour]}" d="{path}"/>')
    dots = f'<path class="missing" d="{missing}"/>' if missing else ""
    back = f'<rect x="{x - 18}" y="{y - 18}" width="36" height="36" rx="8"/>'
    return f'<g class="tally">{back}{dots}{"".join(drawing)}</g>'
