// The client of the game page, the editor and every embedded board: sends messages to the engine and shows its replies.
/**
 * @import { AnyMessage, Appearance, EffectHandlers, Effects, Message, OpenRequest, Reply } from "./protocol.js"
 * @typedef {Omit<import("./protocol.js").Envelope, "to">} Envelope
 * @typedef {"SetTimer" | "FocusSquare" | "ScrollToBoard" | "PlaySound"} OwnEffect
 * @typedef {Omit<EffectHandlers, OwnEffect>} HostEffects the effects that the page or the embedded board handles
 */
import { Inputs } from "./input/inputs.js";
import { Motion } from "./motion/motion.js";
import { parse } from "./dom/patch.js";
import { Screen } from "./dom/screen.js";
import { sound } from "./motion/sound.js";

/** @param {() => void} callback */
const afterNextPaint = (callback) => requestAnimationFrame(() => setTimeout(callback));

export class Client {
  /** @type {Appearance} */
  appearance = {};
  /** The generation of the latest reply: the engine drops messages for an older one, as the user saw something else. */
  generation = 0;
  /** @type {((envelope: Envelope) => void) | null} */
  #engine = null;
  /** Messages from before the engine was connected; input with the game whose board was shown. @type {{message: Message, game?: string | undefined}[]} */
  #queue = [];
  /** The number of messages without a reply. */
  #unanswered = 0;
  /** The square under the pointer, until it is sent. @type {{square: string, generation: number} | null} */
  #pointed = null;
  #sentActionThisFrame = false;
  #drawMoreScheduled = false;
  /** The number of running asynchronous effects: files, storage, the clipboard. */
  #runningEffects = 0;
  #recovering = false;

  /**
   * @param {Document | ShadowRoot} tree
   * @param {HTMLElement} root
   * @param {Partial<HostEffects>} effects
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
   * Connect an engine: send it the request, and then the queued messages.
   * @param {(envelope: Envelope) => void} engine takes a message; the reply comes to `handleReply`
   * @param {OpenRequest} request
   */
  connect(engine, request) {
    this.#engine = engine;
    this.#unanswered = 0;
    this.#drawMoreScheduled = false;
    this.#post(request);
    for (const { message, game = this.#game } of this.#queue.splice(0)) {
      // The engine may have opened another game than the one that the user saw.
      if (game === this.#game) this.send(message);
    }
  }

  get #game() {
    return this.screen.root.dataset.game;
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
    const outstanding = this.#unanswered || this.#runningEffects || this.#drawMoreScheduled || this.#pointed !== null;
    return Boolean(outstanding) || this.motion.moving;
  }

  /** @param {string} action @param {string} [value] @param {number} [generation] of the part that the user saw */
  act(action, value = "", generation = this.generation) {
    if (action !== "point") this.motion.finish();
    this.send({ type: "Act", action, value }, generation);
  }

  /** Send the square under the pointer: at most once a frame, and when no reply is outstanding. @param {string} square */
  point(square, generation = this.generation) {
    if (!this.#engine) return;
    if (this.#pointed === null) requestAnimationFrame(() => this.#sendPointed());
    this.#pointed = { square, generation };
  }

  #sendPointed() {
    if (this.#pointed === null) return;
    if (this.#unanswered) {
      requestAnimationFrame(() => this.#sendPointed());
      return;
    }
    const { square, generation } = this.#pointed;
    this.#pointed = null;
    if (square !== (this.appearance.hover ?? "")) this.act("point", square, generation);
  }

  /**
   * Send a message, or queue it until the engine is connected.
   * @param {Message} message
   * @param {number | null} [generation] of the part that the user saw
   */
  send(message, generation = null) {
    if (this.#engine) {
      this.#post(message, generation);
    } else {
      this.#queue.push({ message, game: generation === null ? undefined : this.#game });
      this.showEarly(message);
    }
  }

  /** @param {AnyMessage} message @param {number | null} [generation] */
  #post(message, generation = null) {
    this.#unanswered += 1;
    try {
      this.#engine?.({ message, generation, later: this.#drawsLater(message) });
    } catch (error) {
      this.recover(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
    }
  }

  /** Return whether the reply is drawn in the next frame, because an action was drawn in this one. @param {AnyMessage} message */
  #drawsLater(message) {
    if (message.type === "DrawMore") return false;
    if (this.#sentActionThisFrame) return true;
    // Drawing where the pointer is doesn't delay an action.
    if (message.type === "Act" && message.action === "point") return false;
    this.#sentActionThisFrame = true;
    requestAnimationFrame(() => (this.#sentActionThisFrame = false));
    return false;
  }

  /** Open the app again with other options. @param {OpenRequest} request */
  reopen(request) {
    if (this.#engine) this.#post(request);
  }

  /** Report an error and draw everything again; further errors until then are only reported. @param {string} error */
  recover(error) {
    this.onError(error);
    this.#unanswered = 0;
    this.#drawMoreScheduled = false;
    if (this.#recovering) return;
    this.#recovering = true;
    requestAnimationFrame(() => {
      if (this.#engine) this.#post({ type: "DrawAll" });
      this.#recovering = false;
    });
  }

  /** @template {keyof EffectHandlers} N @param {N} name @param {Effects[N]} values */
  #run(name, values) {
    const effect = Object.hasOwn(this.effects, name) ? this.effects[name] : undefined;
    if (effect) this.#track(effect(...values));
    else this.onError(`Unknown effect: ${name}`);
  }

  /** Count an effect as running until its promise settles. @param {unknown} result */
  async #track(result) {
    if (!(result instanceof Promise)) return;
    this.#runningEffects += 1;
    try {
      await result;
    } finally {
      this.#runningEffects -= 1;
    }
  }

  /** Show a reply and run its effects. @param {Omit<Reply, "to">} reply */
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
    if (more) this.#scheduleDrawMore();
  }

  #scheduleDrawMore() {
    if (this.#drawMoreScheduled) return;
    this.#drawMoreScheduled = true;
    const engine = this.#engine;
    afterNextPaint(() => {
      if (!engine || engine !== this.#engine) return;
      this.#drawMoreScheduled = false;
      this.#post({ type: "DrawMore" });
    });
  }
}
