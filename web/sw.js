// Keeps one whole version of the site in one cache. A version is complete and checked before it is used, and an
// address that holds a version number never changes its content, so two versions can't be mixed.
"use strict";

const VERSION = "__VERSION__";
const FILES = __FILES__; // address → SHA-256
const PREFIX = `qin ${registration.scope} `;
const CACHE = PREFIX + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(fill());
  event.addRoutes?.(routes()).catch(() => {});
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(event));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const others = await kept();
  try {
    for (const [address, hash] of Object.entries(FILES)) {
      const url = new URL(address, registration.scope).href;
      if (!(await cache.match(url))) await cache.put(url, await unpack(await get(url, hash, others), url, hash));
    }
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Where a browser can, let it read what never changes straight from the cache, without waiting for this worker. */
function routes() {
  const fixed = Object.keys(FILES).filter((file) => /^(v|py\w+-)/.test(file));
  const folders = new Set(fixed.map((file) => new URL(".", new URL(file, registration.scope)).pathname));
  return [...folders].map((pathname) => ({
    condition: { urlPattern: { pathname: `${pathname}*` }, requestMethod: "GET" },
    source: { cacheName: CACHE },
  }));
}

/** Take a file from an older version if it is the same, else from the network, past its cache if that is stale. */
async function get(url, hash, others) {
  for (const name of others) {
    const old = await (await caches.open(name)).match(url);
    if (old && (old.headers.get("Qin-Hash") ?? (await digest(old.clone()))) === hash) return old;
  }
  for (const cache of ["default", "reload"]) {
    const response = await fetch(url, { cache, credentials: "same-origin" });
    if (response.ok && !response.redirected && (await digest(response.clone())) === hash) return response;
  }
  throw new Error(`${url} is not what version ${VERSION} expects`);
}

/** Keep what is sent compressed as it is needed, so that later visits need not unpack it. */
async function unpack(response, url, hash) {
  if (!url.endsWith(".pack") || response.headers.has("Qin-Hash")) return response;
  const bytes = await response.blob();
  const headers = { "Content-Type": "application/wasm", "Qin-Hash": hash, "Qin-Packed": bytes.size };
  return new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip")), { headers });
}

async function digest(response) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const kept = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

async function answer(event) {
  const { request } = event;
  const options = { ignoreSearch: true, ignoreVary: true };
  if (request.mode === "navigate") event.waitUntil(tidy(event.resultingClientId));
  const own = await (await caches.open(CACHE)).match(address(request), options);
  // A page of an older version may still ask for its own files.
  const found = own ?? (await caches.match(request, options));
  return found ?? fetch(request);
}

/** A folder's address means its index page. */
function address(request) {
  const url = new URL(request.url);
  return url.pathname.endsWith("/") ? new URL("index.html", url).href : request.url;
}

/** Drop older versions once no other page uses them; a newer one that waits for its turn stays. */
async function tidy(newPage) {
  if (registration.waiting || registration.installing) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.every((page) => page.id === newPage)) await Promise.all((await kept()).map((name) => caches.delete(name)));
}
