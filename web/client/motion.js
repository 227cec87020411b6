// Turns that can be followed. The engine has long decided and the new picture already stands; what moved is shown
// moving on top of it, from the turn's own scene. Everything can be skipped, and ends as if it had not been.
import { sound } from "./sound.js";

/**
 * @typedef {[place: string, player: number]} Pagoda
 * @typedef {{player: number, piece: string, squares: string[], source: string, provinces: string[], gains: Pagoda[], losses: Pagoda[],
 *   sounds: string[], emperor: boolean, by_hand: boolean, back: boolean, yours: boolean, won: string[]}} Scene
 */

const PACE = { off: 0, quick: 0.55, normal: 1, slow: 1.7 };
const [FLIGHT, LANDING, RISE, HOME, WIN] = [310, 190, 300, 420, 1500];
const OUT = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const OVERSHOOT = "cubic-bezier(0.3, 1.6, 0.5, 1)";
const LANTERNS = 9;
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Set<Element>} */
  #props = new Set();
  #generation = 0;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {(text: string) => DocumentFragment} parse
   */
  constructor(screen, parse) {
    this.screen = screen;
    this.parse = parse;
  }

  /**
   * Show how a picture became the next one.
   * @param {Scene[]} scenes
   * @param {import("./screen.js").Look} look
   * @param {() => void} change puts the new picture in its place
   */
  show(scenes, look, change) {
    this.finish();
    const pace = PACE[/** @type {keyof typeof PACE} */ (look.speed ?? "normal")] ?? 1;
    const volume = look.volume ?? "off";
    if (!pace || document.visibilityState === "hidden") {
      change();
      for (const { sounds } of scenes) for (const name of sounds) sound(name, volume);
      return;
    }
    if (REDUCED.matches) {
      change();
      for (const { sounds } of scenes) for (const name of sounds) sound(name, volume);
      this.#animate(this.screen.part("board"), [{ opacity: 0.4 }, { opacity: 1 }], { duration: 160 });
      return;
    }
    const flies = scenes.some(({ by_hand, back, piece }) => piece && !by_hand && !back);
    const old = this.#hold(flies);
    const before = scenes.map((scene) => scene.losses.map(([place]) => this.#rect(`[data-pagoda="${place}"]`)));
    change();
    scenes.forEach((scene, at) =>
      this.#play(scene, before[at] ?? [], pace, volume, at === scenes.length - 1 ? old : null),
    );
  }

  /** End everything at once. */
  finish() {
    this.#generation += 1;
    for (const animation of this.#running) animation.cancel();
    for (const prop of this.#props) prop.remove();
    this.#running.clear();
    this.#props.clear();
  }

  get running() {
    return this.#running.size > 0;
  }

  /** Leave the old picture in sight until what flies has landed. @param {boolean} wanted */
  #hold(wanted) {
    const board = this.screen.part("board");
    if (!wanted || !board) return null;
    const old = /** @type {HTMLElement} */ (board.cloneNode(true));
    old.removeAttribute("id");
    old.className = "held";
    board.after(old);
    this.#props.add(old);
    return old;
  }

  /**
   * @param {Scene} scene
   * @param {(DOMRect | null)[]} lost where the pagodas stood that are gone
   * @param {number} pace
   * @param {string} volume
   * @param {HTMLElement | null} old
   */
  async #play(scene, lost, pace, volume, old) {
    const generation = this.#generation;
    const here = () => generation === this.#generation;
    const spot = this.#spot(scene.squares);
    if (scene.piece && spot && scene.back) {
      this.#flyHome(scene, spot, pace, volume);
      return;
    }
    if (scene.piece && spot && !scene.by_hand) {
      await this.#fly(scene, spot, FLIGHT * pace, old);
      if (!here()) return;
      old?.remove();
    }
    scene.sounds.forEach((name, at) => sound(name, volume, at * 130 * pace));
    if (scene.piece) this.#land(scene, pace);
    scene.losses.forEach(([, player], at) => this.#sendHome(player, lost[at] ?? null, pace));
    for (const [place, player] of scene.gains) this.#rise(place, player, pace);
    if (scene.emperor && scene.squares[0]) this.#abdicate(scene.squares[0], pace);
    if (scene.won.length) this.#celebrate(scene.won, pace, volume);
    else if (scene.yours) sound("turn", volume, 420 * pace);
  }

  /** @param {string} selector @returns {DOMRect | null} */
  #rect(selector) {
    return this.screen.part("board")?.querySelector(selector)?.getBoundingClientRect() ?? null;
  }

  /** Where a piece lies: its middle, how large a square is, and how it is turned. @param {string[]} squares */
  #spot(squares) {
    const hits = squares.map((name) =>
      this.screen
        .part("squares")
        ?.querySelector(`[data-square="${name}"], [data-space="${name}"]`)
        ?.getBoundingClientRect(),
    );
    const [one, two = one] = hits;
    if (!one || !two) return null;
    const middle = (/** @type {DOMRect} */ box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const [a, b] = [middle(one), middle(two)];
    const angle = Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2)) * 90;
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: one.width, angle: two === one ? 0 : angle };
  }

  /** The middle of a player's card. @param {number} player */
  #card(player) {
    const mark = this.screen.part("players")?.querySelector(`.player.p${player} .mark`) ?? this.screen.part("players");
    const box = mark?.getBoundingClientRect();
    return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Put something over the page that nobody can touch. @param {Node[]} picture @param {number} width */
  #prop(picture, width) {
    const prop = document.createElement("div");
    prop.className = "flying";
    prop.append(...picture);
    prop.style.width = `${width}px`;
    this.screen.root.querySelector("dialog[open]")?.before(prop);
    if (!prop.isConnected) (this.screen.tree instanceof Document ? document.body : this.screen.root).append(prop);
    this.#props.add(prop);
    return prop;
  }

  /**
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   */
  async #animate(element, frames, options) {
    if (!element) return;
    const animation = element.animate(frames, options);
    this.#running.add(animation);
    await animation.finished.catch(() => {});
    this.#running.delete(animation);
  }

  /**
   * Let a piece glide from its owner's card, or from another place, to where it lies now; it turns on the way.
   * @param {Scene} scene
   * @param {{x: number, y: number, size: number, angle: number}} to
   * @param {number} duration
   * @param {HTMLElement | null} old
   */
  async #fly(scene, to, duration, old) {
    const start = scene.source ? this.#spot([scene.source]) : this.#card(scene.player);
    const from = start ?? { x: to.x, y: to.y - 2 * to.size };
    const prop = this.#prop([this.parse(scene.piece)], scene.source ? to.size : 2 * to.size);
    if (scene.source && old) hideTop(old, scene);
    const place = (
      /** @type {{x: number, y: number}} */ at,
      /** @type {number} */ angle,
      /** @type {number} */ scale,
    ) => `translate(${at.x}px, ${at.y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${scale})`;
    const arc = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - to.size };
    const frames = scene.source
      ? [{ transform: place(from, 0, 1) }, { transform: place(arc, 0, 1.12) }, { transform: place(to, 0, 1) }]
      : [
          { transform: place(from, to.angle - 90, 0.6), opacity: 0.6 },
          { transform: place(to, to.angle, 1.06), opacity: 1 },
        ];
    await this.#animate(prop, frames, { duration, easing: scene.source ? "ease-in-out" : OUT, fill: "both" });
    prop.remove();
    this.#props.delete(prop);
  }

  /**
   * @param {Scene} scene
   * @param {{x: number, y: number, size: number, angle: number}} from
   * @param {number} pace
   * @param {string} volume
   */
  async #flyHome(scene, from, pace, volume) {
    for (const name of scene.sounds) sound(name, volume);
    const to = (scene.source ? this.#spot([scene.source]) : this.#card(scene.player)) ?? from;
    const prop = this.#prop([this.parse(scene.piece)], scene.source ? from.size : 2 * from.size);
    const place = (
      /** @type {{x: number, y: number}} */ at,
      /** @type {number} */ angle,
      /** @type {number} */ scale,
    ) => `translate(${at.x}px, ${at.y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${scale})`;
    const away = scene.source ? 1 : 0;
    const frames = [
      { transform: place(from, from.angle, 1), opacity: 1 },
      { transform: place(to, 0, away ? 1 : 0.6), opacity: away },
    ];
    await this.#animate(prop, frames, { duration: 0.8 * FLIGHT * pace, easing: "ease-in", fill: "both" });
    prop.remove();
    this.#props.delete(prop);
  }

  /** Let what has landed settle. @param {Scene} scene @param {number} pace */
  #land(scene, pace) {
    const board = this.screen.part("board");
    for (const square of scene.squares) {
      const single = board?.querySelector(`.single[data-space="${square}"], .stack[data-space="${square}"]`);
      const frames = [{ scale: 1.09 }, { scale: 1 }];
      this.#animate(single, frames, { duration: LANDING * pace, easing: OVERSHOOT });
    }
    const frame = board?.querySelector(".last");
    this.#animate(
      frame,
      [
        { opacity: 0, scale: 1.2 },
        { opacity: 1, scale: 1 },
      ],
      { duration: RISE * pace, easing: OUT },
    );
    for (const place of scene.provinces) {
      const province = board?.querySelector(`[data-province="${place}"]`);
      const pulse = [{ scale: 1 }, { scale: 1.025, filter: "brightness(1.16)" }, { scale: 1 }];
      this.#animate(province, pulse, { duration: (LANDING + RISE) * pace, easing: "ease-out" });
    }
  }

  /** Let a pagoda drop in its place, and its owner's counter tick. @param {string} place @param {number} player @param {number} pace */
  #rise(place, player, pace) {
    const pagoda = this.screen.part("board")?.querySelector(`[data-pagoda="${place}"]`);
    const frames = [
      { translate: "0 -60%", scale: 1.25, opacity: 0 },
      { translate: "0 4%", scale: 0.98, opacity: 1, offset: 0.75 },
      { translate: "0 0", scale: 1 },
    ];
    this.#animate(pagoda, frames, { duration: RISE * pace, delay: 90 * pace, easing: OUT, fill: "backwards" });
    this.#tick(player, "gain", pace);
  }

  /** Let a pagoda that is lost fly home to its owner's card, in an arc. @param {number} player @param {DOMRect | null} from @param {number} pace */
  async #sendHome(player, from, pace) {
    const to = this.#card(player);
    const mark = this.screen.part("players")?.querySelector(`.player.p${player} .mark`);
    if (!to || !from || !mark) return;
    const prop = this.#prop(
      [...mark.childNodes].map((node) => node.cloneNode(true)),
      from.width,
    );
    prop.classList.add(`p${player}`);
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
    const top = { x: (start.x + to.x) / 2, y: Math.min(start.y, to.y) - 1.4 * from.height };
    const at = (/** @type {{x: number, y: number}} */ point, /** @type {number} */ scale) =>
      `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) scale(${scale})`;
    const frames = [
      { transform: at(start, 1) },
      { transform: at(top, 1.15), offset: 0.45 },
      { transform: at(to, 0.7) },
    ];
    await this.#animate(prop, frames, { duration: HOME * pace, easing: "ease-in-out", fill: "both" });
    prop.remove();
    this.#props.delete(prop);
    this.#tick(player, "loss", pace);
  }

  /** @param {number} player @param {"gain" | "loss"} kind @param {number} pace */
  #tick(player, kind, pace) {
    const counter = this.screen.part("players")?.querySelector(`.player.p${player} .left`);
    const frames = [{ scale: 1 }, { scale: kind === "gain" ? 1.28 : 0.8 }, { scale: 1 }];
    this.#animate(counter, frames, { duration: RISE * pace, easing: "ease-out" });
  }

  /** Let the Emperor walk off the dragon before anybody's eyes. @param {string} space @param {number} pace */
  #abdicate(space, pace) {
    const emperor = this.screen.part("board")?.querySelector(".emperor");
    const from = this.#rect(`.stack[data-space="${space}"]`);
    const to = emperor?.getBoundingClientRect();
    if (!emperor || !from || !to) return;
    // Inside the picture lengths are its own.
    const picture = this.screen.part("board")?.querySelector("svg");
    const unit = (picture?.viewBox.baseVal.width ?? 1) / (picture?.getBoundingClientRect().width ?? 1);
    const [x, y] = [(from.x - to.x) * unit, (from.y - to.y) * unit];
    const frames = [
      { translate: `${x}px ${y}px` },
      { translate: `${x}px ${y - 60}px`, offset: 0.3 },
      { translate: "0 0" },
    ];
    this.#animate(emperor, frames, { duration: 1200 * pace, easing: "ease-in-out", fill: "backwards" });
  }

  /** Light the winners' pagodas up one after the other, and let lanterns rise. @param {string[]} places @param {number} pace @param {string} volume */
  #celebrate(places, pace, volume) {
    sound("win", volume, 350 * pace);
    const table = this.screen.part("table");
    places.forEach((place, at) => {
      const lit = this.screen.part("board")?.querySelector(`[data-pagoda="${place}"], .stack[data-space="${place}"]`);
      const frames = [
        { translate: "0 0", scale: 1 },
        { translate: "0 -14%", scale: 1.3, filter: "brightness(1.5)" },
        { translate: "0 0", scale: 1 },
      ];
      this.#animate(lit, frames, {
        duration: 460 * pace,
        delay: (300 + (at * WIN) / (places.length + 1)) * pace,
        easing: "ease-out",
      });
    });
    for (let number = 0; number < LANTERNS; number++) {
      const lantern = document.createElement("div");
      lantern.className = "lantern";
      lantern.style.left = `${8 + (84 * number) / (LANTERNS - 1)}%`;
      table?.append(lantern);
      this.#props.add(lantern);
      const frames = [
        { transform: "translateY(20%)", opacity: 0 },
        { opacity: 1, offset: 0.2 },
        {
          transform: `translate(${number % 2 ? 18 : -18}px, -${((70 + 12 * (number % 3)) * (table?.offsetHeight ?? 0)) / 100}px)`,
          opacity: 0,
        },
      ];
      const rising = this.#animate(lantern, frames, {
        duration: (WIN + 700) * pace,
        delay: 90 * ((number * 4) % LANTERNS) * pace,
        easing: "ease-out",
        fill: "both",
      });
      rising.then(() => lantern.remove());
    }
  }
}

/** Take the barons that fly off the stack that they leave. @param {HTMLElement} old @param {Scene} scene */
function hideTop(old, scene) {
  const stack = old.querySelector(`.stack[data-space="${scene.source}"]`);
  const barons = [...(stack?.querySelectorAll('use:not([href$="cast"])') ?? [])];
  for (const baron of barons.slice(-scene.sounds.length)) baron.remove();
}
