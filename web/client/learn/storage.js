// What the lesson pages store, in localStorage.

/** Read a stored value: null if there is none, or if it is damaged. @param {string} key @returns {any} */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Read a stored list of texts. @param {string} key @returns {string[]} */
export function loadTexts(key) {
  const texts = load(key);
  return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
}

/** Store a value; if that fails, say so on the page. @param {string} key @param {unknown} value */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    showStorageError();
  }
}

/** Store a value under a key that is free. @param {string} key @param {unknown} value */
export function saveNew(key, value) {
  try {
    if (localStorage.getItem(key) === null) save(key, value);
  } catch {
    showStorageError();
  }
}

function showStorageError() {
  const message = document.getElementById("not-stored");
  if (message) message.hidden = false;
}
