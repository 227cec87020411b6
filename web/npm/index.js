// Loads <qin-board> from the site that hosts it; the engine of the boards comes from there, too.

/** @type {Promise<CustomElementConstructor> | undefined} */
let loading;

/**
 * Define the element, once.
 * @param {string} url of qin-embed.js
 * @param {{integrity?: string, nonce?: string}} [options] the hash of the script, for a URL with a version, and the nonce
 *   that the page's content policy asks for
 */
export function loadBoards(url, { integrity = "", nonce = "" } = {}) {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    if (integrity) Object.assign(script, { integrity, crossOrigin: "anonymous" });
    if (nonce) script.nonce = nonce;
    script.onload = () => resolve(customElements.whenDefined("qin-board"));
    script.onerror = () => {
      loading = undefined;
      reject(new Error(`${url} can't be loaded.`));
    };
    script.src = url;
    document.head.append(script);
  }));
}
