// Light or dark: what an embedded board lies on decides, unless its author has said.

export const DARK = matchMedia("(prefers-color-scheme: dark)");

/**
 * Find what an element lies on: the one that holds it, or the one whose shadow root it stands in.
 * @param {Element} element
 * @returns {Element | null}
 */
const under = (element) => element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host ?? null;

/**
 * Tell whether an element lies on something dark: on the first background that can be seen, else on the page itself.
 * @param {Element} place
 */
export function isDark(place) {
  for (let node = /** @type {Element | null} */ (place); node; node = under(node)) {
    const colour = getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? [];
    const [red = 0, green = 0, blue = 0, alpha = colour.length ? 1 : 0] = colour.map(Number);
    if (alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  const told = document.querySelector('meta[name="color-scheme"]')?.getAttribute("content") ?? "";
  return DARK.matches && `${getComputedStyle(document.documentElement).colorScheme} ${told}`.includes("dark");
}
