// The guide for authors: puts this site's address into the examples, shows copy buttons, logs the events of a board, and
// resizes an embedded page.

/** Milliseconds for which a button says that it has copied. */
const COPIED_TIME = 1500;

const home = new URL("./", location.href).href;
for (const code of document.querySelectorAll("pre code")) {
  code.textContent = (code.textContent ?? "").replaceAll("https://qin.example/", home);
}
if (navigator.clipboard) {
  for (const button of document.querySelectorAll(/** @type {"button"} */ ("button.copy"))) {
    const label = button.textContent;
    button.hidden = false;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector("code")?.textContent ?? "");
      button.textContent = button.dataset.done ?? label;
      setTimeout(() => (button.textContent = label), COPIED_TIME);
    };
  }
}
const log = document.getElementById("events");
for (const name of ["qin-ready", "qin-move", "qin-refused", "qin-end"]) {
  log?.previousElementSibling?.addEventListener(name, (event) => {
    // After the first event, the position would fill the line.
    const { position, ...others } = /** @type {CustomEvent} */ (event).detail;
    const detail = name === "qin-ready" ? { position, ...others } : others;
    log.prepend(Object.assign(document.createElement("li"), { textContent: `${name} ${JSON.stringify(detail)}` }));
    log.lastElementChild?.remove();
  });
}
addEventListener("message", ({ origin, source, data }) => {
  const frame = document.querySelector(/** @type {"iframe"} */ ("figure iframe"));
  if (frame && origin === location.origin && source === frame.contentWindow && data?.event === "qin-height") {
    frame.style.height = `${data.detail.height}px`;
  }
});
