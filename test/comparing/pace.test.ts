import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace } from "../../src/comparing/pace.ts";

test("requests that are made at once are sent at the rate", async () => {
  const pace = createPace(100, new AbortController().signal);
  const started = performance.now();
  await Promise.all(Array.from({ length: 11 }, pace));
  // A timer may be a millisecond early.
  assert.ok(performance.now() - started >= 98);
});

test("a stop ends the waiting", async () => {
  const stop = new AbortController();
  const pace = createPace(0.001, stop.signal);
  await pace();
  const next = pace();
  stop.abort(new Error("stopped"));
  await assert.rejects(next);
});
