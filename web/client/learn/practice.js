// Spaced repetition: a failed puzzle comes back after a day, and then at growing intervals.
import { PRACTICE_KEY } from "../protocol.js";
import { dayNumber } from "./dates.js";
import { load, save } from "./storage.js";

/** Days until a failed puzzle is repeated, by the number of times that it has been solved at the first try since. */
const INTERVALS = [1, 3, 7, 21];

/** @typedef {[step: number, due: number]} Repetition an index of `INTERVALS`, and the number of a day */

/** @param {unknown} entry @returns {entry is Repetition} */
const isRepetition = (entry) => Array.isArray(entry) && entry.length === 2 && entry.every(Number.isInteger);

/** Load the repetitions by puzzle. @returns {Map<string, Repetition>} */
function loadRepetitions() {
  const stored = load(PRACTICE_KEY);
  const entries = Object.entries(stored && typeof stored === "object" ? stored : {});
  return new Map(/** @type {[string, Repetition][]} */ (entries.filter(([, entry]) => isRepetition(entry))));
}

/** Return a function that tells whether a puzzle is due again. @returns {(puzzle: string) => boolean} */
export function loadDue() {
  const repetitions = loadRepetitions();
  return (puzzle) => (repetitions.get(puzzle)?.[1] ?? Infinity) <= dayNumber();
}

/** Start to repeat a failed puzzle, or start again. @param {string} puzzle */
export const scheduleFailed = (puzzle) => schedule(puzzle, () => 0);

/** Take a puzzle that was solved at the first try to its next interval; after the last one, it is done. @param {string} puzzle */
export const scheduleSolved = (puzzle) => schedule(puzzle, (step = INTERVALS.length) => step + 1);

/** @param {string} puzzle @param {(step: number | undefined) => number} nextStep */
function schedule(puzzle, nextStep) {
  const repetitions = loadRepetitions();
  const step = nextStep(repetitions.get(puzzle)?.[0]);
  const days = INTERVALS[step];
  if (days === undefined) repetitions.delete(puzzle);
  else repetitions.set(puzzle, [step, dayNumber() + days]);
  save(PRACTICE_KEY, Object.fromEntries(repetitions));
}
