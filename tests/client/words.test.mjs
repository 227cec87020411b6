// The words of the client: no game is named in it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { CLIENT } from "./browser.mjs";

test("the client has no words of a single game", () => {
  const files = readdirSync(new URL(CLIENT), { recursive: true }).filter((name) => name.endsWith(".js"));
  assert.ok(files.length > 30);
  const found = files.flatMap((name) =>
    readFileSync(new URL(name, CLIENT), "utf-8")
      .split("\n")
      .filter((line) => /pagoda|village|baron|emperor|\bpiles?\b|khan.tsin/i.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
