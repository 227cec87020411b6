// Animations of turns: their plan, parts that wait for them, skipping, reduced motion, sounds.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, animations, load, setMedia, settled, show } from "./browser.mjs";

/** The sounds that were played: a context in which every oscillator counts. */
let tones;
class Node_ {
  gain = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  frequency = { value: 0 };
  connect(next) {
    return next;
  }
  start() {
    tones += 1;
  }
  stop() {}
}
globalThis.GainNode = Node_;
globalThis.AudioContext = class {
  currentTime = 0;
  sampleRate = 100;
  createOscillator = () => new Node_();
  createGain = () => new Node_();
  createBufferSource = () => new Node_();
  createBiquadFilter = () => new Node_();
  createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
};

const { Motion } = await load("motion/motion.js");
const { Screen } = await load("dom/screen.js");
const { parse } = await load("dom/patch.js");

const BOARD = `<svg viewBox="0 0 100 100" data-box="0,0,100,100"><g class="last"></g>
  <g data-pagoda="a" data-box="10,10,4,8"></g><g data-province="b2"></g>
  <g class="stack" data-space="3" data-box="20,20,10,10"><use data-box="20,20,10,5"></use><use data-box="20,15,10,5"></use><text class="count"></text></g>
  <g class="stack" data-space="7" data-box="60,20,10,10"><use data-box="60,20,10,5"></use></g>
  <g class="emperor"><use data-box="80,80,10,10"></use><g class="glory"></g></g></svg>`;
const TILE = '<svg class="piece"></svg>';
const APPEARANCE = { speed: "normal", volume: "off" };

let screen;
let motion;
/** Show turns; the new picture is `parts`. */
const play = (turns, parts = { board: BOARD, status: "new", cover: "next player" }, appearance = APPEARANCE) =>
  motion.show(turns, appearance, () => screen.show(parts));
const targets = () => animations.filter(({ cancelled }) => !cancelled).map(({ element }) => element);
const running = (selector) => targets().some((element) => element.matches(selector));
/** End what runs now, and let what waits for it go on. */
async function endAll() {
  for (const animation of animations.splice(0)) animation.end();
  await settled();
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  setMedia("(prefers-reduced-motion: reduce)", false);
  tones = 0;
  show(`<div id="table"><div id="board">${BOARD}</div><div id="squares"><i data-square="b2" data-box="10,10,10,10"></i>
      <i data-square="c2" data-box="20,10,10,10"></i><i data-space="3" data-box="20,20,10,10"></i>
      <i data-space="7" data-box="60,20,10,10"></i></div><div id="cover"></div></div>
    <div id="players"><div class="player p1"><b class="mark" data-box="200,0,10,10"></b></div>
      <div class="player p2"><b class="mark" data-box="300,0,10,10"></b></div></div>
    <p id="status">old</p><div id="coach"></div><div id="tools"></div>`);
  screen = new Screen(document, document.documentElement);
  motion = new Motion(screen, parse);
});

const PLACED = { player: 1, piece: TILE, squares: ["b2", "c2"], sounds: ["tile-r"], pulses: ['[data-province="b2"]'] };

test("a computer's tile flies from its player's card; the board waits for it", async () => {
  play([PLACED]);
  const [flight] = animations;
  assert.ok(flight.element.matches(".flying"));
  assert.match(flight.frames[0].transform, /translate\(205px, 5px\)/);
  assert.match(flight.frames[1].transform, /translate\(20px, 15px\)/);
  assert.equal($("#status").textContent, "old");
  assert.equal(motion.moving, true);
  await endAll();
  assert.equal($("#status").textContent, "new");
  assert.equal($(".flying"), null);
  assert.ok(running('[data-province="b2"]'));
});

test("the hand-over waits until nothing moves and the reader has had a look", async () => {
  play([PLACED]);
  await endAll();
  assert.equal($("#cover").textContent, "");
  await endAll();
  mock.timers.tick(699);
  await settled();
  assert.equal($("#cover").textContent, "");
  mock.timers.tick(1);
  await settled();
  assert.equal($("#cover").textContent, "next player");
  assert.equal(motion.moving, false);
});

test("a tile that the reader has just placed doesn't fly", () => {
  play([{ ...PLACED, by_hand: true }]);
  assert.equal($(".flying"), null);
  assert.equal($("#status").textContent, "new");
  assert.ok(running(".last"));
});

test("a skipped animation leaves the page as if it had ended", async () => {
  play([PLACED]);
  motion.finish();
  assert.equal($(".flying"), null);
  assert.equal($("#status").textContent, "new");
  assert.equal($("#cover").textContent, "next player");
  assert.ok(animations.every(({ cancelled }) => cancelled));
  await settled();
  assert.equal(animations.length, 1, "nothing starts afterwards");
});

test("an undone turn flies back to the card, and hides no hand-over", () => {
  play([{ ...PLACED, undone: true, sounds: ["lift"] }]);
  const [flight] = animations;
  assert.match(flight.frames.at(-1).transform, /translate\(205px, 5px\)/);
  assert.equal($("#cover").textContent, "next player");
});

test("a marker that the preview has shown stays where it is", () => {
  play([{ ...PLACED, by_hand: true, gains: [['[data-pagoda="a"]', 1]] }]);
  const { frames } = animations.find(({ element }) => element.matches('[data-pagoda="a"]'));
  assert.doesNotMatch(JSON.stringify(frames), /opacity|translate/);
});

test("gains drop in, losses fly home from where they were, and counters tick", () => {
  play([{ ...PLACED, by_hand: true, gains: [['[data-pagoda="a"]', 1]], losses: [['[data-pagoda="a"]', 2]] }]);
  assert.ok(running('[data-pagoda="a"]'));
  const home = animations.find(({ element }) => element.matches(".flying"));
  assert.match(JSON.stringify(home.frames.at(-1)), /translate\(305px, 5px\)/);
});

test("pieces leave their stack together and land on top of the target", async () => {
  play([{ player: 2, piece: '<svg><use data-box="0,0,10,5"></use></svg>', squares: ["7"], source: "3", height: 2 }]);
  assert.equal($('#board .stack[data-space="3"]'), null, "an empty stack is gone");
  const flight = animations.find(({ element }) => element.matches(".flying"));
  assert.equal(flight.frames.length, 3, "in an arc");
  await endAll();
  assert.equal($("#status").textContent, "new");
});

test("a figure walks from the landing square to its own place", () => {
  play([{ player: 1, piece: TILE, squares: ["7"], by_hand: true, walker: ".emperor" }]);
  const walk = animations.find(({ element }) => element.matches(".emperor"));
  assert.equal(walk.frames.at(-1).translate, "0 0");
  assert.match(walk.frames[0].translate, /px/);
});

test("a win lights up markers one after the other; lanterns rise only if there is something to celebrate", () => {
  play([{ ...PLACED, by_hand: true, winning_elements: ['[data-pagoda="a"]', ".emperor"] }]);
  const [first, second] = ['[data-pagoda="a"]', ".emperor"].map(
    (selector) => animations.find(({ element, frames }) => element.matches(selector) && frames[1].filter).options.delay,
  );
  assert.ok(first < second);
  assert.equal(document.querySelectorAll(".lantern").length, 0);
  play([{ ...PLACED, by_hand: true, winning_elements: [".emperor"], celebrate: true }]);
  assert.equal(document.querySelectorAll(".lantern").length, 21);
  motion.finish();
  assert.equal(document.querySelectorAll(".lantern").length, 0);
});

for (const [speed, factor] of Object.entries({ quick: 0.55, normal: 1, slow: 1.7 })) {
  test(`speed ${speed}`, () => {
    play([PLACED], undefined, { speed, volume: "off" });
    assert.equal(animations[0].options.duration, 310 * factor);
  });
}

test("with animations off everything is shown at once", () => {
  play([PLACED], undefined, { speed: "off", volume: "off" });
  assert.equal(animations.length, 0);
  assert.equal($("#status").textContent, "new");
  assert.equal($("#cover").textContent, "next player");
});

test("with reduced motion only what has changed fades in", () => {
  setMedia("(prefers-reduced-motion: reduce)", true);
  play([PLACED]);
  assert.ok(running('[data-province="b2"]'));
  assert.ok(!targets().some((element) => element.contains($("#board"))), "the board keeps its colours");
  assert.ok(animations.every(({ frames }) => frames.every((frame) => Object.keys(frame).join() === "opacity")));
  assert.equal($("#status").textContent, "new");
});

test("sounds follow the volume", () => {
  play([{ ...PLACED, by_hand: true }], undefined, { speed: "normal", volume: "off" });
  mock.timers.tick(1000);
  assert.equal(tones, 0);
  play([{ ...PLACED, by_hand: true, your_turn: true }], undefined, { speed: "normal", volume: "high" });
  mock.timers.tick(1000);
  assert.ok(tones >= 3, "a tile, and the reader's turn");
});

test("what the reader has drawn slides from its pile into the hand", () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div id="hand"><button class="tile" data-value="0" data-box="0,90,10,10"></button>
      <button class="tile" data-value="1" data-box="20,90,10,10"></button><i class="pile" data-box="80,90,10,10"></i></div>`,
  );
  play([{ ...PLACED, by_hand: true, drawn_tile: '.tile[data-value="1"]', drawn_from: ".pile" }]);
  const slides = animations.filter(({ element }) => element.matches("#hand .tile"));
  assert.equal(slides.length, 1, "the others stay");
  assert.equal(slides[0].element.dataset.value, "1");
  assert.equal(slides[0].frames[0].translate, "60px 0px");
});

test("one actor at a time: the next turn is announced when all pieces are at rest", async () => {
  play([{ ...PLACED, gains: [['[data-pagoda="a"]', 1]] }]);
  const [flight] = animations.splice(0);
  flight.end();
  await settled();
  assert.ok(running('[data-pagoda="a"]'), "the marker falls");
  assert.equal($("#status").textContent, "old", "and its player is still the one who acts");
  await endAll();
  assert.equal($("#status").textContent, "new");
});

for (const reduced of [false, true]) {
  test(`what a turn brought is shown at the seats${reduced ? ", with reduced motion too" : ""}`, async () => {
    setMedia("(prefers-reduced-motion: reduce)", reduced);
    for (const player of [1, 2])
      $(`.player.p${player}`).insertAdjacentHTML("beforeend", '<b class="left" data-box="250,0,10,10"></b>');
    play([{ ...PLACED, by_hand: true, scores: { 1: 2, 2: -1 } }]);
    const scores = [...document.querySelectorAll(".score")];
    assert.deepEqual(scores.map((score) => [score.className, score.dataset.score]), [
      ["score p1", "+2"],
      ["score p2", "−1"],
    ]);
    await endAll();
    assert.equal($(".score"), null);
  });
}
