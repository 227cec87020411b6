// Light or dark: what an embedded board lies on decides, unless its author has said; changes of the page are followed.

const DARK = matchMedia("(prefers-color-scheme: dark)");
const boards = new Set();
let due = false;

/** Look again at what all boards lie on, once before the next frame. */
function lookAgain() {
  if (due || !boards.size) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    for (const look of boards) look();
  });
}

/** The ancestors of an element, through the shadow roots around it. */
export function* around(place) {
  for (let node = place; node; node = node.assignedSlot ?? node.parentElement ?? node.getRootNode().host) yield node;
}

// A dark-mode switch sets a class or an attribute on something around the board, or brings other style sheets.
const changes = new MutationObserver(lookAgain);

/** Call `look` whenever what lies behind a board may have changed; gives the way to stop. */
export function follow(place, look) {
  if (!boards.size) {
    DARK.addEventListener("change", lookAgain);
    // Style sheets that come late, and colours that fade.
    for (const event of ["load", "transitionend"]) document.addEventListener(event, lookAgain, true);
    changes.observe(document.head, { childList: true, subtree: true, characterData: true });
  }
  for (const node of around(place)) changes.observe(node, { attributes: true });
  boards.add(look);
  return () => {
    boards.delete(look);
    if (boards.size) return;
    DARK.removeEventListener("change", lookAgain);
    for (const event of ["load", "transitionend"]) document.removeEventListener(event, lookAgain, true);
    changes.disconnect();
  };
}

/** Let the browser say what a colour is, however it is written: red, green, blue and alpha from 0 to 1. */
function resolve(probe, colour) {
  probe.style.color = `color-mix(in srgb, ${colour} 100%, transparent)`;
  const [red = 0, green = 0, blue = 0, alpha = 1] =
    getComputedStyle(probe)
      .color.match(/-?[\d.]+(?:e-?\d+)?/g)
      ?.map(Number) ?? [];
  return [red, green, blue, alpha];
}

const lightness = ([red, green, blue]) => 0.3 * red + 0.6 * green + 0.1 * blue;

/**
 * Tell whether an element lies on something dark: on the backgrounds that shine through each other, down to the page's
 * own canvas. `probe` is an element of ours, to resolve colours with.
 */
export function isDark(place, probe) {
  let light = 0;
  let through = 1;
  for (const node of around(place)) {
    const style = getComputedStyle(node);
    const seen = resolve(probe, style.backgroundColor);
    light += through * seen[3] * lightness(seen);
    through *= 1 - seen[3];
    if (through < 0.05) return light < 0.5;
    // What a picture looks like can't be known; the text that is to be read on it tells.
    if (style.backgroundImage !== "none") return light + through * (1 - lightness(resolve(probe, style.color))) < 0.5;
  }
  probe.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  return light + through * lightness(resolve(probe, "Canvas")) < 0.5;
}
