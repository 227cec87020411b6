// The lesson pages: show one lesson at a time with a live board, and remember the lessons and puzzles that are done.
import { LESSONS_KEY, PRACTICE_KEY, PREFERENCES_KEY, RESULTS_KEY } from "./protocol.js";

const DAY = 86_400_000;
/** Days until a failed puzzle is repeated, growing each time that it is solved at the first try. */
const INTERVALS = [1, 3, 7, 21];
/** The day of the first puzzle of the day; the same as `FIRST_DAY` in qin_core. */
const FIRST_DAY = "2026-11-01";
/** How many tries there are at it. */
const TRIES = 3;

/** @type {HTMLElement[]} */
const cards = [...document.querySelectorAll(/** @type {"article"} */ ("article[id]"))];
const dayCard = /** @type {HTMLElement} */ (document.getElementById("day-puzzle"));
const puzzles = cards.filter((card) => card.matches(".puzzle") && card !== dayCard);
const path = cards.filter(({ dataset }) => dataset.path);
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const bar = /** @type {HTMLProgressElement} */ (document.querySelector("#progress progress"));

/** Fill in the text that an element carries as a template. @param {HTMLElement} element @param {Record<string, string | number>} values @param {string} [name] */
const fillIn = (element, values, name = "text") =>
  (element.dataset[name] ?? "").replace(/{(\w+)}/g, (_, key) => String(values[key] ?? ""));
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
  main.classList.toggle("learned", done === path.length);
  main.classList.toggle(
    "puzzling",
    puzzles.some(({ id }) => completed.has(id) || location.hash === `#${id}`),
  );
  const due = duePuzzles();
  part("review").hidden = !due.length;
  part("review").textContent = fillIn(part("review"), { n: due.length });
  firstOf(part("daily")).textContent = fillIn(part("daily"), { date: dates.format(today() * DAY) });
  lastOf(part("daily")).hidden = !dayDone(isoDate());
  lastOf(/** @type {HTMLElement} */ (dayCard.querySelector("h2"))).hidden = !dayDone(day);
  part("forget").hidden = !cards.some(({ id }) => completed.has(id));
}

/** The number of today where the reader is. */
function today() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}
const isoDate = () => new Date(today() * DAY).toISOString().slice(0, 10);
const { lang } = document.documentElement;
const dates = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

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

// The puzzle of the day: its results are lines that the game's page reads, too.

/** The date of the puzzle that is shown. */
let day = "";

/** @returns {string[]} */
function loadResults() {
  const lines = load(RESULTS_KEY);
  return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
}
/** The results of a day's puzzle: of each its kind and its number. @param {string} date */
const dayResults = (date) =>
  loadResults()
    .filter((line) => line.startsWith(`day ${date} ${dayCard.dataset.game} puzzle `))
    .map((line) => line.split(" ").slice(4, 6));
/** @param {string} date */
const dayDone = (date) => dayResults(date).some(([kind]) => kind === "solved");
/** How many tries were wrong. @param {string} date */
const triesUsed = (date) =>
  Math.max(0, ...dayResults(date).map(([kind, number]) => (kind === "solved" ? 0 : Number(number))));

/** Store a try at the puzzle of the day. @param {string} kind @param {number} number */
function storeTry(kind, number) {
  const late = isoDate() > day ? " late" : "";
  save(RESULTS_KEY, [...loadResults(), `day ${day} ${dayCard.dataset.game} puzzle ${kind} ${number}${late}`]);
}

/** Count a wrong try; the last one ends the puzzle. */
function missDay() {
  const used = triesUsed(day) + 1;
  if (used > TRIES || dayDone(day)) return;
  storeTry(used < TRIES ? "tried" : "missed", used);
  if (used === TRIES) showResult("missed", used);
}

/** Note that the puzzle is solved, once and in time. */
function solveDay() {
  const used = triesUsed(day);
  if (used >= TRIES || dayDone(day)) return;
  storeTry("solved", used + 1);
  showResult("text", used + 1);
}

/** Show the result as a line to share. @param {string} template @param {number} n */
function showResult(template, n) {
  const line = part("today");
  const address = `${location.href.split("#")[0]}#today`;
  firstOf(line).textContent = fillIn(line, { n, date: dates.format(new Date(day)), address }, template);
  line.hidden = false;
  dayCard.querySelector(".steps")?.before(line);
}

/** Set up the puzzle of a date, unless it is there already. @param {string} wanted */
function openDay(wanted) {
  const date = wanted >= FIRST_DAY && wanted < isoDate() ? wanted : isoDate();
  dayCard.hidden = false;
  if (date === day) return;
  day = date;
  const title = fillIn(part("daily"), { date: dates.format(new Date(day)) });
  /** @type {HTMLElement} */ (dayCard.querySelector("h2 a")).textContent = title;
  const board = document.createElement("qin-board");
  const used = Math.min(triesUsed(day), TRIES);
  const puzzle = used && !dayDone(day) ? `${day}+${used}` : day;
  for (const [name, value] of Object.entries({
    puzzle,
    game: dayCard.dataset.game ?? "",
    language: lang,
    beside: "task",
  }))
    board.setAttribute(name, value);
  dayCard.classList.remove("solved", "live", "tried");
  part("today").hidden = true;
  dayCard.querySelector("qin-board")?.remove();
  dayCard.querySelector(".steps")?.before(board);
  render();
}

part("today").addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).matches("button"))) return;
  const text = firstOf(part("today")).textContent ?? "";
  (navigator.share?.({ text }) ?? navigator.clipboard?.writeText(text))?.catch(() => {});
});

/** Show the lesson that the address names, else the first of the path that isn't done. */
function openLesson() {
  const dated = /^#day-(\d{4}-\d\d-\d\d)$/.exec(location.hash)?.[1];
  if (dated || location.hash === "#today") openDay(dated ?? isoDate());
  else if (location.hash === "#day-puzzle") openDay(day || isoDate());
  const named = {
    "#today": dayCard,
    [`#day-${dated}`]: dayCard,
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
  main.classList.toggle("puzzling", main.classList.contains("puzzling") || card.matches(".puzzle"));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".contents a")))
    link.toggleAttribute("aria-current", link.hash === location.hash);
  scrollTo(0, 0);
}

// Without a live board, the folded solution is of use.
document.addEventListener("qin-error", (event) => cardOf(event, "article[id]")?.classList.add("failed"));
// Where the words are beside the board, its controls follow below them.
const heights = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const height = /** @type {HTMLElement} */ (target).offsetHeight;
    target.parentElement?.style.setProperty("--qin-words", `${height}px`);
  }
});
for (const words of document.querySelectorAll(".words")) heights.observe(words);
/** Moves of one turn of the event loop: a right first move is answered at once, so a single move was a wrong one. */
let moves = 0;
document.addEventListener("qin-move", (event) => {
  const card = cardOf(event, "article.puzzle");
  if (!card || moves++) return;
  setTimeout(() => {
    if (moves === 1) {
      if (card === dayCard) missDay();
      else {
        attempts.set(card.id, (attempts.get(card.id) ?? 0) + 1);
        schedule(card.id, true);
      }
      card.classList.add("tried");
    }
    moves = 0;
  });
});
document.addEventListener("qin-goal", (event) => {
  const card = cardOf(event, "article[id]");
  if (!card) return;
  const learned = main.classList.contains("learned");
  if (card === dayCard) {
    solveDay();
    moves = 0;
  } else {
    completed.add(card.id);
    save(LESSONS_KEY, [...completed]);
  }
  if (puzzles.includes(card)) {
    if (!attempts.has(card.id)) schedule(card.id, false);
    moves = 0;
  }
  render();
  card.classList.add("solved");
  if (!learned && main.classList.contains("learned")) celebrate(card);
  // The button that was pressed last is gone: move the focus to the link to the next lesson.
  /** @type {HTMLElement | null} */ (card.querySelector(".on"))?.focus({ preventScroll: true });
});

/** Let lanterns rise over the lesson that was the last of the path. @param {HTMLElement} card */
function celebrate(card) {
  const lanterns = part("lanterns");
  lanterns.hidden = false;
  card.append(lanterns);
  Promise.all(lanterns.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
    () => (lanterns.hidden = true),
    () => {},
  );
}

part("forget").addEventListener("click", () => {
  completed = new Set();
  save(LESSONS_KEY, []);
  render();
});
addEventListener("storage", ({ key }) => key === LESSONS_KEY && loadCompleted());
// A tab that was left open shows the day it is now.
document.addEventListener("visibilitychange", render);
addEventListener("hashchange", openLesson);

noteVisit();
const theme = load(PREFERENCES_KEY)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
part("progress").hidden = false;
part("daily").hidden = false;
// On a small screen the list would be longer than the lesson.
/** @type {HTMLDetailsElement} */ (part("contents")).open = matchMedia("(min-width: 60rem)").matches;
loadCompleted();
openLesson();
