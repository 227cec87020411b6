// A dragged piece: it follows the pointer and snaps to the legal placement under it.
import { centre, locate, overlay, transformAt } from "../motion/geometry.js";

/** Pixels above a finger, so that the piece can be seen. */
const TOUCH_OFFSET = 56;
/** Pixels of movement that make a press a drag. */
const THRESHOLD = 6;
/** The scale of a lifted piece. */
const LIFT_SCALE = 1.1;
/** The share of the remaining way that a piece moves in a frame. */
const APPROACH = 0.4;
const RETURN = { duration: 140, easing: "ease-out" };
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const frame = () => new Promise(requestAnimationFrame);

/** @typedef {{value: string, handle: HTMLElement, picture: Element | null, width: number}} Piece what is dragged: the action's value, where it lies, its picture and the width of that */

/**
 * Take the tile on a button.
 * @param {import("../dom/screen.js").Screen} screen
 * @param {HTMLElement} button
 * @returns {Piece}
 */
function tileOn(screen, button) {
  const box = button.getBoundingClientRect();
  const square = screen.part("squares")?.querySelector("[data-square]")?.getBoundingClientRect().width;
  const size = square ?? box.width / 2;
  const upright = Number(button.dataset.turned ?? 0) % 2 !== 0;
  const picture = /** @type {Element | null} */ (button.querySelector("svg")?.cloneNode(true) ?? null);
  return { value: button.dataset.value ?? "", handle: button, picture, width: upright ? size : 2 * size };
}

/**
 * Take the baron under the pointer off its stack, with all that stand on it.
 * @param {import("../dom/screen.js").Screen} screen
 * @param {HTMLElement} space
 * @param {number} y
 * @returns {Piece}
 */
function baronsAt(screen, space, y) {
  const stack = screen.part("board")?.querySelector(`.stack[data-space="${space.dataset.space}"]`);
  const barons = /** @type {SVGUseElement[]} */ ([...(stack?.querySelectorAll("use:not([href$='-cast'])") ?? [])]);
  // A baron's top face belongs to it where no other stands on it; below the lowest, the whole stack is meant.
  const gripped = barons.findLastIndex((baron) => {
    const { top, bottom } = baron.getBoundingClientRect();
    return top <= y && y <= bottom;
  });
  const above = gripped < 0 ? y > (barons[0]?.getBoundingClientRect().bottom ?? 0) : false;
  const from = gripped >= 0 ? gripped : above ? 0 : barons.length - 1;
  const taken = barons.slice(from);
  const value = `${space.dataset.space} ${taken.length}`;
  if (!taken.length) return { value, handle: space, picture: null, width: 0 };
  const boxes = taken.map((baron) => baron.getBBox());
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y: high }) => high))];
  const [right, bottom] = [
    Math.max(...boxes.map(({ x, width }) => x + width)),
    Math.max(...boxes.map(({ y: high, height }) => high + height)),
  ];
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "khan-svg");
  picture.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  picture.append(...taken.map((baron) => baron.cloneNode(true)));
  return { value, handle: space, picture, width: taken[0]?.getBoundingClientRect().width ?? 0 };
}

export class PieceDrag {
  /** @type {HTMLElement | null} */
  #overlay = null;
  #angle = 0;
  #offset = 0;

  /**
   * @param {import("../dom/screen.js").Screen} screen
   * @param {HTMLElement} handle the tile's button, or the baron's space
   * @param {PointerEvent} event
   */
  constructor(screen, handle, { clientX: x, clientY: y, pointerType }) {
    this.screen = screen;
    this.piece = handle.dataset.space ? baronsAt(screen, handle, y) : tileOn(screen, handle);
    /** The action of a drop. */
    this.action = handle.dataset.drag || "square";
    this.from = { x, y };
    this.to = this.from;
    this.at = this.from;
    this.#offset = pointerType === "touch" ? TOUCH_OFFSET : 0;
  }

  /** The value of the action that picks the piece. */
  get value() {
    return this.piece.value;
  }

  /** Whether the piece is lifted. */
  get lifted() {
    return this.#overlay !== null;
  }

  /** Follow the pointer; return whether the piece is lifted. @param {PointerEvent} event */
  move({ clientX: x, clientY: y }) {
    if (!this.#overlay && Math.hypot(x - this.from.x, y - this.from.y) < THRESHOLD) return false;
    this.to = { x, y: y - this.#offset };
    if (!this.#overlay) this.#lift();
    return true;
  }

  /** Find the element under the piece. */
  elementUnder() {
    return this.screen.tree.elementFromPoint(this.to.x, this.to.y);
  }

  /** End the drag: the piece settles in its placement or returns to where it came from. */
  async drop() {
    if (!this.#overlay) return;
    // The placed piece is drawn with the next frame.
    await frame();
    await frame();
    const piece = this.#overlay;
    this.#overlay = null;
    delete this.screen.root.dataset.dragging;
    const end = this.#snapTarget() ?? this.#home();
    const from = piece.style.transform;
    piece.style.transform = transformAt(end, 1, end.angle - this.#rotation);
    if (!REDUCED.matches) {
      await piece.animate([{ transform: from }, { transform: piece.style.transform }], RETURN).finished.catch(() => {});
    }
    piece.remove();
  }

  get #rotation() {
    return 90 * Number(this.piece.handle.dataset.turned ?? 0);
  }

  #lift() {
    const { picture, width } = this.piece;
    if (!picture) return;
    this.#overlay = overlay(this.screen, [picture], width);
    this.#overlay.classList.add("dragged");
    this.#angle = this.#rotation;
    this.screen.root.dataset.dragging = "";
    const rotation = this.#rotation;
    const step = () => {
      if (!this.#overlay) return;
      const aim = this.#snapTarget() ?? { ...this.to, angle: this.#angle };
      const approach = REDUCED.matches ? 1 : APPROACH;
      this.at = { x: this.at.x + approach * (aim.x - this.at.x), y: this.at.y + approach * (aim.y - this.at.y) };
      // Rotate by the smaller angle.
      this.#angle += approach * (((((aim.angle - this.#angle) % 360) + 540) % 360) - 180);
      this.#overlay.style.transform = transformAt(this.at, LIFT_SCALE, this.#angle - rotation);
      requestAnimationFrame(step);
    };
    step();
  }

  /** The previewed placement, if it is legal. */
  #snapTarget() {
    const ghost = /** @type {HTMLElement | null | undefined} */ (
      this.screen.part("board")?.querySelector(".ghost:not(.refused)")
    );
    if (ghost && this.piece.handle.dataset.space) return { ...centre(ghost.getBoundingClientRect()), angle: 0 };
    const squares = ghost?.dataset.move?.match(/[a-z]\d+(?=[ryb]|\W|$)/g);
    return squares ? locate(this.screen, squares) : null;
  }

  /** Where the piece came from. */
  #home() {
    return { ...centre(this.piece.handle.getBoundingClientRect()), angle: this.#rotation };
  }
}
