// What is kept between visits: games and drafts in IndexedDB, written to the disk at once; preferences, which pages
// need before they are drawn, in localStorage. Where nothing can be kept, nothing breaks.
import { openDB } from "idb";

const NAME = "qin";
const TEXTS = "texts";
const PREFERENCES = "qin.preferences";
/** What older versions kept in localStorage and is now in the database. */
const MOVED = /^(qin\.(game\.|damaged\.|current$|editor$)|khan-tsin\.current$)/;
const CURRENT = ["qin.current", "khan-tsin.current"];
const DRAFT = "qin.editor";
const GAME = "qin.game.";

/** @param {() => any} work */
function attempt(work) {
  try {
    return work() ?? null;
  } catch {
    return null; // a private window may forbid even the look
  }
}

export class Store {
  /** @type {Promise<import("idb").IDBPDatabase | null>} */
  #database = this.#open();
  #tabs = attempt(() => new BroadcastChannel(NAME));
  /** @type {Promise<unknown>} */
  #writing = Promise.resolve();

  /** @param {(message: Record<string, any>) => void} tell hears of what other tabs keep, and of what can't be kept */
  constructor(tell) {
    this.tell = tell;
    if (this.#tabs)
      this.#tabs.onmessage = (/** @type {MessageEvent} */ { data }) => tell({ changed: data.key, text: data.text });
  }

  async #open() {
    try {
      const database = await openDB(NAME, 1, { upgrade: (made) => void made.createObjectStore(TEXTS) });
      await this.#moveOver(database);
      return database;
    } catch {
      return null;
    }
  }

  /** Move what an older version kept in localStorage over, whole. @param {import("idb").IDBPDatabase} database */
  async #moveOver(database) {
    const keys = attempt(() => Object.keys(localStorage).filter((key) => MOVED.test(key))) ?? [];
    if (!keys.length) return;
    const change = database.transaction(TEXTS, "readwrite", { durability: "strict" });
    for (const key of keys) {
      if ((await change.store.getKey(key)) === undefined) await change.store.put(localStorage.getItem(key), key);
    }
    await change.done;
    for (const key of keys) localStorage.removeItem(key);
  }

  /** Find what a page has to know at its start. */
  async begin() {
    /** @type {Record<string, string>} */
    const texts = {};
    const find = async (/** @type {string} */ key) => {
      const text = await this.#get(key);
      if (typeof text === "string") texts[key] = text;
    };
    await Promise.all([...CURRENT, DRAFT, PREFERENCES].map(find));
    await Promise.all(CURRENT.map((key) => texts[key] && find(GAME + texts[key])));
    return texts;
  }

  /** @param {string} key */
  async #get(key) {
    const database = key === PREFERENCES ? null : await this.#database;
    return database ? database.get(TEXTS, key).catch(() => null) : attempt(() => localStorage.getItem(key));
  }

  /** Keep a text, or forget it. @param {string} key @param {string | null} text */
  keep(key, text) {
    this.#writing = this.#writing
      .then(() => this.#write(key, text))
      .then(
        () => this.#tabs?.postMessage({ key, text }),
        () => this.tell({ unkept: key }),
      );
  }

  /** @param {string} key @param {string | null} text */
  async #write(key, text) {
    const database = key === PREFERENCES ? null : await this.#database;
    if (!database) {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return;
    }
    // A turn that is seen on the board is on the disk a moment later, whatever happens to the browser.
    const change = database.transaction(TEXTS, "readwrite", { durability: "strict" });
    if (text === null) change.store.delete(key);
    else change.store.put(text, key);
    await change.done;
  }

  /** Find the texts whose keys begin with a prefix, the greatest keys first. @param {string} prefix @param {number} most */
  async find(prefix, most) {
    await this.#writing;
    const keys = (await this.#keys(prefix)).sort().reverse();
    /** @type {Record<string, string>} */
    const texts = {};
    for (const key of keys.slice(0, most)) texts[key] = String(await this.#get(key));
    this.tell({ found: prefix, texts, total: keys.length });
  }

  /** @param {string} prefix @returns {Promise<string[]>} */
  async #keys(prefix) {
    const database = await this.#database;
    if (!database) return attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? [];
    const keys = await database.getAllKeys(TEXTS, IDBKeyRange.bound(prefix, `${prefix}\uffff`)).catch(() => []);
    return keys.map(String);
  }
}

/** One tab of several lets the computer think in a game: whoever holds its lock. */
export class Leadership {
  #game = "";
  #asked = 0;
  #release = () => {};

  /** @param {(message: Record<string, any>) => void} tell hears when this tab leads */
  constructor(tell) {
    this.tell = tell;
  }

  /** Lead as soon as nobody else does, or at once. @param {string} game @param {boolean} now */
  async lead(game, now) {
    if (!game || !navigator.locks || (game === this.#game && !now)) return;
    this.#release();
    this.#game = game;
    const number = ++this.#asked;
    const current = () => number === this.#asked;
    let held = false;
    const hold = () => {
      if (!current()) return undefined;
      held = true;
      this.tell({ lead: game });
      return new Promise((resolve) => (this.#release = () => resolve(undefined)));
    };
    await navigator.locks.request(`qin ${game}`, { steal: now }, hold).catch(() => {});
    // Another tab has taken over: this one goes on when that one is gone.
    if (held && current()) {
      this.#game = "";
      this.lead(game, false);
    }
  }
}
