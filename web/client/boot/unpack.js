// Decompress the large files, which are packed with Zstandard: in a worker, or in the page where workers aren't allowed.

/** @typedef {{compile?: boolean, hash: string}} PackedFile */
/** @typedef {Record<"ZSTD_createDCtx" | "ZSTD_DStreamInSize" | "ZSTD_DStreamOutSize", () => number>} Sizes */
/** @typedef {Sizes & {memory: WebAssembly.Memory, malloc(size: number): number, ZSTD_decompressStream(context: number, output: number, input: number): number}} Zstd */

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/**
 * Start to decompress one file with the WebAssembly of the npm package zstddec. `push` hands over every piece that is
 * ready, `end` throws if the file was cut.
 */
async function zstdDecoder() {
  compiled ??= WebAssembly.compile(Uint8Array.from(atob(__DECODER__), (letter) => letter.charCodeAt(0)));
  const env = { emscripten_notify_memory_growth() {} };
  const instance = await WebAssembly.instantiate(await compiled, { env });
  const zstd = /** @type {Zstd} */ (/** @type {unknown} */ (instance.exports));
  const context = zstd.ZSTD_createDCtx();
  const [inSize, outSize] = [zstd.ZSTD_DStreamInSize(), zstd.ZSTD_DStreamOutSize()];
  const [from, to, input, output] = [zstd.malloc(inSize), zstd.malloc(outSize), zstd.malloc(12), zstd.malloc(12)];
  // Both buffers are structs of three words: address, size, position.
  const position = (/** @type {number} */ buffer) => new DataView(zstd.memory.buffer).getUint32(buffer + 8, true);
  const set = (/** @type {number} */ buffer, /** @type {number[]} */ ...values) =>
    new Uint32Array(zstd.memory.buffer, buffer, 3).set(values);
  let missing = 1;

  return {
    /** @param {Uint8Array} bytes @param {(piece: Uint8Array<ArrayBuffer>) => void} take */
    push(bytes, take) {
      for (let start = 0; start < bytes.length; start += inSize) {
        const chunk = bytes.subarray(start, start + inSize);
        new Uint8Array(zstd.memory.buffer).set(chunk, from);
        set(input, from, chunk.length, 0);
        do {
          set(output, to, outSize, 0);
          missing = zstd.ZSTD_decompressStream(context, output, input) >>> 0;
          // Zstandard's errors are small negative numbers.
          if (missing > 0xffffff00) throw new Error("damaged");
          const length = position(output);
          if (length) take(new Uint8Array(zstd.memory.buffer).slice(to, to + length));
        } while (position(input) < chunk.length || position(output) === outSize);
      }
    },
    end() {
      if (missing) throw new Error("incomplete");
    },
  };
}

/**
 * Decompress a download; return its bytes, or the module compiled from them. A file with the wrong hash is refused.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {PackedFile} file
 * @param {(bytes: number) => void} count hears how many packed bytes have arrived
 */
export async function unpack(body, { compile, hash }, count) {
  const decoder = await zstdDecoder();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const packed = [];
  /** @type {Promise<void> | undefined} */
  let checked;
  const plain = body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        packed.push(chunk);
        count(chunk.length);
        decoder.push(chunk, (piece) => controller.enqueue(piece));
      },
      flush() {
        decoder.end();
        checked = new Blob(packed).arrayBuffer().then((bytes) => check(bytes, hash));
        checked.catch(() => {});
      },
    }),
  );
  const response = new Response(plain, { headers: { "Content-Type": "application/wasm" } });
  const whole = await (compile ? WebAssembly.compileStreaming(response) : response.arrayBuffer());
  await checked;
  return whole;
}

/**
 * Compare bytes with their SHA-256; on hosts without HTTPS browsers don't offer that.
 * @param {BufferSource} bytes @param {string} hash
 */
export async function check(bytes, hash) {
  if (!globalThis.crypto?.subtle) return;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error("not what it should be");
}

/** As a worker: download and decompress a file. @param {MessageEvent<PackedFile & {address: string, cache: RequestCache}>} event */
async function answer({ data: { address, cache, ...file } }) {
  try {
    const response = await fetch(address, { cache });
    if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
    const result = await unpack(response.body, file, (arrived) => postMessage({ arrived }));
    postMessage({ result }, { transfer: result instanceof ArrayBuffer ? [result] : [] });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}

if (self.name === "qin-unpack") {
  onmessage = answer;
  postMessage({ alive: true });
  // However slow the download is, the page knows that this worker works.
  setInterval(() => postMessage({ alive: true }), 1000);
}
