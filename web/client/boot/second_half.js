// Links the second half of the interpreter (web/build/halves.py): the functions that the start of the page doesn't call.
//
// Every call into the second half calls entry 0 of the link table first. Until the second half is linked, that entry is a
// function of this module, which links it immediately, after a synchronous download if necessary. Linking replaces entry 0
// with an empty function.

/** The bytes of a module that re-exports the function that it imports: tables accept only functions that a module exports. */
const WRAPPER = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0],
);

export class SecondHalf {
  #exports;
  #imports;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  #download;
  #failed = false;

  /**
   * @param {WebAssembly.Instance} instance of the first half
   * @param {WebAssembly.Imports} imports of the interpreter
   * @param {{async(): Promise<WebAssembly.Module>, sync(): WebAssembly.Module, onFailure(): void}} download
   */
  constructor({ exports }, imports, download) {
    this.#exports = /** @type {{half?: WebAssembly.Table}} */ (exports);
    this.#imports = { ...imports, half: exports };
    this.#download = download;
    // A whole interpreter has nothing to link.
    if (!this.#linkTable) return;
    const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { "": { "": () => this.#linkNow() } });
    this.#linkTable.set(0, wrapper.exports[""]);
  }

  /** The link table, with the functions of both halves; a whole interpreter has none. @returns {WebAssembly.Table | undefined} */
  get #linkTable() {
    return this.#exports.half;
  }

  /** Download and link the second half. Linking twice is harmless: the first half owns everything mutable. */
  async link() {
    if (!this.#linkTable || this.linked) return;
    this.#module = await this.#download.async();
    if (!this.linked) await WebAssembly.instantiate(this.#module, this.#imports);
  }

  /** Link the second half synchronously: one of its functions is being called. */
  #linkNow() {
    try {
      this.#module ??= this.#download.sync();
      new WebAssembly.Instance(this.#module, this.#imports);
    } catch (error) {
      // A broken interpreter calls this again and again.
      if (!this.#failed) this.#download.onFailure();
      this.#failed = true;
      throw error;
    }
  }

  /** Whether the last function of the second half is in the table. */
  get linked() {
    return Boolean(this.#linkTable?.get(this.#linkTable.length - 1));
  }
}
