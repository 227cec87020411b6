/** @typedef {[step: number, due: number]} Repetition the step of a puzzle's spaced repetition, and the number of the day when it is due */

/** @param {unknown} value @returns {value is Repetition} */
export const isRepetition = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
