// Inlined before the boot script where one file holds everything: answers for the files that it carries.
const carried = (name) => {
  const text = document.getElementById(`file-${name}`).textContent;
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
};
const moduleAddress = async (name) => {
  const unpacked = new Blob([carried(name)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const code = await new Response(unpacked).blob();
  return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
};
globalThis.qinFiles = {
  base: "file:///inside/",
  open: async (name) => new Response(carried(name)),
  load: async (name) => import(await moduleAddress(name)),
};
