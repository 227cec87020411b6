// Turns input events into messages: clicks, fields, keys, pointer, dragging, painting, wheel.
import { PieceDrag } from "./piece_drag.js";
import { MAX_FILE } from "../protocol.js";
import { actionOf } from "../dom/screen.js";

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
const CONTROLS = "a, button, dialog, input, label, select, summary, textarea, [popover]";
/** Pixels of scrolling for a quarter turn; a notch of a wheel is more. */
const NOTCH = 60;
/** Milliseconds within which a second press at the same place belongs to a double press. */
const DOUBLE_PRESS = 500;

/** @param {DOMRect} one @param {DOMRect} two */
const overlap = (one, two) =>
  one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;

/**
 * Name the square at an element of the board.
 * @param {EventTarget | null} target
 */
function squareAt(target) {
  const hit = /** @type {HTMLElement | null} */ (
    /** @type {Element | null} */ (target)?.closest("[data-square], [data-space]")
  );
  return hit?.dataset.square ?? hit?.dataset.space ?? "";
}

export class Inputs {
  /** @type {PieceDrag | null} */
  #drag = null;
  /** The pointer that drags or paints; others are ignored meanwhile. */
  #pointer = -1;
  #dragged = false;
  #painting = false;
  #wheel = 0;
  /** The kind of the last pointer: a long press of a finger is no right click. */
  #pointerType = "";
  /** @type {{action: string, box: DOMRect, time: number} | null} the last button pressed */
  #pressed = null;

  /**
   * @param {EventTarget} target gets the events
   * @param {import("../client.js").Client} client
   */
  constructor(target, client) {
    this.client = client;
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener, options = {}) =>
      target.addEventListener(type, listener, options);
    listen("click", (event) => this.#onClick(event));
    listen("change", (event) => this.#onChange(event));
    listen("input", (event) => this.#onInput(event));
    listen("keydown", (event) => this.#onKey(event));
    listen("focusin", (event) => this.#onFocus(event));
    listen("pointerover", (event) => this.#onPointerOver(event));
    listen("pointermove", (event) => this.#dragMove(event));
    listen("pointerdown", (event) => {
      // A press anywhere skips animations.
      client.motion.finish();
      this.#pointerType = event.pointerType;
      this.#dragStart(event);
    });
    listen("pointerup", (event) => this.#drop(event));
    listen("pointercancel", (event) => event.pointerId === this.#pointer && this.#dragEnd());
    listen("contextmenu", (event) => this.#onContextMenu(event));
    listen("wheel", (event) => this.#onWheel(event), { passive: false });
    listen("submit", (event) => event.preventDefault());
    // The engine closes the dialog, so that the address can follow.
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

  /**
   * Return the session that the reader saw: until a part is redrawn, it shows the one before. The page's header belongs
   * to none.
   * @param {EventTarget | null} target
   */
  #generation(target) {
    const inHeader = target instanceof Element && target.closest("header");
    return (inHeader ? undefined : this.client.screen.generationOf(target)) ?? this.client.generation;
  }

  /**
   * Tell whether a press is the second half of a double press on a button that a guarded one has replaced, such as
   * Rematch in the place of Place.
   * @param {HTMLElement} button
   * @param {number} time
   */
  #isStray(button, time) {
    const { action = "", guarded } = button.dataset;
    const [before, box] = [this.#pressed, button.getBoundingClientRect()];
    const soon = before && before.action !== action && time - before.time < DOUBLE_PRESS;
    if (guarded !== undefined && soon && overlap(before.box, box)) {
      // A third press in a row is as stray as the second.
      before.time = time;
      return true;
    }
    this.#pressed = { action, box, time };
    return false;
  }

  /** @param {MouseEvent} event */
  #onClick({ target, timeStamp, detail }) {
    const clicked = /** @type {Element} */ (target);
    // The end of a drag is no click; a key's click has no detail.
    if (this.#dragged && (detail || clicked.closest("[data-drag], #squares"))) return undefined;
    if (clicked.closest("[data-skip]")) return this.client.screen.focusBoard();
    const button = /** @type {HTMLElement | null} */ (clicked.closest("button[data-action], .hit[data-action]"));
    if (button) {
      if (this.#isStray(button, timeStamp)) return undefined;
      const { action = "", value = "", source } = button.dataset;
      const field = /** @type {HTMLTextAreaElement | null} */ (source ? this.client.screen.part(source) : null);
      return this.client.act(action, field ? field.value : value, this.#generation(button));
    }
    const place = /** @type {HTMLElement | null} */ (clicked.closest("[data-touch]"));
    // Screen readers click squares of the keyboard board.
    const square =
      /** @type {HTMLElement | null} */ (clicked.closest("[data-cell]"))?.dataset.cell ?? squareAt(clicked);
    // A press beside the board puts a picked piece down.
    if (!square && this.client.appearance.data?.holding && !clicked.closest(CONTROLS))
      return this.client.act("put-down");
    if (!place || !square) return undefined;
    this.client.screen.cell = square;
    return this.client.act(place.dataset.touch ?? "", square, this.#generation(place));
  }

  /** Send the value of a list, a check box, a field or a file. @param {Event} event */
  #onChange({ target }) {
    const control = /** @type {HTMLInputElement} */ (target);
    const { action, field } = actionOf(control);
    if (!action) return;
    if (control.type === "file") {
      const [file] = control.files ?? [];
      if (file) this.#readFile(action, file);
      // Lets the reader choose the same file again.
      control.value = "";
      return;
    }
    const value = control.type === "checkbox" ? String(control.checked) : control.value;
    this.client.act(action, field ? `${field}=${value}` : value, this.#generation(control));
  }

  /** Read a chosen file; one that is too long is cut, so that the engine refuses it, and an unreadable one is empty. @param {string} action @param {File} file */
  async #readFile(action, file) {
    const text = await file
      .slice(0, MAX_FILE + 1)
      .text()
      .catch(() => "");
    this.client.send({ type: "FileChosen", action, text });
  }

  /** Send the value of a slider or a text field while it changes. @param {Event} event */
  #onInput(event) {
    const control = /** @type {HTMLInputElement} */ (event.target);
    if (control.type === "range") this.client.act(actionOf(control).action, control.value, this.#generation(control));
    else if (["text", "textarea"].includes(control.type) && control.dataset.field) this.#onChange(event);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { key, shiftKey: shift, altKey, isComposing } = event;
    const control = event.ctrlKey || event.metaKey;
    const { cell = "" } = target.dataset;
    const written = target.closest("input, select, textarea") && key !== "Escape";
    const presses = (key === "Enter" || key === " ") && target.closest("button, a, summary");
    // A popover closes itself.
    if (key === "Escape" && document.querySelector(":popover-open")) return;
    if (altKey || isComposing || (!cell && (written || presses))) return;
    if (key.length > 1 && !BOARD_KEYS.has(key) && key !== "Delete" && key !== "Backspace") return;
    if (!control && (cell ? BOARD_KEYS.has(key) : key === "Escape" && !this.client.appearance.dialog))
      event.preventDefault();
    if (control && !"zy".includes(key.toLowerCase())) return;
    this.client.send({ type: "Key", key, square: cell, shift, control }, this.#generation(target));
  }

  /** Point at the square with the keyboard's focus, and at none when the focus leaves the board. @param {FocusEvent} event */
  #onFocus(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { cell = "" } = target.dataset;
    const left = this.client.screen.highlight(cell) && !cell;
    if (cell) this.client.screen.setTabStop(target);
    if (cell || left) this.client.point(cell, this.#generation(target));
  }

  /** Point at the square or at the hint under the mouse, unless a piece is dragged. @param {PointerEvent} event */
  #onPointerOver(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.#painting) return this.#paint(event);
    if (event.pointerType === "touch" || this.#drag) return undefined;
    const hint = /** @type {HTMLElement | null} */ (target.closest('[data-action="try"]'))?.dataset.value;
    return this.client.point(this.client.appearance.dialog ? "" : (hint ?? squareAt(target)), this.#generation(target));
  }

  /** Drag the piece along; it is selected when the drag starts. @param {PointerEvent} event */
  #dragMove(event) {
    const drag = this.#drag;
    const before = drag?.lifted;
    if (event.pointerId !== this.#pointer || !drag?.move(event)) return;
    if (!before) this.client.act("drag", drag.value);
    this.#dragged = true;
    this.client.point(squareAt(drag.elementUnder()));
  }

  /** Start to drag a piece on the board, a tile of the hand or the staged one, or to paint. @param {PointerEvent} event */
  #dragStart(event) {
    this.#dragged = false;
    const target = /** @type {Element} */ (event.target);
    const handle = /** @type {HTMLButtonElement | null} */ (target.closest("[data-drag]"));
    const value = handle?.dataset.value;
    const piece = /** @type {HTMLButtonElement | null | undefined} */ (
      value ? this.client.screen.part("hand")?.querySelector(`[data-drag][data-value="${value}"]`) : handle
    );
    const square = target.closest("[data-paint]") ? squareAt(target) : "";
    const begins = piece ? !piece.disabled : square && event.isPrimary;
    if (!begins || event.button !== 0) return;
    // A second finger takes over: the piece of the first one returns.
    this.#dragEnd();
    this.#pointer = event.pointerId;
    // Touch events go to their first element unless the capture is released; squares need `pointerover`.
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (piece) {
      this.#drag = new PieceDrag(this.client.screen, piece, event);
    } else {
      this.#painting = true;
      this.client.screen.cell = square;
      this.client.act("stroke", square);
    }
  }

  /** @param {PointerEvent} event */
  #paint(event) {
    const square = squareAt(event.target);
    if (event.pointerId !== this.#pointer) return;
    if (event.buttons === 0) this.#dragEnd();
    else if (square) this.client.act("over", square);
  }

  /** Place the piece where it was dropped. @param {PointerEvent} event */
  #drop(event) {
    if (event.pointerId !== this.#pointer) return;
    const drag = this.#drag;
    const square = drag?.move(event) ? squareAt(drag.elementUnder()) : "";
    if (drag && square) {
      this.client.act("drag", drag.value);
      this.client.act(drag.action, square);
    }
    this.#dragEnd();
  }

  #dragEnd() {
    this.#drag?.drop();
    this.#drag = null;
    this.#pointer = -1;
    if (this.#painting) this.client.act("lift");
    this.#painting = false;
  }

  /** Rotate the tile with the right button of a mouse. @param {MouseEvent} event */
  #onContextMenu(event) {
    const over = /** @type {Element} */ (event.target).closest("#squares");
    if (!over || this.#pointerType !== "mouse" || !this.client.appearance.rotatable) return;
    event.preventDefault();
    this.client.act("rotate", event.shiftKey ? "back" : "");
  }

  /** Rotate the tile with the wheel; with Ctrl, the wheel zooms the page. @param {WheelEvent} event */
  #onWheel(event) {
    const over = /** @type {Element} */ (event.target).closest("#squares");
    if (!over || event.ctrlKey || !event.deltaY || !this.client.appearance.rotatable) return;
    event.preventDefault();
    // Where a wheel counts lines or pages, every notch is a turn.
    this.#wheel += event.deltaMode === 0 ? event.deltaY : NOTCH * Math.sign(event.deltaY);
    if (Math.abs(this.#wheel) < NOTCH) return;
    this.client.act("rotate", this.#wheel > 0 ? "" : "back");
    this.#wheel = 0;
  }
}
