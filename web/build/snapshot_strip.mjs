// Make a snapshot smaller by a ninth: remove what the page recomputes (`complete` in web/client/boot/snapshot.js).

/** Replaces the hashes of strings; must not occur in memory otherwise. */
const MARK = 0xf09eafed;
// Offsets in CPython's string objects, in words. Before each object that the garbage collector tracks come two links.
const TYPE = 1;
const LENGTH = 2;
const HASH = 3;
const STATE = 4;
const LINKS = 2;
// The garbage collector uses the lowest bits of a link as flags.
const FLAGS = 3;
const UNKNOWN = 0xffffffff;
const MAX_LENGTH = 1 << 20;
// State bits: a compact string (its characters follow the header), and bytes per character. Higher bits are undefined.
const COMPACT = 0x20;
const KINDS = new Set([1, 2, 4]);
const STATE_BITS = 0xff;

/**
 * Find the strings with a cached hash: words that look like a string object, and whose hash Python recomputes in its
 * live `memory`. Skip empty strings: their hash is 0, so almost anything could look like one.
 */
export function findStrings(words, memory, type, hash) {
  const strings = [];
  for (let index = words.indexOf(type); index > 0; index = words.indexOf(type, index + 1)) {
    const string = index - TYPE;
    const [cached, state] = [words[string + HASH], words[string + STATE]];
    const hasLength = words[string] && words[string + LENGTH] && words[string + LENGTH] < MAX_LENGTH;
    const compact = state & COMPACT && KINDS.has((state >>> 2) & 7);
    const unchanged = [TYPE, LENGTH, HASH, STATE].every((field) => words[string + field] === memory[string + field]);
    if (cached === UNKNOWN || cached === 0 || !hasLength || !compact || !unchanged) continue;
    memory[string + HASH] = UNKNOWN;
    if (hash(4 * string) >>> 0 === cached) strings.push(string);
    memory[string + HASH] = cached;
  }
  return strings;
}

/** Replace the hashes of strings with the mark and clear the undefined state bits; return what the page needs to know. */
export function removeHashes(words, strings) {
  if (words.includes(MARK)) throw new Error("The memory contains the mark for hashes; choose another mark.");
  for (const string of strings) {
    words[string + HASH] = MARK;
    words[string + STATE] &= STATE_BITS;
  }
  return { mark: MARK, offset: 4 * HASH, unknown: UNKNOWN };
}

/**
 * Sort the garbage collector's linked list by address, and store each forward link as the distance to the next object.
 * The backward links are cleared: they follow from the forward links.
 */
export function storeLinkDistances(words, object) {
  const first = object / 4 - LINKS;
  const links = [];
  let link = first;
  do {
    links.push(link);
    link = words[link] >>> 2;
  } while (link !== first);
  links.sort((a, b) => a - b);
  links.forEach((link, number) => {
    words[link] = 4 * ((links[number + 1] ?? links[0]) - link) + (words[link] & FLAGS);
    words[link + 1] &= FLAGS;
  });
  return 4 * links[0];
}
