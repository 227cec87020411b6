// Makes a snapshot lighter by a ninth: takes out what the page works out again (`complete` in runtime.js).

/** What no memory of ours holds; it stands where the hash of a text was. */
const MARK = 0xf09eafed;
// Where the parts of Python's objects lie, in words; what the collector watches has its chain's two links before it.
const TYPE = 1;
const LENGTH = 2;
const HASH = 3;
const STATE = 4;
const LINKS = 2;
// The lowest bits of a link are the collector's own.
const FLAGS = 3;
const UNKNOWN = 0xffffffff;
const MAX_LENGTH = 1 << 20;
// A text whose letters follow its head, and how many bytes each of them takes; above these bits lies whatever was there
// before.
const COMPACT = 0x20;
const KINDS = new Set([1, 2, 4]);
const STATE_BITS = 0xff;

/**
 * List the texts whose hash is known: words that look like one, and have the hash that Python works out anew, where
 * its `memory` is still the same. Anything may look like a text without letters, whose hash is 0.
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

/** Take the hashes of texts out of a memory, and what lies unused beside them; tell how to find their places. */
export function forgetHashes(words, texts) {
  if (words.includes(MARK)) throw new Error("The mark for a hash is in the memory itself; choose another one.");
  for (const text of texts) {
    words[text + HASH] = MARK;
    words[text + STATE] &= STATE_BITS;
  }
  return { mark: MARK, offset: 4 * HASH, unknown: UNKNOWN };
}

/**
 * Let the collector's chain go through the memory from its beginning to its end, each link as its distance to the next;
 * the links back can be told from these.
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
