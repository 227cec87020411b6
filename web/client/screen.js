// The screen: parts brought up to date, the focus kept where it was, the window over them.
import { patch } from "./patch.js";

/** @typedef {{title?: string, language?: string, data?: Record<string, string>, window?: string, hover?: string, turnable?: boolean, speed?: string, volume?: string, line?: string, faults?: string[]}} Look */

/** @param {Element} element */
export function asked(element) {
  const { action = "", value = "", field = "" } = /** @type {HTMLElement} */ (element).dataset;
  return { action, value, field };
}

/**
 * The parts that others make room for. Whether they hold anything is named at the root: styles that ask what a part
 * holds (`:has`) would make the browser style the whole page anew with every click.
 */
const ROOM_MAKERS = ["coach", "hints"];

export class Screen {
  /** The square of the keyboard board that is its tab stop. */
  cell = "";
  #window = "";
  #openedByKeyboard = false;
  /** @type {Map<string, string | null>} what has come for the parts that are held; null: nothing yet */
  #held = new Map();

  /**
   * @param {Document | ShadowRoot} tree where the parts stand, each an element with an id
   * @param {HTMLElement} root what wears the language and the colours
   */
  constructor(tree, root) {
    this.tree = tree;
    this.root = root;
  }

  /** @param {string} id @returns {HTMLElement | null} */
  part(id) {
    return this.tree.getElementById(id);
  }

  /** Find the square, or the space of the dragon, that can be pressed. @param {string} name */
  square(name) {
    return this.part("squares")?.querySelector(`[data-square="${name}"], [data-space="${name}"]`) ?? null;
  }

  /**
   * Bring the parts that changed up to date.
   * @param {Record<string, string>} parts
   */
  show(parts) {
    const focused = /** @type {HTMLElement | null} */ (this.tree.activeElement);
    const keep = focused ? asked(focused) : null;
    const byKeyboard = focused?.matches(":focus-visible") ?? false;
    const inGrid = Boolean(focused?.dataset.cell);
    for (const [name, text] of Object.entries(parts)) this.#fill(name, text);
    if (inGrid && "squares" in parts) this.frame(this.cell);
    if ("grid" in parts) this.#rove(inGrid);
    const lost = keep?.action && focused && !this.#refocus(focused, Object.keys(parts), keep);
    if ((lost && byKeyboard) || (inGrid && parts.cover)) this.#focusOnSomething();
  }

  /** Leave a part as it is until it is released; what comes for it waits. @param {string} name */
  hold(name) {
    if (!this.#held.has(name)) this.#held.set(name, null);
  }

  /** Give what waits to be shown in a part. @param {string} name */
  held(name) {
    return this.#held.get(name) ?? "";
  }

  /** @param {string} name */
  release(name) {
    const text = this.#held.get(name) ?? null;
    this.#held.delete(name);
    if (text !== null) this.show({ [name]: text });
  }

  /** @param {Look} look */
  dress({ title, language, data = {}, window = "" }) {
    if (title && title !== document.title) document.title = title;
    // Said again, even the same language makes the browser style the whole page anew.
    if (language && language !== this.root.lang) this.root.lang = language;
    Object.assign(this.root.dataset, data);
    this.#window = window;
  }

  /** Open the window that is wanted, once it is filled; close the one that isn't wanted any more. */
  settleWindow() {
    const dialog = this.#dialog;
    if (!this.#window) this.#close();
    else if (dialog?.dataset.window === this.#window && !dialog.open) {
      this.#openedByKeyboard = Boolean(this.tree.querySelector(":focus-visible"));
      dialog.showModal();
    }
  }

  /** Bring the board into sight, on pages that are longer than the screen. */
  reveal() {
    const table = this.part("table");
    if (table && table.getBoundingClientRect().bottom < table.offsetHeight / 2) table.scrollIntoView();
  }

  /**
   * Frame the square of the board that has the keyboard's focus, or none; tell whether another one had it.
   * @param {string} square
   */
  frame(square) {
    const before = this.part("squares")?.querySelector(".focused");
    before?.classList.remove("focused");
    if (square) this.square(square)?.classList.add("focused");
    return Boolean(before);
  }

  /**
   * Go to a square of the keyboard board.
   * @param {string} square
   * @param {boolean} [scroll]
   */
  walk(square, scroll = true) {
    this.cell = square;
    /** @type {HTMLElement | null} */ (this.part("grid")?.querySelector(`[data-cell="${square}"]`))?.focus({
      preventScroll: !scroll,
    });
  }

  get #dialog() {
    return /** @type {HTMLDialogElement | null} */ (this.part("dialog"));
  }

  /** @param {string} name @param {string} text */
  #fill(name, text) {
    const element = this.part(name);
    if (this.#held.has(name)) this.#held.set(name, text);
    if (!element || this.#held.has(name)) return;
    if (ROOM_MAKERS.includes(name)) this.root.dataset[name] = text ? "yes" : "";
    if (element !== this.#dialog || element.dataset.window === this.#window) {
      patch(element, text);
      if (name === "log") this.#follow(element);
      return;
    }
    // Another window begins with nothing of the one before.
    element.replaceChildren();
    patch(element, text);
    element.dataset.window = this.#window;
    if (this.#dialog?.open && text) this.#focusOnSomething();
  }

  /** Close the window; a keyboard goes on at whoever takes over, or at the board if what it came from is gone. */
  #close() {
    const dialog = this.#dialog;
    if (!dialog?.open) return;
    const byKeyboard = dialog.querySelector(":focus-visible");
    dialog.close();
    const lost = this.tree.activeElement === document.body || this.part("cover")?.querySelector("button");
    if (byKeyboard && lost) this.#focusOnSomething();
    // Who came by mouse and left by the Escape key sees no ring where they came from.
    else if (!this.#openedByKeyboard)
      /** @type {HTMLElement | null} */ (this.tree.querySelector(":focus-visible"))?.blur();
  }

  /**
   * Make one square of the grid the tab stop; give it the focus back that a redraw has taken.
   * @param {boolean} inGrid
   */
  #rove(inGrid) {
    const grid = this.part("grid");
    const cell = /** @type {HTMLElement | null | undefined} */ (
      (this.cell && grid?.querySelector(`[data-cell="${this.cell}"]`)) || grid?.querySelector("[data-cell]")
    );
    if (!cell) return;
    this.rove(cell);
    if (inGrid && this.tree.activeElement !== cell) cell.focus();
  }

  /** @param {HTMLElement} cell */
  rove(cell) {
    this.cell = cell.dataset.cell ?? "";
    for (const other of this.part("grid")?.querySelectorAll('[tabindex="0"]') ?? []) {
      if (other !== cell) /** @type {HTMLElement} */ (other).tabIndex = -1;
    }
    cell.tabIndex = 0;
  }

  /**
   * Give the focus back to what a redraw of some parts has replaced; tell whether it is still there.
   * @param {HTMLElement} focused
   * @param {string[]} parts
   * @param {{action: string, value: string, field: string}} keep
   */
  #refocus(focused, parts, { action, value, field }) {
    if (focused.isConnected) return !focused.matches(":disabled");
    const named = (/** @type {string} */ name, /** @type {string} */ text) => `[data-${name}="${CSS.escape(text)}"]`;
    const which =
      named("action", action) +
      (value ? named("value", value) : ":not([data-value])") +
      (field ? named("field", field) : "");
    for (const name of parts) {
      const again = /** @type {HTMLElement | null | undefined} */ (
        this.part(name)?.querySelector(`${which}:not(:disabled)`)
      );
      if (again) {
        again.focus();
        return true;
      }
    }
    return false;
  }

  /** Lead a keyboard whose button is gone to what comes next: the window, whoever takes over, the board. */
  #focusOnSomething() {
    const dialog = this.#dialog;
    const first = dialog?.open
      ? dialog.querySelector("a, button, input, select")
      : this.part("cover")?.querySelector("button");
    const next = first ?? this.part("grid")?.querySelector('[tabindex="0"]');
    /** @type {HTMLElement | null | undefined} */ (next)?.focus();
  }

  /**
   * Keep the turn in sight that is shown; lines that were never seen may turn out to be of another height.
   * @param {HTMLElement} log
   * @param {number} [tries]
   */
  #follow(log, tries = 4) {
    const current = /** @type {HTMLElement | null} */ (log.querySelector("[aria-current]"));
    if (!current) return;
    const top = current.getBoundingClientRect().top - log.getBoundingClientRect().top;
    const fits = 0 <= top && top <= log.clientHeight - current.offsetHeight;
    if (fits || !tries) return;
    log.scrollTop += top - log.clientHeight / 3;
    requestAnimationFrame(() => this.#follow(log, tries - 1));
  }
}
