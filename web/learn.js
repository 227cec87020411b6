// Shows one lesson at a time, its board live at once, and remembers in this browser what has been learnt.
const LEARNT = "qin.learnt";
const PREFERENCES = "qin.preferences";

const cards = [...document.querySelectorAll("article[id]")];
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

function keep(names) {
  try {
    localStorage.setItem(LEARNT, JSON.stringify(names));
  } catch {
    // Without storage the page remembers until it is closed.
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
  part("forget").hidden = !cards.some(({ id }) => learnt.has(id));
}

/** Go to the lesson that the address names, else to the first of the path that isn't done. */
function open() {
  const card = cards.find(({ id }) => id === location.hash.slice(1));
  if (!card) {
    const next = path.find(({ id }) => !learnt.has(id)) ?? cards[path.length];
    location.replace(`#${next.id}`);
    return;
  }
  card.querySelector("qin-board")?.setAttribute("start", "visible");
  for (const link of document.querySelectorAll(".contents a"))
    link.toggleAttribute("aria-current", link.hash === location.hash);
  scrollTo(0, 0);
}

document.addEventListener("qin-ready", ({ target }) => target.closest("article[id]")?.classList.add("live"));
document.addEventListener("qin-goal", ({ target }) => {
  const card = target.closest("article[id]");
  if (!card) return;
  learnt.add(card.id);
  keep([...learnt]);
  show();
  card.classList.add("solved");
  // What was pressed last is gone: from here it goes on.
  card.querySelector(".on").focus({ preventScroll: true });
  requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
});
part("forget").addEventListener("click", () => {
  learnt = new Set();
  keep([]);
  show();
});
addEventListener("storage", ({ key }) => key === LEARNT && read());
addEventListener("hashchange", open);

const theme = stored(PREFERENCES)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
part("progress").hidden = false;
// On a small screen the list would be longer than the lesson.
part("contents").open = matchMedia("(min-width: 60rem)").matches;
read();
open();
