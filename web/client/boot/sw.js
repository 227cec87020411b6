// The service worker: one whole version of the site in one cache. A version is complete and checked before it is used,
// and an address with a version number never changes its content, so two versions can't be mixed.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { registration } = worker;

const VERSION = __VERSION__;
/** Address → SHA-256. */
const FILES = __FILES__;
const PREFIX = `qin ${registration.scope} `;
const CACHE = PREFIX + VERSION;
/** How many files are downloaded at once. */
const DOWNLOADS = 6;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
  /** @type {any} */ (event).addRoutes?.(routes()).catch(() => {});
});
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  // A page that was opened before an update may still send "take over".
  if (event.data === "skip-waiting" || event.data === "take over") worker.skipWaiting();
  if (event.data === "heal") event.waitUntil(heal().finally(() => event.ports[0]?.postMessage("done")));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(event));
});

const locate = (/** @type {string} */ file) => new URL(file, registration.scope).href;

/** Download and check the files of this version that the cache lacks. */
async function fill() {
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map((request) => request.url));
  const others = await otherCaches();
  const missing = Object.entries(FILES)
    .filter(([file]) => !cached.has(locate(file)))
    .values();
  const fetchNext = async () => {
    for (const [file, hash] of missing) await cache.put(locate(file), await get(locate(file), hash, others));
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, fetchNext));
}

/** Cache the whole version or nothing. */
async function install() {
  try {
    await fill();
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Repair a version that has lost files; if the host has another version by now, unregister this one. */
async function heal() {
  try {
    await fill();
  } catch {
    const answer = await fetch(locate("sw.js"), { cache: "reload" }).catch(() => null);
    if (!answer?.ok || (await answer.text()).includes(`"${VERSION}"`)) return;
    await caches.delete(CACHE);
    await registration.unregister();
  }
}

/** @type {Promise<void> | undefined} */
let refilling;

/** Download files that the browser has evicted. */
const refill = () => {
  refilling ??= fill()
    .catch(() => {})
    .finally(() => (refilling = undefined));
  return refilling;
};

/** List the folders that never change: browsers with static routing read them from the cache without this worker. */
function routes() {
  const fixed = Object.keys(FILES).filter((file) => /^(v|py\w+-)/.test(file));
  const folders = new Set(fixed.map((file) => new URL(".", new URL(file, registration.scope)).pathname));
  return [...folders].map((pathname) => ({
    condition: { urlPattern: { pathname: `${pathname}*` }, requestMethod: "GET" },
    source: { cacheName: CACHE },
  }));
}

/**
 * Get a file: from an older version with the same hash, else from the network, past the HTTP cache if that is stale.
 * @param {string} url @param {string} hash @param {string[]} others names of the older caches
 */
async function get(url, hash, others) {
  for (const name of others) {
    const old = await (await caches.open(name)).match(url);
    if (old && (await digest(old.clone())) === hash) return old;
  }
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(url, { cache, credentials: "same-origin" });
    if (response.ok && (await digest(response.clone())) === hash) return withoutRedirect(response);
  }
  throw new Error(`${url} is not what version ${VERSION} expects`);
}

/** Copy a redirected response: some hosts redirect `editor.html` to `editor`, and browsers refuse to show such a page from a cache. @param {Response} response */
async function withoutRedirect(response) {
  if (!response.redirected) return response;
  const type = response.headers.get("Content-Type") ?? "";
  return new Response(await response.blob(), { headers: { "Content-Type": type } });
}

/** @param {Response} response */
async function digest(response) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const otherCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

/** @param {FetchEvent} event */
async function answer(event) {
  const { request } = event;
  const options = { ignoreSearch: true, ignoreVary: true };
  if (request.mode === "navigate") event.waitUntil(removeOld(event.resultingClientId).then(refill));
  const cache = await caches.open(CACHE);
  for (const address of addresses(request)) {
    const cached = await cache.match(address, options);
    if (cached) return cached;
  }
  // A page of an older version may still ask for its own files.
  return (await caches.match(request, options)) ?? fetch(request);
}

/** List the files that an address may mean: a folder means its index page, and some hosts omit `.html`. @param {Request} request */
function addresses({ url, mode }) {
  const clean = url.replace(/[?#].*/s, "");
  if (clean.endsWith("/")) return [`${clean}index.html`];
  return mode === "navigate" ? [clean, `${clean}.html`, `${clean}/index.html`] : [clean];
}

/** Delete older versions when no other page uses them; a newer one that waits stays. @param {string} newPage */
async function removeOld(newPage) {
  if (registration.waiting || registration.installing) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.every((page) => page.id === newPage))
    await Promise.all((await otherCaches()).map((name) => caches.delete(name)));
}
