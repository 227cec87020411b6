// <qin-board>: a board of Qin or Khan Tsin in anybody's page. What it shows lives in its shadow root.
import { Client } from "./client.js";
import { Engine } from "./link.js";
import { element, sheet } from "./making.js";
import { mayWrite } from "./patch.js";
import { seed } from "./seed.js";
import { DARK, isDark } from "./theme.js";

const WORDS = __WORDS__;
/** @typedef {"root" | "slot" | "wait" | "play" | "live" | typeof PARTS[number] | typeof ON_TABLE[number]} Part */
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
const ON_TABLE = /** @type {const} */ (["board", "squares", "grid", "cover"]);
const OPTIONS = ["game", "position", "record", "lesson", "puzzle", "players", "move", "level", "coordinates"];
const LOOKS = ["language", "theme", "size", "start"];
const SHELL = `
:host { display: block; max-width: 100%; }
:host([hidden]) { display: none; }
:host([fit]) .qin-root, :host([fit]) #play { height: 100%; }
.qin-root { all: initial; display: block; position: relative; direction: ltr; }
.waits { cursor: pointer; }
[hidden] { display: none !important; }
#wait { font: 16px/1.4 system-ui, sans-serif; color: CanvasText; padding: 8px 0; }
#wait:empty { display: none; }
.empty #wait { display: grid; place-content: center; gap: 8px; aspect-ratio: 1; max-width: 34em; margin: auto; text-align: center; }
#wait button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 0 16px; border: 0; border-radius: 10px; cursor: pointer;
  background: var(--qin-accent, #a83228); color: var(--qin-on-accent, #fff);
}
#wait progress { display: block; width: 10em; margin: auto; }
@media print { #wait { display: none !important; } }`;

const shell = sheet(SHELL);

export class QinBoard extends HTMLElement {
  static observedAttributes = [...OPTIONS, ...LOOKS];
  // Near means within half a screen, also inside a column that scrolls by itself.
  static #watch = new IntersectionObserver(
    (entries) => entries.forEach((entry) => entry.isIntersecting && /** @type {QinBoard} */ (entry.target).#near()),
    { rootMargin: "50%", scrollMargin: "50%" },
  );

  /** @type {ReturnType<Engine["join"]> | null} */
  #engine = null;
  #client;
  #parts = /** @type {Record<Part, HTMLElement>} */ ({});
  /** @type {Map<number, {resolve: (state: any) => void, reject: (error: Error) => void}>} */
  #asked = new Map();
  #calls = 0;
  #changed = false;
  #focus = false;
  #relook = () => this.#look();

  constructor() {
    super();
    const part = (/** @type {Part} */ name) =>
      (this.#parts[name] = element(name === "status" || name === "task" ? "p" : "div", { id: name }));
    const root = element("div", { className: "qin-root" });
    this.#parts.root = root;
    part("wait");
    part("play").hidden = true;
    this.#parts.play.append(...PARTS.map(part), part("live"));
    this.#parts.table.append(...ON_TABLE.map(part));
    this.#parts.status.role = "status";
    this.#parts.status.ariaAtomic = "false";
    this.#parts.live.ariaLive = "polite";
    this.#parts.live.className = this.#parts.grid.className = "hidden";
    this.#parts.slot = element("slot");
    root.append(this.#parts.slot, this.#parts.wait, this.#parts.play);
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [shell];
    shadow.append(root);
    this.#parts.squares.dataset.touch = "square";
    this.#parts.grid.dataset.touch = "enter";
    this.#client = new Client(
      shadow,
      root,
      {
        Emit: (type, detail) => this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail })),
        Answer: (number, value, error) => this.#answered(number, value, error),
      },
      (error) => console.error(error),
    );
    root.addEventListener("click", () => this.#begin());
    root.addEventListener("focusin", (/** @type {FocusEvent} */ { target }) => {
      if (this.#engine) return;
      this.#focus = /** @type {Element} */ (target).matches(":focus-visible");
      this.#begin();
    });
    root.addEventListener("pointerleave", () => this.#client.point(""));
  }

  connectedCallback() {
    this.#look();
    DARK.addEventListener("change", this.#relook);
    if (this.#engine) return;
    this.#offer();
    QinBoard.#watch.observe(this);
  }

  disconnectedCallback() {
    QinBoard.#watch.unobserve(this);
    DARK.removeEventListener("change", this.#relook);
    // An element that is only moved keeps its board.
    queueMicrotask(() => !this.isConnected && this.#leave());
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected) return;
    if (LOOKS.includes(name)) this.#look();
    if (name === "start" && !this.#engine) QinBoard.#watch.observe(this);
    if (!this.#engine || this.#changed || !(OPTIONS.includes(name) || name === "language")) return;
    this.#changed = true;
    queueMicrotask(() => this.#reopen());
  }

  /** Take over attributes that have changed, all at once. */
  #reopen() {
    if (this.#changed && this.#engine) this.#client.send(this.#opening);
    this.#changed = false;
  }

  // For scripts of the page

  /** The position as one line of text. */
  get position() {
    return this.#client.look.line || this.getAttribute("position") || "";
  }

  set position(line) {
    this.setPosition(line);
  }

  /** Show another position; gives the state of the board, or rejects with what is wrong. @param {string} line */
  setPosition(line) {
    for (const name of ["record", "lesson", "puzzle"]) this.removeAttribute(name);
    this.setAttribute("position", line);
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

  // Starting

  get #language() {
    const around = this.closest("[lang]")?.getAttribute("lang");
    const wanted = [this.getAttribute("language"), around, ...(navigator.languages ?? [])];
    return wanted.map((tag) => tag?.toLowerCase().split("-")[0] ?? "").find((tag) => tag in WORDS) ?? "en";
  }

  get #pictured() {
    return [...this.childNodes].some((node) => node instanceof Element || (node instanceof Text && node.data.trim()));
  }

  /** @param {string} key */
  #say(key) {
    return WORDS[this.#language]?.[key] ?? "";
  }

  #look() {
    const { root } = this.#parts;
    const theme = this.getAttribute("theme");
    root.dataset.theme = theme === "light" || theme === "dark" ? theme : isDark(this) ? "dark" : "light";
    const size = /^\s*(\d+(?:\.\d+)?)\s*(px|r?em|ch|v[wh]|%)?\s*$/.exec(this.getAttribute("size") ?? "");
    if (size) root.style.setProperty("--qin-size", size[1] + (size[2] ?? "px"));
    else root.style.removeProperty("--qin-size");
  }

  /** Wait for a touch or a key where there is a picture to look at meanwhile. */
  #offer() {
    const { root, wait } = this.#parts;
    root.classList.toggle("empty", !this.#pictured);
    root.classList.toggle("waits", this.#pictured);
    const words = this.#pictured ? [element("button", { type: "button", textContent: this.#say("embed-try") })] : [];
    wait.replaceChildren(...words);
  }

  #near() {
    if (this.#pictured && this.getAttribute("start") !== "visible") return;
    QinBoard.#watch.unobserve(this);
    this.#begin();
  }

  #begin() {
    if (this.#engine) return;
    if (!mayWrite) return this.#failed();
    const engine = Engine.get().join({
      hear: (message) => this.#hear(message),
      waiting: (progress) => this.#waiting(progress),
      failed: (reason) => this.#failed(reason),
    });
    this.#engine = engine;
    this.#parts.root.classList.remove("waits");
    this.#waiting(0);
    this.#client.connect(engine.send, this.#opening);
  }

  get #opening() {
    const given = OPTIONS.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]);
    return { app: "board", open: { language: this.#language, ...Object.fromEntries(given) }, seed: seed() };
  }

  #leave() {
    if (!this.#engine) return;
    this.#engine.leave();
    this.#forget();
    this.#reveal(false);
  }

  #forget() {
    this.#engine = null;
    this.#client.disconnect();
    for (const { reject } of this.#asked.values()) reject(new Error("The board is gone."));
    this.#asked.clear();
  }

  /** Show the live board, or what stands inside the element. @param {boolean} live */
  #reveal(live) {
    this.#parts.play.hidden = !live;
    this.#parts.slot.hidden = live;
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

  /** @param {string} [reason] */
  #failed(reason) {
    this.#forget();
    this.#reveal(false);
    const again = element("button", { type: "button", textContent: this.#say("boot-retry") });
    this.#parts.wait.replaceChildren(element("p", { textContent: reason || this.#say("boot-failed") }), again);
  }

  // What the engine says

  /** @param {string} call @param {string} [value] @returns {Promise<any>} */
  #ask(call, value = "") {
    this.#begin();
    if (!this.#engine) return Promise.reject(new Error(this.#say("boot-failed")));
    this.#reopen();
    return new Promise((resolve, reject) => {
      this.#asked.set(++this.#calls, { resolve, reject });
      this.#client.send({ call, value, number: this.#calls });
    });
  }

  /** @param {number} number @param {unknown} value @param {string} error */
  #answered(number, value, error) {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (error) asked?.reject(new Error(error));
    else asked?.resolve(value);
  }

  /** @param {import("./client.js").Answer} answer */
  #hear(answer) {
    const { look, parts = {} } = answer;
    if (look?.faults) this.#complain(look.faults);
    else if (look && this.#parts.play.hidden) this.#show();
    this.#client.hear(answer);
    if (this.#focus && "grid" in parts) {
      this.#focus = false;
      this.#client.screen.walk(this.#client.screen.cell, false);
    }
  }

  #show() {
    const { root, wait } = this.#parts;
    const style = this.#engine?.style();
    if (this.shadowRoot && style) this.shadowRoot.adoptedStyleSheets = [shell, style];
    wait.replaceChildren();
    root.classList.remove("empty");
    this.#reveal(true);
  }

  /** Say what is wrong; the picture stays. @param {string[]} faults */
  #complain(faults) {
    this.#reveal(false);
    const [title, ...list] = faults;
    const items = list.map((fault) => element("li", { textContent: fault }));
    this.#parts.wait.replaceChildren(element("p", { textContent: title }), element("ul", {}, ...items));
  }
}

if (!customElements.get("qin-board")) customElements.define("qin-board", QinBoard);
