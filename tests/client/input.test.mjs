// Input: events become messages, and tiles are dragged.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { $, animations, fire, frame, load, media, settlePromises, showPage } from "./browser.mjs";

const { Client } = await load("client.js");

let sent = [];
let client;
const answer = (message) => client.handleReply({ answers_message: true, ...message });

// All tests share a client, because its listeners belong to the document.
client = new Client(document, document.documentElement, {}, (error) => assert.fail(error));
client.connect(
  (message) => {
    sent.push(message);
    answer({});
  },
  { type: "OpenBoard", attributes: {}, seed: 1 },
);

/** The messages to the engine without their envelopes. */
const messages = () => sent.map(({ message }) => message);
const last = () => messages().at(-1);

beforeEach(() => {
  showPage(`<div id="squares" data-click-action="square"><i class="sq" data-square="a1" data-box="0,0,10,10"></i>
      <i class="sq" data-square="b1" data-box="10,0,10,10"></i></div>
    <div id="grid" data-click-action="enter"><b data-square="a1" tabindex="0"></b></div><div id="board"></div>
    <div id="map" data-paint><i data-square="c1"></i><i data-square="d1"></i></div>
    <div id="hand"><button class="tile" data-action="tile" data-value="2" data-draggable data-width="2" data-box="0,100,20,10"><svg></svg></button></div>
    <button id="undo" data-action="undo">Undo</button><textarea id="text">abc</textarea>
    <button id="load" data-action="load" data-value-from="text"></button>
    <select id="level" data-action="set" data-field="level"><option value="3" selected>3</option></select>
    <input id="sound" type="checkbox" data-action="sound"><input id="turn" type="range" data-action="go" value="4">
    <input id="name" type="text" data-action="set" data-field="name"><dialog id="dialog"></dialog>
    <input id="file" type="file" data-action="import">`);
  sent = [];
  client.appearance = {};
  client.handleReply({ appearance: {} });
});

test("a click on a button sends its action and value", () => {
  $("#undo").click();
  assert.deepEqual(messages(), [{ type: "Act", action: "undo", value: "" }]);
  $("#load").click();
  assert.deepEqual(last(), { type: "Act", action: "load", value: "abc" });
});

test("the second click of a double click doesn't reach a guarded button that has replaced the first", () => {
  $("#hand").innerHTML = `<button data-action="place" data-box="0,0,40,20"></button>`;
  const press = (action, time) => {
    const event = new MouseEvent("click", { bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: time });
    $(`[data-action="${action}"]`).dispatchEvent(event);
  };
  const actions = () => messages().map(({ action }) => action);
  // Double clicks take at most half a second; only buttons that overlap the first one are guarded.
  press("place", 1000);
  $("#hand").innerHTML = `<button data-action="rematch" data-ignore-double-click data-box="30,0,40,20"></button>
    <button data-action="tile" data-box="30,0,40,20"></button><button data-action="open" data-box="80,0,40,20"></button>`;
  press("rematch", 1200);
  press("rematch", 1499);
  assert.deepEqual(actions(), ["place"]);
  press("open", 1200);
  press("rematch", 1900);
  press("tile", 2000);
  assert.deepEqual(actions(), ["place", "open", "rematch", "tile"]);
});

test("a button that moves away while it is pressed gets its click", async () => {
  const status = (text) => client.handleReply({ parts: { hand: `${text}<button data-action="hint">Hint</button>` } });
  status("");
  const button = $("#hand button");
  fire(button, "pointerdown", { pointerId: 1 });
  status("<p>White places red.</p>");
  assert.equal($("#hand button"), button);
  fire(button, "pointerup", { pointerId: 1 });
  button.click();
  assert.deepEqual(last(), { type: "Act", action: "hint", value: "" });
  assert.equal($("#hand p").textContent, "White places red.");
  // Released elsewhere: no click.
  fire($("#hand button"), "pointerdown", { pointerId: 1 });
  status("<p>Black places blue.</p>");
  fire(document.body, "pointerup", { pointerId: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal($("#hand p").textContent, "Black places blue.");
  assert.equal(messages().length, 1);
});

test("a click on a square sends the board's action, and moves the grid's focus there", () => {
  fire($('[data-square="b1"]'), "click");
  assert.deepEqual(messages(), [{ type: "Act", action: "square", value: "b1" }]);
  assert.equal(client.screen.tabStop, "b1");
  fire($('#grid [data-square="a1"]'), "click");
  assert.deepEqual(last(), { type: "Act", action: "enter", value: "a1" });
});

test("a click outside all controls sends nothing", () => {
  fire(document.body, "click");
  assert.deepEqual(messages(), []);
});

test("selects, check boxes, sliders and text fields send their values", () => {
  fire($("#level"), "change");
  assert.deepEqual(last(), { type: "Act", action: "set", value: "level=3" });
  $("#sound").checked = true;
  fire($("#sound"), "change");
  assert.deepEqual(last(), { type: "Act", action: "sound", value: "true" });
  fire($("#turn"), "input");
  assert.deepEqual(last(), { type: "Act", action: "go", value: "4" });
  $("#name").value = "Ann";
  fire($("#name"), "input");
  assert.deepEqual(last(), { type: "Act", action: "set", value: "name=Ann" });
});

test("a chosen file is sent as text, and an unreadable one as an empty string", async () => {
  const choose = async (file) => {
    Object.defineProperty($("#file"), "files", { value: [file], configurable: true });
    fire($("#file"), "change");
    await new Promise((resolve) => setImmediate(resolve));
  };
  await choose(new Blob(["[Game]"]));
  assert.deepEqual(last(), { type: "FileChosen", action: "import", text: "[Game]" });
  await choose({ slice: () => ({ text: () => Promise.reject(new Error("gone")) }) });
  assert.deepEqual(last(), { type: "FileChosen", action: "import", text: "" });
});

const press = (target, key, more = {}) =>
  fire(target, "keydown", { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, isComposing: false, ...more });

test("keys of the board are sent with their square and don't scroll", () => {
  const event = press($('#grid [data-square="a1"]'), "ArrowLeft", { shiftKey: true });
  assert.deepEqual(messages(), [{ type: "Key", key: "ArrowLeft", square: "a1", shift: true, ctrl: false }]);
  assert.equal(event.defaultPrevented, true);
});

test("keys for focused fields, buttons and the browser aren't sent", () => {
  press($("#name"), "u");
  press($("#undo"), "Enter");
  press($("#undo"), " ");
  press(document.body, "F5");
  press(document.body, "u", { altKey: true });
  press(document.body, "u", { isComposing: true });
  press(document.body, "c", { ctrlKey: true });
  assert.deepEqual(messages(), []);
  press(document.body, "z", { ctrlKey: true });
  assert.deepEqual(last(), { type: "Key", key: "z", square: "", shift: false, ctrl: true });
  press($("#name"), "Escape");
  assert.equal(last().key, "Escape");
});

test("Escape in a dialog sends a request to close it", () => {
  const event = fire($("#dialog"), "cancel");
  assert.equal(event.defaultPrevented, true);
  assert.deepEqual(messages(), [{ type: "Act", action: "close", value: "" }]);
});

test("pointing is sent once per frame, and only when it changes", () => {
  fire($('[data-square="a1"]'), "pointerover", { pointerType: "mouse" });
  fire($('[data-square="b1"]'), "pointerover", { pointerType: "mouse" });
  assert.deepEqual(messages(), []);
  frame();
  assert.deepEqual(messages(), [{ type: "Act", action: "point", value: "b1" }]);
  client.appearance = { hover: "b1" };
  fire($('[data-square="b1"]'), "pointerover", { pointerType: "mouse" });
  frame();
  assert.equal(messages().length, 1);
  fire($('#squares [data-square="a1"]'), "pointerover", { pointerType: "touch" });
  frame();
  assert.equal(messages().length, 1);
});

test("the skip link focuses the board", () => {
  document.body.insertAdjacentHTML("beforeend", "<button data-skip></button>");
  fire($("[data-skip]"), "click");
  assert.equal(document.activeElement, $('#grid [data-square="a1"]'));
  frame();
  assert.ok(messages().every(({ action }) => action === "point"));
});

test("pointing at a hint sends its move", () => {
  document.body.insertAdjacentHTML("beforeend", '<button data-action="try" data-value="rb2rc2"><b></b></button>');
  fire($("[data-action=try] b"), "pointerover", { pointerType: "mouse" });
  frame();
  assert.deepEqual(last(), { type: "Act", action: "point", value: "rb2rc2" });
});

test("focusing a square points at it, and leaving the board ends pointing", () => {
  fire($('#grid [data-square="a1"]'), "focusin");
  frame();
  assert.deepEqual(last(), { type: "Act", action: "point", value: "a1" });
  client.appearance = { hover: "a1" };
  fire($("#undo"), "focusin");
  frame();
  assert.deepEqual(last(), { type: "Act", action: "point", value: "" });
});

const wheel = (delta, more = {}) =>
  fire($('#squares [data-square="a1"]'), "wheel", { deltaY: delta, deltaMode: 0, ctrlKey: false, ...more });

test("the wheel rotates a tile in steps, in both directions", () => {
  wheel(100);
  assert.deepEqual(messages(), []);
  client.appearance = { rotatable: true };
  assert.equal(wheel(30).defaultPrevented, true);
  assert.deepEqual(messages(), []);
  wheel(30);
  assert.deepEqual(last(), { type: "Act", action: "rotate", value: "" });
  wheel(-1, { deltaMode: 1 });
  assert.deepEqual(last(), { type: "Act", action: "rotate", value: "back" });
  assert.equal(wheel(100, { ctrlKey: true }).defaultPrevented, false);
  assert.equal(messages().length, 2);
});

test("a right click rotates a tile; a long press doesn't", () => {
  const square = $('[data-square="a1"]');
  const press = (kind, more = {}) => {
    fire(square, "pointerdown", { pointerType: kind, pointerId: 1, button: 2, isPrimary: true });
    return fire(square, "contextmenu", { shiftKey: false, ...more });
  };
  assert.equal(press("mouse").defaultPrevented, false, "nothing can be rotated");
  client.appearance = { rotatable: true };
  assert.equal(press("touch").defaultPrevented, false);
  assert.deepEqual(messages(), []);
  assert.equal(press("mouse").defaultPrevented, true);
  assert.deepEqual(last(), { type: "Act", action: "rotate", value: "" });
  press("mouse", { shiftKey: true });
  assert.deepEqual(last(), { type: "Act", action: "rotate", value: "back" });
});

const pointer = (target, type, x, y, more = {}) =>
  fire(target, type, { clientX: x, clientY: y, pointerType: "mouse", pointerId: 1, button: 0, buttons: 1, isPrimary: true, ...more });

test("a dragged tile is selected, follows the pointer and is staged where it is dropped", () => {
  pointer($(".tile"), "pointerdown", 5, 105);
  pointer(document.body, "pointermove", 7, 105);
  assert.equal($(".flying"), null, "a press that hardly moves isn't a drag");
  pointer(document.body, "pointermove", 5, 50);
  assert.deepEqual(messages(), [{ type: "Act", action: "pick-up", value: "2" }]);
  assert.ok($(".flying.dragged"));
  assert.equal(document.documentElement.dataset.dragging, "");
  pointer(document.body, "pointermove", 12, 5);
  frame();
  assert.deepEqual(last(), { type: "Act", action: "point", value: "b1" });
  pointer(document.body, "pointerup", 12, 5);
  assert.deepEqual(messages().slice(-2), [
    { type: "Act", action: "pick-up", value: "2" },
    { type: "Act", action: "drop", value: "b1" },
  ]);
  // The click event after a drag is ignored.
  const count = messages().length;
  fire($(".tile"), "click");
  assert.equal(messages().length, count);
});

test("a tile that is dropped off the board, or whose drag is cancelled, is not staged", async () => {
  for (const end of ["pointerup", "pointercancel"]) {
    pointer($(".tile"), "pointerdown", 5, 105);
    pointer(document.body, "pointermove", 300, 300);
    pointer(document.body, end, 300, 300);
  }
  assert.ok(!messages().some(({ action }) => action === "drop"));
});

test("a tile dragged by touch is above the finger", () => {
  pointer($(".tile"), "pointerdown", 5, 105, { pointerType: "touch" });
  pointer(document.body, "pointermove", 5, 60, { pointerType: "touch" });
  pointer(document.body, "pointerup", 5, 60, { pointerType: "touch" });
  assert.deepEqual(last(), { type: "Act", action: "drop", value: "a1" });
});

test("a piece of a stack is dragged with the pieces above it", () => {
  $("#board").innerHTML = `<svg><g class="stack" data-on="2"><use href="#shadow"/><use data-piece href="#red" data-box="0,30,20,10"/>
    <use data-piece href="#blue" data-box="0,20,20,10"/><use data-piece href="#white" data-box="0,10,20,10"/></g></svg>`;
  for (const piece of $("#board").querySelectorAll("[data-piece]"))
    piece.getBBox = () => ({ x: 0, y: 0, width: 66, height: 30 });
  $("#squares").innerHTML = `<i class="hit" data-square="2" data-draggable data-box="0,0,20,50"></i>
    <i class="hit" data-square="3" data-box="30,0,20,50"></i>`;
  for (const [y, count] of [[48, 3], [25, 2], [12, 1], [3, 1]]) {
    sent = [];
    pointer($('.hit[data-square="2"]'), "pointerdown", 5, y);
    pointer(document.body, "pointermove", 35, 20);
    pointer(document.body, "pointerup", 35, 20);
    assert.deepEqual(messages()[0], { type: "Act", action: "pick-up", value: `2 ${count}` });
    assert.deepEqual(last(), { type: "Act", action: "drop", value: "3" });
  }
  assert.equal($(".flying use:last-child").getAttribute("href"), "#white");
});

test("a piece without a picture is picked up once, and dropped", () => {
  $(".tile").replaceChildren();
  pointer($(".tile"), "pointerdown", 5, 105);
  for (const y of [50, 40, 30]) pointer(document.body, "pointermove", 5, y);
  assert.deepEqual(messages(), [{ type: "Act", action: "pick-up", value: "2" }]);
  assert.equal($(".flying"), null);
  pointer(document.body, "pointerup", 5, 5);
  assert.deepEqual(last(), { type: "Act", action: "drop", value: "a1" });
});

test("a piece snaps to the squares of a legal preview, else to the middle of its picture", () => {
  const drag = (ghost) => {
    $("#board").innerHTML = ghost;
    pointer($(".tile"), "pointerdown", 5, 105);
    media.add("(prefers-reduced-motion: reduce)");
    pointer(document.body, "pointermove", 5, 50);
    media.clear();
    const { transform } = $(".flying.dragged").style;
    $(".flying.dragged").remove();
    pointer(document.body, "pointercancel", 5, 50);
    return transform;
  };
  assert.match(drag('<g class="ghost" data-squares="b1 a1"></g>'), /^translate\(10px, 5px\).*rotate\(-180deg\)/);
  assert.match(drag('<g class="ghost" data-box="40,40,20,20"></g>'), /^translate\(50px, 50px\).*rotate\(0deg\)/);
  assert.match(drag('<g class="ghost refused" data-squares="b1 a1"></g>'), /^translate\(5px, 50px\)/);
});

test("a disabled piece can't be dragged", () => {
  $(".tile").disabled = true;
  pointer($(".tile"), "pointerdown", 5, 105);
  pointer(document.body, "pointermove", 5, 50);
  assert.deepEqual(messages(), []);
});

test("a click off the board deselects a piece, a click on a control doesn't", () => {
  document.body.click();
  assert.deepEqual(messages(), []);
  client.handleReply({ appearance: { data: { holding: "yes" } } });
  document.body.click();
  assert.deepEqual(messages(), [{ type: "Act", action: "put-down", value: "" }]);
  $("#name").click();
  assert.equal(messages().length, 1);
});

test("a stroke paints all squares that it crosses until the button is released", () => {
  pointer($('[data-square="c1"]'), "pointerdown", 0, 0);
  pointer($('[data-square="d1"]'), "pointerover", 0, 0);
  pointer(document.body, "pointerup", 0, 0);
  pointer($('[data-square="c1"]'), "pointerover", 0, 0);
  frame();
  assert.deepEqual(messages().slice(0, 3), [
    { type: "Act", action: "paint-start", value: "c1" },
    { type: "Act", action: "paint", value: "d1" },
    { type: "Act", action: "paint-end", value: "" },
  ]);
  assert.ok(messages().slice(3).every(({ action }) => action === "point"));
});

test("a second finger's drag replaces the first, and no tile is left floating", async () => {
  const touch = (target, type, x, y, pointerId) =>
    pointer(target, type, x, y, { pointerId, pointerType: "touch", isPrimary: pointerId === 1 });
  const tile = $(".tile");
  touch(tile, "pointerdown", 5, 105, 1);
  touch(document.body, "pointermove", 40, 80, 1);
  touch(tile, "pointerdown", 6, 105, 2);
  touch(document.body, "pointermove", 60, 80, 2);
  touch(document.body, "pointermove", 90, 80, 1);
  touch(document.body, "pointerup", 5, 60, 1);
  assert.ok(!messages().some(({ action }) => action === "drop"), "the first finger places nothing");
  touch(document.body, "pointerup", 5, 60, 2);
  assert.deepEqual(last(), { type: "Act", action: "drop", value: "a1" });
  for (let turn = 0; turn < 10; turn++) {
    frame();
    await settlePromises();
    for (const animation of animations) animation.end();
  }
  assert.equal(document.querySelectorAll(".flying").length, 0);
  assert.equal(document.documentElement.dataset.dragging, undefined);
});

test("a staged tile can be dragged to another square", () => {
  $("#squares").insertAdjacentHTML("beforeend", '<g data-draggable="" data-value="2"><i id="staged" data-square="a1"></i></g>');
  pointer($("#staged"), "pointerdown", 5, 5);
  pointer(document.body, "pointermove", 15, 5);
  assert.deepEqual(messages()[0], { type: "Act", action: "pick-up", value: "2" });
  assert.ok($(".flying.dragged"));
  pointer(document.body, "pointerup", 15, 5);
  assert.deepEqual(last(), { type: "Act", action: "drop", value: "b1" });
  const count = messages().length;
  fire($('[data-square="b1"]'), "click");
  assert.equal(messages().length, count, "the end of a drag isn't a click on the board");
});
