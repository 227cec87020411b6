// The guide for authors: puts this site's URL into the examples, shows copy buttons, and logs events.
const home = new URL("./", location.href).href;
for (const code of document.querySelectorAll("pre code")) {
  code.textContent = (code.textContent ?? "").replaceAll("https://qin.example/", home);
}
if (navigator.clipboard) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button.copy");
  for (const button of buttons) {
    const label = button.textContent;
    button.hidden = false;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector("code")?.textContent ?? "");
      button.textContent = button.dataset.done ?? label;
      setTimeout(() => (button.textContent = label), 1500);
    };
  }
}
const log = document.getElementById("events");
for (const name of ["qin-ready", "qin-move", "qin-refused", "qin-end"]) {
  log?.previousElementSibling?.addEventListener(name, (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    const { position: _, ...rest } = detail;
    const shown = name === "qin-ready" ? detail : rest;
    log.prepend(Object.assign(document.createElement("li"), { textContent: `${name} ${JSON.stringify(shown)}` }));
    log.lastElementChild?.remove();
  });
}
addEventListener("message", ({ origin, source, data }) => {
  /** @type {HTMLIFrameElement | null} */
  const frame = document.querySelector("figure iframe");
  if (frame && origin === location.origin && source === frame.contentWindow && data?.event === "qin-height") {
    frame.style.height = `${data.detail.height}px`;
  }
});
