// Light or dark: what an embedded board lies on decides, unless its author has said; changes of the page are followed.

const DARK = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
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

/** Give the host of the shadow root that a node stands in, if it stands in one. @param {Node} node @returns {Element | undefined} */
const hostOf = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).host;

/**
 * The ancestors of an element, through the shadow roots around it.
 * @param {Element} place
 * @returns {Generator<Element, void>}
 */
export function* around(place) {
  /** @type {Element | undefined} */
  let node = place;
  for (; node; node = node.assignedSlot ?? node.parentElement ?? hostOf(node)) yield node;
}

// A dark-mode switch sets a class or an attribute on something around the board, or brings other style sheets.
const changes = new MutationObserver(lookAgain);

/**
 * Call `look` whenever what lies behind a board may have changed; gives the way to stop.
 * @param {Element} place
 * @param {() => void} look
 */
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

/** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour */

/**
 * Let the browser say what a colour is, however it is written: red, green, blue and alpha from 0 to 1.
 * @param {HTMLElement} probe
 * @param {string} colour
 * @returns {Colour}
 */
function resolve(probe, colour) {
  probe.style.color = `color-mix(in srgb, ${colour} 100%, transparent)`;
  const [red = 0, green = 0, blue = 0, alpha = 1] =
    getComputedStyle(probe)
      .color.match(/-?[\d.]+(?:e-?\d+)?/g)
      ?.map(Number) ?? [];
  return [red, green, blue, alpha];
}

/** @param {Colour} colour */
const lightness = ([red, green, blue]) => 0.3 * red + 0.6 * green + 0.1 * blue;

/**
 * Tell whether an element lies on something dark: on the backgrounds that shine through each other, down to the page's
 * own canvas.
 * @param {Element} place
 * @param {HTMLElement} probe an element of ours, to resolve colours with
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
