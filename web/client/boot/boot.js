// Starts the runtime after the first paint, shows the progress of its download, and explains failures. A download that
// stalls is reported and can be retried.
import { element } from "../dom/elements.js";

const bootData = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const language =
  (navigator.languages ?? [])
    .map((tag) => tag.toLowerCase().split("-")[0] ?? "")
    .find((tag) => tag in bootData.words) ?? "en";
/** @type {Record<string, string>} */
const words = bootData.words[language];
document.documentElement.lang = language;
// The page's HTML is English: its words are hidden until they are replaced by those of the user's language.
if (language !== "en") document.documentElement.dataset.untranslated = "";

// The page's HTML shows the site's first game; templates hold the first pictures of the others.
const game = new URLSearchParams(location.search).get("game");
const firstPaint = /** @type {HTMLTemplateElement | null} */ (document.getElementById(`paint-${game}`));
if (firstPaint) {
  document.documentElement.dataset.game = game ?? "";
  for (const part of /** @type {HTMLElement[]} */ ([...firstPaint.content.children]))
    byId(part.dataset.part ?? "").replaceChildren(...part.childNodes);
  byId("about").dataset.words = `boot-about-${game}`;
}
for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]")))
  text.textContent = words[text.dataset.words ?? ""] ?? "";

/** Milliseconds without progress until the download counts as stalled. */
const STALL_TIMEOUT = 20_000;
/** @type {Promise<void>} */
const started = new Promise((resolve) => addEventListener("qin:ready", () => resolve(), { once: true }));
let ready = false;
let failed = false;
started.then(() => {
  ready = true;
  performance.mark("qin:ready");
});

const messageOf = (/** @type {any} */ error) => String(error?.message ?? error ?? "");

const retryButton = () => element("button", { type: "button", onclick: retry }, words["boot-retry"] ?? "");

/** Explain why the game doesn't start, with folded technical details, and offer a retry. @param {string} key @param {unknown} [reason] */
function fail(key, reason) {
  if (ready || failed) return;
  failed = true;
  const text = words[key] ?? "";
  console.error(reason ?? text);
  dispatchEvent(new CustomEvent("qin:failed", { detail: text }));
  const detail = messageOf(reason).trim();
  const details = element(
    "details",
    {},
    element("summary", {}, words["boot-details"] ?? ""),
    element("small", {}, detail),
  );
  byId("status").replaceChildren(text, ...(detail ? [details] : []));
  byId("tools").replaceChildren(...(key === "boot-old" ? [] : [retryButton()]));
  if (bootData.background) refresh();
}

/** Download all files of the start again, in case the HTTP cache or the service worker holds a bad response. */
async function refresh() {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    const healed = new Promise((resolve) => (port1.onmessage = resolve));
    worker.postMessage("heal", [port2]);
    await Promise.race([healed, new Promise((resolve) => setTimeout(resolve, STALL_TIMEOUT))]);
    port1.close();
  }
  const addresses = /** @type {string[]} */ ([location.href, ...(bootData.needed ?? [])]);
  await Promise.allSettled(addresses.map(async (address) => (await fetch(address, { cache: "reload" })).arrayBuffer()));
}

async function retry() {
  byId("tools").replaceChildren(element("progress"));
  if (!globalThis.qinFiles) await refresh();
  location.reload();
}

/** Resolves after the first paint; a hidden tab or frame never paints. @type {Promise<void>} */
const painted = new Promise((resolve) => {
  if (bootData.background || document.visibilityState === "hidden") resolve();
  setTimeout(resolve, 1000);
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) resolve();
  });
  observer.observe({ type: "paint", buffered: true });
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let stallTimer;

function restartStallTimer() {
  clearTimeout(stallTimer);
  if (!ready && !failed) stallTimer = setTimeout(reportStall, STALL_TIMEOUT);
}

function reportStall() {
  if (ready || failed || byId("stalled")) return;
  byId("status").replaceChildren(words["boot-stalled"] ?? "");
  byId("progress").after(element("span", { id: "stalled" }, retryButton()));
}

/** @param {number} bytes @param {number} total */
function showProgress(bytes, total) {
  if (ready || failed) return;
  restartStallTimer();
  dispatchEvent(new CustomEvent("qin:progress", { detail: bytes / total }));
  if (byId("stalled")) {
    byId("stalled").remove();
    byId("status").replaceChildren(words["boot-loading"] ?? "");
  }
  /** @type {HTMLProgressElement} */ (byId("progress")).value = bytes / total;
  byId("bytes").textContent = `${(bytes / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`;
}

/** Resolves `qinPython`, for which the page's client waits. @type {(python: any) => void} */
let providePython;
globalThis.qinPython = new Promise((resolve) => (providePython = resolve));
addEventListener("unhandledrejection", ({ reason }) => failBoot(reason));

/** Tell whether IndexedDB, which PyScript needs, can be opened: private windows may forbid it. @returns {Promise<boolean>} */
const storageAllowed = () =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open("qin-probe");
      request.onerror = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase("qin-probe");
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });

/** Resolves when PyScript has loaded its Python library, which starts workers. */
globalThis.qinPyScript = new Promise((resolve) => {
  document.querySelector('script[type="py"]')?.addEventListener("py:done", resolve, { once: true });
});

/** @type {Promise<boolean> | undefined} */
let pyScriptLoaded;

/** Load PyScript and tell whether that worked; without it the computer players run in the page. */
const loadPyScript = () => {
  pyScriptLoaded ??= (async () => {
    if (!bootData.pyscript || !("structuredClone" in globalThis) || !mayEvaluate() || !(await storageAllowed()))
      return false;
    try {
      await load(bootData.pyscript);
      return true;
    } catch (error) {
      console.info(`Going on without PyScript (${messageOf(error)}).`);
      return false;
    }
  })();
  return pyScriptLoaded;
};

/** @type {(complete: boolean) => void} */
let resolveComplete;
/** Whether everything that the first move doesn't need has been downloaded. @type {Promise<boolean>} */
const complete = new Promise((resolve) => (resolveComplete = resolve));

/** Wait for PyScript and tell whether it can start workers. */
globalThis.qinWorkers = async () => {
  if (!(await complete) || !(await loadPyScript())) return false;
  await globalThis.qinPyScript;
  return true;
};

/** Tell whether the content policy allows `eval`, which PyScript needs. */
function mayEvaluate() {
  try {
    return Boolean(new Function("return true")());
  } catch {
    return false;
  }
}

/** Tell whether the content policy allows WebAssembly. */
function mayCompile() {
  try {
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

/** Import a module; if that fails, download it bypassing the HTTP cache and import it under another URL. @param {string} name */
async function load(name) {
  const url = new URL(name, location.href).href;
  try {
    return await import(url);
  } catch {
    await (await fetch(url, { cache: "reload" })).arrayBuffer();
    return import(`${url}?again`);
  }
}

/** Load the runtime, and start its large downloads after the first paint. @returns {Promise<typeof import("./runtime.js")>} */
async function boot() {
  restartStallTimer();
  const loading = bootData.runtime ? load(bootData.runtime) : globalThis.qinFiles?.load("runtime");
  const [runtime] = await Promise.all([loading, painted]);
  await runtime.start(showProgress);
  // Other pages, and the lessons of the single file, need more Python than the snapshot holds.
  if (bootData.app !== "game" || (!bootData.runtime && location.hash.startsWith("#learn")))
    await runtime.addLibraries();
  providePython(await runtime.start());
  return runtime;
}

/** Once the page is playable, load the rest: libraries, PyScript, and the whole site for offline use. @param {typeof import("./runtime.js")} runtime */
async function loadRest(runtime) {
  await started;
  const isComplete = bootData.background || (await addLibraries(runtime));
  resolveComplete(isComplete);
  if (bootData.background || !isComplete) return;
  await loadPyScript();
  if (bootData.updates) (await load(bootData.updates)).register(words);
}

/** Load the libraries, in three attempts with growing pauses; if all fail, offer a retry. @param {typeof import("./runtime.js")} runtime */
async function addLibraries(runtime) {
  const pauses = [0, 2000, 10_000];
  for (const [number, pause] of pauses.entries()) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      await runtime.addLibraries(number === pauses.length - 1);
      return true;
    } catch (error) {
      console.info(`The rest of the game has not arrived (${messageOf(error)}).`);
    }
  }
  const bar = byId("update");
  bar.replaceChildren(element("span", {}, words["boot-rest"] ?? ""), retryButton());
  bar.hidden = false;
  return false;
}

/** @param {any} error */
function failBoot(error) {
  const outOfMemory = error instanceof RangeError || /memory/i.test(messageOf(error));
  fail(outOfMemory ? "boot-memory" : "boot-failed", error);
}

if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
  fail("boot-old");
} else if (!mayCompile()) {
  fail("boot-policy", "script-src 'self' 'wasm-unsafe-eval'");
} else if (globalThis.qinFiles && !byId("file-end")) {
  fail("boot-cut");
} else {
  boot().then(loadRest, failBoot);
}
// From now on this script reports failures itself.
byId("last-resort")?.remove();
