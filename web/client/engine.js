// Connects to the engine in the same thread, and adds the worker of its computer players.

/** @import { Envelope, Reply } from "./protocol.js" */

/**
 * Connect to the engine; return a function that sends it a message and returns the reply.
 * @param {any} python
 * @param {(reply: Reply) => void} onReply gets unsolicited replies, such as a computer's move
 * @returns {(envelope: Envelope) => Reply}
 */
export function connectEngine(python, onReply) {
  const receive = python.runPython("from engine.main import connect; connect")({
    send: (/** @type {string} */ text) => onReply(JSON.parse(text)),
    workers: () => globalThis.qinWorkers(),
    addWorker,
  });
  return (envelope) => JSON.parse(receive(JSON.stringify(envelope)));
}

/** Add the script of a worker, which PyScript starts with the page's own interpreter. @param {string} name @param {string} code */
function addWorker(name, code) {
  const pageScript = document.querySelector('script[type="py"][config]');
  const config = JSON.parse(pageScript?.getAttribute("config") ?? "{}");
  config.interpreter = new URL(config.interpreter, location.href).href;
  // Otherwise PyScript demands a SharedArrayBuffer, which needs special headers.
  config.sync_main_only = true;
  const script = document.createElement("script");
  const attributes = { type: "py", worker: "", name, config: JSON.stringify(config) };
  for (const [key, value] of Object.entries(attributes)) script.setAttribute(key, value);
  script.textContent = code;
  document.body.append(script);
  return script;
}

/** Return a random seed of 48 bits, which a JavaScript number holds exactly. */
export function randomSeed() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low;
}
