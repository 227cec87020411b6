// Keeps the site for offline use once the game runs, and offers a new version when there is one.

/** Register the service worker; where that is not allowed, the game simply goes on without. */
export async function keep(words) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("../../sw.js", import.meta.url));
    watch(registration, words);
  } catch (error) {
    console.info(`Not kept for offline use (${error.message}).`);
  }
}

function watch(registration, words) {
  const offer = () => {
    // The first worker of a first visit has nothing to replace.
    if (registration.waiting && navigator.serviceWorker.controller) show(registration, words);
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

function show(registration, words) {
  const bar = document.getElementById("update");
  if (!bar.hidden) return;
  const button = (key, action, kind = "") => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: kind });
    made.textContent = words[key];
    made.onclick = action;
    return made;
  };
  const text = Object.assign(document.createElement("span"), { textContent: words["new-version"] });
  bar.replaceChildren(
    text,
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
