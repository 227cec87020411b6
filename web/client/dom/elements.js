// Creates elements and style sheets without inline styles, which an embedding page's policy may forbid.

/** @param {string} text */
export const styleSheet = (text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};

/**
 * Create an element. Firefox before 119 has no properties for ARIA, so `role` and `aria…` are set as attributes.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...(Node | string)} children @returns {any}
 */
export const element = (tag, properties = {}, ...children) => {
  const created = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(properties)) {
    if (/^(role|aria)/.test(name)) created.setAttribute(name.replace("aria", "aria-").toLowerCase(), value);
    else created[name] = value;
  }
  created.append(...children);
  return created;
};
