// The attributes of <qin-board>, each mirrored by a property.

/** The attributes that choose the game and how it is played. */
export const OPTIONS = [
  "game",
  "position",
  "record",
  "lesson",
  "puzzle",
  "board",
  "map",
  "players",
  "move",
  "level",
  "at",
  "autoplay",
];
/** The attributes that only change the display. */
export const DISPLAY_OPTIONS = ["language", "coordinates"];
export const PROPERTIES = [...OPTIONS, ...DISPLAY_OPTIONS, "theme", "size", "start"];

/**
 * Define properties that mirror the attributes, for frameworks. Null, undefined, false and an empty text remove an attribute.
 * @param {HTMLElement} prototype
 */
export function mirror(prototype) {
  for (const name of PROPERTIES) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get:
        get ??
        /** @this {HTMLElement} */ function () {
          return this.getAttribute(name) ?? "";
        },
      set(value) {
        const text = value === true ? "on" : value === false && name === "coordinates" ? "off" : value;
        if (text === null || text === undefined || text === "" || text === false) this.removeAttribute(name);
        else this.setAttribute(name, String(text));
      },
    });
  }
}

/**
 * Apply properties that a framework set before the element was defined: they shadow the mirroring ones.
 * @param {Record<string, any>} board
 */
export function adoptProperties(board) {
  for (const name of PROPERTIES) {
    if (!Object.hasOwn(board, name)) continue;
    const value = board[name];
    delete board[name];
    board[name] = value;
  }
}
