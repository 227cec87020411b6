// Runs in a worker: fetches a compressed file, or what the service worker has unpacked of it, tells how many bytes have
// come, and hands over what was in it, as bytes or already compiled. The page's own thread has enough to do then.
onmessage = async ({ data: { address, compile } }) => {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    postMessage({ arrived: Number(response.headers.get("Qin-Packed")) });
    const headers = { "Content-Type": "application/wasm" };
    const whole = response.headers.has("Qin-Packed") ? response : new Response(inflate(response.body), { headers });
    if (compile) {
      postMessage({ result: await WebAssembly.compileStreaming(whole) });
    } else {
      const bytes = await whole.arrayBuffer();
      postMessage({ result: bytes }, [bytes]);
    }
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};

function inflate(body) {
  const count = new TransformStream({
    transform(chunk, controller) {
      postMessage({ arrived: chunk.length });
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
}
