// Effects in the browser besides drawing: files, copying, printing, the address.

/** Let the reader save a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Turn an SVG into a PNG of its own size. @param {string} svg @returns {Promise<Blob>} */
async function paint(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/**
 * @param {(message: Record<string, any>) => void} send
 * @returns {Record<string, (...values: any[]) => void>}
 */
export function outside(send) {
  const copying = (/** @type {() => Promise<void>} */ copy) =>
    Promise.resolve()
      .then(copy)
      .then(
        () => send({ copied: true }),
        () => send({ copied: false }),
      );
  /** Somebody who changes their mind has nothing to be told. @param {Error} error */
  const refused = ({ name }) => name !== "AbortError" && send({ copied: false });
  return {
    Download: (name, text, type) => save(name, new Blob([text], { type })),
    SharePng: async (name, svg, text) => {
      const picture = await paint(svg);
      const files = [new File([picture], name, { type: picture.type })];
      if (navigator.canShare?.({ files })) await navigator.share({ files, text }).catch(() => {});
      else save(name, picture);
    },
    DownloadPng: async (name, svg) => save(name, await paint(svg)),
    Copy: (text) => copying(() => navigator.clipboard.writeText(text)),
    Share: (text, url) => navigator.share({ text, ...(url && { url }) }).catch(refused),
    DrawQr: async (text) => send({ qr: (await import("./qr.js")).outline(text) }),
    CopyPng: (svg) =>
      copying(async () => navigator.clipboard.write([new ClipboardItem({ "image/png": await paint(svg) })])),
    Print: () => print(),
    Go: (address, push) => history[push ? "pushState" : "replaceState"](null, "", address),
    GoBack: () => history.back(),
  };
}
