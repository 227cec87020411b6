// Shows one lesson at a time, its board live at once, and remembers in this browser what has been learnt.
const LEARNT = "qin.learnt";
const PREFERENCES = "qin.preferences";
const PRACTICE = "qin.practice";
const DAY = 86_400_000;
/** After how many days a puzzle that was failed comes again, each time that it is solved at once. */
const REPEATS = [1, 3, 7, 21];
/** How far the puzzle of the day goes on every day: all have their turn, and neighbours aren't alike. */
const STRIDE = 5;

const cards = [...document.querySelectorAll("article[id]")];
const puzzles = cards.filter((card) => card.matches(".puzzle"));
const path = cards.filter(({ dataset }) => dataset.path);
const part = (id) => document.getElementById(id);
const bar = document.querySelector("#progress progress");

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // nothing that makes sense, or storage is forbidden
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page remembers until it is closed.
  }
}

/** Whoever has been here needs no greeting any more: the game greets those of whom nothing is kept. */
function noteVisit() {
  try {
    if (localStorage.getItem(PREFERENCES) === null) keep(PREFERENCES, {});
  } catch {
    // Where nothing can be kept nobody is known.
  }
}

let learnt = new Set();

function read() {
  const names = stored(LEARNT);
  learnt = new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  show();
}

function show() {
  for (const { id } of cards)
    for (const mark of document.querySelectorAll(`[data-mark="${id}"]`)) mark.hidden = !learnt.has(id);
  const done = path.filter(({ id }) => learnt.has(id)).length;
  bar.max = path.length;
  bar.value = done;
  part("count").textContent = part("count").dataset.text.replace("{n}", done).replace("{all}", path.length);
  const again = due();
  part("review").hidden = !again.length;
  part("review").textContent = part("review").dataset.text.replace("{n}", again.length);
  part("daily").lastElementChild.hidden = !learnt.has(ofTheDay().id);
  part("forget").hidden = !cards.some(({ id }) => learnt.has(id));
}

const today = () => Math.floor(Date.now() / DAY);
/** The same for everybody, from the date alone. */
const ofTheDay = () => puzzles[(today() * STRIDE) % puzzles.length];
const { lang } = document.documentElement;
const days = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long", timeZone: "UTC" });
const date = () => days.format(today() * DAY);

/** Read what is being practised: by puzzle, how often it was solved since it was failed, and the day it is due. */
function practice() {
  const found = stored(PRACTICE) ?? {};
  const sound = ([, entry]) => Array.isArray(entry) && entry.length === 2 && entry.every(Number.isInteger);
  return new Map(typeof found === "object" ? Object.entries(found).filter(sound) : []);
}

/** List the puzzles that were failed and are due again. */
function due() {
  const known = practice();
  return puzzles.filter(({ id }) => known.has(id) && known.get(id)[1] <= today());
}

/** Note how a puzzle went: one that was failed comes again, later and later. */
function practise(id, failed) {
  const known = practice();
  const [box] = known.get(id) ?? [REPEATS.length];
  if (failed) known.set(id, [0, today() + REPEATS[0]]);
  else if (box + 1 < REPEATS.length) known.set(id, [box + 1, today() + REPEATS[box + 1]]);
  else known.delete(id);
  keep(PRACTICE, Object.fromEntries(known));
}

/** How often each puzzle was tried since the page was opened. */
const tries = new Map();

/** Say how the puzzle of the day went, in a line to give away. */
function tell(card) {
  const line = part("today");
  const values = {
    n: (tries.get(card.id) ?? 0) + 1,
    date: date(),
    address: `${location.href.split("#")[0]}#today`,
  };
  line.firstElementChild.textContent = line.dataset.text.replace(/{(\w+)}/g, (_, name) => values[name]);
  line.hidden = false;
  card.querySelector(".steps").before(line);
}

part("today").addEventListener("click", ({ target, currentTarget }) => {
  if (!target.matches("button")) return;
  const text = currentTarget.firstElementChild.textContent;
  (navigator.share?.({ text }) ?? navigator.clipboard?.writeText(text))?.catch(() => {});
});

/** Go to the lesson that the address names, else to the first of the path that isn't done. */
function open() {
  const named = {
    "#today": ofTheDay(),
    "#review": due()[0],
    "#puzzles": puzzles.find(({ id }) => !learnt.has(id)) ?? puzzles[0],
  }[location.hash];
  if (named) {
    location.replace(`#${named.id}`);
    return;
  }
  const card = cards.find(({ id }) => id === location.hash.slice(1));
  if (!card) {
    const next = path.find(({ id }) => !learnt.has(id)) ?? cards[path.length];
    location.replace(`#${next.id}`);
    return;
  }
  card.querySelector("qin-board")?.setAttribute("start", "visible");
  part("day").hidden = card !== ofTheDay();
  if (card === ofTheDay()) card.querySelector("h2").before(part("day"));
  for (const link of document.querySelectorAll(".contents a"))
    link.toggleAttribute("aria-current", link.hash === location.hash);
  scrollTo(0, 0);
}

document.addEventListener("qin-ready", ({ target }) => target.closest("article[id]")?.classList.add("live"));
/** How many moves were made at once: a good beginning is answered, what isn't was in vain. */
let moved = 0;
document.addEventListener("qin-move", ({ target }) => {
  const card = target.closest("article.puzzle");
  if (!card || moved++) return;
  setTimeout(() => {
    if (moved === 1) {
      tries.set(card.id, (tries.get(card.id) ?? 0) + 1);
      practise(card.id, true);
      card.classList.add("tried");
    }
    moved = 0;
  });
});
document.addEventListener("qin-goal", ({ target }) => {
  const card = target.closest("article[id]");
  if (!card) return;
  learnt.add(card.id);
  keep(LEARNT, [...learnt]);
  if (puzzles.includes(card)) {
    if (!tries.has(card.id)) practise(card.id, false);
    if (card === ofTheDay()) tell(card);
    moved = 0;
  }
  show();
  card.classList.add("solved");
  // What was pressed last is gone: from here it goes on.
  card.querySelector(".on").focus({ preventScroll: true });
  requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
});
part("forget").addEventListener("click", () => {
  learnt = new Set();
  keep(LEARNT, []);
  show();
});
addEventListener("storage", ({ key }) => key === LEARNT && read());
addEventListener("hashchange", open);

noteVisit();
const theme = stored(PREFERENCES)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
part("progress").hidden = false;
part("day").textContent = part("day").dataset.text.replace("{date}", date());
part("daily").firstElementChild.textContent = part("day").textContent;
part("daily").hidden = false;
// On a small screen the list would be longer than the lesson.
part("contents").open = matchMedia("(min-width: 60rem)").matches;
read();
open();
