// The service worker: versions are cached completely or not at all, verified, repaired and replaced.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";

const SCOPE = "https://qin.example/game/";
const SOURCE = await readFile(new URL("../../web/client/boot/sw.js", import.meta.url), "utf-8");
const hash = (text) => createHash("sha256").update(text).digest("hex");

/** The fake host: a text or a function for each address. */
let host;
/** The fake caches, by name: a map from address to response. They outlive a worker. */
let stored;
let requests;
let windows;

const caches = {
  async open(name) {
    if (!stored.has(name)) stored.set(name, new Map());
    const cache = stored.get(name);
    return {
      keys: async () => [...cache.keys()].map((url) => ({ url })),
      put: async (url, response) => void cache.set(url, await response.text()),
      match: async (url) => (cache.has(url) ? new Response(cache.get(url)) : undefined),
    };
  },
  keys: async () => [...stored.keys()],
  delete: async (name) => stored.delete(name),
  async match({ url }) {
    for (const cache of stored.values()) if (cache.has(url)) return new Response(cache.get(url));
    return undefined;
  },
};

async function fetch(request, { cache = "default" } = {}) {
  const url = request.url ?? request;
  requests.push([url.replace(SCOPE, ""), cache]);
  const served = host[url.replace(SCOPE, "")];
  const text = typeof served === "function" ? served(cache) : served;
  return text === undefined ? new Response("not found", { status: 404 }) : new Response(text);
}

/** Start the worker of a version. */
function worker(version, files) {
  const listeners = {};
  const self = {
    registration: { scope: SCOPE, unregister: async () => (self.unregistered = true) },
    addEventListener: (type, listener) => (listeners[type] = listener),
    skipWaiting: () => (self.skipped = true),
    clients: { claim: async () => (self.claimed = true), matchAll: async () => windows.map((id) => ({ id })) },
  };
  const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, hash(text)]));
  const code = SOURCE.replace("__VERSION__", JSON.stringify(version)).replace("__FILES__", JSON.stringify(hashes));
  new Function("self", "caches", "fetch", "crypto", code)(self, caches, fetch, globalThis.crypto);
  return {
    self,
    /** Send an event to the worker, and wait until it is handled. */
    async send(type, event = {}) {
      const waiting = [];
      let response;
      listeners[type]({
        waitUntil: (work) => waiting.push(work),
        respondWith: (answer) => (response = answer),
        ports: [],
        ...event,
      });
      const answered = await response;
      await Promise.all(waiting);
      return answered;
    },
    get(path, mode = "no-cors", page = "new") {
      const request = { method: "GET", url: SCOPE + path, mode };
      return this.send("fetch", { request, resultingClientId: page });
    },
  };
}

const ONE = { "index.html": "<p>one", "v/1/page.js": "page one", "shared.bin": "shared" };
const TWO = { "index.html": "<p>two", "v/2/page.js": "page two", "shared.bin": "shared" };
const cacheOf = (version) => stored.get(`qin ${SCOPE} ${version}`);
const text = async (response) => (await response).text();

beforeEach(() => {
  host = { ...ONE };
  stored = new Map();
  requests = [];
  windows = [];
});

/** Start a worker and install its version. */
async function installed(version = "1", files = ONE) {
  const sw = worker(version, files);
  await sw.send("install");
  requests.length = 0;
  return sw;
}

test("a version is cached completely and then works without a network", async () => {
  const sw = await installed();
  assert.deepEqual([...cacheOf("1").keys()].sort(), Object.keys(ONE).map((name) => SCOPE + name).sort());
  host = {};
  assert.equal(await text(sw.get("v/1/page.js")), "page one");
  assert.equal(await text(sw.get("", "navigate")), "<p>one");
  assert.equal(await text(sw.get("index", "navigate")), "<p>one", "some hosts omit .html");
  assert.equal(await text(sw.get("v/1/page.js?x")), "page one");
  assert.deepEqual(requests, []);
});

test("if a file is missing or different, nothing is cached", async () => {
  for (const broken of [undefined, "cut"]) {
    host["shared.bin"] = broken;
    await assert.rejects(worker("1", ONE).send("install"), /shared.bin is not what version 1 expects/);
    assert.equal(stored.size, 0);
  }
});

test("a stale HTTP cache is bypassed", async () => {
  host["v/1/page.js"] = (cache) => (cache === "reload" ? "page one" : "stale");
  await worker("1", ONE).send("install");
  assert.equal(cacheOf("1").get(`${SCOPE}v/1/page.js`), "page one");
});

test("an update reuses unchanged files, and waits until it is told to skip waiting", async () => {
  await installed();
  host = { ...TWO };
  const next = worker("2", TWO);
  await next.send("install");
  assert.ok(!requests.some(([name]) => name === "shared.bin"));
  assert.equal(next.self.skipped, undefined);
  await next.send("message", { data: "skip-waiting" });
  assert.equal(next.self.skipped, true);
  next.self.skipped = undefined;
  await next.send("message", { data: "take over" });
  assert.equal(next.self.skipped, true, "as pages of older versions ask");
  await next.send("activate");
  assert.equal(next.self.claimed, true);
});

test("an update with a missing file is refused, and the old version stays complete", async () => {
  for (const missing of ["index.html", "v/2/page.js"]) {
    stored.clear();
    host = { ...ONE };
    const sw = await installed();
    host = { ...TWO, [missing]: undefined };
    await assert.rejects(worker("2", TWO).send("install"));
    assert.equal(cacheOf("2"), undefined);
    assert.equal(await text(sw.get("", "navigate")), "<p>one");
  }
});

test("an older page still gets its files; the old version is deleted when only new pages are open", async () => {
  await installed();
  host = { ...TWO };
  const next = worker("2", TWO);
  await next.send("install");
  windows = ["new", "old"];
  await next.get("", "navigate");
  assert.equal(await text(next.get("v/1/page.js")), "page one");
  windows = ["new"];
  await next.get("", "navigate");
  assert.equal(cacheOf("1"), undefined);
  assert.ok(cacheOf("2"));
});

test("a waiting version isn't deleted by the old one", async () => {
  const sw = await installed();
  host = { ...TWO };
  await worker("2", TWO).send("install");
  sw.self.registration.waiting = {};
  windows = ["new"];
  await sw.get("", "navigate");
  assert.ok(cacheOf("2"));
});

test("files that the browser has evicted are downloaded again at the next visit", async () => {
  const sw = await installed();
  cacheOf("1").delete(`${SCOPE}v/1/page.js`);
  await sw.get("", "navigate");
  assert.equal(cacheOf("1").get(`${SCOPE}v/1/page.js`), "page one");
  cacheOf("1").delete(`${SCOPE}index.html`);
  host[""] = ONE["index.html"];
  assert.equal(await text(sw.get("", "navigate")), "<p>one");
  host = {};
  assert.equal(await text(sw.get("", "navigate")), "<p>one", "repaired by the same worker");
});

test("repairing downloads missing files, and reports when it is done", async () => {
  const sw = await installed();
  cacheOf("1").delete(`${SCOPE}shared.bin`);
  const replies = [];
  await sw.send("message", { data: "heal", ports: [{ postMessage: (message) => replies.push(message) }] });
  assert.deepEqual(replies, ["done"]);
  assert.ok(cacheOf("1").has(`${SCOPE}shared.bin`));
});

test("a version that can't be repaired, because the host has a newer one, is unregistered, but not offline", async () => {
  const sw = await installed();
  cacheOf("1").delete(`${SCOPE}v/1/page.js`);
  host = {};
  await sw.send("message", { data: "heal" });
  assert.equal(sw.self.unregistered, undefined, "offline");
  host = { ...TWO, "sw.js": 'const VERSION = "2"' };
  await sw.send("message", { data: "heal" });
  assert.equal(sw.self.unregistered, true);
  assert.equal(cacheOf("1"), undefined);
});

test("requests for other sites and other methods are ignored", async () => {
  const sw = await installed();
  for (const request of [
    { method: "POST", url: `${SCOPE}index.html` },
    { method: "GET", url: "https://other.example/" },
    { method: "GET", url: "https://qin.example/elsewhere/" },
  ])
    assert.equal(await sw.send("fetch", { request }), undefined);
  assert.equal((await sw.get("unknown.html", "navigate")).status, 404);
});
