// Unpacks the large files: in a worker, so that the page's own thread is free, or in the page where there is no worker.
import "./zstd.js";

/** Unpack what arrives; give its bytes, or the module compiled from them. What isn't what it should be is refused. */
export async function unpack(arriving, { compile, hash }, count) {
  const decoder = await globalThis.qinUnzstd();
  const packed = [];
  let checked;
  const plain = arriving.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      packed.push(chunk);
      count(chunk.length);
      decoder.push(chunk, (piece) => controller.enqueue(piece));
    },
    flush() {
      decoder.end();
      checked = check(joined(packed), hash);
      checked.catch(() => {});
    },
  }));
  const response = new Response(plain, { headers: { "Content-Type": "application/wasm" } });
  const whole = await (compile ? WebAssembly.compileStreaming(response) : response.arrayBuffer());
  await checked;
  return whole;
}

function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Compare bytes with their SHA-256, where the browser lets us: on hosts without HTTPS it doesn't. */
export async function check(bytes, hash) {
  if (!globalThis.crypto?.subtle) return;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error("not what it should be");
}

/** As a worker of its own: fetch what is asked for and unpack it. */
async function answer({ data: { address, cache, ...file } }) {
  try {
    const response = await fetch(address, { cache });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const result = await unpack(response.body, file, (arrived) => postMessage({ arrived }));
    postMessage({ result }, result instanceof ArrayBuffer ? [result] : []);
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
}

if (globalThis.name === "qin-unpack") {
  onmessage = answer;
  postMessage({ here: true });
}
