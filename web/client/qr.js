// QR codes; a file of its own, loaded on demand.
import { encode } from "uqr";

/** The quiet zone around a code, in squares. */
const RIM = 4;

/** Write the outline of a code's dark squares as a path, a space, and the width of the code. @param {string} text */
export function outline(text) {
  const { data, size } = encode(text, { ecc: "L", border: RIM });
  const rows = data.map((row, y) =>
    row.map((dark, x) => (dark && !row[x - 1] ? `M${x},${y}h${row.indexOf(false, x) - x}v1H${x}` : "")).join(""),
  );
  return `${rows.join("")} ${size}`;
}
