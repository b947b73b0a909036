import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Value } from "./connection.ts";
import { Recalled } from "./recalled.ts";

test("what is asked for a third time comes from memory, until the version changes", () => {
  let version = 1;
  let reads = 0;
  const recalled = new Recalled(() => version, 1000);
  const ask = () => recalled.rows("q", [7], () => [[`text ${++reads}`]]);

  assert.deepEqual([ask(), ask(), ask(), ask()].flat(2), [
    "text 1",
    "text 2",
    "text 2",
    "text 2",
  ]);
  version = 2;
  assert.deepEqual([ask(), ask(), ask()].flat(2), [
    "text 3",
    "text 4",
    "text 4",
  ]);
});

test("no more is kept than there is memory for, the newest of it", () => {
  let reads = 0;
  const recalled = new Recalled(() => 1, 1250);
  const ask = (key: number) => {
    reads = 0;
    recalled.rows("q", [key], () => [[++reads, "ten chars."]]);
    return reads === 0;
  };
  for (const key of [1, 2, 3]) ask(key);
  for (const key of [1, 2, 3]) ask(key);

  assert.deepEqual([1, 3, 2].map(ask), [false, true, false]);
  assert.deepEqual([1, 2, 3].map(ask), [true, true, false]);
});

test("empty pages take memory too", () => {
  const recalled = new Recalled(() => 1, 100_000);
  const ask = (key: number) => recalled.rows("q", [key], () => []);
  for (let key = 0; key < 1000; key++) {
    ask(key);
    ask(key);
  }
  for (let key = 0; key < 1000; key++) ask(key);
  assert.equal(recalled.hits, 0, "each was forgotten for the ones after it");
  ask(999);
  assert.equal(recalled.hits, 1);
});

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.uint8Array({ maxLength: 4 }),
  fc.integer(),
  fc.string({ maxLength: 4 }),
  fc.constant(null),
);
const request = fc.tuple(
  fc.constantFrom("a", "b"),
  fc.array(value, { maxLength: 3 }),
);

test("requests that differ in any value are told apart", () => {
  fc.assert(
    fc.property(request, request, (one, other) => {
      const recalled = new Recalled(() => 1, 10_000);
      const ask = ([sql, values]: typeof one) =>
        recalled.rows(sql, values, () => [[JSON.stringify([sql, values])]]);
      for (const each of [one, other, one, other]) ask(each);

      assert.deepEqual(ask(one), [[JSON.stringify(one)]]);
      assert.deepEqual(ask(other), [[JSON.stringify(other)]]);
    }),
    { numRuns: 2000 },
  );
});
