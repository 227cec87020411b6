// <qin-board>: a board in any page. Its content is in its shadow root.
import { Facade, authorsLesson } from "./facade.js";
import { Engine, HOME } from "./engine_frame.js";
import { element } from "../dom/elements.js";
import { mirror, OPTIONS, PROPERTIES, adoptProperties } from "./properties.js";
import { randomSeed } from "../engine.js";
import { shell } from "./shell.js";
import { ancestors, watchBackground, isDark } from "./theme.js";
import { mayWrite } from "./engine_frame.js";

/** @typedef {QinBoard & {theme: string}} Board a board with the property that its frame sets */
/** @typedef {"frame" | "root" | "wait" | "play" | "live" | "probe" | typeof PARTS[number] | typeof ON_TABLE[number]} Part */
/** @typedef {ReturnType<Engine["join"]>} Link */
/** @typedef {import("../client.js").Client} Client */

const WORDS = __WORDS__;
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
const OFFERED = "offered";
const STARTED = "started";
const FAILED = "failed";
const ON_TABLE = /** @type {const} */ (["board", "squares", "grid", "cover"]);

/** Whether the reader saves data. */
const savesData = () =>
  navigator.connection?.saveData ||
  /2g/.test(navigator.connection?.effectiveType ?? "") ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/** Fetch an author's own lesson; empty if that fails. @param {string} address */
const fetchLesson = (address) =>
  fetch(new URL(address, document.baseURI)).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );

class QinBoard extends HTMLElement {
  static observedAttributes = PROPERTIES;
  // Near means within half a screen, also inside a column that scrolls by itself.
  static #watch = new IntersectionObserver(
    (entries) => entries.forEach((entry) => entry.isIntersecting && /** @type {QinBoard} */ (entry.target).#onNear()),
    { rootMargin: "50%", scrollMargin: "50%" },
  );

  /** @type {Link | null} */
  #engine = null;
  /** @type {Client | null} */
  #client = null;
  #connected = Promise.resolve();
  #facade;
  #shadow;
  #parts = /** @type {Record<Part, HTMLElement>} */ ({});
  /** @type {Map<number, {resolve: (state: any) => void, reject: (error: Error) => void}>} */
  #pending = new Map();
  #calls = 0;
  #changed = false;
  #openings = 0;
  #sentOptions = "";
  #state = "";
  #stopWatching = () => {};

  constructor() {
    super();
    const part = (/** @type {Part} */ name) =>
      (this.#parts[name] = element(name === "status" || name === "task" ? "p" : "div", { id: name, part: name }));
    const frame = (this.#parts.frame = element("div", { className: "frame" }));
    const root = (this.#parts.root = element("div", { className: "qin-root" }));
    this.#facade = new Facade(this, frame);
    frame.append(root);
    part("wait").tabIndex = -1;
    part("play").hidden = true;
    this.#parts.play.append(...PARTS.map(part), part("live"));
    this.#parts.table.append(...ON_TABLE.map(part));
    this.#parts.status.setAttribute("role", "status");
    this.#parts.status.setAttribute("aria-atomic", "false");
    this.#parts.live.setAttribute("aria-live", "polite");
    this.#parts.live.className = this.#parts.grid.className = "hidden";
    this.#parts.probe = element("span", { hidden: true });
    root.append(this.#parts.wait, this.#parts.play, this.#parts.probe);
    this.#shadow = this.attachShadow({ mode: "open" });
    this.#shadow.adoptedStyleSheets = [shell];
    this.#shadow.append(frame);
    this.#parts.squares.dataset.clickAction = "square";
    this.#parts.grid.dataset.clickAction = "enter";
    frame.addEventListener("click", () => this.#start());
    root.addEventListener("pointerleave", () => this.#client?.point(""));
    this.#showLive(false);
  }

  connectedCallback() {
    adoptProperties(this);
    this.#updateDisplay();
    this.#stopWatching = watchBackground(this, () => this.#updateDisplay());
    if (this.#engine) return;
    this.#offer();
    QinBoard.#watch.observe(this);
  }

  disconnectedCallback() {
    QinBoard.#watch.unobserve(this);
    this.#stopWatching();
    // An element that is only moved keeps its board.
    queueMicrotask(() => !this.isConnected && this.#leave());
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected || !this.#state) return;
    this.#updateDisplay();
    if (this.#engine && OPTIONS.includes(name)) this.#change();
    if (this.#state !== OFFERED) return;
    this.#offer();
    // The change may let it start.
    QinBoard.#watch.unobserve(this);
    QinBoard.#watch.observe(this);
  }

  #change() {
    if (this.#changed) return;
    this.#changed = true;
    queueMicrotask(() => this.#reopen());
  }

  /** Apply changed attributes, all at once. */
  async #reopen() {
    const client = this.#client;
    const due = this.#changed && client?.connected;
    this.#changed = false;
    if (due) await this.#open((opening) => client.reopen(opening));
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
    if (this.#engine) this.#change();
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
    const near = [...ancestors(this)].find((node) => node.hasAttribute("lang"));
    const wanted = [this.getAttribute("language"), near?.getAttribute("lang"), ...(navigator.languages ?? [])];
    return wanted.map((tag) => tag?.toLowerCase().split("-")[0] ?? "").find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
  }

  /** @param {string} key */
  #say(key) {
    const text = /** @type {string} */ (WORDS[this.#language]?.[key]);
    return text.replaceAll("{host}", HOME.origin);
  }

  #updateDisplay() {
    const { frame, root, probe } = this.#parts;
    const theme = this.getAttribute("theme")?.trim().toLowerCase();
    root.dataset.theme = theme === "light" || theme === "dark" ? theme : isDark(this, probe) ? "dark" : "light";
    // Pictures take their colours from the colour scheme.
    frame.style.colorScheme = root.dataset.theme;
    const size = /^\s*(\d+(?:\.\d+)?)\s*(px|r?em|ch|v[wh]|%)?\s*$/.exec(this.getAttribute("size") ?? "");
    if (size) frame.style.setProperty("--qin-size", size[1] + (size[2] ?? "px"));
    else frame.style.removeProperty("--qin-size");
    const options = JSON.stringify(this.#displayOptions);
    if (!this.#client?.connected || options === this.#sentOptions) return;
    this.#sentOptions = options;
    // A board that couldn't be shown is opened again.
    if (this.#parts.play.hidden) this.#change();
    else this.#client.send({ type: "OptionsChanged", attributes: this.#displayOptions });
  }

  get #displayOptions() {
    const coordinates = this.getAttribute("coordinates");
    return { language: this.#language, ...(coordinates === null ? {} : { coordinates }) };
  }

  // Starting

  /** Offer to start: where the author gave a picture, wait for a click. */
  #offer() {
    const waits = this.#waits;
    this.#state = OFFERED;
    this.#facade.show();
    this.#parts.frame.classList.toggle("waits", waits);
    const words = waits ? [element("button", { type: "button", textContent: this.#say("embed-try") })] : [];
    this.#parts.wait.replaceChildren(...words);
  }

  get #waits() {
    return savesData() || (this.#facade.given && this.getAttribute("start") !== "visible");
  }

  #onNear() {
    if (this.#engine || this.#waits || this.#state !== OFFERED) return;
    QinBoard.#watch.unobserve(this);
    this.#start();
  }

  #start() {
    if (this.#engine) return;
    if (!mayWrite) {
      this.#fail("trusted-types");
      return;
    }
    const { frame, wait } = this.#parts;
    // A keyboard user who started the board keeps the focus in it.
    if (this.#shadow.activeElement) wait.focus({ preventScroll: true });
    this.#state = STARTED;
    this.#engine = Engine.get().join({
      onReply: (message) => this.#handleReply(message),
      onProgress: (progress) => this.#waiting(progress),
      onFailure: (reason, words) => this.#fail(reason, words),
    });
    frame.classList.remove("waits");
    wait.replaceChildren();
    this.#waiting(0);
    this.#connected = this.#connect(this.#engine);
  }

  /** @param {Link} engine */
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
    this.#changed = false;
    await this.#open((opening) => client.connect((message) => engine.send(message), opening));
  }

  /** @param {(opening: import("../protocol.js").OpenBoard) => void} send */
  async #open(send) {
    const number = ++this.#openings;
    this.#sentOptions = JSON.stringify(this.#displayOptions);
    /** @type {Record<string, string>} */
    const options = { ...this.#displayOptions, home: HOME.href };
    for (const name of OPTIONS) if (this.hasAttribute(name)) options[name] = this.getAttribute(name) ?? "";
    const { lesson = "" } = options;
    const own = authorsLesson(this);
    if (own) options["lesson-text"] = own;
    else if (/[./]/.test(lesson)) options["lesson-text"] = await fetchLesson(lesson);
    if (number !== this.#openings) return;
    send({ type: "OpenBoard", attributes: options, seed: randomSeed() });
  }

  #leave() {
    if (!this.#engine) return;
    this.#engine.leave();
    this.#reset();
  }

  #reset(why = "The board is gone.") {
    this.#engine = null;
    this.#changed = false;
    this.#openings += 1;
    this.#client?.disconnect();
    if (this.#client) this.#client.appearance = {};
    this.#showLive(false);
    for (const { reject } of this.#pending.values()) reject(new Error(why));
    this.#pending.clear();
  }

  /** Show the live board, or its facade. @param {boolean} live */
  #showLive(live) {
    this.#parts.play.hidden = !live;
    this.#facade.picture.hidden = live;
    this.#parts.frame.classList.toggle("idle", !live);
  }

  /** @param {number} progress */
  #waiting(progress) {
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
    this.#state = FAILED;
    const again = element("button", { type: "button", textContent: this.#say("boot-retry") });
    this.#parts.wait.replaceChildren(element("p", { textContent: text }), again);
    this.#dispatch("qin-error", { reason, words: text, faults: [] });
  }

  // Replies of the engine

  /** @param {string} type @param {unknown} detail */
  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /** @param {import("../protocol.js").Call["method"]} method @param {string} [value] @returns {Promise<any>} */
  #call(method, value = "") {
    this.#start();
    if (!this.#engine) return Promise.reject(new Error(this.#parts.wait.textContent));
    const number = ++this.#calls;
    const engine = this.#engine;
    this.#connected
      .then(() => this.#reopen())
      .then(() => {
        if (engine === this.#engine) this.#client?.send({ type: "Call", number, method, value });
      });
    return new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }));
  }

  /** @param {number} number @param {unknown} value @param {string} error */
  #settleCall(number, value, error) {
    const { resolve, reject } = this.#pending.get(number) ?? {};
    this.#pending.delete(number);
    if (error) reject?.(new Error(error));
    else resolve?.(value);
  }

  /** @param {import("../protocol.js").Reply} answer */
  #handleReply(answer) {
    // The engine only replies to what the client has sent.
    const client = /** @type {Client} */ (this.#client);
    const { appearance, parts = {} } = answer;
    if (appearance?.problems) this.#showProblems(appearance.problems);
    else if (appearance && this.#parts.play.hidden) this.#show();
    client.handleReply(answer);
    if ("grid" in parts && this.#shadow.activeElement === this.#parts.wait) {
      client.screen.focusBoard(false);
    }
  }

  #show() {
    const style = /** @type {CSSStyleSheet} */ (this.#engine?.style());
    this.#shadow.adoptedStyleSheets = [shell, style];
    this.#parts.wait.replaceChildren();
    this.#showLive(true);
  }

  /** List the problems of the attributes; the picture stays. @param {string[]} problems */
  #showProblems(problems) {
    this.#showLive(false);
    this.#facade.show();
    // Without a picture, reserve no space for one.
    this.#facade.picture.hidden = !this.#facade.drawn;
    this.#parts.frame.style.setProperty("--below", "0");
    const [title, ...list] = problems;
    const items = list.map((fault) => element("li", { textContent: fault }));
    this.#parts.wait.replaceChildren(element("p", { textContent: title }), element("ul", {}, ...items));
  }
}

mirror(QinBoard.prototype);
if (!customElements.get("qin-board")) customElements.define("qin-board", QinBoard);
