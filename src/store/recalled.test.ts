import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import type { Value } from "./connection.ts";
import { Recalled } from "./recalled.ts";

test("what is asked for a third time comes from memory, and after the version has changed, a second time", () => {
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
  assert.deepEqual([ask(), ask()].flat(2), ["text 3", "text 3"]);
});

test("no more is kept than there is memory for; what is asked for often enough takes the place of the oldest", () => {
  let reads = 0;
  const recalled = new Recalled(() => 1, 1250);
  const ask = (key: number) => {
    reads = 0;
    recalled.rows("q", [key], () => [[++reads, "ten chars."]]);
    return reads === 0;
  };
  for (const key of [1, 2, 3]) ask(key);
  for (const key of [1, 2, 3]) ask(key);
  assert.deepEqual([1, 2, 3].map(ask), [true, true, false]);

  for (let i = 0; i < 16; i++) ask(3);
  assert.deepEqual([2, 3, 1].map(ask), [true, true, false]);
});

test("empty pages take memory too", () => {
  const recalled = new Recalled(() => 1, 100_000);
  const askAll = () => {
    for (let key = 0; key < 1000; key++) recalled.rows("q", [key], () => []);
  };
  askAll();
  askAll();
  askAll();
  assert.ok(recalled.hits > 0 && recalled.hits < 200, `${recalled.hits}`);
});

test("a page larger than the memory is read each time, and takes nobody's place", () => {
  const recalled = new Recalled(() => 1, 1000);
  const large = "x".repeat(2000);
  for (let i = 0; i < 3; i++) {
    recalled.rows("q", [1], () => []);
    for (let j = 0; j < 20; j++) recalled.rows("q", [2], () => [[large]]);
  }
  assert.equal(recalled.hits, 1);
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
/** Pairs that look the same to who does not say where a value ends, or what it is. */
const ALIKE: readonly (readonly [Value[], Value[]])[] = [
  [[bytes("x"), bytes("y")], [bytes("xy")]],
  [[bytes("x"), bytes("y")], [bytes("xb1,y")]],
  [[bytes("x"), bytes("y")], [bytes("xb,y")]],
  [[bytes("1")], ["1"]],
  [["1;2"], [1, 2]],
  [["1"], [1]],
  [["null"], [null]],
  [[12], [1, 2]],
];

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.uint8Array({ maxLength: 4 }),
  fc.integer(),
  fc.string({ maxLength: 4 }),
  fc.constant(null),
);
const values = fc.array(value, { maxLength: 3 });

test("requests that differ in any value are told apart", () => {
  const assertApart = (one: Value[], other: Value[]): void => {
    const recalled = new Recalled(() => 1, 10_000);
    const ask = (asked: Value[]) =>
      recalled.rows("q", asked, () => [[inspect(asked)]]);
    for (const each of [one, other, one, other]) ask(each);
    assert.deepEqual(ask(one), [[inspect(one)]]);
    assert.deepEqual(ask(other), [[inspect(other)]]);
  };
  for (const [one, other] of ALIKE) assertApart(one, other);
  fc.assert(fc.property(values, values, assertApart), { numRuns: 2000 });
});
