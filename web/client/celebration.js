// A win, seen and heard.
import { sound } from "./sound.js";

const WIN = 1500;
const LANTERNS = 9;

/**
 * Light the winners' pagodas up one after the other, and let lanterns rise.
 * @param {import("./stage.js").Stage} stage
 * @param {string[]} places
 * @param {number} pace
 * @param {string} volume
 */
export function celebrate(stage, places, pace, volume) {
  sound("win", volume, 350 * pace);
  const table = stage.screen.part("table");
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
  for (let number = 0; number < LANTERNS; number++) {
    const lantern = document.createElement("div");
    lantern.className = "lantern";
    lantern.style.left = `${8 + (84 * number) / (LANTERNS - 1)}%`;
    table?.append(stage.add(lantern));
    const frames = [
      { transform: "translateY(20%)", opacity: 0 },
      { opacity: 1, offset: 0.2 },
      {
        transform: `translate(${number % 2 ? 18 : -18}px, -${((70 + 12 * (number % 3)) * (table?.offsetHeight ?? 0)) / 100}px)`,
        opacity: 0,
      },
    ];
    const rising = stage.animate(lantern, frames, {
      duration: (WIN + 700) * pace,
      delay: 90 * ((number * 4) % LANTERNS) * pace,
      easing: "ease-out",
      fill: "both",
    });
    rising.then(() => lantern.remove());
  }
}
