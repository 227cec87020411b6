// The lesson pages: completed lessons, the puzzles after them, and the end of the path.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { $, loadFresh, settlePromises, showPage } from "./browser.mjs";

const [LESSONS, PRACTICE, RESULTS] = ["qin.learnt", "qin.practice", "qin.results"];
const stored = (key) => JSON.parse(localStorage.getItem(key));
const card = (id, more = "") =>
  `<article id="${id}" ${more}><div class="words"><h2></h2></div><qin-board></qin-board><nav class="steps"><button class="where"></button><a class="next" href="#">Next</a></nav></article>`;
const PAGE = `<main><div id="progress"><progress></progress><span id="count" data-text="{n} of {all}"></span>
  <a id="review" data-text="{n}"></a><button id="reset-progress"></button><span id="not-stored" hidden></span></div>
  ${card("one", 'data-path="1" class="lesson"')}${card("two", 'data-path="2" class="lesson"')}
  ${card("extra", 'data-path="" class="lesson"')}${card("puzzle-01", 'data-path="" class="puzzle"')}
  <div id="lanterns" hidden><i class="lantern"></i></div>${card("day-puzzle", 'class="puzzle" data-game="qin" hidden').replace("<h2></h2>", "<h2><a></a> <span class='mark'></span></h2>")}
  <p id="daily-result" data-solved="{n}" data-missed=""><span></span><button></button></p>
  <nav class="contents"><a id="today" data-text="{date}"><span></span><span class="mark"></span></a><details id="contents"><summary></summary></details></nav></main>`;

document.documentElement.lang = "en";

/** Ends the animations of the lanterns. */
let endLanterns;
Element.prototype.getAnimations = () => [{ finished: new Promise((resolve) => (endLanterns = resolve)) }];
globalThis.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const solveLesson = (id) =>
  $(`#${id} qin-board`).dispatchEvent(new CustomEvent("qin-goal", { bubbles: true, composed: true }));
const hasClass = (name) => $("main").classList.contains(name);

async function open(completed = []) {
  localStorage.clear();
  if (completed.length) localStorage.setItem(LESSONS, JSON.stringify(completed));
  showPage(PAGE, "https://qin.example/learn/#one");
  await loadFresh("learn/learn.js");
}

beforeEach(() => (endLanterns = undefined));

test("a day that is done shows its result instead of tries", async () => {
  const results = ["day 2026-11-05 qin puzzle tried 1", "day 2026-11-05 qin puzzle solved 2"];
  localStorage.setItem("qin.results", JSON.stringify(results));
  showPage(PAGE, "https://qin.example/learn/#day-2026-11-05");
  await loadFresh("learn/learn.js");
  assert.equal($("#day-puzzle qin-board").getAttribute("puzzle"), "2026-11-05+done");
  assert.deepEqual([$("#daily-result").hidden, $("#daily-result span").textContent], [false, "2"]);
});

test("users who open a puzzle, or have solved one, see the puzzles before the path is finished", async () => {
  localStorage.clear();
  showPage(PAGE, "https://qin.example/learn/#puzzle-01");
  await loadFresh("learn/learn.js");
  assert.deepEqual([hasClass("learned"), hasClass("shows-puzzles")], [false, true]);
  await open(["puzzle-01"]);
  assert.deepEqual([hasClass("learned"), hasClass("shows-puzzles")], [false, true]);
});

test("the puzzles appear when the path is finished, and its end is celebrated once", async () => {
  await open();
  assert.deepEqual([hasClass("learned"), hasClass("shows-puzzles"), $("#lanterns").hidden], [false, false, true]);
  solveLesson("one");
  solveLesson("extra");
  assert.deepEqual([hasClass("learned"), $("#lanterns").hidden], [false, true], "one lesson is left");
  solveLesson("two");
  assert.equal(hasClass("learned"), true);
  assert.equal($("#lanterns").parentElement.id, "two", "lanterns rise over the last lesson");
  assert.equal($("#lanterns").hidden, false);
  endLanterns();
  await settlePromises();
  assert.equal($("#lanterns").hidden, true);
  solveLesson("two");
  assert.equal($("#lanterns").hidden, true, "once");
  assert.deepEqual(JSON.parse(localStorage.getItem(LESSONS)), ["one", "extra", "two"]);
});

const makeMove = (id, result) =>
  $(`#${id} qin-board`).dispatchEvent(
    new CustomEvent("qin-move", { bubbles: true, composed: true, detail: { result } }),
  );
const todayNumber = () => {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
};

test("a failed puzzle is repeated at growing intervals", async () => {
  await open();
  makeMove("puzzle-01", "correct");
  makeMove("puzzle-01", undefined);
  assert.equal(stored(PRACTICE), null, "a right move and the reply to it");
  makeMove("puzzle-01", "wrong");
  assert.deepEqual(stored(PRACTICE), { "puzzle-01": [0, todayNumber() + 1] });
  assert.ok($("#puzzle-01").classList.contains("tried"));
  solveLesson("puzzle-01");
  assert.deepEqual(stored(PRACTICE), { "puzzle-01": [0, todayNumber() + 1] }, "solved, but not at the first try");
  const dueToday = JSON.stringify({ "puzzle-01": [0, todayNumber()], damaged: "x" });
  for (const [step, days] of [[1, 3], [2, 7], [3, 21]]) {
    localStorage.setItem(PRACTICE, step === 1 ? dueToday : JSON.stringify(stored(PRACTICE)));
    showPage(PAGE, "https://qin.example/learn/#one");
    await loadFresh("learn/learn.js");
    assert.equal($("#review").hidden, step !== 1);
    solveLesson("puzzle-01");
    assert.deepEqual(stored(PRACTICE), { "puzzle-01": [step, todayNumber() + days] });
  }
  solveLesson("puzzle-01");
  assert.deepEqual(stored(PRACTICE), {}, "it has been solved often enough");
});

test("a puzzle whose solution was shown is repeated", async () => {
  await open();
  makeMove("puzzle-01", "shown");
  assert.deepEqual(stored(PRACTICE), { "puzzle-01": [0, todayNumber() + 1] });
});

test("a wrong move in a lesson is no failed puzzle", async () => {
  await open();
  makeMove("one", "wrong");
  assert.equal(stored(PRACTICE), null);
});

test("the puzzle of the day counts three tries", async () => {
  const date = new Date(todayNumber() * 86_400_000).toISOString().slice(0, 10);
  await open();
  location.hash = "#today";
  dispatchEvent(new Event("hashchange"));
  assert.equal($("#day-puzzle qin-board").getAttribute("puzzle"), date);
  makeMove("day-puzzle", "wrong");
  assert.deepEqual(stored(RESULTS), [`day ${date} qin puzzle tried 1`]);
  assert.equal($("#daily-result").hidden, true);
  makeMove("day-puzzle", "correct");
  solveLesson("day-puzzle");
  solveLesson("day-puzzle");
  assert.deepEqual(stored(RESULTS).slice(1), [`day ${date} qin puzzle solved 2`], "once");
  assert.deepEqual([$("#daily-result").hidden, $("#daily-result span").textContent], [false, "2"]);
  localStorage.setItem(RESULTS, JSON.stringify([`day ${date} qin puzzle tried 2`]));
  makeMove("day-puzzle", "wrong");
  makeMove("day-puzzle", "wrong");
  assert.deepEqual(stored(RESULTS).slice(1), [`day ${date} qin puzzle missed 3`]);
});

test("the place in the course opens the contents", async () => {
  await open();
  $("#contents").open = false;
  $("#two .where").click();
  assert.deepEqual([$("#contents").open, document.activeElement?.tagName], [true, "SUMMARY"]);
});

test("without a live board, the solution can be unfolded", async () => {
  await open();
  $("#two qin-board").dispatchEvent(new CustomEvent("qin-error", { bubbles: true, composed: true }));
  assert.deepEqual(
    ["one", "two"].map((id) => $(`#${id}`).classList.contains("boardless")),
    [false, true],
  );
});
