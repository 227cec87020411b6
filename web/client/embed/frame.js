// embed.html: one board for pages that allow no foreign scripts. Its attributes come from the address. The embedding page
// exchanges messages with it if it has the expected origin; guide.html documents them.
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
/** The maximum length of a text, as for any position or record. */
const MAX_LENGTH = 100_000;
/** Messages that are accepted at once, and per second. */
const [BURST, RATE] = [40, 20];

const parameters = new URLSearchParams([
  ...new URLSearchParams(location.search),
  ...new URLSearchParams(location.hash.slice(1)),
]);
// A compressed link has only such characters; a position line has spaces, and names of games are shorter.
const isCompressed = (/** @type {string} */ name) =>
  new RegExp(`^[\\w-]{${name === "game" ? 24 : 1},}$`).test(parameters.get(name) ?? "");
const board = /** @type {Board} */ (document.createElement("qin-board"));
for (const name of NAMES) if (parameters.has(name)) board.setAttribute(name, parameters.get(name) ?? "");
if (isCompressed("position")) board.setAttribute("position", `#position=${parameters.get("position")}`);
if (isCompressed("game")) {
  board.removeAttribute("game");
  board.setAttribute("record", `#game=${parameters.get("game")}`);
}
board.setAttribute("fit", "");
/** Apply the board's theme to the page behind it. @param {string} theme */
function setTheme(theme) {
  document.documentElement.style.colorScheme = ["light", "dark"].includes(theme) ? theme : "";
}
setTheme(parameters.get("theme") ?? "");
document.body.append(board);

/** Return the origin of the embedding page, as the address or else the browser says. Messages of others are ignored. */
function embedderOrigin() {
  const url = parameters.get("origin") ?? location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    return new URL(url).origin;
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
    sendHeight();
  });
}

let tokens = BURST;
let refilled = performance.now();
/** Take a token from the bucket; return whether there was none. */
function exceedsRate() {
  const now = performance.now();
  tokens = Math.min(BURST, tokens + ((now - refilled) / 1000) * RATE);
  refilled = now;
  if (tokens < 1) return true;
  tokens -= 1;
  return false;
}

addEventListener("message", async ({ source, origin, data }) => {
  if (source !== window.parent || source === window || origin !== embedder || data?.qin !== 1) return;
  const { call, value = "", id = null } = data;
  const validId = id === null || Number.isFinite(id) || (typeof id === "string" && id.length <= 64);
  if (typeof call !== "string" || !Object.hasOwn(CALLS, call) || !validId) return;
  if (typeof value !== "string" || value.length > MAX_LENGTH || exceedsRate()) return;
  const answer = await CALLS[/** @type {Call} */ (call)](board, value).then(
    (state) => ({ value: state }),
    (error) => ({ error: error.message }),
  );
  if (id !== null) post({ answer: id, ...answer });
});

let sentHeight = 0;
/** Send the board's natural height when it has changed; the board itself fits the frame. */
function sendHeight() {
  board.removeAttribute("fit");
  const height = Math.ceil(board.getBoundingClientRect().height);
  board.setAttribute("fit", "");
  if (height !== sentHeight) post({ event: "qin-height", detail: { height: (sentHeight = height) } });
}
addEventListener("resize", sendHeight);
