// The game page and the editor: the client works before Python has started, and then calls it in the same thread.
/** @import { Envelope, HostEffects } from "./client.js" */
/** @import { Message, Reply } from "./protocol.js" */
import { Client } from "./client.js";
import { Preboot } from "./preboot.js";
import { connectEngine, randomSeed } from "./engine.js";
import { TabLock } from "./storage/tab_lock.js";
import { element } from "./dom/elements.js";
import { setPolicy } from "./dom/patch.js";
import { browserEffects, save } from "./browser_effects.js";
import { Store } from "./storage/store.js";

/** Milliseconds after the start until `PageIdle` is sent. */
const IDLE_DELAY = 3000;
/** Milliseconds that the page waits for a slow database once Python has started. */
const DATABASE_TIMEOUT = 500;
/** The name of this page's app, which receives the messages. */
const APP = "page";

// Styles offer sharing only where the system supports it.
if ("share" in navigator) document.documentElement.dataset.share = "";

const bootData = JSON.parse(document.getElementById("boot-data")?.textContent ?? "{}");
/** Whether everything is in one file: only the other pages have the address of a runtime. */
const isSingleFile = !bootData.runtime;
const send = (/** @type {Message} */ message) => client.send(message);
/** Send a message of the store; until the app is open, only `PageOutdated`, as `OpenPage` will contain the changes. @param {Message} message */
function sendFromStore(message) {
  if (client.connected || message.type === "PageOutdated") send(message);
}
const store = new Store(sendFromStore, bootData.games);
const tabLock = new TabLock(send);
/** @type {Omit<HostEffects, "DispatchEvent" | "AnswerCall">} */
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
    goingBack = Boolean(history.state?.added);
    if (goingBack) {
      history.back();
    } else {
      // The page was opened with a dialog: before it is another page.
      history.replaceState(null, "", location.pathname + location.search);
      send({ type: "Navigated", ...address() });
    }
  },
};
const client = new Client(document, document.documentElement, effects, showFailure, (message) =>
  preboot?.showAction(message),
);
const preboot = bootData.app === "game" ? new Preboot(client.screen, store, bootData) : null;

/** Show an error in a box that can be closed. @param {string} error */
function showFailure(error) {
  console.error(error);
  const words = bootData.words?.[document.documentElement.lang] ?? {};
  const close = element("button", { type: "button", textContent: words.close });
  const summary = element("summary", { textContent: words["went-wrong"] });
  const details = element("details", {}, summary, element("pre", { textContent: `${error}\n${navigator.userAgent}` }));
  // Not in #note, which the engine redraws.
  const box = document.getElementById("failure") ?? element("div", { id: "failure", role: "alert" });
  close.onclick = () => box.remove();
  box.replaceChildren(details, close);
  document.getElementById("note")?.after(box);
}

/** Recover from uncaught errors of our own scripts. */
function catchErrors() {
  const site = new URL("./", location.href).href;
  const isOurs = (/** @type {unknown} */ fileOrStack) => `${fileOrStack}`.includes(site) || isSingleFile;
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
let replacingInterpreter = false;
const address = () => ({ search: location.search, fragment: location.hash });
// This event also reports new fragments.
addEventListener("popstate", () => {
  goingBack = false;
  if (client.connected) send({ type: "Navigated", ...address() });
});

/** Load the stored texts, and show the game before Python has started. */
async function prepare() {
  const deadline = globalThis.qinPython.then(() => new Promise((resolve) => setTimeout(resolve, DATABASE_TIMEOUT)));
  const stored = await store.load(deadline);
  // If a new game is shown already, Python has to deal the same one: from its seed.
  return { ...stored, seed: (await preboot?.show(stored.texts)) ?? randomSeed() };
}

/**
 * Open the app at the page's address.
 * @param {ReturnType<typeof connectEngine>} engine
 * @param {Awaited<ReturnType<typeof prepare>>} prepared
 */
function openApp(engine, prepared) {
  const handle = (/** @type {Envelope} */ envelope) => {
    client.handleReply(engine({ to: APP, ...envelope }));
    preboot?.savePreview();
  };
  client.connect(handle, {
    type: "OpenPage",
    app: bootData.app,
    ...address(),
    address: location.href.split("#")[0] ?? "",
    site: isSingleFile ? "" : new URL("./", location.href).href,
    languages: [...(navigator.languages ?? [])],
    reduced_motion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    ...prepared,
  });
  setTimeout(() => client.connected && send({ type: "PageIdle" }), IDLE_DELAY);
}

/** Connect the client with Python, and open the app. */
async function connect() {
  // A host may require trusted types; if it forbids this policy, boot.js reports the error.
  setPolicy(globalThis.trustedTypes?.createPolicy("qin", { createHTML: (/** @type {string} */ text) => text }) ?? null);
  const prepared = await prepare();
  const onReply = (/** @type {Reply} */ reply) =>
    reply.to === APP ? client.handleReply(reply) : globalThis.qinBoards?.(reply);
  let engine = connectEngine(await globalThis.qinPython, onReply);
  openApp(engine, prepared);
  // Another interpreter has replaced this one: open the app again from the store.
  addEventListener("qin:replaced", async (event) => {
    replacingInterpreter = true;
    client.disconnect();
    tabLock.release();
    await store.forgetTexts();
    const prepared = await prepare();
    engine = connectEngine(/** @type {CustomEvent} */ (event).detail, onReply);
    openApp(engine, prepared);
    replacingInterpreter = false;
  });
  globalThis.qinPage = {
    get busy() {
      return goingBack || replacingInterpreter || client.busy;
    },
    engine: (envelope) => engine(envelope),
    act: (action, value) => client.act(action, value),
    ask: (message) => engine({ to: APP, message }),
    open: async () => openApp(engine, await prepare()),
    close: async () => {
      client.disconnect();
      engine({ to: APP, message: { type: "Close" } });
      tabLock.release();
      document.getElementById("failure")?.remove();
      await store.forgetTexts();
    },
  };
  dispatchEvent(new Event("qin:ready"));
  catchErrors();
}

connect();
