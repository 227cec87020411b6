// The hidden frame with the engine: Python never runs in the embedding page itself.
import { element, styleSheet } from "../dom/elements.js";
import { FRAME_PROTOCOL } from "../protocol.js";

// The frame is loaded from where this script comes from.
const script = document.currentScript ?? document.querySelector('script[src*="qin-embed."]');
export const HOME = new URL("./", /** @type {HTMLScriptElement | null} */ (script)?.src ?? document.baseURI);
const PATIENCE = 30_000; // milliseconds until a frame that doesn't load counts as failed
const ANSWER = 4_000; // the same for a frame that has loaded and doesn't answer
/** The policy "qin-board", which a page that demands trusted types has to allow. @type {TrustPolicy | null} */
let policy = null;
/** Whether this page lets us write HTML. */
export let mayWrite = true;
try {
  policy =
    globalThis.trustedTypes?.createPolicy("qin-board", {
      createHTML: (text) => text,
      createScriptURL: (text) => text,
    }) ?? null;
} catch {
  mayWrite = false;
}
/** Whether this page is in a sandbox that gives it no origin: its frames have none either. */
const sandboxed = globalThis.origin === "null";

/** @typedef {typeof import("../client.js").Client} ClientClass */
/**
 * @typedef {object} Guest callbacks of a board
 * @property {(reply: import("../protocol.js").Reply) => void} onReply
 * @property {(progress: number) => void} onProgress
 * @property {(reason: string, words: string) => void} onFailure
 */

/** The hidden frame in which Python runs; all boards of a page share one. */
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
    this.port.onmessage = ({ data }) => this.receive(data);
    const frame = element("iframe", { src: new URL("engine.html", HOME).href, tabIndex: -1, title: "Qin" });
    frame.setAttribute("aria-hidden", "true");
    this.timer = setTimeout(() => this.fail(), navigator.onLine ? PATIENCE : ANSWER);
    frame.addEventListener(
      "load",
      () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fail(), ANSWER);
        frame.contentWindow.postMessage({ qin: "connect", protocol: FRAME_PROTOCOL }, sandboxed ? "*" : HOME.origin, [
          port2,
        ]);
      },
      { once: true },
    );
    this.forbidden = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI, effectiveDirective }) => {
      const frames = /^(frame|child|default)-src$/.test(effectiveDirective);
      if (frames && new URL(blockedURI, location.href).origin === HOME.origin) this.fail("policy");
    };
    document.addEventListener("securitypolicyviolation", this.forbidden);
    // Outside the body, in a closed shadow root: out of reach of the page's styles and scripts.
    this.place = element("qin-engine");
    const root = this.place.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [
      styleSheet(
        ":host { all: initial !important; position: fixed !important; width: 0 !important; height: 0 !important; overflow: hidden !important; visibility: hidden !important; }" +
          "iframe { width: 0; height: 0; border: 0; }",
      ),
    ];
    root.append(frame);
    document.documentElement.append(this.place);
  }

  /** Add a board; return its connection. @param {Guest} board */
  join(board) {
    const name = `b${++this.joined}`;
    this.boards.set(name, board);
    return {
      send: (/** @type {import("../client.js").Envelope} */ envelope) =>
        this.port.postMessage({ to: name, ...envelope }),
      leave: () =>
        this.boards.delete(name) &&
        this.port.postMessage({ to: name, message: { type: "Close" }, generation: null, later: false }),
      style: () => this.style,
      client: this.client,
    };
  }

  /** @param {any} data */
  receive(data) {
    if (data.connected) {
      this.#settle();
      this.style = styleSheet(data.style);
      this.#load(data.client);
    } else if (data.progress !== undefined) {
      for (const board of this.boards.values()) board.onProgress(data.progress);
    } else if (data.failed) {
      this.fail(sandboxed ? "sandbox" : "failed", data.failed);
    } else {
      this.boards.get(data.to)?.onReply(data);
    }
  }

  /** Load the client of the engine's version: the page's script may be older. @param {string} address */
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

  /** Report failure to all boards, with the reason if it is known; a new start uses a new frame. */
  fail(reason = sandboxed ? "sandbox" : "unreachable", words = "") {
    this.#settle();
    if (Engine.shared === this) Engine.shared = undefined;
    this.port.close();
    this.place.remove();
    for (const board of [...this.boards.values()]) board.onFailure(reason, words);
  }
}
