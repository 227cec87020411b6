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

/** Define properties that mirror the attributes, for frameworks. @param {HTMLElement} prototype */
export function mirrorAttributes(prototype) {
  for (const name of PROPERTIES) {
    const ownGetter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    /** @this {HTMLElement} */
    function getAttribute() {
      return this.getAttribute(name) ?? "";
    }
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get: ownGetter ?? getAttribute,
      set(value) {
        const text = attributeValue(name, value);
        if (text) this.setAttribute(name, text);
        else this.removeAttribute(name);
      },
    });
  }
}

/** Convert a property to an attribute; an empty text removes the attribute. @param {string} name @param {unknown} value */
function attributeValue(name, value) {
  if (value === true) return "on";
  if (value === false) return name === "coordinates" ? "off" : "";
  return String(value ?? "");
}

/** Apply properties that a framework set before the element was defined: they shadow the prototype's. @param {Record<string, any>} board */
export function adoptProperties(board) {
  for (const name of PROPERTIES) {
    if (!Object.hasOwn(board, name)) continue;
    const value = board[name];
    delete board[name];
    board[name] = value;
  }
}
