// The puzzle of the day, with three tries. Its results are lines of text that the game page reads, too:
// `day 2026-11-18 qin puzzle solved 2`, with ` late` if it was an earlier day's puzzle.
import { FIRST_PUZZLE_DAY, RESULTS_KEY } from "../protocol.js";
import { formatDate, today } from "./dates.js";
import { loadTexts, save } from "./storage.js";

const MAX_TRIES = 3;

/** @typedef {"tried" | "missed" | "solved"} Outcome of a wrong try, of the last wrong one, of the solution */
/** @typedef {{outcome: Outcome, number: number}} Try */

export class DailyPuzzle {
  /** The date of the puzzle that is shown, if any. */
  date = "";

  /** @param {HTMLElement} card whose `data-game` names the game */
  constructor(card) {
    this.card = card;
    this.game = card.dataset.game ?? "";
  }

  /** Load the tries of a day. @param {string} date @returns {Try[]} */
  #tries(date) {
    const prefix = `day ${date} ${this.game} puzzle `;
    const lines = loadTexts(RESULTS_KEY).filter((line) => line.startsWith(prefix));
    return lines.map((line) => {
      const [outcome, number] = line.slice(prefix.length).split(" ");
      return { outcome: /** @type {Outcome} */ (outcome), number: Number(number) };
    });
  }

  /** Whether the puzzle of a day is solved. */
  isSolved(date = this.date) {
    return this.#tries(date).some(({ outcome }) => outcome === "solved");
  }

  /** How the puzzle ended and after how many tries; undefined while a try still counts. */
  get result() {
    for (const { outcome, number } of this.#tries(this.date))
      if (outcome === "solved" || outcome === "missed") return { outcome, tries: number };
    return undefined;
  }

  /** The number of wrong tries. */
  get #wrongTries() {
    const wrong = this.#tries(this.date).filter(({ outcome }) => outcome !== "solved");
    return Math.max(0, ...wrong.map(({ number }) => number));
  }

  /** The number of the next try, or 0 if it doesn't count any more. */
  get #nextTry() {
    return this.#wrongTries === MAX_TRIES || this.isSolved() ? 0 : this.#wrongTries + 1;
  }

  /** @param {Outcome} outcome @param {number} number */
  #store(outcome, number) {
    const late = today() > this.date ? " late" : "";
    const line = `day ${this.date} ${this.game} puzzle ${outcome} ${number}${late}`;
    save(RESULTS_KEY, [...loadTexts(RESULTS_KEY), line]);
  }

  /** Store a wrong try; return whether it was the last one. */
  storeWrongTry() {
    const number = this.#nextTry;
    if (number) this.#store(number < MAX_TRIES ? "tried" : "missed", number);
    return number === MAX_TRIES;
  }

  /** Store that the puzzle is solved; return on which try, or 0 if it doesn't count any more. */
  storeSolved() {
    const number = this.#nextTry;
    if (number) this.#store("solved", number);
    return number;
  }

  /** Show the puzzle of a date, or today's if the date has none; return whether it wasn't shown already. @param {string} date */
  open(date) {
    const puzzleDate = date >= FIRST_PUZZLE_DAY && date < today() ? date : today();
    this.card.hidden = false;
    if (puzzleDate === this.date) return false;
    this.date = puzzleDate;
    const progress = this.result ? "done" : this.#wrongTries;
    const board = document.createElement("qin-board");
    board.setAttribute("puzzle", progress ? `${puzzleDate}+${progress}` : puzzleDate);
    board.setAttribute("game", this.game);
    board.setAttribute("language", document.documentElement.lang);
    board.setAttribute("beside", "task");
    this.card.classList.remove("solved", "tried");
    this.card.querySelector("qin-board")?.remove();
    this.card.querySelector(".steps")?.before(board);
    return true;
  }

  get readableDate() {
    return formatDate(this.date);
  }
}
