// Makes a snapshot smaller by a ninth: removes what the page recomputes (`complete` in web/client/boot/snapshot.js).

/** Replaces the hashes of strings; a value that the memory doesn't contain otherwise. */
const MARK = 0xf09eafed;
// Offsets in CPython's string objects, in words; objects that the garbage collector tracks have two links before them.
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
 * Find the strings with a cached hash: words that look like a string object and whose hash Python computes again from
 * its `memory`. Empty strings are skipped: their hash is 0, so anything could look like one.
 */
export function findTexts(words, memory, type, hash) {
  const found = [];
  for (let at = words.indexOf(type); at > 0; at = words.indexOf(type, at + 1)) {
    const text = at - TYPE;
    const [known, state] = [words[text + HASH], words[text + STATE]];
    const letters = words[text] && words[text + LENGTH] && words[text + LENGTH] < MAX_LENGTH;
    const compact = state & COMPACT && KINDS.has((state >>> 2) & 7);
    const same = [TYPE, LENGTH, HASH, STATE].every((part) => words[text + part] === memory[text + part]);
    if (known === UNKNOWN || known === 0 || !letters || !compact || !same) continue;
    memory[text + HASH] = UNKNOWN;
    if (hash(4 * text) >>> 0 === known) found.push(text);
    memory[text + HASH] = known;
  }
  return found;
}

/** Replace the hashes of strings by the mark and clear the undefined state bits; return how to find them again. */
export function forgetHashes(words, texts) {
  if (words.includes(MARK)) throw new Error("The memory contains the mark for hashes; choose another mark.");
  for (const text of texts) {
    words[text + HASH] = MARK;
    words[text + STATE] &= STATE_BITS;
  }
  return { mark: MARK, offset: 4 * HASH, unknown: UNKNOWN };
}

/**
 * Sort the garbage collector's linked list by address and store each link as the distance to the next object; the
 * backward links can be computed from these.
 */
export function straighten(words, object) {
  const first = object / 4 - LINKS;
  const links = [];
  let at = first;
  do {
    links.push(at);
    at = words[at] >>> 2;
  } while (at !== first);
  links.sort((one, other) => one - other);
  links.forEach((link, number) => {
    words[link] = 4 * ((links[number + 1] ?? links[0]) - link) + (words[link] & FLAGS);
    words[link + 1] &= FLAGS;
  });
  return 4 * links[0];
}
