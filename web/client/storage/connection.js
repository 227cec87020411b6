// The connection to the database. Phones close it in the background, users clear site data while a game is open, and a
// newer version of the site may upgrade the database. A lost connection is replaced.
/** @import { IDBPDatabase, IDBPObjectStore } from "idb" */
import { openDB } from "idb";
import { DATABASE, DATABASE_VERSION } from "../protocol.js";

/** @typedef {IDBPDatabase} Database */

/** The object store. */
export const TEXTS = "texts";
/** Milliseconds until localStorage replaces a database that doesn't open: some browsers never report a failure. */
const OPEN_TIMEOUT = 10_000;

/** Return the result, or null after an error: a private window may forbid even the access. @param {() => any} work */
export function attempt(work) {
  try {
    return work() ?? null;
  } catch {
    return null;
  }
}

/** Whether an error means that the storage is full; others may come from a lost connection. @param {any} error */
const isFull = (error) => error?.name === "QuotaExceededError" || error?.name === "DataCloneError";

/** Start a transaction that is on disk when it is done. Only `done` reports errors. @param {Database} database */
export function startTransaction(database) {
  const transaction = database.transaction(TEXTS, "readwrite", { durability: "strict" });
  const { store, done } = transaction;
  const ignoreError = (/** @type {Promise<unknown>} */ request) => void request.catch(() => {});
  ignoreError(done);
  return {
    store,
    done,
    abort: () => transaction.abort(),
    put: (/** @type {string} */ key, /** @type {unknown} */ value) => ignoreError(store.put(value, key)),
    delete: (/** @type {string} */ key) => ignoreError(store.delete(key)),
  };
}

/** @param {IDBPObjectStore<any, any, any, any>} store @returns {Promise<Map<string, unknown>>} */
export async function readAll(store) {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, index) => [String(key), values[index]]));
}

export class Connection {
  /** Whether this browser has no database at all. */
  unavailable = false;
  /** @type {Promise<Database | null> | null} */
  #opening = null;
  #hasBeenOpen = false;
  /** Whether a newer version of the site has upgraded the database, so that this one must not use it. */
  #outdated = false;
  /** Resolves when opening the database has taken too long. @type {Promise<null>} */
  #timeout = new Promise(() => {});

  /** @param {{onOpened: (database: Database) => Promise<void>, onLost: () => void, onOutdated: () => void}} callbacks */
  constructor(callbacks) {
    this.callbacks = callbacks;
  }

  /** Open the database; resolves to null where there is none. @returns {Promise<Database | null>} */
  open() {
    if (this.#opening) return this.#opening;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    this.#timeout = new Promise((resolve) => (timer = setTimeout(resolve, OPEN_TIMEOUT, null)));
    this.#opening = this.#connect()
      .catch((error) => {
        if (error?.name === "VersionError") this.#stopUsing();
        // A database that was open before may open again later.
        else if (this.#hasBeenOpen) this.#opening = null;
        else this.unavailable = !("indexedDB" in globalThis) || error?.name === "SecurityError";
        return null;
      })
      .finally(() => clearTimeout(timer));
    return this.#opening;
  }

  /** Open the database, and watch for its loss. */
  async #connect() {
    if (this.#outdated) return null;
    const database = await openDB(DATABASE, DATABASE_VERSION, {
      upgrade: (created) => {
        if (!created.objectStoreNames.contains(TEXTS)) created.createObjectStore(TEXTS);
      },
      blocking: (_, newVersion, event) => {
        /** @type {IDBDatabase} */ (event.target).close();
        const isDeleted = newVersion === null;
        if (isDeleted) this.#lose();
        else this.#stopUsing();
      },
      terminated: () => this.#lose(),
    });
    await this.callbacks.onOpened(database);
    this.#hasBeenOpen = true;
    return database;
  }

  #lose() {
    this.#opening = null;
    this.callbacks.onLost();
  }

  /** Stop using the database, which a newer version of the site has upgraded. */
  #stopUsing() {
    this.#outdated = true;
    this.#opening = Promise.resolve(null);
    this.callbacks.onOutdated();
  }

  /**
   * Use the database, or the fallback if there is none or it takes too long to open. A lost connection is replaced once.
   * @template T @param {(database: Database) => Promise<T>} work @param {() => T | Promise<T>} fallback
   */
  async use(work, fallback) {
    for (let tries = 0; ; tries++) {
      const database = await Promise.race([this.open(), this.#timeout]);
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
}
