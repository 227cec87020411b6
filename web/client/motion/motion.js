// Animates turns. The new picture is there already; the animation of a turn moves pieces over it. Every animation can be
// skipped, and the page looks the same afterwards.
/** @import { Screen } from "../dom/screen.js" */
/** @import { Appearance, TurnAnimation } from "../protocol.js" */
/** @import { Placement } from "./geometry.js" */
import { htmlOf } from "../dom/patch.js";
import { celebrate, showScoreChanges } from "./celebration.js";
import { centre, locate, playerCard, transformAt } from "./geometry.js";
import { sound } from "./sound.js";
import { AnimationLayer } from "./animation_layer.js";

/** Factors of all durations, by speed. */
const PACE = { off: 0, quick: 0.55, normal: 1, slow: 1.7 };
// Durations in milliseconds at normal speed.
/** A piece flies to its placement. */
const FLIGHT = 310;
/** A piece settles on its squares. */
const LANDING = 190;
/** A marker drops into its place, a counter grows. */
const GAIN = 300;
/** A lost marker flies to its owner's card. */
const LOSS = 420;
/** A figure walks from a stack to its place. */
const WALK = 1200;
/** A drawn piece slides into the hand. */
const DRAW = 420;
/** A piece leaves the table. */
const SWEEP = 520;
/** The pause between the last animation and the hand-over. */
const HAND_OVER_DELAY = 700;
/** The pause between two sounds of a turn. */
const SOUND_INTERVAL = 130;
/** The fade that replaces all movement if the user prefers that, at any speed. */
const FADE = 160;

/** The pieces of a picture that leave the table for a new match, the layers that contain them, and what stays there. */
const SWEPT_PIECES = '[data-sweep="children"] > *, [data-sweep="self"]';
const SWEPT_LAYERS = "[data-sweep]";
const UNSWEPT = '[data-sweep="none"]';
/** The parts that are held until the piece has landed: they would tell the result before. */
const UNTIL_LANDED = ["board", "log"];
/** The parts that are held until all changes are shown. */
const UNTIL_CHANGED = ["players", "status", "coach", "tools"];
/** The part that is held until nothing moves, so that the next player sees the turn first. */
const HAND_OVER = "cover";
const EASE_OUT = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const OVERSHOOT = "cubic-bezier(0.3, 1.6, 0.5, 1)";
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const stackOn = (/** @type {string | undefined} */ square) => `.stack[data-on="${square}"]`;
const piecesOn = (/** @type {string} */ square) => `.single[data-on="${square}"], ${stackOn(square)}`;

export class Motion {
  #layer;
  #pace = 1;
  #volume = "off";

  /** @param {Screen} screen @param {(html: string) => DocumentFragment} parse */
  constructor(screen, parse) {
    this.screen = screen;
    this.parse = parse;
    this.#layer = new AnimationLayer(screen);
  }

  /**
   * Animate turns.
   * @param {TurnAnimation[]} turns
   * @param {Appearance} appearance
   * @param {() => void} update shows the new picture
   */
  show(turns, { speed = "normal", volume = "off" }, update) {
    this.finish();
    this.#pace = PACE[/** @type {keyof typeof PACE} */ (speed)] ?? 1;
    this.#volume = volume;
    if (!this.#pace || document.visibilityState === "hidden") {
      update();
      this.#playSounds(turns);
      return;
    }
    const sweptPieces = turns.some(({ sweeps }) => sweeps) ? this.#copyPieces() : null;
    if (REDUCED.matches) {
      update();
      this.#playSounds(turns);
      this.#fade(turns, sweptPieces);
    } else {
      this.#move(turns, sweptPieces, update);
    }
  }

  /** Whether an animation runs, or a part waits for one. */
  get moving() {
    return this.#layer.moving || this.screen.holdsParts;
  }

  /** End all animations at once. */
  finish() {
    this.#layer.clear();
    this.#release();
    this.screen.release(HAND_OVER);
  }

  /** @param {TurnAnimation[]} turns */
  #playSounds(turns) {
    for (const { sounds = [] } of turns) for (const name of sounds) sound(name, this.#volume);
  }

  /** Fade in only what the turns have changed. @param {TurnAnimation[]} turns @param {HTMLElement | null} sweptPieces */
  #fade(turns, sweptPieces) {
    if (sweptPieces) this.#layer.animateAndRemove(sweptPieces, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE });
    for (const { squares = [], gains = [], pulses = [] } of turns) {
      for (const selector of [".last", ...squares.map(piecesOn), ...pulses, ...gains.map(([marker]) => marker)])
        this.#layer.animate(this.#onBoard(selector), [{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
    }
    showScoreChanges(this.#layer, turns.at(-1)?.scores, this.#pace, false);
  }

  /** Show the new picture, and move pieces over it. @param {TurnAnimation[]} turns @param {HTMLElement | null} sweptPieces @param {() => void} update */
  #move(turns, sweptPieces, update) {
    const lostBoxes = turns.map(({ losses = [] }) => losses.map(([selector]) => this.#boxOf(selector)));
    const last = turns.at(-1);
    const drawnFrom = this.#inHand(last?.drawn_from)?.getBoundingClientRect();
    if (turns.some(({ by_hand, undone, piece }) => piece && !by_hand && !undone)) {
      const status = htmlOf(this.screen.part("status"));
      if (last?.caption) this.screen.show({ status: last.caption });
      for (const part of [...UNTIL_LANDED, ...UNTIL_CHANGED]) this.screen.hold(part);
      if (last?.caption) {
        // The caption goes even if the reply has no new status.
        this.screen.show({ status });
        this.#markMoved(true);
      } else this.screen.release("log");
    }
    if (!turns.some(({ undone, winning_elements, sweeps }) => undone || winning_elements || sweeps))
      this.screen.hold(HAND_OVER);
    update();
    if (sweptPieces) this.#sweep(sweptPieces);
    this.#draw(last?.drawn_tile, drawnFrom);
    this.#handOverAfter(turns.map((turn, index) => this.#play(turn, lostBoxes[index] ?? [])));
  }

  /** @param {string} selector */
  #onBoard(selector) {
    return this.screen.part("board")?.querySelector(selector) ?? null;
  }

  /** @param {string} selector */
  #boxOf(selector) {
    return this.#onBoard(selector)?.getBoundingClientRect() ?? null;
  }

  /** @param {string | undefined} selector */
  #inHand(selector) {
    return selector ? (this.screen.part("hand")?.querySelector(selector) ?? null) : null;
  }

  /** Slide a drawn piece to its slot in the hand. @param {string | undefined} selector @param {DOMRect | undefined} from */
  #draw(selector, from) {
    const slot = this.#inHand(selector);
    if (!slot || !from) return;
    const [start, end] = [centre(from), centre(slot.getBoundingClientRect())];
    const frames = [
      { translate: `${start.x - end.x}px ${start.y - end.y}px`, scale: 0.5, rotate: "-90deg", opacity: 0.4, zIndex: 1 },
      { opacity: 1, zIndex: 1, offset: 0.3 },
      { translate: "0 0", scale: 1, rotate: "0deg", zIndex: 1 },
    ];
    const delay = LANDING * this.#pace;
    this.#layer.animate(slot, frames, { duration: DRAW * this.#pace, delay, easing: EASE_OUT, fill: "backwards" });
  }

  /** Show the hand-over once the turns have been animated. @param {Promise<void>[]} animated */
  async #handOverAfter(animated) {
    const { generation } = this.#layer;
    await Promise.all(animated);
    await this.#layer.idle();
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER_DELAY * this.#pace));
    if (generation === this.#layer.generation) this.screen.release(HAND_OVER);
  }

  /** Play the animation of one turn. @param {TurnAnimation} turn @param {(DOMRect | null)[]} lostBoxes where the lost markers were */
  async #play(turn, lostBoxes) {
    const { piece, squares = [], sounds = [], gains = [], losses = [], walker, winning_elements } = turn;
    const { generation } = this.#layer;
    const placement = locate(this.screen, squares);
    if (piece && placement && turn.undone) {
      this.#flyBack(turn, piece, placement);
      return;
    }
    if (piece && placement && !turn.by_hand) {
      await this.#fly(turn, piece, placement);
      if (generation !== this.#layer.generation) return;
      for (const part of UNTIL_LANDED) this.screen.release(part);
    }
    sounds.forEach((name, index) => sound(name, this.#volume, index * SOUND_INTERVAL * this.#pace));
    if (piece) this.#land(turn);
    showScoreChanges(this.#layer, turn.scores, this.#pace, true);
    const changes = [
      ...losses.map(([, player], index) => this.#sendHome(player, lostBoxes[index] ?? null)),
      ...gains.map(([selector, player]) => this.#dropMarker(selector, player, turn.by_hand)),
    ];
    if (walker && squares[0]) this.#walk(walker, squares[0]);
    if (winning_elements) celebrate(this.#layer, winning_elements, turn.celebrate ?? false, this.#pace, this.#volume);
    else if (turn.your_turn) sound("turn", this.#volume, 420 * this.#pace);
    // The next player's turn starts once nothing of this one moves.
    await Promise.all(changes);
    if (generation === this.#layer.generation) this.#release();
  }

  /** Mark the buttons once a computer has moved: there is nothing to hurry up. @param {boolean} moved */
  #markMoved(moved) {
    this.screen.part("tools")?.toggleAttribute("data-moved", moved);
  }

  #release() {
    for (const part of [...UNTIL_LANDED, ...UNTIL_CHANGED]) this.screen.release(part);
    this.#markMoved(false);
  }

  /** Fly a piece to its placement. @param {TurnAnimation} turn @param {string} piece @param {Placement} placement */
  async #fly(turn, piece, placement) {
    if (turn.source) await this.#flyFromStack(turn, piece, placement);
    else await this.#flyFromCard(turn, piece, placement);
  }

  /** Fly a piece from another square in an arc. @param {TurnAnimation} turn @param {string} piece @param {Placement} placement */
  async #flyFromStack({ source, squares = [], height = 1 }, piece, placement) {
    const flying = this.#layer.overlay([this.parse(piece)], placement.size);
    const to = this.#topOfNewStack(squares[0], flying) ?? placement;
    const stack = this.#onBoard(stackOn(source));
    const from = fitOnTop(stack, flying) ?? abovePlacement(to, placement.size);
    removeTop(stack, height);
    const top = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - placement.size };
    const frames = [
      { transform: transformAt(from) },
      { transform: transformAt(top, 1.12) },
      { transform: transformAt(to) },
    ];
    await this.#layer.animateAndRemove(flying, frames, { duration: FLIGHT * this.#pace, easing: "ease-in-out" });
  }

  /** Fly a piece of two squares from its player's card; it rotates on the way. @param {TurnAnimation} turn @param {string} piece @param {Placement} placement */
  async #flyFromCard({ player }, piece, placement) {
    const flying = this.#layer.overlay([this.parse(piece)], 2 * placement.size);
    const from = playerCard(this.screen, player) ?? abovePlacement(placement, placement.size);
    const frames = [
      { transform: transformAt(from, 0.6, placement.angle - 90), opacity: 0.6 },
      { transform: transformAt(placement, 1.06, placement.angle), opacity: 1 },
    ];
    await this.#layer.animateAndRemove(flying, frames, { duration: FLIGHT * this.#pace, easing: EASE_OUT });
  }

  /** Locate flying pieces on a stack of the held board. @param {string | undefined} square @param {HTMLElement} flying */
  #topOfNewStack(square, flying) {
    const stack = this.parse(this.screen.held("board")).querySelector(stackOn(square));
    // It is only in the page while it is measured.
    if (stack) this.#onBoard("svg")?.append(stack);
    const point = fitOnTop(stack, flying);
    stack?.remove();
    return point;
  }

  /** Fly a piece back to where it came from. @param {TurnAnimation} turn @param {string} piece @param {Placement} placement */
  #flyBack({ source, sounds = [], player }, piece, placement) {
    for (const name of sounds) sound(name, this.#volume);
    const flying = this.#layer.overlay([this.parse(piece)], source ? placement.size : 2 * placement.size);
    const to =
      (source ? fitOnTop(this.#onBoard(stackOn(source)), flying) : playerCard(this.screen, player)) ?? placement;
    const frames = [
      { transform: transformAt(placement, 1, placement.angle), opacity: 1 },
      source ? { transform: transformAt(to), opacity: 1 } : { transform: transformAt(to, 0.6), opacity: 0 },
    ];
    this.#layer.animateAndRemove(flying, frames, { duration: 0.8 * FLIGHT * this.#pace, easing: "ease-in" });
  }

  /** Let the piece that has landed settle. @param {TurnAnimation} turn */
  #land({ squares = [], pulses = [] }) {
    for (const square of squares) {
      const settling = [{ scale: 1.09 }, { scale: 1 }];
      const duration = LANDING * this.#pace;
      this.#layer.animate(this.#onBoard(piecesOn(square)), settling, { duration, easing: OVERSHOOT });
    }
    const frames = [
      { opacity: 0, scale: 1.2 },
      { opacity: 1, scale: 1 },
    ];
    this.#layer.animate(this.#onBoard(".last"), frames, { duration: GAIN * this.#pace, easing: EASE_OUT });
    for (const selector of pulses) {
      const pulse = [{ scale: 1 }, { scale: 1.025 }, { scale: 1 }];
      const duration = (LANDING + GAIN) * this.#pace;
      this.#layer.animate(this.#onBoard(selector), pulse, { duration, easing: "ease-out" });
    }
  }

  /** Copy the pieces on the board, without the board. */
  #copyPieces() {
    const board = this.screen.part("board");
    const picture = board?.querySelector("svg");
    if (!board || !picture) return null;
    const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
    for (const layer of [...copy.children]) if (!layer.matches(`defs, ${SWEPT_LAYERS}`)) layer.remove();
    for (const element of copy.querySelectorAll(UNSWEPT)) element.remove();
    const pieces = this.#layer.removeOnClear(document.createElement("div"));
    pieces.className = "swept";
    pieces.ariaHidden = "true";
    pieces.append(copy);
    board.after(pieces);
    return pieces;
  }

  /** Sweep pieces off the table, from left to right. @param {HTMLElement} container */
  async #sweep(container) {
    const width = container.querySelector("svg")?.viewBox.baseVal.width ?? 0;
    const pieces = [...container.querySelectorAll(SWEPT_PIECES)];
    const lefts = pieces.map((piece) => piece.getBoundingClientRect().left);
    const first = Math.min(...lefts);
    const span = Math.max(1, Math.max(...lefts) - first);
    const sweeps = pieces.map((piece, index) => {
      const frames = [
        { translate: "0 0", opacity: 1 },
        { translate: `${width / 2}px ${index % 2 ? 30 : -30}px`, opacity: 0 },
      ];
      const fromLeft = ((lefts[index] ?? first) - first) / span;
      const [duration, delay] = [SWEEP * this.#pace, 0.5 * SWEEP * fromLeft * this.#pace];
      return this.#layer.animate(piece, frames, { duration, delay, easing: "ease-in", fill: "both" });
    });
    await Promise.all(sweeps);
    container.remove();
  }

  /**
   * Drop a marker into its place, and let its owner's score grow; a marker that the preview showed only pulses.
   * @param {string} selector
   * @param {number} player
   * @param {boolean} [previewed]
   */
  async #dropMarker(selector, player, previewed) {
    const marker = this.#onBoard(selector);
    this.#pulseScore(player, 1.28);
    const duration = GAIN * this.#pace;
    if (previewed) {
      const pulse = [{ scale: 1 }, { scale: 1.1 }, { scale: 1 }];
      await this.#layer.animate(marker, pulse, { duration, easing: EASE_OUT });
      return;
    }
    const frames = [
      { translate: "0 -54px", scale: 1.25, opacity: 0 },
      { translate: "0 4px", scale: 0.98, opacity: 1, offset: 0.75 },
      { translate: "0 0", scale: 1 },
    ];
    const delay = 90 * this.#pace;
    await this.#layer.animate(marker, frames, { duration, delay, easing: EASE_OUT, fill: "backwards" });
  }

  /** Fly a lost marker to its owner's card, in an arc. @param {number} player @param {DOMRect | null} from */
  async #sendHome(player, from) {
    const to = playerCard(this.screen, player);
    const mark = this.screen.part("players")?.querySelector(`.player.p${player} .mark`);
    if (!to || !from || !mark) return;
    const picture = [...mark.childNodes].map((node) => node.cloneNode(true));
    const flying = this.#layer.overlay(picture, from.width);
    flying.classList.add(`p${player}`);
    const start = centre(from);
    const top = { x: (start.x + to.x) / 2, y: Math.min(start.y, to.y) - 1.4 * from.height };
    const frames = [
      { transform: transformAt(start) },
      { transform: transformAt(top, 1.15), offset: 0.45 },
      { transform: transformAt(to, 0.7) },
    ];
    await this.#layer.animateAndRemove(flying, frames, { duration: LOSS * this.#pace, easing: "ease-in-out" });
    this.#pulseScore(player, 0.8);
  }

  /** @param {number} player @param {number} scale */
  #pulseScore(player, scale) {
    const score = this.screen.part("players")?.querySelector(`.player.p${player} .score`);
    const frames = [{ scale: 1 }, { scale }, { scale: 1 }];
    this.#layer.animate(score, frames, { duration: GAIN * this.#pace, easing: "ease-out" });
  }

  /** Let a figure walk from the top of a stack to its own place, where a glow appears. @param {string} selector @param {string} square */
  #walk(selector, square) {
    const figure = this.#onBoard(selector);
    const from = this.#boxOf(stackOn(square));
    const to = figure?.querySelector("use")?.getBoundingClientRect();
    if (!figure || !from || !to) return;
    // Lengths inside the picture are in its own units.
    const picture = this.screen.part("board")?.querySelector("svg");
    const unit = (picture?.viewBox.baseVal.width ?? 1) / (picture?.getBoundingClientRect().width ?? 1);
    const x = (centre(from).x - centre(to).x) * unit;
    const y = (from.y - to.y) * unit;
    const frames = [
      { translate: `${x}px ${y}px` },
      { translate: `${x}px ${y - 50}px`, offset: 0.35 },
      { translate: "0 0" },
    ];
    const duration = WALK * this.#pace;
    this.#layer.animate(figure, frames, { duration, easing: "ease-in-out", fill: "backwards" });
    const glow = [{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }];
    this.#layer.animate(figure.querySelector(".glow"), glow, { duration: 1.4 * duration, fill: "backwards" });
  }
}

/** Return a point above a placement, for a piece without a visible origin. @param {{x: number, y: number}} point @param {number} size */
const abovePlacement = ({ x, y }, size) => ({ x, y: y - 2 * size });

/** @param {Element | null} stack */
const piecesOf = (stack) => [...(stack?.querySelectorAll("[data-piece]") ?? [])];

/** Give flying pieces the size of a stack's pieces; return their centre on top of the stack. @param {Element | null} stack @param {HTMLElement} flying */
function fitOnTop(stack, flying) {
  const stackTop = piecesOf(stack).at(-1)?.getBoundingClientRect();
  const topPiece = piecesOf(flying).at(-1);
  const width = topPiece?.getBoundingClientRect().width;
  if (!stackTop || !topPiece || !width) return null;
  flying.style.width = `${(flying.offsetWidth * stackTop.width) / width}px`;
  const [piece, whole] = [topPiece.getBoundingClientRect(), centre(flying.getBoundingClientRect())];
  return { x: stackTop.x - piece.x + whole.x, y: stackTop.y - piece.y + whole.y };
}

/** Remove the top pieces of a stack. @param {Element | null} stack @param {number} count */
function removeTop(stack, count) {
  for (const piece of piecesOf(stack).slice(-count)) piece.remove();
  if (piecesOf(stack).length) stack?.querySelector(".count")?.remove();
  else stack?.remove();
}
