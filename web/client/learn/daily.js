// The puzzle of the day, with three tries. Its results are lines of text that the game page reads, too:
// `day 2026-11-18 qin puzzle solved 2`, with ` late` if it was an earlier day's puzzle.
import { FIRST_PUZZLE_DAY, RESULTS_KEY } from "../protocol.js";
import { readable, today } from "./dates.js";
import { loadTexts, save } from "./storage.js";

/** The number of tries. */
const TRIES = 3;

export class DailyPuzzle {
  /** The date of the puzzle that is shown, if any. */
  date = "";

  /** @param {HTMLElement} card whose `data-game` names the game */
  constructor(card) {
    this.card = card;
    this.game = card.dataset.game ?? "";
  }

  /** Load the results of a day: of each the outcome of a try, and its number. @param {string} date */
  #results(date) {
    const prefix = `day ${date} ${this.game} puzzle `;
    const results = loadTexts(RESULTS_KEY).filter((line) => line.startsWith(prefix));
    return results.map((line) => line.slice(prefix.length).split(" "));
  }

  /** Whether the puzzle of a day is solved. */
  isSolved(date = this.date) {
    return this.#results(date).some(([outcome]) => outcome === "solved");
  }

  /** Count the wrong tries. */
  get #wrongTries() {
    const wrong = this.#results(this.date).filter(([outcome]) => outcome !== "solved");
    return Math.max(0, ...wrong.map(([, number]) => Number(number)));
  }

  /** @param {"tried" | "missed" | "solved"} outcome @param {number} number */
  #store(outcome, number) {
    const late = today() > this.date ? " late" : "";
    const result = `day ${this.date} ${this.game} puzzle ${outcome} ${number}${late}`;
    save(RESULTS_KEY, [...loadTexts(RESULTS_KEY), result]);
  }

  /** Store a wrong try; return whether it was the last one. */
  storeWrongTry() {
    const number = this.#wrongTries + 1;
    if (number > TRIES || this.isSolved()) return false;
    this.#store(number < TRIES ? "tried" : "missed", number);
    return number === TRIES;
  }

  /** Store that the puzzle is solved; return on which try, or 0 if this doesn't count any more. */
  storeSolved() {
    const number = this.#wrongTries + 1;
    if (number > TRIES || this.isSolved()) return 0;
    this.#store("solved", number);
    return number;
  }

  /** Show the puzzle of a date, or today's if there is none; return whether another one was shown. @param {string} date */
  open(date) {
    const wanted = date >= FIRST_PUZZLE_DAY && date < today() ? date : today();
    this.card.hidden = false;
    if (wanted === this.date) return false;
    this.date = wanted;
    const wrongTries = Math.min(this.#wrongTries, TRIES);
    const board = document.createElement("qin-board");
    board.setAttribute("puzzle", wrongTries && !this.isSolved() ? `${wanted}+${wrongTries}` : wanted);
    board.setAttribute("game", this.game);
    board.setAttribute("language", document.documentElement.lang);
    board.setAttribute("beside", "task");
    this.card.classList.remove("solved", "tried");
    this.card.querySelector("qin-board")?.remove();
    this.card.querySelector(".steps")?.before(board);
    return true;
  }

  /** The date for reading. */
  get readableDate() {
    return readable(this.date);
  }
}
