// Turns that can be followed. The engine has long decided and the new picture already stands; what moved is shown
// moving on top of it, from the turn's own scene. Everything can be skipped, and ends as if it had not been.
import { celebrate } from "./celebration.js";
import { card, middle, spot, standing } from "./places.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";

/**
 * @typedef {[place: string, player: number]} Pagoda
 * @typedef {{player: number, piece: string, squares: string[], source: string, provinces: string[], gains: Pagoda[], losses: Pagoda[],
 *   sounds: string[], emperor: boolean, by_hand: boolean, back: boolean, yours: boolean, won: string[], festive: boolean}} Scene
 */

const PACE = { off: 0, quick: 0.55, normal: 1, slow: 1.7 };
const [FLIGHT, LANDING, RISE, HOME, WALK] = [310, 190, 300, 420, 1200];
/** How long everything stands still before somebody else is asked to take over. */
const LOOK = 700;
/** What is seen as it was until what flies has landed: the board, how everybody stands, what is said about it and can be done. */
const UNTIL_LANDED = ["board", "players", "status", "coach", "tools"];
/** What is seen as it was until everything stands still: whoever takes over sees what has happened first. */
const UNTIL_STILL = "cover";
const OUT = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const OVERSHOOT = "cubic-bezier(0.3, 1.6, 0.5, 1)";
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  #stage;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {(text: string) => DocumentFragment} parse
   */
  constructor(screen, parse) {
    this.screen = screen;
    this.parse = parse;
    this.#stage = new Stage(screen);
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
    const seen = pace && document.visibilityState !== "hidden";
    if (!seen || REDUCED.matches) {
      change();
      for (const { sounds } of scenes) for (const name of sounds) sound(name, volume);
      if (seen) this.#stage.animate(this.screen.part("board"), [{ opacity: 0.4 }, { opacity: 1 }], { duration: 160 });
      return;
    }
    const before = scenes.map((scene) => scene.losses.map(([place]) => this.#rect(`[data-pagoda="${place}"]`)));
    if (scenes.some(({ by_hand, back, piece }) => piece && !by_hand && !back)) {
      for (const part of UNTIL_LANDED) this.screen.hold(part);
    }
    if (!scenes.some(({ back, won }) => back || won.length)) this.screen.hold(UNTIL_STILL);
    change();
    this.#askAfter(
      scenes.map((scene, at) => this.#play(scene, before[at] ?? [], pace, volume)),
      pace,
    );
  }

  /** Ask somebody to take over, once what was played has been seen. @param {Promise<void>[]} played @param {number} pace */
  async #askAfter(played, pace) {
    const act = this.#stage.act;
    await Promise.all(played);
    await this.#stage.still();
    await new Promise((resolve) => setTimeout(resolve, LOOK * pace));
    if (act === this.#stage.act) this.screen.release(UNTIL_STILL);
  }

  /** End everything at once. */
  finish() {
    this.#stage.clear();
    this.#release();
    this.screen.release(UNTIL_STILL);
  }

  /**
   * @param {Scene} scene
   * @param {(DOMRect | null)[]} lost where the pagodas stood that are gone
   * @param {number} pace
   * @param {string} volume
   */
  async #play(scene, lost, pace, volume) {
    const act = this.#stage.act;
    const there = spot(this.screen, scene.squares);
    if (scene.piece && there && scene.back) {
      this.#flyHome(scene, there, pace, volume);
      return;
    }
    if (scene.piece && there && !scene.by_hand) {
      await this.#fly(scene, there, FLIGHT * pace);
      if (act !== this.#stage.act) return;
      this.#release();
    }
    scene.sounds.forEach((name, at) => sound(name, volume, at * 130 * pace));
    if (scene.piece) this.#land(scene, pace);
    scene.losses.forEach(([, player], at) => this.#sendHome(player, lost[at] ?? null, pace));
    for (const [place, player] of scene.gains) this.#rise(place, player, pace);
    if (scene.emperor && scene.squares[0]) this.#abdicate(scene.squares[0], pace);
    if (scene.won.length) celebrate(this.#stage, scene.won, scene.festive, pace, volume);
    else if (scene.yours) sound("turn", volume, 420 * pace);
  }

  #release() {
    for (const part of UNTIL_LANDED) this.screen.release(part);
  }

  /** @param {string} selector @returns {DOMRect | null} */
  #rect(selector) {
    return this.screen.part("board")?.querySelector(selector)?.getBoundingClientRect() ?? null;
  }

  /**
   * Let a piece glide from its owner's card, or from another place, to where it lies now; it turns on the way.
   * @param {Scene} scene
   * @param {import("./places.js").Spot} there
   * @param {number} duration
   */
  async #fly(scene, there, duration) {
    const flying = this.#stage.prop([this.parse(scene.piece)], scene.source ? there.size : 2 * there.size);
    const to = { ...there, ...(scene.source && this.#measure(scene.squares[0], flying)) };
    const start = scene.source ? top(this.#stack(scene.source), flying) : card(this.screen, scene.player);
    const from = start ?? { x: to.x, y: to.y - 2 * to.size };
    if (scene.source) takeTop(this.#stack(scene.source), scene.sounds.length);
    const arc = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - to.size };
    const frames = scene.source
      ? [{ transform: standing(from, 1, 0) }, { transform: standing(arc, 1.12, 0) }, { transform: standing(to, 1, 0) }]
      : [
          { transform: standing(from, 0.6, to.angle - 90), opacity: 0.6 },
          { transform: standing(to, 1.06, to.angle), opacity: 1 },
        ];
    await this.#stage.animate(flying, frames, { duration, easing: scene.source ? "ease-in-out" : OUT, fill: "both" });
    flying.remove();
  }

  /** @param {string | undefined} space */
  #stack(space) {
    return this.screen.part("board")?.querySelector(`.stack[data-space="${space}"]`) ?? null;
  }

  /** Find where barons will be on top of a stack that isn't drawn yet. @param {string | undefined} space @param {HTMLElement} barons */
  #measure(space, barons) {
    const coming = this.parse(this.screen.held("board")).querySelector(`.stack[data-space="${space}"]`);
    if (coming) this.screen.part("board")?.querySelector("svg")?.append(coming);
    const place = top(coming, barons);
    coming?.remove();
    return place;
  }

  /**
   * @param {Scene} scene
   * @param {import("./places.js").Spot} from
   * @param {number} pace
   * @param {string} volume
   */
  async #flyHome(scene, from, pace, volume) {
    for (const name of scene.sounds) sound(name, volume);
    const flying = this.#stage.prop([this.parse(scene.piece)], scene.source ? from.size : 2 * from.size);
    const to = (scene.source ? top(this.#stack(scene.source), flying) : card(this.screen, scene.player)) ?? from;
    const away = scene.source ? 1 : 0;
    const frames = [
      { transform: standing(from, 1, from.angle), opacity: 1 },
      { transform: standing(to, away ? 1 : 0.6, 0), opacity: away },
    ];
    await this.#stage.animate(flying, frames, { duration: 0.8 * FLIGHT * pace, easing: "ease-in", fill: "both" });
    flying.remove();
  }

  /** Let what has landed settle. @param {Scene} scene @param {number} pace */
  #land(scene, pace) {
    const board = this.screen.part("board");
    for (const square of scene.squares) {
      const single = board?.querySelector(`.single[data-space="${square}"], .stack[data-space="${square}"]`);
      const frames = [{ scale: 1.09 }, { scale: 1 }];
      this.#stage.animate(single, frames, { duration: LANDING * pace, easing: OVERSHOOT });
    }
    const frame = board?.querySelector(".last");
    this.#stage.animate(
      frame,
      [
        { opacity: 0, scale: 1.2 },
        { opacity: 1, scale: 1 },
      ],
      { duration: RISE * pace, easing: OUT },
    );
    for (const place of scene.provinces) {
      const province = board?.querySelector(`[data-province="${place}"]`);
      const pulse = [{ scale: 1 }, { scale: 1.025 }, { scale: 1 }];
      this.#stage.animate(province, pulse, { duration: (LANDING + RISE) * pace, easing: "ease-out" });
    }
  }

  /** Let a pagoda drop in its place, and its owner's counter tick. @param {string} place @param {number} player @param {number} pace */
  #rise(place, player, pace) {
    const pagoda = this.screen.part("board")?.querySelector(`[data-pagoda="${place}"]`);
    const frames = [
      { translate: "0 -54px", scale: 1.25, opacity: 0 },
      { translate: "0 4px", scale: 0.98, opacity: 1, offset: 0.75 },
      { translate: "0 0", scale: 1 },
    ];
    this.#stage.animate(pagoda, frames, { duration: RISE * pace, delay: 90 * pace, easing: OUT, fill: "backwards" });
    this.#tick(player, "gain", pace);
  }

  /** Let a pagoda that is lost fly home to its owner's card, in an arc. @param {number} player @param {DOMRect | null} from @param {number} pace */
  async #sendHome(player, from, pace) {
    const to = card(this.screen, player);
    const mark = this.screen.part("players")?.querySelector(`.player.p${player} .mark`);
    if (!to || !from || !mark) return;
    const flying = this.#stage.prop(
      [...mark.childNodes].map((node) => node.cloneNode(true)),
      from.width,
    );
    flying.classList.add(`p${player}`);
    const start = middle(from);
    const top = { x: (start.x + to.x) / 2, y: Math.min(start.y, to.y) - 1.4 * from.height };
    const frames = [
      { transform: standing(start, 1) },
      { transform: standing(top, 1.15), offset: 0.45 },
      { transform: standing(to, 0.7) },
    ];
    await this.#stage.animate(flying, frames, { duration: HOME * pace, easing: "ease-in-out", fill: "both" });
    flying.remove();
    this.#tick(player, "loss", pace);
  }

  /** @param {number} player @param {"gain" | "loss"} kind @param {number} pace */
  #tick(player, kind, pace) {
    const counter = this.screen.part("players")?.querySelector(`.player.p${player} .left`);
    const frames = [{ scale: 1 }, { scale: kind === "gain" ? 1.28 : 0.8 }, { scale: 1 }];
    this.#stage.animate(counter, frames, { duration: RISE * pace, easing: "ease-out" });
  }

  /** Let the Emperor walk off the dragon before anybody's eyes. @param {string} space @param {number} pace */
  #abdicate(space, pace) {
    const emperor = this.screen.part("board")?.querySelector(".emperor");
    const [crown, glory] = [emperor?.querySelector("use"), emperor?.querySelector(".glory")];
    const from = this.#rect(`.stack[data-space="${space}"]`);
    const to = crown?.getBoundingClientRect();
    if (!emperor || !from || !to) return;
    // Inside the picture lengths are its own.
    const picture = this.screen.part("board")?.querySelector("svg");
    const unit = (picture?.viewBox.baseVal.width ?? 1) / (picture?.getBoundingClientRect().width ?? 1);
    const [x, y] = [(from.x + from.width / 2 - to.x - to.width / 2) * unit, (from.y - to.y) * unit];
    const frames = [
      { translate: `${x}px ${y}px` },
      { translate: `${x}px ${y - 50}px`, offset: 0.35 },
      { translate: "0 0" },
    ];
    this.#stage.animate(emperor, frames, { duration: WALK * pace, easing: "ease-in-out", fill: "backwards" });
    const shine = [{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1 }];
    this.#stage.animate(glory, shine, { duration: 1.4 * WALK * pace, fill: "backwards" });
  }
}

/** @param {Element | null} stack */
const baronsOf = (stack) => [...(stack?.querySelectorAll('use:not([href$="cast"])') ?? [])];

/**
 * Find where barons are that lie on top of a stack, and make them as large as those in it.
 * @param {Element | null} stack
 * @param {HTMLElement} barons
 */
function top(stack, barons) {
  const there = baronsOf(stack).at(-1)?.getBoundingClientRect();
  const before = baronsOf(barons).at(-1)?.getBoundingClientRect();
  if (!there || !before?.width) return null;
  barons.style.width = `${(barons.offsetWidth * there.width) / before.width}px`;
  const [own, box] = [baronsOf(barons).at(-1)?.getBoundingClientRect() ?? before, barons.getBoundingClientRect()];
  return { x: there.x - own.x + box.x + box.width / 2, y: there.y - own.y + box.y + box.height / 2 };
}

/** Take the barons that fly off the stack that they leave. @param {Element | null} stack @param {number} count */
function takeTop(stack, count) {
  for (const baron of baronsOf(stack).slice(-count)) baron.remove();
  if (baronsOf(stack).length) stack?.querySelector(".count")?.remove();
  else stack?.remove();
}
