// Loading the newest version: a service worker in control would bring its own version back.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { settled } from "./browser.mjs";
import { browserEffects } from "../../web/client/browser_effects.js";

let reloads;
let container;
let registration;

/** A service worker that is installed when `state` is set. */
class Worker extends EventTarget {
  state = "installing";
  received = [];

  become(state) {
    this.state = state;
    registration.installing = null;
    registration.waiting = state === "installed" ? this : null;
    this.dispatchEvent(new Event("statechange"));
  }

  postMessage(message) {
    this.received.push(message);
  }
}

beforeEach(() => {
  reloads = 0;
  container = Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => registration });
  registration = { installing: null, waiting: null, update: async () => {} };
  Object.defineProperty(globalThis.navigator, "serviceWorker", { value: container, configurable: true });
  Object.defineProperty(globalThis, "location", { value: { reload: () => (reloads += 1) }, configurable: true });
});

const reload = () => browserEffects(() => {}).Reload();

test("a version that waits takes over before the page is loaded again", async () => {
  const newer = (registration.waiting = new Worker());
  newer.state = "installed";
  await reload();
  assert.deepEqual([newer.received, reloads], [["take over"], 0]);
  container.dispatchEvent(new Event("controllerchange"));
  assert.equal(reloads, 1);
});

test("a version that only the host has is installed first", async () => {
  const newer = new Worker();
  registration.update = async () => (registration.installing = newer);
  const done = reload();
  await settled();
  assert.deepEqual([newer.received, reloads], [[], 0], "not yet: that would bring the old version back");
  newer.become("installed");
  await done;
  assert.deepEqual([newer.received, reloads], [["take over"], 0]);
});

test("a version that can't be installed, a host that doesn't answer, or no worker: the page is loaded again", async () => {
  registration.update = async () => (registration.installing = new Worker());
  const done = reload();
  await settled();
  registration.installing.become("redundant");
  await done;
  registration.update = () => Promise.reject(new Error("offline"));
  await reload();
  registration = undefined;
  await reload();
  Object.defineProperty(globalThis.navigator, "serviceWorker", { value: undefined, configurable: true });
  await reload();
  assert.equal(reloads, 4);
});
