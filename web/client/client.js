// The client of the game page, the editor and every embedded board: sends messages to the engine and shows its replies.
import { Inputs } from "./input/inputs.js";
import { Motion } from "./motion/motion.js";
import { parse } from "./dom/patch.js";
import { Screen } from "./dom/screen.js";
import { sound } from "./motion/sound.js";

/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {Omit<import("./protocol.js").Envelope, "to">} Envelope */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").EffectHandlers} EffectHandlers */
/** @typedef {"SetTimer" | "FocusSquare" | "ScrollToBoard" | "PlaySound"} OwnEffect */
/** @typedef {Omit<EffectHandlers, OwnEffect>} OuterEffects the effects beyond the client: of the browser or of an embedded board */

/** Run something after the next frame is painted. @param {() => void} work */
const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

export class Client {
  /** @type {import("./protocol.js").Appearance} */
  appearance = {};
  /** The generation of the latest reply. */
  generation = 0;
  /** @type {((envelope: Envelope) => void) | null} */
  #engine = null;
  /** @type {Message[]} */
  #waiting = [];
  #unanswered = 0;
  /** @type {{square: string, generation: number} | null} */
  #point = null;
  #drawn = false;
  #more = false;
  /** The number of pending effects: files, storage, the clipboard. */
  #pending = 0;
  #recovering = false;

  /**
   * @param {Document | ShadowRoot} tree
   * @param {HTMLElement} root
   * @param {Partial<OuterEffects>} effects
   * @param {(error: string) => void} onError
   * @param {(message: Message) => void} [showEarly] shows an action before the engine is there
   */
  constructor(tree, root, effects, onError, showEarly = () => {}) {
    this.screen = new Screen(tree, root);
    this.motion = new Motion(this.screen, parse);
    /** @type {Partial<EffectHandlers>} */
    this.effects = {
      SetTimer: (milliseconds, message) => {
        const engine = this.#engine;
        // A timer belongs to the engine that set it.
        setTimeout(() => engine === this.#engine && this.send(message), milliseconds);
      },
      FocusSquare: (square) => this.screen.focusSquare(square),
      ScrollToBoard: () => this.screen.scrollToBoard(),
      PlaySound: (name) => sound(name, this.appearance.volume),
      ...effects,
    };
    this.onError = onError;
    this.showEarly = showEarly;
    new Inputs(tree instanceof Document ? tree : root, this);
  }

  /**
   * Connect an engine; messages from before follow the opening.
   * @param {(envelope: Envelope) => void} engine takes a message; the reply comes to `handleReply`
   * @param {import("./protocol.js").OpenRequest} opening
   */
  connect(engine, opening) {
    this.#engine = engine;
    this.#unanswered = 0;
    this.#more = false;
    this.#ask(opening);
    for (const message of this.#waiting.splice(0)) this.send(message);
  }

  disconnect() {
    this.motion.finish();
    this.#engine = null;
  }

  get connected() {
    return this.#engine !== null;
  }

  /** Whether replies, parts, effects or animations are pending. */
  get busy() {
    const due = this.#unanswered || this.#pending || this.#more || this.#point !== null;
    return Boolean(due) || this.motion.moving;
  }

  /** @param {string} action @param {string} [value] @param {number} [generation] what the user saw */
  act(action, value = "", generation = this.generation) {
    if (action !== "point") this.motion.finish();
    this.send({ type: "Act", action, value }, generation);
  }

  /** Send the square under the pointer if it changed: once a frame, and only when the engine has answered. @param {string} square @param {number} [generation] */
  point(square, generation = this.generation) {
    if (!this.#engine) return;
    if (this.#point === null) requestAnimationFrame(() => this.#sendPoint());
    this.#point = { square, generation };
  }

  #sendPoint() {
    if (this.#point === null) return;
    if (this.#unanswered) {
      requestAnimationFrame(() => this.#sendPoint());
      return;
    }
    const { square, generation } = this.#point;
    this.#point = null;
    if (square !== (this.appearance.hover ?? "")) this.act("point", square, generation);
  }

  /** Send a message; before the engine is there, it waits. @param {Message} message @param {number | null} [generation] what the user saw */
  send(message, generation = null) {
    if (this.#engine) {
      this.#ask(message, generation);
    } else {
      this.#waiting.push(message);
      this.showEarly(message);
    }
  }

  /** @param {Message | Request} message @param {number | null} [generation] */
  #ask(message, generation = null) {
    this.#unanswered += 1;
    // A second action in the same frame is drawn with the next one; pointing and late parts delay no action.
    const { type } = message;
    const later = this.#drawn && type !== "DrawMore";
    const pointing = type === "Act" && message.action === "point";
    if (!pointing && type !== "DrawMore" && !this.#drawn) {
      requestAnimationFrame(() => (this.#drawn = false));
      this.#drawn = true;
    }
    try {
      this.#engine?.({ message, generation, later });
    } catch (error) {
      this.recover(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
    }
  }

  /** Open the app again, with other options. @param {import("./protocol.js").OpenRequest} opening */
  reopen(opening) {
    if (this.#engine) this.#ask(opening);
  }

  /** Report an error, and draw everything again; an error in that is only reported. @param {string} error */
  recover(error) {
    this.onError(error);
    this.#unanswered = 0;
    this.#more = false;
    if (this.#recovering) return;
    this.#recovering = true;
    requestAnimationFrame(() => {
      if (this.#engine) this.#ask({ type: "DrawAll" });
      this.#recovering = false;
    });
  }

  /** @template {keyof EffectHandlers} N @param {N} name @param {import("./protocol.js").Effects[N]} values */
  #run(name, values) {
    const effect = Object.hasOwn(this.effects, name) ? this.effects[name] : undefined;
    if (effect) this.#await(effect(...values));
    else this.onError(`Unknown effect: ${name}`);
  }

  /** Count an effect as pending until its promise settles. @param {unknown} effect */
  async #await(effect) {
    if (!(effect instanceof Promise)) return;
    this.#pending += 1;
    try {
      await effect;
    } finally {
      this.#pending -= 1;
    }
  }

  /** Show a reply and run its effects. @param {Omit<Reply, "to">} answer */
  handleReply({
    answers_message,
    generation = 0,
    parts = {},
    appearance,
    animations = [],
    effects = [],
    more = false,
    error,
  }) {
    if (answers_message) this.#unanswered = Math.max(0, this.#unanswered - 1);
    if (generation !== this.generation) {
      this.motion.finish();
      this.generation = generation;
    }
    if (appearance) {
      this.appearance = appearance;
      this.screen.applyAppearance(appearance);
    }
    if (animations.length) this.motion.show(animations, this.appearance, () => this.screen.show(parts, generation));
    else this.screen.show(parts, generation);
    this.screen.syncDialog();
    for (const [name, ...values] of effects) this.#run(name, /** @type {any} */ (values));
    if (error) this.onError(error);
    if (more && !this.#more) {
      this.#more = true;
      const engine = this.#engine;
      afterPaint(() => {
        if (!engine || engine !== this.#engine) return;
        this.#more = false;
        this.#ask({ type: "DrawMore" });
      });
    }
  }
}
