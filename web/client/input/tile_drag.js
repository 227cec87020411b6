// A dragged tile: it follows the pointer and snaps to the legal placement under it.
import { centre, locate, overlay, transformAt } from "../motion/geometry.js";

/** Pixels above a finger, so that the tile can be seen. */
const TOUCH_OFFSET = 56;
/** Pixels of movement that make a press a drag. */
const THRESHOLD = 6;
/** The scale of a lifted tile. */
const LIFT_SCALE = 1.1;
/** The share of the remaining way that a tile moves in a frame. */
const APPROACH = 0.4;
const RETURN = { duration: 140, easing: "ease-out" };
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const frame = () => new Promise(requestAnimationFrame);

export class TileDrag {
  /** @type {HTMLElement | null} */
  #tile = null;
  #angle = 0;
  #offset = 0;

  /**
   * @param {import("../dom/screen.js").Screen} screen
   * @param {HTMLElement} button the tile's button
   * @param {PointerEvent} event
   */
  constructor(screen, button, { clientX: x, clientY: y, pointerType }) {
    this.screen = screen;
    this.button = button;
    this.value = button.dataset.value ?? "";
    this.from = { x, y };
    this.to = this.from;
    this.at = this.from;
    this.#offset = pointerType === "touch" ? TOUCH_OFFSET : 0;
  }

  /** Whether the tile is lifted. */
  get lifted() {
    return this.#tile !== null;
  }

  /** Follow the pointer; return whether the tile is lifted. @param {PointerEvent} event */
  move({ clientX: x, clientY: y }) {
    if (!this.#tile && Math.hypot(x - this.from.x, y - this.from.y) < THRESHOLD) return false;
    this.to = { x, y: y - this.#offset };
    if (!this.#tile) this.#lift();
    return true;
  }

  /** Find the element under the tile. */
  elementUnder() {
    return this.screen.tree.elementFromPoint(this.to.x, this.to.y);
  }

  /** End the drag: the tile settles in its placement or returns to the hand. */
  async drop() {
    if (!this.#tile) return;
    // The placed tile is drawn with the next frame.
    await frame();
    await frame();
    const tile = this.#tile;
    this.#tile = null;
    delete this.screen.root.dataset.dragging;
    const end = this.#snapTarget() ?? this.#handPlacement();
    const from = tile.style.transform;
    tile.style.transform = transformAt(end, 1, end.angle - this.#rotation);
    if (!REDUCED.matches) {
      await tile.animate([{ transform: from }, { transform: tile.style.transform }], RETURN).finished.catch(() => {});
    }
    tile.remove();
  }

  get #rotation() {
    return 90 * Number(this.button.dataset.turned ?? 0);
  }

  #lift() {
    const picture = this.button.querySelector("svg");
    const size = this.#handPlacement().size;
    if (!picture) return;
    const upright = this.#rotation % 180 !== 0;
    this.#tile = overlay(this.screen, [picture.cloneNode(true)], upright ? size : 2 * size);
    this.#tile.classList.add("dragged");
    this.#angle = this.#rotation;
    this.screen.root.dataset.dragging = "";
    const rotation = this.#rotation;
    const step = () => {
      if (!this.#tile) return;
      const aim = this.#snapTarget() ?? { ...this.to, angle: this.#angle };
      const approach = REDUCED.matches ? 1 : APPROACH;
      this.at = { x: this.at.x + approach * (aim.x - this.at.x), y: this.at.y + approach * (aim.y - this.at.y) };
      // Rotate by the smaller angle.
      this.#angle += approach * (((((aim.angle - this.#angle) % 360) + 540) % 360) - 180);
      this.#tile.style.transform = transformAt(this.at, LIFT_SCALE, this.#angle - rotation);
      requestAnimationFrame(step);
    };
    step();
  }

  /** The previewed placement, if it is legal. */
  #snapTarget() {
    const ghost = /** @type {HTMLElement | null | undefined} */ (
      this.screen.part("board")?.querySelector(".ghost:not(.refused)")
    );
    const squares = ghost?.dataset.move?.match(/[a-z]\d+(?=[ryb]|\W|$)/g);
    return squares ? locate(this.screen, squares) : null;
  }

  /** The tile's placement in the hand, with the size of a square of the board. */
  #handPlacement() {
    const box = this.button.getBoundingClientRect();
    const square = this.screen.part("squares")?.querySelector("[data-square]")?.getBoundingClientRect().width;
    return { ...centre(box), angle: this.#rotation, size: square ?? box.width / 2 };
  }
}
