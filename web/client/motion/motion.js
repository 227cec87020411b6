// Animates turns. The new picture is there already; the animation of a turn moves pieces over it. Every animation can be
// skipped, and the page looks the same afterwards.
import { celebrate, showScores } from "./celebration.js";
import { centre, locate, playerCard, transformAt } from "./geometry.js";
import { sound } from "./sound.js";
import { AnimationLayer } from "./animation_layer.js";

/** @typedef {import("../protocol.js").TurnAnimation} TurnAnimation */

const PACE = { off: 0, quick: 0.55, normal: 1, slow: 1.7 };
/** Milliseconds of the animations at normal speed. */
const [FLIGHT, LANDING, RISE, RETURN, WALK, DRAW] = [310, 190, 300, 420, 1200, 420];
/** Milliseconds of a fade that replaces all movement. */
const FADE = 160;
/** Milliseconds between the last animation and the hand-over. */
const HAND_OVER_DELAY = 700;
/** Milliseconds in which a piece leaves the table. */
const SWEEP = 520;
/** The layers of a picture that leave the table for a new match, and the pieces in them. */
const PIECES = "[data-sweep]";
const SWEPT = '[data-sweep="children"] > *, [data-sweep="self"]';
/** Parts that are held during a turn: the board until the piece has landed, the others until all changes are shown. */
const UNTIL_LANDED = ["board", "players", "status", "coach", "tools"];
/** The part that is held until nothing moves, so that the next player sees the turn before the hand-over. */
const UNTIL_IDLE = "cover";
const EASE_OUT = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const OVERSHOOT = "cubic-bezier(0.3, 1.6, 0.5, 1)";
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  #layer;

  /**
   * @param {import("../dom/screen.js").Screen} screen
   * @param {(text: string) => DocumentFragment} parse
   */
  constructor(screen, parse) {
    this.screen = screen;
    this.parse = parse;
    this.#layer = new AnimationLayer(screen);
  }

  /**
   * Animate turns.
   * @param {TurnAnimation[]} animations
   * @param {import("../protocol.js").Appearance} appearance
   * @param {() => void} change puts the new picture in its place
   */
  show(animations, appearance, change) {
    this.finish();
    const pace = PACE[/** @type {keyof typeof PACE} */ (appearance.speed ?? "normal")] ?? 1;
    const volume = appearance.volume ?? "off";
    const visible = pace && document.visibilityState !== "hidden";
    const swept = visible && animations.some(({ sweeps }) => sweeps) ? this.#copyPieces() : null;
    if (!visible || REDUCED.matches) {
      change();
      if (swept) this.#fadeOut(swept);
      for (const { sounds = [] } of animations) for (const name of sounds) sound(name, volume);
      if (visible) {
        for (const turn of animations) this.#fadeIn(turn);
        showScores(this.#layer, animations.at(-1)?.scores, pace, false);
      }
      return;
    }
    const lostBoxes = animations.map(({ losses = [] }) => losses.map(([selector]) => this.#rect(selector)));
    const drawnFrom = this.#inHand(animations.at(-1)?.drawn_from)?.getBoundingClientRect();
    if (animations.some(({ by_hand, undone, piece }) => piece && !by_hand && !undone)) {
      for (const part of UNTIL_LANDED) this.screen.hold(part);
    }
    if (!animations.some(({ undone, winning_elements }) => undone || winning_elements)) this.screen.hold(UNTIL_IDLE);
    change();
    if (swept) this.#sweep(swept, pace);
    this.#draw(animations.at(-1)?.drawn_tile, drawnFrom, pace);
    this.#handOverAfter(
      animations.map((turn, index) => this.#play(turn, lostBoxes[index] ?? [], pace, volume)),
      pace,
    );
  }

  /** @param {string | undefined} selector */
  #inHand(selector) {
    return selector ? (this.screen.part("hand")?.querySelector(selector) ?? null) : null;
  }

  /**
   * Slide a drawn piece to its slot in the hand.
   * @param {string | undefined} selector
   * @param {DOMRect | undefined} from
   * @param {number} pace
   */
  #draw(selector, from, pace) {
    const slot = this.#inHand(selector);
    if (!slot || !from) return;
    const [start, end] = [centre(from), centre(slot.getBoundingClientRect())];
    const frames = [
      { translate: `${start.x - end.x}px ${start.y - end.y}px`, scale: 0.5, rotate: "-90deg", opacity: 0.4, zIndex: 1 },
      { opacity: 1, zIndex: 1, offset: 0.3 },
      { translate: "0 0", scale: 1, rotate: "0deg", zIndex: 1 },
    ];
    this.#layer.animate(slot, frames, {
      duration: DRAW * pace,
      delay: LANDING * pace,
      easing: EASE_OUT,
      fill: "backwards",
    });
  }

  /** Show the hand-over once the animations have ended. @param {Promise<void>[]} played @param {number} pace */
  async #handOverAfter(played, pace) {
    const generation = this.#layer.generation;
    await Promise.all(played);
    await this.#layer.idle();
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER_DELAY * pace));
    if (generation === this.#layer.generation) this.screen.release(UNTIL_IDLE);
  }

  /** Whether an animation runs, or a part waits for one. */
  get moving() {
    return this.#layer.moving || this.screen.holdsParts;
  }

  /** End all animations at once. */
  finish() {
    this.#layer.clear();
    this.#release();
    this.screen.release(UNTIL_IDLE);
  }

  /**
   * @param {TurnAnimation} turn
   * @param {(DOMRect | null)[]} lostBoxes where the lost markers were
   * @param {number} pace
   * @param {string} volume
   */
  async #play(turn, lostBoxes, pace, volume) {
    const { piece, squares = [], sounds = [], gains = [], losses = [], walker, winning_elements } = turn;
    const generation = this.#layer.generation;
    const landing = locate(this.screen, squares);
    if (piece && landing && turn.undone) {
      this.#flyHome(turn, piece, landing, pace, volume);
      return;
    }
    if (piece && landing && !turn.by_hand) {
      await this.#fly(turn, piece, landing, FLIGHT * pace);
      if (generation !== this.#layer.generation) return;
      this.screen.release("board");
    }
    sounds.forEach((name, index) => sound(name, volume, index * 130 * pace));
    if (piece) this.#land(turn, pace);
    showScores(this.#layer, turn.scores, pace, true);
    const changes = [
      ...losses.map(([, player], index) => this.#sendHome(player, lostBoxes[index] ?? null, pace)),
      ...gains.map(([selector, player]) => this.#rise(selector, player, pace, turn.by_hand)),
    ];
    if (walker && squares[0]) this.#walk(walker, squares[0], pace);
    if (winning_elements) celebrate(this.#layer, winning_elements, turn.celebrate ?? false, pace, volume);
    else if (turn.your_turn) sound("turn", volume, 420 * pace);
    // The next player's turn starts once nothing of this one moves.
    await Promise.all(changes);
    if (generation === this.#layer.generation) this.#release();
  }

  #release() {
    for (const part of UNTIL_LANDED) this.screen.release(part);
  }

  /** @param {string} selector @returns {DOMRect | null} */
  #rect(selector) {
    return this.screen.part("board")?.querySelector(selector)?.getBoundingClientRect() ?? null;
  }

  /**
   * Fly a piece from its player's card, or from another square, to its placement; it rotates on the way.
   * @param {TurnAnimation} turn
   * @param {string} piece
   * @param {import("./geometry.js").Placement} there
   * @param {number} duration
   */
  async #fly({ source, squares = [], player, height = 1 }, piece, there, duration) {
    const flying = this.#layer.overlay([this.parse(piece)], source ? there.size : 2 * there.size);
    const to = { ...there, ...(source && this.#measure(squares[0], flying)) };
    const start = source ? topOf(this.#stack(source), flying) : playerCard(this.screen, player);
    const from = start ?? { x: to.x, y: to.y - 2 * to.size };
    if (source) takeTop(this.#stack(source), height);
    const arc = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - to.size };
    const frames = source
      ? [
          { transform: transformAt(from, 1, 0) },
          { transform: transformAt(arc, 1.12, 0) },
          { transform: transformAt(to, 1, 0) },
        ]
      : [
          { transform: transformAt(from, 0.6, to.angle - 90), opacity: 0.6 },
          { transform: transformAt(to, 1.06, to.angle), opacity: 1 },
        ];
    await this.#layer.animate(flying, frames, { duration, easing: source ? "ease-in-out" : EASE_OUT, fill: "both" });
    flying.remove();
  }

  /** @param {string | undefined} space */
  #stack(space) {
    return this.screen.part("board")?.querySelector(`.stack[data-on="${space}"]`) ?? null;
  }

  /** Locate pieces on top of a stack that isn't shown yet. @param {string | undefined} space @param {HTMLElement} pieces */
  #measure(space, pieces) {
    const stack = this.parse(this.screen.held("board")).querySelector(`.stack[data-on="${space}"]`);
    if (stack) this.screen.part("board")?.querySelector("svg")?.append(stack);
    const place = topOf(stack, pieces);
    stack?.remove();
    return place;
  }

  /**
   * @param {TurnAnimation} turn
   * @param {string} piece
   * @param {import("./geometry.js").Placement} from
   * @param {number} pace
   * @param {string} volume
   */
  async #flyHome({ source, sounds = [], player }, piece, from, pace, volume) {
    for (const name of sounds) sound(name, volume);
    const flying = this.#layer.overlay([this.parse(piece)], source ? from.size : 2 * from.size);
    const to = (source ? topOf(this.#stack(source), flying) : playerCard(this.screen, player)) ?? from;
    const stays = source ? 1 : 0;
    const frames = [
      { transform: transformAt(from, 1, from.angle), opacity: 1 },
      { transform: transformAt(to, stays ? 1 : 0.6, 0), opacity: stays },
    ];
    await this.#layer.animate(flying, frames, { duration: 0.8 * FLIGHT * pace, easing: "ease-in", fill: "both" });
    flying.remove();
  }

  /** Let the piece that has landed settle. @param {TurnAnimation} turn @param {number} pace */
  #land({ squares = [], pulses = [] }, pace) {
    const board = this.screen.part("board");
    for (const square of squares) {
      const single = board?.querySelector(`.single[data-on="${square}"], .stack[data-on="${square}"]`);
      const frames = [{ scale: 1.09 }, { scale: 1 }];
      this.#layer.animate(single, frames, { duration: LANDING * pace, easing: OVERSHOOT });
    }
    const frame = board?.querySelector(".last");
    this.#layer.animate(
      frame,
      [
        { opacity: 0, scale: 1.2 },
        { opacity: 1, scale: 1 },
      ],
      { duration: RISE * pace, easing: EASE_OUT },
    );
    for (const selector of pulses) {
      const pulse = [{ scale: 1 }, { scale: 1.025 }, { scale: 1 }];
      this.#layer.animate(board?.querySelector(selector), pulse, {
        duration: (LANDING + RISE) * pace,
        easing: "ease-out",
      });
    }
  }

  /** Copy the pieces on the board, without the board. */
  #copyPieces() {
    const board = this.screen.part("board");
    const picture = board?.querySelector("svg");
    if (!board || !picture) return null;
    const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
    for (const layer of [...copy.children]) if (!layer.matches(`defs, ${PIECES}`)) layer.remove();
    const swept = this.#layer.add(document.createElement("div"));
    swept.className = "swept";
    swept.ariaHidden = "true";
    swept.append(copy);
    board.after(swept);
    return swept;
  }

  /** Sweep the pieces off the table, from left to right. @param {HTMLElement} swept @param {number} pace */
  async #sweep(swept, pace) {
    const width = swept.querySelector("svg")?.viewBox.baseVal.width ?? 0;
    const pieces = [...swept.querySelectorAll(SWEPT)];
    const lefts = pieces.map((piece) => piece.getBoundingClientRect().left);
    const first = Math.min(...lefts);
    const span = Math.max(1, Math.max(...lefts) - first);
    await Promise.all(
      pieces.map((piece, at) => {
        const frames = [
          { translate: "0 0", opacity: 1 },
          { translate: `${width / 2}px ${at % 2 ? 30 : -30}px`, opacity: 0 },
        ];
        const delay = (0.5 * SWEEP * ((lefts[at] ?? first) - first) * pace) / span;
        return this.#layer.animate(piece, frames, { duration: SWEEP * pace, delay, easing: "ease-in", fill: "both" });
      }),
    );
    swept.remove();
  }

  /** @param {HTMLElement} swept */
  async #fadeOut(swept) {
    await this.#layer.animate(swept, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE });
    swept.remove();
  }

  /** Fade in only what a turn has changed. @param {TurnAnimation} turn */
  #fadeIn({ squares = [], gains = [], pulses = [] }) {
    const pieces = squares.map((square) => `.single[data-on="${square}"], .stack[data-on="${square}"]`);
    for (const selector of [".last", ...pieces, ...pulses, ...gains.map(([marker]) => marker)]) {
      const changed = this.screen.part("board")?.querySelector(selector);
      this.#layer.animate(changed, [{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE });
    }
  }

  /**
   * Drop a marker into its place and tick its owner's counter; a marker that the preview showed only pulses.
   * @param {string} selector
   * @param {number} player
   * @param {number} pace
   * @param {boolean} [previewed]
   */
  async #rise(selector, player, pace, previewed) {
    const marker = this.screen.part("board")?.querySelector(selector);
    this.#tick(player, "gain", pace);
    if (previewed) {
      const pulse = [{ scale: 1 }, { scale: 1.1 }, { scale: 1 }];
      await this.#layer.animate(marker, pulse, { duration: RISE * pace, easing: EASE_OUT });
      return;
    }
    const frames = [
      { translate: "0 -54px", scale: 1.25, opacity: 0 },
      { translate: "0 4px", scale: 0.98, opacity: 1, offset: 0.75 },
      { translate: "0 0", scale: 1 },
    ];
    const options = {
      duration: RISE * pace,
      delay: 90 * pace,
      easing: EASE_OUT,
      fill: /** @type {const} */ ("backwards"),
    };
    await this.#layer.animate(marker, frames, options);
  }

  /** Fly a lost marker home to its owner's card, in an arc. @param {number} player @param {DOMRect | null} from @param {number} pace */
  async #sendHome(player, from, pace) {
    const to = playerCard(this.screen, player);
    const mark = this.screen.part("players")?.querySelector(`.player.p${player} .mark`);
    if (!to || !from || !mark) return;
    const flying = this.#layer.overlay(
      [...mark.childNodes].map((node) => node.cloneNode(true)),
      from.width,
    );
    flying.classList.add(`p${player}`);
    const start = centre(from);
    const top = { x: (start.x + to.x) / 2, y: Math.min(start.y, to.y) - 1.4 * from.height };
    const frames = [
      { transform: transformAt(start, 1) },
      { transform: transformAt(top, 1.15), offset: 0.45 },
      { transform: transformAt(to, 0.7) },
    ];
    await this.#layer.animate(flying, frames, { duration: RETURN * pace, easing: "ease-in-out", fill: "both" });
    flying.remove();
    this.#tick(player, "loss", pace);
  }

  /** @param {number} player @param {"gain" | "loss"} kind @param {number} pace */
  #tick(player, kind, pace) {
    const counter = this.screen.part("players")?.querySelector(`.player.p${player} .left`);
    const frames = [{ scale: 1 }, { scale: kind === "gain" ? 1.28 : 0.8 }, { scale: 1 }];
    this.#layer.animate(counter, frames, { duration: RISE * pace, easing: "ease-out" });
  }

  /** Let a figure walk from the top of a stack to its own place, where a glow appears. @param {string} selector @param {string} space @param {number} pace */
  #walk(selector, space, pace) {
    const figure = this.screen.part("board")?.querySelector(selector);
    const [body, glory] = [figure?.querySelector("use"), figure?.querySelector(".glory")];
    const from = this.#rect(`.stack[data-on="${space}"]`);
    const to = body?.getBoundingClientRect();
    if (!figure || !from || !to) return;
    // Lengths inside the picture are in its own units.
    const picture = this.screen.part("board")?.querySelector("svg");
    const unit = (picture?.viewBox.baseVal.width ?? 1) / (picture?.getBoundingClientRect().width ?? 1);
    const [x, y] = [(from.x + from.width / 2 - to.x - to.width / 2) * unit, (from.y - to.y) * unit];
    const frames = [
      { translate: `${x}px ${y}px` },
      { translate: `${x}px ${y - 50}px`, offset: 0.35 },
      { translate: "0 0" },
    ];
    this.#layer.animate(figure, frames, { duration: WALK * pace, easing: "ease-in-out", fill: "backwards" });
    const glow = [{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }];
    this.#layer.animate(glory, glow, { duration: 1.4 * WALK * pace, fill: "backwards" });
  }
}

/** @param {Element | null} stack */
const piecesOf = (stack) => [...(stack?.querySelectorAll("[data-piece]") ?? [])];

/**
 * Locate flying pieces on top of a stack, and give them the size of its pieces.
 * @param {Element | null} stack
 * @param {HTMLElement} pieces
 */
function topOf(stack, pieces) {
  const target = piecesOf(stack).at(-1)?.getBoundingClientRect();
  const flying = piecesOf(pieces).at(-1)?.getBoundingClientRect();
  if (!target || !flying?.width) return null;
  pieces.style.width = `${(pieces.offsetWidth * target.width) / flying.width}px`;
  const [own, box] = [piecesOf(pieces).at(-1)?.getBoundingClientRect() ?? flying, pieces.getBoundingClientRect()];
  return { x: target.x - own.x + box.x + box.width / 2, y: target.y - own.y + box.y + box.height / 2 };
}

/** Remove the flying pieces from the stack that they leave. @param {Element | null} stack @param {number} count */
function takeTop(stack, count) {
  for (const piece of piecesOf(stack).slice(-count)) piece.remove();
  if (piecesOf(stack).length) stack?.querySelector(".count")?.remove();
  else stack?.remove();
}
