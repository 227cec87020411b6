// Restores the memory of an interpreter in which everything is already imported.

/** @typedef {{mark: number, offset: number, unknown: number}} HashMarks the mark that replaces hashes, where a string has its hash, and the value of one that isn't computed */

/**
 * Copy a snapshot into the memory of a new interpreter; return the snapshot's head, which Pyodide reads.
 *
 * The snapshot holds runs of bytes that aren't zero; where the interpreter's own data lies, it holds the difference.
 * @param {Uint8Array<ArrayBuffer>} memory
 * @param {Uint32Array} data the interpreter's own data, at the start of the memory
 * @param {Uint8Array<ArrayBuffer>} snapshot
 */
export function restore(memory, data, snapshot) {
  const [headLength = 0, count = 0] = new Uint32Array(snapshot.buffer, 0, 2);
  const runs = new Uint32Array(snapshot.buffer, 8 + headLength, 2 * count);
  let source = runs.byteOffset + runs.byteLength;
  let end = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const [start = 0, length = 0] = [runs[run], runs[run + 1]];
    memory.fill(0, end, start);
    memory.set(snapshot.subarray(source, source + length), start);
    end = start + length;
    source += length;
  }
  memory.fill(0, end);
  const words = /** @type {Record<number, number> & Uint32Array} */ (new Uint32Array(memory.buffer, 0, data.length));
  for (let index = 0; index < data.length; index++) words[index] = (words[index] ?? 0) ^ (data[index] ?? 0);
  return snapshot.slice(8, 8 + headLength);
}

/**
 * Recompute what the snapshot leaves out (web/build/snapshot_strip.mjs): the garbage collector's list, and hashes of strings.
 * @param {Uint8Array<ArrayBuffer>} memory
 * @param {number} chain address of the list's head
 * @param {HashMarks} hashes
 * @param {(address: number) => void} hash computes the hash of the object at an address
 */
export function complete(memory, chain, { mark, offset, unknown }, hash) {
  const words = new Uint32Array(memory.buffer);
  const add = (/** @type {number} */ index, /** @type {number} */ value) => {
    words[index] = (words[index] ?? 0) + value;
    return words[index] ?? 0;
  };
  let link = chain;
  do {
    // The snapshot has the distance to the next link here; the lowest bits are flags.
    const next = (add(link / 4, link) & ~3) >>> 0;
    // Addresses grow until the list returns to its head; anything else would be an endless loop.
    if (next <= link && next !== chain) throw new Error("the snapshot is damaged");
    add(next / 4 + 1, link);
    link = next;
  } while (link !== chain);
  for (let index = words.indexOf(mark); index >= 0; index = words.indexOf(mark, index + 1)) {
    words[index] = unknown;
    hash(4 * index - offset);
  }
}
