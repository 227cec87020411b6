// The hidden frame with the engine: Python never runs in the embedding page itself.
import { element, styleSheet } from "../dom/elements.js";
import { FRAME_PROTOCOL } from "../protocol.js";

// The frame is loaded from where this script comes from.
const script = document.currentScript ?? document.querySelector('script[src*="qin-embed."]');
export const HOME = new URL("./", /** @type {HTMLScriptElement | null} */ (script)?.src ?? document.baseURI);
/** Milliseconds until a frame that doesn't load, or that doesn't answer after that, counts as failed. */
const [LOAD_TIMEOUT, ANSWER_TIMEOUT] = [30_000, 4_000];
/** The trusted-types policy "qin-board", where the page demands one. @type {TrustPolicy | null} */
let policy = null;
/** Whether the page's policy allows us to write HTML. */
export let mayWriteHtml = true;
try {
  policy =
    globalThis.trustedTypes?.createPolicy("qin-board", {
      createHTML: (text) => text,
      createScriptURL: (text) => text,
    }) ?? null;
} catch {
  mayWriteHtml = false;
}
/** Whether this page is in a sandbox without an origin, so that its frames have none either. */
const sandboxed = globalThis.origin === "null";

/** @typedef {typeof import("../client.js").Client} ClientClass */
/**
 * @typedef {object} BoardCallbacks
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
    /** @type {Map<string, BoardCallbacks>} */
    this.boards = new Map();
    this.joinCount = 0;
    /** @type {CSSStyleSheet | null} */
    this.style = null;
    /** Resolves to the class `Client`. @type {Promise<ClientClass>} */
    this.client = new Promise((resolve) => (this.provideClient = resolve));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.receive(data);
    const frame = element("iframe", { src: new URL("engine.html", HOME).href, tabIndex: -1, title: "Qin" });
    frame.setAttribute("aria-hidden", "true");
    this.timer = setTimeout(() => this.fail(), navigator.onLine ? LOAD_TIMEOUT : ANSWER_TIMEOUT);
    frame.addEventListener(
      "load",
      () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fail(), ANSWER_TIMEOUT);
        frame.contentWindow.postMessage({ qin: "connect", protocol: FRAME_PROTOCOL }, sandboxed ? "*" : HOME.origin, [
          port2,
        ]);
      },
      { once: true },
    );
    this.onPolicyViolation = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI, effectiveDirective }) => {
      const concernsFrames = /^(frame|child|default)-src$/.test(effectiveDirective);
      if (concernsFrames && new URL(blockedURI, location.href).origin === HOME.origin) this.fail("policy");
    };
    document.addEventListener("securitypolicyviolation", this.onPolicyViolation);
    // Outside the body, in a closed shadow root: out of reach of the page's styles and scripts.
    this.host = element("qin-engine");
    const root = this.host.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [
      styleSheet(
        ":host { all: initial !important; position: fixed !important; width: 0 !important; height: 0 !important; overflow: hidden !important; visibility: hidden !important; }" +
          "iframe { width: 0; height: 0; border: 0; }",
      ),
    ];
    root.append(frame);
    document.documentElement.append(this.host);
  }

  /** Add a board; return its connection. @param {BoardCallbacks} board */
  join(board) {
    const name = `b${++this.joinCount}`;
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

  /** Handle a message of the frame. @param {any} data */
  receive(data) {
    if (data.connected) {
      this.#stopWaiting();
      this.style = styleSheet(data.style);
      this.#loadClient(data.client);
    } else if (data.progress !== undefined) {
      for (const board of this.boards.values()) board.onProgress(data.progress);
    } else if (data.failed) {
      this.fail(sandboxed ? "sandbox" : "failed", data.failed);
    } else {
      this.boards.get(data.to)?.onReply(data);
    }
  }

  /** Load the client of the engine's version: the page's script may be older. @param {string} url */
  #loadClient(url) {
    const script = element("script", { async: true });
    script.addEventListener("qin-live", (/** @type {CustomEvent} */ { detail }) => {
      detail.trust(policy);
      this.provideClient(detail.Client);
    });
    script.addEventListener("error", () => this.fail("policy"));
    script.src = policy ? policy.createScriptURL(url) : url;
    this.host.append(script);
  }

  #stopWaiting() {
    clearTimeout(this.timer);
    document.removeEventListener("securitypolicyviolation", this.onPolicyViolation);
  }

  /** Report failure to all boards, with the reason if it is known; a new start uses a new frame. */
  fail(reason = sandboxed ? "sandbox" : "unreachable", words = "") {
    this.#stopWaiting();
    if (Engine.shared === this) Engine.shared = undefined;
    this.port.close();
    this.host.remove();
    for (const board of [...this.boards.values()]) board.onFailure(reason, words);
  }
}
