// The way to Python, which never runs in the page that holds the boards.
import { element, sheet } from "./making.js";
import { policy } from "./trust.js";

// Where this script came from; the frame comes from there, too.
const script = document.currentScript ?? document.querySelector('script[src*="qin-embed."]');
export const HOME = new URL("./", /** @type {HTMLScriptElement} */ (script).src);
const PATIENCE = 30_000; // milliseconds until a frame that doesn't come counts as failed
const ANSWER = 4_000; // the same for one that has come and doesn't answer
/** Whether this page is in a sandbox that gives it no origin: its frames have none either. */
const sandboxed = globalThis.origin === "null";

/** @typedef {typeof import("./client.js").Client} ClientClass */
/** @typedef {import("./client.js").Message} Message */
/**
 * @typedef {object} Guest a board that the engine speaks to
 * @property {(answer: any) => void} hear
 * @property {(progress: number) => void} waiting
 * @property {(reason: string, words: string) => void} failed
 */

/** The hidden frame in which Python runs, and the way to it; all boards of a page share one. */
export class Engine {
  /** @type {Engine | undefined} */
  static shared;

  static get() {
    return (Engine.shared ??= new Engine());
  }

  constructor() {
    /** @type {Map<string, Guest>} */
    this.boards = new Map();
    this.joined = 0;
    /** @type {CSSStyleSheet | null} */
    this.style = null;
    /** The class of clients, once it is loaded. @type {Promise<ClientClass>} */
    this.client = new Promise((resolve) => (this.loaded = resolve));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.hear(data);
    const frame = element("iframe", { src: new URL("engine.html", HOME).href, tabIndex: -1, title: "Qin" });
    frame.setAttribute("aria-hidden", "true");
    this.timer = setTimeout(() => this.fail(), navigator.onLine ? PATIENCE : ANSWER);
    frame.addEventListener(
      "load",
      () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fail(), ANSWER);
        frame.contentWindow.postMessage({ qin: "connect", protocol: 1 }, sandboxed ? "*" : HOME.origin, [port2]);
      },
      { once: true },
    );
    this.forbidden = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI, effectiveDirective }) => {
      const frames = /^(frame|child|default)-src$/.test(effectiveDirective);
      if (frames && new URL(blockedURI, location.href).origin === HOME.origin) this.fail("policy");
    };
    document.addEventListener("securitypolicyviolation", this.forbidden);
    // Outside the body, in a shadow root of its own: no style or script of the page meets it by chance.
    this.place = element("qin-engine");
    const root = this.place.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [
      sheet(
        ":host { all: initial !important; position: fixed !important; width: 0 !important; height: 0 !important; overflow: hidden !important; visibility: hidden !important; }" +
          "iframe { width: 0; height: 0; border: 0; }",
      ),
    ];
    root.append(frame);
    document.documentElement.append(this.place);
  }

  /** Let a board in; gives the way to send messages for it. @param {Guest} board */
  join(board) {
    const name = `b${++this.joined}`;
    this.boards.set(name, board);
    return {
      send: (/** @type {Message} */ message) => this.port.postMessage({ to: name, ...message }),
      leave: () => this.boards.delete(name) && this.port.postMessage({ to: name, close: true }),
      style: () => this.style,
      client: this.client,
    };
  }

  /** @param {any} data */
  hear(data) {
    if (data.connected) {
      this.#settle();
      this.style = sheet(data.style);
      this.#load(data.client);
    } else if (data.progress !== undefined) {
      for (const board of this.boards.values()) board.waiting(data.progress);
    } else if (data.failed) {
      this.fail(sandboxed ? "sandbox" : "failed", data.failed);
    } else {
      this.boards.get(data.to)?.hear(data);
    }
  }

  /** Load the client that goes with the engine: the script of a page may be older than that. @param {string} address */
  #load(address) {
    const script = element("script", { async: true });
    script.addEventListener("qin-live", (/** @type {CustomEvent} */ { detail }) => {
      detail.trust(policy);
      this.loaded(detail.Client);
    });
    script.addEventListener("error", () => this.fail("policy"));
    script.src = policy ? policy.createScriptURL(address) : address;
    this.place.append(script);
  }

  #settle() {
    clearTimeout(this.timer);
    document.removeEventListener("securitypolicyviolation", this.forbidden);
  }

  /** Give up, with the reason where it can be known; a board that is started again tries with a new frame. */
  fail(reason = sandboxed ? "sandbox" : "unreachable", words = "") {
    this.#settle();
    if (Engine.shared === this) Engine.shared = undefined;
    this.port.close();
    this.place.remove();
    for (const board of [...this.boards.values()]) board.failed(reason, words);
  }
}
