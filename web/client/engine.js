// The way to the engine in the same thread, and the worker in which its computer players think.

/**
 * Connect to the engine; gives the function that takes a message to it and gives the answer.
 * @param {any} python
 * @param {(answer: any) => void} hear gets what wasn't asked for, such as a computer's move
 * @param {string[]} extras packages that only the worker needs
 * @returns {(message: Record<string, any>) => any}
 */
export function connectEngine(python, hear, extras) {
  const receive = python.runPython("from engine.main import connect; connect")({
    send: (/** @type {string} */ text) => hear(JSON.parse(text)),
    workers: () => /** @type {any} */ (globalThis).qinWorkers(),
    addWorker: (/** @type {string} */ name, /** @type {string} */ code) => addWorker(name, code, extras),
  });
  return (message) => JSON.parse(receive(JSON.stringify(message)));
}

/**
 * Add a worker: PyScript starts it with the page's own interpreter and core.
 * @param {string} name
 * @param {string} code
 * @param {string[]} extras packages that only the worker needs
 */
function addWorker(name, code, extras = []) {
  const ours = document.querySelector('script[type="py"][config]');
  const config = JSON.parse(ours?.getAttribute("config") ?? "{}");
  config.interpreter = new URL(config.interpreter, location.href).href;
  config.sync_main_only = true;
  config.packages.push(...extras);
  const script = document.createElement("script");
  for (const [key, value] of Object.entries({ type: "py", worker: "", name, config: JSON.stringify(config) })) {
    script.setAttribute(key, value);
  }
  script.textContent = code;
  document.body.append(script);
  return script;
}
