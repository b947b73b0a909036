import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { mapConcurrently } from "./prefetch.ts";

async function* from<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

test("results keep the order of the items for any window and any delays", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 6 }),
      async (delays, window) => {
        let running = 0;
        const results = mapConcurrently(
          from(delays.entries()),
          window,
          async (d) => {
            assert.ok(++running <= window);
            await sleep(d[1]);
            running--;
            return d[0];
          },
        );
        assert.deepEqual(await Array.fromAsync(results), [...delays.keys()]);
      },
    ),
    { numRuns: 60 },
  );
});

test("as many items are worked on concurrently as the window allows", async () => {
  let started = 0;
  let open = (): void => undefined;
  const allStarted = new Promise<void>((resolve) => (open = resolve));
  const results = mapConcurrently(from([1, 2, 3]), 3, async (n) => {
    if (++started === 3) open();
    await allStarted;
    return n;
  });
  assert.deepEqual(await Array.fromAsync(results), [1, 2, 3]);
});

test(
  "a finished result is returned before the next item arrives",
  { timeout: 60_000 },
  async () => {
    const { promise: firstSeen, resolve } = Promise.withResolvers<undefined>();
    async function* slow(): AsyncGenerator<number> {
      yield 1;
      await firstSeen;
      yield 2;
    }
    const results = mapConcurrently(slow(), 4, (n) => sleep(5, n * 10));
    assert.deepEqual(await results.next(), { done: false, value: 10 });
    resolve(undefined);
    assert.deepEqual(await results.next(), { done: false, value: 20 });
  },
);

test("an error in the work comes after the results before it", async () => {
  const seen: number[] = [];
  const results = mapConcurrently(from([1, 2, 3]), 3, async (n) => {
    await sleep(3 - n);
    if (n === 2) throw new Error("two");
    return n;
  });
  await assert.rejects(async () => {
    for await (const n of results) seen.push(n);
  }, /two/);
  assert.deepEqual(seen, [1]);
});

test("an error of the items comes after everything before it", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    await Promise.reject(new Error("no more"));
  }
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const n of mapConcurrently(failing(), 5, (n) => sleep(5, n)))
      seen.push(n);
  }, /no more/);
  assert.deepEqual(seen, [1, 2]);
});
