// The boot script: language, first picture, progress, stalls, explained failures, and loading the libraries.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, loadFresh, settlePromises, showPage } from "./browser.mjs";

const KEYS = ["cut", "details", "failed", "loading", "memory", "old", "policy", "rest", "retry", "stalled"];
const words = (language) => Object.fromEntries(KEYS.map((key) => [`boot-${key}`, `${key} ${language}`]));
const PAGE = (data) => `<p id="status" data-words="boot-loading"></p><p id="about" data-words="boot-about-qin"></p>
  <div id="board">Qin</div><div id="tools"><progress id="progress"></progress><span id="bytes"></span></div>
  <div id="update" hidden></div><template id="paint-nim"><i data-part="board">Nim</i></template>
  <template id="file-end"></template>
  <script type="application/json" id="boot-data">${JSON.stringify({
    app: "game",
    words: { en: words("en"), de: words("de") },
    ...data,
  })}</script>`;

globalThis.PerformanceObserver = class {
  constructor(callback) {
    this.callback = callback;
  }
  observe() {
    this.callback({ getEntriesByName: () => [1] });
  }
};
performance.mark ??= () => {};
console.error = console.info = () => {};

/** The fake runtime: the results of `start` and of each call of `addLibraries`. */
let start;
let libraries;
let attempts;
let pages = 0;
let progress;
let failed;
globalThis.qinFiles = {
  base: "",
  load: async (_, page = pages) => ({
    start: (report) => {
      progress = report;
      return start();
    },
    addLibraries: async () => {
      // Boot scripts of earlier tests also receive this page's events.
      if (page !== pages) return;
      attempts += 1;
      await libraries();
    },
  }),
};
addEventListener("qin:failed", ({ detail }) => (failed = detail));

let language = ["en"];
Object.defineProperty(navigator, "languages", { get: () => language, configurable: true });

/** Run the boot script in a page. */
async function boot(data = {}, address = "https://qin.example/") {
  pages += 1;
  showPage(PAGE(data), address);
  await loadFresh("boot/boot.js");
  await settlePromises();
}
async function ready() {
  dispatchEvent(new Event("qin:ready"));
  await settlePromises();
}
/** Advance the clock and settle promises. */
async function wait(milliseconds) {
  mock.timers.tick(milliseconds);
  await settlePromises();
}

const { WebAssembly: real } = globalThis;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.WebAssembly = real;
  language = ["en"];
  start = () => new Promise(() => {});
  libraries = () => {};
  attempts = 0;
  failed = "";
});

test("the page speaks the reader's language before Python has started", async () => {
  language = ["it-IT", "de-AT", "en"];
  await boot();
  assert.equal(document.documentElement.lang, "de");
  assert.equal($("#status").textContent, "loading de");
  language = ["it"];
  await boot();
  assert.equal(document.documentElement.lang, "en");
});

test("the first picture shows the game in the address", async () => {
  await boot({}, "https://qin.example/?game=nim");
  assert.equal($("#board").textContent, "Nim");
  assert.equal(document.documentElement.dataset.game, "nim");
  await boot({}, "https://qin.example/?game=unknown");
  assert.equal($("#board").textContent, "Qin");
});

test("the progress of downloads is shown", async () => {
  await boot();
  progress(1_500_000, 6_000_000);
  assert.equal($("#progress").value, 0.25);
  assert.equal($("#bytes").textContent, "1.5 / 6.0 MB");
});

test("a start that stalls is reported after twenty seconds, until it continues", async () => {
  await boot();
  await wait(19_999);
  assert.equal($("#stalled"), null);
  progress(1, 10);
  await wait(19_999);
  assert.equal($("#stalled"), null, "progress restarts the clock");
  await wait(1);
  assert.equal($("#status").textContent, "stalled en");
  assert.equal($("#stalled button").textContent, "retry en");
  progress(2, 10);
  assert.equal($("#stalled"), null);
  assert.equal($("#status").textContent, "loading en");
});

test("the interpreter is passed on, and the libraries are loaded when the page is playable", async () => {
  start = async () => "python";
  await boot();
  assert.equal(await globalThis.qinPython, "python");
  assert.equal(attempts, 0);
  await ready();
  await wait(0);
  assert.equal(attempts, 1);
  assert.equal(await globalThis.qinWorkers(), false, "without PyScript there are no workers");
  await wait(60_000);
  assert.equal($("#stalled"), null);
});

test("other pages wait for the libraries", async () => {
  start = async () => "python";
  await boot({ app: "editor" });
  assert.equal(attempts, 1);
  assert.equal(await globalThis.qinPython, "python");
});

test("loading the libraries is tried three times, then a retry is offered", async () => {
  start = async () => "python";
  libraries = () => Promise.reject(new Error("offline"));
  await boot();
  await ready();
  await wait(0);
  assert.equal(attempts, 1);
  await wait(2000);
  assert.equal(attempts, 2);
  assert.equal($("#update").hidden, true);
  await wait(10_000);
  assert.equal(attempts, 3);
  assert.equal($("#update").hidden, false);
  assert.equal($("#update").textContent, "rest enretry en");
});

for (const [key, error] of [
  ["failed", new Error("no such file")],
  ["memory", new RangeError("Array buffer allocation failed")],
  ["memory", new Error("Out of memory")],
]) {
  test(`a failed start is explained: ${error.message}`, async () => {
    start = () => Promise.reject(error);
    await boot();
    assert.equal($("#status").firstChild.textContent, `${key} en`);
    assert.equal($("#status small").textContent, error.message);
    assert.equal($("#tools button").textContent, "retry en");
    assert.equal(failed, `${key} en`);
  });
}

test("missing WebAssembly, and policies that forbid it, are explained immediately", async () => {
  globalThis.WebAssembly = undefined;
  await boot();
  assert.equal($("#status").textContent, "old en");
  assert.equal($("#tools button"), null, "a retry would not help");
  globalThis.WebAssembly = {
    Module: class {
      constructor() {
        throw new Error("forbidden");
      }
    },
  };
  await boot();
  assert.match($("#status").textContent, /^policy en.*wasm-unsafe-eval/);
});

test("a truncated single-file page is explained", async () => {
  showPage(PAGE({}));
  $("#file-end").remove();
  await loadFresh("boot/boot.js");
  assert.equal($("#status").textContent, "cut en");
});
