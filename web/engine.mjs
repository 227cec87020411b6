// Inlined before the boot script of the hidden frame in which the boards of somebody's page have their Python: takes
// the port that the page hands over, once, and keeps messages until Python is there.
const waiting = [];
let port = null;
let receive = (message) => waiting.push(message);
let failure = null;

const tell = (message) => port?.postMessage(message);

addEventListener("message", ({ source, data, ports }) => {
  const fits = !port && source === window.parent && source !== window && ports.length === 1;
  if (!fits || data?.qin !== "connect" || data.protocol !== 1) return;
  [port] = ports;
  tell({ connected: true, style: document.getElementById("board-style").textContent });
  if (failure) tell({ failed: failure });
  port.onmessage = (event) => receive(event.data);
});
addEventListener("qin:progress", ({ detail }) => tell({ progress: detail }));
addEventListener("qin:failed", ({ detail }) => tell({ failed: (failure = detail) }));

globalThis.qinEngine = {
  /** Hand all messages over as JSON, those that have come already first. */
  listen(python) {
    receive = (message) => python(JSON.stringify(message));
    waiting.splice(0).forEach((message) => receive(message));
  },
  send: (text) => tell(JSON.parse(text)),
  /** Load PyScript, which starts the worker of the computer players; tells whether that is allowed here. */
  async loadWorkers() {
    if (!data.pyscript || !(await storageAllowed())) return false;
    await import(data.pyscript);
    return true;
  },
};
