// HTML into the page under any policy: written only through here, and patched so that whatever stays is kept.
import morphdom from "morphdom";

/** @type {TrustPolicy | null} */
let policy = null;

/** Write by a policy from now on: somebody's page may demand trusted types, ours don't. @param {TrustPolicy | null} given */
export function trust(given) {
  policy = given;
}

/** @param {string} text */
export function parse(text) {
  const template = document.createElement("template");
  template.innerHTML = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  return template.content;
}

/** Give an element's content as it could be shown again. @param {Element | null} element */
export const written = (element) => element?.innerHTML ?? "";

/**
 * Bring an element's content up to date and keep what stays: no focus, caret, scrolling or click is lost.
 * @param {Element} element
 * @param {string} text
 */
export function patch(element, text) {
  const wanted = /** @type {Element} */ (element.cloneNode(false));
  wanted.append(parse(text));
  morphdom(element, wanted, { childrenOnly: true, getNodeKey: key, onBeforeElUpdated: decide });
}

/**
 * Tell what stays itself wherever it moves, like a line of a list that grows at its head.
 * @param {Node} node
 */
const key = (node) => /** @type {HTMLElement} */ (node).dataset?.key;

/**
 * Decide whether one element may become another one.
 * @param {HTMLElement} mine
 * @param {HTMLElement} wanted
 */
function decide(mine, wanted) {
  if (mine.isEqualNode(wanted)) {
    // A list or a box that somebody has changed looks equal and isn't.
    if (!("value" in mine)) return false;
  } else if (mine.dataset.action !== wanted.dataset.action || mine.closest("button > svg") === mine) {
    // A button that is being pressed never turns into another one; what is drawn on one changes as a whole.
    mine.replaceWith(wanted);
    return false;
  }
  // What somebody has unfolded stays so.
  if (mine instanceof HTMLDetailsElement) /** @type {HTMLDetailsElement} */ (wanted).open = mine.open;
  // What is being written stays as it is: a space at the end may be followed by another word.
  const edited = mine instanceof HTMLInputElement || mine instanceof HTMLTextAreaElement;
  if (edited && mine.matches(":focus, :active") && wanted instanceof mine.constructor) {
    /** @type {HTMLInputElement} */ (wanted).value = /** @type {HTMLInputElement} */ (mine).value;
  }
  return true;
}
