// Before the engine is there: the picture that the last visit left behind, or tiles that were dealt beforehand; and
// whatever people do with them, shown at once. The client keeps their messages, and the engine carries them out.
import { element } from "./making.js";
import { written } from "./patch.js";
import { seed } from "./seed.js";

/** The parts that a picture is made of; the others tell how the game comes along. */
const PARTS = ["board", "squares", "cover", "players", "hand", "rooms", "menu", "replay"];
/** How long the page is left alone before its picture is taken, in milliseconds. */
const REST = 600;

/** @typedef {{version: string, language: string, data: Record<string, string>, parts: Record<string, string>}} Picture */

export class Early {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /**
   * @param {import("./screen.js").Screen} screen
   * @param {import("./store.js").Store} store
   * @param {Record<string, any>} data of the page
   */
  constructor(screen, store, data) {
    this.screen = screen;
    this.store = store;
    this.version = data.runtime ?? "";
    /** The chance behind the game that is painted on the page itself. */
    this.painted = /** @type {number} */ (data.painted);
    this.words = data.words?.[document.documentElement.lang] ?? {};
  }

  get #key() {
    return `picture.${this.screen.root.dataset.game}`;
  }

  /**
   * Show what is about to be played; where that is dealt, give the chance behind it.
   * @param {Record<string, string>} texts what is kept
   * @returns {Promise<number | null>}
   */
  async begin(texts) {
    const game = this.screen.root.dataset.game;
    if (location.hash) return null;
    if (!texts[`${game}.current`]) return this.#deal();
    const picture = await this.store.picture(this.#key);
    if (picture?.version === this.version) this.#restore(picture);
    return null;
  }

  /** @param {Picture} picture */
  #restore({ language, data, parts }) {
    this.screen.dress({ language, data });
    this.screen.show(parts);
  }

  /** Show the hand of one of the openings; a game without them begins as it is painted. */
  #deal() {
    const openings = /** @type {HTMLTemplateElement | null} */ (this.screen.part("openings"));
    if (!openings || openings.dataset.game !== this.screen.root.dataset.game) return this.painted;
    const deals = JSON.parse(openings.dataset.deals ?? "[]");
    const names = JSON.parse(openings.dataset.names ?? "{}")[document.documentElement.lang];
    const [dealt, hand] = deals[seed() % deals.length];
    const tiles = hand.split(" ").map((/** @type {string} */ tile, /** @type {number} */ number) => {
      const button = openings.content.querySelector(`[data-tile="${tile}"] button`)?.cloneNode(true);
      const made = /** @type {HTMLButtonElement} */ (button);
      made.dataset.value = String(number);
      made.setAttribute("aria-label", names[tile].replace("1", String(number + 1)));
      return made;
    });
    this.screen.part("hand")?.replaceChildren(...tiles);
    return dealt;
  }

  /** Show what somebody does as noted. @param {import("./client.js").Message} message */
  note({ act, value }) {
    const tiles = /** @type {HTMLElement[]} */ ([...(this.screen.part("hand")?.querySelectorAll(".tile") ?? [])]);
    if (act === "tile" || act === "drag") {
      for (const tile of tiles) {
        const again = act === "tile" && tile.ariaPressed === "true";
        tile.setAttribute("aria-pressed", String(tile.dataset.value === value && !again));
      }
    } else if (act === "turn") {
      const picked = tiles.find((tile) => tile.ariaPressed === "true")?.querySelector("svg");
      if (picked) picked.style.rotate = `${(parseFloat(picked.style.rotate) || 0) + 90}deg`;
    } else if (act === "square") {
      for (const other of this.screen.part("squares")?.querySelectorAll(".noted") ?? [])
        other.classList.remove("noted");
      this.screen.square(value)?.classList.add("noted");
    }
    this.#say();
  }

  /** Say that what is done counts, with a button to turn what is picked. */
  #say() {
    const status = this.screen.part("status");
    if (status) status.textContent = this.words["boot-noted"];
    const tools = this.screen.part("tools");
    const picked = this.screen.part("hand")?.querySelector('.tile[aria-pressed="true"]');
    const turn = tools?.querySelector('[data-action="turn"]');
    if (!picked) turn?.remove();
    else if (!turn) {
      const button = element("button", { type: "button", textContent: this.words.turn });
      button.dataset.action = "turn";
      tools?.append(button);
    }
  }

  /** Keep a picture of the page for the next visit, once it is at rest with nothing picked. */
  keep() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      const { root } = this.screen;
      const shown = PARTS.map((name) => [name, written(this.screen.part(name))]);
      if (this.screen.part("board")?.querySelector(".ghost")) return;
      this.store.keepPicture(this.#key, {
        version: this.version,
        language: root.lang,
        data: { ...root.dataset },
        parts: Object.fromEntries(shown),
      });
    }, REST);
  }
}
