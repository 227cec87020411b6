// embed.html: one board for pages that allow no scripts of others. Its attributes come from the address; the page
// around it may talk to it by messages, if it is who the board thinks it is. See guide.html for the protocol.
import { DRESS, OPTIONS } from "./properties.js";

const NAMES = [...OPTIONS, ...DRESS, "theme"];
const EVENTS = ["qin-error", "qin-ready", "qin-move", "qin-refused", "qin-goal", "qin-end"];
/** @typedef {import("./element.js").Board} Board */
/** @typedef {"theme" | "state" | "undo" | "play" | "setPosition"} Call */
/** @type {Record<Call, (board: Board, value: string) => Promise<any>>} */
const CALLS = {
  theme: (board, theme) => {
    wear(theme);
    board.theme = theme;
    return board.state();
  },
  state: (board) => board.state(),
  undo: (board) => board.undo(),
  play: (board, move) => board.play(move),
  setPosition: (board, line) => board.setPosition(line),
};
const MAX_LENGTH = 100_000; // letters of a text, as for any position or record
const BURST = 40; // messages at once
const RATE = 20; // messages a second

const given = new URLSearchParams([
  ...new URLSearchParams(location.search),
  ...new URLSearchParams(location.hash.slice(1)),
]);
// Links to games are compressed; a position line has spaces, and no game has a name that long.
const packed = (/** @type {string} */ name) =>
  new RegExp(`^[\\w-]{${name === "game" ? 24 : 1},}$`).test(given.get(name) ?? "");
const board = /** @type {Board} */ (document.createElement("qin-board"));
for (const name of NAMES) if (given.has(name)) board.setAttribute(name, given.get(name) ?? "");
if (packed("position")) board.setAttribute("position", `#position=${given.get("position")}`);
if (packed("game")) {
  board.removeAttribute("game");
  board.setAttribute("record", `#game=${given.get("game")}`);
}
board.setAttribute("fit", "");
/** Let what lies behind the board follow its theme. @param {string} theme */
function wear(theme) {
  document.documentElement.style.colorScheme = ["light", "dark"].includes(theme) ? theme : "";
}
wear(given.get("theme") ?? "");
document.body.append(board);

/** Who is around: as the address says, else as the browser does. Nobody else is heard or told anything. */
function aroundUs() {
  const known = given.get("origin") ?? location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    return new URL(known).origin;
  } catch {
    return "";
  }
}
const around = window.parent === window ? "" : aroundUs();
const tell = (/** @type {Record<string, any>} */ message) =>
  around && around !== "null" && window.parent.postMessage({ qin: 1, ...message }, around);

for (const event of EVENTS) {
  board.addEventListener(event, (heard) => {
    tell({ event, detail: /** @type {CustomEvent} */ (heard).detail });
    tellHeight();
  });
}

let left = BURST;
let since = performance.now();
function tooMany() {
  const now = performance.now();
  left = Math.min(BURST, left + ((now - since) / 1000) * RATE);
  since = now;
  if (left < 1) return true;
  left -= 1;
  return false;
}

addEventListener("message", async ({ source, origin, data }) => {
  if (source !== window.parent || source === window || origin !== around || data?.qin !== 1) return;
  const { call, value = "", id = null } = data;
  const named = id === null || Number.isFinite(id) || (typeof id === "string" && id.length <= 64);
  if (typeof call !== "string" || !Object.hasOwn(CALLS, call) || !named) return;
  if (typeof value !== "string" || value.length > MAX_LENGTH || tooMany()) return;
  const answer = await CALLS[/** @type {Call} */ (call)](board, value).then(
    (state) => ({ value: state }),
    (error) => ({ error: error.message }),
  );
  if (id !== null) tell({ answer: id, ...answer });
});

// The height that the board would like, told whenever it changes; until it gets it, it fits what it has.
let told = 0;
function tellHeight() {
  board.removeAttribute("fit");
  const height = Math.ceil(board.getBoundingClientRect().height);
  board.setAttribute("fit", "");
  if (height !== told) tell({ event: "qin-height", detail: { height: (told = height) } });
}
addEventListener("resize", tellHeight);
