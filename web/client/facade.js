// The facade of a board until it is live: the picture of the author or of the site, as large as the board will be.
import { HOME } from "./link.js";
import { element } from "./making.js";

const LESSONS = __LESSONS__;
/** By game: how its puzzles are called, how many fields its position lines have, the pictures on which games begin. */
const GAMES = new Map(Object.entries(__GAMES__));
/** A square of Qin, and the margins of its pictures with coordinates and without. */
const SQUARE = __SQUARE__;
/** Heights of the parts below or above the board, each with the gap that belongs to it, in sizes of the text. */
const PLAYERS = 3.6;
const STATUS = 3.9;
const HAND = 4.8;
const ROW = 3.35;
const LINE = 1.4;
const NARROW = 16.5;

/** Find a lesson that the author has written inside the element. @param {Element} board */
export const inside = (board) =>
  board.querySelector(':scope > script[type="text/qin-lesson"]')?.textContent.replace(/^\n/, "");

export class Facade {
  /** @param {HTMLElement} board @param {HTMLElement} frame what holds the picture and the board */
  constructor(board, frame) {
    this.board = board;
    this.frame = frame;
    this.picture = element("div", { className: "picture" }, element("slot"));
    // As wide as the board would like to be, and no hindrance where there is less room: so it has a width in any layout.
    frame.append(element("canvas", { className: "strut", height: 0 }), this.picture);
  }

  /** Whether the author has given something to look at. */
  get given() {
    return [...this.board.childNodes].some((node) =>
      node.nodeType === 1
        ? !(/** @type {Element} */ (node).matches("script, template, link, style"))
        : /** @type {Text} */ (node).data?.trim() && node.nodeType === 3,
    );
  }

  /** Whether there is anything to look at. */
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

  /** Take the place of the board that the attributes ask for. */
  show() {
    const { frame, picture } = this;
    const name = this.#lesson;
    const kind = name?.replace(/\d+$/, "");
    const known = LESSONS.find((group) => kind !== undefined && group[3].split(" ").includes(kind));
    const [width, height, letters] = known ?? [...this.#size(), 0];
    const text = parseFloat(getComputedStyle(frame).getPropertyValue("--qin-text")) || 16;
    const room = Math.min(frame.clientWidth, 36 * text) || 36 * text;
    const task = letters && LINE * Math.ceil((letters * 0.56 * text) / room);
    const [before, after] = this.#rows(name !== null || inside(this.board) !== undefined, room < NARROW * text);
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

  /** Name the picture of the board on which a new game begins. */
  #opening() {
    if (["position", "record", "lesson", "puzzle", "map"].some((name) => this.board.hasAttribute(name))) return "";
    const pictures = this.#game.pictures;
    const name = this.#named("board") ?? Object.keys(pictures)[0];
    return name && Object.hasOwn(pictures, name) ? `pictures/${name}.svg` : "";
  }

  /** The line of the position that is shown; of a lesson, all of it. */
  get #line() {
    return (this.#named("position") ?? this.#named("record")?.split("[Start")[1] ?? inside(this.board) ?? "").trim();
  }

  /** The game that is named, else the one that a position line belongs to. */
  get #game() {
    const fields = (/[^"\n]+/.exec(this.#line)?.[0] ?? "").trim().split(/\s+/).length;
    const games = [...GAMES.values()];
    const known = GAMES.get(this.#named("game") ?? "") ?? games.find((game) => game.fields === fields) ?? games[0];
    return /** @type {typeof __GAMES__[string]} */ (known);
  }

  /** How large the drawing of the board will be: a position that brings its map tells. @returns {[width: number, height: number]} */
  #size() {
    const map = /map:([^\s"]+)/.exec(this.#line)?.[1]?.split("/") ?? this.#named("map")?.split(/[/\s]+/);
    const [drawn] = Object.values(this.#game.pictures);
    if (!map && drawn) return drawn;
    const margin = /^(off|false|no)$/i.test(this.#named("coordinates") ?? "") ? SQUARE.bare : SQUARE.margin;
    const [first = "", ...others] = map ?? [];
    return [SQUARE.size * first.length + margin, SQUARE.size * (1 + others.length) + margin];
  }

  /**
   * How much there will be above the board and below it.
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
