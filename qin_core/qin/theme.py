"""The style sheet of the Qin pictures, with a light and a dark theme."""

from qin_core.common.svg import TABLE_DARK, TABLE_LIGHT, palettes
from qin_core.qin.artwork import MARKS

LIGHT = {
    **TABLE_LIGHT,
    "frame-text": "#f3dcae",
    "grass": "#d2ddb2",
    "wash": "#b9ca92",
    "sun": "#fdf6d4",
    "dusk": "#54713f",
    "brush": "#7d9367",
    "grid": "#a9bb86",
    "water": "#8dc0cb",
    "water-deep": "#a9d3da",
    "ripple": "#e6f5f4",
    "shore": "#3d7a84",
    "village": "#f0dfb8",
    "village-edge": "#7c6541",
    "house": "#fffaf0",
    "house-roof": "#96603f",
    "house-roof-dark": "#6d3f28",
    "lantern": "#cfc3a6",
    "pole": "#5a4a35",
    "red": "#bf3b2b",
    "red-pattern": "#e58a78",
    "red-lit": "#f0a08f",
    "yellow": "#f0b733",
    "yellow-pattern": "#9c6a08",
    "yellow-lit": "#ffeab0",
    "blue": "#2c67ab",
    "blue-pattern": "#7fade0",
    "blue-lit": "#a5c9f0",
    "edge": "#241009",
    "shadow": "#1d2a10",
    "gold": "#f2c14e",
    "p1": "#23874a",
    "p1-mark": "#ffffff",
    "p2": "#ffffff",
    "p2-mark": "#1c1712",
    "p3": "#6b35b5",
    "p3-mark": "#ffffff",
    "p4": "#24211f",
    "p4-mark": "#ffffff",
    "p4-edge": "initial",
    "rim": "0%",
    "halo": "#fff8e7",
    "last-edge": "#1c1712",
    "legal": "#fffef2",
    "legal-dot": "#5f6b3c",
    "gain": "#a83228",
    "tally": "#fff8e7",
    "tally-text": "#1c1712",
}
"""Colours by name: `p1` to `p4` are the players', `sun` and `dusk` the light over the land, `halo` and `ink` the
outlines of symbols. `rim` is the share of white in the rims of provinces and
villages, but Black's. `p4-edge` outlines Black's rims of provinces in the dark theme, where they would be hard to see;
other rims have the bevel of all tiles. The other colours are those of the table, which `DARK` partly replaces."""
DARK = {
    **TABLE_DARK,
    "tally": "#f4eedd",
    "tally-text": "#1c1712",
    "frame-text": "#f0d49c",
    "grass": "#223b33",
    "wash": "#182e27",
    "sun": "#9fae68",
    "dusk": "#071714",
    "brush": "#86a37c",
    "grid": "#3a584a",
    "water": "#16374a",
    "water-deep": "#1f4a5e",
    "ripple": "#8fc0cb",
    "shore": "#0b2230",
    "village": "#d2b78b",
    "village-edge": "#f6dfa9",
    "house": "#fff3d2",
    "house-roof": "#8c4a2c",
    "house-roof-dark": "#5d2c19",
    "lantern": "#9c8258",
    "pole": "#43301a",
    "red": "#d4573f",
    "red-pattern": "#f2b3a2",
    "red-lit": "#f0a27f",
    "yellow": "#dca033",
    "yellow-pattern": "#855508",
    "yellow-lit": "#ffdd8f",
    "blue": "#4682c4",
    "blue-pattern": "#a4c6e8",
    "blue-lit": "#b4cde2",
    "edge": "#0c0504",
    "gold": "#ffcf5c",
    "p1": "#23874a",
    "p1-mark": "#ffffff",
    "p2": "#fff8ea",
    "p2-mark": "#1c1712",
    "p3": "#6b35b5",
    "p3-mark": "#ffffff",
    "p4": "#24211f",
    "p4-mark": "#ffffff",
    "p4-edge": "#9c958a",
    "ink": "#14110e",
    "rim": "24%",
    "halo": "#ffedc9",
    "last": "#fff3d6",
    "last-edge": "#14110e",
    "legal": "#1c2f25",
    "legal-dot": "#f1e5b4",
    "gain": "#ffb24d",
    "wrong": "#c2006b",
}

# `path.rim` is a province's, `rect.rim` a village's: its edge gets lighter with the rim, three times as fast.
# `:where` lets a player's colour (`.p1` and so on) win over that of `.last`.
_RULES = """\
.qin-svg text{text-anchor:middle;dominant-baseline:central;font-weight:650;fill:currentColor;stroke:none}
.qin-svg .frame{fill:var(--qin-frame);stroke:var(--qin-frame-edge);stroke-width:4}
.qin-svg .frame-lit{fill:none;stroke:var(--qin-frame-lit);stroke-width:4;stroke-linecap:round}
.qin-svg .inlay{fill:var(--qin-frame-edge);stroke:var(--qin-frame-inlay);stroke-width:3}
.qin-svg .grass{fill:var(--qin-grass)}
.qin-svg .washes{fill:var(--qin-wash);opacity:.32}
.qin-svg .grid{fill:none;stroke:var(--qin-grid);stroke-width:2;opacity:.75}
.qin-svg .water{fill:var(--qin-water);stroke:var(--qin-shore);stroke-width:5}
.qin-svg .deep{fill:var(--qin-water-deep)}
.qin-svg .ripples{fill:none;stroke:var(--qin-ripple);stroke-width:3;stroke-linecap:round}
.qin-svg .ground{fill:var(--qin-village);stroke:var(--qin-village-edge);stroke-width:4}
.qin-svg .edges,.qin-edge{fill:var(--qin-edge);stroke:var(--qin-shadow);stroke-opacity:.3;stroke-width:9;
transform:translate(1.5px,3px)}
.qin-svg .rim{fill:color-mix(in srgb,currentColor,var(--qin-bright) var(--qin-rim));stroke-width:3}
.qin-svg path.rim.p4{fill:currentColor;stroke:var(--qin-p4-edge)}
.qin-svg rect.rim{stroke:color-mix(in srgb,var(--qin-on) calc(3*var(--qin-rim)),var(--qin-edge))}
.qin-svg .red,.qin-svg .yellow,.qin-svg .blue{stroke-linejoin:round}
.qin-svg .red .top{stroke:var(--qin-red-lit)}
.qin-svg .yellow .top{stroke:var(--qin-yellow-lit)}
.qin-svg .blue .top{stroke:var(--qin-blue-lit)}
.qin-svg .top{stroke-width:2}
.qin-svg path.rim.p4~.top{stroke:var(--qin-p4);stroke-width:6}
.qin-svg .red .lit-edge{fill:var(--qin-red-lit)}
.qin-svg .yellow .lit-edge{fill:var(--qin-yellow-lit)}
.qin-svg .blue .lit-edge{fill:var(--qin-blue-lit)}
.qin-svg .tile-edge{fill:var(--qin-edge)}
.qin-svg .back{fill:var(--qin-frame);stroke:var(--qin-frame-lit);stroke-width:5}
.qin-svg .sign{fill:none;stroke:var(--qin-halo);stroke-width:4.5;stroke-linejoin:round}
.qin-svg .seal{fill:var(--qin-edge);stroke:none;opacity:.45}
.qin-svg .back~.sign{stroke:var(--qin-frame-inlay)}
.qin-svg .coordinates{color:var(--qin-frame-text);font-size:27px}
:where(.qin-svg .last){color:var(--qin-last);--qin-on:var(--qin-last-edge)}
.qin-svg .last path{fill:none;stroke:currentColor;stroke-width:11;stroke-linecap:round;stroke-linejoin:round}
.qin-svg .last .under{stroke:var(--qin-on);stroke-width:16}
.qin-svg .earlier{opacity:.5}
.qin-svg .dot{fill:none;stroke:var(--qin-legal-dot);stroke-width:18;opacity:.85;stroke-linecap:round}
.qin-svg .gain{fill:none;stroke:var(--qin-gain);stroke-width:24;stroke-linecap:round}
.qin-svg .ring{fill:none;stroke:var(--qin-legal);stroke-width:40;stroke-linecap:round;stroke-opacity:.95}
.qin-svg .ghost .tile{fill:none;stroke:var(--qin-ink);stroke-width:7}
.qin-svg .ghost:is(.tentative,.refused){opacity:.55}
.qin-svg :is(.tentative,.refused) .tile{stroke-width:6;stroke-dasharray:16 10}
.qin-svg .tentative .over{stroke-dasharray:24 14}
.qin-svg .tentative .coming{opacity:.6}
.qin-svg .going{opacity:.35}
.qin-svg .change path{fill:none;stroke:currentColor;stroke-width:8}
.qin-svg .change .under{stroke:var(--qin-on);stroke-width:16}
.qin-svg .marks path{fill:none;stroke:var(--qin-wrong);stroke-width:10;stroke-dasharray:20 12}
.qin-svg .marks .under{stroke:var(--qin-halo);stroke-width:16;stroke-dasharray:none}
.qin-svg .chip rect{fill:currentColor;stroke:var(--qin-on);stroke-width:4}
.qin-svg .tally rect{fill:var(--qin-tally);stroke:var(--qin-tally-text);stroke-width:3}
.qin-svg .tally text{font-size:30px;fill:var(--qin-tally-text)}
.qin-svg .tally circle{fill:currentColor;stroke:var(--qin-tally-text);stroke-width:2}
.qin-svg .chip text{font-size:31px;fill:var(--qin-on)}
.qin-svg :is(.hints path,.labelled .line){fill:none;stroke:var(--qin-hint);stroke-width:7;stroke-dasharray:3 13}
.qin-svg :is(.hints path,.labelled .line){stroke-linecap:round}
.qin-svg .suggested .line{stroke-dasharray:none}
.qin-svg .suggested .top{opacity:.75}
.qin-svg :is(.hints,.labelled) .under{stroke:var(--qin-halo);stroke-width:13;stroke-dasharray:none;stroke-opacity:.8}
.qin-svg .labelled .under{fill:none}
.qin-svg :is(.hints circle,.labelled rect){fill:var(--qin-hint);stroke:var(--qin-halo);stroke-width:5}
.qin-svg :is(.hints,.labelled) text{fill:var(--qin-hint-text);font-size:38px;font-weight:700}
.qin-svg .cursor{fill:none;stroke:var(--qin-cursor);stroke-width:5;pointer-events:none}
.qin-sun{stop-color:var(--qin-sun);stop-opacity:.55}
.qin-clear{stop-color:var(--qin-sun);stop-opacity:.05}
.qin-dusk{stop-color:var(--qin-dusk);stop-opacity:.4}
.qin-bright{stop-color:var(--qin-bright);stop-opacity:.85}
.qin-faint{stop-color:var(--qin-bright);stop-opacity:.25}
.qin-dim{stop-color:var(--qin-edge);stop-opacity:.6}
.qin-wash{fill:var(--qin-wash);opacity:.6}
.qin-brush{fill:none;stroke:var(--qin-brush);stroke-width:2;stroke-linecap:round;opacity:.7}
.qin-seams{fill:none;stroke:var(--qin-edge);stroke-width:2;opacity:.22}
.qin-red{fill:var(--qin-red)}
.qin-red-pattern{fill:none;stroke:var(--qin-red-pattern);stroke-width:3;stroke-linecap:round}
.qin-red-lit{fill:var(--qin-red-lit)}
.qin-yellow{fill:var(--qin-yellow)}
.qin-yellow-pattern{fill:none;stroke:var(--qin-yellow-pattern);stroke-width:3.5;stroke-linecap:round}
.qin-yellow-lit{fill:var(--qin-yellow-lit)}
.qin-blue{fill:var(--qin-blue)}
.qin-blue-pattern{fill:none;stroke:var(--qin-blue-pattern);stroke-width:4;stroke-linecap:round}
.qin-blue-lit{fill:var(--qin-blue-lit)}
.qin-cast{fill:var(--qin-shadow);opacity:.2}
.qin-house{fill:var(--qin-house)}
.qin-eaves{fill:var(--qin-house-roof)}
.qin-eaves-dark{fill:var(--qin-house-roof-dark)}
.qin-lantern{fill:var(--qin-lantern)}
.qin-pole{fill:none;stroke:var(--qin-pole);stroke-width:3;stroke-linecap:round}
.qin-halo{fill:var(--qin-halo);stroke:var(--qin-halo);stroke-width:10;stroke-linejoin:round;stroke-linecap:round}
.qin-wall,.qin-roof{fill:currentColor;stroke:var(--qin-ink);stroke-width:3.5;stroke-linejoin:round}
.qin-top{stroke:var(--qin-ink);stroke-width:5;stroke-linecap:round}
.qin-gold{stroke:var(--qin-gold);stroke-width:7;stroke-linecap:round}
.qin-shade{fill:var(--qin-edge);opacity:.28}
.qin-gleam{fill:none;stroke:var(--qin-bright);stroke-width:4;stroke-linecap:round;opacity:.6}
.qin-mark{fill:var(--qin-on)}
"""

STYLE = (
    palettes("qin", LIGHT, DARK)
    + "".join(f".qin-svg .p{n}{{color:var(--qin-p{n});--qin-on:var(--qin-p{n}-mark)}}\n" for n in MARKS)
    + _RULES
)
"""The default style sheet. A page can override any colour by setting `--qin-...` on `.qin-svg`."""
