// <qin-board>: attributes and properties, the facade, starting, calls, failures, and the page's theme.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, frame, load, setMedia, settlePromises, showPage } from "./browser.mjs";

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

/** The elements whose visibility is observed; `scrollNear()` reports one as visible. */
const observed = new Set();
let report;
globalThis.IntersectionObserver = class {
  constructor(callback) {
    report = callback;
  }
  observe = (element) => observed.add(element);
  unobserve = (element) => observed.delete(element);
};
const scrollNear = (target) => observed.has(target) && report([{ target, isIntersecting: true }]);

/** The engine's ends of the message ports. */
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
  showPage("");
  document.documentElement.lang = "en";
  ports = [];
  events = [];
  Engine.shared = undefined;
});

/** Replace the page's content, and return its board. */
function placeBoard(html = "<qin-board></qin-board>") {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  document.body.replaceChildren(...holder.childNodes);
  return $("qin-board");
}
const part = (board, id) => board.shadowRoot.getElementById(id);
const engine = () => ports.at(-1);
/** The messages to the engine without their envelopes. */
const sentMessages = () => engine().sent.map(({ message }) => message);
/** Connect the engine's frame, and load the client. */
async function connect() {
  engine().onmessage({ data: { connected: true, style: "", client: `${HOME}board_client.js` } });
  Engine.shared.provideClient(Client);
  await settlePromises();
}
const replyFromEngine = (reply) => engine().onmessage({ data: { to: engine().sent[0].to, generation: 1, ...reply } });
const OPENED = { answers_message: true, appearance: { position: "7/7 now" }, parts: { status: "Your turn" } };

// Attributes and properties

test("properties mirror attributes in both directions", () => {
  const board = placeBoard();
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

test("the size is a CSS length or a number; other values are ignored", () => {
  const board = placeBoard('<qin-board size="20rem"></qin-board>');
  const style = () => board.shadowRoot.querySelector(".frame").style.getPropertyValue("--qin-size");
  assert.equal(style(), "20rem");
  board.size = "300";
  assert.equal(style(), "300px");
  board.size = "url(x)";
  assert.equal(style(), "");
});

// The facade

test("a board shows the picture of its opening, lesson or puzzle until it is live", () => {
  const picture = (html) => placeBoard(html).shadowRoot.querySelector("img")?.getAttribute("src");
  assert.equal(picture("<qin-board></qin-board>"), `${HOME}pictures/bird.svg`);
  assert.equal(picture('<qin-board game="khan-tsin"></qin-board>'), `${HOME}pictures/dragon.svg`);
  assert.equal(picture('<qin-board puzzle="7"></qin-board>'), `${HOME}learn/pictures/puzzle-07.svg`);
  assert.equal(picture('<qin-board lesson="found"></qin-board>'), `${HOME}learn/pictures/found.svg`);
  assert.equal(picture('<qin-board position="map:.../... 7 x"></qin-board>'), undefined);
  assert.equal(picture('<qin-board><img src="mine.png"></qin-board>'), undefined);
});

test("the facade has the size of the board", () => {
  const ratio = (html) => placeBoard(html).shadowRoot.querySelector(".frame").style.getPropertyValue("--ratio");
  assert.equal(ratio("<qin-board></qin-board>"), "1100 / 900");
  assert.equal(ratio('<qin-board map="..../..../...."></qin-board>'), "440 / 340");
  assert.equal(ratio('<qin-board map="..../..../...." coordinates="off"></qin-board>'), "410 / 310");
});

test("with the author's own picture a board waits for a click; otherwise it starts when scrolled near", () => {
  const board = placeBoard('<qin-board><img src="mine.png"></qin-board>');
  scrollNear(board);
  assert.equal(ports.length, 0);
  assert.match(part(board, "wait").textContent, /embed-try en/);
  board.start = "visible";
  scrollNear(board);
  assert.equal(ports.length, 1);
});

test("with reduced data, a board waits for a click", () => {
  setMedia("(prefers-reduced-data: reduce)", true);
  const board = placeBoard();
  scrollNear(board);
  assert.equal(ports.length, 0);
  setMedia("(prefers-reduced-data: reduce)", false);
  board.shadowRoot.querySelector(".frame").click();
  assert.equal(ports.length, 1);
});

// Live

test("a board that starts sends its attributes, and shows the engine's reply", async () => {
  const board = placeBoard('<qin-board position="7/7" language="de" level="sage"></qin-board>');
  scrollNear(board);
  await connect();
  const [{ type, attributes, seed }] = sentMessages();
  assert.equal(type, "OpenBoard");
  assert.deepEqual(attributes, { language: "de", home: HOME, position: "7/7", level: "sage" });
  assert.ok(Number.isSafeInteger(seed));
  assert.equal(part(board, "play").hidden, true);
  replyFromEngine({ ...OPENED, effects: [["DispatchEvent", "qin-ready", { position: "7/7 now" }]] });
  assert.equal(part(board, "play").hidden, false);
  assert.equal(part(board, "status").textContent, "Your turn");
  assert.equal(board.position, "7/7 now");
  assert.deepEqual(events, [["qin-ready", { position: "7/7 now" }]]);
});

test("calls are answered in any order, with values or errors", async () => {
  const board = placeBoard();
  const [state, play] = [board.state(), board.play("pass")];
  await connect();
  replyFromEngine(OPENED);
  assert.deepEqual(sentMessages().slice(1), [
    { type: "Call", number: 1, method: "state", value: "" },
    { type: "Call", number: 2, method: "play", value: "pass" },
  ]);
  replyFromEngine({ effects: [["AnswerCall", 2, null, "no such move"]] });
  replyFromEngine({ effects: [["AnswerCall", 1, { mover: 1 }, ""]] });
  assert.deepEqual(await state, { mover: 1 });
  await assert.rejects(play, /no such move/);
});

test("changed attributes reopen the board once; changed display options don't reopen it", async () => {
  const board = placeBoard();
  scrollNear(board);
  await connect();
  replyFromEngine(OPENED);
  engine().sent.length = 1;
  board.language = "de";
  assert.deepEqual(sentMessages().at(-1), { type: "OptionsChanged", attributes: { language: "de" } });
  board.position = "7/6";
  board.level = "sage";
  await settlePromises();
  assert.deepEqual(
    sentMessages().slice(2).map(({ type, attributes }) => [type, attributes.position, attributes.level]),
    [["OpenBoard", "7/6", "sage"]],
  );
});

test("problems of the attributes are listed", async () => {
  const board = placeBoard();
  scrollNear(board);
  await connect();
  replyFromEngine({ answers_message: true, appearance: { problems: ["This board can’t be shown:", "no such level", "no such map"] } });
  assert.deepEqual([...part(board, "wait").querySelectorAll("li")].map((item) => item.textContent), [
    "no such level",
    "no such map",
  ]);
  assert.equal(part(board, "play").hidden, true);
});

test("a removed board closes its app; a moved one doesn't", async () => {
  const board = placeBoard("<qin-board></qin-board><div></div>");
  scrollNear(board);
  await connect();
  replyFromEngine(OPENED);
  $("div").append(board);
  await settlePromises();
  assert.ok(!sentMessages().some(({ type }) => type === "Close"));
  const pending = board.state();
  board.remove();
  await settlePromises();
  assert.equal(sentMessages().at(-1).type, "Close");
  await assert.rejects(pending);
});

test("all boards of a page share one engine", async () => {
  placeBoard("<qin-board></qin-board><qin-board></qin-board>");
  document.querySelectorAll("qin-board").forEach(scrollNear);
  assert.equal(ports.length, 1);
  await connect();
  assert.equal(new Set(engine().sent.map(({ to }) => to)).size, 2);
});

test("an engine that doesn't connect is reported, and a retry uses a new frame", async () => {
  const board = placeBoard();
  scrollNear(board);
  mock.timers.tick(30_000);
  assert.match(part(board, "wait").textContent, /embed-unreachable en/);
  assert.deepEqual(events.map(([type, { reason }]) => [type, reason]), [["qin-error", "unreachable"]]);
  assert.equal(ports[0].closed, true);
  part(board, "wait").querySelector("button").click();
  assert.equal(ports.length, 2);
  await connect();
  replyFromEngine(OPENED);
  assert.equal(part(board, "status").textContent, "Your turn");
});

test("the message of a failed engine is shown", () => {
  const board = placeBoard();
  scrollNear(board);
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
  const board = placeBoard('<div data-background="white"><qin-board></qin-board></div>');
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
