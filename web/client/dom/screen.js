// The screen: updates parts, restores the focus, opens and closes the dialog.
import { patch } from "./patch.js";

/** Read the action of an element. @param {Element} element */
export function actionOf(element) {
  const { action = "", value = "", field = "" } = /** @type {HTMLElement} */ (element).dataset;
  return { action, value, field };
}

/** Return the square of an element of the keyboard grid, or an empty text. @param {HTMLElement} element */
export const gridSquare = (element) => (element.closest("#grid") && element.dataset.square) || "";

/** Find a control or a square. @param {Element | null | undefined} tree @param {string} selector @returns {HTMLElement | null} */
const find = (tree, selector) => tree?.querySelector(selector) ?? null;

/**
 * Parts that take space from others. If one has content, the root has a flag for the styles: `:has` selectors would
 * restyle the whole page with every click.
 */
const FLAGGED_PARTS = ["coach", "hints"];

export class Screen {
  /** The square of the keyboard grid that the Tab key reaches. */
  tabStop = "";
  #dialogName = "";
  /** The names of the root's attributes that come from the latest appearance. @type {string[]} */
  #dataKeys = [];
  #openedByKeyboard = false;
  /** The held parts, with their new HTML if there is some. @type {Map<string, string | null>} */
  #held = new Map();
  /** The part around the pressed button. @type {Element | null} */
  #pressedPart = null;
  /** Shows the update of that part. */
  #showAfterPress = () => {};
  /** The generation of the reply that drew a part. @type {WeakMap<Element, number>} */
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
    return find(this.part("squares"), `[data-square="${name}"]`);
  }

  /** Find a square of the keyboard grid. @param {string} name */
  #gridCell(name) {
    return find(this.part("grid"), `[data-square="${name}"]`);
  }

  /** Update the parts that changed. @param {Record<string, string>} parts @param {number} [generation] of the reply */
  show(parts, generation) {
    const focused = /** @type {HTMLElement | null} */ (this.tree.activeElement);
    const focusedAction = focused ? actionOf(focused) : null;
    const byKeyboard = focused?.matches(":focus-visible") ?? false;
    const inGrid = focused !== null && gridSquare(focused) !== "";
    for (const [name, html] of Object.entries(parts)) this.#fill(name, html, generation);
    if (inGrid && "squares" in parts) this.highlight(this.tabStop);
    if ("grid" in parts) this.#restoreTabStop(inGrid);
    const lost = focusedAction?.action && focused && !this.#restoreFocus(focused, Object.keys(parts), focusedAction);
    // A hand-over covers the grid.
    if ((lost && byKeyboard) || (inGrid && parts.cover)) this.#focusNext();
  }

  /** Show no updates of a part until it is released. @param {string} name */
  hold(name) {
    if (!this.#held.has(name)) this.#held.set(name, null);
  }

  get holdsParts() {
    return this.#held.size > 0;
  }

  /** Return the new HTML of a held part. @param {string} name */
  held(name) {
    return this.#held.get(name) ?? "";
  }

  /** Leave the part around a button as it is while it is pressed: a button that moves away gets no click. @param {Element} button */
  press(button) {
    this.#pressedPart = this.#partAround(button);
  }

  /** Show the update of the part around the pressed button. */
  endPress() {
    const show = this.#showAfterPress;
    this.#pressedPart = null;
    this.#showAfterPress = () => {};
    show();
  }

  /** @param {string} name */
  release(name) {
    const html = this.#held.get(name) ?? null;
    this.#held.delete(name);
    if (html !== null) this.show({ [name]: html });
  }

  /** Return the generation of the part around an element, if there is one. @param {EventTarget | null} target */
  generationOf(target) {
    const part = this.#partAround(/** @type {Element | null} */ (target));
    return part ? this.#generations.get(part) : undefined;
  }

  /** @param {Element | null} element */
  #partAround(element) {
    while (element && !this.#generations.has(element)) element = element.parentElement;
    return element;
  }

  /** @param {import("../protocol.js").Appearance} appearance */
  applyAppearance({ title, language, data = {}, dialog = "" }) {
    if (title && title !== document.title) document.title = title;
    delete this.root.dataset.untranslated;
    // Setting even the same language again would restyle the whole page.
    if (language && language !== this.root.lang) this.root.lang = language;
    // The other game has other attributes.
    for (const key of this.#dataKeys) if (!(key in data)) delete this.root.dataset[key];
    this.#dataKeys = Object.keys(data);
    Object.assign(this.root.dataset, data);
    this.#dialogName = dialog;
  }

  /** Open the dialog once it has its content, or close it. */
  syncDialog() {
    const dialog = this.#dialog;
    if (!this.#dialogName) this.#closeDialog();
    else if (dialog?.dataset.window === this.#dialogName && !dialog.open) {
      this.#openedByKeyboard = Boolean(this.tree.querySelector(":focus-visible"));
      dialog.showModal();
      // The focus may have scrolled to a control further down.
      dialog.scrollTop = 0;
    }
  }

  /** Scroll to the board if more than half of it is above the window. */
  scrollToBoard() {
    const table = this.part("table");
    if (table && table.getBoundingClientRect().bottom < table.offsetHeight / 2) table.scrollIntoView();
  }

  /** Highlight the square with the keyboard's focus, or none; return whether one was highlighted before. @param {string} square */
  highlight(square) {
    const previous = find(this.part("squares"), ".focused");
    previous?.classList.remove("focused");
    if (square) this.square(square)?.classList.add("focused");
    return Boolean(previous);
  }

  /** Focus a square of the keyboard grid. @param {string} square */
  focusSquare(square) {
    this.tabStop = square;
    this.#gridCell(square)?.focus();
  }

  get #dialog() {
    return /** @type {HTMLDialogElement | null} */ (this.part("dialog"));
  }

  /** Update a part, or store its update while it is held or a button in it is pressed. @param {string} name @param {string} html @param {number} [generation] */
  #fill(name, html, generation) {
    const element = this.part(name);
    if (element && element === this.#pressedPart) {
      this.#showAfterPress = () => this.show({ [name]: html }, generation);
      return;
    }
    if (element && generation !== undefined) this.#generations.set(element, generation);
    if (this.#held.has(name)) this.#held.set(name, html);
    if (!element || this.#held.has(name)) return;
    if (FLAGGED_PARTS.includes(name)) this.root.dataset[name] = html ? "yes" : "";
    if (element === this.#dialog && element.dataset.window !== this.#dialogName) {
      this.#fillNewDialog(element, html);
      return;
    }
    patch(element, html);
    if (name === "log") this.#scrollToCurrent(element);
  }

  /** Replace the content of the dialog by that of another one. @param {HTMLElement} dialog @param {string} html */
  #fillNewDialog(dialog, html) {
    // If it weren't empty, it would keep elements of the previous dialog.
    dialog.replaceChildren();
    patch(dialog, html);
    dialog.dataset.window = this.#dialogName;
    if (this.#dialog?.open && html) this.#focusNext();
    dialog.scrollTop = 0;
  }

  /** Close the dialog; if the focus is lost, move it to the hand-over button or the board. */
  #closeDialog() {
    const dialog = this.#dialog;
    if (!dialog?.open) return;
    const byKeyboard = dialog.querySelector(":focus-visible");
    dialog.close();
    const lost = this.tree.activeElement === document.body || find(this.part("cover"), "button");
    if (byKeyboard && lost) this.#focusNext();
    // A dialog opened by mouse and closed by the Escape key leaves no focus ring.
    else if (!this.#openedByKeyboard)
      /** @type {HTMLElement | null} */ (this.tree.querySelector(":focus-visible"))?.blur();
  }

  /** Make one square of the grid the tab stop, and focus it if a redraw took the focus. @param {boolean} inGrid */
  #restoreTabStop(inGrid) {
    const grid = this.part("grid");
    const cell =
      (this.tabStop && this.#gridCell(this.tabStop)) || find(grid, "[data-start]") || find(grid, "[data-square]");
    if (!cell) return;
    this.#moveTabStop(cell);
    if (inGrid && this.tree.activeElement !== cell) cell.focus();
  }

  /** Make a square of the grid the tab stop. @param {HTMLElement} cell */
  setTabStop(cell) {
    this.tabStop = cell.dataset.square ?? "";
    this.#moveTabStop(cell);
  }

  get #tabStopCell() {
    return find(this.part("grid"), '[tabindex="0"]');
  }

  focusBoard(scroll = true) {
    this.#tabStopCell?.focus({ preventScroll: !scroll });
  }

  /** @param {HTMLElement} cell */
  #moveTabStop(cell) {
    for (const other of this.part("grid")?.querySelectorAll(/** @type {"b"} */ ('[tabindex="0"]')) ?? [])
      if (other !== cell) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  /**
   * Focus the element that replaced the focused one; return whether there is one.
   * @param {HTMLElement} focused
   * @param {string[]} parts
   * @param {ReturnType<typeof actionOf>} action of the focused element
   */
  #restoreFocus(focused, parts, { action, value, field }) {
    if (focused.isConnected) return !focused.matches(":disabled");
    const having = (/** @type {string} */ name, /** @type {string} */ text) => `[data-${name}="${CSS.escape(text)}"]`;
    const selector =
      having("action", action) +
      (value ? having("value", value) : ":not([data-value])") +
      (field ? having("field", field) : "");
    for (const name of parts) {
      const replacement = find(this.part(name), `${selector}:not(:disabled)`);
      replacement?.focus();
      if (replacement) return true;
    }
    return false;
  }

  /** Move a lost focus to the dialog, the hand-over button or the board. */
  #focusNext() {
    const dialog = this.#dialog;
    const control = dialog?.open
      ? (find(dialog, "[autofocus]") ?? find(dialog, "a, button, input, select"))
      : find(this.part("cover"), "button");
    (control ?? this.#tabStopCell)?.focus();
  }

  /**
   * Scroll the log to the turn on the board. The latest turn is its first line: scroll to the heading, or to the very
   * top. Lines above get their true height only when they are visible, so try again.
   * @param {HTMLElement} log
   */
  #scrollToCurrent(log, tries = 4) {
    const current = find(log, "[aria-current]");
    if (!current) return;
    const logTop = log.getBoundingClientRect().top;
    const offset = (/** @type {Element} */ element) => element.getBoundingClientRect().top - logTop;
    const top = offset(current);
    if (current.closest("li") === log.querySelector("li")) {
      const heading = /** @type {HTMLElement} */ (find(log, "h2"));
      const visibleFromTop = top + log.scrollTop <= log.clientHeight / 2;
      log.scrollTop = visibleFromTop ? 0 : offset(heading) + log.scrollTop;
      return;
    }
    // On a phone, only the upper part of the log may be in the window.
    const height = Math.max(0, Math.min(log.clientHeight, innerHeight - logTop));
    const lowest = height - current.offsetHeight;
    if ((0 <= top && top <= lowest) || !tries) return;
    log.scrollTop += top - Math.max(0, Math.min(height / 3, lowest));
    requestAnimationFrame(() => this.#scrollToCurrent(log, tries - 1));
  }
}
