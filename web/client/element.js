// <qin-board>: a board of Qin or Khan Tsin in anybody's page. What it shows lives in its shadow root.
import { Facade, inside } from "./facade.js";
import { Engine, HOME } from "./link.js";
import { element } from "./making.js";
import { mirror, OPTIONS, PROPERTIES, takeOver } from "./properties.js";
import { seed } from "./seed.js";
import { shell } from "./shell.js";
import { around, follow, isDark } from "./theme.js";
import { mayWrite } from "./trust.js";

/** @typedef {QinBoard & {theme: string}} Board a board with the property that its frame sets */
/** @typedef {"frame" | "root" | "wait" | "play" | "live" | "probe" | typeof PARTS[number] | typeof ON_TABLE[number]} Part */
/** @typedef {ReturnType<Engine["join"]>} Link */
/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./client.js").Message} Message */

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

/** Whether the reader would rather not load megabytes unasked. */
const thrifty = () =>
  navigator.connection?.saveData ||
  /2g/.test(navigator.connection?.effectiveType ?? "") ||
  matchMedia("(prefers-reduced-data: reduce)").matches;

/** Get a lesson of the author's own; one that can't be had is empty. @param {string} address */
const fetched = (address) =>
  fetch(new URL(address, document.baseURI)).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );

class QinBoard extends HTMLElement {
  static observedAttributes = PROPERTIES;
  // Near means within half a screen, also inside a column that scrolls by itself.
  static #watch = new IntersectionObserver(
    (entries) => entries.forEach((entry) => entry.isIntersecting && /** @type {QinBoard} */ (entry.target).#near()),
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
  #asked = new Map();
  #calls = 0;
  #changed = false;
  #openings = 0;
  #dressed = "";
  #state = "";
  #unfollow = () => {};

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
    this.#parts.status.role = "status";
    this.#parts.status.ariaAtomic = "false";
    this.#parts.live.ariaLive = "polite";
    this.#parts.live.className = this.#parts.grid.className = "hidden";
    this.#parts.probe = element("span", { hidden: true });
    root.append(this.#parts.wait, this.#parts.play, this.#parts.probe);
    this.#shadow = this.attachShadow({ mode: "open" });
    this.#shadow.adoptedStyleSheets = [shell];
    this.#shadow.append(frame);
    this.#parts.squares.dataset.touch = "square";
    this.#parts.grid.dataset.touch = "enter";
    frame.addEventListener("click", () => this.#begin());
    root.addEventListener("pointerleave", () => this.#client?.point(""));
    this.#reveal(false);
  }

  connectedCallback() {
    takeOver(this);
    this.#look();
    this.#unfollow = follow(this, () => this.#look());
    if (this.#engine) return;
    this.#offer();
    QinBoard.#watch.observe(this);
  }

  disconnectedCallback() {
    QinBoard.#watch.unobserve(this);
    this.#unfollow();
    // An element that is only moved keeps its board.
    queueMicrotask(() => !this.isConnected && this.#leave());
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected || !this.#state) return;
    this.#look();
    if (this.#engine && OPTIONS.includes(name)) this.#change();
    if (this.#state !== OFFERED) return;
    this.#offer();
    // What wasn't to start yet may do so now.
    QinBoard.#watch.unobserve(this);
    QinBoard.#watch.observe(this);
  }

  #change() {
    if (this.#changed) return;
    this.#changed = true;
    queueMicrotask(() => this.#reopen());
  }

  /** Take over attributes that have changed, all at once. */
  async #reopen() {
    const client = this.#client;
    const due = this.#changed && client?.connected;
    this.#changed = false;
    if (due) await this.#open((opening) => client.send(opening));
  }

  // For scripts of the page

  /** The position as one line of text, as it stands now. */
  get position() {
    return this.#client?.look.line || this.getAttribute("position") || "";
  }

  /**
   * Show another position, from its beginning; gives the state of the board, or rejects with what is wrong with the line.
   * @param {string} line
   */
  setPosition(line) {
    for (const name of ["record", "lesson", "puzzle"]) this.removeAttribute(name);
    this.setAttribute("position", line);
    if (this.#engine) this.#change();
    return this.state();
  }

  /** Make a move; gives the state, with `refused` if the rules forbid it. @param {string} move */
  play(move) {
    return this.#ask("play", String(move));
  }

  /** Take the last move back; gives the state. */
  undo() {
    return this.#ask("undo");
  }

  /** Give the state: game, position, record, player on turn, legal moves, winners. */
  state() {
    return this.#ask("state");
  }

  // Looks

  get #language() {
    const near = [...around(this)].find((node) => node.hasAttribute("lang"));
    const wanted = [this.getAttribute("language"), near?.getAttribute("lang"), ...(navigator.languages ?? [])];
    return wanted.map((tag) => tag?.toLowerCase().split("-")[0] ?? "").find((tag) => Object.hasOwn(WORDS, tag)) ?? "en";
  }

  /** @param {string} key */
  #say(key) {
    const text = /** @type {string} */ (WORDS[this.#language]?.[key]);
    return text.replaceAll("{host}", HOME.origin);
  }

  #look() {
    const { frame, root, probe } = this.#parts;
    const theme = this.getAttribute("theme")?.trim().toLowerCase();
    root.dataset.theme = theme === "light" || theme === "dark" ? theme : isDark(this, probe) ? "dark" : "light";
    // Pictures take their colours from it.
    frame.style.colorScheme = root.dataset.theme;
    const size = /^\s*(\d+(?:\.\d+)?)\s*(px|r?em|ch|v[wh]|%)?\s*$/.exec(this.getAttribute("size") ?? "");
    if (size) frame.style.setProperty("--qin-size", size[1] + (size[2] ?? "px"));
    else frame.style.removeProperty("--qin-size");
    const dress = JSON.stringify(this.#dress);
    if (!this.#client?.connected || dress === this.#dressed) return;
    this.#dressed = dress;
    // A board that couldn't be shown is tried anew.
    if (this.#parts.play.hidden) this.#change();
    else this.#client.send({ dress: this.#dress });
  }

  get #dress() {
    const coordinates = this.getAttribute("coordinates");
    return { language: this.#language, ...(coordinates === null ? {} : { coordinates }) };
  }

  // Starting

  /** Wait for a touch or a key where there is a picture to look at meanwhile. */
  #offer() {
    const waits = this.#waits;
    this.#state = OFFERED;
    this.#facade.show();
    this.#parts.frame.classList.toggle("waits", waits);
    const words = waits ? [element("button", { type: "button", textContent: this.#say("embed-try") })] : [];
    this.#parts.wait.replaceChildren(...words);
  }

  get #waits() {
    return thrifty() || (this.#facade.given && this.getAttribute("start") !== "visible");
  }

  #near() {
    if (this.#engine || this.#waits || this.#state !== OFFERED) return;
    QinBoard.#watch.unobserve(this);
    this.#begin();
  }

  #begin() {
    if (this.#engine) return;
    if (!mayWrite) {
      this.#failed("trusted-types");
      return;
    }
    const { frame, wait } = this.#parts;
    // A keyboard that has started the board goes on in it, unless it has left in the meantime.
    if (this.#shadow.activeElement) wait.focus({ preventScroll: true });
    this.#state = STARTED;
    this.#engine = Engine.get().join({
      hear: (message) => this.#hear(message),
      waiting: (progress) => this.#waiting(progress),
      failed: (reason, words) => this.#failed(reason, words),
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
        Emit: (type, detail) => this.#tell(type, detail),
        Answer: (number, value, error) => this.#answered(number, value, error),
      },
      (error) => console.error(error),
    ));
    this.#changed = false;
    await this.#open((opening) => client.connect((message) => engine.send(message), opening));
  }

  /** @param {(opening: Message) => void} send */
  async #open(send) {
    const number = ++this.#openings;
    this.#dressed = JSON.stringify(this.#dress);
    /** @type {Record<string, string>} */
    const options = { ...this.#dress, home: HOME.href };
    for (const name of OPTIONS) if (this.hasAttribute(name)) options[name] = this.getAttribute(name) ?? "";
    const { lesson = "" } = options;
    const own = inside(this);
    if (own) options["lesson-text"] = own;
    else if (/[./]/.test(lesson)) options["lesson-text"] = await fetched(lesson);
    if (number !== this.#openings) return;
    send({ app: "board", open: options, seed: seed() });
  }

  #leave() {
    if (!this.#engine) return;
    this.#engine.leave();
    this.#forget();
  }

  #forget(why = "The board is gone.") {
    this.#engine = null;
    this.#changed = false;
    this.#openings += 1;
    this.#client?.disconnect();
    if (this.#client) this.#client.look = {};
    this.#reveal(false);
    for (const { reject } of this.#asked.values()) reject(new Error(why));
    this.#asked.clear();
  }

  /** Show the live board, or what stands in its place. @param {boolean} live */
  #reveal(live) {
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

  /** Say what is missing, and let people try again. @param {string} reason @param {string} [words] */
  #failed(reason, words = "") {
    const told = WORDS.en?.[`embed-${reason}`] ? this.#say(`embed-${reason}`) : words || this.#say("boot-failed");
    this.#forget(told);
    this.#state = FAILED;
    const again = element("button", { type: "button", textContent: this.#say("boot-retry") });
    this.#parts.wait.replaceChildren(element("p", { textContent: told }), again);
    this.#tell("qin-error", { reason, words: told, faults: [] });
  }

  // What the engine says

  /** @param {string} type @param {unknown} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /** @param {string} call @param {string} [value] @returns {Promise<any>} */
  #ask(call, value = "") {
    this.#begin();
    if (!this.#engine) return Promise.reject(new Error(this.#parts.wait.textContent));
    const number = ++this.#calls;
    const engine = this.#engine;
    this.#connected
      .then(() => this.#reopen())
      .then(() => {
        if (engine === this.#engine) this.#client?.send({ call, value, number });
      });
    return new Promise((resolve, reject) => this.#asked.set(number, { resolve, reject }));
  }

  /** @param {number} number @param {unknown} value @param {string} error */
  #answered(number, value, error) {
    const { resolve, reject } = this.#asked.get(number) ?? {};
    this.#asked.delete(number);
    if (error) reject?.(new Error(error));
    else resolve?.(value);
  }

  /** @param {import("./client.js").Answer} answer */
  #hear(answer) {
    // Nothing is answered but what the client has sent.
    const client = /** @type {Client} */ (this.#client);
    const { look, parts = {} } = answer;
    if (look?.faults) this.#complain(look.faults);
    else if (look && this.#parts.play.hidden) this.#show();
    client.hear(answer);
    if ("grid" in parts && this.#shadow.activeElement === this.#parts.wait) {
      client.screen.walk(client.screen.cell, false);
    }
  }

  #show() {
    const style = /** @type {CSSStyleSheet} */ (this.#engine?.style());
    this.#shadow.adoptedStyleSheets = [shell, style];
    this.#parts.wait.replaceChildren();
    this.#reveal(true);
  }

  /** Say what is wrong; the picture stays. @param {string[]} faults */
  #complain(faults) {
    this.#reveal(false);
    this.#facade.show();
    // Nothing will come to a place that was kept free.
    this.#facade.picture.hidden = !this.#facade.drawn;
    this.#parts.frame.style.setProperty("--below", "0");
    const [title, ...list] = faults;
    const items = list.map((fault) => element("li", { textContent: fault }));
    this.#parts.wait.replaceChildren(element("p", { textContent: title }), element("ul", {}, ...items));
  }
}

mirror(QinBoard.prototype);
if (!customElements.get("qin-board")) customElements.define("qin-board", QinBoard);
