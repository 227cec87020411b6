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

/** Milliseconds after the start until `PageIdle` is sent. */
const IDLE_DELAY = 3000;
/** Milliseconds that the page waits for a slow database once Python has started. */
const DATABASE_GRACE = 500;
const APP = "page";

// Styles offer sharing only where the system supports it.
if ("share" in navigator) document.documentElement.dataset.share = "";

const data = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
const send = (/** @type {import("./protocol.js").Message} */ message) => client.send(message);
/** Send a message of the store. Until the app is open, `OpenPage` covers all but one. @param {import("./protocol.js").Message} message */
const sendFromStore = (message) => void ((client.connected || message.type === "PageOutdated") && send(message));
const store = new Store(sendFromStore, data.games);
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
  // Not awaited: the lock may be held as long as the page is open.
  AcquireTabLock: (game, steal) => void tabLock.acquire(game, steal),
  GoBack: () => {
    goingBack = history.length > 1;
    history.back();
  },
};
const client = new Client(document, document.documentElement, effects, showFailure, (message) =>
  preboot?.showAction(message),
);
const preboot = data.app === "game" ? new Preboot(client.screen, store, data) : null;

/** Show an error; the page goes on. @param {string} error */
function showFailure(error) {
  console.error(error);
  const words = data.words?.[document.documentElement.lang] ?? {};
  const close = element("button", { type: "button", textContent: words.close });
  const summary = element("summary", { textContent: words["went-wrong"] });
  const details = element("details", {}, summary, element("pre", { textContent: `${error}\n${navigator.userAgent}` }));
  // In an element of its own, because the engine redraws the note.
  const message = document.getElementById("failure") ?? element("div", { id: "failure", role: "alert" });
  close.onclick = () => message.remove();
  message.replaceChildren(details, close);
  document.getElementById("note")?.after(message);
}

/** After an uncaught error of our own scripts, draw everything again and go on. */
function catchErrors() {
  const site = new URL("./", location.href).href;
  const isOurs = (/** @type {unknown} */ location) => `${location}`.includes(site) || !data.runtime;
  addEventListener("error", ({ error, message, filename }) => {
    if (isOurs(filename) || isOurs(error?.stack)) client.recover(`${message}\n${error?.stack ?? ""}`);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (reason instanceof Error && isOurs(reason.stack)) client.recover(`${reason.message}\n${reason.stack}`);
  });
}

/** Whether the browser is going back in the history. */
let goingBack = false;
/** Whether another interpreter is replacing this one. */
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
  const stored = await store.load(python.then(() => new Promise((resolve) => setTimeout(resolve, DATABASE_GRACE))));
  return { ...stored, seed: (await preboot?.show(stored.texts)) ?? randomSeed() };
}

/**
 * Open the app at the address.
 * @param {ReturnType<typeof connectEngine>} ask
 * @param {Awaited<ReturnType<typeof prepare>>} prepared
 */
function open(ask, prepared) {
  const answer = (/** @type {import("./client.js").Envelope} */ envelope) => {
    client.handleReply(ask({ to: APP, ...envelope }));
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
    ...prepared,
  });
  setTimeout(() => client.connected && send({ type: "PageIdle" }), IDLE_DELAY);
}

async function connect() {
  // A host may demand trusted types; where it forbids this policy, boot.js reports the error.
  trust(globalThis.trustedTypes?.createPolicy("qin", { createHTML: (/** @type {string} */ text) => text }) ?? null);
  const prepared = await prepare();
  const python = await /** @type {any} */ (globalThis).qinPython;
  const route = (/** @type {import("./protocol.js").Reply} */ answer) =>
    answer.to === APP ? client.handleReply(answer) : globalThis.qinBoards?.(answer);
  let ask = connectEngine(python, route);
  open(ask, prepared);
  // Another interpreter has replaced this one: open the app again from the store.
  addEventListener("qin:replaced", async (event) => {
    replacing = true;
    client.disconnect();
    tabLock.release();
    await store.forget();
    const prepared = await prepare();
    const { detail } = /** @type {CustomEvent} */ (event);
    ask = connectEngine(detail, route);
    open(ask, prepared);
    replacing = false;
  });
  globalThis.qinPage = {
    get busy() {
      return goingBack || replacing || client.busy;
    },
    engine: (envelope) => ask(envelope),
    act: (action, value) => client.act(action, value),
    ask: (message) => ask({ to: APP, message, generation: null, later: false }),
    open: async () => open(ask, await prepare()),
    close: async () => {
      client.disconnect();
      ask({ to: APP, message: { type: "Close" }, generation: null, later: false });
      tabLock.release();
      document.getElementById("failure")?.remove();
      await store.forget();
    },
  };
  dispatchEvent(new Event("qin:ready"));
  catchErrors();
}

connect();
