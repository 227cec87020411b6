// A win, seen and heard.
import { sound } from "./sound.js";

const WIN = 1500;
const LANTERNS = 21;

/**
 * Light the winners' pagodas up one after the other; where there is something to celebrate, let lanterns rise.
 * @param {import("./stage.js").Stage} stage
 * @param {string[]} places
 * @param {boolean} festive
 * @param {number} pace
 * @param {string} volume
 */
export function celebrate(stage, places, festive, pace, volume) {
  sound(festive ? "win" : "loss", volume, 350 * pace);
  places.forEach((place, at) => {
    const lit = stage.screen.part("board")?.querySelector(`[data-pagoda="${place}"]`);
    const frames = [
      { translate: "0 0", scale: 1 },
      { translate: "0 -13px", scale: 1.3, filter: "brightness(1.5)" },
      { translate: "0 0", scale: 1 },
    ];
    stage.animate(lit, frames, {
      duration: 460 * pace,
      delay: (300 + (at * WIN) / (places.length + 1)) * pace,
      easing: "ease-out",
    });
  });
  for (let number = 0; festive && number < LANTERNS; number++) raise(stage, number, pace);
}

/** Let one lantern rise, each from its own place and in its own time: near ones are larger and quicker. @param {import("./stage.js").Stage} stage @param {number} number @param {number} pace */
async function raise(stage, number, pace) {
  const table = stage.screen.part("table");
  const lantern = document.createElement("div");
  lantern.className = "lantern";
  lantern.style.left = `${4 + (92 * ((number * 8) % LANTERNS)) / (LANTERNS - 1)}%`;
  lantern.style.scale = String(0.7 + 0.35 * (number % 3));
  table?.append(stage.add(lantern));
  const [aside, up] = [number % 2 ? 22 : -22, ((78 + 9 * (number % 4)) * (table?.offsetHeight ?? 0)) / 100];
  const frames = [
    { transform: "translateY(20%)", opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { transform: `translate(${-aside / 2}px, -${up / 2}px)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${aside}px, -${up}px)`, opacity: 0 },
  ];
  await stage.animate(lantern, frames, {
    duration: (WIN + 900 - 250 * (number % 3)) * pace,
    delay: 55 * ((number * 5) % LANTERNS) * pace,
    easing: "ease-out",
    fill: "both",
  });
  lantern.remove();
}
