// Shows how the runtime comes along, starts it once the board is painted, and says in plain words what to do where that
// can't work. Nothing waits for ever: what doesn't come is named, and can be tried again.
const data = JSON.parse(document.getElementById("boot-data").textContent);
const element = (id) => document.getElementById(id);
const make = (name, properties, ...inside) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
};
const language = (navigator.languages ?? [])
  .map((tag) => tag.toLowerCase().split("-")[0])
  .find((tag) => tag in data.words) ?? "en";
const words = data.words[language];
document.documentElement.lang = language;

// The page is drawn for Qin; another game that the address asks for has its first picture in a template.
const paint = element(`paint-${new URLSearchParams(location.search).get("game")}`);
if (paint) {
  const game = paint.id.replace("paint-", "");
  document.documentElement.dataset.game = game;
  for (const part of paint.content.children) element(part.dataset.part).innerHTML = part.innerHTML;
  element("about").dataset.words = `boot-about-${game}`;
}
for (const place of document.querySelectorAll("[data-words]")) place.textContent = words[place.dataset.words];

const STALLED = 20_000; // milliseconds without anything new
const started = new Promise((resolve) => addEventListener("qin:ready", resolve, { once: true }));
let ready = false;
let failed = false;
started.then(() => {
  ready = true;
  performance.mark("qin:ready");
});

const retryButton = () => make("button", { type: "button", onclick: retry }, words["boot-retry"]);

/** Say why the game doesn't start, with a way out; what only people who can mend it understand stays folded. */
function fail(key, reason) {
  if (ready || failed) return;
  failed = true;
  console.error(reason ?? words[key]);
  dispatchEvent(new CustomEvent("qin:failed", { detail: words[key] }));
  const text = String(reason?.message ?? reason ?? "").trim();
  const details = make("details", {}, make("summary", {}, words["boot-details"]), make("small", {}, text));
  element("status").replaceChildren(words[key], ...(text ? [details] : []));
  element("tools").replaceChildren(...(key === "boot-old" ? [] : [retryButton()]));
  if (data.background) refresh();
}

/** Get everything anew that the start needs: the browser may have kept a bad answer, and the service worker as well. */
async function refresh() {
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    const healed = new Promise((resolve) => (port1.onmessage = resolve));
    worker.postMessage("heal", [port2]);
    await Promise.race([healed, new Promise((resolve) => setTimeout(resolve, STALLED))]);
  }
  const anew = [location.href, ...(data.needed ?? [])].map((address) => fetch(address, { cache: "reload" }));
  await Promise.allSettled(anew.map(async (answer) => (await answer).arrayBuffer()));
}

async function retry() {
  element("tools").replaceChildren(make("progress", {}));
  if (!globalThis.qinFiles) await refresh();
  location.reload();
}

// A hidden tab or frame paints nothing, so it doesn't wait for that.
const painted = new Promise((resolve) => {
  if (data.background || document.visibilityState === "hidden") return resolve();
  setTimeout(resolve, 1000);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) resolve();
  }).observe({ type: "paint", buffered: true });
});

let stalling;

/** Note that something has happened; when nothing more does for a while, say so, and go on waiting. */
function stir() {
  clearTimeout(stalling);
  if (!ready && !failed) stalling = setTimeout(stall, STALLED);
}

function stall() {
  if (ready || failed || element("stalled")) return;
  element("status").replaceChildren(words["boot-stalled"]);
  element("progress").after(make("span", { id: "stalled" }, retryButton()));
}

function showProgress(arrived, total) {
  if (ready || failed) return;
  stir();
  dispatchEvent(new CustomEvent("qin:progress", { detail: arrived / total }));
  if (element("stalled")) {
    element("stalled").remove();
    element("status").replaceChildren(words["boot-loading"]);
  }
  element("progress").value = arrived / total;
  element("bytes").textContent = `${(arrived / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`;
}

/** The interpreter for the page's client, which makes the page live. */
let startPage;
globalThis.qinPython = new Promise((resolve) => (startPage = resolve));
addEventListener("unhandledrejection", ({ reason }) => breakOff(reason));

/** PyScript keeps things in IndexedDB, which private windows may forbid. */
const storageAllowed = () => new Promise((resolve) => {
  try {
    const asked = indexedDB.open("qin-probe");
    asked.onerror = () => resolve(false);
    asked.onsuccess = () => {
      asked.result.close();
      indexedDB.deleteDatabase("qin-probe");
      resolve(true);
    };
  } catch {
    resolve(false);
  }
});

/** Done once PyScript has its own Python library, which starts workers; the page doesn't wait for that. */
globalThis.qinPyScript = new Promise((resolve) => {
  document.querySelector('script[type="py"]')?.addEventListener("py:done", resolve, { once: true });
});

let joined;

/** Let PyScript join the interpreter, and tell whether it could; where not, the computer players think in the page. */
const joinPyScript = () => (joined ??= (async () => {
  if (!data.pyscript || !mayEvaluate() || !(await storageAllowed())) return false;
  try {
    await load(data.pyscript);
    return true;
  } catch (error) {
    console.info(`Going on without PyScript (${error?.message ?? error}).`);
    return false;
  }
})());

let tellRest;
/** Whether everything that the start did without has come. */
const rest = new Promise((resolve) => (tellRest = resolve));

/** Tell whether PyScript may start workers here, once it is there. */
globalThis.qinWorkers = async () => {
  if (!(await rest) || !(await joinPyScript())) return false;
  await globalThis.qinPyScript;
  return true;
};

/** Whether functions may be made from strings, as PyScript does. */
function mayEvaluate() {
  try {
    return Boolean(new Function("return true")());
  } catch {
    return false;
  }
}

/** Whether a host's policy lets WebAssembly run at all. */
function mayCompile() {
  try {
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

/** Import a module; where what came can't be used, fetch it anew, past what the browser keeps, under another address. */
async function load(name) {
  const address = new URL(name, location.href).href;
  try {
    return await import(address);
  } catch {
    await (await fetch(address, { cache: "reload" })).arrayBuffer();
    return import(`${address}?again`);
  }
}

/** Begin to load what is large once the board is painted; what loads it is asked for before. */
async function boot() {
  stir();
  const loading = data.runtime ? load(data.runtime) : globalThis.qinFiles.load("runtime");
  const [runtime] = await Promise.all([loading, painted]);
  const python = await runtime.begin(showProgress);
  // Only the game itself does without the wheels.
  if (data.app !== "game") await runtime.finish();
  startPage(python);
  return runtime;
}

/** After the first move can be made: what is needed later, PyScript, and the whole site for offline use. */
async function afterwards(runtime) {
  await started;
  const whole = data.background || (await finish(runtime));
  tellRest(whole);
  if (data.background || !whole) return;
  await joinPyScript();
  if (data.offline) (await load(data.offline)).keep(words, make);
}

/** Fetch the rest, more patiently from time to time; if it doesn't come, say so with a way to try again. */
async function finish(runtime) {
  for (const pause of [0, 2000, 10_000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      await runtime.finish();
      return true;
    } catch (error) {
      console.info(`The rest of the game has not arrived (${error?.message ?? error}).`);
    }
  }
  const bar = element("update");
  bar.replaceChildren(make("span", {}, words["boot-rest"]), retryButton());
  bar.hidden = false;
  return false;
}

/** Say why the start broke off. */
function breakOff(error) {
  const outOfMemory = error instanceof RangeError || /memory/i.test(String(error?.message));
  fail(outOfMemory ? "boot-memory" : "boot-failed", error);
}

if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
  fail("boot-old");
} else if (!mayCompile()) {
  fail("boot-policy", "script-src 'self' 'wasm-unsafe-eval'");
} else if (globalThis.qinFiles && !element("file-end")) {
  fail("boot-cut");
} else {
  boot().then(afterwards, breakOff);
}
