// The client between engine and page: queueing, deferred drawing, effects, recovery.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { $, frame, load, settlePromises, showPage } from "./browser.mjs";

const { Client } = await load("client.js");

let errors;
let prebootMessages;
let effects;
let sent;
let client;
const engine = (envelope) => sent.push(envelope);
const OPEN = { type: "OpenBoard", attributes: {}, seed: 1 };
const TILE = { type: "Act", action: "tile", value: "1" };
const sentTypes = () => sent.map(({ message }) => message.type);

beforeEach(() => {
  mock.timers.reset();
  showPage('<div id="status"></div><div id="tools"></div>');
  [errors, prebootMessages, effects, sent] = [[], [], [], []];
  const StorePut = (...values) => effects.push(["StorePut", ...values]);
  client = new Client(document, document.documentElement, { StorePut }, (error) => errors.push(error), (message) => prebootMessages.push(message));
});

test("messages wait for the engine, and are sent in order after the opening message", () => {
  client.act("tile", "1");
  client.send({ type: "Key", key: "u" });
  assert.equal(client.connected, false);
  assert.deepEqual(prebootMessages, [TILE, { type: "Key", key: "u" }]);
  client.connect(engine, OPEN);
  assert.deepEqual(
    sent.map(({ message }) => message),
    [OPEN, TILE, { type: "Key", key: "u" }],
  );
  client.disconnect();
  assert.equal(client.connected, false);
});

const khanTsinEngine = (envelope) => {
  sent.push(envelope);
  client.handleReply({ answers_message: true, generation: 1, appearance: { data: { game: "khan-tsin" } } });
};

test("input for a board is dropped if another game opens; other messages are kept", () => {
  document.documentElement.dataset.game = "qin";
  // With a generation, a message is input for the board that the user saw; without one, it fits any game.
  client.send(TILE, client.generation);
  client.send({ type: "FileChosen", action: "record", text: "" });
  client.connect(khanTsinEngine, OPEN);
  assert.deepEqual(sentTypes(), ["OpenBoard", "FileChosen"]);
  client.disconnect();
});

test("input for a board is kept if its own game opens, though the page showed another one before", () => {
  document.documentElement.dataset.game = "qin";
  client.connect(khanTsinEngine, OPEN);
  client.disconnect();
  sent = [];
  client.act("tile", "1");
  client.connect(khanTsinEngine, OPEN);
  assert.deepEqual(sentTypes(), ["OpenBoard", "Act"]);
  client.disconnect();
});

test("drawing is deferred for the second action in a frame, but not for the first of the next", () => {
  client.connect(engine, OPEN);
  frame();
  sent = [];
  client.act("tile", "0");
  client.act("rotate");
  frame();
  client.act("rotate");
  assert.deepEqual(
    sent.map(({ later }) => later),
    [false, true, false],
  );
});

test("pointing never defers the action that follows it", () => {
  client.connect(engine, OPEN);
  frame();
  sent = [];
  client.act("point", "a1");
  client.act("square", "a1");
  assert.deepEqual(
    sent.map(({ later }) => later),
    [false, false],
  );
});

test("pointing waits for the reply to the previous message", () => {
  client.connect(engine, OPEN);
  client.point("a1");
  frame();
  assert.ok(!sent.some(({ message }) => message.action === "point"));
  client.handleReply({ answers_message: true });
  frame();
  assert.equal(sent.at(-1).message.value, "a1");
});

test("a reply changes parts, appearance and title, and runs effects in order", () => {
  client.connect(engine, OPEN);
  client.handleReply({
    answers_message: true,
    appearance: { title: "Qin", language: "de", data: { game: "qin" } },
    parts: { status: "Your turn" },
    effects: [
      ["StorePut", "qin.current", "1"],
      ["StorePut", "qin.editor", null],
    ],
  });
  assert.equal($("#status").textContent, "Your turn");
  assert.equal(document.title, "Qin");
  assert.equal(document.documentElement.lang, "de");
  assert.equal(document.documentElement.dataset.game, "qin");
  assert.deepEqual(effects, [
    ["StorePut", "qin.current", "1"],
    ["StorePut", "qin.editor", null],
  ]);
  assert.deepEqual(errors, []);
});

test("an unknown effect is reported, and the others still run", () => {
  client.handleReply({
    effects: [["NoSuchEffect", 1], ["constructor"], ["StorePut", "a", "b"]],
  });
  assert.deepEqual(errors, ["Unknown effect: NoSuchEffect", "Unknown effect: constructor"]);
  assert.deepEqual(effects, [["StorePut", "a", "b"]]);
});

test("a timer sends its message when it fires, unless another engine has been connected", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  client.connect(engine, OPEN);
  client.handleReply({ effects: [["SetTimer", 500, { type: "ReplayTick", ply: 1 }]] });
  mock.timers.tick(499);
  assert.ok(!sent.some(({ message }) => message.type === "ReplayTick"));
  mock.timers.tick(1);
  assert.equal(sent.at(-1).message.ply, 1);
  client.handleReply({ effects: [["SetTimer", 500, { type: "ReplayTick", ply: 2 }]] });
  const sentToSecond = [];
  client.connect((envelope) => sentToSecond.push(envelope), OPEN);
  mock.timers.tick(500);
  assert.ok(![...sent, ...sentToSecond].some(({ message }) => message.ply === 2));
});

test("more parts are requested once, after the next frame", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  client.connect(engine, OPEN);
  client.handleReply({ answers_message: true, more: true });
  client.handleReply({ more: true });
  frame();
  mock.timers.tick(1);
  assert.equal(sentTypes().filter((type) => type === "DrawMore").length, 1);
});

test("an engine that throws is reported, and everything is drawn again", () => {
  let broken = true;
  client.connect(
    (envelope) => {
      if (broken) throw new Error("boom");
      sent.push(envelope);
    },
    OPEN,
  );
  assert.match(errors[0], /boom/);
  broken = false;
  frame();
  assert.equal(sentTypes().at(-1), "DrawAll");
});

test("a failure while recovering is reported, and doesn't loop", () => {
  client.connect(() => {
    throw new Error("boom");
  }, {});
  frame();
  const count = errors.length;
  frame();
  frame();
  assert.equal(errors.length, count);
  assert.equal(count, 2);
});

test("an error in a reply is reported", () => {
  client.handleReply({ error: "ValueError" });
  assert.deepEqual(errors, ["ValueError"]);
});

test("the client is busy until everything is answered, drawn and stored", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let stored;
  client.effects.StorePut = () => new Promise((resolve) => (stored = resolve));
  client.connect(engine, OPEN);
  assert.equal(client.busy, true);
  client.handleReply({ answers_message: true, more: true, effects: [["StorePut", "qin.current", "1"]] });
  frame();
  mock.timers.tick(1);
  assert.equal(sentTypes().at(-1), "DrawMore");
  client.handleReply({ answers_message: true });
  assert.equal(client.busy, true);
  stored();
  await settlePromises();
  assert.equal(client.busy, false);
  client.point("a1");
  assert.equal(client.busy, true);
});

test("a new engine gets no draw request that was meant for the previous one", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  client.connect(engine, OPEN);
  client.handleReply({ answers_message: true, more: true });
  const sentToSecond = [];
  client.connect((envelope) => sentToSecond.push(envelope), OPEN);
  client.handleReply({ answers_message: true, more: true });
  frame();
  mock.timers.tick(1);
  assert.deepEqual(sentTypes(), ["OpenBoard"]);
  assert.deepEqual(
    sentToSecond.map(({ message }) => message.type),
    ["OpenBoard", "DrawMore"],
  );
});

test("an action carries the generation of its part, but in the header the latest generation", () => {
  showPage('<header><div id="game-switch"></div></header><div id="tools"></div><div id="status"></div>');
  client = new Client(document, document.documentElement, {}, (error) => errors.push(error));
  client.connect(engine, OPEN);
  const parts = { tools: '<button data-action="undo">Undo</button>', "game-switch": '<button data-action="switch-game"></button>' };
  client.handleReply({ answers_message: true, generation: 1, parts });
  client.handleReply({ generation: 2, parts: { status: "Another game" } });
  const [tools, status] = [$("#tools button"), $("#status")];
  assert.deepEqual([tools, status, document.body].map((node) => client.screen.generationOf(node)), [1, 2, undefined]);
  tools.click();
  assert.equal(sent.at(-1).generation, 1);
  $("#game-switch button").click();
  assert.deepEqual([sent.at(-1).message.action, sent.at(-1).generation], ["switch-game", 2]);
  client.act("redo");
  assert.equal(sent.at(-1).generation, 2);
});
