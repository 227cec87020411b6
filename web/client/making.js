// Elements and style sheets, made under any policy of the page that holds a board: no inline style.

/** @param {string} text */
export const sheet = (text) => {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
};

/** @param {string} tag @param {Record<string, any>} [properties] @param {...(Node | string)} children @returns {any} */
export const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
