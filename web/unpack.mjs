// Runs in a worker: fetches a compressed file, tells how many bytes have come, and hands over what was in it, as bytes
// or already compiled. The page's own thread has enough to do at that time.
onmessage = async ({ data: { address, compile } }) => {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const count = new TransformStream({
      transform(chunk, controller) {
        postMessage({ arrived: chunk.length });
        controller.enqueue(chunk);
      },
    });
    const unpacked = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
    if (compile) {
      const wasm = new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
      postMessage({ result: await WebAssembly.compileStreaming(wasm) });
    } else {
      const bytes = await new Response(unpacked).arrayBuffer();
      postMessage({ result: bytes }, [bytes]);
    }
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};
