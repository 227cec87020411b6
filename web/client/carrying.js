// The tile in one's hand: it follows pointer or finger, lifted, and snaps to the placement under it.
import { middle, prop, spot, standing } from "./places.js";

/** How far above a finger the tile is held, in pixels, so that it can be seen. */
const ABOVE = 56;
/** From where on a press is a drag, in pixels. */
const FAR = 6;
/** How much larger a tile looks that is lifted. */
const LIFTED = 1.1;
/** Which part of its way to go a tile does in a frame. */
const HASTE = 0.4;
const HOME = { duration: 140, easing: "ease-out" };
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

const frame = () => new Promise(requestAnimationFrame);

export class Carrying {
  /** @type {HTMLElement | null} */
  #tile = null;
  #angle = 0;
  #lift = 0;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {HTMLElement} hand the tile's button
   * @param {PointerEvent} event
   */
  constructor(screen, hand, { clientX: x, clientY: y, pointerType }) {
    this.screen = screen;
    this.hand = hand;
    this.value = hand.dataset.value ?? "";
    this.from = { x, y };
    this.to = this.from;
    this.at = this.from;
    this.#lift = pointerType === "touch" ? ABOVE : 0;
  }

  /** Whether it has been taken up. */
  get lifted() {
    return this.#tile !== null;
  }

  /** Follow the pointer; tell whether the tile is carried. @param {PointerEvent} event */
  follow({ clientX: x, clientY: y }) {
    if (!this.#tile && Math.hypot(x - this.from.x, y - this.from.y) < FAR) return false;
    this.to = { x, y: y - this.#lift };
    if (!this.#tile) this.#take();
    return true;
  }

  /** Find what lies under the tile, which is held above a finger. */
  under() {
    return this.screen.tree.elementFromPoint(this.to.x, this.to.y);
  }

  /** Let go of it: it settles where it lies now, or goes back to the hand. */
  async drop() {
    if (!this.#tile) return;
    // What it was dropped on is drawn with the next frame.
    await frame();
    await frame();
    const tile = this.#tile;
    this.#tile = null;
    delete this.screen.root.dataset.carrying;
    const end = this.#snapped() ?? this.#home();
    const from = tile.style.transform;
    tile.style.transform = standing(end, 1, end.angle - this.#turned);
    if (!REDUCED.matches) {
      await tile.animate([{ transform: from }, { transform: tile.style.transform }], HOME).finished.catch(() => {});
    }
    tile.remove();
  }

  get #turned() {
    return 90 * Number(this.hand.dataset.turned ?? 0);
  }

  #take() {
    const picture = this.hand.querySelector("svg");
    const size = this.#home().size;
    if (!picture) return;
    const upright = this.#turned % 180 !== 0;
    this.#tile = prop(this.screen, [picture.cloneNode(true)], upright ? size : 2 * size);
    this.#tile.classList.add("carried");
    this.#angle = this.#turned;
    this.screen.root.dataset.carrying = "";
    const turned = this.#turned;
    const step = () => {
      if (!this.#tile) return;
      const aim = this.#snapped() ?? { ...this.to, angle: this.#angle };
      const haste = REDUCED.matches ? 1 : HASTE;
      this.at = { x: this.at.x + haste * (aim.x - this.at.x), y: this.at.y + haste * (aim.y - this.at.y) };
      // The short way round.
      this.#angle += haste * (((((aim.angle - this.#angle) % 360) + 540) % 360) - 180);
      this.#tile.style.transform = standing(this.at, LIFTED, this.#angle - turned);
      requestAnimationFrame(step);
    };
    step();
  }

  /** The placement that is looked at, if it is allowed. */
  #snapped() {
    const ghost = /** @type {HTMLElement | null | undefined} */ (
      this.screen.part("board")?.querySelector(".ghost:not(.refused)")
    );
    const squares = ghost?.dataset.move?.match(/[a-z]\d+(?=[ryb]|\W|$)/g);
    return squares ? spot(this.screen, squares) : null;
  }

  /** Its place in the hand, and how large a square of the board is. */
  #home() {
    const box = this.hand.getBoundingClientRect();
    const square = this.screen.part("squares")?.querySelector("[data-square]")?.getBoundingClientRect().width;
    return { ...middle(box), angle: this.#turned, size: square ?? box.width / 2 };
  }
}
