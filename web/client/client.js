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
  /** Messages from before the engine was connected. @type {Message[]} */
  #queue = [];
  /** The number of messages without a reply. */
  #unanswered = 0;
  /** The square that was pointed at and has yet to be sent. @type {{square: string, generation: number} | null} */
  #pointed = null;
  /** Whether an action was drawn in this frame. */
  #drewThisFrame = false;
  /** Whether `DrawMore` is about to be sent. */
  #drawsMore = false;
  /** The number of unfinished effects: files, storage, the clipboard. */
  #unfinished = 0;
  #recovering = false;

  /**
   * @param {Document | ShadowRoot} tree
   * @param {HTMLElement} root
   * @param {Partial<OuterEffects>} effects
   * @param {(error: string) => void} onError
   * @param {(message: Message) => void} [showEarly] shows the effect of an action before the engine is connected
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
   * Connect an engine; the queued messages follow the request.
   * @param {(envelope: Envelope) => void} engine takes a message; the reply comes to `handleReply`
   * @param {import("./protocol.js").OpenRequest} request
   */
  connect(engine, request) {
    this.#engine = engine;
    this.#unanswered = 0;
    this.#drawsMore = false;
    this.#ask(request);
    for (const message of this.#queue.splice(0)) this.send(message);
  }

  disconnect() {
    this.motion.finish();
    this.#engine = null;
  }

  get connected() {
    return this.#engine !== null;
  }

  /** Whether a reply, a part, an effect or an animation is outstanding. */
  get busy() {
    const outstanding = this.#unanswered || this.#unfinished || this.#drawsMore || this.#pointed !== null;
    return Boolean(outstanding) || this.motion.moving;
  }

  /** @param {string} action @param {string} [value] @param {number} [generation] what the user saw */
  act(action, value = "", generation = this.generation) {
    if (action !== "point") this.motion.finish();
    this.send({ type: "Act", action, value }, generation);
  }

  /** Send the square under the pointer if it changed: once a frame, and only when the engine has answered. @param {string} square @param {number} [generation] */
  point(square, generation = this.generation) {
    if (!this.#engine) return;
    if (this.#pointed === null) requestAnimationFrame(() => this.#sendPoint());
    this.#pointed = { square, generation };
  }

  #sendPoint() {
    if (this.#pointed === null) return;
    if (this.#unanswered) {
      requestAnimationFrame(() => this.#sendPoint());
      return;
    }
    const { square, generation } = this.#pointed;
    this.#pointed = null;
    if (square !== (this.appearance.hover ?? "")) this.act("point", square, generation);
  }

  /** Send a message, or queue it until the engine is connected. @param {Message} message @param {number | null} [generation] what the user saw */
  send(message, generation = null) {
    if (this.#engine) {
      this.#ask(message, generation);
    } else {
      this.#queue.push(message);
      this.showEarly(message);
    }
  }

  /** @param {Message | Request} message @param {number | null} [generation] */
  #ask(message, generation = null) {
    this.#unanswered += 1;
    // A second action in the same frame is drawn in the next one; pointing and late parts delay no action.
    const { type } = message;
    const later = this.#drewThisFrame && type !== "DrawMore";
    const pointing = type === "Act" && message.action === "point";
    if (!pointing && type !== "DrawMore" && !this.#drewThisFrame) {
      requestAnimationFrame(() => (this.#drewThisFrame = false));
      this.#drewThisFrame = true;
    }
    try {
      this.#engine?.({ message, generation, later });
    } catch (error) {
      this.recover(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
    }
  }

  /** Open the app again with other options. @param {import("./protocol.js").OpenRequest} request */
  reopen(request) {
    if (this.#engine) this.#ask(request);
  }

  /** Report an error and draw everything again; a second error meanwhile is only reported. @param {string} error */
  recover(error) {
    this.onError(error);
    this.#unanswered = 0;
    this.#drawsMore = false;
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

  /** Count an effect as unfinished until its promise settles. @param {unknown} effect */
  async #await(effect) {
    if (!(effect instanceof Promise)) return;
    this.#unfinished += 1;
    try {
      await effect;
    } finally {
      this.#unfinished -= 1;
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
    if (more && !this.#drawsMore) {
      this.#drawsMore = true;
      const engine = this.#engine;
      afterPaint(() => {
        if (!engine || engine !== this.#engine) return;
        this.#drawsMore = false;
        this.#ask({ type: "DrawMore" });
      });
    }
  }
}
