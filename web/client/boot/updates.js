// Registers the service worker once the game runs, and offers a new version of the site when one is installed.
import { element } from "../dom/elements.js";

/** Register the service worker; where that isn't allowed, the game works online only. @param {Record<string, string>} words */
export async function register(words) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
    watch(registration, () => offer(registration, words));
  } catch (error) {
    console.info(`Offline use is not available (${/** @type {Error} */ (error).message}).`);
  }
}

/** Call `onUpdate` when a new version is installed. @param {ServiceWorkerRegistration} registration @param {() => void} onUpdate */
function watch(registration, onUpdate) {
  const check = () => {
    // On a first visit there is no older version to replace.
    if (registration.waiting && navigator.serviceWorker.controller) onUpdate();
  };
  check();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", check);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/** Offer to load the new version. @param {ServiceWorkerRegistration} registration @param {Record<string, string>} words */
function offer(registration, words) {
  const bar = document.getElementById("update");
  if (!bar?.hidden) return;
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick, className = "") =>
    element("button", { type: "button", className, onclick }, words[key] ?? "");
  bar.replaceChildren(
    element("span", {}, words["new-version"] ?? ""),
    button("reload", () => switchToWaiting(registration), "primary"),
    button("later", () => (bar.hidden = true)),
  );
  bar.hidden = false;
}

/** Activate the waiting version and reload the page; other open pages keep their version. @param {ServiceWorkerRegistration} registration */
function switchToWaiting(registration) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting?.postMessage("skip-waiting");
}

/**
 * Reload the page in the newest version that the host has. A plain reload would bring back the version of the service
 * worker in control.
 */
export async function reloadNewest() {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {}); // offline
  await installationEnd(registration?.installing);
  if (registration?.waiting && navigator.serviceWorker.controller) switchToWaiting(registration);
  else location.reload();
}

/** Wait until a worker is installed, or its installation has failed. @param {ServiceWorker | null} [worker] */
const installationEnd = (worker) =>
  new Promise((resolve) => {
    const check = () => worker?.state !== "installing" && resolve(undefined);
    worker?.addEventListener("statechange", check);
    check();
  });
