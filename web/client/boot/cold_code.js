// Restore the code of functions that the start of the page doesn't call (web/build/cold_code.py).
//
// A function without code, when called, restores the code of all functions, after a synchronous download if necessary.

/** @typedef {Record<string, any>} Python */

export class ColdCode {
  #download;

  /**
   * @param {Python} module of Emscripten, in which Python looks for the download
   * @param {{later(): Promise<Uint8Array<ArrayBuffer>>, now(): Uint8Array<ArrayBuffer>, failed(): void}} download
   */
  constructor(module, download) {
    this.#download = download;
    module.getColdCode = (/** @type {string} */ name) => this.#getNow(name);
  }

  /** Download the code and restore it in pieces, so that the page stays responsive. @param {Python} python */
  async link(python) {
    const archive = await this.#download.later();
    const { arrive, restore } = python.pyimport("cold_code");
    arrive(python.toPy(archive));
    while (restore()) await new Promise((resolve) => setTimeout(resolve));
  }

  #failed = false;

  /** @param {string} name of the function that is called */
  #getNow(name) {
    console.info(`Python needs ${name}, whose code hasn't arrived yet.`);
    try {
      return this.#download.now();
    } catch (error) {
      // Every call of such a function asks again.
      if (!this.#failed) this.#download.failed();
      this.#failed = true;
      throw error;
    }
  }
}
