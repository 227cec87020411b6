// The service worker. A version of the site is complete and checked before it is used, in a cache of its own. The content
// of a URL with a version number never changes, so versions can't be mixed.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { registration } = worker;

const VERSION = __VERSION__;
/** The SHA-256 of each file of the site. */
const FILES = __FILES__;
const PREFIX = `qin ${registration.scope} `;
const CACHE = PREFIX + VERSION;
/** The number of parallel downloads. */
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
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(respond(event));
});

const urlOf = (/** @type {string} */ file) => new URL(file, registration.scope).href;

/** Download and check the files of this version that the cache lacks. */
async function fill() {
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map((request) => request.url));
  const others = await otherCaches();
  const missing = Object.entries(FILES)
    .filter(([file]) => !cached.has(urlOf(file)))
    .values();
  // All downloads take their files from the same iterator.
  const fetchNext = async () => {
    for (const [file, hash] of missing) await cache.put(urlOf(file), await getFile(urlOf(file), hash, others));
  };
  await Promise.all(Array.from({ length: DOWNLOADS }, fetchNext));
}

/** Cache the whole version, or nothing. */
async function install() {
  try {
    await fill();
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Replace lost files; if the host has another version by now, unregister this one. */
async function heal() {
  try {
    await fill();
  } catch {
    const response = await fetch(urlOf("sw.js"), { cache: "reload" }).catch(() => null);
    if (!response?.ok || (await response.text()).includes(`"${VERSION}"`)) return;
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

/** Route the folders with a version number to the cache: browsers with static routing then don't start this worker. */
function routes() {
  const versioned = Object.keys(FILES).filter((file) => /^(v|py\w+-)/.test(file));
  const folders = new Set(versioned.map((file) => new URL(".", urlOf(file)).pathname));
  return [...folders].map((pathname) => ({
    condition: { urlPattern: { pathname: `${pathname}*` }, requestMethod: "GET" },
    source: { cacheName: CACHE },
  }));
}

/**
 * Get a file from an older version if it has the same hash, else from the network, bypassing the HTTP cache if necessary.
 * @param {string} url @param {string} hash @param {string[]} others names of the older caches
 */
async function getFile(url, hash, others) {
  for (const name of others) {
    const cached = await (await caches.open(name)).match(url);
    if (cached && (await digest(cached.clone())) === hash) return cached;
  }
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(url, { cache, credentials: "same-origin" });
    if (response.ok && (await digest(response.clone())) === hash) return withoutRedirect(response);
  }
  throw new Error(`${url} is not what version ${VERSION} expects`);
}

/** Copy a redirected response. Some hosts redirect `editor.html` to `editor`, and browsers refuse to show such a page from a cache. @param {Response} response */
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

/** Respond from the cache, else from the network. @param {FetchEvent} event */
async function respond(event) {
  const { request } = event;
  const options = { ignoreSearch: true, ignoreVary: true };
  if (request.mode === "navigate") event.waitUntil(removeOld(event.resultingClientId).then(refill));
  const cache = await caches.open(CACHE);
  for (const url of candidates(request)) {
    const cached = await cache.match(url, options);
    if (cached) return cached;
  }
  // A page of an older version may still ask for its own files.
  return (await caches.match(request, options)) ?? fetch(request);
}

/** List the files that a URL may stand for: a folder is its index page, and some hosts omit `.html`. @param {Request} request */
function candidates({ url, mode }) {
  const clean = url.replace(/[?#].*/s, "");
  if (clean.endsWith("/")) return [`${clean}index.html`];
  return mode === "navigate" ? [clean, `${clean}.html`, `${clean}/index.html`] : [clean];
}

/** Delete the older versions once no other page uses them, unless a newer one is waiting. @param {string} newPage */
async function removeOld(newPage) {
  if (registration.waiting || registration.installing) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.every((page) => page.id === newPage))
    await Promise.all((await otherCaches()).map((name) => caches.delete(name)));
}
