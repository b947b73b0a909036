import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { batches } from "./batches.ts";

const limits = {
  items: 4,
  weight: 10,
  weigh: (n: number) => n,
  waitMs: 20,
  longestMs: 5_000,
};

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

test("every item is in one batch, in order, and no batch exceeds its limits", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12)), async (numbers) => {
      const source = from(numbers);
      const found = await Array.fromAsync(batches(source, limits));
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
  const source = from([1, 2, 3, 1]);
  assert.deepEqual(await Array.fromAsync(batches(source, limits)), [
    [1, 2, 3, 1],
  ]);
});

test(
  "an item that comes slowly is passed on without waiting for more",
  { timeout: 60_000 },
  async () => {
    const { promise: firstSeen, resolve } = Promise.withResolvers<undefined>();
    async function* slow(): AsyncGenerator<number> {
      yield 1;
      await firstSeen;
      yield 2;
    }
    const source = batches(slow(), limits);
    assert.deepEqual((await source.next()).value, [1]);
    resolve(undefined);
    assert.deepEqual((await source.next()).value, [2]);
  },
);

test(
  "an endless series of items is passed on in time",
  { timeout: 60_000 },
  async () => {
    async function* endless(): AsyncGenerator<number> {
      for (;;) {
        await nextTurn();
        yield 1;
      }
    }
    const unbound = { items: Infinity, weight: Infinity, longestMs: 50 };
    const source = batches(endless(), { ...limits, ...unbound });
    assert.equal((await source.next()).done, false);
    void source.return(undefined);
  },
);

test("the time to produce an item does not end the batch", async () => {
  const waitMs = 20;
  async function* slow(): AsyncGenerator<number> {
    for (const n of [1, 2, 3, 1]) {
      await Promise.resolve();
      const until = performance.now() + 2 * waitMs;
      while (performance.now() < until);
      yield n;
    }
  }
  const found = await Array.fromAsync(batches(slow(), { ...limits, waitMs }));
  assert.deepEqual(found, [[1, 2, 3, 1]]);
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
