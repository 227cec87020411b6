// Handlers of the effects that need browser APIs: files, clipboard, share sheet, printing, address.
/** @import { EffectHandlers, Message } from "./protocol.js" */
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

/** Return the handlers, which report what they did. @param {(message: Message) => void} send */
export function browserEffects(send) {
  /** Copy something, and report whether it worked. @param {() => Promise<void>} copy */
  const reportCopy = async (copy) => {
    const ok = await copy().then(
      () => true,
      () => false,
    );
    send({ type: "Copied", ok });
  };
  const copyText = (/** @type {string} */ text) => reportCopy(async () => navigator.clipboard.writeText(text));
  /** Report a failure as `Copied`, which also answers a share, but not a cancelled share sheet. @param {Error} error */
  const onShareError = ({ name }) => name !== "AbortError" && send({ type: "Copied", ok: false });
  /** @satisfies {Partial<EffectHandlers>} */
  const effects = {
    Download: (name, text, type) => save(name, new Blob([text], { type })),
    SharePng: async (name, svg, text) => {
      const picture = await toPng(svg);
      const files = [new File([picture], name, { type: picture.type })];
      if (navigator.canShare?.({ files })) await navigator.share({ files, text }).catch(() => {});
      else save(name, picture);
    },
    DownloadPng: async (name, svg) => save(name, await toPng(svg)),
    Copy: copyText,
    Share: (text, url) => navigator.share({ text, ...(url && { url }) }).catch(onShareError),
    SendLink: async (text, url, clipboardText) => {
      // With a mouse, people paste into the window of another program.
      if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches) return copyText(clipboardText);
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
    // Going back closes a dialog only if the page has added the entry of the history.
    SetAddress: (address, push) =>
      push ? history.pushState({ added: true }, "", address) : history.replaceState(history.state, "", address),
    Reload: () => reloadNewest(),
  };
  return effects;
}
