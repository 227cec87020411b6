// The way to Python, which never runs in the page that holds the boards.
import { element, sheet } from "./making.js";

// Where this script came from; the frame comes from there, too.
const OWN = document.currentScript ?? document.querySelector('script[src*="qin-embed.js"]');
const HOME = new URL("./", /** @type {HTMLScriptElement} */ (OWN).src);
const PATIENCE = 30_000; // milliseconds until a frame that doesn't answer counts as forbidden

/** @typedef {import("./client.js").Message} Message */
/** @typedef {{hear: (message: Message) => void, waiting: (progress: number) => void, failed: (reason: string) => void}} Board */

/** The hidden frame in which Python runs, and the way to it; all boards of a page share one. */
export class Engine {
  /** @type {Engine | undefined} */
  static shared;

  static get() {
    return (Engine.shared ??= new Engine());
  }

  constructor() {
    /** @type {Map<string, Board>} */
    this.boards = new Map();
    this.joined = 0;
    /** @type {CSSStyleSheet | null} */
    this.style = null;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.hear(data);
    const frame = element("iframe", { src: new URL("engine.html", HOME).href, tabIndex: -1, title: "Qin" });
    frame.setAttribute("aria-hidden", "true");
    this.timer = setTimeout(() => this.fail(), PATIENCE);
    frame.addEventListener(
      "load",
      () => {
        frame.contentWindow.postMessage({ qin: "connect", protocol: 1 }, HOME.origin, [port2]);
      },
      { once: true },
    );
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

  /** Let a board in; gives the way to send messages for it. @param {Board} board */
  join(board) {
    const name = `b${++this.joined}`;
    this.boards.set(name, board);
    return {
      send: (/** @type {Message} */ message) => this.port.postMessage({ to: name, ...message }),
      leave: () => this.boards.delete(name) && this.port.postMessage({ to: name, close: true }),
      style: () => this.style,
    };
  }

  /** @param {any} data */
  hear(data) {
    if (data.connected) {
      clearTimeout(this.timer);
      this.style = sheet(data.style);
    } else if (data.progress !== undefined) {
      for (const board of this.boards.values()) board.waiting(data.progress);
    } else if (data.failed) {
      this.fail(data.failed);
    } else {
      this.boards.get(data.to)?.hear(data);
    }
  }

  /** Give up; a board that is started again tries with a new frame. */
  fail(reason = "") {
    clearTimeout(this.timer);
    if (Engine.shared === this) Engine.shared = undefined;
    this.port.close();
    this.place.remove();
    for (const board of [...this.boards.values()]) board.failed(reason);
  }
}
