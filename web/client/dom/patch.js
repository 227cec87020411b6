// The only place that writes HTML; it patches the page, so that unchanged elements stay.
import morphdom from "morphdom";

/** @type {TrustPolicy | null} */
let policy = null;

/** Use a policy from now on: an embedding page may demand trusted types. @param {TrustPolicy | null} given */
export function trust(given) {
  policy = given;
}

/** @param {string} text */
export function parse(text) {
  const template = document.createElement("template");
  template.innerHTML = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  return template.content;
}

/** Return an element's content as HTML. @param {Element | null} element */
export const written = (element) => element?.innerHTML ?? "";

/**
 * Update an element's content and keep unchanged elements, with their focus, caret and scroll position.
 * @param {Element} element
 * @param {string} text
 */
export function patch(element, text) {
  const wanted = /** @type {Element} */ (element.cloneNode(false));
  wanted.append(parse(text));
  morphdom(element, wanted, { childrenOnly: true, getNodeKey: key, onBeforeElUpdated: decide });
}

/**
 * Return the key by which an element keeps its identity, like a line of a list that grows at its head.
 * @param {Node} node
 */
const key = (node) => /** @type {HTMLElement} */ (node).dataset?.key;

/**
 * Decide whether an element may turn into another one.
 * @param {HTMLElement} mine
 * @param {HTMLElement} wanted
 */
function decide(mine, wanted) {
  if (mine.isEqualNode(wanted)) {
    // A list or a check box that the reader has changed only looks equal.
    if (!("value" in mine)) return false;
  } else if (mine.dataset.action !== wanted.dataset.action || mine.closest("button > svg") === mine) {
    // A button never turns into another one while it is pressed; a picture on a button changes as a whole.
    mine.replaceWith(wanted);
    return false;
  }
  // Unfolded details stay open.
  if (mine instanceof HTMLDetailsElement) /** @type {HTMLDetailsElement} */ (wanted).open = mine.open;
  // A field keeps its text while the reader types.
  const edited = mine instanceof HTMLInputElement || mine instanceof HTMLTextAreaElement;
  if (edited && mine.matches(":focus, :active") && wanted instanceof mine.constructor) {
    /** @type {HTMLInputElement} */ (wanted).value = /** @type {HTMLInputElement} */ (mine).value;
  }
  return true;
}
