// Inputs become messages: clicks, choices, keys, pointing, dragging, painting, the wheel.
import { Carrying } from "./carrying.js";
import { asked } from "./screen.js";

const BOARD_KEYS = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "Enter",
  " ",
  "Escape",
]);
/** How far a wheel or two fingers have to go for a quarter turn, in pixels; a wheel's notch goes further. */
const NOTCH = 60;
/** No file that we read is longer, in bytes; what is longer is cut, so that the engine refuses it. */
const MAX_FILE = 64_000_000;

/**
 * Name the square, or the space of the dragon, that a part of the picture stands for.
 * @param {EventTarget | null} target
 */
function squareAt(target) {
  const hit = /** @type {HTMLElement | null} */ (
    /** @type {Element | null} */ (target)?.closest("[data-square], [data-space]")
  );
  return hit?.dataset.square ?? hit?.dataset.space ?? "";
}

export class Inputs {
  /** @type {Carrying | null} */
  #carrying = null;
  #carried = false;
  #painting = false;
  #wheeled = 0;

  /**
   * @param {EventTarget} place where events are heard
   * @param {import("./client.js").Client} client
   */
  constructor(place, client) {
    this.client = client;
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ heard, options = {}) =>
      place.addEventListener(type, heard, options);
    listen("click", (event) => this.#clicked(event));
    listen("change", (event) => this.#changed(event));
    listen("input", (event) => this.#typed(event));
    listen("keydown", (event) => this.#pressed(event));
    listen("focusin", (event) => this.#focused(event));
    listen("pointerover", (event) => this.#pointed(event));
    listen("pointermove", (event) => this.#carry(event));
    listen("pointerdown", (event) => {
      // A touch anywhere skips what is still moving.
      client.motion.finish();
      this.#took(event);
    });
    listen("pointerup", (event) => this.#dropped(event));
    listen("pointercancel", () => this.#letGo());
    listen("wheel", (event) => this.#turned(event), { passive: false });
    listen("submit", (event) => event.preventDefault());
    // The Escape key closes a window; the engine closes it, so that the address can follow.
    listen(
      "cancel",
      (event) => {
        if (event.target.id !== "dialog") return;
        event.preventDefault();
        client.act("open", "");
      },
      { capture: true },
    );
  }

  /** @param {MouseEvent} event */
  #clicked({ target }) {
    const clicked = /** @type {Element} */ (target);
    // Where a tile comes back to, nothing is clicked.
    if (this.#carried && clicked.closest("[data-drag]")) return undefined;
    const button = /** @type {HTMLElement | null} */ (clicked.closest("button[data-action], .hit[data-action]"));
    if (button) {
      const { action = "", value = "", source } = button.dataset;
      const field = /** @type {HTMLTextAreaElement | null} */ (source ? this.client.screen.part(source) : null);
      return this.client.act(action, field ? field.value : value);
    }
    const place = /** @type {HTMLElement | null} */ (clicked.closest("[data-touch]"));
    // Screen readers press a square of the keyboard board in this way.
    const square =
      /** @type {HTMLElement | null} */ (clicked.closest("[data-cell]"))?.dataset.cell ?? squareAt(clicked);
    if (!place || !square) return undefined;
    this.client.screen.cell = square;
    return this.client.act(place.dataset.touch ?? "", square);
  }

  /** Take a choice from a list, a check box, a field or a file. @param {Event} event */
  #changed({ target }) {
    const control = /** @type {HTMLInputElement} */ (target);
    const { action, field } = asked(control);
    if (!action) return;
    if (control.type === "file") {
      const [file] = control.files ?? [];
      if (file) this.#read(action, file);
      // The same file can be chosen once more, after it was mended.
      control.value = "";
      return;
    }
    const value = control.type === "checkbox" ? String(control.checked) : control.value;
    this.client.act(action, field ? `${field}=${value}` : value);
  }

  /** Read a file that was chosen, as much as any may hold; one that can't be read is as good as an empty one. @param {string} action @param {File} file */
  async #read(action, file) {
    const text = await file
      .slice(0, MAX_FILE)
      .text()
      .catch(() => "");
    this.client.send({ file: action, text });
  }

  /** Follow the slider while it moves, and what is written while it is being written. @param {Event} event */
  #typed(event) {
    const control = /** @type {HTMLInputElement} */ (event.target);
    if (control.type === "range") this.client.act(asked(control).action, control.value);
    else if (["text", "textarea"].includes(control.type) && control.dataset.field) this.#changed(event);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { key, shiftKey: shift, altKey, isComposing } = event;
    const control = event.ctrlKey || event.metaKey;
    const { cell = "" } = target.dataset;
    const written = target.closest("input, select, textarea") && key !== "Escape";
    const presses = (key === "Enter" || key === " ") && target.closest("button, a, summary");
    // What is unfolded closes itself.
    if (key === "Escape" && document.querySelector(":popover-open")) return;
    if (altKey || isComposing || (!cell && (written || presses))) return;
    if (key.length > 1 && !BOARD_KEYS.has(key) && key !== "Delete" && key !== "Backspace") return;
    if (!control && (cell ? BOARD_KEYS.has(key) : key === "Escape" && !this.client.look.window)) event.preventDefault();
    if (control && !"zy".includes(key.toLowerCase())) return;
    this.client.send({ key, cell, shift, control });
  }

  /** Let the pointing follow the keyboard, and end where it leaves the board. @param {FocusEvent} event */
  #focused(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { cell = "" } = target.dataset;
    const left = this.client.screen.frame(cell) && !cell;
    if (cell) this.client.screen.rove(target);
    if (cell || left) this.client.point(cell);
  }

  /** Let the ghost follow the pointer, or the tile that is carried. @param {PointerEvent} event */
  #pointed(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.#painting) return this.#paintOn(event);
    if (event.pointerType === "touch" || this.#carrying) return undefined;
    return this.client.point(this.client.look.window ? "" : squareAt(target));
  }

  /** Carry the tile along; it is picked as soon as it is lifted. @param {PointerEvent} event */
  #carry(event) {
    const carrying = this.#carrying;
    const before = carrying?.lifted;
    if (!carrying?.follow(event)) return;
    if (!before) this.client.act("drag", carrying.value);
    this.#carried = true;
    this.client.point(squareAt(carrying.under()));
  }

  /** Begin to drag a tile, or to paint. @param {PointerEvent} event */
  #took(event) {
    this.#carried = false;
    const target = /** @type {Element} */ (event.target);
    const tile = /** @type {HTMLButtonElement | null} */ (target.closest("[data-drag]"));
    const square = target.closest("[data-paint]") ? squareAt(target) : "";
    const begins = tile ? !tile.disabled : square && event.button === 0 && event.isPrimary;
    if (!begins) return;
    // A finger keeps to where it was put down, unless it is let go: the squares that it comes to have to see it.
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (tile) {
      this.#carrying = new Carrying(this.client.screen, tile, event);
    } else {
      this.#painting = true;
      this.client.screen.cell = square;
      this.client.act("stroke", square);
    }
  }

  /** @param {PointerEvent} event */
  #paintOn(event) {
    const square = squareAt(event.target);
    if (event.buttons === 0) this.#letGo();
    else if (square && event.isPrimary) this.client.act("over", square);
  }

  /** Lay the tile down where it was dragged to. @param {PointerEvent} event */
  #dropped(event) {
    const carrying = this.#carrying;
    const square = carrying?.follow(event) ? squareAt(carrying.under()) : "";
    if (carrying && square) {
      this.client.act("drag", carrying.value);
      this.client.act("square", square);
    }
    this.#letGo();
  }

  #letGo() {
    this.#carrying?.drop();
    this.#carrying = null;
    if (this.#painting) this.client.act("lift");
    this.#painting = false;
  }

  /** Turn the tile with the wheel; with Ctrl it makes the page larger or smaller. @param {WheelEvent} event */
  #turned(event) {
    const over = /** @type {Element} */ (event.target).closest("#squares");
    if (!over || event.ctrlKey || !event.deltaY || !this.client.look.turnable) return;
    event.preventDefault();
    // A wheel may count in lines or pages: then every notch is a turn.
    this.#wheeled += event.deltaMode === 0 ? event.deltaY : NOTCH * Math.sign(event.deltaY);
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.client.act("turn", this.#wheeled > 0 ? "" : "back");
    this.#wheeled = 0;
  }
}
