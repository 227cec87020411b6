// The attributes of <qin-board>, each of which is a property as well.

/** What decides about the game that is shown. */
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
/** What changes the looks of a board and leaves the game on it alone. */
export const DRESS = ["language", "coordinates"];
export const PROPERTIES = [...OPTIONS, ...DRESS, "theme", "size", "start"];

/** Let properties mirror the attributes of the same names, as frameworks set them: what is nothing takes the attribute away. */
export function mirror(prototype) {
  for (const name of PROPERTIES) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get:
        get ??
        function () {
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

/** Take over what a framework has set before the element was defined: it hides the properties of the same names. */
export function takeOver(board) {
  for (const name of PROPERTIES) {
    if (!Object.hasOwn(board, name)) continue;
    const value = board[name];
    delete board[name];
    board[name] = value;
  }
}
