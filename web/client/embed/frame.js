// embed.html: one board for pages that allow no foreign scripts. Its attributes come from the address; the embedding page
// may send messages if its origin is the expected one. See guide.html for these messages.
import { DISPLAY_OPTIONS, OPTIONS } from "./properties.js";

const NAMES = [...OPTIONS, ...DISPLAY_OPTIONS, "theme"];
const EVENTS = ["qin-error", "qin-ready", "qin-move", "qin-refused", "qin-goal", "qin-end"];
/** @typedef {import("./element.js").Board} Board */
/** @typedef {"theme" | "state" | "undo" | "play" | "setPosition"} Call */
/** @type {Record<Call, (board: Board, value: string) => Promise<any>>} */
const CALLS = {
  theme: (board, theme) => {
    setTheme(theme);
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
/** Apply the board's theme to the page behind it. @param {string} theme */
function setTheme(theme) {
  document.documentElement.style.colorScheme = ["light", "dark"].includes(theme) ? theme : "";
}
setTheme(given.get("theme") ?? "");
document.body.append(board);

/** Return the origin of the embedding page: from the address, else from the browser. Messages of others are ignored. */
function embedderOrigin() {
  const known = given.get("origin") ?? location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    return new URL(known).origin;
  } catch {
    return "";
  }
}
const embedder = window.parent === window ? "" : embedderOrigin();
const post = (/** @type {Record<string, any>} */ message) =>
  embedder && embedder !== "null" && window.parent.postMessage({ qin: 1, ...message }, embedder);

for (const event of EVENTS) {
  board.addEventListener(event, (received) => {
    post({ event, detail: /** @type {CustomEvent} */ (received).detail });
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
  if (source !== window.parent || source === window || origin !== embedder || data?.qin !== 1) return;
  const { call, value = "", id = null } = data;
  const named = id === null || Number.isFinite(id) || (typeof id === "string" && id.length <= 64);
  if (typeof call !== "string" || !Object.hasOwn(CALLS, call) || !named) return;
  if (typeof value !== "string" || value.length > MAX_LENGTH || tooMany()) return;
  const answer = await CALLS[/** @type {Call} */ (call)](board, value).then(
    (state) => ({ value: state }),
    (error) => ({ error: error.message }),
  );
  if (id !== null) post({ answer: id, ...answer });
});

// Tell the embedding page the board's natural height when it changes; until then, the board fits the frame.
let told = 0;
function tellHeight() {
  board.removeAttribute("fit");
  const height = Math.ceil(board.getBoundingClientRect().height);
  board.setAttribute("fit", "");
  if (height !== told) post({ event: "qin-height", detail: { height: (told = height) } });
}
addEventListener("resize", tellHeight);
