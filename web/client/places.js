// Places of things on the screen, for whatever moves between them.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {size: number, angle: number}} Spot */

/** @param {DOMRect} box @returns {Point} */
export const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * Find where a piece lies on some squares: its middle, how large a square is, and how it is turned.
 * @param {import("./screen.js").Screen} screen
 * @param {string[]} squares
 * @returns {Spot | null}
 */
export function spot(screen, squares) {
  const [one, two = one] = squares.map((name) => screen.square(name)?.getBoundingClientRect());
  if (!one || !two) return null;
  const [a, b] = [middle(one), middle(two)];
  const angle = Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2)) * 90;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: one.width, angle: two === one ? 0 : angle };
}

/**
 * Find the middle of a player's card.
 * @param {import("./screen.js").Screen} screen
 * @param {number} player
 */
export function card(screen, player) {
  const players = screen.part("players");
  const box = (players?.querySelector(`.player.p${player} .mark`) ?? players)?.getBoundingClientRect();
  return box?.width ? middle(box) : null;
}

/** Say how something stands at a place. @param {Point} at @param {number} scale @param {number} [angle] */
export const standing = (at, scale, angle = 0) =>
  `translate(${at.x}px, ${at.y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${scale})`;

/**
 * Put something over the page that nobody can touch.
 * @param {import("./screen.js").Screen} screen
 * @param {Node[]} picture
 * @param {number} width
 */
export function prop(screen, picture, width) {
  const made = document.createElement("div");
  made.className = "flying";
  made.append(...picture);
  made.style.width = `${width}px`;
  (screen.tree instanceof Document ? document.body : screen.root).append(made);
  return made;
}
