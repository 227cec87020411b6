// Turns input events into messages: clicks, fields, keys, pointer, dragging, painting, wheel.
import { PieceDrag, pieceAt } from "./piece_drag.js";
import { MAX_FILE } from "../protocol.js";
import { actionOf, gridSquare } from "../dom/screen.js";

/** The keys of the keyboard grid besides characters; there they don't scroll the page. */
const GRID_KEYS = new Set([
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
const INTERACTIVE = "a, button, dialog, input, label, select, summary, textarea, [popover]";
/** Pixels of scrolling for a rotation; a notch of a mouse wheel is more. */
const ROTATION_SCROLL = 60;
/** Milliseconds within which two clicks at the same place count as a double click. */
const DOUBLE_CLICK = 500;

/** @param {DOMRect} a @param {DOMRect} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Return the name of the square at an element, or an empty text. @param {EventTarget | null} target */
const squareAt = (target) =>
  /** @type {HTMLElement | null | undefined} */ (/** @type {Element | null} */ (target)?.closest("[data-square]"))
    ?.dataset.square ?? "";

export class Inputs {
  /** @type {PieceDrag | null} */
  #drag = null;
  #painting = false;
  /** The pointer that drags or paints. */
  #pointer = -1;
  /** Whether the press that is ending was a drag. */
  #dragged = false;
  /** Pixels that were scrolled since the last rotation. */
  #scrolled = 0;
  /** The kind of the last pointer: a long press of a finger is no right click. */
  #pointerType = "";
  /** @type {{action: string, box: DOMRect, time: number} | null} */
  #lastClick = null;

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
    listen("pointermove", (event) => this.#onPointerMove(event));
    listen("pointerdown", (event) => this.#onPointerDown(event));
    listen("pointerup", (event) => this.#onPointerUp(event));
    listen("pointercancel", (event) => event.pointerId === this.#pointer && this.#endGesture());
    listen("contextmenu", (event) => this.#onContextMenu(event));
    listen("wheel", (event) => this.#onWheel(event), { passive: false });
    listen("submit", (event) => event.preventDefault());
    // The engine closes the dialog, so that the address can follow.
    listen(
      "cancel",
      (event) => {
        if (event.target.id !== "dialog") return;
        event.preventDefault();
        client.act("close");
      },
      { capture: true },
    );
  }

  /**
   * Return the generation that the user saw: a part shows an older one until it is redrawn. The header is the same for
   * all.
   * @param {EventTarget | null} target
   */
  #generation(target) {
    const inHeader = target instanceof Element && target.closest("header");
    return (inHeader ? undefined : this.client.screen.generationOf(target)) ?? this.client.generation;
  }

  /**
   * Tell whether a click is the second one of a double click whose first one replaced the button, as when Rematch
   * appears in the place of Place.
   * @param {HTMLElement} button
   * @param {number} time
   */
  #isAccidental(button, time) {
    const { action = "", ignoreDoubleClick } = button.dataset;
    const box = button.getBoundingClientRect();
    const last = this.#lastClick;
    const replaced = last && last.action !== action && overlap(last.box, box);
    if (ignoreDoubleClick !== undefined && replaced && time - last.time < DOUBLE_CLICK) {
      // A third click in a row is as accidental as the second.
      last.time = time;
      return true;
    }
    this.#lastClick = { action, box, time };
    return false;
  }

  /** @param {MouseEvent} event */
  #onClick({ target, timeStamp, detail }) {
    const clicked = /** @type {Element} */ (target);
    // The end of a drag is no click. A click by keyboard has no detail.
    if (this.#dragged && (detail || clicked.closest("[data-draggable], #squares"))) return undefined;
    if (clicked.closest("[data-skip]")) return this.client.screen.focusBoard();
    const button = /** @type {HTMLElement | null} */ (clicked.closest("button[data-action], .hit[data-action]"));
    if (button) {
      if (this.#isAccidental(button, timeStamp)) return undefined;
      const { action = "", value = "", valueFrom } = button.dataset;
      const field = /** @type {HTMLTextAreaElement | null} */ (valueFrom ? this.client.screen.part(valueFrom) : null);
      return this.client.act(action, field ? field.value : value, this.#generation(button));
    }
    const square = squareAt(clicked);
    // A click beside the board puts a picked piece down.
    if (!square && this.client.appearance.data?.holding && !clicked.closest(INTERACTIVE))
      return this.client.act("put-down");
    // Screen readers click squares of the keyboard grid.
    const squares = /** @type {HTMLElement | null} */ (clicked.closest("[data-click-action]"));
    if (!squares || !square) return undefined;
    this.client.screen.tabStop = square;
    return this.client.act(squares.dataset.clickAction ?? "", square, this.#generation(squares));
  }

  /** Send the value of a list, a check box, a field or a file. @param {Event} event */
  #onChange({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    const { action, field } = actionOf(input);
    if (!action) return;
    if (input.type === "file") {
      const [file] = input.files ?? [];
      if (file) this.#sendFile(action, file);
      // Lets the user choose the same file again.
      input.value = "";
      return;
    }
    const value = input.type === "checkbox" ? String(input.checked) : input.value;
    this.client.act(action, field ? `${field}=${value}` : value, this.#generation(input));
  }

  /** Send a file as text: empty if it can't be read, too long for the engine if it is too large. @param {string} action @param {File} file */
  async #sendFile(action, file) {
    const text = await file
      .slice(0, MAX_FILE + 1)
      .text()
      .catch(() => "");
    this.client.send({ type: "FileChosen", action, text });
  }

  /** Send the value of a slider or a text field while it changes. @param {Event} event */
  #onInput(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type === "range") this.client.act(actionOf(input).action, input.value, this.#generation(input));
    else if (["text", "textarea"].includes(input.type) && input.dataset.field) this.#onChange(event);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { key, shiftKey: shift, altKey, isComposing } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const square = gridSquare(target);
    const isTyping = target.closest("input, select, textarea") && key !== "Escape";
    const activates = (key === "Enter" || key === " ") && target.closest("button, a, summary");
    // A popover closes itself.
    if (key === "Escape" && document.querySelector(":popover-open")) return;
    if (altKey || isComposing || (!square && (isTyping || activates))) return;
    if (key.length > 1 && !GRID_KEYS.has(key) && key !== "Delete" && key !== "Backspace") return;
    if (!ctrl && (square ? GRID_KEYS.has(key) : key === "Escape" && !this.client.appearance.dialog))
      event.preventDefault();
    if (ctrl && !"zy".includes(key.toLowerCase())) return;
    this.client.send({ type: "Key", key, square, shift, ctrl }, this.#generation(target));
  }

  /** Point at the square with the keyboard's focus; when the focus leaves the grid, at nothing. @param {FocusEvent} event */
  #onFocus(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const square = gridSquare(target);
    const wasInGrid = this.client.screen.highlight(square);
    if (square) this.client.screen.setTabStop(target);
    if (square || wasInGrid) this.client.point(square, this.#generation(target));
  }

  /** Point at the square or the hint under the mouse, unless a piece is dragged. @param {PointerEvent} event */
  #onPointerOver(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.#painting) return this.#paint(event);
    if (event.pointerType === "touch" || this.#drag) return undefined;
    const hint = /** @type {HTMLElement | null} */ (target.closest('[data-action="try"]'))?.dataset.value;
    const pointed = this.client.appearance.dialog ? "" : (hint ?? squareAt(target));
    return this.client.point(pointed, this.#generation(target));
  }

  /** Move a dragged piece; when the drag starts, pick it up. @param {PointerEvent} event */
  #onPointerMove(event) {
    const drag = this.#drag;
    const alreadyStarted = drag?.started;
    if (event.pointerId !== this.#pointer || !drag?.move(event)) return;
    if (!alreadyStarted) this.client.act("pick-up", drag.piece.value);
    this.#dragged = true;
    this.client.point(squareAt(drag.elementUnder()));
  }

  /** Skip animations, and start to drag a piece or to paint. @param {PointerEvent} event */
  #onPointerDown(event) {
    this.client.motion.finish();
    this.#pointerType = event.pointerType;
    this.#dragged = false;
    const target = /** @type {Element} */ (event.target);
    if (event.button !== 0) return;
    const piece = pieceAt(this.client.screen, target, event.clientY);
    const square = target.closest("[data-paint]") && event.isPrimary ? squareAt(target) : "";
    if (!piece && !square) return;
    // A second finger ends the drag of the first one, whose piece goes back.
    this.#endGesture();
    this.#pointer = event.pointerId;
    // Touch events go to their first element unless the capture is released; squares need `pointerover`.
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (piece) {
      this.#drag = new PieceDrag(this.client.screen, piece, event);
    } else {
      this.#painting = true;
      this.client.screen.tabStop = square;
      this.client.act("paint-start", square);
    }
  }

  /** @param {PointerEvent} event */
  #paint(event) {
    const square = squareAt(event.target);
    if (event.pointerId !== this.#pointer) return;
    // The button was released outside of the window.
    if (event.buttons === 0) this.#endGesture();
    else if (square) this.client.act("paint", square);
  }

  /** Drop a dragged piece on the square under it. @param {PointerEvent} event */
  #onPointerUp(event) {
    if (event.pointerId !== this.#pointer) return;
    const drag = this.#drag;
    const square = drag?.move(event) ? squareAt(drag.elementUnder()) : "";
    if (drag && square) {
      // Something else may have been selected since the drag started.
      this.client.act("pick-up", drag.piece.value);
      this.client.act("drop", square);
    }
    this.#endGesture();
  }

  /** End a drag or a stroke of the brush. */
  #endGesture() {
    this.#drag?.end();
    this.#drag = null;
    this.#pointer = -1;
    if (this.#painting) this.client.act("paint-end");
    this.#painting = false;
  }

  /** @param {Event} event */
  #canRotateAt({ target }) {
    return this.client.appearance.rotatable && /** @type {Element} */ (target).closest("#squares");
  }

  /** Rotate the piece with the right button of a mouse. @param {MouseEvent} event */
  #onContextMenu(event) {
    if (this.#pointerType !== "mouse" || !this.#canRotateAt(event)) return;
    event.preventDefault();
    this.client.act("rotate", event.shiftKey ? "back" : "");
  }

  /** Rotate the piece with the wheel; with Ctrl, the wheel zooms the page. @param {WheelEvent} event */
  #onWheel(event) {
    if (event.ctrlKey || !event.deltaY || !this.#canRotateAt(event)) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL;
    // A wheel that scrolls by lines or pages sends one event for a notch.
    this.#scrolled += pixels ? event.deltaY : ROTATION_SCROLL * Math.sign(event.deltaY);
    if (Math.abs(this.#scrolled) < ROTATION_SCROLL) return;
    this.client.act("rotate", this.#scrolled > 0 ? "" : "back");
    this.#scrolled = 0;
  }
}
