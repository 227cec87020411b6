// Bringing texts together with those that are kept: where two differ, both stay.

export const GAME = "qin.game.";
export const ASIDE = "qin.damaged.";
export const RESULTS = "qin.results";
/** Where stands which game is being played, in each room. */
export const CURRENT = ["qin.current", "khan-tsin.current"];
/** What are lists of names: of two, everything in both counts. */
const LISTS = ["qin.learnt", RESULTS];
/** What is practised: by puzzle, how often it was solved since it was failed, and the day it is due. */
const PRACTICE = "qin.practice";

/** Name where something is set aside. @param {string} key */
export const aside = (key) => ASIDE + key.replace(GAME, "").replace(ASIDE, "");

/**
 * Find a key that is free, or under which the very same thing stands.
 * @param {string} key @param {unknown} value @param {Map<string, unknown>} there
 */
export function freeKey(key, value, there) {
  for (let number = 2, free = key; ; free = `${key}-${number++}`) {
    if (!there.has(free) || there.get(free) === value) return free;
  }
}

/** @param {unknown} text */
function parsed(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** Put two lists of names together; what isn't a list counts as an empty one. @param {unknown[]} texts */
function union(...texts) {
  const lists = texts.map(parsed).filter(Array.isArray);
  return JSON.stringify([...new Set(lists.flat(1))]);
}

/** Put together what is practised: of a puzzle in both, who is further on counts. @param {unknown[]} texts */
function furthest(...texts) {
  /** @type {Record<string, [number, number]>} */
  const found = {};
  for (const [name, entry] of texts.flatMap((text) => Object.entries(parsed(text) ?? {}))) {
    if (!Array.isArray(entry) || entry.length !== 2 || !entry.every(Number.isInteger)) continue;
    const [box, day] = entry;
    const [known, due] = found[name] ?? [-1, -1];
    if (day > due || (day === due && box > known)) found[name] = [box, day];
  }
  return JSON.stringify(found);
}

/**
 * Say what has to be written so that texts are kept besides what is there.
 * A game that differs gets a key of its own; of things that there is one of, the added one counts and the other is set
 * aside. Which game is being played changes only if what is added is `newer`.
 * @param {Map<string, unknown>} there
 * @param {Record<string, string>} texts
 * @param {boolean} newer
 * @returns {Map<string, unknown>}
 */
export function merged(there, texts, newer) {
  const known = new Map(there);
  const puts = new Map();
  const put = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    puts.set(key, value);
  };
  for (const [key, text] of Object.entries(texts)) {
    const old = known.get(key);
    if (old === undefined || old === text) put(key, text);
    else if (key.startsWith(GAME) || key.startsWith(ASIDE)) put(freeKey(key, text, known), text);
    else if (LISTS.includes(key)) put(key, union(old, text));
    else if (key === PRACTICE) put(key, furthest(old, text));
    else if (!CURRENT.includes(key)) {
      put(freeKey(aside(key), old, known), old);
      put(key, text);
    } else if (newer) put(key, text);
  }
  return puts;
}
