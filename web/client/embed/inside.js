// Boards inside the single file: they share the page's interpreter instead of a hidden frame's.
import { styleSheet } from "../dom/elements.js";
import { Client } from "../client.js";
import { Engine } from "./engine_frame.js";
import "./element.js";

/** @type {Map<string, import("./engine_frame.js").BoardCallbacks>} */
const boards = new Map();
let joinCount = 0;
const style = styleSheet(document.getElementById("board-style")?.textContent ?? "");

globalThis.qinBoards = (answer) => boards.get(answer.to)?.onReply(answer);

Engine.shared = /** @type {any} */ ({
  join(/** @type {import("./engine_frame.js").BoardCallbacks} */ board) {
    const to = `b${++joinCount}`;
    boards.set(to, board);
    const ask = (/** @type {import("../client.js").Envelope} */ envelope) =>
      globalThis.qinPage?.engine?.({ to, ...envelope });
    return {
      // The reply comes after the call, as from a frame.
      send: (/** @type {import("../client.js").Envelope} */ envelope) =>
        queueMicrotask(() => {
          const answer = boards.has(to) && ask(envelope);
          if (answer) boards.get(to)?.onReply(answer);
        }),
      leave: () => boards.delete(to) && ask({ message: { type: "Close" }, generation: null, later: false }),
      style: () => style,
      client: Promise.resolve(Client),
    };
  },
});

document.addEventListener("qin-goal", ({ target }) => {
  const board = /** @type {Element} */ (target);
  const name = board.getAttribute("lesson") ?? board.getAttribute("puzzle");
  if (name) globalThis.qinPage?.act?.("lesson-done", name);
});
