// The game's page and the editor's: the client stands before Python is there, and calls it in its own thread.
import { Client } from "./client.js";
import { outside } from "./outside.js";
import { seed } from "./seed.js";
import { Leadership, Store } from "./store.js";
import { addWorker } from "./workers.js";

/** How long the page is left alone before the computer's worker starts, in milliseconds. */
const REST = 3000;
const NAME = "page";

const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const send = (/** @type {Record<string, any>} */ message) => client.send(message);
const store = new Store((message) => client.connected && send(message));
const leadership = new Leadership(send);
const texts = store.begin();
const client = new Client(
  document,
  document.documentElement,
  {
    ...outside(send),
    Keep: (key, text) => store.keep(key, text),
    Find: (prefix, most) => store.find(prefix, most),
    Lead: (game, now) => leadership.lead(game, now),
  },
  failed,
);

/** Say that something went wrong, and what; the page itself goes on as it was. @param {string} error */
function failed(error) {
  console.error(error);
  const note = document.getElementById("note");
  const words = data.words?.[document.documentElement.lang]?.["went-wrong"] ?? "";
  const summary = Object.assign(document.createElement("summary"), { textContent: words });
  const details = document.createElement("details");
  details.append(summary, Object.assign(document.createElement("pre"), { textContent: error }));
  note?.replaceChildren(details);
}

const address = () => ({ search: location.search, fragment: location.hash });
for (const event of ["popstate", "hashchange"])
  addEventListener(event, () => client.connected && send({ went: address() }));

const port = {
  send: (/** @type {string} */ text) => client.hear(JSON.parse(text)),
  workers: () => /** @type {any} */ (globalThis).qinWorkers(),
  addWorker: (/** @type {string} */ name, /** @type {string} */ code) => addWorker(name, code, data.extras),
};

async function connect() {
  const [python, kept] = await Promise.all([/** @type {any} */ (globalThis).qinPython, texts]);
  const receive = python.runPython("from engine.main import connect; connect")(port);
  const opening = {
    app: data.app,
    open: {
      ...address(),
      address: location.href.split("#")[0],
      site: data.runtime ? new URL("./", location.href).href : "",
      languages: navigator.languages ?? [],
      texts: kept,
      seed: seed(),
    },
  };
  client.connect((message) => client.hear(JSON.parse(receive(JSON.stringify({ to: NAME, ...message })))), opening);
  dispatchEvent(new Event("qin:ready"));
  setTimeout(() => send({ rested: true }), REST);
}

connect();
