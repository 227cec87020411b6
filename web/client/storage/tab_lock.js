// The tab lock of a game: of several tabs, the holder runs the computer players.

/** Without the Web Locks API: milliseconds of silence until a tab takes over. */
const SILENCE = 15_000;

export class TabLock {
  #game = "";
  #requests = 0;
  #release = () => {};

  /** @param {(message: import("../protocol.js").Message) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** Acquire the lock of a game as soon as it is free, or at once. @param {string} game @param {boolean} now */
  async acquire(game, now) {
    if (!game) return;
    if (!navigator.locks) {
      this.#waitForSilence(game, now);
      return;
    }
    if (game === this.#game && !now) return;
    this.#release();
    this.#game = game;
    const number = ++this.#requests;
    const current = () => number === this.#requests;
    let held = false;
    const hold = (/** @type {Lock | null} */ lock) => {
      if (!current() || !lock) return undefined;
      held = true;
      this.tell({ type: "TabLockAcquired", game });
      return new Promise((resolve) => (this.#release = () => resolve(undefined)));
    };
    const ask = (/** @type {LockOptions} */ options) =>
      navigator.locks.request(`qin ${game}`, options, hold).catch(() => {});
    await ask(now ? { steal: true } : { ifAvailable: true });
    if (!held && current()) {
      this.tell({ type: "TabLockTaken", game });
      await ask({});
    }
    // Another tab has stolen the lock: wait until that one is gone.
    if (held && current()) {
      this.#game = "";
      this.acquire(game, false);
    }
  }

  /** Release the lock, or stop waiting for it. */
  release() {
    this.#requests += 1;
    this.#game = "";
    this.#release();
  }

  /** Take over once the other tab has been silent. @param {string} game @param {boolean} now */
  #waitForSilence(game, now) {
    const number = ++this.#requests;
    if (!now) setTimeout(() => number === this.#requests && this.tell({ type: "TabLockAcquired", game }), SILENCE);
  }
}
