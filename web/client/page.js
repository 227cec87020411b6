// The game's page and the editor's: the client stands before Python is there, and calls it in its own thread.
import { Client } from "./client.js";
import { Early } from "./early.js";
import { connectEngine } from "./engine.js";
import { Leadership } from "./leadership.js";
import { element } from "./making.js";
import { outside, save } from "./outside.js";
import { seed } from "./seed.js";
import { Store } from "./store.js";

/** How long the page is left alone before the computer's worker starts, in milliseconds. */
const REST = 3000;
const NAME = "page";

// Only where the system can share does the page offer it.
if ("share" in navigator) document.documentElement.dataset.share = "";

const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const send = (/** @type {Record<string, any>} */ message) => client.send(message);
const store = new Store((message) => client.connected && send(message));
const leadership = new Leadership(send);
const client = new Client(
  document,
  document.documentElement,
  {
    ...outside(send),
    Keep: (key, text) => store.keep(key, text),
    Find: (prefix, most) => store.find(prefix, most),
    SetAside: (key) => store.setAside(key),
    SaveKept: async (name, key) => save(name, new Blob([await store.raw(key)])),
    CollectEverything: () => store.everything(),
    Merge: (texts) => store.merge(texts),
    Add: (key, texts) => store.add(key, texts),
    Lead: (game, now) => leadership.lead(game, now),
  },
  failed,
  (message) => early?.note(message),
);
const early = data.app === "game" ? new Early(client.screen, store, data) : null;

/** Say that something went wrong, and what; the page itself goes on as it was. @param {string} error */
function failed(error) {
  console.error(error);
  const words = data.words?.[document.documentElement.lang] ?? {};
  const close = element("button", { type: "button", textContent: words.close });
  const summary = element("summary", { textContent: words["went-wrong"] });
  const told = element(
    "details",
    {},
    summary,
    element("pre", { textContent: `${error}\n${navigator.userAgent}` }),
    close,
  );
  // A place of its own: the engine draws the note anew, and would wipe this away.
  const place = document.getElementById("failure") ?? element("div", { id: "failure", role: "alert" });
  close.onclick = () => place.remove();
  place.replaceChildren(told);
  document.getElementById("note")?.after(place);
}

/** Whatever our own scripts throw, now or later, ends here: what is shown is made anew, and the game goes on. */
function catchAll() {
  const site = new URL("./", location.href).href;
  const ours = (/** @type {unknown} */ place) => `${place}`.includes(site) || !data.runtime;
  addEventListener("error", ({ error, message, filename }) => {
    if (ours(filename) || ours(error?.stack)) client.recover(`${message}\n${error?.stack ?? ""}`);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (reason instanceof Error && ours(reason.stack)) client.recover(`${reason.message}\n${reason.stack}`);
  });
}

const address = () => ({ search: location.search, fragment: location.hash });
for (const event of ["popstate", "hashchange"])
  addEventListener(event, () => client.connected && send({ went: address() }));

async function connect() {
  const found = await store.begin();
  const chance = (await early?.begin(found.texts)) ?? seed();
  const python = await /** @type {any} */ (globalThis).qinPython;
  const ask = connectEngine(python, (answer) => client.hear(answer), data.extras);
  const opening = {
    app: data.app,
    open: {
      ...address(),
      address: location.href.split("#")[0],
      site: data.runtime ? new URL("./", location.href).href : "",
      languages: navigator.languages ?? [],
      ...found,
      seed: chance,
    },
  };
  const answer = (/** @type {Record<string, any>} */ message) => {
    client.hear(ask({ to: NAME, ...message }));
    early?.keep();
  };
  client.connect(answer, opening);
  dispatchEvent(new Event("qin:ready"));
  catchAll();
  setTimeout(() => send({ rested: true }), REST);
}

connect();
