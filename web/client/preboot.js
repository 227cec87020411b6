// The page before the engine has started. It shows the preview that the last visit saved, or one of the hands that the
// build dealt. The effect of an action is shown at once, and the client queues its message for the engine.
/** @import { Message } from "./protocol.js" */
import { element } from "./dom/elements.js";
import { htmlOf } from "./dom/patch.js";
import { randomSeed } from "./engine.js";

/** The parts of a preview; the others show the progress of the start-up. */
const PARTS = ["board", "squares", "cover", "players", "hand", "game-switch", "menu", "replay"];
/** Milliseconds without a change until a preview is saved. */
const SAVE_DELAY = 600;
const SELECTED = '[aria-pressed="true"]';

/** @typedef {{version: string, language: string, data: Record<string, string>, parts: Record<string, string>}} Preview */

export class Preboot {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saveTimer;

  /**
   * @param {import("./dom/screen.js").Screen} screen
   * @param {import("./storage/store.js").Store} store
   * @param {Record<string, any>} bootData
   */
  constructor(screen, store, bootData) {
    this.screen = screen;
    this.store = store;
    this.version = bootData.runtime ?? "";
    /** The seed of the game in the page's HTML. */
    this.prerenderedSeed = /** @type {number} */ (bootData.prerenderedSeed);
    this.words = bootData.words?.[document.documentElement.lang] ?? {};
  }

  get #game() {
    return this.screen.root.dataset.game ?? "";
  }

  /** The key in the database. */
  get #previewKey() {
    return `picture.${this.#game}`;
  }

  /** The tiles in hand. */
  get #tiles() {
    return /** @type {HTMLElement[]} */ ([...(this.screen.part("hand")?.querySelectorAll(".tile") ?? [])]);
  }

  get #selectedTile() {
    return this.#tiles.find((tile) => tile.matches(SELECTED));
  }

  /**
   * Show the preview of the stored game, or a new game; return the seed of a new game.
   * @param {Record<string, string>} texts the stored texts
   * @returns {Promise<number | null>}
   */
  async show(texts) {
    if (location.hash) return null;
    if (!texts[`${this.#game}.current`]) return this.#showNewGame();
    const preview = await this.store.loadPreview(this.#previewKey);
    if (preview?.version === this.version) this.#restore(preview);
    return null;
  }

  /** @param {Preview} preview */
  #restore({ language, data, parts }) {
    this.screen.applyAppearance({ language, data });
    this.screen.show(parts);
  }

  /** Show one of the prepared deals, or else the game in the page's HTML; return its seed. */
  #showNewGame() {
    const openings = /** @type {HTMLTemplateElement | null} */ (this.screen.part("openings"));
    if (!openings || openings.dataset.game !== this.#game) return this.prerenderedSeed;
    const deals = JSON.parse(openings.dataset.deals ?? "[]");
    const [seed, hand] = deals[randomSeed() % deals.length];
    const tiles = hand.split(" ");
    // The deals differ only in the hand.
    this.#tiles.forEach((tile, index) => tile.replaceWith(this.#tileButton(openings, tiles[index], index)));
    return seed;
  }

  /** Copy the button of a tile. @param {HTMLTemplateElement} openings @param {string} tile @param {number} index in the hand */
  #tileButton(openings, tile, index) {
    const names = JSON.parse(openings.dataset.names ?? "{}")[document.documentElement.lang];
    const original = openings.content.querySelector(`[data-tile="${tile}"] button`);
    const button = /** @type {HTMLButtonElement} */ (original?.cloneNode(true));
    button.dataset.value = String(index);
    // The names are those of a first tile: "Tile 1: red, blue".
    button.setAttribute("aria-label", names[tile].replace("1", String(index + 1)));
    return button;
  }

  /** Show the effect of an action. @param {Message} message */
  showAction(message) {
    if (message.type === "Act") this.#showSelection(message.action, message.value ?? "");
    if (message.type === "Act" || message.type === "Key") this.#showStatus();
  }

  /** Show the tile, the rotation or the square that an action selects. @param {string} action @param {string} value */
  #showSelection(action, value) {
    if (action === "tile" || action === "pick-up") {
      for (const tile of this.#tiles) {
        const deselects = action === "tile" && tile.matches(SELECTED);
        tile.setAttribute("aria-pressed", String(tile.dataset.value === value && !deselects));
      }
    } else if (action === "rotate") {
      const picture = this.#selectedTile?.querySelector("svg");
      if (picture) picture.style.rotate = `${(parseFloat(picture.style.rotate) || 0) + 90}deg`;
    } else if (action === "square" || action === "drop") {
      this.screen.part("squares")?.querySelector(".pending")?.classList.remove("pending");
      this.screen.square(value)?.classList.add("pending");
    }
  }

  /** Say that the action is noted, and offer to rotate a selected tile. */
  #showStatus() {
    const status = this.screen.part("status");
    if (status) status.textContent = this.words["boot-noted"];
    const tools = this.screen.part("tools");
    const rotateButton = tools?.querySelector('[data-action="rotate"]');
    if (!this.#selectedTile) rotateButton?.remove();
    else if (!rotateButton) {
      const button = element("button", { type: "button", textContent: this.words.turn });
      button.dataset.action = "rotate";
      tools?.append(button);
    }
  }

  /** Save a preview for the next visit, once nothing changes and no placement is shown. */
  savePreview() {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => {
      if (this.screen.part("board")?.querySelector(".ghost")) return;
      const { root } = this.screen;
      this.store.savePreview(this.#previewKey, {
        version: this.version,
        language: root.lang,
        data: { ...root.dataset },
        parts: Object.fromEntries(PARTS.map((name) => [name, htmlOf(this.screen.part(name))])),
      });
    }, SAVE_DELAY);
  }
}
