// The game page and the editor: the client works before Python has started, and then calls it in the same thread.
import { Client } from "./client.js";
import { Preboot } from "./preboot.js";
import { connectEngine } from "./engine.js";
import { TabLock } from "./storage/tab_lock.js";
import { element } from "./dom/elements.js";
import { trust } from "./dom/patch.js";
import { browserEffects, save } from "./browser_effects.js";
import { randomSeed } from "./engine.js";
import { Store } from "./storage/store.js";

/** Milliseconds after the start until the page counts as idle. */
const REST = 3000;
/** Milliseconds that the page waits for a slow database once Python has started. */
const GRACE = 500;
const NAME = "page";

// Styles offer sharing only where the system supports it.
if ("share" in navigator) document.documentElement.dataset.share = "";

const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const send = (/** @type {import("./protocol.js").Message} */ message) => client.send(message);
/** Send a message of the store; before the app is open, only one that `OpenPage` doesn't tell. @param {import("./protocol.js").Message} message */
const sendStored = (message) => void ((client.connected || message.type === "PageOutdated") && send(message));
const store = new Store(sendStored, data.games);
const tabLock = new TabLock(send);
/** @type {Omit<import("./client.js").OuterEffects, "DispatchEvent" | "AnswerCall">} */
const effects = {
  ...browserEffects(send),
  StorePut: (key, text) => store.put(key, text),
  StoreUpdate: (key, values) => store.update(key, values),
  StoreAppend: (key, texts) => store.append(key, texts),
  StoreQuery: (prefix, limit) => store.query(prefix, limit),
  StoreExport: () => store.exportAll(),
  StoreMerge: (texts) => store.merge(texts),
  Quarantine: (key) => store.quarantine(key),
  DownloadStored: async (name, key) => save(name, new Blob([await store.raw(key)])),
  // The lock may be held as long as the page is open.
  AcquireTabLock: (game, now) => void tabLock.acquire(game, now),
  GoBack: () => {
    goingBack = history.length > 1;
    history.back();
  },
};
const client = new Client(document, document.documentElement, effects, showFailure, (message) =>
  preboot?.showAction(message),
);
const preboot = data.app === "game" ? new Preboot(client.screen, store, data) : null;

/** Report an error to the reader; the page goes on. @param {string} error */
function showFailure(error) {
  console.error(error);
  const words = data.words?.[document.documentElement.lang] ?? {};
  const close = element("button", { type: "button", textContent: words.close });
  const summary = element("summary", { textContent: words["went-wrong"] });
  const details = element("details", {}, summary, element("pre", { textContent: `${error}\n${navigator.userAgent}` }));
  // An element of its own: the engine redraws the note and would remove this.
  const place = document.getElementById("failure") ?? element("div", { id: "failure", role: "alert" });
  close.onclick = () => place.remove();
  place.replaceChildren(details, close);
  document.getElementById("note")?.after(place);
}

/** Catch uncaught errors of our own scripts: redraw everything and go on. */
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

let goingBack = false;
let replacing = false;
const address = () => ({ search: location.search, fragment: location.hash });
// A new fragment is a `popstate`, too; its `hashchange` would open the same link again.
addEventListener("popstate", () => {
  goingBack = false;
  if (client.connected) send({ type: "Navigated", ...address() });
});

/** Load the stored texts, and show the game before Python has started. */
async function prepare() {
  const python = /** @type {Promise<unknown>} */ (globalThis.qinPython);
  const found = await store.load(python.then(() => new Promise((resolve) => setTimeout(resolve, GRACE))));
  return { ...found, seed: (await preboot?.show(found.texts)) ?? randomSeed() };
}

/**
 * Open the app at the address.
 * @param {ReturnType<typeof connectEngine>} ask
 * @param {Awaited<ReturnType<typeof prepare>>} found
 */
function open(ask, found) {
  const answer = (/** @type {import("./client.js").Envelope} */ envelope) => {
    client.handleReply(ask({ to: NAME, ...envelope }));
    preboot?.savePreview();
  };
  client.connect(answer, {
    type: "OpenPage",
    app: data.app,
    ...address(),
    address: location.href.split("#")[0] ?? "",
    site: data.runtime ? new URL("./", location.href).href : "",
    languages: [...(navigator.languages ?? [])],
    reduced_motion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    ...found,
  });
  setTimeout(() => client.connected && send({ type: "PageIdle" }), REST);
}

async function connect() {
  // A host may demand trusted types; where it forbids this policy, boot.js reports the error.
  trust(globalThis.trustedTypes?.createPolicy("qin", { createHTML: (/** @type {string} */ text) => text }) ?? null);
  const found = await prepare();
  const python = await /** @type {any} */ (globalThis).qinPython;
  const route = (/** @type {import("./protocol.js").Reply} */ answer) =>
    answer.to === NAME ? client.handleReply(answer) : globalThis.qinBoards?.(answer);
  let ask = connectEngine(python, route);
  open(ask, found);
  // Another interpreter goes on with what is stored.
  addEventListener("qin:replaced", async (event) => {
    replacing = true;
    client.disconnect();
    tabLock.release();
    await store.forget();
    const found = await prepare();
    const { detail } = /** @type {CustomEvent} */ (event);
    ask = connectEngine(detail, route);
    open(ask, found);
    replacing = false;
  });
  globalThis.qinPage = {
    get busy() {
      return goingBack || replacing || client.busy;
    },
    engine: (envelope) => ask(envelope),
    act: (action, value) => client.act(action, value),
    ask: (message) => ask({ to: NAME, message, generation: null, later: false }),
    open: async () => open(ask, await prepare()),
    close: async () => {
      client.disconnect();
      ask({ to: NAME, message: { type: "Close" }, generation: null, later: false });
      tabLock.release();
      document.getElementById("failure")?.remove();
      await store.forget();
    },
  };
  dispatchEvent(new Event("qin:ready"));
  catchAll();
}

connect();
