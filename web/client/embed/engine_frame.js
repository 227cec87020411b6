// The hidden frame with the engine: Python never runs in the embedding page itself.
/** @import { Client, Envelope } from "../client.js" */
/** @import { Reply } from "../protocol.js" */
import { element, styleSheet } from "../dom/elements.js";
import { FRAME_PROTOCOL } from "../protocol.js";

const script = document.currentScript ?? document.querySelector('script[src*="qin-embed."]');
/** The address of the site that this script comes from. */
export const HOME = new URL("./", /** @type {HTMLScriptElement | null} */ (script)?.src ?? document.baseURI);
/** Milliseconds until a frame that doesn't load counts as failed. */
const LOAD_TIMEOUT = 30_000;
/** Milliseconds until a loaded frame that doesn't answer counts as failed. */
const ANSWER_TIMEOUT = 4_000;
const STYLE = `
:host { all: initial !important; position: fixed !important; width: 0 !important; height: 0 !important; overflow: hidden !important; visibility: hidden !important; }
iframe { width: 0; height: 0; border: 0; }`;
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
/** Whether this page is in a sandbox without an origin; then its frames have none either. */
const sandboxed = globalThis.origin === "null";

/**
 * @typedef {object} BoardCallbacks
 * @property {(reply: Reply) => void} onReply
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
    /** @type {Promise<typeof Client>} */
    this.client = new Promise((resolve) => (this.provideClient = resolve));
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.receive(data);
    const src = new URL("engine.html", HOME).href;
    const frame = element("iframe", { src, tabIndex: -1, title: "Qin", ariaHidden: "true" });
    this.timer = setTimeout(() => this.fail(), navigator.onLine ? LOAD_TIMEOUT : ANSWER_TIMEOUT);
    const onLoad = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.fail(), ANSWER_TIMEOUT);
      const message = { qin: "connect", protocol: FRAME_PROTOCOL };
      frame.contentWindow.postMessage(message, sandboxed ? "*" : HOME.origin, [port2]);
    };
    frame.addEventListener("load", onLoad, { once: true });
    this.onPolicyViolation = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI, effectiveDirective }) => {
      const concernsFrames = /^(frame|child|default)-src$/.test(effectiveDirective);
      if (concernsFrames && new URL(blockedURI, location.href).origin === HOME.origin) this.fail("policy");
    };
    document.addEventListener("securitypolicyviolation", this.onPolicyViolation);
    // Outside the body, in a closed shadow root: out of reach of the page's styles and scripts.
    this.host = element("qin-engine");
    const root = this.host.attachShadow({ mode: "closed" });
    root.adoptedStyleSheets = [styleSheet(STYLE)];
    root.append(frame);
    document.documentElement.append(this.host);
  }

  /** Add a board; return its connection. @param {BoardCallbacks} board */
  join(board) {
    const name = `b${++this.joinCount}`;
    this.boards.set(name, board);
    const send = (/** @type {Envelope} */ envelope) => this.port.postMessage({ to: name, ...envelope });
    return {
      send,
      leave: () => this.boards.delete(name) && send({ message: { type: "Close" } }),
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

  /** Load the client of the engine's version: this script may be older. @param {string} address */
  #loadClient(address) {
    const script = element("script", { async: true });
    script.addEventListener("qin-live", (/** @type {CustomEvent} */ { detail }) => {
      detail.trust(policy);
      this.provideClient(detail.Client);
    });
    script.addEventListener("error", () => this.fail("policy"));
    script.src = policy ? policy.createScriptURL(address) : address;
    this.host.append(script);
  }

  #stopWaiting() {
    clearTimeout(this.timer);
    document.removeEventListener("securitypolicyviolation", this.onPolicyViolation);
  }

  /** Report a failure to all boards. A board that starts later uses a new frame. */
  fail(reason = sandboxed ? "sandbox" : "unreachable", words = "") {
    this.#stopWaiting();
    if (Engine.shared === this) Engine.shared = undefined;
    this.port.close();
    this.host.remove();
    for (const board of [...this.boards.values()]) board.onFailure(reason, words);
  }
}
