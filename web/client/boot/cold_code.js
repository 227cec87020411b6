// Restores the code of functions that the start of the page doesn't call (web/build/cold_code.py).
//
// A function without code, when called, restores the code of all functions, after a synchronous download if necessary.

export class ColdCode {
  #download;
  #failed = false;

  /**
   * @param {Record<string, any>} module Emscripten's, where Python finds `getColdCode`
   * @param {{async(): Promise<Uint8Array<ArrayBuffer>>, sync(): Uint8Array<ArrayBuffer>, onFailure(): void}} download
   */
  constructor(module, download) {
    this.#download = download;
    module.getColdCode = (/** @type {string} */ name) => this.#downloadNow(name);
  }

  /** Download the code and restore it in pieces, so that the page stays responsive. @param {Record<string, any>} python */
  async link(python) {
    const archive = await this.#download.async();
    const { load, restore } = python.pyimport("cold_code");
    load(python.toPy(archive));
    while (restore()) await new Promise((resolve) => setTimeout(resolve));
  }

  /** Download the code synchronously: a function without code is being called. @param {string} name of the function that is called */
  #downloadNow(name) {
    console.info(`Python needs ${name}, whose code hasn't arrived yet.`);
    try {
      return this.#download.sync();
    } catch (error) {
      // Every call of such a function asks again.
      if (!this.#failed) this.#download.onFailure();
      this.#failed = true;
      throw error;
    }
  }
}
