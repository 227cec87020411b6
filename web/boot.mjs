// Inlined into the page: shows how the runtime comes along, starts it once the board is painted, and says in plain
// words what to do where that can't work.
const data = JSON.parse(document.getElementById("boot-data").textContent);
const element = (id) => document.getElementById(id);
const language = (navigator.languages ?? [])
  .map((tag) => tag.toLowerCase().split("-")[0])
  .find((tag) => tag in data.words) ?? "en";
const words = data.words[language];
document.documentElement.lang = language;
for (const place of document.querySelectorAll("[data-words]")) place.textContent = words[place.dataset.words];

// The page is drawn for Qin; another game that the address asks for has its first picture in a template.
const paint = element(`paint-${new URLSearchParams(location.search).get("game")}`);
if (paint) {
  document.documentElement.dataset.game = paint.id.replace("paint-", "");
  for (const part of paint.content.children) element(part.dataset.part).innerHTML = part.innerHTML;
}

const started = new Promise((resolve) => addEventListener("qin:ready", resolve, { once: true }));
let ready = false;
started.then(() => {
  ready = true;
  performance.mark("qin:ready");
});

function fail(key, reason) {
  if (ready) return;
  dispatchEvent(new CustomEvent("qin:failed", { detail: words[key] }));
  element("status").textContent = words[key];
  element("tools").replaceChildren();
  if (key !== "boot-failed") return;
  const detail = Object.assign(document.createElement("small"), { textContent: String(reason?.message ?? reason) });
  const again = Object.assign(document.createElement("button"), { textContent: words["boot-retry"], type: "button" });
  again.onclick = () => location.reload();
  element("status").append(document.createElement("br"), detail);
  element("tools").append(again);
}

// A hidden tab or frame paints nothing, so it doesn't wait for that.
const painted = new Promise((resolve) => {
  if (data.unseen || document.visibilityState === "hidden") return resolve();
  setTimeout(resolve, 1000);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) resolve();
  }).observe({ type: "paint", buffered: true });
});

function showProgress(arrived, total) {
  if (ready) return;
  dispatchEvent(new CustomEvent("qin:progress", { detail: arrived / total }));
  element("progress").value = arrived / total;
  element("bytes").textContent = `${(arrived / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`;
}

/** The interpreter for the page's client: PyScript's, or one without PyScript from one file and where that can't work. */
let startPage;
globalThis.qinPython = new Promise((resolve) => (startPage = resolve));

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

/** Tell whether PyScript may start workers here, once it is there. */
globalThis.qinWorkers = async () => {
  if (!data.pyscript || !(await storageAllowed())) return false;
  await import(data.pyscript);
  await globalThis.qinPyScript;
  return true;
};

async function boot() {
  for (const module of data.preload ?? []) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: module }));
  }
  const { begin } = await (data.runtime ? import(data.runtime) : globalThis.qinFiles.load("runtime"));
  const booting = begin(showProgress, startPage);
  if (data.unseen || !data.pyscript || !(await storageAllowed())) return startPage(await booting);
  addEventListener("unhandledrejection", async (event) => {
    if (ready) return;
    event.preventDefault();
    console.info(`Starting without PyScript (${event.reason?.message ?? event.reason}).`);
    booting.then(startPage).catch((error) => fail("boot-failed", error));
  }, { once: true });
  // PyScript writes what went wrong to the console; the page must not stay silent either.
  globalThis.qinPyScript.then(() => {
    if (!ready) fail("boot-failed", "Python");
  });
  const { hooks } = await import(data.pyscript);
  // The page doesn't need PyScript's Python library, so it is drawn before that library is loaded.
  hooks.main.onReady.add(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return booting;
}

if (typeof WebAssembly === "object" && typeof DecompressionStream === "function") {
  painted.then(boot).catch((error) => fail("boot-failed", error));
  if (data.offline) started.then(() => import(data.offline)).then((offline) => offline.keep(words));
} else {
  fail("boot-old");
}
