// Draws QR codes; loaded on demand.
import { encode } from "uqr";

/** The width of the empty margin around a code, in squares. */
const QUIET_ZONE = 4;

/** Return the dark squares of a text's code as an SVG path, a space, and the width of the code. @param {string} text */
export function outline(text) {
  const { data, size } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const path = data.map((row, y) => row.map((_, x) => darkRun(row, x, y)).join("")).join("");
  return `${path} ${size}`;
}

/** Outline the dark squares of a row that begin at `x`, if any do. @param {boolean[]} row @param {number} x @param {number} y */
const darkRun = (row, x, y) => (row[x] && !row[x - 1] ? `M${x},${y}h${row.indexOf(false, x) - x}v1H${x}` : "");
