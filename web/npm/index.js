// Loads <qin-board> from wherever the site is hosted: the boards' engine comes from there, too.

/** @type {Promise<CustomElementConstructor> | undefined} */
let loading;

/**
 * Define the element, once; `integrity` is the script's hash if the address has a version in its name.
 * @param {string} script the address of qin-embed.js
 * @param {{integrity?: string, nonce?: string}} [options]
 */
export function loadBoards(script, { integrity = "", nonce = "" } = {}) {
  return (loading ??= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    if (integrity) Object.assign(element, { integrity, crossOrigin: "anonymous" });
    if (nonce) element.nonce = nonce;
    element.onload = () => resolve(customElements.whenDefined("qin-board"));
    element.onerror = () => {
      loading = undefined;
      reject(new Error(`${script} can't be loaded.`));
    };
    element.src = script;
    document.head.append(element);
  }));
}
