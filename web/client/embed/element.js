// <qin-board>: a board in any page. Its content is in its shadow root.
/** @import { Client } from "../client.js" */
/** @import { Call, OpenBoard, Reply } from "../protocol.js" */
import { Facade, authorsLesson } from "./facade.js";
import { Engine, HOME, mayWriteHtml } from "./engine_frame.js";
import { element } from "../dom/elements.js";
import { mirrorAttributes, OPTIONS, PROPERTIES, adoptProperties } from "./properties.js";
import { randomSeed } from "../engine.js";
import { shell } from "./shell.js";
import { selfAndAncestors, watchBackground, isDark } from "./theme.js";

/** @typedef {QinBoard & {theme: string}} Board a board with the property that embed.html sets */
/** @typedef {"frame" | "root" | "wait" | "play" | "live" | "probe" | typeof PARTS[number] | typeof TABLE_PARTS[number]} Part */

const WORDS = __WORDS__;
/** The parts of a live board, which the engine fills, from top to bottom. */
const PARTS = /** @type {const} */ ([
  "task",
  "players",
  "table",
  "status",
  "thinking",
  "hand",
  "tools",
  "hints",
  "replay",
]);
const TABLE_PARTS = /** @type {const} */ (["board", "squares", "grid", "cover"]);

/** Whether the user wants to save data, or has a slow connection. */
const savesData = () =>
  navigator.connection?.saveData ||
  /2g/.test(navigator.connection?.effectiveType ?? "") ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/** Fetch a lesson file of the page's author; empty if that fails. @param {string} address */
async function fetchLesson(address) {
  try {
    const response = await fetch(new URL(address, document.baseURI));
    return response.ok ? await response.text() : "";
  } catch {
    return "";
  }
}

class QinBoard extends HTMLElement {
  static observedAttributes = PROPERTIES;
  /** Watches for boards within half a screen of the visible part, also in columns that scroll by themselves. */
  static #observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) /** @type {QinBoard} */ (target).#onNear();
    },
    { rootMargin: "50%", scrollMargin: "50%" },
  );

  /** @type {ReturnType<Engine["join"]> | null} */
  #engine = null;
  /** @type {Client | null} */
  #client = null;
  #connected = Promise.resolve();
  #facade;
  #shadow;
  #parts = /** @type {Record<Part, HTMLElement>} */ ({});
  /** @type {Map<number, {resolve: (state: any) => void, reject: (error: Error) => void}>} */
  #calls = new Map();
  #callCount = 0;
  /** Whether an attribute has changed that affects the game. */
  #mustReopen = false;
  /** Counts requests to open the board; only the latest is sent. */
  #openCount = 0;
  /** The display options that the engine has, as JSON. */
  #sentOptions = "";
  /** @type {"new" | "offered" | "started" | "failed"} */
  #state = "new";
  #stopWatching = () => {};

  constructor() {
    super();
    this.#createParts();
    const { frame, root } = this.#parts;
    this.#facade = new Facade(this, frame);
    frame.append(root);
    this.#shadow = this.attachShadow({ mode: "open" });
    this.#shadow.adoptedStyleSheets = [shell];
    this.#shadow.append(frame);
    frame.addEventListener("click", () => this.#start());
    root.addEventListener("pointerleave", () => this.#client?.point(""));
    this.#showLive(false);
  }

  /** Create the elements of the shadow root. */
  #createParts() {
    const parts = this.#parts;
    const create = (/** @type {Part} */ name) =>
      (parts[name] = element(name === "status" || name === "task" ? "p" : "div", { id: name, part: name }));
    parts.frame = element("div", { className: "frame" });
    parts.root = element("div", { className: "qin-root" });
    parts.probe = element("span", { hidden: true });
    parts.root.append(create("wait"), create("play"), parts.probe);
    parts.play.append(...PARTS.map(create), create("live"));
    parts.table.append(...TABLE_PARTS.map(create));
    parts.wait.tabIndex = -1;
    parts.status.setAttribute("role", "status");
    parts.status.setAttribute("aria-atomic", "false");
    parts.live.setAttribute("aria-live", "polite");
    parts.live.className = parts.grid.className = "hidden";
    parts.squares.dataset.clickAction = "square";
    parts.grid.dataset.clickAction = "enter";
  }

  connectedCallback() {
    adoptProperties(this);
    this.#updateDisplay();
    this.#stopWatching = watchBackground(this, () => this.#updateDisplay());
    if (this.#engine) return;
    this.#offer();
    QinBoard.#observer.observe(this);
  }

  disconnectedCallback() {
    QinBoard.#observer.unobserve(this);
    this.#stopWatching();
    // An element that is only moved keeps its board.
    queueMicrotask(() => !this.isConnected && this.#leave());
  }

  /** @param {string} name @param {string | null} previous @param {string | null} value */
  attributeChangedCallback(name, previous, value) {
    if (previous === value || !this.isConnected || this.#state === "new") return;
    this.#updateDisplay();
    if (this.#engine && OPTIONS.includes(name)) this.#scheduleReopen();
    if (this.#state !== "offered") return;
    this.#offer();
    // The change may allow the board to start: let the observer report it again.
    QinBoard.#observer.unobserve(this);
    QinBoard.#observer.observe(this);
  }

  #scheduleReopen() {
    if (this.#mustReopen) return;
    this.#mustReopen = true;
    queueMicrotask(() => this.#reopen());
  }

  /** Apply changed attributes, all at once. */
  async #reopen() {
    const client = this.#client;
    const reopens = this.#mustReopen && client?.connected;
    this.#mustReopen = false;
    if (reopens) await this.#open((request) => client.reopen(request));
  }

  // Methods for scripts of the page

  /** The current position as one line of text. */
  get position() {
    return this.#client?.appearance.position || this.getAttribute("position") || "";
  }

  /**
   * Show another position; resolves to the state of the board, or rejects with the problems of the line.
   * @param {string} line
   */
  setPosition(line) {
    for (const name of ["record", "lesson", "puzzle"]) this.removeAttribute(name);
    this.setAttribute("position", line);
    if (this.#engine) this.#scheduleReopen();
    return this.state();
  }

  /** Make a move; resolves to the state, with `refused` if the rules forbid it. @param {string} move */
  play(move) {
    return this.#call("play", String(move));
  }

  /** Undo the last move; resolves to the state. */
  undo() {
    return this.#call("undo");
  }

  /** Resolve to the state: game, position, record, player on turn, legal moves, winners. */
  state() {
    return this.#call("state");
  }

  // Display

  get #language() {
    const ancestor = [...selfAndAncestors(this)].find((node) => node.hasAttribute("lang"));
    const tags = [this.getAttribute("language"), ancestor?.getAttribute("lang"), ...(navigator.languages ?? [])];
    const languages = tags.map((tag) => tag?.toLowerCase().split("-")[0] ?? "");
    return languages.find((language) => Object.hasOwn(WORDS, language)) ?? "en";
  }

  /** @param {string} key */
  #say(key) {
    const text = /** @type {string} */ (WORDS[this.#language]?.[key]);
    return text.replaceAll("{host}", HOME.origin);
  }

  /** Apply what only changes the display: theme, size, language, coordinates. */
  #updateDisplay() {
    const { frame, root, probe } = this.#parts;
    const theme = this.getAttribute("theme")?.trim().toLowerCase();
    root.dataset.theme = theme === "light" || theme === "dark" ? theme : isDark(this, probe) ? "dark" : "light";
    // Pictures choose their colours by the colour scheme.
    frame.style.colorScheme = root.dataset.theme;
    const [, size, unit = "px"] =
      /^\s*(\d+(?:\.\d+)?)\s*(px|r?em|ch|v[wh]|%)?\s*$/.exec(this.getAttribute("size") ?? "") ?? [];
    if (size) frame.style.setProperty("--qin-size", size + unit);
    else frame.style.removeProperty("--qin-size");
    const options = JSON.stringify(this.#displayOptions);
    if (!this.#client?.connected || options === this.#sentOptions) return;
    this.#sentOptions = options;
    // A board with problems is opened again, which translates them.
    if (this.#parts.play.hidden) this.#scheduleReopen();
    else this.#client.send({ type: "OptionsChanged", attributes: this.#displayOptions });
  }

  get #displayOptions() {
    const coordinates = this.getAttribute("coordinates");
    return { language: this.#language, ...(coordinates === null ? {} : { coordinates }) };
  }

  // Starting

  /** Show the picture, and a button if the board waits for a click. */
  #offer() {
    const waits = this.#waitsForClick;
    this.#state = "offered";
    this.#facade.show();
    this.#parts.frame.classList.toggle("waits", waits);
    const button = element("button", { type: "button", textContent: this.#say("embed-try") });
    this.#parts.wait.replaceChildren(...(waits ? [button] : []));
  }

  get #waitsForClick() {
    return savesData() || (this.#facade.hasAuthorContent && this.getAttribute("start") !== "visible");
  }

  #onNear() {
    if (this.#engine || this.#waitsForClick || this.#state !== "offered") return;
    QinBoard.#observer.unobserve(this);
    this.#start();
  }

  /** Join the engine, and show how its download proceeds. */
  #start() {
    if (this.#engine) return;
    if (!mayWriteHtml) {
      this.#fail("trusted-types");
      return;
    }
    const { frame, wait } = this.#parts;
    // A keyboard user who started the board keeps the focus in it.
    if (this.#shadow.activeElement) wait.focus({ preventScroll: true });
    this.#state = "started";
    this.#engine = Engine.get().join({
      onReply: (reply) => this.#handleReply(reply),
      onProgress: (progress) => this.#showProgress(progress),
      onFailure: (reason, words) => this.#fail(reason, words),
    });
    frame.classList.remove("waits");
    wait.replaceChildren();
    this.#showProgress(0);
    this.#connected = this.#connect(this.#engine);
  }

  /** Create the client once its script is loaded, and open the board. @param {ReturnType<Engine["join"]>} engine */
  async #connect(engine) {
    const Client = await engine.client;
    if (engine !== this.#engine) return;
    const client = (this.#client ??= new Client(
      this.#shadow,
      this.#parts.root,
      {
        DispatchEvent: (type, detail) => this.#dispatch(type, detail),
        AnswerCall: (number, value, error) => this.#settleCall(number, value, error),
      },
      (error) => console.error(error),
    ));
    this.#mustReopen = false;
    await this.#open((request) => client.connect((message) => engine.send(message), request));
  }

  /** Send the attributes as a request; a lesson may have to be fetched first. @param {(request: OpenBoard) => void} send */
  async #open(send) {
    const number = ++this.#openCount;
    this.#sentOptions = JSON.stringify(this.#displayOptions);
    /** @type {Record<string, string>} */
    const options = { ...this.#displayOptions, home: HOME.href };
    for (const name of OPTIONS) if (this.hasAttribute(name)) options[name] = this.getAttribute(name) ?? "";
    const { lesson = "" } = options;
    const lessonText = authorsLesson(this);
    const isAddress = /[./]/.test(lesson);
    if (lessonText) options["lesson-text"] = lessonText;
    else if (isAddress) options["lesson-text"] = await fetchLesson(lesson);
    if (number !== this.#openCount) return;
    send({ type: "OpenBoard", attributes: options, seed: randomSeed() });
  }

  #leave() {
    if (!this.#engine) return;
    this.#engine.leave();
    this.#reset();
  }

  #reset(reason = "The board is gone.") {
    this.#engine = null;
    this.#mustReopen = false;
    this.#openCount += 1;
    this.#client?.disconnect();
    if (this.#client) this.#client.appearance = {};
    this.#showLive(false);
    for (const { reject } of this.#calls.values()) reject(new Error(reason));
    this.#calls.clear();
  }

  /** Show the live board or the facade. @param {boolean} live */
  #showLive(live) {
    this.#parts.play.hidden = !live;
    this.#facade.picture.hidden = live;
    this.#parts.frame.classList.toggle("idle", !live);
  }

  /** @param {number} progress */
  #showProgress(progress) {
    const { wait, play } = this.#parts;
    if (!play.hidden) return;
    const bar = wait.querySelector("progress");
    if (bar) bar.value = progress;
    else
      wait.replaceChildren(
        this.#say("boot-loading"),
        element("progress", { max: 1, value: progress, ariaLabel: this.#say("boot-loading") }),
      );
  }

  /** Explain why the board doesn't start, and offer to try again. @param {string} reason @param {string} [words] */
  #fail(reason, words = "") {
    const text = WORDS.en?.[`embed-${reason}`] ? this.#say(`embed-${reason}`) : words || this.#say("boot-failed");
    this.#reset(text);
    this.#state = "failed";
    const retry = element("button", { type: "button", textContent: this.#say("boot-retry") });
    this.#parts.wait.replaceChildren(element("p", { textContent: text }), retry);
    this.#dispatch("qin-error", { reason, words: text, faults: [] });
  }

  // Replies of the engine

  /** @param {string} type @param {unknown} detail */
  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /** Let the engine run a method of the element, which starts the board. @param {Call["method"]} method @param {string} [value] @returns {Promise<any>} */
  #call(method, value = "") {
    this.#start();
    if (!this.#engine) return Promise.reject(new Error(this.#parts.wait.textContent));
    const number = ++this.#callCount;
    const engine = this.#engine;
    this.#connected
      .then(() => this.#reopen())
      .then(() => {
        if (engine === this.#engine) this.#client?.send({ type: "Call", number, method, value });
      });
    return new Promise((resolve, reject) => this.#calls.set(number, { resolve, reject }));
  }

  /** @param {number} number @param {unknown} value @param {string} error */
  #settleCall(number, value, error) {
    const { resolve, reject } = this.#calls.get(number) ?? {};
    this.#calls.delete(number);
    if (error) reject?.(new Error(error));
    else resolve?.(value);
  }

  /** Show a reply, and switch between picture, board and problems. @param {Reply} reply */
  #handleReply(reply) {
    // The engine only sends replies once there is a client.
    const client = /** @type {Client} */ (this.#client);
    const { appearance, parts = {} } = reply;
    if (appearance?.problems) this.#showProblems(appearance.problems);
    else if (appearance && this.#parts.play.hidden) this.#showBoard();
    client.handleReply(reply);
    if ("grid" in parts && this.#shadow.activeElement === this.#parts.wait) {
      client.screen.focusBoard(false);
    }
  }

  #showBoard() {
    const style = /** @type {CSSStyleSheet} */ (this.#engine?.style());
    this.#shadow.adoptedStyleSheets = [shell, style];
    this.#parts.wait.replaceChildren();
    this.#showLive(true);
  }

  /** List the problems of the attributes beside the picture. @param {string[]} problems */
  #showProblems(problems) {
    this.#showLive(false);
    this.#facade.show();
    // Without a picture, reserve no space for one.
    this.#facade.picture.hidden = !this.#facade.hasPicture;
    this.#parts.frame.style.setProperty("--below", "0");
    const [title, ...list] = problems;
    const items = list.map((problem) => element("li", { textContent: problem }));
    this.#parts.wait.replaceChildren(element("p", { textContent: title }), element("ul", {}, ...items));
  }
}

mirrorAttributes(QinBoard.prototype);
if (!customElements.get("qin-board")) customElements.define("qin-board", QinBoard);
