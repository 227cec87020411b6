// Boards inside the single-file page: they share its interpreter instead of running one in a hidden frame.
/** @import { Envelope } from "../client.js" */
/** @import { BoardCallbacks } from "./engine_frame.js" */
import { styleSheet } from "../dom/elements.js";
import { Client } from "../client.js";
import { Engine } from "./engine_frame.js";
import "./element.js";

/** @type {Map<string, BoardCallbacks>} */
const boards = new Map();
let joinCount = 0;
const style = styleSheet(document.getElementById("board-style")?.textContent ?? "");

globalThis.qinBoards = (reply) => boards.get(reply.to)?.onReply(reply);

Engine.shared = /** @type {any} */ ({
  join(/** @type {BoardCallbacks} */ board) {
    const to = `b${++joinCount}`;
    boards.set(to, board);
    const post = (/** @type {Envelope} */ envelope) => globalThis.qinPage?.engine?.({ to, ...envelope });
    return {
      // The reply comes after the call, as from a frame.
      send: (/** @type {Envelope} */ envelope) =>
        queueMicrotask(() => {
          const reply = boards.has(to) && post(envelope);
          if (reply) boards.get(to)?.onReply(reply);
        }),
      leave: () => boards.delete(to) && post({ message: { type: "Close" } }),
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
