// The only module that writes HTML. It patches the page, so that unchanged elements stay.
import morphdom from "morphdom";

/** @type {TrustPolicy | null} */
let policy = null;

/** Write HTML through a trusted-types policy, which an embedding page may demand. @param {TrustPolicy | null} trusted */
export function trust(trusted) {
  policy = trusted;
}

/** @param {string} text */
export function parse(text) {
  const template = document.createElement("template");
  template.innerHTML = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  return template.content;
}

/** Return an element's content as HTML. @param {Element | null} element */
export const htmlOf = (element) => element?.innerHTML ?? "";

/**
 * Update the content of an element; unchanged elements keep their focus, caret and scroll position.
 * @param {Element} element
 * @param {string} text
 */
export function patch(element, text) {
  const wanted = /** @type {Element} */ (element.cloneNode(false));
  wanted.append(parse(text));
  morphdom(element, wanted, { childrenOnly: true, getNodeKey: keyOf, onBeforeElUpdated: mayUpdate });
}

/**
 * Return the key by which an element keeps its identity, such as a line of a list that grows at its top.
 * @param {Node} node
 */
const keyOf = (node) => /** @type {HTMLElement} */ (node).dataset?.key;

/**
 * Decide whether an element may be changed into another one.
 * @param {HTMLElement} current
 * @param {HTMLElement} wanted
 */
function mayUpdate(current, wanted) {
  if (current.isEqualNode(wanted)) {
    // A list or a check box that the user has changed only looks equal.
    if (!("value" in current)) return false;
  } else if (current.dataset.action !== wanted.dataset.action || current.closest("button > svg") === current) {
    // A button must not become another one while it is pressed; a picture on a button is replaced as a whole.
    current.replaceWith(wanted);
    return false;
  }
  // Unfolded details stay open.
  if (current instanceof HTMLDetailsElement) /** @type {HTMLDetailsElement} */ (wanted).open = current.open;
  // A field keeps its text while the user types.
  const edited = current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement;
  if (edited && current.matches(":focus, :active") && wanted instanceof current.constructor) {
    /** @type {HTMLInputElement} */ (wanted).value = /** @type {HTMLInputElement} */ (current).value;
  }
  return true;
}
