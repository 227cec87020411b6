// Merges texts into the stored ones; where two differ, both are kept.
/** @import { MergeRule } from "../protocol.js" */
/** @import { Repetition } from "./repetition.js" */
import { CURRENT_SUFFIX, GAME_PREFIX, MERGE_RULES, QUARANTINE_PREFIX } from "../protocol.js";
import { isRepetition } from "./repetition.js";

/** Return the quarantine key of an unreadable value. @param {string} key */
export const quarantineKey = (key) => QUARANTINE_PREFIX + key.replace(GAME_PREFIX, "").replace(QUARANTINE_PREFIX, "");

/** Return a key that is free or has the same value: the given one, or one with a number. @param {string} key @param {unknown} value @param {Map<string, unknown>} stored */
export function freeKey(key, value, stored) {
  let free = key;
  for (let number = 2; stored.has(free) && stored.get(free) !== value; number++) free = `${key}-${number}`;
  return free;
}

/** @param {unknown} text */
function parseOrNull(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** Return the properties of several JSON objects. @param {unknown[]} texts */
const propertiesOf = (texts) => texts.flatMap((text) => Object.entries(parseOrNull(text) ?? {}));

/** Merge lists; a text that isn't a list counts as empty. @param {unknown[]} texts */
function union(...texts) {
  const lists = texts.map(parseOrNull).filter(Array.isArray);
  return JSON.stringify([...new Set(lists.flat(1))]);
}

/** Merge repetitions by puzzle; the one that is due later wins, then the one with the higher step. @param {unknown[]} texts */
function furthest(...texts) {
  /** @type {Record<string, Repetition>} */
  const found = {};
  for (const [puzzle, repetition] of propertiesOf(texts)) {
    if (!isRepetition(repetition)) continue;
    const [step, due] = repetition;
    const [knownStep, knownDue] = found[puzzle] ?? [-1, -1];
    if (due > knownDue || (due === knownDue && step > knownStep)) found[puzzle] = repetition;
  }
  return JSON.stringify(found);
}

/** Merge texts by name; of two that differ, the later one gets another name. @param {unknown[]} texts */
function names(...texts) {
  /** @type {Map<string, unknown>} */
  const found = new Map();
  for (const [name, text] of propertiesOf(texts))
    if (typeof text === "string") found.set(freeKey(name, text, found), text);
  return JSON.stringify(Object.fromEntries(found));
}

/** @type {Record<MergeRule, (...texts: unknown[]) => string>} */
const RULES = { union, furthest, names };

/** Set some properties of a JSON object. @param {unknown} text @param {Record<string, unknown>} values */
export function setProperties(text, values) {
  const object = parseOrNull(text);
  const others = object && typeof object === "object" && !Array.isArray(object) ? object : {};
  return JSON.stringify({ ...others, ...values });
}

/**
 * Return what must be written to add texts to the stored ones. A game that differs gets a key of its own. Of other
 * texts, the added one is stored and the old one goes into quarantine. Which game is being played changes only if the
 * added texts are `newer`.
 * @param {Map<string, unknown>} stored
 * @param {Record<string, string>} texts
 * @param {boolean} newer
 * @returns {Map<string, unknown>}
 */
export function merge(stored, texts, newer) {
  const known = new Map(stored);
  const changes = new Map();
  const put = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (known.get(key) === value) return;
    known.set(key, value);
    changes.set(key, value);
  };
  for (const [key, text] of Object.entries(texts)) {
    const previous = known.get(key);
    const rule = MERGE_RULES[key];
    const isGame = key.startsWith(GAME_PREFIX);
    const isCurrent = key.endsWith(CURRENT_SUFFIX);
    if (previous === undefined || previous === text) put(key, text);
    else if (isGame && newer) {
      const continuesPrevious = text.startsWith(String(previous).trimEnd());
      if (!continuesPrevious) put(freeKey(key, previous, known), previous);
      put(key, text);
    } else if (isGame || key.startsWith(QUARANTINE_PREFIX)) put(freeKey(key, text, known), text);
    else if (rule) put(key, RULES[rule](previous, text));
    else if (!isCurrent) {
      put(freeKey(quarantineKey(key), previous, known), previous);
      put(key, text);
    } else if (newer) put(key, text);
  }
  return changes;
}
