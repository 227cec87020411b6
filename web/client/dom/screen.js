// The screen: updates parts, restores the focus, opens and closes the dialog.
import { patch } from "./patch.js";

/** Read the action of an element. @param {Element} element */
export function actionOf(element) {
  const { action = "", value = "", field = "" } = /** @type {HTMLElement} */ (element).dataset;
  return { action, value, field };
}

/** Return the square of an element of the keyboard grid, or an empty text. @param {HTMLElement} element */
export const gridSquare = (element) => (element.closest("#grid") && element.dataset.square) || "";

/**
 * The parts for which others make room. The root has a flag for each that isn't empty: `:has` selectors would restyle
 * the whole page with every click.
 */
const FLAGGED_PARTS = ["coach", "hints"];

export class Screen {
  /** The square of the keyboard grid that the Tab key reaches. */
  tabStop = "";
  #dialogName = "";
  #openedByKeyboard = false;
  /** @type {Map<string, string | null>} new HTML for the parts that are held; null: none yet */
  #held = new Map();
  /** @type {WeakMap<Element, number>} the generation of the reply that drew a part */
  #generations = new WeakMap();

  /**
   * @param {Document | ShadowRoot} tree contains the parts, each an element with an id
   * @param {HTMLElement} root gets the language and the attributes of the appearance
   */
  constructor(tree, root) {
    this.tree = tree;
    this.root = root;
  }

  /** @param {string} id @returns {HTMLElement | null} */
  part(id) {
    return this.tree.getElementById(id);
  }

  /** Find a square of the board that can be clicked. @param {string} name */
  square(name) {
    return this.part("squares")?.querySelector(`[data-square="${name}"]`) ?? null;
  }

  /**
   * Update the parts that changed.
   * @param {Record<string, string>} parts
   * @param {number} [generation] of the reply
   */
  show(parts, generation) {
    const focused = /** @type {HTMLElement | null} */ (this.tree.activeElement);
    const keep = focused ? actionOf(focused) : null;
    const byKeyboard = focused?.matches(":focus-visible") ?? false;
    const inGrid = focused !== null && gridSquare(focused) !== "";
    for (const [name, text] of Object.entries(parts)) this.#fill(name, text, generation);
    if (inGrid && "squares" in parts) this.highlight(this.tabStop);
    if ("grid" in parts) this.#restoreTabStop(inGrid);
    const lost = keep?.action && focused && !this.#restoreFocus(focused, Object.keys(parts), keep);
    if ((lost && byKeyboard) || (inGrid && parts.cover)) this.#focusNext();
  }

  /** Leave a part unchanged until it is released. @param {string} name */
  hold(name) {
    if (!this.#held.has(name)) this.#held.set(name, null);
  }

  /** Whether a part is held. */
  get holdsParts() {
    return this.#held.size > 0;
  }

  /** Return the HTML that waits for a held part. @param {string} name */
  held(name) {
    return this.#held.get(name) ?? "";
  }

  /** @param {string} name */
  release(name) {
    const text = this.#held.get(name) ?? null;
    this.#held.delete(name);
    if (text !== null) this.show({ [name]: text });
  }

  /** Return the generation of the part around an element, if there is one. @param {EventTarget | null} target */
  generationOf(target) {
    let node = /** @type {Element | null} */ (target);
    while (node && !this.#generations.has(node)) node = node.parentElement;
    return node ? this.#generations.get(node) : undefined;
  }

  /** @param {import("../protocol.js").Appearance} appearance */
  applyAppearance({ title, language, data = {}, dialog = "" }) {
    if (title && title !== document.title) document.title = title;
    // Setting even the same language again would restyle the whole page.
    if (language && language !== this.root.lang) this.root.lang = language;
    Object.assign(this.root.dataset, data);
    this.#dialogName = dialog;
  }

  /** Open the wanted dialog once it has its content; close another one. */
  syncDialog() {
    const dialog = this.#dialog;
    if (!this.#dialogName) this.#close();
    else if (dialog?.dataset.window === this.#dialogName && !dialog.open) {
      this.#openedByKeyboard = Boolean(this.tree.querySelector(":focus-visible"));
      dialog.showModal();
      // The focus may have scrolled to a control further down.
      dialog.scrollTop = 0;
    }
  }

  /** Scroll to the board, on pages that are longer than the screen. */
  scrollToBoard() {
    const table = this.part("table");
    if (table && table.getBoundingClientRect().bottom < table.offsetHeight / 2) table.scrollIntoView();
  }

  /**
   * Highlight the square with the keyboard's focus, or none; return whether one was highlighted before.
   * @param {string} square
   */
  highlight(square) {
    const before = this.part("squares")?.querySelector(".focused");
    before?.classList.remove("focused");
    if (square) this.square(square)?.classList.add("focused");
    return Boolean(before);
  }

  /**
   * Focus a square of the keyboard grid.
   * @param {string} square
   */
  focusSquare(square) {
    this.tabStop = square;
    /** @type {HTMLElement | null} */ (this.part("grid")?.querySelector(`[data-square="${square}"]`))?.focus();
  }

  get #dialog() {
    return /** @type {HTMLDialogElement | null} */ (this.part("dialog"));
  }

  /** @param {string} name @param {string} text @param {number} [generation] */
  #fill(name, text, generation) {
    const element = this.part(name);
    if (element && generation !== undefined) this.#generations.set(element, generation);
    if (this.#held.has(name)) this.#held.set(name, text);
    if (!element || this.#held.has(name)) return;
    if (FLAGGED_PARTS.includes(name)) this.root.dataset[name] = text ? "yes" : "";
    if (element !== this.#dialog || element.dataset.window === this.#dialogName) {
      patch(element, text);
      if (name === "log") this.#scrollToCurrent(element);
      return;
    }
    // Another dialog starts without the content of the one before.
    element.replaceChildren();
    patch(element, text);
    element.dataset.window = this.#dialogName;
    if (this.#dialog?.open && text) this.#focusNext();
    element.scrollTop = 0;
  }

  /** Close the dialog; if the focus is lost, move it to the hand-over button or the board. */
  #close() {
    const dialog = this.#dialog;
    if (!dialog?.open) return;
    const byKeyboard = dialog.querySelector(":focus-visible");
    dialog.close();
    const lost = this.tree.activeElement === document.body || this.part("cover")?.querySelector("button");
    if (byKeyboard && lost) this.#focusNext();
    // A dialog opened by mouse and closed by the Escape key leaves no focus ring.
    else if (!this.#openedByKeyboard)
      /** @type {HTMLElement | null} */ (this.tree.querySelector(":focus-visible"))?.blur();
  }

  /**
   * Make one square of the grid the tab stop, and focus it if a redraw took the focus.
   * @param {boolean} inGrid
   */
  #restoreTabStop(inGrid) {
    const grid = this.part("grid");
    const cell = /** @type {HTMLElement | null | undefined} */ (
      (this.tabStop && grid?.querySelector(`[data-square="${this.tabStop}"]`)) ||
        grid?.querySelector("[data-start]") ||
        grid?.querySelector("[data-square]")
    );
    if (!cell) return;
    this.#moveTabStop(cell);
    if (inGrid && this.tree.activeElement !== cell) cell.focus();
  }

  /** Make the focused square of the grid the tab stop. @param {HTMLElement} cell */
  setTabStop(cell) {
    this.tabStop = cell.dataset.square ?? "";
    this.#moveTabStop(cell);
  }

  /** Focus the board where the keyboard is, or where something can be done. @param {boolean} scroll */
  focusBoard(scroll = true) {
    /** @type {HTMLElement | null | undefined} */ (this.part("grid")?.querySelector('[tabindex="0"]'))?.focus({
      preventScroll: !scroll,
    });
  }

  /** @param {HTMLElement} cell */
  #moveTabStop(cell) {
    for (const other of this.part("grid")?.querySelectorAll('[tabindex="0"]') ?? []) {
      if (other !== cell) /** @type {HTMLElement} */ (other).tabIndex = -1;
    }
    cell.tabIndex = 0;
  }

  /**
   * Focus the element that replaced the focused one; return whether there is one.
   * @param {HTMLElement} focused
   * @param {string[]} parts
   * @param {{action: string, value: string, field: string}} keep
   */
  #restoreFocus(focused, parts, { action, value, field }) {
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

  /** Move a lost focus to the dialog, the hand-over button or the board. */
  #focusNext() {
    const dialog = this.#dialog;
    const first = dialog?.open
      ? (dialog.querySelector("[autofocus]") ?? dialog.querySelector("a, button, input, select"))
      : this.part("cover")?.querySelector("button");
    const next = first ?? this.part("grid")?.querySelector('[tabindex="0"]');
    /** @type {HTMLElement | null | undefined} */ (next)?.focus();
  }

  /**
   * Scroll the log to the shown turn, to its very top or its heading for the latest one; lines get their true height only
   * when they are visible, so try again.
   * @param {HTMLElement} log
   * @param {number} [tries]
   */
  #scrollToCurrent(log, tries = 4) {
    const current = /** @type {HTMLElement | null} */ (log.querySelector("[aria-current]"));
    if (!current) return;
    const from = (/** @type {Element} */ part) => part.getBoundingClientRect().top - log.getBoundingClientRect().top;
    const heading = /** @type {HTMLElement} */ (log.querySelector("h2"));
    if (current.closest("li") === log.querySelector("li")) {
      const above = from(current) + log.scrollTop;
      log.scrollTop = above <= log.clientHeight / 2 ? 0 : from(heading) + log.scrollTop;
      return;
    }
    const top = from(current);
    const fits = 0 <= top && top <= log.clientHeight - current.offsetHeight;
    if (fits || !tries) return;
    log.scrollTop += top - log.clientHeight / 3;
    requestAnimationFrame(() => this.#scrollToCurrent(log, tries - 1));
  }
}
