// Scores at the players' seats, and the celebration of a win.
import { centre, transformAt } from "./geometry.js";
import { sound } from "./sound.js";

/** Milliseconds that the celebration of a win takes. */
const WIN = 1500;
/** The number of lanterns. */
const LANTERNS = 21;
/** Milliseconds that a score stays at its seat, and its width in pixels. */
const [SCORE, SCORE_WIDTH] = [900, 34];

/**
 * Show at the players' seats for a moment the points that they gained or lost.
 * @param {import("./animation_layer.js").AnimationLayer} layer
 * @param {Readonly<Record<string, number>> | undefined} scores
 * @param {number} pace
 * @param {boolean} rises
 */
export function showScores(layer, scores, pace, rises) {
  for (const [player, gain] of Object.entries(scores ?? {})) {
    const seat = layer.screen.part("players")?.querySelector(`.player.p${player} .left`)?.getBoundingClientRect();
    if (seat?.width) showScore(layer, player, gain, seat, pace, rises);
  }
}

/**
 * @param {import("./animation_layer.js").AnimationLayer} layer
 * @param {string} player
 * @param {number} gain
 * @param {DOMRect} seat
 * @param {number} pace
 * @param {boolean} rises
 */
async function showScore(layer, player, gain, seat, pace, rises) {
  const score = layer.overlay([], SCORE_WIDTH);
  score.className = `score p${player}`;
  score.dataset.score = gain > 0 ? `+${gain}` : `−${-gain}`;
  score.style.transform = transformAt({ x: seat.left - SCORE_WIDTH / 2 - 4, y: centre(seat).y }, 1);
  const frames = [
    { opacity: 0, ...(rises && { translate: "0 8px" }) },
    { opacity: 1, offset: 0.2, ...(rises && { translate: "0 0" }) },
    { opacity: 1, offset: 0.8 },
    { opacity: 0, ...(rises && { translate: "0 -8px" }) },
  ];
  await layer.animate(score, frames, { duration: SCORE * pace, easing: "ease-out", fill: "both" });
  score.remove();
}

/**
 * Light up the winners' markers one after the other; if it is `festive`, let lanterns rise.
 * @param {import("./animation_layer.js").AnimationLayer} layer
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
    layer.animate(marker, frames, {
      duration: 460 * pace,
      delay: (300 + (index * WIN) / (selectors.length + 1)) * pace,
      easing: "ease-out",
    });
  });
  for (let number = 0; festive && number < LANTERNS; number++) raiseLantern(layer, number, pace);
}

/** Let one lantern rise; its number determines its place, time, size and speed. @param {import("./animation_layer.js").AnimationLayer} layer @param {number} number @param {number} pace */
async function raiseLantern(layer, number, pace) {
  const table = layer.screen.part("table");
  const lantern = document.createElement("div");
  lantern.className = "lantern";
  lantern.style.left = `${4 + (92 * ((number * 8) % LANTERNS)) / (LANTERNS - 1)}%`;
  lantern.style.scale = String(0.7 + 0.35 * (number % 3));
  table?.append(layer.add(lantern));
  const [drift, height] = [number % 2 ? 22 : -22, ((78 + 9 * (number % 4)) * (table?.offsetHeight ?? 0)) / 100];
  const frames = [
    { transform: "translateY(20%)", opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { transform: `translate(${-drift / 2}px, -${height / 2}px)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${drift}px, -${height}px)`, opacity: 0 },
  ];
  await layer.animate(lantern, frames, {
    duration: (WIN + 900 - 250 * (number % 3)) * pace,
    delay: 55 * ((number * 5) % LANTERNS) * pace,
    easing: "ease-out",
    fill: "both",
  });
  lantern.remove();
}
