// Runs in a worker: fetches a compressed file, tells how many bytes have come, and hands the unpacked bytes over.
onmessage = async ({ data: address }) => {
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
    const bytes = await new Response(unpacked).arrayBuffer();
    postMessage({ bytes }, [bytes]);
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};
