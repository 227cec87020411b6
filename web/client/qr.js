// QR codes, drawn when somebody wants one: a file of its own, so that nobody waits for it before.
import { encode } from "uqr";

/** The rim that belongs to a code, in squares. */
const RIM = 4;

/** Outline the dark squares of a text's code; the size of the whole stands behind. @param {string} text */
export function outline(text) {
  const { data, size } = encode(text, { ecc: "L", border: RIM });
  const rows = data.map((row, y) =>
    row.map((dark, x) => (dark && !row[x - 1] ? `M${x},${y}h${row.indexOf(false, x) - x}v1H${x}` : "")).join(""),
  );
  return `${rows.join("")} ${size}`;
}
