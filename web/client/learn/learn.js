// The lesson pages: show one lesson at a time with a live board, and remember the completed lessons and puzzles.
import { LESSONS_KEY, PREFERENCES_KEY } from "../protocol.js";
import { DailyPuzzle } from "./daily.js";
import { formatDate, today } from "./dates.js";
import { loadDuePuzzles, scheduleFailed, scheduleSolved } from "./practice.js";
import { load, loadTexts, save, saveNew } from "./storage.js";

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement} */
const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

const main = find("main");
const daily = new DailyPuzzle(byId("day-puzzle"));
const todayLink = byId("today");
const dailyResult = byId("daily-result");
const contents = /** @type {HTMLDetailsElement} */ (byId("contents"));
const shareButton = find("button", dailyResult);
const cards = [...document.querySelectorAll(/** @type {"article"} */ ("article[id]"))];
const puzzles = cards.filter((card) => card.matches(".puzzle") && card !== daily.card);
/** The lessons that lead to a first game. */
const basics = cards.filter(({ dataset }) => dataset.path);

/** Fill in the template in a data attribute of an element. @param {HTMLElement} element @param {Record<string, string | number>} values */
const fillIn = ({ dataset }, values, attribute = "text") =>
  (dataset[attribute] ?? "").replace(/{(\w+)}/g, (_, name) => String(values[name] ?? ""));

/** @type {Set<string>} */
let completed = new Set();
/** The puzzles that were failed since the page was opened. @type {Set<string>} */
const failed = new Set();

function loadCompleted() {
  completed = new Set(loadTexts(LESSONS_KEY));
  render();
}

/** @param {Iterable<string>} names */
function saveCompleted(names) {
  completed = new Set(names);
  save(LESSONS_KEY, [...completed]);
}

function duePuzzles() {
  const due = loadDuePuzzles();
  return puzzles.filter(({ id }) => due.has(id));
}

function render() {
  for (const mark of document.querySelectorAll(/** @type {"i"} */ ("[data-mark]")))
    mark.hidden = !completed.has(mark.dataset.mark ?? "");
  byId("reset-progress").hidden = !cards.some(({ id }) => completed.has(id));
  renderProgress();
  renderPuzzles();
}

function renderProgress() {
  const count = basics.filter(({ id }) => completed.has(id)).length;
  const bar = /** @type {HTMLProgressElement} */ (find("#progress progress"));
  bar.max = basics.length;
  bar.value = count;
  byId("count").textContent = fillIn(byId("count"), { n: count, all: basics.length });
  main.classList.toggle("learned", count === basics.length);
}

function renderPuzzles() {
  const started = puzzles.some(({ id }) => completed.has(id) || location.hash === `#${id}`);
  main.classList.toggle("shows-puzzles", started);
  const due = duePuzzles().length;
  byId("review").hidden = !due;
  byId("review").textContent = fillIn(byId("review"), { n: due });
  find("span", todayLink).textContent = fillIn(todayLink, { date: formatDate(today()) });
  find(".mark", todayLink).hidden = !daily.isSolved(today());
  find(".mark", daily.card).hidden = !daily.isSolved();
}

/** Show the puzzle of a date. @param {string} date */
function openDaily(date) {
  if (!daily.open(date)) return;
  find("h2 a", daily.card).textContent = fillIn(todayLink, { date: daily.readableDate });
  dailyResult.hidden = true;
  const { result } = daily;
  if (result) showDailyResult(result.outcome, result.tries);
  render();
}

/** Show the result of the daily puzzle, with a button that shares it. @param {"solved" | "missed"} outcome @param {number} tries */
function showDailyResult(outcome, tries) {
  find("span", dailyResult).textContent = fillIn(dailyResult, { n: tries }, outcome);
  shareButton.textContent = fillIn(shareButton, {});
  dailyResult.hidden = false;
  find(".steps", daily.card).before(dailyResult);
}

shareButton.addEventListener("click", () => {
  const result = find("span", dailyResult).textContent ?? "";
  const address = `${location.href.split("#")[0]}#today`;
  const text = fillIn(dailyResult, { date: daily.readableDate, result, address });
  if (navigator.share) navigator.share({ text }).catch(() => {});
  else
    navigator.clipboard?.writeText(text).then(
      () => (shareButton.textContent = fillIn(shareButton, {}, "copied")),
      () => {},
    );
});

const firstUncompleted = (/** @type {HTMLElement[]} */ group) => group.find(({ id }) => !completed.has(id));

/** Find the card for a hash that isn't the id of a card: `#today`, `#day-2026-11-18`, `#review`, `#puzzles`. @param {string} hash */
function cardOfAlias(hash) {
  const date = hash === "#today" ? today() : /^#day-(\d{4}-\d\d-\d\d)$/.exec(hash)?.[1];
  if (date) {
    openDaily(date);
    return daily.card;
  }
  if (hash === "#review") return duePuzzles()[0];
  if (hash === "#puzzles") return firstUncompleted(puzzles) ?? puzzles[0];
  return undefined;
}

/** Show the lesson that the address names, else the first basic one that isn't completed. */
function openLesson() {
  const { hash } = location;
  if (hash === `#${daily.card.id}`) openDaily(daily.date || today());
  const card = cards.find(({ id }) => `#${id}` === hash);
  if (!card) {
    const next = cardOfAlias(hash) ?? firstUncompleted(basics) ?? cards[basics.length]; // the finale, after the basics
    location.replace(`#${next?.id}`);
    return;
  }
  card.querySelector("qin-board")?.setAttribute("start", "visible");
  if (card.matches(".puzzle")) main.classList.add("shows-puzzles");
  for (const link of document.querySelectorAll(/** @type {"a"} */ (".contents a")))
    link.toggleAttribute("aria-current", link.hash === hash);
  /** @type {HTMLDetailsElement | null | undefined} */
  const group = document.querySelector(".contents [aria-current]")?.closest("#contents details");
  if (group) group.open = true;
  scrollTo(0, 0);
}

/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
const cardOf = ({ target }, selector) => /** @type {Element} */ (target).closest(selector);

// If its board fails, a card shows its solution, which the board would show.
document.addEventListener("qin-error", (event) => cardOf(event, "article[id]")?.classList.add("boardless"));

document.addEventListener("qin-move", (event) => {
  const card = cardOf(event, "article.puzzle");
  const { result } = /** @type {CustomEvent} */ (event).detail;
  if (!card || (result !== "wrong" && result !== "shown")) return;
  card.classList.add("tried");
  if (card === daily.card) {
    const isLastTry = result === "wrong" && daily.storeWrongTry();
    if (isLastTry) showDailyResult("missed", 0);
  } else {
    failed.add(card.id);
    scheduleFailed(card.id);
  }
});

document.addEventListener("qin-goal", (event) => {
  const card = cardOf(event, "article[id]");
  if (!card) return;
  const wasLearned = main.classList.contains("learned");
  if (card === daily.card) {
    const tries = daily.storeSolved();
    if (tries) showDailyResult("solved", tries);
  } else {
    saveCompleted([...completed, card.id]);
    if (puzzles.includes(card) && !failed.has(card.id)) scheduleSolved(card.id);
  }
  render();
  card.classList.add("solved");
  if (!wasLearned && main.classList.contains("learned")) celebrate(card);
  // The button that was clicked last is gone: move the focus to the link to the next lesson.
  /** @type {HTMLElement | null} */ (card.querySelector(".next"))?.focus({ preventScroll: true });
});

/** Let lanterns rise over the last basic lesson. @param {HTMLElement} card */
function celebrate(card) {
  const lanterns = byId("lanterns");
  lanterns.hidden = false;
  card.append(lanterns);
  Promise.all(lanterns.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
    () => (lanterns.hidden = true),
    () => {},
  );
}

// Where the text is beside the board, the board's buttons are below the text: the style sheet needs the text's height.
const textHeights = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const height = /** @type {HTMLElement} */ (target).offsetHeight;
    target.parentElement?.style.setProperty("--qin-words", `${height}px`);
  }
});
for (const text of document.querySelectorAll(".words")) textHeights.observe(text);

// The contents are below the lesson on a small screen, so the place in the course leads there.
for (const place of document.querySelectorAll(".steps .where"))
  place.addEventListener("click", () => {
    contents.open = true;
    contents.scrollIntoView({ block: "start" });
    find("summary", contents).focus({ preventScroll: true });
  });

byId("reset-progress").addEventListener("click", () => {
  saveCompleted([]);
  render();
});
addEventListener("storage", ({ key }) => key === LESSONS_KEY && loadCompleted());
// A tab that was left open overnight shows the new day.
document.addEventListener("visibilitychange", render);
addEventListener("hashchange", openLesson);

// The game page welcomes only visitors without stored preferences.
saveNew(PREFERENCES_KEY, {});
const theme = load(PREFERENCES_KEY)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
byId("progress").hidden = false;
todayLink.hidden = false;
// On a small screen the contents would be longer than the lesson.
contents.open = matchMedia("(min-width: 60rem)").matches;
loadCompleted();
openLesson();
