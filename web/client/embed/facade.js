// The facade: a picture, the author's or ours, that stands in for a board until it is live and has the board's size.
// The build fills in `__GAMES__`, `__LESSONS__` and `__SQUARE__`: see globals.d.ts.
import { HOME } from "./engine_frame.js";
import { element } from "../dom/elements.js";

const GAMES = new Map(Object.entries(__GAMES__));

// Heights of the parts above and below the board, each with its gap, in text sizes: see board.css.
const PLAYERS = 3.6;
const STATUS = 3.9;
const HAND = 4.8;
const ROW = 3.35;
const LINE = 1.4;
const TITLE = 2.1;
const TASK_GAP = 0.6;
// Widths in text sizes.
/** A board is at most so wide. */
const MAX_WIDTH = 36;
/** On a narrower board, the buttons need a second row. */
const NARROW = 16.5;
/** The average width of a letter, with some reserve for line breaks. */
const LETTER = 0.56;
/** The text size in pixels where the page sets none. */
const TEXT_SIZE = 16;

/** Return the lesson that the author wrote inside the element, if any. @param {Element} board */
export const authorsLesson = (board) =>
  board.querySelector(':scope > script[type="text/qin-lesson"]')?.textContent.replace(/^\n/, "");

/** Return the space that a lesson needs. @param {string} name */
function lessonSpace(name) {
  const unnumbered = name.replace(/\d+$/, "");
  for (const [width, height, textLetters, taskLetters, names] of __LESSONS__)
    if (names.split(" ").includes(unnumbered)) return { width, height, textLetters, taskLetters };
  return undefined;
}

export class Facade {
  /** @param {HTMLElement} board @param {HTMLElement} frame contains the picture and the board */
  constructor(board, frame) {
    this.board = board;
    this.frame = frame;
    this.picture = element("div", { className: "picture" }, element("slot"));
    // The strut gives the element the width of the board in any layout; a canvas shrinks if there is less space.
    frame.append(element("canvas", { className: "strut", height: 0 }), this.picture);
  }

  /** Whether the author put a picture or text into the element. */
  get hasAuthorContent() {
    return [...this.board.childNodes].some((node) => {
      if (node instanceof Element) return !node.matches("script, template, link, style");
      return node instanceof Text && node.data.trim() !== "";
    });
  }

  get hasPicture() {
    return this.hasAuthorContent || this.picture.querySelector("img") !== null;
  }

  /** Return a trimmed attribute, or null. @param {string} name */
  #attribute(name) {
    return this.board.getAttribute(name)?.trim() ?? null;
  }

  /** The name of the lesson or puzzle; a puzzle's number stands for its name, such as `khan-01`. */
  get #lesson() {
    const puzzle = this.#attribute("puzzle");
    const prefix = /^\d+$/.test(puzzle ?? "") ? this.#game.puzzles : "";
    return this.#attribute("lesson") ?? (prefix && puzzle ? prefix + puzzle.padStart(2, "0") : puzzle);
  }

  /** Show the picture in the size of the board that the attributes describe. */
  show() {
    const { frame } = this;
    const name = this.#lesson;
    const lesson = name === null ? undefined : lessonSpace(name);
    const { width, height, textLetters, taskLetters } = lesson ?? { ...this.#size(), textLetters: 0, taskLetters: 0 };
    const textSize = parseFloat(getComputedStyle(frame).getPropertyValue("--qin-text")) || TEXT_SIZE;
    const boardWidth = Math.min(frame.clientWidth / textSize, MAX_WIDTH) || MAX_WIDTH;
    const lines = (/** @type {number} */ letters) => Math.ceil((letters * LETTER) / boardWidth);
    // A page that shows title and text itself hides them on the board.
    const title = this.board.hasAttribute("beside") ? 0 : TITLE + LINE * lines(textLetters);
    const task = taskLetters && title + LINE * lines(taskLetters);
    const hasTask = name !== null || authorsLesson(this.board) !== undefined;
    const { above, below } = this.#heights(hasTask, boardWidth < NARROW);
    frame.style.setProperty("--task", String(task));
    frame.style.setProperty("--above", String(above + (task && task + TASK_GAP)));
    frame.style.setProperty("--below", String(below));
    frame.style.setProperty("--ratio", `${width} / ${height}`);
    frame.classList.toggle("ours", !this.hasAuthorContent);
    this.#showPicture(this.hasAuthorContent ? "" : lesson ? `learn/pictures/${name}.svg` : this.#openingPicture());
  }

  /** @param {string} file of the site; without one, show no picture */
  #showPicture(file) {
    this.picture.querySelector("img")?.remove();
    if (!file) return;
    const image = element("img", { alt: "", loading: "lazy", src: new URL(file, HOME).href });
    image.addEventListener("error", () => image.remove());
    this.picture.append(image);
  }

  /** Return the picture of the start of a new game. */
  #openingPicture() {
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

  /** The named game, else the one whose position lines have as many fields. */
  get #game() {
    // In a record, the line is in quotes.
    const fields = (/[^"\n]+/.exec(this.#line)?.[0] ?? "").trim().split(/\s+/).length;
    const games = [...GAMES.values()];
    const known = GAMES.get(this.#attribute("game") ?? "") ?? games.find((game) => game.fields === fields) ?? games[0];
    return /** @type {typeof __GAMES__[string]} */ (known);
  }

  /** The size of the board's picture: that of an opening, unless the position has a map of its own. */
  #size() {
    const map = /map:([^\s"]+)/.exec(this.#line)?.[1]?.split("/") ?? this.#attribute("map")?.split(/[/\s]+/);
    const [opening] = Object.values(this.#game.pictures);
    if (!map && opening) return { width: opening[0], height: opening[1] };
    const { size, margin, bare } = __SQUARE__;
    const margins = /^(off|false|no)$/i.test(this.#attribute("coordinates") ?? "") ? bare : margin;
    const [row = ""] = map ?? [];
    return { width: size * row.length + margins, height: size * (map?.length ?? 1) + margins };
  }

  /** Return the heights above and below the board. @param {boolean} hasTask @param {boolean} narrow */
  #heights(hasTask, narrow) {
    const hasRecord = this.#attribute("record") !== null;
    const showsPosition = hasRecord || this.#attribute("position") !== null;
    const whoMoves = this.#attribute("move") ?? (showsPosition ? "nobody" : "");
    const replay = hasRecord ? ROW : 0;
    if (!hasTask && whoMoves === "nobody") return { above: hasRecord ? PLAYERS : 0, below: STATUS + replay };
    const secondRow = narrow ? ROW - 0.1 : 0;
    return { above: PLAYERS, below: STATUS + HAND + ROW + secondRow + replay };
  }
}
