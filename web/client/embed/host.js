// The engine's side of the hidden frame. It accepts one port from the embedding page, and queues messages until Python has
// started.
import { connectEngine } from "../engine.js";
import { FRAME_PROTOCOL } from "../protocol.js";

/** The address of this version's client. */
const client = new URL("live.js", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
/** @type {any[]} */
const queue = [];
/** @type {MessagePort | null} */
let port = null;
/** @type {(message: any) => void} */
let receive = (message) => void queue.push(message);
let failure = "";

const post = (/** @type {any} */ message) => port?.postMessage(message);

addEventListener("message", ({ source, data: message, ports }) => {
  const isEmbedder = !port && source === window.parent && source !== window && ports.length === 1;
  if (!isEmbedder || message?.qin !== "connect") return;
  [port] = /** @type {[MessagePort]} */ (ports);
  post({ connected: true, client, style: document.getElementById("board-style")?.textContent });
  if (message.protocol !== FRAME_PROTOCOL) failure = words["embed-outdated"];
  if (failure) post({ failed: failure });
  port.onmessage = (event) => receive(event.data);
});
addEventListener("qin:progress", (event) => post({ progress: /** @type {CustomEvent} */ (event).detail }));
addEventListener("qin:failed", (event) => post({ failed: (failure = /** @type {CustomEvent} */ (event).detail) }));

// In a sandbox without an origin, browsers don't load the modules that start Python.
const words = data.words?.[navigator.language.slice(0, 2)] ?? data.words?.en;
if (!(/** @type {any} */ (globalThis).qinPython)) failure = words["boot-failed"];

/** @type {any} */ (globalThis).qinPython?.then((/** @type {any} */ python) => {
  const ask = connectEngine(python, post);
  receive = (message) => post(ask(message));
  queue.splice(0).forEach(receive);
  dispatchEvent(new Event("qin:ready"));
});
