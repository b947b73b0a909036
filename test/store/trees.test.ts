import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { treePages } from "../../src/store/schema/tables.ts";
import { selectSql } from "../../src/store/schema/statements.ts";
import type { Reader } from "../../src/store/reader.ts";
import { findProofs } from "../../src/store/trees/proofs/findProofs.ts";
import {
  findMerkleTrees,
  lookUpTrees,
} from "../../src/store/trees/findMerkleTrees.ts";
import { findPaths } from "../../src/store/trees/proofs/findPaths.ts";
import type { Reading } from "../../src/store/connection.ts";
import { firstSlotOf, gapsIn } from "../../src/store/write/ranges.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Writer } from "../../src/store/writer.ts";
import { Random } from "../model/random.ts";
import { TreeHistory } from "../model/treeHistory.ts";
import { foldPath, toHash } from "../model/treeModel.ts";
import { test } from "./eachEngine.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const blocks = 14;

async function refreshAll(writer: Writer): Promise<void> {
  for (let steps = 0; await writer.refreshTrees(); steps++)
    assert.ok(steps < 1000, "refreshing does not end");
}

/** Roots, sequence numbers and status of all trees, and a proof of every leaf and address, against the plain model. */
async function assertTreesEqual(
  reader: Reader,
  history: TreeHistory,
): Promise<void> {
  const { trees } = await findMerkleTrees(reader);
  for (const { tree, root, rootSeq, status } of trees) {
    const expected = history.model(tree);
    assert.deepEqual(
      [encodeBase58(root), rootSeq, status],
      [encodeBase58(expected.root()), expected.seq, { usable: true }],
    );
  }
  const hashes = history.accounts.map(({ hash }) => hash);
  const { accounts } = await findProofs(reader, hashes, []);
  for (const proof of accounts) {
    const { account, tree, path, isLeaf } = proof!;
    const leaf = toHash(history.model(tree.tree).leaf(account.leafIndex));
    assert.equal(hex(path.leaf), hex(leaf));
    assert.equal(isLeaf, hex(leaf) === hex(account.hash));
    assert.equal(hex(foldPath(path)), hex(tree.root));
  }
  const asked = history.addresses;
  const { addresses } = await findProofs(reader, [], asked);
  for (const [i, place] of addresses.entries()) {
    const { address, tree } = asked[i]!;
    assert.ok(place.tree && place.low && place.path);
    assert.equal(place.existing, history.whereIs(address, tree));
    const low = history.model(tree).lowLeafOf(BigInt(`0x${hex(address)}`));
    assert.equal(place.low.leafIndex, low);
    assert.equal(hex(foldPath(place.path)), hex(place.tree.root));
  }
}

async function pagesOf(reader: Reader): Promise<string[]> {
  const rows = await reader.all(selectSql(treePages), []);
  return rows
    .map(([tree, page, content]) =>
      [hex(tree), String(page), hex(content)].join(" "),
    )
    .sort();
}

const hex = (value: unknown) =>
  Buffer.from(value as Uint8Array).toString("hex");

test("trees written in any batches equal those built from their leaves", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 14 }), (seed, size) =>
      withStore(async ({ writer, reader }) => {
        const history = new TreeHistory({ seed, blocks });
        await writer.addTrees(history.trees);
        for (let at = 0; at < blocks; at += size)
          await writer.apply(history.updates.slice(at, at + size));
        await refreshAll(writer);
        await assertTreesEqual(reader, history);
      }),
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

test("at the tip every block leaves its trees ready for proofs", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const history = new TreeHistory({ seed: 5, blocks });
    await writer.addTrees(history.trees);
    for (const [i, update] of history.updates.entries()) {
      await writer.apply([update]);
      const { trees } = await findMerkleTrees(reader);
      for (const tree of trees)
        assert.deepEqual(tree.status, { usable: true }, `after block ${i}`);
    }
    assert.equal(await writer.refreshTrees(), false);
    await assertTreesEqual(reader, history);
  });
});

test("what proofs share is read again after every change", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const history = new TreeHistory({ seed: 5, blocks });
    await writer.addTrees(history.trees);
    const leaves = history.accounts.map(({ tree, leafIndex }) => ({
      tree,
      leafIndex,
    }));
    const readAll = async (reading: Reading) => {
      const { slot, trees } = await findMerkleTrees(reading);
      const keys = leaves.map(({ tree }) => tree);
      const { treeOf } = await lookUpTrees(reading, keys);
      const asked = leaves.map(({ tree, leafIndex }) => ({
        tree: treeOf(tree)!,
        leafIndex,
      }));
      return { slot, trees, paths: await findPaths(reading, asked) };
    };
    const assertFresh = async () => {
      assert.deepEqual(await readAll(reader), await reader.snapshot(readAll));
    };
    for (const update of history.updates) {
      await writer.apply([update]);
      await assertFresh();
    }
    await writer.undoAfter(history.updates[6]!.block.slot);
    await assertFresh();
  });
});

test("after undoing blocks, the pages equal those of a store that never had them", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 0, max: 12 }), (seed, kept) => {
      const history = new TreeHistory({ seed, blocks });
      const before = history.updates.slice(0, kept + 1);
      const random = new Random(seed);
      return withStore((clean) =>
        withStore(async ({ writer, reader }) => {
          for (const store of [clean.writer, writer])
            await store.addTrees(history.trees);
          for (const update of before) await clean.writer.apply([update]);
          if (random.chance(0.5)) await writer.apply(history.updates);
          else
            for (const update of history.updates) await writer.apply([update]);
          if (random.chance(0.5)) await refreshAll(writer);
          await writer.undoAfter(before.at(-1)!.block.slot);
          await refreshAll(writer);
          assert.deepEqual(await pagesOf(reader), await pagesOf(clean.reader));
          await writer.apply(history.updates.slice(kept + 1));
          await refreshAll(writer);
          await assertTreesEqual(reader, history);
        }),
      );
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test("backfilling in any pieces completes the trees", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 13 }), (seed, split) => {
      const history = new TreeHistory({ seed, blocks });
      const { updates } = history;
      const random = new Random(seed + 7);
      return withStore(async ({ writer, reader }) => {
        await writer.addTrees(history.trees);
        for (const update of updates.slice(split)) {
          await writer.apply([update]);
          if (random.chance(0.3)) await refreshAll(writer);
        }
        if (history.updates.slice(0, split).some(movesV1))
          await assertSomeIncomplete(reader);
        while (await fillSome(writer, updates, random)) {
          if (random.chance(0.3)) await refreshAll(writer);
        }
        await refreshAll(writer);
        await assertTreesEqual(reader, history);
      });
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

function movesV1({ transactions }: StateUpdate): boolean {
  return transactions.some(({ created }) =>
    created.some((a) => a.seq !== null),
  );
}

async function assertSomeIncomplete(reader: Reader): Promise<void> {
  const { trees } = await findMerkleTrees(reader);
  const v1 = trees.filter(({ type, rootSeq }) => type === 1 && rootSeq > 0n);
  for (const { status } of v1)
    assert.equal(status.usable ? "usable" : status.reason, "incomplete");
}

/** Fills one piece of what is missing; false when nothing is. */
async function fillSome(
  writer: Writer,
  updates: readonly StateUpdate[],
  random: Random,
): Promise<boolean> {
  const first = firstSlotOf(updates[0]!.block);
  const known = await writer.ranges();
  const gap = gapsIn(known, { first, last: known.at(-1)!.first - 1 })[0];
  if (!gap) return false;
  const from = gap.first + random.below(gap.last - gap.first + 1);
  const to = from + random.below(gap.last - from + 1);
  const inside = updates.filter(
    ({ block }) => block.slot >= from && block.slot <= to,
  );
  await writer.backfill(inside, { first: from, last: to });
  return true;
}

test("deleted nodes are computed again", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const history = new TreeHistory({ seed: 11, blocks });
    await writer.addTrees(history.trees);
    for (const update of history.updates) await writer.apply([update]);
    const before = await pagesOf(reader);
    await writer.forgetNodes(null);
    const { trees } = await findMerkleTrees(reader);
    assert.ok(
      trees.some(({ status }) => !status.usable && status.reason === "stale"),
    );
    await refreshAll(writer);
    assert.deepEqual(await pagesOf(reader), before);
    await assertTreesEqual(reader, history);
  });
});

test("a batch with a different root disables the proofs of its tree and nothing else", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const history = new TreeHistory({ seed: 3, blocks });
    await writer.addTrees(history.trees);
    const wrong = history.updates.map((update) => ({
      ...update,
      transactions: update.transactions.map((transaction) => ({
        ...transaction,
        batches: transaction.batches.map((batch) => ({
          ...batch,
          newRoot: batch.tree as unknown as typeof batch.newRoot,
        })),
      })),
    }));
    for (const update of wrong) await writer.apply([update]);
    const { trees } = await findMerkleTrees(reader);
    const v2 = trees.filter(({ type, rootSeq }) => type > 2 && rootSeq > 0n);
    assert.ok(v2.length > 0);
    for (const { status } of v2) {
      assert.equal(status.usable ? "usable" : status.reason, "mismatch");
    }
  });
});
