// The script of embed.html: one board for pages that allow no foreign scripts. Its attributes come from the address. It
// exchanges messages with the embedding page, if that has the expected origin; guide.html documents them.
import { DISPLAY_OPTIONS, OPTIONS } from "./properties.js";

const ATTRIBUTES = [...OPTIONS, ...DISPLAY_OPTIONS, "theme"];
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
const MAX_ID_LENGTH = 64;
/** The number of messages that are accepted at once. */
const BURST = 40;
/** The number of messages that are accepted per second. */
const RATE = 20;

const parameters = new URLSearchParams([
  ...new URLSearchParams(location.search),
  ...new URLSearchParams(location.hash.slice(1)),
]);
/** The shortest compressed link; the names of games are shorter. */
const MIN_LINK_LENGTH = 24;
/** Whether a parameter is compressed, as in a link: then it has no spaces. @param {string} name @param {number} minLength */
const isCompressed = (name, minLength = 1) => new RegExp(`^[\\w-]{${minLength},}$`).test(parameters.get(name) ?? "");
const board = /** @type {Board} */ (document.createElement("qin-board"));
for (const name of ATTRIBUTES) if (parameters.has(name)) board.setAttribute(name, parameters.get(name) ?? "");
if (isCompressed("position")) board.setAttribute("position", `#position=${parameters.get("position")}`);
if (isCompressed("game", MIN_LINK_LENGTH)) {
  board.removeAttribute("game");
  board.setAttribute("record", `#game=${parameters.get("game")}`);
}
// The editor's link to try a lesson contains all of it.
if (parameters.has("lesson-text")) {
  const lesson = document.createElement("script");
  lesson.type = "text/qin-lesson";
  lesson.text = parameters.get("lesson-text") ?? "";
  board.append(lesson);
}
board.setAttribute("fit", "");
/** Apply the board's theme to the page behind it. @param {string} theme */
function setTheme(theme) {
  document.documentElement.style.colorScheme = ["light", "dark"].includes(theme) ? theme : "";
}
setTheme(parameters.get("theme") ?? "");
// A lesson tried from the editor leads back there; its link contains the label.
if (parameters.has("back")) {
  const back = document.createElement("a");
  back.href = "editor.html#lesson";
  back.textContent = parameters.get("back");
  document.body.append(back);
}
document.body.append(board);

/** Return the origin of the embedding page: the one in the address, or else the one that the browser reports. */
function embedderOrigin() {
  const url = parameters.get("origin") ?? location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    return new URL(url).origin;
  } catch {
    return "";
  }
}
const embedder = window.parent === window ? "" : embedderOrigin();
/** Post a message to the embedding page, unless that has no origin. @param {Record<string, any>} message */
function post(message) {
  if (embedder && embedder !== "null") window.parent.postMessage({ qin: 1, ...message }, embedder);
}

for (const name of EVENTS) {
  board.addEventListener(name, (event) => {
    post({ event: name, detail: /** @type {CustomEvent} */ (event).detail });
    sendHeight();
  });
}

/** The number of messages that are accepted now. */
let allowance = BURST;
let allowanceTime = performance.now();
/** Count a message; return whether there are too many. */
function exceedsRate() {
  const now = performance.now();
  allowance = Math.min(BURST, allowance + ((now - allowanceTime) / 1000) * RATE);
  allowanceTime = now;
  if (allowance < 1) return true;
  allowance -= 1;
  return false;
}

addEventListener("message", async ({ source, origin, data }) => {
  if (source !== window.parent || source === window || origin !== embedder || data?.qin !== 1) return;
  const { call, value = "", id = null } = data;
  const isValidId = id === null || Number.isFinite(id) || (typeof id === "string" && id.length <= MAX_ID_LENGTH);
  if (typeof call !== "string" || !Object.hasOwn(CALLS, call) || !isValidId) return;
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
