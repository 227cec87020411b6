// Effects of the browser: files, clipboard, share sheet, printing, address.
import { reloadNewest } from "./boot/updates.js";

/** Save a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Render an SVG as a PNG of its own size. @param {string} svg @returns {Promise<Blob>} */
async function toPng(svg) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Return the handlers of the effects that browsers offer. @param {(message: import("./protocol.js").Message) => void} send */
export function browserEffects(send) {
  const reportCopy = (/** @type {() => Promise<void>} */ copy) =>
    Promise.resolve()
      .then(copy)
      .then(
        () => send({ type: "Copied", ok: true }),
        () => send({ type: "Copied", ok: false }),
      );
  /** Report a failure; a cancelled share sheet is none. @param {Error} error */
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
    Copy: (text) => reportCopy(() => navigator.clipboard.writeText(text)),
    Share: (text, url) => navigator.share({ text, ...(url && { url }) }).catch(onShareError),
    SendLink: async (text, url, clipboardText) => {
      // With a mouse, people paste into the window of another program.
      if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches)
        return reportCopy(() => navigator.clipboard.writeText(clipboardText));
      const shared = navigator.share({ text, ...(url && { url }) });
      await shared.then(() => send({ type: "Copied", ok: true, shared: true }), onShareError);
    },
    DrawQr: async (text) => {
      const drawing = import("./qr.js").then((qr) => qr.outline(text));
      send({ type: "QrDrawn", path: await drawing.catch(() => "") });
    },
    CopyPng: (svg) =>
      reportCopy(async () => navigator.clipboard.write([new ClipboardItem({ "image/png": await toPng(svg) })])),
    Print: () => print(),
    SetAddress: (address, push) => history[push ? "pushState" : "replaceState"](null, "", address),
    Reload: () => reloadNewest(),
  };
  return effects;
}
