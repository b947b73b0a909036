import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startSimulatedNode } from "../../test/node/simulatedNode.ts";
import { faultFor } from "../../test/simulation/faults.ts";
import { updatesOf } from "../../test/simulation/index.ts";
import { World } from "../../test/simulation/world.ts";
import { Random } from "../../test/model/random.ts";
import { assertSameRows } from "../../test/store/dump.ts";
import { type OpenedStore, withStore } from "../../test/store/withStore.ts";
import { StoreError } from "../store/errors.ts";
import { otherTransactions } from "../store/schema/tables.ts";
import type { Writer } from "../store/writer.ts";
import { backfill, findGaps } from "./backfill.ts";
import { TreeLookup } from "./lookup.ts";
import { createJsonRpc } from "./source/node/jsonRpc.ts";
import { openRpcSource } from "./source/node/source.ts";
import { builtInTrees } from "./trees/builtInTrees.ts";
import { TreeBook } from "./trees/treeBook.ts";

const never = new AbortController().signal;
const everything = { first: 0, last: Infinity };

async function partsFor(
  t: TestContext,
  world: World,
  { writer }: OpenedStore,
  seed: number | null,
) {
  const random = new Random(seed ?? 0);
  const node = await startSimulatedNode({
    blocks: () => world.chain,
    disturb: (method, _, params) =>
      seed !== null && random.chance(0.1)
        ? faultFor(random, world.chain, method, params)
        : null,
  });
  t.after(() => node.close());
  const rpc = createJsonRpc(node.url, { timeoutMs: 100 });
  const quick = { pollMs: () => 3, firstPauseMs: 2, window: 4 };
  const source = await openRpcSource(rpc, never, quick);
  const book = new TreeBook(builtInTrees);
  const save = () => Promise.resolve();
  const lookup = new TreeLookup({ book, accounts: null, save });
  await writer.addTrees(builtInTrees);
  return { source, writer, book, lookup, verify: false, firstPauseMs: 2 };
}

async function assertLikeInOrder(
  world: World,
  { reader, writer }: OpenedStore,
) {
  while (await writer.makeRunningBalances());
  await withStore(async (clean) => {
    await clean.writer.addTrees(builtInTrees);
    await clean.writer.apply(updatesOf(world.chain));
    await assertSameRows(reader, clean.reader, [otherTransactions.name]);
  });
}

for (const seed of [null, 1, 2, 3]) {
  test(`a past filled in from a node ${seed === null ? "in order" : `that errs (${seed})`} is what indexing in order gives`, async (t) => {
    const world = new World(seed ?? 9, 0);
    world.grow(300);
    await withStore(async (store) => {
      const parts = await partsFor(t, world, store, seed);
      await store.writer.apply(updatesOf(world.chain.slice(250)));
      const slots: number[] = [];
      const onProgress = ({ slot }: { slot: number }) => slots.push(slot);
      await backfill({ ...parts, onProgress }, everything, never);
      assert.deepEqual(await findGaps(store.writer, everything), []);
      assert.deepEqual(
        slots,
        slots.toSorted((a, b) => a - b),
      );
      await assertLikeInOrder(world, store);
    });
  });
}

test("a stopped backfill continues where it was", async (t) => {
  const world = new World(4, 0);
  world.grow(700);
  await withStore(async (store) => {
    const parts = await partsFor(t, world, store, null);
    await store.writer.apply(updatesOf(world.chain.slice(690)));
    let runs = 0;
    let seen = 0;
    while ((await findGaps(store.writer, everything)).length > 0) {
      const stop = new AbortController();
      const onProgress = ({ blocks }: { blocks: number }) => {
        seen += blocks;
        stop.abort();
      };
      await backfill({ ...parts, onProgress }, everything, stop.signal);
      runs++;
    }
    assert.ok(runs > 2);
    assert.equal(seen, 690, "no block was written twice");
    await assertLikeInOrder(world, store);
  });
});

test("when a fork undoes all blocks after the gap, the indexer fills the gap", async (t) => {
  const world = new World(6, 0);
  world.grow(700);
  const updates = updatesOf(world.chain);
  await withStore(async (store) => {
    const parts = await partsFor(t, world, store, null);
    const { writer } = store;
    const newest = updates.slice(690);
    await writer.apply(newest);
    let following: Promise<void> | null = null;
    const onProgress = () => {
      following ??= followAgain();
    };
    const followAgain = async () => {
      await writer.undoAfter(newest[0]!.block.parentSlot);
      const head = await writer.head();
      const rest = updates.filter(({ block }) => block.slot > head!.slot);
      for (const update of rest) await writer.apply([update]);
    };
    await backfill({ ...parts, onProgress }, everything, never).finally(
      () => following,
    );
    assert.equal((await writer.ranges()).length, 1);
    await assertLikeInOrder(world, store);
  });
});

test("a fork that undoes every indexed block is waited for", async (t) => {
  const world = new World(7, 0);
  world.grow(300);
  const updates = updatesOf(world.chain);
  await withStore(async (store) => {
    const parts = await partsFor(t, world, store, null);
    await store.writer.apply(updates.slice(290));
    let undone = false;
    const backfillOnce = async (...what: Parameters<Writer["backfill"]>) => {
      if (!undone) await store.writer.undoAfter(-1);
      undone = true;
      await store.writer.backfill(...what);
    };
    const writer = { ...store.writer, backfill: backfillOnce };
    let failures = 0;
    const onUnlinkedBlock = () => {
      if (++failures === 3) void store.writer.apply(updates.slice(280));
    };
    await backfill({ ...parts, writer, onUnlinkedBlock }, everything, never);
    assert.ok(failures >= 3);
    await assertLikeInOrder(world, store);
  });
});

test("only the requested slots are filled, and an empty store has no past", async (t) => {
  const world = new World(5, 0);
  world.grow(100);
  await withStore(async (store) => {
    const parts = await partsFor(t, world, store, null);
    await assert.rejects(backfill(parts, everything, never), StoreError);
    await store.writer.apply(updatesOf(world.chain.slice(90)));
    await backfill(parts, { first: 20, last: 40 }, never);
    const [range] = await store.writer.ranges();
    assert.deepEqual([range!.first, range!.last], [20, 40]);
  });
});
