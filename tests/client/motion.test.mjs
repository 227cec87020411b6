// Animations of turns: what is animated, parts that wait, skipping, reduced motion, sounds.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, animations, load, setMedia, settlePromises, showPage } from "./browser.mjs";

/** The number of sounds that were started. */
let soundCount;
class FakeAudioNode {
  gain = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  frequency = { value: 0 };
  connect(next) {
    return next;
  }
  start() {
    soundCount += 1;
  }
  stop() {}
}
globalThis.GainNode = FakeAudioNode;
globalThis.AudioContext = class {
  currentTime = 0;
  sampleRate = 100;
  createOscillator = () => new FakeAudioNode();
  createGain = () => new FakeAudioNode();
  createBufferSource = () => new FakeAudioNode();
  createBiquadFilter = () => new FakeAudioNode();
  createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
};

const { Motion } = await load("motion/motion.js");
const { Screen } = await load("dom/screen.js");
const { parse } = await load("dom/patch.js");

const BOARD = `<svg viewBox="0 0 100 100" data-box="0,0,100,100"><g class="last"></g>
  <g data-pagoda="a" data-box="10,10,4,8"></g><g data-province="b2"></g>
  <g class="stack" data-sweep="self" data-on="3" data-box="20,20,10,10"><use data-piece data-box="20,20,10,5"></use><use data-piece data-box="20,15,10,5"></use><text class="count"></text></g>
  <g class="stack" data-sweep="self" data-on="7" data-box="60,20,10,10"><use data-piece data-box="60,20,10,5"></use></g>
  <g class="emperor"><use data-piece data-box="80,80,10,10"></use><g class="glow"></g></g></svg>`;
const TILE = '<svg class="piece"></svg>';
const APPEARANCE = { speed: "normal", volume: "off" };

let screen;
let motion;
/** Animate turns, after which the page shows `parts`. */
const play = (turns, parts = { board: BOARD, status: "new", cover: "next player" }, appearance = APPEARANCE) =>
  motion.show(turns, appearance, () => screen.show(parts));
const animatedElements = () => animations.filter(({ cancelled }) => !cancelled).map(({ element }) => element);
const isAnimated = (selector) => animatedElements().some((element) => element.matches(selector));
/** Finish the current animations, and run what waits for them. */
async function finishAnimations() {
  for (const animation of animations.splice(0)) animation.end();
  await settlePromises();
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  setMedia("(prefers-reduced-motion: reduce)", false);
  soundCount = 0;
  showPage(`<div id="table"><div id="board">${BOARD}</div><div id="squares"><i data-square="b2" data-box="10,10,10,10"></i>
      <i data-square="c2" data-box="20,10,10,10"></i><i data-square="3" data-box="20,20,10,10"></i>
      <i data-square="7" data-box="60,20,10,10"></i></div><div id="cover"></div></div>
    <div id="players"><div class="player p1"><b class="mark" data-box="200,0,10,10"></b></div>
      <div class="player p2"><b class="mark" data-box="300,0,10,10"></b></div></div>
    <p id="status">old</p><div id="coach"></div><div id="tools"></div><div id="log">turn 1</div>`);
  screen = new Screen(document, document.documentElement);
  motion = new Motion(screen, parse);
});

const PLACEMENT = { player: 1, piece: TILE, squares: ["b2", "c2"], sounds: ["tile-r"], pulses: ['[data-province="b2"]'] };

test("a computer's tile flies from its player's card; the board waits for it", async () => {
  play([PLACEMENT]);
  const [flight] = animations;
  assert.ok(flight.element.matches(".flying"));
  assert.match(flight.frames[0].transform, /translate\(205px, 5px\)/);
  assert.match(flight.frames[1].transform, /translate\(20px, 15px\)/);
  assert.equal($("#status").textContent, "old");
  assert.equal(motion.moving, true);
  await finishAnimations();
  assert.equal($("#status").textContent, "new");
  assert.equal($(".flying"), null);
  assert.ok(isAnimated('[data-province="b2"]'));
});

test("while a computer's tile flies, the status line tells its move, and the log waits", async () => {
  const caption = "<b>White places</b>";
  play([{ ...PLACEMENT, caption, losses: [["[data-pagoda=a]", 2]] }], { board: BOARD, status: "told", log: "turn 2" });
  assert.equal($("#status").innerHTML, caption);
  assert.equal($("#log").textContent, "turn 1");
  assert.ok($("#tools").matches("[data-moved]"));
  await finishAnimations();
  assert.equal($("#log").textContent, "turn 2");
  assert.equal($("#status").innerHTML, caption, "a pagoda still flies home");
  await finishAnimations();
  assert.equal($("#status").textContent, "told");
  assert.ok(!$("#tools").matches("[data-moved]"));
});

test("the log of a replay doesn't wait", () => {
  play([PLACEMENT], { log: "turn 2" });
  assert.equal($("#log").textContent, "turn 2");
});

test("the hand-over overlay appears 700 ms after the last animation", async () => {
  play([PLACEMENT]);
  await finishAnimations();
  assert.equal($("#cover").textContent, "");
  await finishAnimations();
  mock.timers.tick(699);
  await settlePromises();
  assert.equal($("#cover").textContent, "");
  mock.timers.tick(1);
  await settlePromises();
  assert.equal($("#cover").textContent, "next player");
  assert.equal(motion.moving, false);
});

test("a tile that the user has just placed doesn't fly", () => {
  play([{ ...PLACEMENT, by_hand: true }]);
  assert.equal($(".flying"), null);
  assert.equal($("#status").textContent, "new");
  assert.ok(isAnimated(".last"));
});

test("a skipped animation leaves the page in its final state", async () => {
  play([PLACEMENT]);
  motion.finish();
  assert.equal($(".flying"), null);
  assert.equal($("#status").textContent, "new");
  assert.equal($("#cover").textContent, "next player");
  assert.ok(animations.every(({ cancelled }) => cancelled));
  await settlePromises();
  assert.equal(animations.length, 1, "nothing starts afterwards");
});

test("an undone tile flies back to the player's card, and the overlay appears immediately", () => {
  play([{ ...PLACEMENT, undone: true, sounds: ["lift"] }]);
  const [flight] = animations;
  assert.match(flight.frames.at(-1).transform, /translate\(205px, 5px\)/);
  assert.equal($("#cover").textContent, "next player");
});

test("a marker that the preview has already shown doesn't move", () => {
  play([{ ...PLACEMENT, by_hand: true, gains: [['[data-pagoda="a"]', 1]] }]);
  const { frames } = animations.find(({ element }) => element.matches('[data-pagoda="a"]'));
  assert.doesNotMatch(JSON.stringify(frames), /opacity|translate/);
});

test("gained markers drop in, and lost ones fly from their squares to the player's card", () => {
  play([{ ...PLACEMENT, by_hand: true, gains: [['[data-pagoda="a"]', 1]], losses: [['[data-pagoda="a"]', 2]] }]);
  assert.ok(isAnimated('[data-pagoda="a"]'));
  const loss = animations.find(({ element }) => element.matches(".flying"));
  assert.match(JSON.stringify(loss.frames.at(-1)), /translate\(305px, 5px\)/);
});

test("pieces fly together from their stack to the top of the target", async () => {
  play([{ player: 2, piece: '<svg><use data-piece data-box="0,0,10,5"></use></svg>', squares: ["7"], source: "3", height: 2 }]);
  assert.equal($('#board .stack[data-on="3"]'), null, "an empty stack is removed");
  const flight = animations.find(({ element }) => element.matches(".flying"));
  assert.equal(flight.frames.length, 3, "in an arc");
  await finishAnimations();
  assert.equal($("#status").textContent, "new");
});

test("a figure walks from the landing square to its own place", () => {
  play([{ player: 1, piece: TILE, squares: ["7"], by_hand: true, walker: ".emperor" }]);
  const walk = animations.find(({ element }) => element.matches(".emperor"));
  assert.equal(walk.frames.at(-1).translate, "0 0");
  assert.match(walk.frames[0].translate, /px/);
});

test("a win lights up markers in sequence; lanterns rise only for a celebration", () => {
  play([{ ...PLACEMENT, by_hand: true, winning_elements: ['[data-pagoda="a"]', ".emperor"] }]);
  const [first, second] = ['[data-pagoda="a"]', ".emperor"].map(
    (selector) => animations.find(({ element, frames }) => element.matches(selector) && frames[1].filter).options.delay,
  );
  assert.ok(first < second);
  assert.equal(document.querySelectorAll(".lantern").length, 0);
  play([{ ...PLACEMENT, by_hand: true, winning_elements: [".emperor"], celebrate: true }]);
  assert.equal(document.querySelectorAll(".lantern").length, 21);
  motion.finish();
  assert.equal(document.querySelectorAll(".lantern").length, 0);
});

for (const [speed, factor] of Object.entries({ quick: 0.55, normal: 1, slow: 1.7 })) {
  test(`the speed "${speed}" scales durations by ${factor}`, () => {
    play([PLACEMENT], undefined, { speed, volume: "off" });
    assert.equal(animations[0].options.duration, 310 * factor);
  });
}

test("without animations the final state is shown immediately", () => {
  play([PLACEMENT], undefined, { speed: "off", volume: "off" });
  assert.equal(animations.length, 0);
  assert.equal($("#status").textContent, "new");
  assert.equal($("#cover").textContent, "next player");
});

test("with reduced motion, only changed elements fade in", () => {
  setMedia("(prefers-reduced-motion: reduce)", true);
  play([PLACEMENT]);
  assert.ok(isAnimated('[data-province="b2"]'));
  assert.ok(!animatedElements().some((element) => element.contains($("#board"))), "the board keeps its colours");
  assert.ok(animations.every(({ frames }) => frames.every((frame) => Object.keys(frame).join() === "opacity")));
  assert.equal($("#status").textContent, "new");
});

test("sounds follow the volume", () => {
  play([{ ...PLACEMENT, by_hand: true }], undefined, { speed: "normal", volume: "off" });
  mock.timers.tick(1000);
  assert.equal(soundCount, 0);
  play([{ ...PLACEMENT, by_hand: true, your_turn: true }], undefined, { speed: "normal", volume: "high" });
  mock.timers.tick(1000);
  assert.ok(soundCount >= 3, "a tile, and the signal for the user's turn");
});

test("a drawn tile slides from its pile into the hand", () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div id="hand"><button class="tile" data-value="0" data-box="0,90,10,10"></button>
      <button class="tile" data-value="1" data-box="20,90,10,10"></button><i class="pile" data-box="80,90,10,10"></i></div>`,
  );
  play([{ ...PLACEMENT, by_hand: true, drawn_tile: '.tile[data-value="1"]', drawn_from: ".pile" }]);
  const slides = animations.filter(({ element }) => element.matches("#hand .tile"));
  assert.equal(slides.length, 1, "the other tiles don't move");
  assert.equal(slides[0].element.dataset.value, "1");
  assert.equal(slides[0].frames[0].translate, "60px 0px");
});

test("the next turn is announced when all pieces are at rest", async () => {
  play([{ ...PLACEMENT, gains: [['[data-pagoda="a"]', 1]] }]);
  const [flight] = animations.splice(0);
  flight.end();
  await settlePromises();
  assert.ok(isAnimated('[data-pagoda="a"]'), "the marker falls");
  assert.equal($("#status").textContent, "old", "the next player isn't announced yet");
  await finishAnimations();
  assert.equal($("#status").textContent, "new");
});

for (const reduced of [false, true]) {
  test(`score changes are shown beside the players${reduced ? ", even with reduced motion" : ""}`, async () => {
    setMedia("(prefers-reduced-motion: reduce)", reduced);
    for (const player of [1, 2])
      $(`.player.p${player}`).insertAdjacentHTML("beforeend", '<b class="score" data-box="250,0,10,10"></b>');
    play([{ ...PLACEMENT, by_hand: true, scores: { 1: 2, 2: -1 } }]);
    const scores = [...document.querySelectorAll(".score-change")];
    assert.deepEqual(scores.map((score) => [score.className, score.dataset.points]), [
      ["score-change p1", "+2"],
      ["score-change p2", "−1"],
    ]);
    await finishAnimations();
    assert.equal($(".score-change"), null);
  });
}

test("the pieces of the previous match are swept off the table, without the board", () => {
  $("#board").innerHTML = `<svg viewBox="0 0 100 100"><g class="ground"></g><g data-sweep="children"><path data-sweep="none"></path><i></i><i></i></g>
    <g data-sweep="self"><i></i></g></svg>`;
  $("#cover").innerHTML = "the result";
  play([{ player: 1, sweeps: true }]);
  assert.equal($(".swept .ground"), null);
  assert.equal($(".swept path"), null);
  assert.notEqual($("#cover").innerHTML, "the result");
  const swept = animations.filter(({ element }) => element.closest(".swept"));
  assert.deepEqual(
    swept.map(({ element }) => element.matches('[data-sweep="children"] > i, [data-sweep="self"]')),
    [true, true, true],
  );
});
