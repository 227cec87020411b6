// Keeps the site for offline use once the game runs, and offers a new version when there is one.

/** Register the service worker; where that is not allowed, the game simply goes on without. `make` makes elements. */
export async function keep(words, make) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
    watch(registration, () => show(registration, words, make));
  } catch (error) {
    console.info(`Not kept for offline use (${error.message}).`);
  }
}

function watch(registration, showNew) {
  const offer = () => {
    // The first worker of a first visit has nothing to replace.
    if (registration.waiting && navigator.serviceWorker.controller) showNew();
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

function show(registration, words, make) {
  const bar = document.getElementById("update");
  if (!bar.hidden) return;
  const button = (key, onclick, className = "") => make("button", { type: "button", className, onclick }, words[key]);
  bar.replaceChildren(
    make("span", {}, words["new-version"]),
    button("reload", () => switchOver(registration), "primary"),
    button("later", () => (bar.hidden = true)),
  );
  bar.hidden = false;
}

/** Let the waiting version take over, then load it; other open pages stay on the version they have. */
function switchOver(registration) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting?.postMessage("take over");
}
