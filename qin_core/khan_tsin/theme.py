"""The style sheet of the Khan Tsin pictures, with a light and a dark theme."""

from qin_core.common.svg import TABLE_DARK, TABLE_LIGHT, palettes

LIGHT = {
    **TABLE_LIGHT,
    "silk": "#efe3c8",
    "cloud": "#b9a67c",
    "sun": "#fffaf0",
    "dusk": "#7d5f2c",
    "shadow": "#2a1c0c",
    "dim": "#000000",
    "text": "#2f2618",
    "body": "#8fb08a",
    "body-edge": "#3f6350",
    "scale": "#82a57f",
    "pad-edge": "#6f9673",
    "pad": "#d7e2c3",
    "horn": "#d9a441",
    "claw": "#fff6df",
    "eye": "#fff6df",
    "red": "#c5402f",
    "red-mark": "#ffd9cf",
    "edge": "#1c1712",
    "black": "#2b2826",
    "black-mark": "#d8d2c8",
    "white": "#fffdf6",
    "white-mark": "#6d6453",
    "origin": "#f6c445",
    "target": "#fffef2",
    "count": "#1c1712",
    "count-back": "#fff8e7",
}
DARK = {
    **TABLE_DARK,
    "silk": "#1c2438",
    "cloud": "#8592b5",
    "sun": "#6d7fae",
    "dusk": "#05070d",
    "dim": "#000000",
    "text": "#f4eed9",
    "body": "#376349",
    "body-edge": "#9cc7a5",
    "scale": "#3f6f57",
    "pad-edge": "#5f8f73",
    "pad": "#467659",
    "horn": "#d9a441",
    "claw": "#f1e4c4",
    "eye": "#ffe9b0",
    "ink": "#0d0b09",
    "red": "#d4543f",
    "red-mark": "#ffe0d8",
    "edge": "#d3cab8",
    "black": "#2a2725",
    "black-mark": "#d3cab8",
    "white": "#f4eedd",
    "white-mark": "#5c5446",
    "origin": "#ffd15c",
    "target": "#e9f2cf",
    "last": "#fffdf6",
    "count": "#fff8e7",
    "count-back": "#14110e",
    "wrong": "#ff6db6",
}


_RULES = """\
.khan-svg text{text-anchor:middle;dominant-baseline:central;font-weight:700;stroke:none}
.khan-svg .frame{fill:var(--khan-frame);stroke:var(--khan-frame-edge);stroke-width:3}
.khan-svg .frame-lit{fill:none;stroke:var(--khan-frame-lit);stroke-width:3;stroke-linecap:round}
.khan-svg .silk{fill:var(--khan-silk);stroke:var(--khan-frame-inlay);stroke-width:3}
.khan-svg .clouds{fill:none;stroke:var(--khan-cloud);stroke-width:4;stroke-linecap:round;opacity:.5}
.khan-svg .cast{fill:none;stroke:var(--khan-shadow);stroke-width:76;stroke-linecap:round;stroke-opacity:.22;
transform:translate(5px,10px)}
.khan-svg .belly{fill:none;stroke:var(--khan-shadow);stroke-width:14;stroke-opacity:.16;transform:translate(1px,26px)}
.khan-svg .back{fill:none;stroke:var(--khan-bright);stroke-width:12;stroke-linecap:round;stroke-opacity:.2;
transform:translate(-1px,-24px)}
.khan-svg .dragon path{stroke-linejoin:round;stroke-linecap:round}
.khan-svg .spine{fill:none;stroke:var(--khan-body-edge);stroke-width:76;stroke-linecap:round}
.khan-svg .hide{fill:none;stroke-width:68;stroke-linecap:round}
.khan-svg .fins{fill:var(--khan-horn);stroke:var(--khan-body-edge);stroke-width:3;stroke-linejoin:round}
.khan-svg .skin{stroke:var(--khan-body-edge);stroke-width:4}
.khan-svg .horn{fill:var(--khan-horn);stroke:var(--khan-body-edge);stroke-width:4}
.khan-svg .line{fill:none;stroke:var(--khan-body-edge);stroke-width:4}
.khan-svg .tooth,.khan-svg .claws{fill:var(--khan-claw);stroke:var(--khan-body-edge);stroke-width:2.5}
.khan-svg .eye{fill:var(--khan-eye);stroke:var(--khan-body-edge);stroke-width:3}
.khan-svg .pupil{fill:var(--khan-ink)}
.khan-svg .pads{fill:var(--khan-pad);stroke:var(--khan-pad-edge);stroke-width:2.5}
.khan-svg .coordinates{fill:var(--khan-text);font-size:23px}
.khan-svg .coordinates text{stroke:var(--khan-body);stroke-width:5;stroke-linejoin:round;paint-order:stroke}
.khan-svg .count rect{fill:var(--khan-count-back);stroke:var(--khan-body-edge);stroke-width:2}
.khan-svg .count text{fill:var(--khan-count);font-size:25px}
.khan-svg .tally rect{fill:var(--khan-pad);stroke:var(--khan-body-edge);stroke-width:2}
.khan-svg .tally path{stroke:var(--khan-ink);stroke-width:1.2}
.khan-svg .tally .khan-black{stroke:var(--khan-edge)}
.khan-svg .tally .missing{fill:var(--khan-text);stroke:none}
.khan-svg .going{opacity:.4}
.khan-svg .ghost{opacity:.85}
.khan-svg .outline{fill:none;stroke-width:4;stroke-linejoin:round}
.khan-svg .ghost .outline{stroke:var(--khan-count);stroke-dasharray:8 6}
.khan-svg .origins path{fill:none;stroke:var(--khan-origin);stroke-width:6}
.khan-svg .under{stroke:var(--khan-ink)!important}
.khan-svg .origins .under{stroke-width:11}
.khan-svg .targets path{fill:none;stroke:var(--khan-target);stroke-width:4}
.khan-svg .targets .under{stroke-width:8}
.khan-svg .many path{stroke-width:2.5}
.khan-svg .many .under{stroke-width:4.5;stroke-opacity:.6}
.khan-svg .alternatives path{fill:none;stroke:var(--khan-origin);stroke-width:3.5}
.khan-svg .alternatives .under{stroke-width:7}
.khan-svg .away{opacity:.45}
.khan-svg .last path{fill:none;stroke:var(--khan-last);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.khan-svg .last .under{stroke-width:10}
.khan-svg .marks path{fill:none;stroke:var(--khan-wrong);stroke-width:6;stroke-dasharray:14 7}
.khan-svg .marks .under{stroke-width:11;stroke-dasharray:none}
.khan-svg .hints>path{fill:none;stroke:var(--khan-hint);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.khan-svg .hints>.under{stroke:var(--khan-count-back)!important;stroke-width:6.5;stroke-opacity:.85}
.khan-svg .hints circle{fill:var(--khan-hint);stroke:var(--khan-count-back);stroke-width:3}
.khan-svg .hints text{fill:var(--khan-hint-text);font-size:22px}
.khan-svg .cursor{fill:none;stroke:var(--khan-cursor);stroke-width:5;pointer-events:none}
.khan-svg .glow{fill:var(--khan-origin);stroke:var(--khan-horn);stroke-width:3;fill-opacity:.55}
.khan-svg .crown{fill:var(--khan-horn);stroke:var(--khan-ink);stroke-width:3;stroke-linejoin:round}
.khan-edge{fill:none;stroke:var(--khan-ink);stroke-width:2.5;stroke-linejoin:round}
.khan-black-edge{fill:none;stroke:var(--khan-edge);stroke-width:2.5;stroke-linejoin:round}
.khan-sun{stop-color:var(--khan-sun);stop-opacity:.5}
.khan-dusk{stop-color:var(--khan-dusk);stop-opacity:.25}
.khan-bright{stop-color:var(--khan-bright);stop-opacity:.5}
.khan-clear{stop-color:var(--khan-bright);stop-opacity:0}
.khan-dim{stop-color:var(--khan-dim);stop-opacity:.38}
.khan-cast{fill:var(--khan-shadow);opacity:.28}
.khan-gleam{fill:none;stroke:var(--khan-bright);stroke-width:2.5;stroke-linecap:round;opacity:.5}
.khan-body{fill:var(--khan-body)}
.khan-scale{fill:none;stroke:var(--khan-scale);stroke-width:2.5}
.khan-red{fill:var(--khan-red)}
.khan-red-rim{fill:none;stroke:var(--khan-red-mark);stroke-width:7;stroke-dasharray:3 8}
.khan-red-top{fill:var(--khan-red-mark)}
.khan-black{fill:var(--khan-black)}
.khan-black-rim{fill:none;stroke:var(--khan-black-mark);stroke-width:2.5}
.khan-black-top{fill:none;stroke:var(--khan-black-mark);stroke-width:3}
.khan-white{fill:var(--khan-white)}
.khan-white-rim{fill:none;stroke:none}
.khan-white-top{fill:none;stroke:var(--khan-white-mark);stroke-width:3}
"""

STYLE = palettes("khan", LIGHT, DARK) + _RULES
"""The default style sheet. A page can override any colour by setting `--khan-...` on `.khan-svg`."""
