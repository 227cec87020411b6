// The picture in the place of a board until it is live, the author's or ours, in the size of the board.
import { HOME } from "./engine_frame.js";
import { element } from "../dom/elements.js";

const LESSONS = __LESSONS__;
/** By game: the prefix of its puzzles, the number of fields of its position lines, its pictures of openings. */
const GAMES = new Map(Object.entries(__GAMES__));
/** The size of a square, and the margins of pictures with coordinates and without. */
const SQUARE = __SQUARE__;
/** Heights of the parts above and below the board, each with its gap, in text sizes; NARROW is a width. */
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
    // The strut gives the element the width of the board in any layout, and shrinks if there is less space.
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

  /** Return a trimmed attribute, or null. @param {string} name */
  #attribute(name) {
    return this.board.getAttribute(name)?.trim() ?? null;
  }

  /** The name of the lesson or puzzle. */
  get #lesson() {
    const puzzle = this.#attribute("puzzle");
    const prefix = /^\d+$/.test(puzzle ?? "") ? this.#game.puzzles : "";
    return this.#attribute("lesson") ?? (prefix && puzzle ? prefix + puzzle.padStart(2, "0") : puzzle);
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
    const title = this.board.hasAttribute("beside") ? 0 : TITLE + LINE * lines(intro);
    const task = letters && title + LINE * lines(letters);
    const [above, below] = this.#rows(name !== null || authorsLesson(this.board) !== undefined, room < NARROW * text);
    frame.style.setProperty("--task", String(task));
    frame.style.setProperty("--above", String(above + (task && task + 0.6)));
    frame.style.setProperty("--below", String(below));
    frame.style.setProperty("--ratio", `${width} / ${height}`);
    frame.classList.toggle("bare", !this.given);
    picture.querySelector("img")?.remove();
    const file = this.given ? "" : known ? `learn/pictures/${name}.svg` : this.#startPicture();
    if (!file) return;
    const image = element("img", { alt: "", loading: "lazy", src: new URL(file, HOME).href });
    image.addEventListener("error", () => image.remove());
    picture.append(image);
  }

  /** Return the picture of the start of a new game. */
  #startPicture() {
    if (["position", "record", "lesson", "puzzle", "map"].some((name) => this.board.hasAttribute(name))) return "";
    const pictures = this.#game.pictures;
    const name = this.#attribute("board") ?? Object.keys(pictures)[0];
    return name && Object.hasOwn(pictures, name) ? `pictures/${name}.svg` : "";
  }

  /** The position line; for a lesson, its whole text. */
  get #line() {
    return (
      this.#attribute("position") ??
      this.#attribute("record")?.split("[Start")[1] ??
      authorsLesson(this.board) ??
      ""
    ).trim();
  }

  /** The named game, else the one of the position line. */
  get #game() {
    const fields = (/[^"\n]+/.exec(this.#line)?.[0] ?? "").trim().split(/\s+/).length;
    const games = [...GAMES.values()];
    const known = GAMES.get(this.#attribute("game") ?? "") ?? games.find((game) => game.fields === fields) ?? games[0];
    return /** @type {typeof __GAMES__[string]} */ (known);
  }

  /** The size of the board's picture: a position may have its own map. @returns {[width: number, height: number]} */
  #size() {
    const map = /map:([^\s"]+)/.exec(this.#line)?.[1]?.split("/") ?? this.#attribute("map")?.split(/[/\s]+/);
    const [drawn] = Object.values(this.#game.pictures);
    if (!map && drawn) return drawn;
    const margin = /^(off|false|no)$/i.test(this.#attribute("coordinates") ?? "") ? SQUARE.bare : SQUARE.margin;
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
    const record = this.#attribute("record") !== null;
    const onlyWatched =
      !task &&
      (this.#attribute("move") ?? (record || this.#attribute("position") !== null ? "nobody" : "")) === "nobody";
    if (onlyWatched) return record ? [PLAYERS, STATUS + ROW] : [0, STATUS];
    return [PLAYERS, STATUS + HAND + ROW + (narrow ? ROW - 0.1 : 0) + (record ? ROW : 0)];
  }
}
