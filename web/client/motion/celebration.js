// The celebration of a win.
import { sound } from "./sound.js";

const WIN = 1500;
const LANTERNS = 21;

/**
 * Light up the winners' markers one after the other; for a festive win, let lanterns rise.
 * @param {import("./animation_layer.js").AnimationLayer} layer
 * @param {string[]} selectors
 * @param {boolean} festive
 * @param {number} pace
 * @param {string} volume
 */
export function celebrate(layer, selectors, festive, pace, volume) {
  sound(festive ? "win" : "loss", volume, 350 * pace);
  selectors.forEach((selector, at) => {
    const lit = layer.screen.part("board")?.querySelector(selector);
    const frames = [
      { translate: "0 0", scale: 1 },
      { translate: "0 -13px", scale: 1.3, filter: "brightness(1.5)" },
      { translate: "0 0", scale: 1 },
    ];
    layer.animate(lit, frames, {
      duration: 460 * pace,
      delay: (300 + (at * WIN) / (selectors.length + 1)) * pace,
      easing: "ease-out",
    });
  });
  for (let number = 0; festive && number < LANTERNS; number++) raise(layer, number, pace);
}

/** Let one lantern rise from its own place at its own time; near ones are larger and faster. @param {import("./animation_layer.js").AnimationLayer} layer @param {number} number @param {number} pace */
async function raise(layer, number, pace) {
  const table = layer.screen.part("table");
  const lantern = document.createElement("div");
  lantern.className = "lantern";
  lantern.style.left = `${4 + (92 * ((number * 8) % LANTERNS)) / (LANTERNS - 1)}%`;
  lantern.style.scale = String(0.7 + 0.35 * (number % 3));
  table?.append(layer.add(lantern));
  const [aside, up] = [number % 2 ? 22 : -22, ((78 + 9 * (number % 4)) * (table?.offsetHeight ?? 0)) / 100];
  const frames = [
    { transform: "translateY(20%)", opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { transform: `translate(${-aside / 2}px, -${up / 2}px)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${aside}px, -${up}px)`, opacity: 0 },
  ];
  await layer.animate(lantern, frames, {
    duration: (WIN + 900 - 250 * (number % 3)) * pace,
    delay: 55 * ((number * 5) % LANTERNS) * pace,
    easing: "ease-out",
    fill: "both",
  });
  lantern.remove();
}
