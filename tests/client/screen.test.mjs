// The screen: elements, focus, text being edited and dialogs survive a redraw.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { $, frame, load, showPage } from "./browser.mjs";

const { patch } = await load("dom/patch.js");
const { Screen } = await load("dom/screen.js");

let screen;
beforeEach(() => {
  showPage(`<div id="hand"></div><div id="tools"></div><div id="cover"></div><div id="coach"></div><div id="log"></div>
    <div id="squares"><i data-square="a1"></i><i data-square="b1"></i></div><div id="grid"></div>
    <dialog id="dialog"></dialog>`);
  screen = new Screen(document, document.documentElement);
});

test("an element is reused and gets its new attributes", () => {
  patch($("#hand"), '<button data-action="tile" data-value="0">red</button>');
  const button = $("button");
  patch($("#hand"), '<button data-action="tile" data-value="0" aria-pressed="true">red</button>');
  assert.equal($("button"), button);
  assert.equal(button.getAttribute("aria-pressed"), "true");
});

test("a button is replaced when its action changes", () => {
  patch($("#tools"), '<button data-action="undo">Undo</button>');
  const undo = $("button");
  patch($("#tools"), '<button data-action="resign">Resign</button>');
  assert.notEqual($("button"), undo);
  assert.equal($("button").textContent, "Resign");
});

test("keyed elements are reused when an item is inserted before them", () => {
  patch($("#log"), '<p data-key="1">one</p>');
  const line = $("p");
  patch($("#log"), '<p data-key="2">two</p><p data-key="1">one</p>');
  assert.equal($('[data-key="1"]'), line);
  assert.equal($("#log").children.length, 2);
});

test("open details stay open, and a field being edited keeps its text", () => {
  patch($("#tools"), '<details><summary>More</summary></details><input data-action="name" value="A">');
  $("details").open = true;
  $("input").focus();
  $("input").value = "Ann ";
  patch($("#tools"), '<details><summary>More …</summary></details><input data-action="name" value="Ann">');
  assert.equal($("details").open, true);
  assert.equal($("input").value, "Ann ");
});

test("the focus returns to the button with the same action and value", () => {
  const tiles = (mark) =>
    [0, 1].map((n) => `<button data-action="tile" data-value="${n}" data-key="${mark}${n}">${n}</button>`).join("");
  screen.show({ hand: tiles("a") });
  $('[data-value="1"]').focus();
  const before = document.activeElement;
  screen.show({ hand: tiles("b") });
  assert.notEqual(document.activeElement, before);
  assert.equal(document.activeElement.dataset.value, "1");
});

test("a held part is updated when it is released, with the latest content", () => {
  screen.hold("hand");
  screen.show({ hand: "one" });
  screen.show({ hand: "two", tools: "now" });
  assert.equal($("#hand").textContent, "");
  assert.equal($("#tools").textContent, "now");
  assert.equal(screen.held("hand"), "two");
  screen.release("hand");
  assert.equal($("#hand").textContent, "two");
});

test("releasing a part without new content changes nothing", () => {
  screen.show({ hand: "one" });
  screen.hold("hand");
  screen.release("hand");
  assert.equal($("#hand").textContent, "one");
});

test("an attribute of one game is gone in the other", () => {
  screen.applyAppearance({ data: { game: "khan-tsin", picking: "yes" } });
  screen.applyAppearance({ data: { game: "qin" } });
  assert.equal(screen.root.dataset.game, "qin");
  assert.equal(screen.root.dataset.picking, undefined);
});

test("the root element says whether the coach has a message", () => {
  screen.show({ coach: "Careful" });
  assert.equal(document.documentElement.dataset.coach, "yes");
  screen.show({ coach: "" });
  assert.equal(document.documentElement.dataset.coach, "");
});

test("the marked start square is the tab stop until another square has been focused", () => {
  const grid = (start) =>
    ["a1", "b1", "c1"].map((n) => `<b data-square="${n}" ${n === start ? "data-start" : ""} tabindex="-1"></b>`).join("");
  const tabStop = () => [...document.querySelectorAll('#grid [tabindex="0"]')].map((cell) => cell.dataset.square).join();
  screen.show({ grid: grid("b1") });
  assert.equal(tabStop(), "b1");
  screen.show({ grid: grid("c1") });
  assert.equal(tabStop(), "c1");
  screen.focusBoard();
  assert.equal(document.activeElement, $('#grid [data-square="c1"]'));
  screen.focusSquare("a1");
  screen.show({ grid: grid("b1") });
  assert.equal(tabStop(), "a1");
});

test("exactly one square of the grid is a tab stop, and it keeps the focus after a redraw", () => {
  const grid = (mark) =>
    ["a1", "b1"].map((n, index) => `<b data-square="${n}" data-key="${mark}${n}" tabindex="${index ? -1 : 0}"></b>`).join("");
  screen.show({ grid: grid("a") });
  assert.equal($('#grid [tabindex="0"]').dataset.square, "a1");
  screen.focusSquare("b1");
  screen.show({ grid: grid("b") });
  assert.deepEqual(
    [...document.querySelectorAll('#grid [tabindex="0"]')].map((cell) => cell.dataset.square),
    ["b1"],
  );
  assert.equal(document.activeElement, $('#grid [data-square="b1"]'));
});

test("only one square is highlighted at a time", () => {
  assert.equal(screen.highlight("a1"), false);
  assert.equal(screen.highlight("b1"), true);
  assert.deepEqual(
    [...document.querySelectorAll(".focused")].map((square) => square.dataset.square),
    ["b1"],
  );
  screen.highlight("");
  assert.equal($(".focused"), null);
});

test("open details stay open when an element is inserted before them", () => {
  const form = (extra) => `<fieldset></fieldset>${extra}<p>Note</p><details data-key="more"><summary>More</summary></details>`;
  patch($("#tools"), form(""));
  $("details").open = true;
  patch($("#tools"), form("<p>By link</p>"));
  assert.equal($("details").open, true);
});

test("every dialog opens scrolled to the top, with the focus on its autofocus control", () => {
  const open = (name, text) => {
    screen.applyAppearance({ dialog: name });
    screen.show({ dialog: text });
    screen.syncDialog();
  };
  open("games", "<button>Close</button><p>Games</p>");
  $("#dialog").scrollTop = 2500;
  open("new", "<button>Close</button><button autofocus>Begin</button>");
  assert.equal($("#dialog").scrollTop, 0);
  assert.equal(document.activeElement.textContent, "Begin");
  $("#dialog").scrollTop = 700;
  open("", "");
  open("share", "<button>Close</button>");
  assert.equal($("#dialog").scrollTop, 0);
});
