// Decompresses the large files, which are packed with Zstandard, in a worker or, where workers aren't allowed, in the page.

/** @typedef {{compile?: boolean, hash: string}} PackedFile */
/** @typedef {[number, number, number, number, number, number, number, number]} Eight */
/** @typedef {Record<"ZSTD_createDCtx" | "ZSTD_DStreamInSize" | "ZSTD_DStreamOutSize", () => number>} Sizes */
/** @typedef {Sizes & {memory: WebAssembly.Memory, malloc(size: number): number, ZSTD_decompressStream(context: number, output: number, input: number): number}} Zstd */

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

const decoderCode = () => Uint8Array.from(atob(__DECODER__), (letter) => letter.charCodeAt(0));
const imports = { env: { emscripten_notify_memory_growth() {} } };

async function zstdDecoder() {
  compiled ??= WebAssembly.compile(decoderCode());
  return startDecoder(await WebAssembly.instantiate(await compiled, imports));
}

/**
 * Start to decompress one file with the WebAssembly of the npm package zstddec. `push` passes on every piece that is
 * ready; `end` throws an error if the file is incomplete.
 * @param {WebAssembly.Instance} instance
 */
function startDecoder({ exports }) {
  const zstd = /** @type {Zstd} */ (/** @type {unknown} */ (exports));
  const context = zstd.ZSTD_createDCtx();
  const [inSize, outSize] = [zstd.ZSTD_DStreamInSize(), zstd.ZSTD_DStreamOutSize()];
  const [source, target, input, output] = [zstd.malloc(inSize), zstd.malloc(outSize), zstd.malloc(12), zstd.malloc(12)];
  // Both buffers are structs of three words: address, size, position.
  const position = (/** @type {number} */ buffer) => new DataView(zstd.memory.buffer).getUint32(buffer + 8, true);
  const set = (/** @type {number} */ buffer, /** @type {number[]} */ ...values) =>
    new Uint32Array(zstd.memory.buffer, buffer, 3).set(values);
  /** What the decoder still expects; 0 at the end of the file. */
  let missing = 1;

  return {
    /** @param {Uint8Array} bytes @param {(piece: Uint8Array<ArrayBuffer>) => void} onPiece */
    push(bytes, onPiece) {
      for (let start = 0; start < bytes.length; start += inSize) {
        const chunk = bytes.subarray(start, start + inSize);
        new Uint8Array(zstd.memory.buffer).set(chunk, source);
        set(input, source, chunk.length, 0);
        do {
          set(output, target, outSize, 0);
          missing = zstd.ZSTD_decompressStream(context, output, input) >>> 0;
          // Zstandard's errors are small negative numbers.
          if (missing > 0xffffff00) throw new Error("damaged");
          const length = position(output);
          if (length) onPiece(new Uint8Array(zstd.memory.buffer).slice(target, target + length));
        } while (position(input) < chunk.length || position(output) === outSize);
      }
    },
    end() {
      if (missing) throw new Error("incomplete");
    },
  };
}

/**
 * Decompress a download; return its bytes, or the module compiled from them. A wrong hash is an error.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {PackedFile} file
 * @param {(bytes: number) => void} count gets the number of packed bytes of each chunk
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
  const unpacked = await (compile ? WebAssembly.compileStreaming(response) : response.arrayBuffer());
  await checked;
  return unpacked;
}

/**
 * Decompress a file synchronously. A wrong hash is an error.
 * @param {Uint8Array<ArrayBuffer>} packed @param {string} hash
 */
export function unpackNow(packed, hash) {
  if (sha256(packed) !== hash) throw new Error("the hash is wrong");
  const decoder = startDecoder(new WebAssembly.Instance(new WebAssembly.Module(decoderCode()), imports));
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  decoder.push(packed, (piece) => pieces.push(piece));
  decoder.end();
  const unpacked = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let position = 0;
  for (const piece of pieces) {
    unpacked.set(piece, position);
    position += piece.length;
  }
  return unpacked;
}

const hex = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(16).padStart(digits, "0");

/** Compute a SHA-256 synchronously, as browsers' own function can't. The names are those of the standard. @param {Uint8Array} bytes */
export function sha256(bytes) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  const fraction = (/** @type {number} */ root) => Math.floor((root % 1) * 2 ** 32);
  const rounds = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const state = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  // A one bit, zeros, and the number of bits, up to a multiple of 64 bytes.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, bytes.length / 2 ** 29);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const rotate = (/** @type {number} */ word, /** @type {number} */ bits) => (word >>> bits) | (word << (32 - bits));
  const words = /** @type {Record<number, number> & Uint32Array} */ (new Uint32Array(64));
  for (let start = 0; start < padded.length; start += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(start + 4 * index);
    for (let index = 16; index < 64; index++) {
      const [early, late] = [words[index - 15] ?? 0, words[index - 2] ?? 0];
      const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[index] = (words[index - 16] ?? 0) + sigma0 + (words[index - 7] ?? 0) + sigma1;
    }
    let [a, b, c, d, e, f, g, h] = /** @type {Eight} */ (/** @type {unknown} */ (state));
    for (let round = 0; round < 64; round++) {
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const added = h + sum1 + choice + (rounds[round] ?? 0) + (words[round] ?? 0);
      [a, b, c, d, e, f, g, h] = [(added + sum0 + majority) | 0, a, b, c, (d + added) | 0, e, f, g];
    }
    state.set([a, b, c, d, e, f, g, h].map((value, index) => value + (state[index] ?? 0)));
  }
  return Array.from(state, (word) => hex(word, 8)).join("");
}

/**
 * Check the SHA-256 of bytes, except on hosts without HTTPS, where browsers have no function for it.
 * @param {BufferSource} bytes @param {string} hash
 */
export async function check(bytes, hash) {
  if (!globalThis.crypto?.subtle) return;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const found = Array.from(new Uint8Array(digest), (byte) => hex(byte, 2)).join("");
  if (found !== hash) throw new Error("the hash is wrong");
}

/** In a worker, download and decompress a file. @param {MessageEvent<PackedFile & {address: string, cache: RequestCache}>} event */
async function onRequest({ data: { address, cache, ...file } }) {
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
  onmessage = onRequest;
  postMessage({ alive: true });
  // Tells the page that this worker is alive, however slow the download is.
  setInterval(() => postMessage({ alive: true }), 1000);
}
