// The tab lock of a game: of several tabs, the holder runs the computer players.

/** Milliseconds after the last activity of another tab until a tab takes over where there is no Web Locks API. */
const TAKEOVER_DELAY = 15_000;

export class TabLock {
  #game = "";
  #requests = 0;
  #release = () => {};

  /** @param {(message: import("../protocol.js").Message) => void} send */
  constructor(send) {
    this.send = send;
  }

  /** Acquire the lock of a game once it is free, or steal it. @param {string} game @param {boolean} steal */
  async acquire(game, steal) {
    if (!game) return;
    if (!navigator.locks) {
      this.#takeOverLater(game, steal);
      return;
    }
    if (game === this.#game && !steal) return;
    this.#release();
    this.#game = game;
    const number = ++this.#requests;
    const isLatest = () => number === this.#requests;
    let held = false;
    const hold = (/** @type {Lock | null} */ lock) => {
      if (!isLatest() || !lock) return undefined;
      held = true;
      this.send({ type: "TabLockAcquired", game });
      return new Promise((resolve) => (this.#release = () => resolve(undefined)));
    };
    // Resolves when the lock is unavailable, released or stolen.
    const request = (/** @type {LockOptions} */ options) =>
      navigator.locks.request(`qin ${game}`, options, hold).catch(() => {});
    await request(steal ? { steal: true } : { ifAvailable: true });
    if (!held && isLatest()) {
      this.send({ type: "TabLockTaken", game });
      await request({});
    }
    // Another tab has stolen the lock: wait for it again.
    if (held && isLatest()) {
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

  /** Without locks, take over after a while. @param {string} game @param {boolean} steal */
  #takeOverLater(game, steal) {
    const number = ++this.#requests;
    // An app that steals the lock runs the computer players already, without waiting for a message.
    if (steal) return;
    setTimeout(() => number === this.#requests && this.send({ type: "TabLockAcquired", game }), TAKEOVER_DELAY);
  }
}
