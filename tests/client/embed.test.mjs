// <qin-board>: attributes and properties, its facade, starting, calls, failures; the theme of the page behind it.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, frame, load, setMedia, settled, show } from "./browser.mjs";

const HOME = "https://games.example/qin/";
globalThis.__WORDS__ = Object.fromEntries(
  ["en", "de"].map((language) => [
    language,
    Object.fromEntries(
      ["boot-failed", "boot-loading", "boot-retry", "embed-policy", "embed-try", "embed-unreachable"].map((key) => [
        key,
        `${key} ${language}`,
      ]),
    ),
  ]),
);
globalThis.__LESSONS__ = [[200, 100, 80, 40, "found puzzle-"]];
globalThis.__GAMES__ = {
  qin: { puzzles: "puzzle-", fields: 7, pictures: { bird: [1100, 900] } },
  "khan-tsin": { puzzles: "khan-puzzle-", fields: 3, pictures: { dragon: [800, 600] } },
};
globalThis.__SQUARE__ = { size: 100, margin: 40, bare: 10 };

/** Observers of visibility; `near()` reports an element. */
const observed = new Set();
let report;
globalThis.IntersectionObserver = class {
  constructor(callback) {
    report = callback;
  }
  observe = (element) => observed.add(element);
  unobserve = (element) => observed.delete(element);
};
const near = (target) => observed.has(target) && report([{ target, isIntersecting: true }]);

/** Ports of engine frames, as the engine sees them. */
let ports;
globalThis.MessageChannel = class {
  constructor() {
    const port = { sent: [], postMessage: (message) => port.sent.push(message), close: () => (port.closed = true) };
    ports.push(port);
    this.port1 = port;
    this.port2 = {};
  }
};

document.head.innerHTML = `<script src="${HOME}qin-embed.js" type="text/plain"></script>`;
await load("embed/element.js");
const { Engine } = await load("embed/engine_frame.js");
const { Client } = await load("client.js");
const { isDark } = await load("embed/theme.js");

let events;
for (const name of ["qin-ready", "qin-move", "qin-error"])
  document.addEventListener(name, ({ type, detail }) => events.push([type, detail]));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  frame();
  show("");
  document.documentElement.lang = "en";
  ports = [];
  events = [];
  Engine.shared = undefined;
});

/** Put a board into the page. */
function place(html = "<qin-board></qin-board>") {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  document.body.replaceChildren(...holder.childNodes);
  return $("qin-board");
}
const part = (board, id) => board.shadowRoot.getElementById(id);
const engine = () => ports.at(-1);
/** What was sent to the engine, without what the client adds. */
const sent = () => engine().sent.map(({ message }) => message);
/** Let the engine's frame answer that it is there, and the client be loaded. */
async function connect() {
  engine().onmessage({ data: { connected: true, style: "", client: `${HOME}live.js` } });
  Engine.shared.loaded(Client);
  await settled();
}
const answer = (reply) => engine().onmessage({ data: { to: engine().sent[0].to, generation: 1, ...reply } });
const OPENED = { answers_message: true, appearance: { position: "7/7 now" }, parts: { status: "Your turn" } };

// Attributes and properties

test("properties mirror attributes in both directions", () => {
  const board = place();
  board.position = "7/7";
  assert.equal(board.getAttribute("position"), "7/7");
  board.setAttribute("level", "sage");
  assert.equal(board.level, "sage");
  board.level = null;
  assert.equal(board.hasAttribute("level"), false);
  board.coordinates = false;
  assert.equal(board.getAttribute("coordinates"), "off");
  board.autoplay = true;
  assert.equal(board.getAttribute("autoplay"), "on");
  board.players = 3;
  assert.equal(board.getAttribute("players"), "3");
  board.players = "";
  assert.equal(board.hasAttribute("players"), false);
});

test("properties that a framework sets before the element is connected become attributes", () => {
  const board = document.createElement("qin-board");
  Object.defineProperty(board, "puzzle", { value: "3", configurable: true, writable: true, enumerable: true });
  document.body.append(board);
  assert.equal(board.getAttribute("puzzle"), "3");
  assert.equal(Object.hasOwn(board, "puzzle"), false);
});

test("the size is a CSS length, and anything else is ignored", () => {
  const board = place('<qin-board size="20rem"></qin-board>');
  const style = () => board.shadowRoot.querySelector(".frame").style.getPropertyValue("--qin-size");
  assert.equal(style(), "20rem");
  board.size = "300";
  assert.equal(style(), "300px");
  board.size = "url(x)";
  assert.equal(style(), "");
});

// The facade

test("a board shows the picture of its opening, lesson or puzzle until it is live", () => {
  const picture = (html) => place(html).shadowRoot.querySelector("img")?.getAttribute("src");
  assert.equal(picture("<qin-board></qin-board>"), `${HOME}pictures/bird.svg`);
  assert.equal(picture('<qin-board game="khan-tsin"></qin-board>'), `${HOME}pictures/dragon.svg`);
  assert.equal(picture('<qin-board puzzle="7"></qin-board>'), `${HOME}learn/pictures/puzzle-07.svg`);
  assert.equal(picture('<qin-board lesson="found"></qin-board>'), `${HOME}learn/pictures/found.svg`);
  assert.equal(picture('<qin-board position="map:.../... 7 x"></qin-board>'), undefined);
  assert.equal(picture('<qin-board><img src="mine.png"></qin-board>'), undefined);
});

test("the facade has the size of the board", () => {
  const ratio = (html) => place(html).shadowRoot.querySelector(".frame").style.getPropertyValue("--ratio");
  assert.equal(ratio("<qin-board></qin-board>"), "1100 / 900");
  assert.equal(ratio('<qin-board map="..../..../...."></qin-board>'), "440 / 340");
  assert.equal(ratio('<qin-board map="..../..../...." coordinates="off"></qin-board>'), "410 / 310");
});

test("a picture of the author waits for a click; otherwise a board starts when it is near", () => {
  const board = place('<qin-board><img src="mine.png"></qin-board>');
  near(board);
  assert.equal(ports.length, 0);
  assert.match(part(board, "wait").textContent, /embed-try en/);
  board.start = "visible";
  near(board);
  assert.equal(ports.length, 1);
});

test("a reader who saves data is asked first", () => {
  setMedia("(prefers-reduced-data: reduce)", true);
  const board = place();
  near(board);
  assert.equal(ports.length, 0);
  setMedia("(prefers-reduced-data: reduce)", false);
  board.shadowRoot.querySelector(".frame").click();
  assert.equal(ports.length, 1);
});

// Live

test("a board that starts sends its attributes, and shows what the engine replies", async () => {
  const board = place('<qin-board position="7/7" language="de" level="sage"></qin-board>');
  near(board);
  await connect();
  const [{ type, attributes, seed }] = sent();
  assert.equal(type, "OpenBoard");
  assert.deepEqual(attributes, { language: "de", home: HOME, position: "7/7", level: "sage" });
  assert.ok(Number.isSafeInteger(seed));
  assert.equal(part(board, "play").hidden, true);
  answer({ ...OPENED, effects: [["DispatchEvent", "qin-ready", { position: "7/7 now" }]] });
  assert.equal(part(board, "play").hidden, false);
  assert.equal(part(board, "status").textContent, "Your turn");
  assert.equal(board.position, "7/7 now");
  assert.deepEqual(events, [["qin-ready", { position: "7/7 now" }]]);
});

test("calls are answered in any order, with values or errors", async () => {
  const board = place();
  const [state, play] = [board.state(), board.play("pass")];
  await connect();
  answer(OPENED);
  assert.deepEqual(sent().slice(1), [
    { type: "Call", number: 1, method: "state", value: "" },
    { type: "Call", number: 2, method: "play", value: "pass" },
  ]);
  answer({ effects: [["AnswerCall", 2, null, "no such move"]] });
  answer({ effects: [["AnswerCall", 1, { mover: 1 }, ""]] });
  assert.deepEqual(await state, { mover: 1 });
  await assert.rejects(play, /no such move/);
});

test("changed attributes open the board again, once; changed display options only restyle it", async () => {
  const board = place();
  near(board);
  await connect();
  answer(OPENED);
  engine().sent.length = 1;
  board.language = "de";
  assert.deepEqual(sent().at(-1), { type: "OptionsChanged", attributes: { language: "de" } });
  board.position = "7/6";
  board.level = "sage";
  await settled();
  assert.deepEqual(
    sent().slice(2).map(({ type, attributes }) => [type, attributes.position, attributes.level]),
    [["OpenBoard", "7/6", "sage"]],
  );
});

test("problems of the attributes are listed beside the picture", async () => {
  const board = place();
  near(board);
  await connect();
  answer({ answers_message: true, appearance: { problems: ["This board can’t be shown:", "no such level", "no such map"] } });
  assert.deepEqual([...part(board, "wait").querySelectorAll("li")].map((item) => item.textContent), [
    "no such level",
    "no such map",
  ]);
  assert.equal(part(board, "play").hidden, true);
});

test("a removed board closes its app; a moved one doesn't", async () => {
  const board = place("<qin-board></qin-board><div></div>");
  near(board);
  await connect();
  answer(OPENED);
  $("div").append(board);
  await settled();
  assert.ok(!sent().some(({ type }) => type === "Close"));
  const pending = board.state();
  board.remove();
  await settled();
  assert.equal(sent().at(-1).type, "Close");
  await assert.rejects(pending);
});

test("all boards of a page share one engine", async () => {
  place("<qin-board></qin-board><qin-board></qin-board>");
  document.querySelectorAll("qin-board").forEach(near);
  assert.equal(ports.length, 1);
  await connect();
  assert.equal(new Set(engine().sent.map(({ to }) => to)).size, 2);
});

test("an engine that doesn't come is reported, and another try uses a new frame", async () => {
  const board = place();
  near(board);
  mock.timers.tick(30_000);
  assert.match(part(board, "wait").textContent, /embed-unreachable en/);
  assert.deepEqual(events.map(([type, { reason }]) => [type, reason]), [["qin-error", "unreachable"]]);
  assert.equal(ports[0].closed, true);
  part(board, "wait").querySelector("button").click();
  assert.equal(ports.length, 2);
  await connect();
  answer(OPENED);
  assert.equal(part(board, "status").textContent, "Your turn");
});

test("an engine that fails says why", () => {
  const board = place();
  near(board);
  engine().onmessage({ data: { failed: "Reload the page." } });
  assert.match(part(board, "wait").textContent, /Reload the page\./);
});

// The theme

const theme = (board) => board.shadowRoot.querySelector(".qin-root").dataset.theme;

/** Colours as a browser resolves them. */
const COLOURS = { black: [0, 0, 0, 1], white: [1, 1, 1, 1], veil: [0, 0, 0, 0.5], none: [0, 0, 0, 0], Canvas: [1, 1, 1, 1] };
const { getComputedStyle: original } = globalThis;
globalThis.getComputedStyle = (element) => {
  const named = /color-mix\(in srgb, (\w+) /.exec(element.style?.color ?? "")?.[1];
  return {
    color: named ? `color(srgb ${(COLOURS[named] ?? COLOURS.none).join(" ")})` : (element.dataset?.ink ?? "black"),
    backgroundColor: element.dataset?.background ?? "none",
    backgroundImage: element.dataset?.image ?? "none",
    colorScheme: "normal",
    getPropertyValue: (name) => original(element).getPropertyValue(name),
  };
};

for (const [html, dark] of [
  ["<i></i>", false],
  ['<div data-background="black"><i></i></div>', true],
  ['<div data-background="black"><p data-background="white"><i></i></p></div>', false],
  ['<div data-background="white"><p data-background="veil"><i data-background="veil"></i></p></div>', true],
  ['<div data-image="url(x)" data-ink="white"><i></i></div>', true],
  ['<div data-image="url(x)" data-ink="black"><i></i></div>', false],
]) {
  test(`a background is ${dark ? "dark" : "light"}: ${html}`, () => {
    document.body.innerHTML = html;
    assert.equal(isDark($("i"), { style: {} }), dark);
  });
}

test("a board follows the page's background, unless its author chose a theme", async () => {
  const board = place('<div data-background="white"><qin-board></qin-board></div>');
  // happy-dom knows no `color-mix`.
  Object.defineProperty(board.shadowRoot.querySelector("span[hidden]"), "style", { value: {} });
  setMedia("(prefers-color-scheme: dark)", false);
  frame();
  assert.equal(theme(board), "light");
  $("div").dataset.background = "black";
  setMedia("(prefers-color-scheme: dark)", true);
  frame();
  assert.equal(theme(board), "dark");
  board.theme = "light";
  assert.equal(theme(board), "light");
});
