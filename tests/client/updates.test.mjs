// Reloading into the newest version, although a service worker would serve its own version again.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { settlePromises } from "./browser.mjs";
import { browserEffects } from "../../web/client/browser_effects.js";

let reloads;
let container;
let registration;

/** A fake service worker whose state is set by the test. */
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

test("a waiting version takes over before the page is reloaded", async () => {
  const newer = (registration.waiting = new Worker());
  newer.state = "installed";
  await reload();
  assert.deepEqual([newer.received, reloads], [["skip-waiting"], 0]);
  container.dispatchEvent(new Event("controllerchange"));
  assert.equal(reloads, 1);
});

test("a version that isn't installed yet is installed first", async () => {
  const newer = new Worker();
  registration.update = async () => (registration.installing = newer);
  const done = reload();
  await settlePromises();
  assert.deepEqual([newer.received, reloads], [[], 0], "not yet: this would load the old version");
  newer.become("installed");
  await done;
  assert.deepEqual([newer.received, reloads], [["skip-waiting"], 0]);
});

test("if a version can't be installed, the host doesn't answer, or there is no worker, the page is just reloaded", async () => {
  registration.update = async () => (registration.installing = new Worker());
  const done = reload();
  await settlePromises();
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
