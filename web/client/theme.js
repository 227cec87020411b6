// Light or dark: what an embedded board lies on decides, unless its author has said.

export const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Tell whether an element lies on something dark: on the first background that can be seen, else on the page itself. */
export function isDark(place) {
  for (let node = place; node; node = node.parentElement ?? node.getRootNode().host) {
    const [red, green, blue, alpha = 1] = getComputedStyle(node)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [0, 0, 0, 0];
    if (alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  const told = document.querySelector('meta[name="color-scheme"]')?.content ?? "";
  return DARK.matches && `${getComputedStyle(document.documentElement).colorScheme} ${told}`.includes("dark");
}
