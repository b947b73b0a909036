import assert from "node:assert/strict";
import { test } from "node:test";
import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";
import fc from "fast-check";
import { batches } from "./batches.ts";

const limits = {
  items: 4,
  weight: 10,
  weigh: (n: number) => n,
  waitMs: 20,
  longestMs: 5_000,
};

async function* at<T>(
  items: readonly (readonly [pauseMs: number, item: T])[],
): AsyncGenerator<T> {
  for (const [pauseMs, item] of items) {
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    yield await Promise.resolve(item);
  }
}

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("every item is in one batch, in order, and no batch exceeds its limits", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12)), async (numbers) => {
      const source = at(numbers.map((n) => [0, n]));
      const found = await toArray(batches(source, limits));
      assert.deepEqual(found.flat(), numbers);
      for (const batch of found) {
        assert.ok(batch.length <= limits.items);
        const beforeLast = batch.slice(0, -1).reduce((a, b) => a + b, 0);
        assert.ok(beforeLast < limits.weight);
      }
    }),
  );
});

test("items in quick succession share a batch", async () => {
  const source = at([1, 2, 3, 1].map((n) => [0, n]));
  assert.deepEqual(await toArray(batches(source, limits)), [[1, 2, 3, 1]]);
});

test("slow items are passed on without waiting for more", async () => {
  const source = batches(
    at([
      [0, 1],
      [5_000, 2],
    ]),
    limits,
  );
  const started = performance.now();
  assert.deepEqual((await source.next()).value, [1]);
  assert.ok(performance.now() - started < 1_000);
  // The pause that is left must not keep the test: nothing awaits it any more.
  void source.return(undefined);
});

test("an endless series of items is passed on in time", async () => {
  const busy = { ...limits, items: 1000, weight: 1000, longestMs: 50 };
  const source = batches(at(Array.from({ length: 200 }, () => [2, 1])), busy);
  const first = await source.next();
  assert.ok(!first.done);
  const { length } = first.value;
  assert.ok(length > 1 && length < 100, String(length));
  void source.return(undefined);
});

test("the time to produce an item does not end the batch", async () => {
  async function* slow(): AsyncGenerator<number> {
    for (const n of [1, 2, 3, 1]) {
      await nextTurn();
      const until = performance.now() + 15;
      while (performance.now() < until);
      yield n;
    }
  }
  assert.deepEqual(await toArray(batches(slow(), limits)), [[1, 2, 3, 1]]);
});

test("items before an error are passed on before it", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    await Promise.reject(new Error("torn"));
  }
  const seen: (readonly number[])[] = [];
  await assert.rejects(async () => {
    for await (const batch of batches(failing(), limits)) seen.push(batch);
  }, /torn/);
  assert.deepEqual(seen, [[1, 2]]);
});
