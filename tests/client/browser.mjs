// A fake browser for unit tests: happy-dom's globals, with frames, layout, media queries and animations that tests
// control.
import { Window } from "../../web/node_modules/happy-dom/lib/index.js";

export const CLIENT = new URL("../../web/client/", import.meta.url).href;

const NODE_GLOBALS = new Set(["undefined", "NaN", "Infinity", "console", "performance", "crypto", "queueMicrotask", "fetch"]);
const DOM_CLASSES = /^(HTML|SVG|CSS|DOM)|(Element|Event|EventTarget|Node|Document|Fragment|Root|Observer|List|Sheet|Text|Storage)$/;
const OTHER_GLOBALS = ["document", "location", "history", "localStorage", "customElements", "getComputedStyle", "navigator"];

/** Callbacks of `requestAnimationFrame`, which `frame()` runs. */
let callbacks = [];
export const frame = () => callbacks.splice(0).forEach((callback) => callback(0));

/** The media queries that match. */
export const media = new Set();
const queries = new Map();
/** Set whether a media query matches, and call its listeners. */
export function setMedia(query, matches) {
  matches ? media.add(query) : media.delete(query);
  queries.get(query)?.dispatchEvent(new Event("change"));
}

/** The animations that were started, with element, frames, options, `end()` and `cancelled`. */
export const animations = [];

/** Run the callbacks of all promises that can settle without waiting. */
export async function settlePromises() {
  for (let round = 0; round < 20; round++) await Promise.resolve();
}
export const untilIdle = () => new Promise((resolve) => setImmediate(resolve));

const window = new Window({ url: "https://qin.example/", settings: {
    disableCSSFileLoading: true,
    disableJavaScriptFileLoading: true,
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  }, });
for (const name of Object.getOwnPropertyNames(window)) {
  if (NODE_GLOBALS.has(name) || !(DOM_CLASSES.test(name) || OTHER_GLOBALS.includes(name))) continue;
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
}
const define = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) define(name, window[name].bind(window));
define("window", globalThis);
define("self", globalThis);
define("parent", globalThis);
define("happy", window);
define("requestAnimationFrame", (callback) => callbacks.push(callback));
define("matchMedia", (query) => {
  if (!queries.has(query)) {
    const target = new EventTarget();
    Object.defineProperty(target, "matches", { get: () => media.has(query) });
    queries.set(query, target);
  }
  return queries.get(query);
});

/** Simulate layout: return the position in `data-box="x,y,width,height"`. */
const boxOf = (element) => {
  const [x = 0, y = 0, width = 0, height = 0] = (element.dataset?.box ?? "").split(",").map(Number);
  return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height };
};
Element.prototype.getBoundingClientRect = function () {
  return boxOf(this);
};
Element.prototype.hasPointerCapture = () => false;
document.elementFromPoint = (x, y) =>
  [...document.querySelectorAll("[data-box]")].reverse().find((element) => {
    const { left, top, right, bottom } = boxOf(element);
    return !element.closest(".flying") && left <= x && x < right && top <= y && y < bottom;
  }) ?? null;
Element.prototype.animate = function (frames, options) {
  const animation = { element: this, frames, options, cancelled: false };
  animation.finished = new Promise((resolve, reject) => {
    animation.end = resolve;
    animation.cancel = () => {
      animation.cancelled = true;
      reject(new Error("cancelled"));
    };
  });
  animation.finished.catch(() => {});
  animations.push(animation);
  return animation;
};

/** Replace the page's address and body, and reset its state. */
export function showPage(html, address = "https://qin.example/") {
  window.happyDOM.setURL(address);
  document.body.innerHTML = html;
  document.documentElement.removeAttribute("style");
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
  callbacks = [];
  animations.length = 0;
}

export const $ = (selector) => document.querySelector(selector);

let loads = 0;
/** Load a module of the client again. */
export const loadFresh = (name) => import(`${CLIENT}${name}?${++loads}`);
export const load = (name) => import(CLIENT + name);

/** Dispatch an event with some properties. */
export function fire(target, type, properties = {}) {
  const event = new Event(type, { bubbles: true, cancelable: true, composed: true });
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
}
// happy-dom's document isn't an instance of its `Document`.
define("Document", { [Symbol.hasInstance]: (value) => value?.nodeType === 9 });
