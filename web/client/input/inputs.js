// Turns input events into messages: clicks, fields, keys, pointer, dragging, painting, wheel.
/** @import { Client } from "../client.js" */
import { PieceDrag, pieceAt } from "./piece_drag.js";
import { MAX_FILE } from "../protocol.js";
import { actionOf, gridSquare } from "../dom/screen.js";

/** The named keys that move or act in the keyboard grid, where they don't scroll the page. */
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
const SCROLL_PER_ROTATION = 60;
/** Milliseconds within which two clicks at the same place count as a double click. */
const DOUBLE_CLICK_TIME = 500;

/** @param {DOMRect} a @param {DOMRect} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Find an element or its closest ancestor that matches. @param {EventTarget | null} target @param {string} selector @returns {HTMLElement | null} */
const closest = (target, selector) => /** @type {Element | null} */ (target)?.closest(selector) ?? null;

/** Return the name of the square at an element, or an empty text. @param {EventTarget | null} target */
const squareAt = (target) => closest(target, "[data-square]")?.dataset.square ?? "";

export class Inputs {
  /** @type {PieceDrag | null} */
  #drag = null;
  #painting = false;
  /** The id of the pointer that drags or paints. */
  #pointer = -1;
  /** Whether a piece has been dragged since the pointer was pressed. */
  #dragged = false;
  /** Pixels that were scrolled since the last rotation. */
  #scrolled = 0;
  /** The type of the pointer that was pressed last: mouse, touch or pen. */
  #pointerType = "";
  /** @type {{action: string, box: DOMRect, time: number} | null} */
  #lastClick = null;

  /** @param {EventTarget} target gets the events @param {Client} client */
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
    // A capturing listener, because this event doesn't bubble.
    listen("cancel", (event) => this.#onCancel(event), { capture: true });
  }

  /** Let the engine close the dialog, so that it also updates the address. @param {Event} event */
  #onCancel(event) {
    if (/** @type {Element} */ (event.target).id !== "dialog") return;
    event.preventDefault();
    this.client.act("close");
  }

  /**
   * Return the generation that the user saw: a part has an older one until it is redrawn. The header belongs to all
   * generations.
   * @param {EventTarget | null} target
   */
  #generation(target) {
    const inHeader = target instanceof Element && target.closest("header");
    return (inHeader ? undefined : this.client.screen.generationOf(target)) ?? this.client.generation;
  }

  /**
   * Tell whether a click was meant for the button that this one has just replaced: with a double click on Place, the
   * second click hits Rematch.
   * @param {HTMLElement} button
   * @param {number} time
   */
  #isAccidental(button, time) {
    const { action = "", ignoreDoubleClick } = button.dataset;
    const box = button.getBoundingClientRect();
    const last = this.#lastClick;
    const replaced = last && last.action !== action && overlap(last.box, box);
    if (ignoreDoubleClick !== undefined && replaced && time - last.time < DOUBLE_CLICK_TIME) {
      // A third click in a row is as accidental as the second.
      last.time = time;
      return true;
    }
    this.#lastClick = { action, box, time };
    return false;
  }

  /** @param {MouseEvent} event */
  #onClick({ target, timeStamp, detail }) {
    // A drag ends with a click; one by keyboard has no detail.
    if (this.#dragged && (detail || closest(target, "[data-draggable], #squares"))) return;
    const button = closest(target, "button[data-action], .hit[data-action]");
    if (closest(target, "[data-skip]")) this.client.screen.focusBoard();
    else if (!button) this.#onBoardClick(target);
    else if (!this.#isAccidental(button, timeStamp)) this.#onButtonClick(button);
  }

  /** @param {HTMLElement} button */
  #onButtonClick(button) {
    const { action = "", value = "", valueFrom } = button.dataset;
    const field = /** @type {HTMLTextAreaElement | null} */ (valueFrom ? this.client.screen.part(valueFrom) : null);
    const generation = this.#generation(button);
    this.client.screen.endPress();
    this.client.act(action, field ? field.value : value, generation);
  }

  /** Click a square, of the board or (for screen readers) of the keyboard grid. A click elsewhere puts a piece down. @param {EventTarget | null} target */
  #onBoardClick(target) {
    const square = squareAt(target);
    const board = closest(target, "[data-click-action]");
    if (!square && this.client.appearance.data?.holding && !closest(target, INTERACTIVE)) {
      this.client.act("put-down");
    } else if (board && square) {
      this.client.screen.tabStop = square;
      this.client.act(board.dataset.clickAction ?? "", square, this.#generation(board));
    }
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

  /** Send a file as text, which is empty if it can't be read. @param {string} action @param {File} file */
  async #sendFile(action, file) {
    // One more byte than allowed is enough for the engine to refuse the file.
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

  /** Send a key that the browser or a field doesn't need itself. @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { key, shiftKey: shift, altKey, isComposing } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const square = gridSquare(target);
    const isTyping = target.closest("input, select, textarea") && key !== "Escape";
    const activates = (key === "Enter" || key === " ") && target.closest("button, a, summary");
    const closesPopover = key === "Escape" && document.querySelector(":popover-open");
    if (closesPopover || altKey || isComposing || (!square && (isTyping || activates))) return;
    const isCharacter = key.length === 1;
    if (!isCharacter && !GRID_KEYS.has(key) && key !== "Delete" && key !== "Backspace") return;
    const handledByPage = square ? GRID_KEYS.has(key) : key === "Escape" && !this.client.appearance.dialog;
    if (handledByPage && !ctrl) event.preventDefault();
    const isUndoOrRedo = "zy".includes(key.toLowerCase());
    if (ctrl && !isUndoOrRedo) return;
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
    if (this.#painting) {
      this.#paint(event);
      return;
    }
    if (this.#drag || event.pointerType === "touch") return;
    const hint = closest(event.target, '[data-action="try"]')?.dataset.value;
    const pointed = this.client.appearance.dialog ? "" : (hint ?? squareAt(event.target));
    this.client.point(pointed, this.#generation(event.target));
  }

  /** Move a dragged piece; when the drag starts, pick it up. @param {PointerEvent} event */
  #onPointerMove(event) {
    const drag = this.#drag;
    const hadStarted = drag?.started;
    if (event.pointerId !== this.#pointer || !drag?.move(event)) return;
    if (!hadStarted) {
      this.client.screen.endPress();
      this.client.act("pick-up", drag.piece.value);
    }
    this.#dragged = true;
    this.client.point(squareAt(drag.elementUnder()));
  }

  /** Skip animations, and start to drag a piece or to paint. @param {PointerEvent} event */
  #onPointerDown(event) {
    const target = /** @type {Element} */ (event.target);
    this.#onPress(target.closest("button"));
    this.client.motion.finish();
    this.#pointerType = event.pointerType;
    this.#dragged = false;
    if (event.button !== 0) return;
    const piece = pieceAt(this.client.screen, target, event.clientY);
    const square = target.closest("[data-paint]") && event.isPrimary ? squareAt(target) : "";
    if (!piece && !square) return;
    // A second finger ends the drag of the first one, whose piece goes back.
    this.#endGesture();
    this.#pointer = event.pointerId;
    // The element that was touched captures the pointer, but the squares that it crosses need `pointerover`.
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (piece) {
      this.#drag = new PieceDrag(this.client.screen, piece, event);
    } else {
      this.#painting = true;
      this.client.screen.tabStop = square;
      this.client.act("paint-start", square);
    }
  }

  /** Let a button get its click, even if its part is drawn again while it is pressed. @param {HTMLButtonElement | null} button */
  #onPress(button) {
    const { screen } = this.client;
    screen.endPress();
    if (!button) return;
    screen.press(button);
    // The button may be released elsewhere on the page. Its click comes before the timer.
    const onRelease = () => setTimeout(() => screen.endPress());
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, onRelease, { capture: true, once: true });
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
    return this.client.appearance.rotatable && closest(target, "#squares");
  }

  /** Rotate the piece with the right mouse button; a long press of a finger also opens a context menu. @param {MouseEvent} event */
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
    this.#scrolled += pixels ? event.deltaY : SCROLL_PER_ROTATION * Math.sign(event.deltaY);
    if (Math.abs(this.#scrolled) < SCROLL_PER_ROTATION) return;
    this.client.act("rotate", this.#scrolled > 0 ? "" : "back");
    this.#scrolled = 0;
  }
}
