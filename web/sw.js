// Keeps one whole version of the site in one cache. A version is complete and checked before it is used, and an
// address that holds a version number never changes its content, so two versions can't be mixed.
"use strict";

const VERSION = "__VERSION__";
const FILES = __FILES__; // address → SHA-256
const PREFIX = `qin ${registration.scope} `;
const CACHE = PREFIX + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(install());
  event.addRoutes?.(routes()).catch(() => {});
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  if (event.data === "heal") event.waitUntil(heal().finally(() => event.ports[0].postMessage("done")));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(event));
});

const locate = (file) => new URL(file, registration.scope).href;

/** Keep what is missing of this version, checked. */
async function fill() {
  const cache = await caches.open(CACHE);
  const here = new Set((await cache.keys()).map((request) => request.url));
  const others = await kept();
  for (const [file, hash] of Object.entries(FILES)) {
    if (!here.has(locate(file))) await cache.put(locate(file), await get(locate(file), hash, others));
  }
}

/** Take a whole version or nothing. */
async function install() {
  try {
    await fill();
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Mend a version of which something was lost; where the host has another one by now, get out of its way. */
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

let mending;

/** Fill up again what a browser may have thrown away, one time for each life of this worker. */
const mend = () => (mending ??= fill().catch(() => {}));

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
    if (old && (await digest(old.clone())) === hash) return old;
  }
  for (const cache of ["default", "reload"]) {
    const response = await fetch(url, { cache, credentials: "same-origin" });
    if (response.ok && (await digest(response.clone())) === hash) return direct(response);
  }
  throw new Error(`${url} is not what version ${VERSION} expects`);
}

/** Some hosts send people from `editor.html` to `editor`; a browser takes no page that came by such a detour. */
async function direct(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: { "Content-Type": response.headers.get("Content-Type") } });
}

async function digest(response) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const kept = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

async function answer(event) {
  const { request } = event;
  const options = { ignoreSearch: true, ignoreVary: true };
  if (request.mode === "navigate") event.waitUntil(tidy(event.resultingClientId).then(mend));
  const cache = await caches.open(CACHE);
  for (const address of addresses(request)) {
    const own = await cache.match(address, options);
    if (own) return own;
  }
  // A page of an older version may still ask for its own files.
  return (await caches.match(request, options)) ?? fetch(request);
}

/** A folder's address means its index page, and some hosts leave `.html` out. */
function addresses({ url, mode }) {
  const clean = url.split(/[?#]/)[0];
  if (clean.endsWith("/")) return [`${clean}index.html`];
  return mode === "navigate" ? [clean, `${clean}.html`, `${clean}/index.html`] : [clean];
}

/** Drop older versions once no other page uses them; a newer one that waits for its turn stays. */
async function tidy(newPage) {
  if (registration.waiting || registration.installing) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.every((page) => page.id === newPage)) await Promise.all((await kept()).map((name) => caches.delete(name)));
}
