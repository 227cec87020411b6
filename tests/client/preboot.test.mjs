// Before the engine has started: previews, deals and recorded actions. Also the effects that use browser APIs.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, load, settlePromises, showPage } from "./browser.mjs";

const { Preboot } = await load("preboot.js");
const { Screen } = await load("dom/screen.js");
const { browserEffects } = await load("browser_effects.js");

let previews;
const store = {
  loadPreview: async (key) => previews[key] ?? null,
  savePreview: async (key, preview) => void (previews[key] = preview),
};
const DATA = { runtime: "v/1/runtime.js", prerenderedSeed: 7, words: { en: { "boot-noted": "Noted", turn: "Rotate" } } };
let screen;
let preboot;
const tile = (kind) => `<i data-tile="${kind}"><button class="tile" data-action="tile"><svg></svg>${kind}</button></i>`;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  previews = {};
  showPage(`<div id="board"></div><div id="squares"><i data-square="a1"></i><i data-square="b1"></i></div><div id="hand"><i class="tile"></i><i class="tile"></i><i class="pile"></i></div>
    <p id="status"></p><div id="tools"></div><div id="cover"></div><div id="players"></div>
    <template id="openings" data-game="qin" data-deals='[[41, "rr yb"]]'
      data-names='{"en": {"rr": "Tile 1: red", "yb": "Tile 1: yellow, blue"}}'>${tile("rr")}${tile("yb")}</template>`);
  document.documentElement.lang = "en";
  document.documentElement.dataset.game = "qin";
  screen = new Screen(document, document.documentElement);
  preboot = new Preboot(screen, store, DATA);
});

const act = (action, value = "") => preboot.showAction({ type: "Act", action, value });

test("a first visit shows a dealt hand, and its seed is passed to the engine", async () => {
  assert.equal(await preboot.show({}), 41);
  const tiles = [...document.querySelectorAll("#hand .tile")];
  assert.deepEqual(tiles.map((each) => [each.dataset.value, each.getAttribute("aria-label")]), [
    ["0", "Tile 1: red"],
    ["1", "Tile 2: yellow, blue"],
  ]);
});

test("a game without prepared deals starts as in the page's HTML", async () => {
  document.documentElement.dataset.game = "khan-tsin";
  assert.equal(await preboot.show({}), 7);
  assert.equal($("#hand").textContent, "");
});

test("a stored game shows the preview of the last visit, if it has the same version", async () => {
  const preview = { language: "de", data: { theme: "dark" }, parts: { board: "as it was" } };
  previews["picture.qin"] = { version: DATA.runtime, ...preview };
  assert.equal(await preboot.show({ "qin.current": "1" }), null);
  assert.equal($("#board").textContent, "as it was");
  assert.equal(document.documentElement.lang, "de");
  assert.equal(document.documentElement.dataset.theme, "dark");
  $("#board").textContent = "";
  previews["picture.qin"] = { version: "v/0/runtime.js", ...preview };
  await preboot.show({ "qin.current": "1" });
  assert.equal($("#board").textContent, "");
});

test("recorded actions are shown: a selected tile, its rotation, a square", async () => {
  await preboot.show({});
  act("tile", "1");
  assert.equal($("#status").textContent, "Noted");
  assert.deepEqual(
    [...document.querySelectorAll("#hand .tile")].map((each) => each.getAttribute("aria-pressed")),
    ["false", "true"],
  );
  act("rotate");
  act("rotate");
  assert.equal($('[aria-pressed="true"] svg').style.rotate, "180deg");
  act("square", "a1");
  act("square", "b1");
  assert.deepEqual([...document.querySelectorAll(".pending")].map((each) => each.dataset.square), ["b1"]);
  assert.equal($("#tools button").textContent, "Rotate");
  act("tile", "1");
  assert.equal($('[aria-pressed="true"]'), null, "a second press deselects it");
  assert.equal($("#tools button"), null);
});

test("only actions and keys are recorded", () => {
  preboot.showAction({ type: "PageOutdated" });
  assert.equal($("#status").textContent, "");
  preboot.showAction({ type: "Key", key: "1" });
  assert.equal($("#status").textContent, "Noted");
});

test("a preview is stored after 600 ms without changes, unless a move is being selected", async () => {
  $("#board").innerHTML = "<b>now</b>";
  preboot.savePreview();
  mock.timers.tick(599);
  preboot.savePreview();
  mock.timers.tick(599);
  assert.deepEqual(previews, {});
  mock.timers.tick(1);
  await settlePromises();
  assert.equal(previews["picture.qin"].parts.board, "<b>now</b>");
  assert.equal(previews["picture.qin"].version, DATA.runtime);
  previews = {};
  $("#board").innerHTML = '<b class="ghost"></b>';
  preboot.savePreview();
  mock.timers.tick(600);
  assert.deepEqual(previews, {});
});

// Effects

test("copying and sharing report whether they succeeded; a cancelled share sheet isn't a failure", async () => {
  const sent = [];
  const effects = browserEffects((message) => sent.push(message));
  const provide = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true });
  provide("clipboard", { writeText: async () => {} });
  await effects.Copy("text");
  provide("clipboard", undefined);
  await effects.Copy("text");
  provide("share", () => Promise.reject(Object.assign(new Error("cancelled"), { name: "AbortError" })));
  await effects.Share("text", "");
  provide("share", () => Promise.reject(new Error("forbidden")));
  await effects.Share("text", "https://qin.example/");
  assert.deepEqual(sent, [true, false, false].map((ok) => ({ type: "Copied", ok })));
});

test("a QR code is drawn as an outline", async () => {
  const sent = [];
  await browserEffects((message) => sent.push(message)).DrawQr("https://qin.example/");
  assert.equal(sent[0].type, "QrDrawn");
  assert.match(sent[0].path, /^M4,4h7v1H4.* 33$/);
});
