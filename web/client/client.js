// One client for the game's page, the editor and every embedded board: messages to the engine, its answers to the DOM.
import { Inputs } from "./inputs.js";
import { Motion } from "./motion.js";
import { parse } from "./patch.js";
import { Screen } from "./screen.js";
import { sound } from "./sound.js";

/** @typedef {Record<string, any>} Message */
/** @typedef {{reply?: boolean, parts?: Record<string, string>, look?: import("./screen.js").Look, effects?: [string, ...any[]][], scenes?: import("./motion.js").Scene[], more?: boolean, whole?: boolean, error?: string}} Answer */

/** Run something after the next frame is painted. @param {() => void} work */
const afterPaint = (work) => requestAnimationFrame(() => setTimeout(work));

export class Client {
  /** @type {import("./screen.js").Look} */
  look = {};
  /** @type {((message: Message) => void) | null} */
  #engine = null;
  /** @type {Message[]} */
  #waiting = [];
  #unanswered = 0;
  /** @type {string | null} */
  #point = null;
  #drawn = false;
  #more = false;
  #recovering = false;

  /**
   * @param {Document | ShadowRoot} tree
   * @param {HTMLElement} root
   * @param {Record<string, (...values: any[]) => void>} effects what is done outside, by name
   * @param {(error: string) => void} failed
   * @param {(message: Message) => void} [early] shows what is done before an engine is there
   */
  constructor(tree, root, effects, failed, early = () => {}) {
    this.screen = new Screen(tree, root);
    this.motion = new Motion(this.screen, parse);
    /** @type {Record<string, (...values: any[]) => void>} */
    this.effects = {
      After: (/** @type {number} */ milliseconds, /** @type {Message} */ message) => {
        const engine = this.#engine;
        // What an engine has asked for is no business of the next one.
        setTimeout(() => engine === this.#engine && this.send(message), milliseconds);
      },
      Focus: (/** @type {string} */ square) => this.screen.walk(square),
      Reveal: () => this.screen.reveal(),
      Sound: (/** @type {string} */ name) => sound(name, this.look.volume),
      ...effects,
    };
    this.failed = failed;
    this.early = early;
    new Inputs(tree instanceof Document ? tree : root, this);
  }

  /**
   * Let an engine answer from now on; what people did before goes to it first.
   * @param {(message: Message) => void} engine takes a message; the answer comes to `hear`
   * @param {Message} opening
   */
  connect(engine, opening) {
    this.#engine = engine;
    this.#unanswered = 0;
    this.send(opening);
    for (const message of this.#waiting.splice(0)) this.send(message);
  }

  disconnect() {
    this.#engine = null;
  }

  get connected() {
    return this.#engine !== null;
  }

  /** @param {string} action @param {string} [value] */
  act(action, value = "") {
    if (action !== "point") this.motion.finish();
    this.send({ act: action, value });
  }

  /** Point at a square, if that is something new: once a frame, and not before the engine has answered. @param {string} square */
  point(square) {
    if (!this.#engine) return;
    if (this.#point === null) requestAnimationFrame(() => this.#sendPoint());
    this.#point = square;
  }

  #sendPoint() {
    const square = this.#point;
    if (square === null) return;
    if (this.#unanswered) {
      requestAnimationFrame(() => this.#sendPoint());
      return;
    }
    this.#point = null;
    if (square !== (this.look.hover ?? "")) this.act("point", square);
  }

  /** @param {Message} message */
  send(message) {
    if (!this.#engine) {
      this.#waiting.push(message);
      this.early(message);
      return;
    }
    this.#unanswered += 1;
    // What follows in the same frame is drawn with the next one; but what was only pointed at, or drawn belatedly,
    // lets nobody wait who presses something.
    const later = this.#drawn && !message.draw;
    if (message.act !== "point" && !message.draw && !this.#drawn) {
      requestAnimationFrame(() => (this.#drawn = false));
      this.#drawn = true;
    }
    try {
      this.#engine({ ...message, later });
    } catch (error) {
      this.recover(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
    }
  }

  /** After something went wrong: say so, and show everything anew; what fails then, too, is only said. @param {string} error */
  recover(error) {
    this.failed(error);
    this.#unanswered = 0;
    this.#more = false;
    if (this.#recovering) return;
    this.#recovering = true;
    requestAnimationFrame(() => {
      this.send({ redraw: true });
      this.#recovering = false;
    });
  }

  /** @param {Answer} answer */
  hear({ reply, parts = {}, look, scenes = [], effects = [], more = false, error }) {
    if (reply) this.#unanswered = Math.max(0, this.#unanswered - 1);
    if (look) {
      this.look = look;
      this.screen.dress(look);
    }
    if (scenes.length) this.motion.show(scenes, this.look, () => this.screen.show(parts));
    else this.screen.show(parts);
    this.screen.settleWindow();
    for (const [name, ...values] of effects) this.effects[name]?.(...values);
    if (error) this.failed(error);
    if (more && !this.#more) {
      this.#more = true;
      afterPaint(() => {
        this.#more = false;
        this.send({ draw: true });
      });
    }
  }
}
