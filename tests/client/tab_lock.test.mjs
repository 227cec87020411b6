// One tab of several lets the computer think: locks where the browser has them, silence where it hasn't.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load, settled } from "./browser.mjs";

const { TabLock } = await load("storage/tab_lock.js");

/** The Web Locks API for exclusive locks, with `ifAvailable` and `steal`. */
class Locks {
  #held = new Map();
  #queues = new Map();

  request(name, { ifAvailable = false, steal = false }, callback) {
    return new Promise((resolve, reject) => {
      const grant = async () => {
        const lock = { name, reject };
        this.#held.set(name, lock);
        const done = await callback(lock);
        if (this.#held.get(name) === lock) this.#release(name);
        resolve(done);
      };
      if (steal) {
        this.#held.get(name)?.reject(new Error("stolen"));
        grant();
      } else if (!this.#held.has(name)) grant();
      else if (ifAvailable) Promise.resolve(callback(null)).then(resolve);
      else this.#queues.set(name, [...(this.#queues.get(name) ?? []), grant]);
    });
  }

  #release(name) {
    this.#held.delete(name);
    this.#queues.get(name)?.shift()?.();
  }
}

let told;
const tab = (name) => new TabLock((message) => told.push([name, message.type, message.game]));
const use = (locks) => Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

beforeEach(() => {
  mock.timers.reset();
  told = [];
  use(new Locks());
});

test("the first tab leads, the second follows until the first is gone", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", false);
  await settled();
  second.acquire("7", false);
  await settled();
  assert.deepEqual(told, [
    ["first", "TabLockAcquired", "7"],
    ["second", "TabLockTaken", "7"],
  ]);
  first.release();
  await settled();
  assert.deepEqual(told.at(-1), ["second", "TabLockAcquired", "7"]);
  assert.equal(told.length, 3, "a tab that has left hears nothing more");
});

test("a tab with input takes the lock at once, and the other tab loses it", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", false);
  await settled();
  second.acquire("7", true);
  await settled();
  assert.deepEqual(told.slice(1), [
    ["second", "TabLockAcquired", "7"],
    ["first", "TabLockTaken", "7"],
  ]);
});

test("another game is led without giving word of the one before", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", false);
  await settled();
  first.acquire("8", false);
  await settled();
  second.acquire("7", false);
  await settled();
  assert.deepEqual(told, [
    ["first", "TabLockAcquired", "7"],
    ["first", "TabLockAcquired", "8"],
    ["second", "TabLockAcquired", "7"],
  ]);
  first.acquire("", false);
  await settled();
  assert.equal(told.length, 3);
});

test("without locks a tab leads after 15 seconds in which nothing has happened", () => {
  use(undefined);
  mock.timers.enable({ apis: ["setTimeout"] });
  const only = tab("only");
  only.acquire("7", false);
  mock.timers.tick(14_999);
  // The other tab has made a move.
  only.acquire("7", false);
  mock.timers.tick(14_999);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, [["only", "TabLockAcquired", "7"]]);
  only.acquire("7", false);
  only.release();
  mock.timers.tick(15_000);
  assert.equal(told.length, 1);
});
