import assert from "node:assert/strict";
import { test } from "node:test";
import { waitFor } from "./waitFor.ts";

test("a wait returns what it was waiting for", async () => {
  let looks = 0;
  const seen = await waitFor(
    "the third look",
    () => ++looks,
    (n) => n === 3,
    { everyMs: 1 },
  );
  assert.equal(seen, 3);
});

test("a wait that takes too long fails with the awaited condition and the last observation", () =>
  assert.rejects(
    waitFor(
      "slot 8",
      () => ({ slot: 7 }),
      ({ slot }) => slot === 8,
      { withinMs: 20 },
    ),
    /^Error: waited 0.02 s for slot 8; last seen: { slot: 7 }$/,
  ));

test("a look that throws is repeated, and its error is the reason when time is up", async () => {
  let looks = 0;
  const failing = () => {
    looks += 1;
    throw new Error("connection refused");
  };
  const waiting = waitFor("an answer", failing, Boolean, {
    withinMs: 20,
    everyMs: 1,
  });
  await assert.rejects(
    waiting,
    /the last look failed: Error: connection refused/,
  );
  assert.ok(looks > 1);
});

test("a check that never ends does not keep the wait from failing", () =>
  assert.rejects(
    waitFor("an answer", () => new Promise(() => undefined), Boolean, {
      withinMs: 20,
    }),
    /for an answer; the first look has not ended/,
  ));

test("a wait fails immediately when its condition can no longer happen, whatever the last check sees", async () => {
  const refused = () => Promise.reject(new Error("connection refused"));
  for (const look of [() => false, refused]) {
    const died = Promise.reject(new Error("the process has ended"));
    await assert.rejects(
      waitFor<boolean>("an answer", look, Boolean, { unless: died }),
      /the process has ended/,
    );
  }
});

test("a condition that becomes true just before the end is seen", async () => {
  let answered = false;
  const end = Promise.withResolvers<never>();
  const waiting = waitFor("an answer", () => answered, Boolean, {
    everyMs: 60_000,
    unless: end.promise,
  });
  answered = true;
  end.reject(new Error("the process has ended"));
  assert.equal(await waiting, true);
});
