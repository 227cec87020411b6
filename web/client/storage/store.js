// The store. Games and drafts are in IndexedDB, flushed to disk at once. Preferences, results and completed lessons, which
// pages need before they are drawn, are in localStorage. Everything works without storage, too. Unreadable values go into
// quarantine, and nothing is deleted unless the user asks for it. The store remembers the texts of this page; if the
// database loses them, it writes them again.
/** @import { Message } from "../protocol.js" */
/** @import { Database } from "./connection.js" */
import {
  CURRENT_SUFFIX,
  DATABASE,
  DRAFT_KEY,
  GAME_PREFIX,
  LESSONS_KEY,
  MAPS_KEY,
  MAX_STORED,
  PREFERENCES_KEY,
  QUARANTINE_PREFIX,
  RESULTS_KEY,
  SITE_PREFIX,
} from "../protocol.js";
import { attempt, Connection, readAll, startTransaction, TEXTS } from "./connection.js";
import { freeKey, merge, quarantineKey, setProperties } from "./merge.js";

/**
 * @typedef {object} Loaded
 * @property {Record<string, string>} texts
 * @property {string[]} quarantined the keys of unreadable values
 * @property {string} newest the time at which the newest game was started
 */

/** The name of a game that was started here: the time and a random number. */
const GAME_NAME = /^(\d{13})-\d{6}$/;
/** The keys in localStorage that a page needs at its start. */
const LOCAL_KEYS = [PREFERENCES_KEY, RESULTS_KEY, MAPS_KEY, LESSONS_KEY];

const localText = (/** @type {string} */ key) => attempt(() => localStorage.getItem(key));
const isText = (/** @type {unknown} */ value) => typeof value === "string" && value.length <= MAX_STORED;

/** Whether the database is the place for a key; older versions, and pages without a database, use localStorage. @param {string} key */
const belongsInDatabase = (key) =>
  key.startsWith(GAME_PREFIX) || key.startsWith(QUARANTINE_PREFIX) || key.endsWith(CURRENT_SUFFIX) || key === DRAFT_KEY;

/** Whether a key of the database holds a text: previews don't count. @param {string} key */
const holdsText = (key) => key.startsWith(SITE_PREFIX) || key.endsWith(CURRENT_SUFFIX);

export class Store {
  /** The texts of this page. @type {Map<string, string>} */
  #texts = new Map();
  /** For each failed write, the text that was stored before. @type {Map<string, string | undefined>} */
  #failedWrites = new Map();
  #channel = attempt(() => new BroadcastChannel(DATABASE));
  /** Resolves after the queued writes. @type {Promise<unknown>} */
  #writes = Promise.resolve();
  #connection = new Connection({
    onOpened: (database) => this.#onOpened(database),
    onLost: () => this.#enqueue(() => this.#connection.open()).then(() => this.#retry()),
    onOutdated: () => this.send({ type: "PageOutdated" }),
  });

  /** @param {(message: Message) => void} send @param {string[]} games the names of the games at build time */
  constructor(send, games) {
    this.send = send;
    this.currentKeys = games.map((game) => game + CURRENT_SUFFIX);
    if (this.#channel)
      this.#channel.onmessage = (/** @type {MessageEvent} */ { data: { key, text } }) => {
        this.#remember(key, text);
        send({ type: "StoreChanged", key, text });
      };
    // A phone may refuse writes in the background.
    document.addEventListener("visibilitychange", () => this.#retry());
    this.#connection.open();
  }

  /** @param {Database} database */
  async #onOpened(database) {
    await this.#moveFromLocalStorage(database);
    await this.#writeMissing(database);
  }

  /** Move texts that belong in the database: all or none. @param {Database} database */
  async #moveFromLocalStorage(database) {
    const keys = this.#localKeys().filter(belongsInDatabase);
    if (!keys.length) return;
    const texts = Object.fromEntries(keys.map((key) => [key, String(localStorage.getItem(key))]));
    try {
      const transaction = startTransaction(database);
      for (const [key, value] of merge(await readAll(transaction.store), texts, true)) transaction.put(key, value);
      await transaction.done;
    } catch (error) {
      // If the database is full, the texts stay where they are, and this page uses localStorage.
      database.close();
      throw error;
    }
    for (const key of keys) if (localStorage.getItem(key) === texts[key]) localStorage.removeItem(key);
  }

  /** Write the texts of this page that are missing: after a loss, the database may be empty. @param {Database} database */
  async #writeMissing(database) {
    if (!this.#texts.size) return;
    this.#writeMissingLocally();
    const transaction = startTransaction(database);
    const keys = new Set((await transaction.store.getAllKeys()).map(String));
    for (const [key, text] of this.#texts) {
      if (belongsInDatabase(key) && !keys.has(key)) transaction.put(key, text);
    }
    await transaction.done;
  }

  /** Write the texts of this page that are missing in localStorage. */
  #writeMissingLocally() {
    for (const [key, text] of this.#texts) {
      if (!belongsInDatabase(key)) attempt(() => localText(key) === null && localStorage.setItem(key, text));
    }
  }

  // Keys

  /** List our keys in localStorage; the others belong to other pages of the host. */
  #localKeys() {
    const keys = /** @type {string[]} */ (attempt(() => Object.keys(localStorage)) ?? []);
    return keys.filter((key) => key.startsWith(SITE_PREFIX) || this.#namesCurrentGame(key));
  }

  /** Whether a key of localStorage names a game that is being played: also of games that were added after the build. @param {string} key */
  #namesCurrentGame(key) {
    if (this.currentKeys.includes(key)) return true;
    return key.endsWith(CURRENT_SUFFIX) && localText(GAME_PREFIX + localText(key)) !== null;
  }

  /** @param {string} prefix @returns {Promise<string[]>} */
  #keys(prefix) {
    const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return this.#connection
      .use(
        async (database) => (await database.getAllKeys(TEXTS, range())).map(String),
        () => this.#localKeys().filter((key) => key.startsWith(prefix)),
      )
      .catch(() => []);
  }

  // Reading

  /**
   * Load the texts that a page needs at its start. If the database isn't open by the deadline, load only those in
   * localStorage; a `StoreLoaded` message brings the others.
   * @param {Promise<unknown>} deadline
   * @returns {Promise<Loaded>}
   */
  async load(deadline) {
    const opening = this.#connection.open();
    const opened = await Promise.race([opening.then(() => true), deadline.then(() => false)]);
    if (opened) return this.#load();
    opening.then(async () => this.send({ type: "StoreLoaded", ...(await this.#load()) }));
    const { texts, quarantined } = await this.#read(LOCAL_KEYS);
    return { texts, quarantined, newest: "" };
  }

  /** @returns {Promise<Loaded>} */
  async #load() {
    // Games that this page started while it waited don't count as the newest.
    const ownKeys = new Set(this.#texts.keys());
    const keys = await this.#keys("");
    const storedCurrent = keys.filter((key) => key.endsWith(CURRENT_SUFFIX) && !key.startsWith(QUARANTINE_PREFIX));
    const current = [...new Set([...this.currentKeys, ...storedCurrent])];
    const named = await this.#read([...current, DRAFT_KEY, ...LOCAL_KEYS]);
    const games = await this.#read(current.flatMap((key) => (named.texts[key] ? GAME_PREFIX + named.texts[key] : [])));
    const startTimes = keys
      .filter((key) => key.startsWith(GAME_PREFIX) && !ownKeys.has(key))
      .map((key) => GAME_NAME.exec(key.slice(GAME_PREFIX.length))?.[1] ?? "");
    return {
      texts: { ...named.texts, ...games.texts },
      quarantined: [...named.quarantined, ...games.quarantined],
      newest: startTimes.sort().at(-1) ?? "",
    };
  }

  /** Read texts; unreadable values go into quarantine. @param {string[]} keys */
  async #read(keys) {
    /** @type {Record<string, string>} */
    const texts = {};
    /** @type {string[]} */
    const quarantined = [];
    const values = await Promise.all(keys.map((key) => this.#get(key)));
    keys.forEach((key, index) => {
      const value = values[index];
      if (value === null || value === undefined) return;
      if (!isText(value)) quarantined.push(key);
      else this.#remember(key, (texts[key] = value));
    });
    for (const key of quarantined) await this.quarantine(key);
    return { texts, quarantined };
  }

  /** @param {string} key */
  async #get(key) {
    if (!belongsInDatabase(key)) return localText(key);
    return this.#connection
      .use(
        (database) => database.get(TEXTS, key),
        () => localText(key),
      )
      .catch(() => null);
  }

  /** Look up keys by prefix, the greatest first, with the texts of the first ones. @param {string} prefix @param {number} limit */
  async query(prefix, limit) {
    await this.#writes;
    const keys = (await this.#keys(prefix)).sort().reverse();
    const { texts, quarantined } = await this.#read(keys.slice(0, limit));
    const readable = keys.filter((key) => !quarantined.includes(key));
    this.send({ type: "StoreFound", prefix, texts, keys: readable, quarantined });
  }

  /** Read a value of any type for a file. @param {string} key @returns {Promise<BlobPart>} */
  async raw(key) {
    await this.#writes;
    const value = await this.#get(key);
    const isBlobPart = typeof value === "string" || value instanceof Blob || value instanceof ArrayBuffer;
    return isBlobPart ? value : (attempt(() => JSON.stringify(value)) ?? String(value));
  }

  /** Export every stored text; without the database, the texts of this page. */
  async exportAll() {
    await this.#writes;
    const texts = new Map(this.#localKeys().map((key) => [key, localText(key)]));
    const complete = await this.#connection
      .use(
        async (database) => {
          const stored = await readAll(database.transaction(TEXTS).store);
          for (const [key, value] of stored) if (holdsText(key)) texts.set(key, value);
          return true;
        },
        () => this.#connection.unavailable,
      )
      .catch(() => false);
    if (!complete) for (const [key, text] of this.#texts) if (!texts.has(key)) texts.set(key, text);
    const strings = [...texts].filter(([, value]) => typeof value === "string").sort(([a], [b]) => (a < b ? -1 : 1));
    this.send({ type: "StoreExported", texts: Object.fromEntries(strings), complete });
  }

  // Writing

  /** Remember a text as stored, or as deleted. @param {string} key @param {string | null} text */
  #remember(key, text) {
    if (text === null) this.#texts.delete(key);
    else this.#texts.set(key, text);
  }

  /** Do some work after the queued writes. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #enqueue(work) {
    const done = this.#writes.then(work);
    this.#writes = done.catch(() => {});
    return done;
  }

  /** Wait for the queued writes. */
  async written() {
    await this.#writes;
  }

  /** Forget this page's copies of the texts, as if it were reloaded; what is stored remains. */
  async forgetTexts() {
    await this.#writes;
    this.#texts.clear();
    this.#failedWrites.clear();
  }

  /** Tell the other tabs. @param {string} key @param {unknown} text */
  #broadcast(key, text) {
    this.#channel?.postMessage({ key, text });
  }

  /** Store a text, or delete it. @param {string} key @param {string | null} text */
  async put(key, text) {
    const previous = this.#texts.get(key);
    this.#remember(key, text);
    /** @type {string | undefined} */
    let conflict;
    try {
      conflict = await this.#enqueue(() => this.#write(key, text, previous));
    } catch {
      if (!this.#failedWrites.has(key)) this.#failedWrites.set(key, previous);
      this.send({ type: "StoreFailed", key });
      return;
    }
    this.#failedWrites.delete(key);
    if (conflict === undefined) {
      this.#broadcast(key, text);
      this.#retry();
    } else {
      this.#remember(key, conflict);
      this.send({ type: "StoreConflict", key, text: conflict });
    }
  }

  /** Retry the failed writes. */
  #retry() {
    for (const key of this.#failedWrites.keys()) this.put(key, this.#texts.get(key) ?? null);
  }

  /**
   * Write a text. If another tab has changed the game meanwhile, return its text instead.
   * @param {string} key @param {string | null} text @param {string | undefined} previous
   * @returns {Promise<string | undefined>}
   */
  async #write(key, text, previous) {
    const writeLocally = () => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return undefined;
    };
    if (!belongsInDatabase(key)) return writeLocally();
    // No event says that site data has been cleared: browsers may clear localStorage after the database.
    this.#writeMissingLocally();
    return this.#connection.use(async (database) => {
      const transaction = startTransaction(database);
      if (text !== null && key.startsWith(GAME_PREFIX)) {
        const stored = await transaction.store.get(key);
        const isOurs = [previous, text].includes(stored) || this.#storedBeforeFailure(key, stored);
        if (typeof stored === "string" && !isOurs) return stored;
      }
      if (text === null) transaction.delete(key);
      else transaction.put(key, text);
      await transaction.done;
      // A page that lost the database may have written an earlier text there.
      attempt(() => localStorage.removeItem(key));
      return undefined;
    }, writeLocally);
  }

  /** Whether a text is the one that a failed write should have replaced. @param {string} key @param {string | undefined} text */
  #storedBeforeFailure(key, text) {
    return this.#failedWrites.has(key) && this.#failedWrites.get(key) === text;
  }

  /** Set some properties of a stored JSON object; those that other tabs have set stay. @param {string} key @param {Record<string, unknown>} values */
  update(key, values) {
    return this.#enqueue(async () => {
      const text = setProperties(localText(key) ?? this.#texts.get(key), values);
      this.#remember(key, text);
      localStorage.setItem(key, text);
      this.#broadcast(key, text);
    }).catch(() => this.send({ type: "StoreFailed", key }));
  }

  /** Move an unreadable value to a key of its own. If the storage is full, it stays until the next start. @param {string} key */
  async quarantine(key) {
    await this.#enqueue(async () => {
      const value = await this.#get(key);
      if (value === null || value === undefined) return;
      const existing = new Map((await this.#keys(QUARANTINE_PREFIX)).map((name) => [name, null]));
      const free = freeKey(quarantineKey(key), value, existing);
      await this.#connection.use(
        async (database) => {
          const transaction = startTransaction(database);
          transaction.put(free, value);
          if (belongsInDatabase(key)) transaction.delete(key);
          await transaction.done;
          if (!belongsInDatabase(key)) localStorage.removeItem(key);
        },
        async () => {
          localStorage.setItem(free, value);
          localStorage.removeItem(key);
        },
      );
      this.#texts.delete(key);
    }).catch(() => {});
  }

  /** Add texts to a stored list; if that fails, they are lost. @param {string} key @param {string[]} texts */
  async append(key, texts) {
    await this.#mergeAndBroadcast({ [key]: JSON.stringify(texts) }).catch(() => {});
  }

  /** Merge the texts of a file into the stored ones: all, or none if the storage is full. @param {Record<string, string>} texts */
  async merge(texts) {
    try {
      const keys = await this.#mergeAndBroadcast(texts);
      const local = Object.fromEntries(LOCAL_KEYS.map((key) => [key, localText(key) ?? ""]));
      this.send({ type: "StoreMerged", keys, texts: local });
    } catch {
      this.send({ type: "StoreMerged", keys: null });
    }
  }

  /** Merge texts into the stored ones; return the keys that were written. @param {Record<string, string>} texts */
  async #mergeAndBroadcast(texts) {
    const written = await this.#enqueue(() =>
      this.#connection.use(
        (database) => this.#mergeInto(startTransaction(database), texts),
        () => this.#mergeInto(null, texts),
      ),
    );
    for (const [key, text] of written) this.#broadcast(key, text);
    return [...written.keys()];
  }

  /**
   * Merge texts into the database, or without a transaction into localStorage; return what was written.
   * @param {ReturnType<typeof startTransaction> | null} transaction
   * @param {Record<string, string>} texts
   */
  async #mergeInto(transaction, texts) {
    const stored = transaction ? await readAll(transaction.store) : [];
    // Read inside the transaction, or a text that another tab adds at the same time would be lost.
    const local = new Map(this.#localKeys().map((key) => [key, localStorage.getItem(key)]));
    const changes = merge(new Map([...stored, ...local]), texts, false);
    try {
      for (const [key, value] of changes) {
        if (transaction && belongsInDatabase(key)) transaction.put(key, value);
        else localStorage.setItem(key, String(value));
      }
      await transaction?.done;
    } catch (error) {
      attempt(() => transaction?.abort());
      for (const key of changes.keys()) {
        if (local.has(key)) localStorage.setItem(key, String(local.get(key)));
        else localStorage.removeItem(key);
      }
      throw error;
    }
    for (const [key, value] of changes) this.#remember(key, String(value));
    return changes;
  }

  // Previews of the board, for the next start

  /** @param {string} key @returns {Promise<any>} */
  loadPreview(key) {
    return this.#connection
      .use(
        (database) => database.get(TEXTS, key),
        () => Promise.resolve(null),
      )
      .catch(() => null);
  }

  /** @param {string} key @param {unknown} preview */
  async savePreview(key, preview) {
    await this.#connection
      .use(
        (database) => database.put(TEXTS, preview, key),
        () => Promise.resolve(key),
      )
      .catch(() => {});
  }
}
