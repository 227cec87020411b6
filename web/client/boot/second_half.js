// Link the second half of the interpreter (web/build/halves.py): what the start of the page doesn't call.
//
// Entry 0 of the halves' table is called before every function of the second half. Until that is linked, it is a function
// of ours that links it at once, and waits for its download where it must.

/** A module whose only export is the function that it imports: only such functions can be put into tables. */
const WRAPPER = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0],
);

export class SecondHalf {
  #exports;
  #imports;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  #download;

  /**
   * @param {WebAssembly.Instance} instance of the first half
   * @param {WebAssembly.Imports} imports of the interpreter
   * @param {{later(): Promise<WebAssembly.Module>, now(): WebAssembly.Module, failed(): void}} download
   */
  constructor({ exports }, imports, download) {
    this.#exports = /** @type {{half?: WebAssembly.Table}} */ (exports);
    this.#imports = { ...imports, half: exports };
    this.#download = download;
    if (!this.#table) return;
    const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { "": { "": () => this.#linkNow() } });
    this.#table.set(0, wrapper.exports[""]);
  }

  /** The table of the functions that one half has and the other calls; a whole interpreter has none. @returns {WebAssembly.Table | undefined} */
  get #table() {
    return this.#exports.half;
  }

  /** Download and link it. Linking it twice does no harm: everything that changes belongs to the first half. */
  async link() {
    if (!this.#table || this.linked) return;
    this.#module = await this.#download.later();
    if (!this.linked) await WebAssembly.instantiate(this.#module, this.#imports);
  }

  #linkNow() {
    try {
      this.#module ??= this.#download.now();
      new WebAssembly.Instance(this.#module, this.#imports);
    } catch (error) {
      this.#download.failed();
      throw error;
    }
  }

  /** Whether the last function of the second half is in the table. */
  get linked() {
    return Boolean(this.#table?.get(this.#table.length - 1));
  }
}
