// Where pieces and cards are on the screen, for animations and dragging.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {size: number, angle: number}} Placement */

/** @param {DOMRect} box @returns {Point} */
export const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * Locate a piece on its squares: its centre, the size of a square, and its rotation.
 * @param {import("../dom/screen.js").Screen} screen
 * @param {string[]} squares
 * @returns {Placement | null}
 */
export function locate(screen, squares) {
  const [one, two = one] = squares.map((name) => screen.square(name)?.getBoundingClientRect());
  if (!one || !two) return null;
  const [a, b] = [centre(one), centre(two)];
  const angle = Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2)) * 90;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: one.width, angle: two === one ? 0 : angle };
}

/**
 * Find the centre of a player's card.
 * @param {import("../dom/screen.js").Screen} screen
 * @param {number} player
 */
export function playerCard(screen, player) {
  const players = screen.part("players");
  const box = (players?.querySelector(`.player.p${player} .mark`) ?? players)?.getBoundingClientRect();
  return box?.width ? centre(box) : null;
}

/** Return the CSS transform that centres an element at a point. @param {Point} point @param {number} scale @param {number} [angle] */
export const transformAt = (point, scale, angle = 0) =>
  `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${scale})`;

/**
 * Show a picture over the page that ignores the pointer.
 * @param {import("../dom/screen.js").Screen} screen
 * @param {Node[]} picture
 * @param {number} width
 */
export function overlay(screen, picture, width) {
  const element = document.createElement("div");
  element.className = "flying";
  element.append(...picture);
  element.style.width = `${width}px`;
  (screen.tree instanceof Document ? document.body : screen.root).append(element);
  return element;
}
