// The store between visits: games and drafts in IndexedDB, written to the disk at once; preferences and what was
// learnt, which pages need before they are drawn, in localStorage. Where nothing can be kept, nothing breaks; what makes
// no sense is set aside, and nothing is thrown away unless somebody chose to.
import { openDB } from "idb";
import { ASIDE, aside, CURRENT, freeKey, GAME, merged, RESULTS } from "./merging.js";

const NAME = "qin";
const TEXTS = "texts";
/** What is ours; everything else in the browser's stores belongs to other pages of the same host. */
const OURS = /^(qin|khan-tsin)\./;
/** What older versions kept in localStorage and is now in the database. */
const MOVED = /^(qin\.(game\.|damaged\.|current$|editor$)|khan-tsin\.current$)/;
const PREFERENCES = "qin.preferences";
const DRAFT = "qin.editor";
const NEW_GAME = /^qin\.game\.(\d{13})-\d{6}$/;
/** No text that is kept is longer, in characters; what is can't be ours. */
const MAX_KEPT = 1_000_000;
/** How long the database may take to open, in milliseconds: some browsers never say that they can't. */
const PATIENCE = 10_000;

/** @param {() => any} work */
function attempt(work) {
  try {
    return work() ?? null;
  } catch {
    return null; // a private window may forbid even the look
  }
}

const kept = (/** @type {string} */ key) => attempt(() => localStorage.getItem(key)) ?? "";

/** @param {string} key whether it is kept in the database, where there is one */
const inDatabase = (key) => MOVED.test(key);
/** Begin a change that is on the disk when it is done; whether it is, only `done` tells. @param {import("idb").IDBPDatabase} database */
function begin(database) {
  const change = database.transaction(TEXTS, "readwrite", { durability: "strict" });
  const { store, done } = change;
  const quiet = (/** @type {Promise<unknown>} */ asked) => void asked.catch(() => {});
  quiet(done);
  return {
    store,
    done,
    abort: () => change.abort(),
    put: (/** @type {string} */ key, /** @type {unknown} */ value) => quiet(store.put(value, key)),
    delete: (/** @type {string} */ key) => quiet(store.delete(key)),
  };
}

const bad = (/** @type {unknown} */ value) => typeof value !== "string" || value.length > MAX_KEPT;
const localKeys = () =>
  /** @type {string[]} */ (attempt(() => Object.keys(localStorage)) ?? []).filter((key) => OURS.test(key));

/** @param {import("idb").IDBPObjectStore<any, any, any, "readwrite">} store @returns {Promise<Map<string, unknown>>} */
async function everythingIn(store) {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.map((key, number) => [String(key), values[number]]));
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
      const opening = openDB(NAME, 1, { upgrade: (made) => void made.createObjectStore(TEXTS) });
      const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
      const database = /** @type {import("idb").IDBPDatabase} */ (await Promise.race([opening, late]));
      await this.#moveOver(database);
      return database;
    } catch {
      return null;
    }
  }

  /** Move what an older version kept in localStorage over: all of it or nothing. @param {import("idb").IDBPDatabase} database */
  async #moveOver(database) {
    const keys = localKeys().filter(inDatabase);
    if (!keys.length) return;
    const texts = Object.fromEntries(keys.map((key) => [key, String(localStorage.getItem(key))]));
    const change = begin(database);
    for (const [key, value] of merged(await everythingIn(change.store), texts, true)) change.put(key, value);
    await change.done;
    for (const key of keys) if (localStorage.getItem(key) === texts[key]) localStorage.removeItem(key);
  }

  /** Find what a page has to know at its start. */
  async begin() {
    const first = await this.#read([...CURRENT, DRAFT, PREFERENCES, RESULTS]);
    const games = await this.#read(CURRENT.flatMap((key) => (first.texts[key] ? GAME + first.texts[key] : [])));
    const newest = (await this.#keys(GAME))
      .map((key) => NEW_GAME.exec(key)?.[1] ?? "")
      .reduce((one, other) => (one > other ? one : other), "");
    return { texts: { ...first.texts, ...games.texts }, aside: [...first.odd, ...games.odd], newest };
  }

  /** Read texts; what can't be ours is set aside on the way. @param {string[]} keys */
  async #read(keys) {
    /** @type {Record<string, string>} */
    const texts = {};
    /** @type {string[]} */
    const odd = [];
    const values = await Promise.all(keys.map((key) => this.#get(key)));
    keys.forEach((key, at) => {
      if (values[at] === null || values[at] === undefined) return;
      if (bad(values[at])) odd.push(key);
      else texts[key] = values[at];
    });
    for (const key of odd) await this.setAside(key);
    return { texts, odd };
  }

  /** @param {string} key */
  async #get(key) {
    const database = inDatabase(key) ? await this.#database : null;
    return database ? database.get(TEXTS, key).catch(() => null) : attempt(() => localStorage.getItem(key));
  }

  /** Keep a text, or forget it. @param {string} key @param {string | null} text */
  keep(key, text) {
    this.#then(() => this.#write(key, text)).then(
      () => this.#tabs?.postMessage({ key, text }),
      () => this.tell({ unkept: key }),
    );
  }

  /** Do one thing after the other. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #then(work) {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => {});
    return done;
  }

  /** @param {string} key @param {string | null} text */
  async #write(key, text) {
    const database = inDatabase(key) ? await this.#database : null;
    if (!database) {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      return;
    }
    // A turn that is seen on the board is on the disk a moment later, whatever happens to the browser.
    const change = begin(database);
    if (text === null) change.delete(key);
    else change.put(key, text);
    await change.done;
  }

  /** Put something that makes no sense where it does no harm and can be looked at. @param {string} key */
  async setAside(key) {
    await this.#then(async () => {
      const value = await this.#get(key);
      if (value === null || value === undefined) return;
      const database = await this.#database;
      const there = new Map((await this.#keys(ASIDE)).map((name) => [name, null]));
      const free = freeKey(aside(key), value, there);
      if (!database) {
        localStorage.setItem(free, value);
        localStorage.removeItem(key);
        return;
      }
      const change = begin(database);
      change.put(free, value);
      if (inDatabase(key)) change.delete(key);
      await change.done;
      if (!inDatabase(key)) localStorage.removeItem(key);
    }).catch(() => {}); // without room it stays where it is, and is met again at the next start
  }

  /** Find the texts whose keys begin with a prefix, the greatest keys first. @param {string} prefix @param {number} most */
  async find(prefix, most) {
    await this.#writing;
    const keys = (await this.#keys(prefix)).sort().reverse();
    const { texts, odd } = await this.#read(keys.slice(0, most));
    this.tell({
      found: prefix,
      texts,
      keys: keys.filter((key) => !odd.includes(key)),
      total: keys.length - odd.length,
      aside: odd,
    });
  }

  /** @param {string} prefix @returns {Promise<string[]>} */
  async #keys(prefix) {
    const database = await this.#database;
    if (!database) return localKeys().filter((key) => key.startsWith(prefix));
    const keys = await database.getAllKeys(TEXTS, IDBKeyRange.bound(prefix, `${prefix}\uffff`)).catch(() => []);
    return keys.map(String);
  }

  /** Read one thing as it was kept, whatever it is, for a file. @param {string} key @returns {Promise<BlobPart>} */
  async raw(key) {
    await this.#writing;
    const value = await this.#get(key);
    const plain = typeof value === "string" || value instanceof Blob || value instanceof ArrayBuffer;
    return plain ? value : (attempt(() => JSON.stringify(value)) ?? String(value));
  }

  /** Find the picture that the page left behind: no data, only a head start. @param {string} key */
  async picture(key) {
    const database = await this.#database;
    return database?.get(TEXTS, key).catch(() => null) ?? null;
  }

  /** @param {string} key @param {unknown} picture */
  async keepPicture(key, picture) {
    const database = await this.#database;
    database?.put(TEXTS, picture, key).catch(() => {});
  }

  /** Read everything that is kept; the engine makes a file of it. */
  async everything() {
    await this.#writing;
    const database = await this.#database;
    const kept = database ? await database.getAllKeys(TEXTS).catch(() => []) : [];
    const keys = [...new Set([...kept.map(String).filter((key) => OURS.test(key)), ...localKeys()])].sort();
    /** @type {Record<string, string>} */
    const texts = {};
    for (const key of keys) {
      const value = await this.#get(key);
      if (typeof value === "string") texts[key] = value;
    }
    this.tell({ everything: texts });
  }

  /** Add what a file holds to what is kept: all of it or, where there is no room, nothing. @param {Record<string, string>} texts */
  async merge(texts) {
    try {
      const puts = await this.#then(() => this.#mergeAll(texts));
      for (const [key, text] of puts) this.#tabs?.postMessage({ key, text });
      this.tell({ merged: [...puts.keys()], preferences: kept(PREFERENCES), results: kept(RESULTS) });
    } catch {
      this.tell({ merged: null });
    }
  }

  /** Add to a list that is kept; where nothing can be kept it is forgotten. @param {string} key @param {string[]} texts */
  add(key, texts) {
    this.#then(() => this.#mergeAll({ [key]: JSON.stringify(texts) })).then(
      (puts) => puts.forEach((text, name) => this.#tabs?.postMessage({ key: name, text })),
      () => {},
    );
  }

  /** @param {Record<string, string>} texts @returns {Promise<Map<string, unknown>>} */
  async #mergeAll(texts) {
    const database = await this.#database;
    const local = new Map(localKeys().map((key) => [key, localStorage.getItem(key)]));
    const change = database ? begin(database) : null;
    const kept = change ? await everythingIn(change.store) : [];
    const puts = merged(new Map([...kept, ...local]), texts, false);
    try {
      for (const [key, value] of puts) {
        if (change && inDatabase(key)) change.put(key, value);
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
    return puts;
  }
}
