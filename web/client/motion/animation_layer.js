// The animation layer: running animations and the elements over the page that they move; all can end at once.
import { overlay } from "./geometry.js";

export class AnimationLayer {
  /** Counts how often the layer was cleared: code that waited for an animation compares it. */
  generation = 0;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Set<Element>} */
  #overlays = new Set();

  /** @param {import("../dom/screen.js").Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** End all animations and remove their elements. */
  clear() {
    this.generation += 1;
    for (const animation of this.#running) animation.cancel();
    for (const element of this.#overlays) element.remove();
    this.#running.clear();
    this.#overlays.clear();
  }

  get moving() {
    return this.#running.size > 0;
  }

  /** Wait until no animation runs. */
  async idle() {
    while (this.#running.size) {
      await Promise.allSettled([...this.#running].map((animation) => animation.finished));
    }
  }

  /** Remove an element when the layer is cleared. @template {Element} E @param {E} element */
  removeOnClear(element) {
    this.#overlays.add(element);
    return element;
  }

  /** Show a picture over the page. @param {Node[]} picture @param {number} width */
  overlay(picture, width) {
    return this.removeOnClear(overlay(this.screen, picture, width));
  }

  /**
   * Animate an element, and wait for the end.
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  async animate(element, frames, options) {
    if (!element) return;
    const animation = element.animate(withOrigin(element, frames), options);
    this.#running.add(animation);
    await animation.finished.catch(() => {});
    this.#running.delete(animation);
  }

  /** Animate an element, and remove it at the end. @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  async animateAndRemove(element, frames, options) {
    await this.animate(element, frames, { fill: "both", ...options });
    element.remove();
  }
}

/**
 * Let a `use` element scale about its centre, or about the `data-foot` of its layer: browsers disagree on the box that
 * CSS refers to. A picture of a piece is 100 units wide.
 * @param {Element} element
 * @param {Keyframe[]} frames
 */
function withOrigin(element, frames) {
  if (!(element instanceof SVGUseElement)) return frames;
  const layer = /** @type {SVGElement | null} */ (element.closest("[data-foot]"));
  const foot = Number(layer?.dataset.foot ?? 50);
  const transformOrigin = `${element.x.baseVal.value + 50}px ${element.y.baseVal.value + foot}px`;
  return frames.map((frame) => ({ ...frame, transformOrigin }));
}
