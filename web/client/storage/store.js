// The store. Games and drafts are in IndexedDB, flushed to disk at once. Preferences, results and completed lessons, which
// pages need before they are drawn, are in localStorage. Everything works without storage, too. Unreadable values go into
// quarantine, and nothing is deleted unless the user asks for it.
//
// Phones close the database in the background, and users clear site data while a game is open. The store remembers the
// texts of this page. When a connection is lost, it opens a new one and writes the texts that are missing.
import { openDB } from "idb";
import {
  CURRENT_SUFFIX,
  DATABASE,
  DATABASE_VERSION,
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
import { freeKey, merged, quarantineKey, updated } from "./merge.js";

/** @typedef {import("idb").IDBPDatabase} Database */
/** @typedef {{texts: Record<string, string>, quarantined: string[], newest: string}} Loaded */

const TEXTS = "texts";
/** The keys of games that were started here: the time and a random number. */
const NEW_GAME = /^(\d{13})-\d{6}$/;
/** Milliseconds until localStorage replaces a database that doesn't open: some browsers never report a failure. */
const OPEN_TIMEOUT = 10_000;
/** The keys in localStorage that a page needs at its start. */
const LOCAL = [PREFERENCES_KEY, RESULTS_KEY, MAPS_KEY, LESSONS_KEY];

/** @type {Promise<any>} */
const NEVER = new Promise(() => {});

/** Return the result, or null after an error. @param {() => any} work */
function attempt(work) {
  try {
    return work() ?? null;
  } catch {
    return null; // a private window may forbid even the access
  }
}

const localText = (/** @type {string} */ key) => attempt(() => localStorage.getItem(key));
/** Whether a key of localStorage holds the current game of a kind that was added after the build. @param {string} key */
const isCurrent = (key) => key.endsWith(CURRENT_SUFFIX) && localText(GAME_PREFIX + localText(key)) !== null;
const isText = (/** @type {unknown} */ value) => typeof value === "string" && value.length <= MAX_STORED;
/** Whether an error means that the storage is full; others may come from a lost connection. @param {any} error */
const isFull = (error) => error?.name === "QuotaExceededError" || error?.name === "DataCloneError";

/** Start a transaction that is on disk when it is done. Only `done` reports errors. @param {Database} database */
function transaction(database) {
  const change = database.transaction(TEXTS, "readwrite", { durability: "strict" });
  const { store, done } = change;
  const ignore = (/** @type {Promise<unknown>} */ request) => void request.catch(() => {});
  ignore(done);
  return {
    store,
    done,
    abort: () => change.abort(),
    put: (/** @type {string} */ key, /** @type {unknown} */ value) => ignore(store.put(value, key)),
    delete: (/** @type {string} */ key) => ignore(store.delete(key)),
  };
}

/** @param {import("idb").IDBPObjectStore<any, any, any, any>} store @returns {Promise<Map<string, unknown>>} */
async function readAll(store) {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, number) => [String(key), values[number]]));
}

export class Store {
  /** @type {Promise<Database | null> | null} */
  #opening = null;
  /** Whether the database has ever been open. */
  #opened = false;
  /** Whether a newer version of the site has upgraded the database, so that this one must not use it. */
  #outdated = false;
  /** @type {Map<string, string>} the texts of this page, which survive the loss of the database */
  #texts = new Map();
  /** @type {Map<string, string | undefined>} by key whose write failed: the text that was stored before */
  #unwritten = new Map();
  /** Whether this browser has no database at all. */
  #noDatabase = false;
  /** @type {Promise<null>} resolves when opening the database has taken too long */
  #timeout = NEVER;
  #tabs = attempt(() => new BroadcastChannel(DATABASE));
  /** @type {Promise<unknown>} the last of the queued writes */
  #writing = Promise.resolve();

  /**
   * @param {(message: import("../protocol.js").Message) => void} send
   * @param {string[]} games the names of the games at build time
   */
  constructor(send, games) {
    this.send = send;
    this.currentKeys = games.map((game) => game + CURRENT_SUFFIX);
    if (this.#tabs)
      this.#tabs.onmessage = (/** @type {MessageEvent} */ { data: { key, text } }) => {
        this.#remember(key, text);
        send({ type: "StoreChanged", key, text });
      };
    // A phone may refuse writes in the background.
    document.addEventListener("visibilitychange", () => this.#retry());
    this.#open();
  }

  // The database

  /** Open the database; resolves to null where there is none. @returns {Promise<Database | null>} */
  #open() {
    if (this.#opening) return this.#opening;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.#timeout = new Promise((resolve) => (timer = setTimeout(resolve, OPEN_TIMEOUT, null)));
    this.#opening = this.#connect()
      .catch((error) => {
        if (error?.name === "VersionError") this.#yieldToNewerVersion();
        // A database that was open before may open again later.
        else if (this.#opened) this.#opening = null;
        else this.#noDatabase = !("indexedDB" in globalThis) || error?.name === "SecurityError";
        return null;
      })
      .finally(() => clearTimeout(timer));
    return this.#opening;
  }

  async #connect() {
    if (this.#outdated) return null;
    const database = await openDB(DATABASE, DATABASE_VERSION, {
      upgrade: (created) => {
        if (!created.objectStoreNames.contains(TEXTS)) created.createObjectStore(TEXTS);
      },
      blocking: (_, version, event) => {
        /** @type {IDBDatabase} */ (event.target).close();
        if (version === null) this.#reopen();
        else this.#yieldToNewerVersion();
      },
      terminated: () => this.#reopen(),
    });
    await this.#moveFromLocalStorage(database);
    await this.#writeMissing(database);
    this.#opened = true;
    return database;
  }

  /** Stop using the database, which a newer version of the site has upgraded. */
  #yieldToNewerVersion() {
    this.#outdated = true;
    this.#opening = Promise.resolve(null);
    this.send({ type: "PageOutdated" });
  }

  /** Replace a lost connection, and write the texts that the database lacks. */
  #reopen() {
    this.#opening = null;
    return this.#enqueue(() => this.#open()).then(() => this.#retry());
  }

  /** Return the database: null if there is none, or if opening it takes too long. */
  #database() {
    return Promise.race([this.#open(), this.#timeout]);
  }

  /**
   * Use the database, or the fallback where there is none. A lost connection is replaced once.
   * @template T @param {(database: Database) => Promise<T>} work @param {() => T | Promise<T>} fallback
   */
  async #withDatabase(work, fallback) {
    for (let tries = 0; ; tries++) {
      const database = await this.#database();
      if (!database) return fallback();
      try {
        return await work(database);
      } catch (error) {
        if (tries || isFull(error)) throw error;
        attempt(() => database.close());
        this.#opening = null;
      }
    }
  }

  /** Move texts from localStorage, where older versions and pages without a database store them: all or none. @param {Database} database */
  async #moveFromLocalStorage(database) {
    const keys = this.#localKeys().filter((key) => this.#inDatabase(key));
    if (!keys.length) return;
    const texts = Object.fromEntries(keys.map((key) => [key, String(localStorage.getItem(key))]));
    try {
      const change = transaction(database);
      for (const [key, value] of merged(await readAll(change.store), texts, true)) change.put(key, value);
      await change.done;
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
    const change = transaction(database);
    const keys = new Set((await change.store.getAllKeys()).map(String));
    for (const [key, text] of this.#texts) {
      if (!this.#inDatabase(key)) attempt(() => localText(key) === null && localStorage.setItem(key, text));
      else if (!keys.has(key)) change.put(key, text);
    }
    await change.done;
  }

  // Keys

  /** @param {string} key */
  #inDatabase(key) {
    const prefixed = key.startsWith(GAME_PREFIX) || key.startsWith(QUARANTINE_PREFIX);
    return prefixed || key === DRAFT_KEY || key.endsWith(CURRENT_SUFFIX);
  }

  /** List our keys in localStorage; the others belong to other pages of the host. */
  #localKeys() {
    const keys = /** @type {string[]} */ (attempt(() => Object.keys(localStorage)) ?? []);
    return keys.filter((key) => key.startsWith(SITE_PREFIX) || this.currentKeys.includes(key) || isCurrent(key));
  }

  /** @param {string} prefix @returns {Promise<string[]>} */
  #keys(prefix) {
    const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return this.#withDatabase(
      async (database) => (await database.getAllKeys(TEXTS, range())).map(String),
      () => this.#localKeys().filter((key) => key.startsWith(prefix)),
    ).catch(() => []);
  }

  // Reading

  /**
   * Load the texts that a page needs at its start. If the database isn't open by the deadline, load only those in
   * localStorage; a `StoreLoaded` message brings the others.
   * @param {Promise<unknown>} deadline
   * @returns {Promise<Loaded>}
   */
  async load(deadline) {
    const opened = await Promise.race([this.#open().then(() => true), deadline.then(() => false)]);
    if (opened) return this.#load();
    this.#open().then(async () => this.send({ type: "StoreLoaded", ...(await this.#load()) }));
    const { texts, quarantined } = await this.#read(LOCAL);
    return { texts, quarantined, newest: "" };
  }

  /** Load the texts. Games that this page started while it waited don't count as the newest. @returns {Promise<Loaded>} */
  async #load() {
    const own = new Set(this.#texts.keys());
    const keys = await this.#keys("");
    const current = new Set([
      ...this.currentKeys,
      ...keys.filter((key) => key.endsWith(CURRENT_SUFFIX) && !key.startsWith(QUARANTINE_PREFIX)),
    ]);
    const first = await this.#read([...current, DRAFT_KEY, ...LOCAL]);
    const games = await this.#read(
      [...current].flatMap((key) => (first.texts[key] ? GAME_PREFIX + first.texts[key] : [])),
    );
    const newest = keys
      .filter((key) => key.startsWith(GAME_PREFIX) && !own.has(key))
      .map((key) => NEW_GAME.exec(key.slice(GAME_PREFIX.length))?.[1] ?? "")
      .reduce((one, other) => (one > other ? one : other), "");
    return {
      texts: { ...first.texts, ...games.texts },
      quarantined: [...first.quarantined, ...games.quarantined],
      newest,
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
    if (!this.#inDatabase(key)) return localText(key);
    return this.#withDatabase(
      (database) => database.get(TEXTS, key),
      () => localText(key),
    ).catch(() => null);
  }

  /** Look up keys by prefix, the greatest first, with the texts of the first ones. @param {string} prefix @param {number} limit */
  async query(prefix, limit) {
    await this.#writing;
    const keys = (await this.#keys(prefix)).sort().reverse();
    const { texts, quarantined } = await this.#read(keys.slice(0, limit));
    const readable = keys.filter((key) => !quarantined.includes(key));
    this.send({ type: "StoreFound", prefix, texts, keys: readable, quarantined });
  }

  /** Read a value of any type for a file. @param {string} key @returns {Promise<BlobPart>} */
  async raw(key) {
    await this.#writing;
    const value = await this.#get(key);
    const plain = typeof value === "string" || value instanceof Blob || value instanceof ArrayBuffer;
    return plain ? value : (attempt(() => JSON.stringify(value)) ?? String(value));
  }

  /** Export every stored text; without the database, the texts of this page. */
  async exportAll() {
    await this.#writing;
    const texts = new Map(this.#localKeys().map((key) => [key, localText(key)]));
    const complete = await this.#withDatabase(
      async (database) => {
        const stored = await readAll(database.transaction(TEXTS).store);
        for (const [key, value] of stored) if (this.#isOurs(key)) texts.set(key, value);
        return true;
      },
      () => this.#noDatabase,
    ).catch(() => false);
    if (!complete) for (const [key, text] of this.#texts) if (!texts.has(key)) texts.set(key, text);
    const strings = [...texts].filter(([, value]) => typeof value === "string").sort(([a], [b]) => (a < b ? -1 : 1));
    this.send({ type: "StoreExported", texts: Object.fromEntries(strings), complete });
  }

  /** Whether a key of the database holds a text: previews don't count. @param {string} key */
  #isOurs(key) {
    return key.startsWith(SITE_PREFIX) || key.endsWith(CURRENT_SUFFIX);
  }

  // Writing

  /** Remember a text as stored, or as deleted. @param {string} key @param {string | null} text */
  #remember(key, text) {
    if (text === null) this.#texts.delete(key);
    else this.#texts.set(key, text);
  }

  /** Do some work after the queued writes. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #enqueue(work) {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => {});
    return done;
  }

  /** Wait for the queued writes. */
  async written() {
    await this.#writing;
  }

  /** Forget the texts of this page, as if it were reloaded. */
  async forget() {
    await this.#writing;
    this.#texts.clear();
    this.#unwritten.clear();
  }

  /** Tell the other tabs. @param {string} key @param {unknown} text */
  #broadcast(key, text) {
    this.#tabs?.postMessage({ key, text });
  }

  /** Store a text, or delete it. @param {string} key @param {string | null} text */
  put(key, text) {
    const expected = this.#texts.get(key);
    this.#remember(key, text);
    return this.#enqueue(() => this.#write(key, text, expected)).then(
      (conflict) => {
        this.#unwritten.delete(key);
        if (conflict === undefined) {
          this.#broadcast(key, text);
          this.#retry();
        } else {
          this.#remember(key, conflict);
          this.send({ type: "StoreConflict", key, text: conflict });
        }
      },
      () => {
        if (!this.#unwritten.has(key)) this.#unwritten.set(key, expected);
        this.send({ type: "StoreFailed", key });
      },
    );
  }

  /** Retry the failed writes. */
  #retry() {
    for (const key of this.#unwritten.keys()) this.put(key, this.#texts.get(key) ?? null);
  }

  /**
   * Write a text. If another tab has changed the game meanwhile, return its text instead.
   * @param {string} key @param {string | null} text @param {string | undefined} expected
   * @returns {Promise<string | undefined>}
   */
  async #write(key, text, expected) {
    const local = () => {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return undefined;
    };
    if (!this.#inDatabase(key)) return local();
    return this.#withDatabase(async (database) => {
      const change = transaction(database);
      const stored = text !== null && key.startsWith(GAME_PREFIX) ? await change.store.get(key) : undefined;
      const known = [expected, text, ...(this.#unwritten.has(key) ? [this.#unwritten.get(key)] : [])];
      if (typeof stored === "string" && !known.includes(stored)) return stored;
      if (text === null) change.delete(key);
      else change.put(key, text);
      await change.done;
      // A page that lost the database may have written an earlier text there.
      attempt(() => localStorage.removeItem(key));
      return undefined;
    }, local);
  }

  /** Set some properties of a stored JSON object; those that other tabs have set stay. @param {string} key @param {Record<string, unknown>} values */
  update(key, values) {
    return this.#enqueue(async () => {
      const text = updated(localText(key) ?? this.#texts.get(key), values);
      this.#remember(key, text);
      localStorage.setItem(key, text);
      this.#broadcast(key, text);
    }).catch(() => this.send({ type: "StoreFailed", key }));
  }

  /** Move an unreadable value to a key of its own. @param {string} key */
  async quarantine(key) {
    await this.#enqueue(async () => {
      const value = await this.#get(key);
      if (value === null || value === undefined) return;
      const existing = new Map((await this.#keys(QUARANTINE_PREFIX)).map((name) => [name, null]));
      const free = freeKey(quarantineKey(key), value, existing);
      await this.#withDatabase(
        async (database) => {
          const change = transaction(database);
          change.put(free, value);
          if (this.#inDatabase(key)) change.delete(key);
          await change.done;
          if (!this.#inDatabase(key)) localStorage.removeItem(key);
        },
        async () => {
          localStorage.setItem(free, value);
          localStorage.removeItem(key);
        },
      );
      this.#texts.delete(key);
    }).catch(() => {}); // if the storage is full, it stays where it is until the next start
  }

  /** Add texts to a stored list; if that fails, they are lost. @param {string} key @param {string[]} texts */
  async append(key, texts) {
    await this.#enqueue(() => this.#mergeAll({ [key]: JSON.stringify(texts) })).then(
      (puts) => puts.forEach((text, name) => this.#broadcast(name, text)),
      () => {},
    );
  }

  /** Merge the texts of a file into the stored ones: all, or none if the storage is full. @param {Record<string, string>} texts */
  async merge(texts) {
    try {
      const puts = await this.#enqueue(() => this.#mergeAll(texts));
      for (const [key, text] of puts) this.#broadcast(key, text);
      const local = Object.fromEntries(LOCAL.map((key) => [key, localText(key) ?? ""]));
      this.send({ type: "StoreMerged", keys: [...puts.keys()], texts: local });
    } catch {
      this.send({ type: "StoreMerged", keys: null });
    }
  }

  /** @param {Record<string, string>} texts @returns {Promise<Map<string, unknown>>} */
  #mergeAll(texts) {
    return this.#withDatabase(
      (database) => this.#mergeInto(transaction(database), texts),
      () => this.#mergeInto(null, texts),
    );
  }

  /** @param {ReturnType<typeof transaction> | null} change @param {Record<string, string>} texts */
  async #mergeInto(change, texts) {
    const stored = change ? await readAll(change.store) : [];
    // Read inside the transaction, or a text that another tab adds at the same time would be lost.
    const local = new Map(this.#localKeys().map((key) => [key, localStorage.getItem(key)]));
    const puts = merged(new Map([...stored, ...local]), texts, false);
    try {
      for (const [key, value] of puts) {
        if (change && this.#inDatabase(key)) change.put(key, value);
        else localStorage.setItem(key, String(value));
      }
      await change?.done;
    } catch (error) {
      attempt(() => change?.abort());
      for (const key of puts.keys()) {
        if (local.has(key)) localStorage.setItem(key, String(local.get(key)));
        else localStorage.removeItem(key);
      }
      throw error;
    }
    for (const [key, value] of puts) this.#remember(key, String(value));
    return puts;
  }

  // Previews of the board, for the next start

  /** @param {string} key @returns {Promise<any>} */
  loadPreview(key) {
    return this.#withDatabase(
      (database) => database.get(TEXTS, key),
      () => Promise.resolve(null),
    ).catch(() => null);
  }

  /** @param {string} key @param {unknown} preview */
  async savePreview(key, preview) {
    await this.#withDatabase(
      (database) => database.put(TEXTS, preview, key),
      () => Promise.resolve(key),
    ).catch(() => {});
  }
}
