// Unpacks the large files: in a worker, so that the page's own thread is free, or in the page where there is no worker.
import "./zstd.js";

/** Unpack what arrives; give its bytes, or the module compiled from them. What isn't what it should be is refused. */
export async function unpack(arriving, { compile, size, hash }) {
  const decoder = await globalThis.qinUnzstd();
  const packed = [];
  const plain = arriving.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      packed.push(chunk);
      decoder.push(chunk, (piece) => controller.enqueue(piece));
    },
    flush: () => decoder.end(),
  }));
  const headers = { "Content-Type": "application/wasm" };
  const whole = await (compile ? WebAssembly.compileStreaming(new Response(plain, { headers })) : collect(plain, size));
  await check(new Blob(packed), hash);
  return whole;
}

async function collect(plain, size) {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const reader = plain.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return whole;
    whole.set(value, at);
    at += value.length;
  }
}

/** Compare bytes with their SHA-256, where the browser lets us: on hosts without HTTPS it doesn't. */
export async function check(blob, hash) {
  if (!globalThis.crypto?.subtle) return;
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error("not what it should be");
}

/** As a worker of its own: the first message says what comes, the others bring it. */
function serve() {
  let feed;
  onmessage = ({ data }) => {
    if (data.chunk) return feed.enqueue(data.chunk);
    if (data.end) return feed.close();
    const arriving = new ReadableStream({ start: (controller) => (feed = controller) });
    unpack(arriving, data).then(
      (result) => postMessage({ result }, result.buffer ? [result.buffer] : []),
      (error) => postMessage({ error: String(error?.message ?? error) }),
    );
  };
  postMessage({ here: true });
}

if (globalThis.name === "qin-unpack") serve();
