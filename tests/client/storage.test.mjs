// The store between visits: IndexedDB and localStorage, damaged values, merging, several tabs.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load, untilIdle } from "./browser.mjs";
import FakeEvent from "../../web/node_modules/fake-indexeddb/build/esm/lib/FakeEvent.js";
import { IDBFactory, IDBKeyRange } from "../../web/node_modules/fake-indexeddb/build/esm/index.js";

const { Store } = await load("storage/store.js");
const { merged } = await load("storage/merge.js");
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

let told;
const GAMES = ["qin", "khan-tsin"];
/** The stores of a test: those of the test before must not answer to the document any more. */
const stores = [];
function open(heard = told) {
  const store = new Store((message) => heard.push(message), GAMES);
  stores.push(store);
  return store;
}
/** A limit that never ends. */
const NEVER = new Promise(() => {});
const GAME = "qin.game.1700000000000-000001";

/** Put values into the database as another version, or anything else, may have left them. */
async function put(values) {
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

/** Wait for a message of the store that matches. */
async function heard(fits) {
  for (let turn = 0; turn < 1000; turn++) {
    const found = told.find(fits);
    if (found) return found;
    await untilIdle();
  }
  return assert.fail(`never told: ${JSON.stringify(told)}`);
}

beforeEach(() => {
  mock.timers.reset();
  for (const store of stores.splice(0)) store.forget();
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  tabs = [];
  told = [];
});

test("texts come back after a restart, games from the database and preferences from localStorage", async () => {
  const store = open();
  store.put(GAME, "[Game]");
  store.put("qin.current", "1700000000000-000001");
  store.put("qin.preferences", '{"theme":"dark"}');
  store.put("qin.editor", "draft");
  store.put("qin.editor", null);
  await store.raw(GAME);
  assert.equal(localStorage.getItem(GAME), null);
  assert.equal(localStorage.getItem("qin.preferences"), '{"theme":"dark"}');
  assert.deepEqual(await open().load(NEVER), {
    texts: {
      "qin.current": "1700000000000-000001",
      "qin.preferences": '{"theme":"dark"}',
      [GAME]: "[Game]",
    },
    quarantined: [],
    newest: "1700000000000",
  });
});

test("find lists the greatest keys first, with the texts of the first ones", async () => {
  await put({ "qin.game.1": "one", "qin.game.2": "two", "qin.game.3": "three", "qin.other": "no" });
  const store = open();
  await store.query("qin.game.", 2);
  assert.deepEqual(told, [
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
  test(`a damaged value is set aside for inspection: ${kind}`, async () => {
    await put({ [GAME]: value, "qin.current": "1700000000000-000001" });
    const store = open();
    const found = await store.load(NEVER);
    assert.deepEqual(found.quarantined, [GAME]);
    assert.deepEqual(found.texts, { "qin.current": "1700000000000-000001" });
    assert.notEqual(await store.raw("qin.damaged.1700000000000-000001"), "null", "it is still there");
    assert.deepEqual((await open().load(NEVER)).quarantined, [], "the next start is clean");
  });
}

test("two different damaged values under one key both stay", async () => {
  const store = open();
  for (const text of ["{", "}"]) {
    store.put("qin.current", text);
    await store.quarantine("qin.current");
  }
  assert.equal(await store.raw("qin.damaged.qin.current"), "{");
  assert.equal(await store.raw("qin.damaged.qin.current-2"), "}");
});

test("games of an older version move from localStorage to the database, and settings stay", async () => {
  for (let number = 0; number < 300; number++) localStorage.setItem(`qin.game.${1000 + number}`, `game ${number}`);
  localStorage.setItem("qin.current", "1000");
  localStorage.setItem("qin.learnt", '["found"]');
  localStorage.setItem("other", "not ours");
  const store = open();
  assert.equal((await store.load(NEVER)).texts["qin.game.1000"], "game 0");
  await store.query("qin.game.", 1);
  assert.equal(told[0].keys.length, 300);
  assert.deepEqual(Object.keys(localStorage).sort(), ["other", "qin.learnt"]);
});

test("a full database leaves the games of an older version where they are", async () => {
  await put({});
  localStorage.setItem(GAME, "[Game]");
  localStorage.setItem("qin.current", "1700000000000-000001");
  const { put: original } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    assert.equal((await open().load(NEVER)).texts[GAME], "[Game]");
    assert.equal(localStorage.getItem(GAME), "[Game]");
  } finally {
    IDBObjectStore.prototype.put = original;
  }
});

test("a text that can't be stored is reported", async () => {
  const store = open();
  await store.load(NEVER);
  const { put: original } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    store.put(GAME, "[Game]");
    await heard(({ type, key }) => type === "StoreFailed" && key === GAME);
  } finally {
    IDBObjectStore.prototype.put = original;
  }
});

test("where the database is forbidden, localStorage is used", async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException("forbidden", "SecurityError");
    },
  };
  const store = open();
  store.put(GAME, "[Game]");
  assert.equal(await store.raw(GAME), "[Game]");
  assert.equal(localStorage.getItem(GAME), "[Game]");
});

test("a database that never opens is replaced by localStorage after ten seconds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.indexedDB = { open: () => new IDBOpenDBRequest() };
  const store = open();
  const putting = store.put(GAME, "[Game]");
  await untilIdle();
  mock.timers.tick(9_999);
  await untilIdle();
  assert.equal(localStorage.getItem(GAME), null);
  mock.timers.tick(1);
  await putting;
  assert.equal(localStorage.getItem(GAME), "[Game]");
  await store.put(GAME, "[Game] goes on");
  assert.equal(localStorage.getItem(GAME), "[Game] goes on", "the page waits only once");
});

test("a database that opens after twelve seconds gets what was stored meanwhile", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const release = slowDatabase({ "qin.game.1": "before" });
  const store = open();
  const putting = store.put(GAME, "[Game]");
  await untilIdle();
  mock.timers.tick(12_000);
  await putting;
  assert.equal(localStorage.getItem(GAME), "[Game]");
  release();
  await store.load(NEVER);
  assert.equal(localStorage.getItem(GAME), null);
  await store.put(GAME, "[Game] goes on");
  await store.query("qin.game.", 9);
  assert.deepEqual(told.at(-1).texts, { "qin.game.1": "before", [GAME]: "[Game] goes on" });
});

/** Let the database, with these values, open only when the returned function is called. */
function slowDatabase(values) {
  let released = false;
  const request = indexedDB.open("qin", 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore("texts");
    for (const [key, value] of Object.entries(values)) store.put(value, key);
    // As long as this transaction has requests, others wait.
    const wait = () => {
      if (!released) store.get("").onsuccess = wait;
    };
    wait();
  };
  request.onsuccess = () => request.result.close();
  return () => (released = true);
}

test("a slow database: the page starts with what is in localStorage, and the rest follows", async () => {
  const release = slowDatabase({ [GAME]: "[Game]", "qin.current": "1700000000000-000001" });
  localStorage.setItem("qin.preferences", "{}");
  const store = open();
  assert.deepEqual((await store.load(Promise.resolve())).texts, { "qin.preferences": "{}" });
  const putting = store.put("qin.game.1700000000001-000001", "[Game] meanwhile");
  release();
  const { texts } = await heard(({ type }) => type === "StoreLoaded");
  assert.equal(texts[GAME], "[Game]");
  assert.equal(texts["qin.current"], "1700000000000-000001");
  await putting;
  assert.equal(await store.raw("qin.game.1700000000001-000001"), "[Game] meanwhile");
});

test("without any storage nothing breaks", async () => {
  const { localStorage: original } = globalThis;
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  globalThis.indexedDB = undefined;
  try {
    const store = open();
    assert.deepEqual(await store.load(NEVER), { texts: {}, quarantined: [], newest: "" });
    store.put("qin.current", "1");
    await heard(({ type, key }) => type === "StoreFailed" && key === "qin.current");
  } finally {
    Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: original });
  }
});

test("other tabs are told what one tab stores", async () => {
  const other = [];
  open(other);
  const store = open();
  store.put("qin.current", "1");
  await store.raw("qin.current");
  await untilIdle();
  assert.deepEqual(other, [{ type: "StoreChanged", key: "qin.current", text: "1" }]);
  assert.deepEqual(told, []);
});

test("everything is collected from both stores, without foreign keys", async () => {
  await put({ [GAME]: "[Game]", "picture.qin": { parts: {} } });
  localStorage.setItem("qin.learnt", "[]");
  localStorage.setItem("other", "x");
  await open().exportAll();
  assert.deepEqual(told, [{ type: "StoreExported", texts: { [GAME]: "[Game]", "qin.learnt": "[]" }, complete: true }]);
});

test("a merged file adds to what is stored: a different game gets a key of its own", async () => {
  await put({ [GAME]: "mine" });
  const store = open();
  await store.merge({ [GAME]: "theirs", "qin.learnt": '["found"]' });
  assert.deepEqual(told[0].keys, [`${GAME}-2`, "qin.learnt"]);
  assert.equal(await store.raw(GAME), "mine");
  assert.equal(await store.raw(`${GAME}-2`), "theirs");
});

test("boards of one's own are merged by name: of two that differ, both stay", () => {
  const here = JSON.stringify({ lake: "....", hill: "R..." });
  const there = JSON.stringify({ lake: "~~~~", hill: "R...", wrong: 5 });
  const added = merged(new Map([["qin.maps", here]]), { "qin.maps": there }, false);
  assert.deepEqual(JSON.parse(added.get("qin.maps")), { lake: "....", hill: "R...", "lake-2": "~~~~" });
});

test("where there is no room, nothing of a file is merged", async () => {
  const store = open();
  await store.load(NEVER);
  localStorage.setItem("qin.learnt", '["found"]');
  const { put: original } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    await store.merge({ "qin.learnt": '["grow"]', [GAME]: "theirs" });
  } finally {
    IDBObjectStore.prototype.put = original;
  }
  assert.deepEqual(told, [{ type: "StoreMerged", keys: null }]);
  assert.equal(localStorage.getItem("qin.learnt"), '["found"]');
});

test("two tabs that add results lose none", async () => {
  const [one, two] = [open(), open()];
  one.append("qin.results", ["a"]);
  two.append("qin.results", ["b"]);
  await one.raw("qin.results");
  await two.raw("qin.results");
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.results")).sort(), ["a", "b"]);
});

const mergeTexts = (key, here, there) =>
  merged(new Map([[key, here]]), { [key]: there }, false).get(key) ?? here;

for (const [one, other, both] of [
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-2": [2, 20_007] }, { "puzzle-1": [0, 20_000], "puzzle-2": [2, 20_007] }],
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-1": [2, 20_007] }, { "puzzle-1": [2, 20_007] }],
  [{ "puzzle-1": [0, 20_003] }, { "puzzle-1": [1, 20_003] }, { "puzzle-1": [1, 20_003] }],
  [{ "puzzle-1": [0, 20_000] }, { "puzzle-1": "soon", "puzzle-2": [1] }, { "puzzle-1": [0, 20_000] }],
]) {
  test(`practice of two browsers: ${JSON.stringify([one, other])}`, () => {
    const [here, there] = [JSON.stringify(one), JSON.stringify(other)];
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", here, there)), both);
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", there, here)), both);
  });
}

for (const broken of ["[[[{", "null", "7", '"text"', ""]) {
  test(`a damaged text takes nothing away: ${broken}`, () => {
    const known = { "puzzle-1": [1, 20_003] };
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", broken, JSON.stringify(known))), known);
    assert.deepEqual(JSON.parse(mergeTexts("qin.practice", JSON.stringify(known), broken)), known);
    assert.deepEqual(JSON.parse(mergeTexts("qin.results", '["a"]', broken)), ["a"]);
  });
}

test("lists of lessons are united; a current game changes only for a newer one; other texts are set aside", () => {
  assert.deepEqual(JSON.parse(mergeTexts("qin.learnt", '["found","grow"]', '["grow","village"]')), [
    "found",
    "grow",
    "village",
  ]);
  const there = new Map([
    ["qin.current", "1"],
    ["qin.editor", "old"],
  ]);
  assert.equal(merged(there, { "qin.current": "2" }, false).size, 0);
  assert.deepEqual([...merged(there, { "qin.current": "2" }, true)], [["qin.current", "2"]]);
  assert.deepEqual(Object.fromEntries(merged(there, { "qin.editor": "new" }, false)), {
    "qin.damaged.qin.editor": "old",
    "qin.editor": "new",
  });
});

// Losses

/** The connections that were opened. */
function connections() {
  const found = [];
  const { open: original } = globalThis.indexedDB;
  globalThis.indexedDB.open = function (...options) {
    const request = original.apply(this, options);
    request.addEventListener("success", () => found.push(request.result));
    return request;
  };
  return found;
}

const wipe = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase("qin").onsuccess = resolve;
  });

test("a lost connection is replaced, and every turn is stored before anything is said", async () => {
  const opened = connections();
  const store = open();
  await store.put(GAME, "one turn");
  opened[0].close();
  for (const text of ["two turns", "three turns", "four turns"]) store.put(GAME, text);
  await store.written();
  assert.deepEqual(told, []);
  assert.equal(opened.length, 2);
  assert.equal((await open().load(NEVER)).texts["qin.current"], undefined);
  assert.equal(await open().raw(GAME), "four turns");
});

test("a connection that the browser closes is replaced at once", async () => {
  const opened = connections();
  const store = open();
  await store.put(GAME, "one turn");
  opened[0].dispatchEvent(new FakeEvent("close"));
  await store.written();
  assert.equal(opened.length, 2);
});

test("a database that was deleted gets the texts of this page again", async () => {
  const store = open();
  await store.put(GAME, "one turn");
  await store.put("qin.current", "1700000000000-000001");
  await store.put("qin.preferences", '{"theme":"dark"}');
  await store.put("qin.editor", "draft");
  await store.put("qin.editor", null);
  localStorage.clear();
  await wipe();
  await store.written();
  const { texts } = await open().load(NEVER);
  assert.deepEqual(texts, {
    "qin.current": "1700000000000-000001",
    "qin.preferences": '{"theme":"dark"}',
    [GAME]: "one turn",
  });
  assert.deepEqual(told, []);
});

test("a game that another tab has deleted stays deleted", async () => {
  const [one, two] = [open(), open([])];
  await one.put(GAME, "one turn");
  await untilIdle();
  await two.put(GAME, null);
  await untilIdle();
  await wipe();
  await one.written();
  assert.equal(await one.raw(GAME), "undefined");
});

test("an export without the database holds the texts of this page, and says so", async () => {
  const store = open();
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
  assert.deepEqual(told, [
    { type: "StoreExported", texts: { [GAME]: "one turn", "qin.learnt": "[]" }, complete: false },
  ]);
});

/** Let every write to the database fail until the returned function is called. */
function failing(name) {
  const { put: original } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("no", name);
  };
  return () => (IDBObjectStore.prototype.put = original);
}

for (const error of ["QuotaExceededError", "UnknownError"]) {
  test(`a write that failed is no conflict for the next one: ${error}`, async () => {
    const store = open();
    await store.put(GAME, "one turn");
    const restore = failing(error);
    await Promise.all([store.put(GAME, "two turns"), store.put(GAME, "three turns")]);
    restore();
    assert.deepEqual(told, [{ type: "StoreFailed", key: GAME }, { type: "StoreFailed", key: GAME }]);
    await store.put(GAME, "four turns");
    assert.equal(told.length, 2);
    assert.equal(await open().raw(GAME), "four turns");
  });
}

test("what could not be written is written when the page is looked at again, or with the next text", async () => {
  const store = open();
  await store.put(GAME, "one turn");
  for (const again of [
    () => document.dispatchEvent(new Event("visibilitychange")),
    () => store.put("qin.current", "1"),
  ]) {
    const restore = failing("UnknownError");
    await store.put(GAME, `${await store.raw(GAME)}, another turn`);
    restore();
    await again();
    await untilIdle();
    await store.written();
  }
  assert.equal(await open().raw(GAME), "one turn, another turn, another turn");
});

test("turns of a page that lost the database for good are on top of the game at the next start", async () => {
  const store = open();
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
  assert.deepEqual(told, []);
  const next = open();
  assert.equal((await next.load(NEVER)).texts[GAME], "[Game]\n1. a\n2. b\n");
  await next.query("qin.game.", 9);
  assert.deepEqual(told[0].keys, [GAME], "stored once");
  assert.deepEqual(Object.keys(localStorage), []);
});

test("an export while the database is still being opened says that it is not complete", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.indexedDB = { open: () => new IDBOpenDBRequest() };
  const store = open();
  localStorage.setItem("qin.learnt", "[]");
  const exporting = store.exportAll();
  await untilIdle();
  mock.timers.tick(10_000);
  await exporting;
  assert.deepEqual(told, [{ type: "StoreExported", texts: { "qin.learnt": "[]" }, complete: false }]);
});

test("an export in a browser without a database is complete", async () => {
  globalThis.indexedDB = {
    open() {
      throw new DOMException("forbidden", "SecurityError");
    },
  };
  const store = open();
  await store.put(GAME, "one turn");
  await store.exportAll();
  assert.deepEqual(told, [{ type: "StoreExported", texts: { [GAME]: "one turn" }, complete: true }]);
});

test("preferences that were cleared in mid-game come back with the next setting", async () => {
  const store = open();
  await store.update("qin.preferences", { theme: "dark", speed: "slow" });
  localStorage.clear();
  await store.update("qin.preferences", { speed: "quick" });
  assert.deepEqual(JSON.parse(localStorage.getItem("qin.preferences")), { theme: "dark", speed: "quick" });
});

// Versions

const openVersion = (version) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("qin", version);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

test("a newer version can upgrade the database, and this page says that it is outdated", async () => {
  const store = open();
  await store.put(GAME, "one turn");
  (await openVersion(9)).close();
  assert.deepEqual(told, [{ type: "PageOutdated" }]);
  await store.put(GAME, "two turns");
  const newer = await openVersion(9);
  assert.deepEqual(
    await new Promise((resolve) => {
      const request = newer.transaction("texts").objectStore("texts").get(GAME);
      request.onsuccess = () => resolve(request.result);
    }),
    "one turn",
    "the database is left alone",
  );
  assert.equal(localStorage.getItem(GAME), "two turns", "nothing is lost: the next start moves it");
});

test("a page that finds a newer database says so", async () => {
  (await openVersion(9)).close();
  const store = open();
  assert.deepEqual((await store.load(NEVER)).texts, {});
  assert.deepEqual(told, [{ type: "PageOutdated" }]);
});

// Several tabs

test("two tabs that set different settings lose none", async () => {
  const [one, two] = [open(), open([])];
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

test("of two tabs that make a move at the same time one wins, and the other gets a conflict", async () => {
  const other = [];
  const [one, two] = [open(), open(other)];
  await one.put(GAME, "start");
  await two.load(NEVER);
  await untilIdle();
  other.length = 0;
  await Promise.all([one.put(GAME, "move of one"), two.put(GAME, "move of two")]);
  assert.equal(await one.raw(GAME), "move of one");
  assert.deepEqual(
    other.filter(({ type }) => type === "StoreConflict"),
    [{ type: "StoreConflict", key: GAME, text: "move of one" }],
  );
  assert.deepEqual(told, [], "the winner hears of no change");
  await two.put(GAME, "next move of two");
  assert.equal(await one.raw(GAME), "next move of two");
});

test("keys of other pages are left alone, and games are recognised by their names", async () => {
  localStorage.setItem("nim.current", "7");
  localStorage.setItem("foreign.current", "8");
  const store = new Store(() => {}, ["nim"]);
  assert.deepEqual((await store.load(NEVER)).texts, { "nim.current": "7" });
  assert.deepEqual(Object.keys(localStorage), ["foreign.current"]);
});

test("the current match of a game that came after the build is loaded, too", async () => {
  const key = GAME.slice("qin.game.".length);
  const [one, two] = [open(), open()];
  await one.put(GAME, "one turn");
  await one.put("nim.current", key);
  assert.deepEqual((await two.load(NEVER)).texts, { "nim.current": key, [GAME]: "one turn" });
});

test("without a database, too, and keys of other pages are not taken for one", async () => {
  const key = GAME.slice("qin.game.".length);
  globalThis.indexedDB = undefined;
  localStorage.setItem(GAME, "one turn");
  localStorage.setItem("nim.current", key);
  localStorage.setItem("foreign.current", "8");
  assert.deepEqual((await open().load(NEVER)).texts, { "nim.current": key, [GAME]: "one turn" });
});

test("a page that is closed writes nothing again", async () => {
  const store = open();
  await store.put(GAME, "one turn");
  await store.forget();
  await wipe();
  await store.written();
  assert.deepEqual((await open().load(NEVER)).newest, "");
});
