// How a board is drawn under any policy of the page that holds it: no inline style, no HTML that isn't trusted.

let policy = null;
/** Whether this page lets a board write HTML: one that demands trusted types has to allow the policy "qin-board". */
export let mayDraw = true;
try {
  policy = globalThis.trustedTypes?.createPolicy("qin-board", { createHTML: (text) => text }) ?? null;
} catch {
  mayDraw = false;
}

export const html = (text) => (policy ? policy.createHTML(text) : text);

export const sheet = (text) => {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
};

export const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** Bring an element's content up to date and keep what stays: no focus and no click is lost. */
export function patch(old, text) {
  const wanted = old.cloneNode(false);
  wanted.innerHTML = html(text);
  match(old, wanted);
}

function match(old, wanted) {
  const fresh = [...wanted.childNodes];
  [...old.childNodes].slice(fresh.length).forEach((extra) => extra.remove());
  fresh.forEach((next, number) => {
    const mine = old.childNodes[number];
    if (!mine) return old.append(next);
    if (mine.isEqualNode(next)) return undefined;
    const alike = mine.nodeName === next.nodeName && mine.nodeType === 1 && mine.nodeName !== "svg";
    // A button that is being pressed never turns into another one.
    if (!alike || mine.dataset?.action !== next.dataset?.action) return mine.replaceWith(next);
    for (const name of mine.getAttributeNames()) if (!next.hasAttribute(name)) mine.removeAttribute(name);
    for (const name of next.getAttributeNames()) {
      if (mine.getAttribute(name) !== next.getAttribute(name)) mine.setAttribute(name, next.getAttribute(name));
    }
    match(mine, next);
    if (mine.nodeName === "INPUT" && !mine.matches(":active")) mine.value = next.value;
    return undefined;
  });
}

export const DARK = matchMedia("(prefers-color-scheme: dark)");

/** Tell whether an element lies on something dark: on the first background that can be seen, else on the page itself. */
export function isDark(place) {
  for (let node = place; node; node = node.parentElement ?? node.getRootNode().host) {
    const [red, green, blue, alpha = 1] = getComputedStyle(node).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    if (alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  const told = document.querySelector('meta[name="color-scheme"]')?.content ?? "";
  return DARK.matches && `${getComputedStyle(document.documentElement).colorScheme} ${told}`.includes("dark");
}
