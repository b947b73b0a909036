import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import fc from "fast-check";
import type { Value } from "../connection.ts";
import { holders } from "../schema/tables.ts";
import { PageCache } from "./pageCache.ts";
import { EntryRows } from "../changeLog/entryRows.ts";

/** A page of this text, of a statement with these values. */
function ask(cache: PageCache, values: readonly Value[], text: () => string) {
  const asked = { sql: "q", values, separator: ",", within: null };
  return cache.page(asked, () => ({
    ...{ slot: 1, items: text(), count: 1, cursor: null, trees: null },
  })).items;
}

function keeping(most: number, version = () => 1): PageCache {
  return new PageCache({ version, invalidations: () => null }, most);
}

test("a page is cached from its second request on, and again after it is dropped", () => {
  let version = 1;
  let reads = 0;
  const cache = keeping(2000, () => version);
  const reuse = () => ask(cache, [7], () => `text ${++reads}`);

  assert.deepEqual(
    [reuse(), reuse(), reuse(), reuse()],
    ["text 1", "text 2", "text 2", "text 2"],
  );
  version = 2;
  assert.deepEqual([reuse(), reuse()], ["text 3", "text 3"]);
});

test("a failed look is repeated before any cached page is used", () => {
  let version = 1;
  let fails = false;
  const invalidations = () => {
    if (fails) throw new Error("the disk");
    return null;
  };
  const cache = new PageCache(
    { version: () => version, invalidations },
    10_000,
  );
  let text = "old";
  const reuse = () => ask(cache, [7], () => text);
  for (let i = 0; i < 3; i++) reuse();

  [version, fails, text] = [2, true, "new"];
  assert.throws(reuse, /the disk/);
  fails = false;
  assert.equal(reuse(), "new");
});

/** Keeps pages of one item each of a list, after each of these positions; then a row of it is touched. How many stay? */
function stayAfter(after: readonly number[], changedRows: number): number {
  const key = Buffer.from("key");
  let version = 1;
  const rows = new EntryRows();
  rows.add(holders, [[key, Uint8Array.of(changedRows)]], true);
  const entry = { slot: 2, changedRows: [rows.encoded!] };
  const feed = { version: () => version, invalidations: () => entry };
  const cache = new PageCache(feed, 10 ** 6);
  const askAll = () => {
    for (const each of after) {
      const bounds = { lower: Uint8Array.of(each), upper: Uint8Array.of(255) };
      const list = { table: holders, key, direction: "asc" as const };
      const asked = {
        sql: "q",
        values: [each],
        separator: ",",
        within: { ...list, ...bounds },
      };
      cache.page(asked, () => ({
        ...{ slot: 1, items: "{}", count: 1, trees: null },
        cursor: Uint8Array.of(each + 1),
      }));
      bounds.lower.fill(0);
      bounds.upper.fill(0);
    }
  };
  for (let i = 0; i < 3; i++) askAll();
  version = 2;
  const before = cache.hits;
  askAll();
  return cache.hits - before;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => 2 * i);

test("a changed row drops the pages of its list that contain it, even if the request's bytes are reused since", () => {
  assert.equal(stayAfter(upTo(50), 21), 49);
  assert.equal(stayAfter(upTo(50), 200), 50);
});

test("above a number of cached pages of a list, a change drops all of them", () => {
  assert.equal(stayAfter(upTo(100), 250), 100);
  assert.equal(stayAfter(upTo(101), 250), 0);
});

test("the cache stays within its size; pages requested often enough replace the oldest", () => {
  const cache = keeping(2900);
  const isKept = (key: number) => {
    let reads = 0;
    ask(cache, [key], () => `ten chars${++reads}`);
    return reads === 0;
  };
  for (const key of [1, 2, 3]) isKept(key);
  for (const key of [1, 2, 3]) isKept(key);
  assert.deepEqual([1, 2, 3].map(isKept), [true, true, false]);

  for (let i = 0; i < 16; i++) isKept(3);
  assert.deepEqual([2, 3, 1].map(isKept), [true, true, false]);
});

test("empty pages take memory too", () => {
  const cache = keeping(200_000);
  const askAll = () => {
    for (let key = 0; key < 1000; key++) ask(cache, [key], () => "");
  };
  askAll();
  askAll();
  askAll();
  assert.ok(cache.hits > 0 && cache.hits < 200, `${cache.hits}`);
});

test("a page larger than the cache is read each time and evicts no other page", () => {
  const cache = keeping(2000);
  const large = "x".repeat(3000);
  for (let i = 0; i < 3; i++) {
    ask(cache, [1], () => "");
    for (let j = 0; j < 20; j++) ask(cache, [2], () => large);
  }
  assert.equal(cache.hits, 1);
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
/** Pairs that look the same without the lengths and types of the values. */
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

test("requests that differ in any value have different pages", () => {
  const assertApart = (one: Value[], other: Value[]): void => {
    const cache = keeping(10_000);
    const askFor = (values: Value[]) =>
      ask(cache, values, () => inspect(values));
    for (const each of [one, other, one, other]) askFor(each);
    assert.equal(askFor(one), inspect(one));
    assert.equal(askFor(other), inspect(other));
  };
  for (const [one, other] of ALIKE) assertApart(one, other);
  fc.assert(fc.property(values, values, assertApart), { numRuns: 2000 });
});
