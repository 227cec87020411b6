// A dragged piece: it follows the pointer and snaps to the legal placement under it.
//
// The markup of the engine says what can be dragged:
//
// | attribute        | of                                      | meaning                                          |
// |------------------|-----------------------------------------|--------------------------------------------------|
// | `data-draggable` | a piece of the hand, a square           | a press here picks something up                  |
// | `data-value`     | the same                                | picks up the piece of the hand with this value   |
// | `data-width`     | a piece of the hand                     | the width of its picture in squares              |
// | `data-angle`     | a piece of the hand                     | the rotation of its picture in degrees           |
// | `data-piece`     | the pieces of a `.stack`, bottom to top | what a draggable square without a value picks up |
// | `data-squares`   | the `.ghost`, a previewed placement     | its squares, in the order of the piece's halves  |
/** @import { Screen } from "../dom/screen.js" */
import { centre, locate, overlay, transformAt } from "../motion/geometry.js";

/** Pixels between a finger and the piece above it, so that the piece can be seen. */
const TOUCH_OFFSET = 56;
/** Pixels of movement that make a press a drag. */
const DRAG_THRESHOLD = 6;
/** The scale of a lifted piece. */
const LIFT_SCALE = 1.1;
/** The share of the remaining distance that a piece covers in a frame. */
const APPROACH = 0.4;
/** The animation at the end of a drag. */
const SETTLE = { duration: 140, easing: "ease-out" };
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const nextFrame = () => new Promise(requestAnimationFrame);

/**
 * @typedef {object} Piece a piece of the hand, or pieces of a stack
 * @property {string} value of the action `pick-up`
 * @property {Element} source where it lies
 * @property {Element | null} picture
 * @property {number} width of the picture in pixels
 * @property {number} angle of the picture in degrees
 */

/** Find what a press picks up, if anything. @param {Screen} screen @param {Element} pressed @param {number} y @returns {Piece | null} */
export function pieceAt(screen, pressed, y) {
  const handle = /** @type {HTMLElement | null} */ (pressed.closest("[data-draggable]"));
  if (!handle) return null;
  const { value, square } = handle.dataset;
  return value ? handPiece(screen, value) : stackPieces(screen, square ?? "", y);
}

/** Find a piece of the hand by its value; the press may have been on its placement. @param {Screen} screen @param {string} value @returns {Piece | null} */
function handPiece(screen, value) {
  const source = /** @type {HTMLElement | null | undefined} */ (
    screen.part("hand")?.querySelector(`[data-draggable][data-value="${value}"]:not(:disabled)`)
  );
  if (!source) return null;
  const square = screen.part("squares")?.querySelector("[data-square]")?.getBoundingClientRect();
  return {
    value,
    source,
    picture: /** @type {Element | null} */ (source.querySelector("svg")?.cloneNode(true) ?? null),
    width: Number(source.dataset.width ?? 1) * (square?.width ?? 0),
    angle: Number(source.dataset.angle ?? 0),
  };
}

/** Find the piece of a stack under the pointer, with all pieces above it. @param {Screen} screen @param {string} square @param {number} y @returns {Piece | null} */
function stackPieces(screen, square, y) {
  const stack = screen.part("board")?.querySelector(`.stack[data-on="${square}"]`);
  const pieces = /** @type {SVGGraphicsElement[]} */ ([...(stack?.querySelectorAll("[data-piece]") ?? [])]);
  const taken = pieces.slice(indexAt(pieces, y));
  const [lowest] = taken;
  if (!stack || !lowest) return null;
  return {
    value: `${square} ${taken.length}`,
    source: stack,
    picture: copyPicture(taken),
    width: lowest.getBoundingClientRect().width,
    angle: 0,
  };
}

/** Return the index of the piece at a height, or of the nearest end of the stack. @param {Element[]} pieces from bottom to top @param {number} y */
function indexAt(pieces, y) {
  const boxes = pieces.map((piece) => piece.getBoundingClientRect());
  const index = boxes.findLastIndex(({ top, bottom }) => top <= y && y <= bottom);
  if (index >= 0) return index;
  return y > (boxes[0]?.bottom ?? 0) ? 0 : pieces.length - 1;
}

/** Copy some elements of a picture into a picture of their own. @param {SVGGraphicsElement[]} elements */
function copyPicture(elements) {
  const boxes = elements.map((element) => element.getBBox());
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", elements[0]?.ownerSVGElement?.getAttribute("class") ?? "");
  picture.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  picture.append(...elements.map((element) => element.cloneNode(true)));
  return picture;
}

/** Return an equivalent rotation of at most 180 degrees. @param {number} angle */
const shorterRotation = (angle) => (((angle % 360) + 540) % 360) - 180;

export class PieceDrag {
  /** Whether the pointer has moved far enough. */
  started = false;
  /** The picture that follows the pointer. @type {HTMLElement | null} */
  #overlay = null;
  /** The centre of the picture. */
  #position;
  /** The rotation of the picture in degrees. */
  #angle;
  /** The point to which the piece moves: the pointer, or above a finger. */
  #target;
  #start;
  /** The distance from the pointer up to the piece. */
  #offset;

  /** @param {Screen} screen @param {Piece} piece @param {PointerEvent} event */
  constructor(screen, piece, { clientX: x, clientY: y, pointerType }) {
    this.screen = screen;
    this.piece = piece;
    this.#start = { x, y };
    this.#target = this.#position = this.#start;
    this.#angle = piece.angle;
    this.#offset = pointerType === "touch" ? TOUCH_OFFSET : 0;
  }

  /** Follow the pointer; return whether the drag has started. @param {PointerEvent} event */
  move({ clientX: x, clientY: y }) {
    if (!this.started && Math.hypot(x - this.#start.x, y - this.#start.y) < DRAG_THRESHOLD) return false;
    this.#target = { x, y: y - this.#offset };
    if (!this.started) this.#lift();
    this.started = true;
    return true;
  }

  /** Find the element under the piece. */
  elementUnder() {
    return this.screen.tree.elementFromPoint(this.#target.x, this.#target.y);
  }

  /** End the drag: the piece settles on its placement or goes back to where it came from. */
  async end() {
    const lifted = this.#overlay;
    if (!lifted) return;
    // The engine draws a placement with the next frame.
    await nextFrame();
    await nextFrame();
    this.#overlay = null;
    delete this.screen.root.dataset.dragging;
    const { source, angle } = this.piece;
    const goal = this.#placement() ?? { ...centre(source.getBoundingClientRect()), angle };
    const before = lifted.style.transform;
    const after = transformAt(goal, 1, goal.angle - angle);
    lifted.style.transform = after;
    if (!REDUCED.matches) {
      await lifted.animate([{ transform: before }, { transform: after }], SETTLE).finished.catch(() => {});
    }
    lifted.remove();
  }

  #lift() {
    const { picture, width } = this.piece;
    if (!picture) return;
    this.#overlay = overlay(this.screen, [picture], width);
    this.#overlay.classList.add("dragged");
    this.screen.root.dataset.dragging = "";
    this.#follow();
  }

  /** Move towards the placement under the piece, or else towards the pointer, in every frame. */
  #follow() {
    if (!this.#overlay) return;
    const goal = this.#placement() ?? { ...this.#target, angle: this.#angle };
    const share = REDUCED.matches ? 1 : APPROACH;
    const { x, y } = this.#position;
    this.#position = { x: x + share * (goal.x - x), y: y + share * (goal.y - y) };
    this.#angle += share * shorterRotation(goal.angle - this.#angle);
    this.#overlay.style.transform = transformAt(this.#position, LIFT_SCALE, this.#angle - this.piece.angle);
    requestAnimationFrame(() => this.#follow());
  }

  /** Locate the previewed placement, if it is legal: on its squares, else in the middle of its picture. */
  #placement() {
    const ghost = /** @type {HTMLElement | null | undefined} */ (
      this.screen.part("board")?.querySelector(".ghost:not(.refused)")
    );
    if (!ghost) return null;
    const { squares } = ghost.dataset;
    return squares ? locate(this.screen, squares.split(" ")) : { ...centre(ghost.getBoundingClientRect()), angle: 0 };
  }
}
