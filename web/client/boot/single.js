// Reads the files inside the single-file page. Runs before boot.js.
const bytesOf = (/** @type {string} */ name) => {
  const text = document.getElementById(`file-${name}`)?.textContent ?? "";
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
};
const moduleUrl = async (/** @type {string} */ name) => {
  const unpacked = new Blob([bytesOf(name)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const code = await new Response(unpacked).blob();
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
};
globalThis.qinFiles = {
  // Pyodide wants the address of a folder; nothing is loaded from this one.
  base: "file:///inside/",
  open: async (name) => new Response(bytesOf(name)),
  read: bytesOf,
  load: async (name) => import(await moduleUrl(name)),
};
