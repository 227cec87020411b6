// Merges texts into the stored ones; where two differ, both are kept.
import { CURRENT_SUFFIX, GAME_PREFIX, MERGE_RULES, QUARANTINE_PREFIX } from "../protocol.js";

/** Return the quarantine key of an unreadable value. @param {string} key */
export const quarantineKey = (key) => QUARANTINE_PREFIX + key.replace(GAME_PREFIX, "").replace(QUARANTINE_PREFIX, "");

/**
 * Return a key that is free or has the same value: the given one, or one with a number.
 * @param {string} key @param {unknown} value @param {Map<string, unknown>} stored
 */
export function freeKey(key, value, stored) {
  for (let number = 2, free = key; ; free = `${key}-${number++}`) {
    if (!stored.has(free) || stored.get(free) === value) return free;
  }
}

/** @param {unknown} text */
function parseOrNull(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** Merge lists; a text that isn't a list counts as empty. @param {unknown[]} texts */
function union(...texts) {
  const lists = texts.map(parseOrNull).filter(Array.isArray);
  return JSON.stringify([...new Set(lists.flat(1))]);
}

/** Merge repetitions by puzzle; the one that is due later wins, then the one with the higher step. @param {unknown[]} texts */
function furthest(...texts) {
  /** @type {Record<string, [number, number]>} */
  const found = {};
  for (const [name, entry] of texts.flatMap((text) => Object.entries(parseOrNull(text) ?? {}))) {
    if (!Array.isArray(entry) || entry.length !== 2 || !entry.every(Number.isInteger)) continue;
    const [step, day] = entry;
    const [knownStep, knownDay] = found[name] ?? [-1, -1];
    if (day > knownDay || (day === knownDay && step > knownStep)) found[name] = [step, day];
  }
  return JSON.stringify(found);
}

/** Merge texts by name; of two that differ, the later one gets another name. @param {unknown[]} texts */
function names(...texts) {
  /** @type {Map<string, unknown>} */
  const found = new Map();
  for (const [name, text] of texts.flatMap((text) => Object.entries(parseOrNull(text) ?? {})))
    if (typeof text === "string") found.set(freeKey(name, text, found), text);
  return JSON.stringify(Object.fromEntries(found));
}

/** @type {Record<import("../protocol.js").MergeRule, (...texts: unknown[]) => string>} */
const RULES = { union, furthest, names };

/** Set some properties of a JSON object. @param {unknown} text @param {Record<string, unknown>} values */
export function updated(text, values) {
  const object = parseOrNull(text);
  const others = object && typeof object === "object" && !Array.isArray(object) ? object : {};
  return JSON.stringify({ ...others, ...values });
}

/**
 * Return the changes that add texts to the stored ones.
 * A game that differs gets a key of its own; of other texts, the added one is stored and the old one goes into
 * quarantine. Which game is being played changes only if the added texts are `newer`.
 * @param {Map<string, unknown>} stored
 * @param {Record<string, string>} texts
 * @param {boolean} newer
 * @returns {Map<string, unknown>}
 */
export function merged(stored, texts, newer) {
  const known = new Map(stored);
  const puts = new Map();
  const put = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    puts.set(key, value);
  };
  for (const [key, text] of Object.entries(texts)) {
    const previous = known.get(key);
    const rule = MERGE_RULES[key];
    if (previous === undefined || previous === text) put(key, text);
    else if (newer && key.startsWith(GAME_PREFIX)) {
      // The page that wrote it continues it: the stored text is an earlier one, or gets a key of its own.
      if (!text.startsWith(String(previous).trimEnd())) put(freeKey(key, previous, known), previous);
      put(key, text);
    } else if (key.startsWith(GAME_PREFIX) || key.startsWith(QUARANTINE_PREFIX)) put(freeKey(key, text, known), text);
    else if (rule) put(key, RULES[rule](previous, text));
    else if (!key.endsWith(CURRENT_SUFFIX)) {
      put(freeKey(quarantineKey(key), previous, known), previous);
      put(key, text);
    } else if (newer) put(key, text);
  }
  return puts;
}
