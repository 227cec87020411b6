// One tab of several lets the computer think in a game: whoever holds its lock.

/** How long nothing may happen in a game before a tab goes on where browsers have no locks, in milliseconds. */
const SILENCE = 15_000;

export class Leadership {
  #game = "";
  #asked = 0;
  #release = () => {};

  /** @param {(message: Record<string, any>) => void} tell hears when this tab leads, and when another one does */
  constructor(tell) {
    this.tell = tell;
  }

  /** Lead as soon as nobody else does, or at once. @param {string} game @param {boolean} now */
  async lead(game, now) {
    if (!game) return;
    if (!navigator.locks) {
      this.#waitForSilence(game, now);
      return;
    }
    if (game === this.#game && !now) return;
    this.#release();
    this.#game = game;
    const number = ++this.#asked;
    const current = () => number === this.#asked;
    let held = false;
    const hold = (/** @type {Lock | null} */ lock) => {
      if (!current() || !lock) return undefined;
      held = true;
      this.tell({ lead: game });
      return new Promise((resolve) => (this.#release = () => resolve(undefined)));
    };
    const ask = (/** @type {LockOptions} */ options) =>
      navigator.locks.request(`qin ${game}`, options, hold).catch(() => {});
    await ask(now ? { steal: true } : { ifAvailable: true });
    if (!held && current()) {
      this.tell({ follow: game });
      await ask({});
    }
    // Another tab has taken over: this one goes on when that one is gone.
    if (held && current()) {
      this.#game = "";
      this.lead(game, false);
    }
  }

  /** Go on once the other tab has been silent for long. @param {string} game @param {boolean} now */
  #waitForSilence(game, now) {
    const number = ++this.#asked;
    if (!now) setTimeout(() => number === this.#asked && this.tell({ lead: game }), SILENCE);
  }
}
