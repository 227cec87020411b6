// The stage: everything that moves, and what was put over the page for it; it can be ended at once.
import { prop } from "./places.js";

export class Stage {
  /** Counts how often the stage was cleared: whoever waits knows by it whether to go on. */
  act = 0;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Set<Element>} */
  #props = new Set();

  /** @param {import("./screen.js").Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** End everything; what stands in the page is as if nothing had moved. */
  clear() {
    this.act += 1;
    for (const animation of this.#running) animation.cancel();
    for (const element of this.#props) element.remove();
    this.#running.clear();
    this.#props.clear();
  }

  /** Wait until nothing moves any more. */
  async still() {
    while (this.#running.size) {
      await Promise.allSettled([...this.#running].map((animation) => animation.finished));
    }
  }

  /** Remember something that goes when the stage is cleared. @template {Element} E @param {E} element */
  add(element) {
    this.#props.add(element);
    return element;
  }

  /** Put something over the page that nobody can touch. @param {Node[]} picture @param {number} width */
  prop(picture, width) {
    return this.add(prop(this.screen, picture, width));
  }

  /**
   * Move something; wait until it has moved.
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  async animate(element, frames, options) {
    if (!element) return;
    const animation = element.animate(about(element, frames), options);
    this.#running.add(animation);
    await animation.finished.catch(() => {});
    this.#running.delete(animation);
  }
}

/**
 * Let a copy in a picture grow about its own foot or middle: browsers don't agree on where the box of a copy is.
 * @param {Element} element
 * @param {Keyframe[]} frames
 */
function about(element, frames) {
  if (!(element instanceof SVGUseElement)) return frames;
  const down = element.matches(".pagoda") ? 94 : 50;
  const transformOrigin = `${element.x.baseVal.value + 50}px ${element.y.baseVal.value + down}px`;
  return frames.map((frame) => ({ ...frame, transformOrigin }));
}
