// Where pieces and cards are on the screen, for animations and dragging.
/** @import { Screen } from "../dom/screen.js" */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {size: number, angle: number}} Placement a piece's centre, the size of its squares, its rotation in degrees */

/** @param {DOMRect} box @returns {Point} */
export const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Locate a piece on one or two squares. @param {Screen} screen @param {string[]} squares @returns {Placement | null} */
export function locate(screen, squares) {
  const [first, second = first] = squares.map((name) => screen.square(name)?.getBoundingClientRect());
  if (!first || !second) return null;
  const [start, end] = [centre(first), centre(second)];
  const quarterTurns = Math.round(Math.atan2(end.y - start.y, end.x - start.x) / (Math.PI / 2));
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, size: first.width, angle: 90 * quarterTurns };
}

/** Return the centre of the mark on a player's card, or of all cards if it has none. @param {Screen} screen @param {number} player */
export function playerCard(screen, player) {
  const players = screen.part("players");
  const box = (players?.querySelector(`.player.p${player} .mark`) ?? players)?.getBoundingClientRect();
  return box?.width ? centre(box) : null;
}

/** Return the CSS transform that centres an element at a point. @param {Point} point */
export const transformAt = (point, scale = 1, angle = 0) =>
  `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) rotate(${angle}deg) scale(${scale})`;

/** Show a picture over the page that ignores the pointer. @param {Screen} screen @param {Node[]} picture @param {number} width */
export function overlay(screen, picture, width) {
  const element = document.createElement("div");
  element.className = "flying";
  element.append(...picture);
  element.style.width = `${width}px`;
  (screen.tree instanceof Document ? document.body : screen.root).append(element);
  return element;
}
