// Remembers in this browser what has been learnt, and leads on to what comes next.
const LEARNT = "qin.learnt";
const PREFERENCES = "qin.preferences";

const cards = [...document.querySelectorAll("article[id]")];
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
  for (const { id } of cards) {
    part(id).classList.toggle("done", learnt.has(id));
    for (const mark of document.querySelectorAll(`[data-mark="${id}"]`)) mark.hidden = !learnt.has(id);
  }
  const done = cards.filter(({ id }) => learnt.has(id)).length;
  bar.max = cards.length;
  bar.value = done;
  part("count").textContent = part("count").dataset.text.replace("{n}", done).replace("{all}", cards.length);
  const next = cards.find(({ id }) => !learnt.has(id));
  const link = part("next");
  link.href = next ? `#${next.id}` : document.querySelector(".home").href;
  link.textContent = next ? link.dataset.text.replace("{title}", next.dataset.title) : link.dataset.done;
  part("forget").hidden = !done;
}

document.addEventListener("qin-ready", ({ target }) => target.closest("article[id]")?.classList.add("live"));
document.addEventListener("qin-goal", ({ target }) => {
  const card = target.closest("article[id]");
  if (!card) return;
  learnt.add(card.id);
  keep([...learnt]);
  show();
});
part("forget").addEventListener("click", () => {
  learnt = new Set();
  keep([]);
  show();
});
addEventListener("storage", ({ key }) => key === LEARNT && read());

const theme = stored(PREFERENCES)?.theme;
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
part("progress").hidden = false;
// On a small screen the list would stand between the reader and the first lesson.
part("contents").open = matchMedia("(min-width: 60rem)").matches;
read();
