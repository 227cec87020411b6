// Effects of the browser: files, clipboard, share sheet, printing, address.
import { reloadNewest } from "./boot/updates.js";

/** Save a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Render an SVG as a PNG of its own size. @param {string} svg @returns {Promise<Blob>} */
async function toPng(svg) {
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
 * @param {(message: import("./protocol.js").Message) => void} send
 */
export function browserEffects(send) {
  const report = (/** @type {() => Promise<void>} */ copy) =>
    Promise.resolve()
      .then(copy)
      .then(
        () => send({ type: "Copied", ok: true }),
        () => send({ type: "Copied", ok: false }),
      );
  /** A cancelled share sheet is no failure. @param {Error} error */
  const onShareError = ({ name }) => name !== "AbortError" && send({ type: "Copied", ok: false });
  /** @satisfies {Partial<import("./protocol.js").EffectHandlers>} */
  const effects = {
    Download: (name, text, type) => save(name, new Blob([text], { type })),
    SharePng: async (name, svg, text) => {
      const picture = await toPng(svg);
      const files = [new File([picture], name, { type: picture.type })];
      if (navigator.canShare?.({ files })) await navigator.share({ files, text }).catch(() => {});
      else save(name, picture);
    },
    DownloadPng: async (name, svg) => save(name, await toPng(svg)),
    Copy: (text) => report(() => navigator.clipboard.writeText(text)),
    Share: (text, url) => navigator.share({ text, ...(url && { url }) }).catch(onShareError),
    SendLink: async (text, url, copied) => {
      // A mouse belongs to a desk, where people paste into a window of another program.
      if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches)
        return report(() => navigator.clipboard.writeText(copied));
      const shared = navigator.share({ text, ...(url && { url }) });
      await shared.then(() => send({ type: "Copied", ok: true, shared: true }), onShareError);
    },
    DrawQr: async (text) => {
      const drawing = import("./qr.js").then((qr) => qr.outline(text));
      send({ type: "QrDrawn", path: await drawing.catch(() => "") });
    },
    CopyPng: (svg) =>
      report(async () => navigator.clipboard.write([new ClipboardItem({ "image/png": await toPng(svg) })])),
    Print: () => print(),
    SetAddress: (address, push) => history[push ? "pushState" : "replaceState"](null, "", address),
    Reload: () => reloadNewest(),
  };
  return effects;
}
