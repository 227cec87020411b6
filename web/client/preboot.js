// The page before the engine has started: the preview that the last visit stored, or a hand that the build dealt. Actions
// on them are shown at once; the client queues their messages for the engine.
import { element } from "./dom/elements.js";
import { written } from "./dom/patch.js";
import { randomSeed } from "./engine.js";

/** The parts of a preview; the others show the progress of the start. */
const PARTS = ["board", "squares", "cover", "players", "hand", "game-switch", "menu", "replay"];
/** Milliseconds without a change until the preview is stored. */
const REST = 600;

/** @typedef {{version: string, language: string, data: Record<string, string>, parts: Record<string, string>}} Preview */

export class Preboot {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /**
   * @param {import("./dom/screen.js").Screen} screen
   * @param {import("./storage/store.js").Store} store
   * @param {Record<string, any>} data of the page
   */
  constructor(screen, store, data) {
    this.screen = screen;
    this.store = store;
    this.version = data.runtime ?? "";
    /** The seed of the game in the page's own HTML. */
    this.painted = /** @type {number} */ (data.painted);
    this.words = data.words?.[document.documentElement.lang] ?? {};
  }

  get #key() {
    return `picture.${this.screen.root.dataset.game}`;
  }

  /**
   * Show the stored game or a new deal; return the seed of a new deal.
   * @param {Record<string, string>} texts the stored texts
   * @returns {Promise<number | null>}
   */
  async show(texts) {
    const game = this.screen.root.dataset.game;
    if (location.hash) return null;
    if (!texts[`${game}.current`]) return this.#deal();
    const preview = await this.store.loadPreview(this.#key);
    if (preview?.version === this.version) this.#restore(preview);
    return null;
  }

  /** @param {Preview} preview */
  #restore({ language, data, parts }) {
    this.screen.applyAppearance({ language, data });
    this.screen.show(parts);
  }

  /** Deal the hand of one of the openings; a game without openings starts as in the page's own HTML. */
  #deal() {
    const openings = /** @type {HTMLTemplateElement | null} */ (this.screen.part("openings"));
    if (!openings || openings.dataset.game !== this.screen.root.dataset.game) return this.painted;
    const deals = JSON.parse(openings.dataset.deals ?? "[]");
    const names = JSON.parse(openings.dataset.names ?? "{}")[document.documentElement.lang];
    const [dealt, hand] = deals[randomSeed() % deals.length];
    const tiles = hand.split(" ").map((/** @type {string} */ tile, /** @type {number} */ number) => {
      const button = openings.content.querySelector(`[data-tile="${tile}"] button`)?.cloneNode(true);
      const made = /** @type {HTMLButtonElement} */ (button);
      made.dataset.value = String(number);
      made.setAttribute("aria-label", names[tile].replace("1", String(number + 1)));
      return made;
    });
    // What else lies beside the board is the same in all openings.
    const places = [...(this.screen.part("hand")?.querySelectorAll(".tile") ?? [])];
    tiles.forEach((/** @type {HTMLElement} */ tile, /** @type {number} */ number) => places[number]?.replaceWith(tile));
    return dealt;
  }

  /** Mark what an action selected. @param {import("./client.js").Message} message */
  showAction(message) {
    if (message.type !== "Act" && message.type !== "Key") return;
    const [act, value = ""] = message.type === "Act" ? [message.action, message.value] : [""];
    const tiles = /** @type {HTMLElement[]} */ ([...(this.screen.part("hand")?.querySelectorAll(".tile") ?? [])]);
    if (act === "tile" || act === "pick-up") {
      for (const tile of tiles) {
        const again = act === "tile" && tile.matches('[aria-pressed="true"]');
        tile.setAttribute("aria-pressed", String(tile.dataset.value === value && !again));
      }
    } else if (act === "rotate") {
      const picked = tiles.find((tile) => tile.matches('[aria-pressed="true"]'))?.querySelector("svg");
      if (picked) picked.style.rotate = `${(parseFloat(picked.style.rotate) || 0) + 90}deg`;
    } else if (act === "square" || act === "drop") {
      for (const other of this.screen.part("squares")?.querySelectorAll(".noted") ?? [])
        other.classList.remove("noted");
      this.screen.square(value)?.classList.add("noted");
    }
    this.#showStatus();
  }

  /** Tell the reader that the action counts, with a button to rotate a selected tile. */
  #showStatus() {
    const status = this.screen.part("status");
    if (status) status.textContent = this.words["boot-noted"];
    const tools = this.screen.part("tools");
    const picked = this.screen.part("hand")?.querySelector('.tile[aria-pressed="true"]');
    const turn = tools?.querySelector('[data-action="rotate"]');
    if (!picked) turn?.remove();
    else if (!turn) {
      const button = element("button", { type: "button", textContent: this.words.turn });
      button.dataset.action = "rotate";
      tools?.append(button);
    }
  }

  /** Store a preview for the next visit, once nothing changes and nothing is selected. */
  savePreview() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      const { root } = this.screen;
      const shown = PARTS.map((name) => [name, written(this.screen.part(name))]);
      if (this.screen.part("board")?.querySelector(".ghost")) return;
      this.store.savePreview(this.#key, {
        version: this.version,
        language: root.lang,
        data: { ...root.dataset },
        parts: Object.fromEntries(shown),
      });
    }, REST);
  }
}
