// The changes of the scores beside the players, and the celebration of a win.
/** @import { AnimationLayer } from "./animation_layer.js" */
import { centre, transformAt } from "./geometry.js";
import { sound } from "./sound.js";

/** Milliseconds that the celebration of a win takes. */
const CELEBRATION = 1500;
const LANTERN_COUNT = 21;
/** Milliseconds for which a change of a score is shown. */
const SCORE_TIME = 900;
/** The width of a change of a score in pixels. */
const SCORE_WIDTH = 34;

/**
 * Show for a moment how many points each player gained or lost, at the left of the player's score.
 * @param {AnimationLayer} layer
 * @param {Readonly<Record<string, number>> | undefined} points
 * @param {number} pace
 * @param {boolean} rises
 */
export function showScoreChanges(layer, points, pace, rises) {
  for (const [player, gain] of Object.entries(points ?? {})) {
    const score = layer.screen.part("players")?.querySelector(`.player.p${player} .score`)?.getBoundingClientRect();
    if (!score?.width) continue;
    const change = layer.overlay([], SCORE_WIDTH);
    change.className = `score-change p${player}`;
    change.dataset.points = gain > 0 ? `+${gain}` : `−${-gain}`;
    change.style.transform = transformAt({ x: score.left - SCORE_WIDTH / 2 - 4, y: centre(score).y });
    const frames = [
      { opacity: 0, ...(rises && { translate: "0 8px" }) },
      { opacity: 1, offset: 0.2, ...(rises && { translate: "0 0" }) },
      { opacity: 1, offset: 0.8 },
      { opacity: 0, ...(rises && { translate: "0 -8px" }) },
    ];
    layer.animateAndRemove(change, frames, { duration: SCORE_TIME * pace, easing: "ease-out" });
  }
}

/**
 * Light up the winners' markers one after the other; if it is `festive`, let lanterns rise.
 * @param {AnimationLayer} layer
 * @param {string[]} selectors
 * @param {boolean} festive
 * @param {number} pace
 * @param {string} volume
 */
export function celebrate(layer, selectors, festive, pace, volume) {
  sound(festive ? "win" : "loss", volume, 350 * pace);
  selectors.forEach((selector, index) => {
    const marker = layer.screen.part("board")?.querySelector(selector);
    const frames = [
      { translate: "0 0", scale: 1 },
      { translate: "0 -13px", scale: 1.3, filter: "brightness(1.5)" },
      { translate: "0 0", scale: 1 },
    ];
    const delay = (300 + (index * CELEBRATION) / (selectors.length + 1)) * pace;
    layer.animate(marker, frames, { duration: 460 * pace, delay, easing: "ease-out" });
  });
  for (let number = 0; festive && number < LANTERN_COUNT; number++) raiseLantern(layer, number, pace);
}

/** Let a lantern rise. Its place, time, size and speed follow from its number, but look random. @param {AnimationLayer} layer @param {number} number @param {number} pace */
function raiseLantern(layer, number, pace) {
  const table = layer.screen.part("table");
  if (!table) return;
  // A step of 8 or 5 visits all of 21 places.
  const place = ((number * 8) % LANTERN_COUNT) / (LANTERN_COUNT - 1);
  const start = (number * 5) % LANTERN_COUNT;
  const lantern = layer.removeOnClear(document.createElement("div"));
  lantern.className = "lantern";
  lantern.style.left = `${4 + 92 * place}%`;
  lantern.style.scale = String(0.7 + 0.35 * (number % 3));
  table.append(lantern);
  const drift = number % 2 ? 22 : -22;
  const height = (0.78 + 0.09 * (number % 4)) * table.offsetHeight;
  const frames = [
    { transform: "translateY(20%)", opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { transform: `translate(${-drift / 2}px, -${height / 2}px)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${drift}px, -${height}px)`, opacity: 0 },
  ];
  layer.animateAndRemove(lantern, frames, {
    duration: (CELEBRATION + 900 - 250 * (number % 3)) * pace,
    delay: 55 * start * pace,
    easing: "ease-out",
  });
}
