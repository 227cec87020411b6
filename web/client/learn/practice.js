// Spaced repetition: a failed puzzle comes back after a day, and then at growing intervals.
/** @import { Repetition } from "../storage/repetition.js" */
import { PRACTICE_KEY } from "../protocol.js";
import { isRepetition } from "../storage/repetition.js";
import { dayNumber } from "./dates.js";
import { load, save } from "./storage.js";

/** Days before a failed puzzle comes back, indexed by how often it has since been solved on the first try. */
const INTERVALS = [1, 3, 7, 21];

/** Load the repetitions by puzzle. @returns {Map<string, Repetition>} */
function loadRepetitions() {
  const stored = load(PRACTICE_KEY);
  const entries = Object.entries(stored && typeof stored === "object" ? stored : {});
  return new Map(/** @type {[string, Repetition][]} */ (entries.filter(([, entry]) => isRepetition(entry))));
}

/** Load the names of the puzzles that are due. @returns {Set<string>} */
export function loadDuePuzzles() {
  const today = dayNumber();
  const repetitions = [...loadRepetitions()];
  return new Set(repetitions.filter(([, [, due]]) => due <= today).map(([puzzle]) => puzzle));
}

/** Schedule a failed puzzle for tomorrow, resetting any progress. @param {string} puzzle */
export function scheduleFailed(puzzle) {
  const repetitions = loadRepetitions();
  schedule(repetitions, puzzle, 0);
}

/** After a first-try solve, move a scheduled puzzle to its next interval; after the last interval, drop it as learned. @param {string} puzzle */
export function scheduleSolved(puzzle) {
  const repetitions = loadRepetitions();
  const [step] = repetitions.get(puzzle) ?? [];
  if (step !== undefined) schedule(repetitions, puzzle, step + 1);
}

/** @param {Map<string, Repetition>} repetitions @param {string} puzzle @param {number} step */
function schedule(repetitions, puzzle, step) {
  const days = INTERVALS[step];
  if (days === undefined) repetitions.delete(puzzle);
  else repetitions.set(puzzle, [step, dayNumber() + days]);
  save(PRACTICE_KEY, Object.fromEntries(repetitions));
}
