// Unpacks Zstandard as it arrives: the decoder of the npm package zstddec, driven piece by piece. A plain script, so
// that pages, workers and the service worker can all load it.
globalThis.qinUnzstd = (() => {
  const code = "__DECODER__";
  let compiled;

  /** Begin to unpack one file: `push(bytes, take)` hands every piece that is ready to `take`, `end()` checks the end. */
  return async function begin() {
    compiled ??= WebAssembly.compile(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
    const { exports } = await WebAssembly.instantiate(await compiled, { env: { emscripten_notify_memory_growth() {} } });
    const { memory, malloc } = exports;
    const state = exports.ZSTD_createDCtx();
    const [roomIn, roomOut] = [exports.ZSTD_DStreamInSize(), exports.ZSTD_DStreamOutSize()];
    const [from, to, input, output] = [roomIn, roomOut, 12, 12].map((size) => malloc(size));
    const field = (record, number) => new DataView(memory.buffer).getUint32(record + 4 * number, true);
    const set = (record, ...values) => new Uint32Array(memory.buffer, record, 3).set(values);
    let missing = 1;

    function push(bytes, take) {
      for (let start = 0; start < bytes.length; start += roomIn) {
        const part = bytes.subarray(start, start + roomIn);
        new Uint8Array(memory.buffer).set(part, from);
        set(input, from, part.length, 0);
        do {
          set(output, to, roomOut, 0);
          missing = exports.ZSTD_decompressStream(state, output, input) >>> 0;
          // Zstandard's errors are small negative numbers.
          if (missing > 0xffffff00) throw new Error("damaged");
          const made = field(output, 2);
          if (made) take(new Uint8Array(memory.buffer).slice(to, to + made));
        } while (field(input, 2) < part.length || field(output, 2) === roomOut);
      }
    }

    function end() {
      if (missing) throw new Error("incomplete");
    }

    return { push, end };
  };
})();
