// The tab lock: one of several tabs runs the computer player, with Web Locks or else after a timeout.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load, settlePromises } from "./browser.mjs";

const { TabLock } = await load("storage/tab_lock.js");

/** A fake Web Locks API for exclusive locks with `ifAvailable` and `steal`. */
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

// Whether a tab waits until the lock is free, or takes it from another tab.
const [WAIT, STEAL] = [false, true];

let messages;
const tab = (name) => new TabLock((message) => messages.push([name, message.type, message.game]));
const setLocks = (locks) => Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

beforeEach(() => {
  mock.timers.reset();
  messages = [];
  setLocks(new Locks());
});

test("the first tab has the lock, and the second gets it when the first releases it", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", WAIT);
  await settlePromises();
  second.acquire("7", WAIT);
  await settlePromises();
  assert.deepEqual(messages, [
    ["first", "TabLockAcquired", "7"],
    ["second", "TabLockTaken", "7"],
  ]);
  first.release();
  await settlePromises();
  assert.deepEqual(messages.at(-1), ["second", "TabLockAcquired", "7"]);
  assert.equal(messages.length, 3, "a tab that has released the lock gets no message");
});

test("a tab with input takes the lock immediately, and the other tab loses it", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", WAIT);
  await settlePromises();
  second.acquire("7", STEAL);
  await settlePromises();
  assert.deepEqual(messages.slice(1), [
    ["second", "TabLockAcquired", "7"],
    ["first", "TabLockTaken", "7"],
  ]);
});

test("acquiring the lock of another game releases the previous one silently", async () => {
  const [first, second] = [tab("first"), tab("second")];
  first.acquire("7", WAIT);
  await settlePromises();
  first.acquire("8", WAIT);
  await settlePromises();
  second.acquire("7", WAIT);
  await settlePromises();
  assert.deepEqual(messages, [
    ["first", "TabLockAcquired", "7"],
    ["first", "TabLockAcquired", "8"],
    ["second", "TabLockAcquired", "7"],
  ]);
  // Without a game there is nothing to acquire.
  first.acquire("", WAIT);
  await settlePromises();
  assert.equal(messages.length, 3);
});

test("without Web Locks a tab acquires the lock after 15 seconds without activity", () => {
  setLocks(undefined);
  mock.timers.enable({ apis: ["setTimeout"] });
  const only = tab("only");
  only.acquire("7", WAIT);
  mock.timers.tick(14_999);
  // Because the other tab has made a move, the engine asks again: the 15 seconds start over.
  only.acquire("7", WAIT);
  mock.timers.tick(14_999);
  assert.deepEqual(messages, []);
  mock.timers.tick(1);
  assert.deepEqual(messages, [["only", "TabLockAcquired", "7"]]);
  only.acquire("7", WAIT);
  only.release();
  mock.timers.tick(15_000);
  assert.equal(messages.length, 1);
});
