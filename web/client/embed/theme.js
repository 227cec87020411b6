// Light or dark: an embedded board follows the background of the page, unless its author chose a theme.

const DARK = matchMedia("(prefers-color-scheme: dark)");
/** The check of each board. @type {Set<() => void>} */
const checks = new Set();
/** Events after which late style sheets and transitions of colours may have changed a background. */
const STYLE_EVENTS = ["load", "transitionend"];
let checkScheduled = false;

/** Check the backgrounds of all boards before the next frame. */
function scheduleCheck() {
  if (checkScheduled || !checks.size) return;
  checkScheduled = true;
  requestAnimationFrame(() => {
    checkScheduled = false;
    for (const check of checks) check();
  });
}

/** Return the host of the shadow root around a node, if there is one. @param {Node} node @returns {Element | undefined} */
const hostOf = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).host;

/** Iterate over an element and its ancestors, through shadow roots. @param {Element} element @returns {Generator<Element, void>} */
export function* selfAndAncestors(element) {
  /** @type {Element | undefined} */
  let node = element;
  for (; node; node = node.assignedSlot ?? node.parentElement ?? hostOf(node)) yield node;
}

// A switch to dark mode changes a class or an attribute of an ancestor, or adds style sheets.
const observer = new MutationObserver(scheduleCheck);

/** Call `check` whenever the background of a board may have changed; return a function that stops this. @param {Element} board @param {() => void} check */
export function watchBackground(board, check) {
  if (!checks.size) {
    DARK.addEventListener("change", scheduleCheck);
    for (const event of STYLE_EVENTS) document.addEventListener(event, scheduleCheck, true);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }
  for (const node of selfAndAncestors(board)) observer.observe(node, { attributes: true });
  checks.add(check);
  return () => {
    checks.delete(check);
    if (checks.size) return;
    DARK.removeEventListener("change", scheduleCheck);
    for (const event of STYLE_EVENTS) document.removeEventListener(event, scheduleCheck, true);
    observer.disconnect();
  };
}

/** Let the browser compute the lightness and the opacity of any CSS colour, from 0 to 1. @param {HTMLElement} probe @param {string} colour */
function measure(probe, colour) {
  // The result is `color(srgb red green blue / alpha)`, whatever the format of the colour.
  probe.style.color = `color-mix(in srgb, ${colour} 100%, transparent)`;
  const computed = getComputedStyle(probe).color;
  const [red = 0, green = 0, blue = 0, opacity = 1] = computed.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  return { lightness: 0.3 * red + 0.6 * green + 0.1 * blue, opacity };
}

/**
 * Return whether an element is on a dark background, through all translucent ones down to the page's canvas.
 * @param {Element} element
 * @param {HTMLElement} probe an element of ours, to measure colours with
 */
export function isDark(element, probe) {
  let light = 0;
  /** The share of light that passes through the backgrounds so far. */
  let transmitted = 1;
  for (const node of selfAndAncestors(element)) {
    const style = getComputedStyle(node);
    const { lightness, opacity } = measure(probe, style.backgroundColor);
    light += transmitted * opacity * lightness;
    transmitted *= 1 - opacity;
    if (transmitted < 0.05) return light < 0.5;
    // The colours of a picture are unknown: light text on it means that it is dark.
    if (style.backgroundImage !== "none")
      return light + transmitted * (1 - measure(probe, style.color).lightness) < 0.5;
  }
  probe.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  return light + transmitted * measure(probe, "Canvas").lightness < 0.5;
}
