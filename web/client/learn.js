// The lesson pages: show one lesson at a time with a live board, and remember the lessons and puzzles that are done.
import { LESSONS_KEY, PRACTICE_KEY, PREFERENCES_KEY } from "./protocol.js";

const DAY = 86_400_000;
/** Days until a failed puzzle is repeated, growing each time that it is solved at the first try. */
const INTERVALS = [1, 3, 7, 21];
/** Step from one puzzle of the day to the next: every puzzle gets its day, and similar neighbours don't follow each other. */
const STRIDE = 5;

/** @type {HTMLElement[]} */
const cards = [...document.querySelectorAll(/** @type {"article"} */ ("article[id]"))];
const puzzles = cards.filter((card) => card.matches(".puzzle"));
const path = cards.filter(({ dataset }) => dataset.path);
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const bar = /** @type {HTMLProgressElement} */ (document.querySelector("#progress progress"));

/** Fill in the text that an element carries as a template. @param {HTMLElement} element @param {Record<string, string | number>} values */
const fillIn = (element, values) =>
  (element.dataset.text ?? "").replace(/{(\w+)}/g, (_, name) => String(values[name] ?? ""));
const firstOf = (/** @type {HTMLElement} */ element) => /** @type {HTMLElement} */ (element.firstElementChild);
const lastOf = (/** @type {HTMLElement} */ element) => /** @type {HTMLElement} */ (element.lastElementChild);
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
const cardOf = ({ target }, selector) => /** @type {Element} */ (target).closest(selector);

/** @param {string} key */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // damaged, or storage is forbidden
  }
}

/** Store a value; without storage the page remembers until it is closed, and says so. @param {string} key @param {unknown} value */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    part("not-kept").hidden = false;
  }
}

/** Mark this browser as known: the game welcomes visitors without stored preferences. */
function noteVisit() {
  try {
    if (localStorage.getItem(PREFERENCES_KEY) === null) save(PREFERENCES_KEY, {});
  } catch {
    part("not-kept").hidden = false;
  }
}

/** @type {Set<string>} */
let completed = new Set();

function loadCompleted() {
  const names = load(LESSONS_KEY);
  completed = new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  render();
}

function render() {
  for (const { id } of cards)
    for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-mark="${id}"]`)))
      mark.hidden = !completed.has(id);
  const done = path.filter(({ id }) => completed.has(id)).length;
  bar.max = path.length;
  bar.value = done;
  part("count").textContent = fillIn(part("count"), { n: done, all: path.length });
  const due = duePuzzles();
  part("review").hidden = !due.length;
  part("review").textContent = fillIn(part("review"), { n: due.length });
  lastOf(part("daily")).hidden = !completed.has(puzzleOfTheDay()?.id ?? "");
  part("forget").hidden = !cards.some(({ id }) => completed.has(id));
}

const today = () => Math.floor(Date.now() / DAY);
/** The same for everyone, from the date alone. */
const puzzleOfTheDay = () => puzzles[(today() * STRIDE) % puzzles.length];
const { lang } = document.documentElement;
const dates = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const date = () => dates.format(today() * DAY);

/**
 * Load the failed puzzles: by name, the interval that each has reached and the day on which it is due.
 * @returns {Map<string, [interval: number, due: number]>}
 */
function loadPractice() {
  const found = load(PRACTICE_KEY) ?? {};
  const valid = (/** @type {[string, unknown]} */ [, entry]) =>
    Array.isArray(entry) && entry.length === 2 && entry.every(Number.isInteger);
  return new Map(typeof found === "object" ? /** @type {any} */ (Object.entries(found).filter(valid)) : []);
}

/** List the failed puzzles that are due again. */
function duePuzzles() {
  const practice = loadPractice();
  return puzzles.filter(({ id }) => (practice.get(id)?.[1] ?? Infinity) <= today());
}

/** Schedule a puzzle after an attempt: a failed one is repeated at growing intervals. @param {string} id @param {boolean} failed */
function schedule(id, failed) {
  const practice = loadPractice();
  const next = failed ? 0 : (practice.get(id)?.[0] ?? INTERVALS.length) + 1;
  const days = INTERVALS[next];
  if (days === undefined) practice.delete(id);
  else practice.set(id, [next, today() + days]);
  save(PRACTICE_KEY, Object.fromEntries(practice));
}

/** Failed attempts at each puzzle since the page was opened. @type {Map<string, number>} */
const attempts = new Map();

/** Show the result of the puzzle of the day as a line to share. @param {HTMLElement} card */
function showResult(card) {
  const line = part("today");
  const address = `${location.href.split("#")[0]}#today`;
  firstOf(line).textContent = fillIn(line, { n: (attempts.get(card.id) ?? 0) + 1, date: date(), address });
  line.hidden = false;
  card.querySelector(".steps")?.before(line);
}

part("today").addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).matches("button"))) return;
  const text = firstOf(part("today")).textContent ?? "";
  (navigator.share?.({ text }) ?? navigator.clipboard?.writeText(text))?.catch(() => {});
});

/** Show the lesson that the address names, else the first of the path that isn't done. */
function openLesson() {
  const named = {
    "#today": puzzleOfTheDay(),
    "#review": duePuzzles()[0],
    "#puzzles": puzzles.find(({ id }) => !completed.has(id)) ?? puzzles[0],
  }[location.hash];
  const card = named ?? cards.find(({ id }) => id === location.hash.slice(1));
  if (named || !card) {
    const next = named ?? path.find(({ id }) => !completed.has(id)) ?? cards[path.length];
    location.replace(`#${next?.id}`);
    return;
  }
  card.querySelector("qin-board")?.setAttribute("start", "visible");
  part("day").hidden = card !== puzzleOfTheDay();
  if (card === puzzleOfTheDay()) card.querySelector("h2")?.before(part("day"));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".contents a")))
    link.toggleAttribute("aria-current", link.hash === location.hash);
  scrollTo(0, 0);
}

document.addEventListener("qin-ready", (event) => cardOf(event, "article[id]")?.classList.add("live"));
/** Moves of one turn of the event loop: a right first move is answered at once, so a single move was a wrong one. */
let moves = 0;
document.addEventListener("qin-move", (event) => {
  const card = cardOf(event, "article.puzzle");
  if (!card || moves++) return;
  setTimeout(() => {
    if (moves === 1) {
      attempts.set(card.id, (attempts.get(card.id) ?? 0) + 1);
      schedule(card.id, true);
      card.classList.add("tried");
    }
    moves = 0;
  });
});
document.addEventListener("qin-goal", (event) => {
  const card = cardOf(event, "article[id]");
  if (!card) return;
  completed.add(card.id);
  save(LESSONS_KEY, [...completed]);
  if (puzzles.includes(card)) {
    if (!attempts.has(card.id)) schedule(card.id, false);
    if (card === puzzleOfTheDay()) showResult(card);
    moves = 0;
  }
  render();
  card.classList.add("solved");
  // The button that was pressed last is gone: move the focus to the link to the next lesson.
  /** @type {HTMLElement | null} */ (card.querySelector(".on"))?.focus({ preventScroll: true });
  requestAnimationFrame(() => /** @type {Element} */ (event.target).scrollIntoView({ block: "nearest" }));
});
part("forget").addEventListener("click", () => {
  completed = new Set();
  save(LESSONS_KEY, []);
  render();
});
addEventListener("storage", ({ key }) => key === LESSONS_KEY && loadCompleted());
addEventListener("hashchange", openLesson);

noteVisit();
const theme = load(PREFERENCES_KEY)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
part("progress").hidden = false;
part("day").textContent = fillIn(part("day"), { date: date() });
firstOf(part("daily")).textContent = part("day").textContent;
part("daily").hidden = false;
// On a small screen the list would be longer than the lesson.
/** @type {HTMLDetailsElement} */ (part("contents")).open = matchMedia("(min-width: 60rem)").matches;
loadCompleted();
openLesson();
