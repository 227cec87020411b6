// The engine's side of the hidden frame: takes the port of the embedding page, once, and queues messages until Python
// has started.
import { connectEngine } from "../engine.js";
import { FRAME_PROTOCOL } from "../protocol.js";

// The client of this version.
const client = new URL("live.js", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
/** @type {any[]} */
const waiting = [];
/** @type {MessagePort | null} */
let port = null;
/** @type {(message: any) => void} */
let receive = (message) => void waiting.push(message);
let failure = "";

const tell = (/** @type {any} */ message) => port?.postMessage(message);

addEventListener("message", ({ source, data: message, ports }) => {
  const fits = !port && source === window.parent && source !== window && ports.length === 1;
  if (!fits || message?.qin !== "connect") return;
  [port] = /** @type {[MessagePort]} */ (ports);
  tell({ connected: true, client, style: document.getElementById("board-style")?.textContent });
  if (message.protocol !== FRAME_PROTOCOL) failure = words["embed-outdated"];
  if (failure) tell({ failed: failure });
  port.onmessage = (event) => receive(event.data);
});
addEventListener("qin:progress", (event) => tell({ progress: /** @type {CustomEvent} */ (event).detail }));
addEventListener("qin:failed", (event) => tell({ failed: (failure = /** @type {CustomEvent} */ (event).detail) }));

// In a sandbox without an origin, hosts don't serve the modules that start Python.
const words = data.words?.[navigator.language.slice(0, 2)] ?? data.words?.en;
if (!(/** @type {any} */ (globalThis).qinPython)) failure = words["boot-failed"];

/** @type {any} */ (globalThis).qinPython?.then((/** @type {any} */ python) => {
  const ask = connectEngine(python, tell);
  receive = (message) => tell(ask(message));
  waiting.splice(0).forEach(receive);
  dispatchEvent(new Event("qin:ready"));
});
