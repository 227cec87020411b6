// The script of engine.html, the hidden frame. It accepts one port from the embedding page, and queues messages until
// Python has started.
import { connectEngine } from "../engine.js";
import { FRAME_PROTOCOL } from "../protocol.js";

const clientAddress = new URL("board_client.js", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
const bootData = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const words = bootData.words?.[navigator.language.slice(0, 2)] ?? bootData.words?.en;
/** @type {any[]} */
const queue = [];
/** @type {MessagePort | null} */
let port = null;
/** @type {(message: any) => void} */
let receive = (message) => void queue.push(message);
// In a sandbox without an origin, browsers don't load the modules that start Python.
let failure = "qinPython" in globalThis ? "" : words["boot-failed"];

const post = (/** @type {any} */ message) => port?.postMessage(message);

addEventListener("message", ({ source, data: message, ports }) => {
  const isEmbedder = !port && source === window.parent && source !== window && ports.length === 1;
  if (!isEmbedder || message?.qin !== "connect") return;
  [port] = /** @type {[MessagePort]} */ (ports);
  post({ connected: true, client: clientAddress, style: document.getElementById("board-style")?.textContent });
  if (message.protocol !== FRAME_PROTOCOL) failure = words["embed-outdated"];
  if (failure) post({ failed: failure });
  port.onmessage = (event) => receive(event.data);
});
addEventListener("qin:progress", (event) => post({ progress: /** @type {CustomEvent} */ (event).detail }));
addEventListener("qin:failed", (event) => post({ failed: (failure = /** @type {CustomEvent} */ (event).detail) }));

globalThis.qinPython?.then((python) => {
  const engine = connectEngine(python, post);
  receive = (message) => post(engine(message));
  queue.splice(0).forEach(receive);
  dispatchEvent(new Event("qin:ready"));
});
