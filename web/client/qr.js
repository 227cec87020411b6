// Draws QR codes; loaded on demand.
import { encode } from "uqr";

/** The width of the empty zone around a code, in squares. */
const QUIET_ZONE = 4;

/** Return the outline of a code's dark squares as an SVG path, a space, and the width of the code. @param {string} text */
export function outline(text) {
  const { data, size } = encode(text, { ecc: "L", border: QUIET_ZONE });
  const rows = data.map((row, y) =>
    row.map((dark, x) => (dark && !row[x - 1] ? `M${x},${y}h${row.indexOf(false, x) - x}v1H${x}` : "")).join(""),
  );
  return `${rows.join("")} ${size}`;
}
