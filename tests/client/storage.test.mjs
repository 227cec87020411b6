// Storage: IndexedDB and localStorage, damaged values, merging, several tabs.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load, untilIdle } from "./browser.mjs";
import FakeEvent from "../../web/node_modules/fake-indexeddb/build/esm/lib/FakeEvent.js";
import { IDBFactory, IDBKeyRange } from "../../web/node_modules/fake-indexeddb/build/esm/index.js";

const { Store } = await load("storage/store.js");
const { merge } = await load("storage/merge.js");
globalThis.IDBKeyRange = IDBKeyRange;
// idb recognises requests and transactions by their classes.
const classes = await import("../../web/node_modules/fake-indexeddb/build/esm/index.js");
for (const [name, value] of Object.entries(classes)) if (name.startsWith("IDB")) globalThis[name] = value;

/** Tabs connected by a channel. */
let tabs;
globalThis.BroadcastChannel = class {
  constructor() {
    tabs.push(this);
  }
  postMessage(data) {
    for (const tab of tabs) if (tab !== this) tab.onmessage?.({ data });
  }
};

let messages;
const GAMES = ["qin", "khan-tsin"];
/** All open stores. The stores of a finished test must not react to events of the document. */
const stores = [];
function openStore(received = messages) {
  const store = new Store((message) => received.push(message), GAMES);
  stores.push(store);
  return store;
}
/** A time limit that never expires. */
const NO_TIMEOUT = new Promise(() => {});
const GAME = "qin.game.1700000000000-000001";

/** Write values into the database directly, like another version or another program. */
async function seedDatabase(values) {
  await new Promise((resolve) => {
    const request = indexedDB.open("qin", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("texts");
    request.onsuccess = () => {
      const change = request.result.transaction("texts", "readwrite");
      for (const [key, value] of Object.entries(values)) change.objectStore("texts").put(value, key);
      change.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

/** Wait for a message from the store that matches. */
async function waitForMessage(matches) {
  for (let round = 0; round < 1000; round++) {
    const found = messages.find(matches);
    if (found) return found;
    await untilIdle();
  }
  return assert.fail(`no such message: ${JSON.stringify(messages)}`);
}

beforeEach(() => {
  mock.timers.reset();
  for (const store of stores.splice(0)) store.forgetTexts();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  tabs = [];
  messages = [];
});

test("texts are restored after a restart, games from the database and preferences from localStorage", async () => {
  const store = openStore();
  store.put(GAME, "[Game]");
  store.put("qin.current", "1700000000000-000001");
  store.put("qin.preferences", '{"theme":"dark"}');
  store.put("qin.editor", "draft");
  store.put("qin.editor", null);
  await store.raw(GAME);
  assert.equal(localStorage.getItem(GAME), null);
  assert.equal(localStorage.getItem("qin.preferences"), '{"theme":"dark"}');
  assert.deepEqual(await openStore().load(NO_TIMEOUT), {
    texts: {
      "qin.current": "1700000000000-000001",
      "qin.preferences": '{"theme":"dark"}',
      [GAME]: "[Game]",
    },
    quarantined: [],
    newest: "1700000000000",
  });
});

test("a query lists the greatest keys first, and the texts of the first keys", async () => {
  await seedDatabase({ "qin.game.1": "one", "qin.game.2": "two", "qin.game.3": "three", "qin.other": "no" });
  const store = openStore();
  await store.query("qin.game.", 2);
  assert.deepEqual(messages, [
    {
      type: "StoreFound",
      prefix: "qin.game.",
      texts: { "qin.game.3": "three", "qin.game.2": "two" },
      keys: ["qin.game.3", "qin.game.2", "qin.game.1"],
      quarantined: [],
    },
  ]);
});

const DAMAGED = {
  number: 7,
  true: true,
  list: ["[Game]"],
  object: { game: "[Game]" },
  binary: new Uint8Array([1, 2, 3]),
  date: new Date(0),
  "too long": "x".repeat(1_000_001),
};
for (const [kind, value] of Object.entries(DAMAGED)) {
  test(`a damaged value is quarantined: ${kind}`, async () => {
    await seedDatabase({ [GAME]: value, "qin.current": "1700000000000-000001" });
    const store = openStore();
    const found = await store.load(NO_TIMEOUT);
    assert.deepEqual(found.quarantined, [GAME]);
    assert.deepEqual(found.texts, { "qin.current": "1700000000000-000001" });
    assert.notEqual(await store.raw("qin.damaged.1700000000000-000001"), "null", "it is still there");
    assert.deepEqual((await openStore().load(NO_TIMEOUT)).quarantined, [], "the next start is clean");
  });
}

test("two different damaged values with the same key are both preserved", async () => {
  const store = openStore();
  for (const text of ["{", "}"]) {
    store.put("qin.current", text);
    await store.quarantine("qin.current");
  }
  assert.equal(await store.raw("qin.damaged.qin.current"), "{");
  assert.equal(await store.raw("qin.damaged.qin.current-2"), "}");
});

test("games of an older version are moved from localStorage to the database, but not settings", async () => {
  for (let number = 0; number < 300; number++) localStorage.setItem(`qin.game.${1000 + number}`, `game ${number}`);
  localStorage.setItem("qin.current", "1000");
  localStorage.setItem("qin.learnt", '["found"]');
  localStorage.setItem("other", "not ours");
  const store = openStore();
  assert.equal((await store.load(NO_TIMEOUT)).texts["qin.game.1000"], "game 0");
  await store.query("qin.game.", 1);
  assert.equal(messages[0].keys.length, 300);
  assert.deepEqual(Object.keys(localStorage).sort(), ["other", "qin.learnt"]);
});

test("if the database is full, games of an older version stay in localStorage", async () => {
  await seedDatabase({});
  localStorage.setItem(GAME, "[Game]");
  localStorage.setItem("qin.current", "1700000000000-000001");
  const restore = failWrites("QuotaExceededError");
  assert.equal((await openStore().load(NO_TIMEOUT)).texts[GAME], "[Game]");
  assert.equal(localStorage.getItem(GAME), "[Game]");
  restore();
});

test("a text that can't be stored is reported", async () => {
  const store = openStore();
  await store.load(NO_TIMEOUT);
  const restore = failWrites("QuotaExceededError");
  store.put(GAME, "[Game]");
  await waitForMessage(({ type, key }) => type === "StoreFailed" && key === GAME);
  restore();
});

test("if the database is forbidden, localStorage is used", async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException("forbidden", "SecurityError");
    },
  };
  const store = openStore();
  store.put(GAME, "[Game]");
  assert.equal(await store.raw(GAME), "[Game]");
  assert.equal(localStorage.getItem(GAME), "[Game]");
});

test("a database that never opens is replaced by localStorage after ten seconds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.indexedDB = { open: () => new IDBOpenDBRequest() };
  const store = openStore();
  const write = store.put(GAME, "[Game]");
  await untilIdle();
  mock.timers.tick(9_999);
  await untilIdle();
  assert.equal(localStorage.getItem(GAME), null);
  mock.timers.tick(1);
  await write;
  assert.equal(localStorage.getItem(GAME), "[Game]");
  await store.put(GAME, "[Game] goes on");
  assert.equal(localStorage.getItem(GAME), "[Game] goes on", "the page waits only once");
});

test("a database that opens after twelve seconds receives what was stored in the meantime", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const release = slowDatabase({ "qin.game.1": "before" });
  const store = openStore();
  const write = store.put(GAME, "[Game]");
  await untilIdle();
  mock.timers.tick(12_000);
  await write;
  assert.equal(localStorage.getItem(GAME), "[Game]");
  release();
  await store.load(NO_TIMEOUT);
  assert.equal(localStorage.getItem(GAME), null);
  await store.put(GAME, "[Game] goes on");
  await store.query("qin.game.", 9);
  assert.deepEqual(messages.at(-1).texts, { "qin.game.1": "before", [GAME]: "[Game] goes on" });
});

/** Create a database with some values that opens only when the returned function is called. */
function slowDatabase(values) {
  let released = false;
  const request = indexedDB.open("qin", 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore("texts");
    for (const [key, value] of Object.entries(values)) store.put(value, key);
    // Other connections wait while this transaction has requests.
    const wait = () => {
      if (!released) store.get("").onsuccess = wait;
    };
    wait();
  };
  request.onsuccess = () => request.result.close();
  return () => (released = true);
}

test("with a slow database the page starts from localStorage, and the games follow", async () => {
  const release = slowDatabase({ [GAME]: "[Game]", "qin.current": "1700000000000-000001" });
  localStorage.setItem("qin.preferences", "{}");
  const store = openStore();
  assert.deepEqual((await store.load(Promise.resolve())).texts, { "qin.preferences": "{}" });
  const write = store.put("qin.game.1700000000001-000001", "[Game] meanwhile");
  release();
  const { texts } = await waitForMessage(({ type }) => type === "StoreLoaded");
  assert.equal(texts[GAME], "[Game]");
  assert.equal(texts["qin.current"], "1700000000000-000001");
  await write;
  assert.equal(await store.raw("qin.game.1700000000001-000001"), "[Game] meanwhile");
});

test("without any storage, failed writes are reported", async () => {
  const { localStorage: original } = globalThis;
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  globalThis.indexedDB = undefined;
  try {
    const store = openStore();
    assert.deepEqual(await store.load(NO_TIMEOUT), { texts: {}, quarantined: [], newest: "" });
    store.put("qin.current", "1");
    await waitForMessage(({ type, key }) => type === "StoreFailed" && key === "qin.current");
  } finally {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: original });
  }
});

test("other tabs are notified of stored texts", async () => {
  const other = [];
  openStore(other);
  const store = openStore();
  store.put("qin.current", "1");
  await store.raw("qin.current");
  await untilIdle();
  assert.deepEqual(other, [{ type: "StoreChanged", key: "qin.current", text: "1" }]);
  assert.deepEqual(messages, []);
});

test("an export contains both stores, without keys of other pages", async () => {
  await seedDatabase({ [GAME]: "[Game]", "picture.qin": { parts: {} } });
  localStorage.setItem("qin.learnt", "[]");
  localStorage.setItem("other", "x");
  await openStore().exportAll();
  assert.deepEqual(messages, [{ type: "StoreExported", texts: { [GAME]: "[Game]", "qin.learnt": "[]" }, complete: true }]);
});

test("merging a file preserves stored games: a different game with the same key gets a new key", async () => {
  await seedDatabase({ [GAME]: "mine" });
  const store = openStore();
  await store.merge({ [GAME]: "theirs", "qin.learnt": '["found"]' });
  assert.deepEqual(messages[0].keys, [`${GAME}-2`, "qin.learnt"]);
  assert.equal(await store.raw(GAME), "mine");
  assert.equal(await store.raw(`${GAME}-2`), "theirs");
});

test("custom boards are merged by name: different boards with the same name are both preserved", () => {
  const here = JSON.stringify({ lake: "....", hill: "R..." });
  const there = JSON.stringify({ lake: "~~~~", hill: "R...", wrong: 5 });
  const added = merge(new Map([["qin.maps", here]]), { "qin.maps": there }, false);
  assert.deepEqual(JSON.parse(added.get("qin.maps")), { lake: "....", hill: "R...", "lake-2": "~~~~" });
});

test("if storage is full, no part of a file is merged", async () => {
  const store = openStore();
  await store.load(NO_TIMEOUT);
  localStorage.setItem("qin.learnt", '["found"]');
  const restore = failWrites("QuotaExceededError");
  await store.merge({ "qin.learnt": '["grow"]', [GAME]: "theirs" });
  restore();
  assert.deepEqual(messages, [{ type: "StoreMerged", keys: null }]);
  assert.equal(localStorage.getItem("qin.learnt"), '["found"]');
});

test("when two tabs add results, none is lost", async () => {
  const [one, two] = [openStore(), openStore()];
  one.append("qin.results", ["a"]);
  two.append("qin.results", ["b"]);
  await one.raw("qin.results");
  await two.raw("qin.results");
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.results")).sort(), ["a", "b"]);
});

const mergeTexts = (key, here, there) =>
  merge(new Map([[key, here]]), { [key]: there }, false).get(key) ?? here;

// Each puzzle has the number of times that it has been solved, and the day on which it is due.
for (const [one, other, both] of [
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-2": [2, 20_007] }, { "puzzle-1": [0, 20_000], "puzzle-2": [2, 20_007] }],
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-1": [2, 20_007] }, { "puzzle-1": [2, 20_007] }],
  [{ "puzzle-1": [0, 20_003] }, { "puzzle-1": [1, 20_003] }, { "puzzle-1": [1, 20_003] }],
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-1": "soon", "puzzle-2": [1] }, { "puzzle-1": [0, 20_000] }],
]) {
  test(`practice data of two browsers is merged: ${JSON.stringify([one, other])}`, () => {
    const [here, there] = [JSON.stringify(one), JSON.stringify(other)];
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", here, there)), both);
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", there, here)), both);
  });
}

for (const broken of ["[[[{", "null", "7", '"text"', ""]) {
  test(`merging a damaged text loses nothing: ${broken}`, () => {
    const known = { "puzzle-1": [1, 20_003] };
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", broken, JSON.stringify(known))), known);
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", JSON.stringify(known), broken)), known);
    assert.deepEqual(JSON.parse(mergeTexts("qin.results", '["a"]', broken)), ["a"]);
  });
}

test("lists of lessons are united; the current game only changes to a newer one; other texts are quarantined", () => {
  assert.deepEqual(JSON.parse(mergeTexts("qin.learnt", '["found","grow"]', '["grow","village"]')), [
    "found",
    "grow",
    "village",
  ]);
  const there = new Map([
    ["qin.current", "1"],
    ["qin.editor", "old"],
  ]);
  assert.equal(merge(there, { "qin.current": "2" }, false).size, 0);
  assert.deepEqual([...merge(there, { "qin.current": "2" }, true)], [["qin.current", "2"]]);
  assert.deepEqual(Object.fromEntries(merge(there, { "qin.editor": "new" }, false)), {
    "qin.damaged.qin.editor": "old",
    "qin.editor": "new",
  });
});

// Losses

/** Record the database connections that are opened. */
function recordConnections() {
  const found = [];
  const { open: original } = globalThis.indexedDB;
  globalThis.indexedDB.open = function (...options) {
    const request = original.apply(this, options);
    request.addEventListener("success", () => found.push(request.result));
    return request;
  };
  return found;
}

const deleteDatabase = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase("qin").onsuccess = resolve;
  });

test("a lost connection is replaced, and every turn is stored before any message is sent", async () => {
  const opened = recordConnections();
  const store = openStore();
  await store.put(GAME, "one turn");
  opened[0].close();
  for (const text of ["two turns", "three turns", "four turns"]) store.put(GAME, text);
  await store.written();
  assert.deepEqual(messages, []);
  assert.equal(opened.length, 2);
  assert.equal((await openStore().load(NO_TIMEOUT)).texts["qin.current"], undefined);
  assert.equal(await openStore().raw(GAME), "four turns");
});

test("a connection that the browser closes is replaced", async () => {
  const opened = recordConnections();
  const store = openStore();
  await store.put(GAME, "one turn");
  opened[0].dispatchEvent(new FakeEvent("close"));
  await store.written();
  assert.equal(opened.length, 2);
});

test("the page's texts are written again to a deleted database", async () => {
  const store = openStore();
  await store.put(GAME, "one turn");
  await store.put("qin.current", "1700000000000-000001");
  await store.put("qin.preferences", '{"theme":"dark"}');
  await store.put("qin.editor", "draft");
  await store.put("qin.editor", null);
  localStorage.clear();
  await deleteDatabase();
  await store.written();
  const { texts } = await openStore().load(NO_TIMEOUT);
  assert.deepEqual(texts, {
    "qin.current": "1700000000000-000001",
    "qin.preferences": '{"theme":"dark"}',
    [GAME]: "one turn",
  });
  assert.deepEqual(messages, []);
});

test("a game that another tab has deleted isn't written again", async () => {
  const [one, two] = [openStore(), openStore([])];
  await one.put(GAME, "one turn");
  await untilIdle();
  await two.put(GAME, null);
  await untilIdle();
  await deleteDatabase();
  await one.written();
  assert.equal(await one.raw(GAME), "undefined");
});

test("an export without the database contains the page's own texts, and is marked as incomplete", async () => {
  const store = openStore();
  await store.put(GAME, "one turn");
  localStorage.setItem("qin.learnt", "[]");
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("lost", "InvalidStateError");
  };
  try {
    await store.exportAll();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
  assert.deepEqual(messages, [
    { type: "StoreExported", texts: { [GAME]: "one turn", "qin.learnt": "[]" }, complete: false },
  ]);
});

/** Make all writes to the database fail until the returned function is called. */
function failWrites(name) {
  const { put: original } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no", name);
  };
  return () => (IDBObjectStore.prototype.put = original);
}

for (const error of ["QuotaExceededError", "UnknownError"]) {
  test(`a failed write causes no conflict for the next one: ${error}`, async () => {
    const store = openStore();
    await store.put(GAME, "one turn");
    const restore = failWrites(error);
    await Promise.all([store.put(GAME, "two turns"), store.put(GAME, "three turns")]);
    restore();
    assert.deepEqual(messages, [{ type: "StoreFailed", key: GAME }, { type: "StoreFailed", key: GAME }]);
    await store.put(GAME, "four turns");
    assert.equal(messages.length, 2);
    assert.equal(await openStore().raw(GAME), "four turns");
  });
}

test("a failed write is retried when the page becomes visible, or with the next write", async () => {
  const store = openStore();
  await store.put(GAME, "one turn");
  for (const again of [
    () => document.dispatchEvent(new Event("visibilitychange")),
    () => store.put("qin.current", "1"),
  ]) {
    const restore = failWrites("UnknownError");
    await store.put(GAME, `${await store.raw(GAME)}, another turn`);
    restore();
    await again();
    await untilIdle();
    await store.written();
  }
  assert.equal(await openStore().raw(GAME), "one turn, another turn, another turn");
});

test("turns of a page that lost the database permanently are added to the game at the next start", async () => {
  const store = openStore();
  await store.put(GAME, "[Game]\n1. a\n");
  await store.put("qin.current", "1700000000000-000001");
  const { transaction } = IDBDatabase.prototype;
  const { open: original } = indexedDB;
  const lost = () => {
    throw new DOMException("lost", "UnknownError");
  };
  IDBDatabase.prototype.transaction = lost;
  indexedDB.open = lost;
  await store.put(GAME, "[Game]\n1. a\n2. b\n");
  IDBDatabase.prototype.transaction = transaction;
  indexedDB.open = original;
  assert.deepEqual(messages, []);
  const next = openStore();
  assert.equal((await next.load(NO_TIMEOUT)).texts[GAME], "[Game]\n1. a\n2. b\n");
  await next.query("qin.game.", 9);
  assert.deepEqual(messages[0].keys, [GAME], "stored once");
  assert.deepEqual(Object.keys(localStorage), []);
});

test("an export while the database is still opening is marked as incomplete", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.indexedDB = { open: () => new IDBOpenDBRequest() };
  const store = openStore();
  localStorage.setItem("qin.learnt", "[]");
  const exportTask = store.exportAll();
  await untilIdle();
  mock.timers.tick(10_000);
  await exportTask;
  assert.deepEqual(messages, [{ type: "StoreExported", texts: { "qin.learnt": "[]" }, complete: false }]);
});

test("an export in a browser without a database is complete", async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException("forbidden", "SecurityError");
    },
  };
  const store = openStore();
  await store.put(GAME, "one turn");
  await store.exportAll();
  assert.deepEqual(messages, [{ type: "StoreExported", texts: { [GAME]: "one turn" }, complete: true }]);
});

test("preferences that were cleared in mid-game are restored with the next setting", async () => {
  const store = openStore();
  await store.update("qin.preferences", { theme: "dark", speed: "slow" });
  localStorage.clear();
  await store.update("qin.preferences", { speed: "quick" });
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.preferences")), { theme: "dark", speed: "quick" });
});

test("preferences that were cleared in mid-game are restored with the next turn", async () => {
  const store = openStore();
  await store.update("qin.preferences", { theme: "dark" });
  localStorage.clear();
  await store.put(GAME, "one turn");
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.preferences")), { theme: "dark" });
});

// Versions

const openVersion = (version) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("qin", version);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

test("a newer version can upgrade the database, and this page reports that it is outdated", async () => {
  const store = openStore();
  await store.put(GAME, "one turn");
  (await openVersion(9)).close();
  assert.deepEqual(messages, [{ type: "PageOutdated" }]);
  await store.put(GAME, "two turns");
  const newer = await openVersion(9);
  assert.deepEqual(
    await new Promise((resolve) => {
      const request = newer.transaction("texts").objectStore("texts").get(GAME);
      request.onsuccess = () => resolve(request.result);
    }),
    "one turn",
    "the page stops using the database",
  );
  assert.equal(localStorage.getItem(GAME), "two turns", "the next start moves it to the database");
});

test("a page with a newer database reports that it is outdated", async () => {
  (await openVersion(9)).close();
  const store = openStore();
  assert.deepEqual((await store.load(NO_TIMEOUT)).texts, {});
  assert.deepEqual(messages, [{ type: "PageOutdated" }]);
});

// Several tabs

test("when two tabs change different settings, none is lost", async () => {
  const [one, two] = [openStore(), openStore([])];
  localStorage.setItem("qin.preferences", '{"theme":"light","speed":"slow"}');
  await one.update("qin.preferences", { theme: "dark" });
  await two.update("qin.preferences", { speed: "quick" });
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.preferences")), { theme: "dark", speed: "quick" });
  for (const damaged of ["[", "[]", "7", ""]) {
    localStorage.setItem("qin.preferences", damaged);
    await one.update("qin.preferences", { theme: "dark" });
    assert.deepEqual(JSON.parse(localStorage.getItem("qin.preferences")), { theme: "dark" });
  }
});

test("if two tabs make a move at the same time, one wins and the other gets a conflict", async () => {
  const other = [];
  const [one, two] = [openStore(), openStore(other)];
  await one.put(GAME, "start");
  await two.load(NO_TIMEOUT);
  await untilIdle();
  other.length = 0;
  await Promise.all([one.put(GAME, "move of one"), two.put(GAME, "move of two")]);
  assert.equal(await one.raw(GAME), "move of one");
  assert.deepEqual(
    other.filter(({ type }) => type === "StoreConflict"),
    [{ type: "StoreConflict", key: GAME, text: "move of one" }],
  );
  assert.deepEqual(messages, [], "the winner gets no message");
  await two.put(GAME, "next move of two");
  assert.equal(await one.raw(GAME), "next move of two");
});

test("keys of other pages are ignored, and games are recognised by their names", async () => {
  localStorage.setItem("nim.current", "7");
  localStorage.setItem("foreign.current", "8");
  const store = new Store(() => {}, ["nim"]);
  assert.deepEqual((await store.load(NO_TIMEOUT)).texts, { "nim.current": "7" });
  assert.deepEqual(Object.keys(localStorage), ["foreign.current"]);
});

test("the current match of a game that was installed later is also loaded", async () => {
  const key = GAME.slice("qin.game.".length);
  const [one, two] = [openStore(), openStore()];
  await one.put(GAME, "one turn");
  await one.put("nim.current", key);
  assert.deepEqual((await two.load(NO_TIMEOUT)).texts, { "nim.current": key, [GAME]: "one turn" });
});

test("without a database, the current match of an installed game is loaded, but not keys of other pages", async () => {
  const key = GAME.slice("qin.game.".length);
  globalThis.indexedDB = undefined;
  localStorage.setItem(GAME, "one turn");
  localStorage.setItem("nim.current", key);
  localStorage.setItem("foreign.current", "8");
  assert.deepEqual((await openStore().load(NO_TIMEOUT)).texts, { "nim.current": key, [GAME]: "one turn" });
});

test("a closed page writes nothing", async () => {
  const store = openStore();
  await store.put(GAME, "one turn");
  await store.forgetTexts();
  await deleteDatabase();
  await store.written();
  assert.deepEqual((await openStore().load(NO_TIMEOUT)).newest, "");
});
