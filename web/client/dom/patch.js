// The only module that writes HTML.
import morphdom from "morphdom";

/** @type {TrustPolicy | null} */
let policy = null;

/** Write HTML through a trusted-types policy, which an embedding page may require. @param {TrustPolicy | null} newPolicy */
export function setPolicy(newPolicy) {
  policy = newPolicy;
}

/** @param {string} html */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = /** @type {string} */ (policy ? policy.createHTML(html) : html);
  return template.content;
}

/** Return an element's content as HTML. @param {Element | null} element */
export const htmlOf = (element) => element?.innerHTML ?? "";

/** Update an element's content; unchanged elements keep their focus, caret and scroll position. @param {Element} element @param {string} html */
export function patch(element, html) {
  const target = /** @type {Element} */ (element.cloneNode(false));
  target.append(parse(html));
  morphdom(element, target, { childrenOnly: true, getNodeKey: keyOf, onBeforeElUpdated: mayUpdate });
}

/** Return the key that identifies an element across updates, such as a line of a list that grows at its top. @param {Node} node */
const keyOf = (node) => /** @type {HTMLElement} */ (node).dataset?.key;

/** Decide whether morphdom may change an element into another one. @param {HTMLElement} current @param {HTMLElement} target */
function mayUpdate(current, target) {
  if (current.isEqualNode(target)) {
    // What the user has selected, checked or typed is a property, which this comparison ignores.
    if (!("value" in current)) return false;
  } else if (current.dataset.action !== target.dataset.action || current.matches("button > svg")) {
    // A button must not become another one while it is pressed; a picture on a button is replaced as a whole.
    current.replaceWith(target);
    return false;
  }
  if (current instanceof HTMLDetailsElement) /** @type {HTMLDetailsElement} */ (target).open = current.open;
  const isField = current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement;
  if (isField && current.matches(":focus, :active") && target instanceof current.constructor) {
    // The field keeps its text while the user types.
    /** @type {HTMLInputElement} */ (target).value = /** @type {HTMLInputElement} */ (current).value;
  }
  return true;
}
