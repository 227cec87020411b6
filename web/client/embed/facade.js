// The facade of a board until it is live: the author's picture or ours, in the size of the board.
import { HOME } from "./engine_frame.js";
import { element } from "../dom/elements.js";

const LESSONS = __LESSONS__;
/** By game: the prefix of its puzzles, the number of fields of its position lines, its pictures of openings. */
const GAMES = new Map(Object.entries(__GAMES__));
/** The size of a square, and the margins of pictures with coordinates and without. */
const SQUARE = __SQUARE__;
/** Heights of the parts above and below the board, each with its gap, in text sizes. */
const PLAYERS = 3.6;
const STATUS = 3.9;
const HAND = 4.8;
const ROW = 3.35;
const LINE = 1.4;
const TITLE = 2.1;
const NARROW = 16.5;

/** Find a lesson that the author wrote inside the element. @param {Element} board */
export const authorsLesson = (board) =>
  board.querySelector(':scope > script[type="text/qin-lesson"]')?.textContent.replace(/^\n/, "");

export class Facade {
  /** @param {HTMLElement} board @param {HTMLElement} frame contains the picture and the board */
  constructor(board, frame) {
    this.board = board;
    this.frame = frame;
    this.picture = element("div", { className: "picture" }, element("slot"));
    // The strut gives the element the width of the board in any layout, and shrinks with less room.
    frame.append(element("canvas", { className: "strut", height: 0 }), this.picture);
  }

  /** Whether the author gave a picture. */
  get given() {
    return [...this.board.childNodes].some((node) =>
      node.nodeType === 1
        ? !(/** @type {Element} */ (node).matches("script, template, link, style"))
        : /** @type {Text} */ (node).data?.trim() && node.nodeType === 3,
    );
  }

  /** Whether there is any picture. */
  get drawn() {
    return this.given || this.picture.querySelector("img") !== null;
  }

  /** @param {string} name */
  #named(name) {
    return this.board.getAttribute(name)?.trim() ?? null;
  }

  /** Name the lesson or puzzle that is shown. */
  get #lesson() {
    const puzzle = this.#named("puzzle");
    const before = /^\d+$/.test(puzzle ?? "") ? this.#game.puzzles : "";
    return this.#named("lesson") ?? (before && puzzle ? before + puzzle.padStart(2, "0") : puzzle);
  }

  /** Show the picture in the size of the board that the attributes describe. */
  show() {
    const { frame, picture } = this;
    const name = this.#lesson;
    const kind = name?.replace(/\d+$/, "");
    const known = LESSONS.find((group) => kind !== undefined && group[4].split(" ").includes(kind));
    const [width, height, intro, letters] = known ?? [...this.#size(), 0, 0];
    const text = parseFloat(getComputedStyle(frame).getPropertyValue("--qin-text")) || 16;
    const room = Math.min(frame.clientWidth, 36 * text) || 36 * text;
    const lines = (/** @type {number} */ count) => Math.ceil((count * 0.56 * text) / room);
    // A page that shows title and text itself hides them on the board.
    const above = this.board.hasAttribute("beside") ? 0 : TITLE + LINE * lines(intro);
    const task = letters && above + LINE * lines(letters);
    const [before, after] = this.#rows(name !== null || authorsLesson(this.board) !== undefined, room < NARROW * text);
    frame.style.setProperty("--task", String(task));
    frame.style.setProperty("--above", String(before + (task && task + 0.6)));
    frame.style.setProperty("--below", String(after));
    frame.style.setProperty("--ratio", `${width} / ${height}`);
    frame.classList.toggle("bare", !this.given);
    picture.querySelector("img")?.remove();
    const file = this.given ? "" : known ? `learn/pictures/${name}.svg` : this.#opening();
    if (!file) return;
    const drawn = element("img", { alt: "", loading: "lazy", src: new URL(file, HOME).href });
    drawn.addEventListener("error", () => drawn.remove());
    picture.append(drawn);
  }

  /** Name the picture of the board of a new game. */
  #opening() {
    if (["position", "record", "lesson", "puzzle", "map"].some((name) => this.board.hasAttribute(name))) return "";
    const pictures = this.#game.pictures;
    const name = this.#named("board") ?? Object.keys(pictures)[0];
    return name && Object.hasOwn(pictures, name) ? `pictures/${name}.svg` : "";
  }

  /** The position line; for a lesson, its whole text. */
  get #line() {
    return (
      this.#named("position") ??
      this.#named("record")?.split("[Start")[1] ??
      authorsLesson(this.board) ??
      ""
    ).trim();
  }

  /** The named game, else the one of the position line. */
  get #game() {
    const fields = (/[^"\n]+/.exec(this.#line)?.[0] ?? "").trim().split(/\s+/).length;
    const games = [...GAMES.values()];
    const known = GAMES.get(this.#named("game") ?? "") ?? games.find((game) => game.fields === fields) ?? games[0];
    return /** @type {typeof __GAMES__[string]} */ (known);
  }

  /** The size of the board's picture: a position may have its own map. @returns {[width: number, height: number]} */
  #size() {
    const map = /map:([^\s"]+)/.exec(this.#line)?.[1]?.split("/") ?? this.#named("map")?.split(/[/\s]+/);
    const [drawn] = Object.values(this.#game.pictures);
    if (!map && drawn) return drawn;
    const margin = /^(off|false|no)$/i.test(this.#named("coordinates") ?? "") ? SQUARE.bare : SQUARE.margin;
    const [first = "", ...others] = map ?? [];
    return [SQUARE.size * first.length + margin, SQUARE.size * (1 + others.length) + margin];
  }

  /**
   * The heights above and below the board.
   * @param {boolean} task
   * @param {boolean} narrow whether the buttons need a second row
   * @returns {[above: number, below: number]}
   */
  #rows(task, narrow) {
    const record = this.#named("record") !== null;
    const watched =
      !task && (this.#named("move") ?? (record || this.#named("position") !== null ? "nobody" : "")) === "nobody";
    if (watched) return record ? [PLAYERS, STATUS + ROW] : [0, STATUS];
    return [PLAYERS, STATUS + HAND + ROW + (narrow ? ROW - 0.1 : 0) + (record ? ROW : 0)];
  }
}
