// Light or dark: an embedded board follows the background of the page, unless its author chose a theme.

const DARK = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const boards = new Set();
let due = false;

/** Check the backgrounds of all boards before the next frame. */
function scheduleCheck() {
  if (due || !boards.size) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    for (const check of boards) check();
  });
}

/** Return the host of the shadow root around a node, if there is one. @param {Node} node @returns {Element | undefined} */
const hostOf = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).host;

/**
 * Iterate over an element and its ancestors, through shadow roots.
 * @param {Element} place
 * @returns {Generator<Element, void>}
 */
export function* ancestors(place) {
  /** @type {Element | undefined} */
  let node = place;
  for (; node; node = node.assignedSlot ?? node.parentElement ?? hostOf(node)) yield node;
}

// A dark-mode switch changes a class or an attribute of an ancestor, or adds style sheets.
const changes = new MutationObserver(scheduleCheck);

/**
 * Call `check` whenever the background of a board may have changed; return a function that stops it.
 * @param {Element} place
 * @param {() => void} check
 */
export function watchBackground(place, check) {
  if (!boards.size) {
    DARK.addEventListener("change", scheduleCheck);
    // Late style sheets, and transitions of colours.
    for (const event of ["load", "transitionend"]) document.addEventListener(event, scheduleCheck, true);
    changes.observe(document.head, { childList: true, subtree: true, characterData: true });
  }
  for (const node of ancestors(place)) changes.observe(node, { attributes: true });
  boards.add(check);
  return () => {
    boards.delete(check);
    if (boards.size) return;
    DARK.removeEventListener("change", scheduleCheck);
    for (const event of ["load", "transitionend"]) document.removeEventListener(event, scheduleCheck, true);
    changes.disconnect();
  };
}

/** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour */

/**
 * Let the browser resolve any CSS colour to red, green, blue and alpha from 0 to 1.
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
 * Return whether an element is on a dark background, through all translucent ones down to the page's canvas.
 * @param {Element} place
 * @param {HTMLElement} probe an element of ours, to resolve colours with
 */
export function isDark(place, probe) {
  let light = 0;
  /** The share of light that passes through the backgrounds so far. */
  let transmitted = 1;
  for (const node of ancestors(place)) {
    const style = getComputedStyle(node);
    const colour = resolve(probe, style.backgroundColor);
    light += transmitted * colour[3] * lightness(colour);
    transmitted *= 1 - colour[3];
    if (transmitted < 0.05) return light < 0.5;
    // The colours of a picture are unknown: light text on it means that it is dark.
    if (style.backgroundImage !== "none")
      return light + transmitted * (1 - lightness(resolve(probe, style.color))) < 0.5;
  }
  probe.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  return light + transmitted * lightness(resolve(probe, "Canvas")) < 0.5;
}
