// Chance for the engine.

/** Give a number of 48 bits, which JavaScript's numbers hold whole. */
export function seed() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 16) * 2 ** 32 + low;
}
