import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Tree } from "../../src/domain/tree.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import { NotTheNextBlock } from "../../src/store/errors.ts";
import { firstSlotOf, gapsIn } from "../../src/store/write/ranges.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { withQueues } from "../model/queues.ts";
import { Random } from "../model/random.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 16, transactionsPerBlock: 6 };

const slotOf = ({ block }: StateUpdate) => block.slot;

function treesOf(updates: readonly StateUpdate[]): Tree[] {
  return updates
    .flatMap(({ transactions }) => transactions)
    .flatMap(({ created }) => created)
    .map(({ tree, queue, treeType }) => ({ tree, queue, type: treeType }));
}

/** Fills one piece of what is missing, somewhere in it; sometimes a piece between two blocks. */
async function fillSome(
  writer: Writer,
  updates: readonly StateUpdate[],
  random: Random,
): Promise<void> {
  const first = firstSlotOf(updates[0]!.block);
  const known = await writer.ranges();
  const gap = gapsIn(known, { first, last: known.at(-1)!.first - 1 })[0];
  if (!gap) return;
  const width = gap.last - gap.first + 1;
  const from = gap.first + random.below(width);
  const to = from + random.below(gap.last - from + 1);
  const inside = updates.filter(
    (update) => slotOf(update) >= from && slotOf(update) <= to,
  );
  await writer.backfill(inside, { first: from, last: to });
  await writer.backfill(inside, { first: from, last: to });
}

async function makeBalances(writer: Writer): Promise<void> {
  while (await writer.makeRunningBalances());
}

test("indexing the newest blocks first and the rest later, in any ranges, gives the same rows as indexing in order", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 15 }), (seed, split) => {
      const random = new Random(seed + 7);
      const updates = withQueues(makeHistory({ seed, ...shape }).updates, seed);
      return withStore((clean) =>
        withStore(async ({ writer, reader }) => {
          await clean.writer.addTrees(treesOf(updates));
          await clean.writer.apply(updates);
          await writer.addTrees(treesOf(updates));
          await writer.apply(updates.slice(split, split + 1));
          let next = split + 1;
          const done = async () => {
            const [range, ...more] = await writer.ranges();
            const from = firstSlotOf(updates[0]!.block);
            return range!.first === from && more.length === 0;
          };
          while (next < updates.length || !(await done())) {
            const step = random.below(8);
            if (step === 1 && next > split + 1) {
              next -= 1 + random.below(next - split - 1);
              await writer.undoAfter(slotOf(updates[next - 1]!));
            } else if (step > 1 && next < updates.length) {
              await writer.apply(updates.slice(next, next + 1));
              next++;
            }
            await fillSome(writer, updates, random);
            if (random.chance(0.3)) await writer.makeRunningBalances();
          }
          await makeBalances(writer);
          assert.deepEqual(await dump(reader), await dump(clean.reader));
        }),
      );
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test("undoing blocks that were indexed before their past was filled in keeps the past", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) => {
      const updates = withQueues(makeHistory({ seed, ...shape }).updates, seed);
      const past = updates.slice(0, 8);
      return withStore((clean) =>
        withStore(async ({ writer, reader }) => {
          await clean.writer.addTrees(treesOf(updates));
          await clean.writer.apply(updates.slice(0, 10));
          await writer.addTrees(treesOf(updates));
          await writer.apply(updates.slice(8));
          await writer.backfill(past, {
            first: firstSlotOf(past[0]!.block),
            last: firstSlotOf(updates[8]!.block) - 1,
          });
          await writer.undoAfter(slotOf(updates[9]!));
          await makeBalances(writer);
          assert.deepEqual(await dump(reader), await dump(clean.reader));
        }),
      );
    }),
    { numRuns: 10 },
  );
});

test("older blocks that do not link up with the indexed ones are all refused", async (withStore) => {
  const { updates } = makeHistory({ seed: 1, ...shape });
  const [first, second] = updates as [StateUpdate, StateUpdate];
  const strange = { ...second.block, blockhash: "another" };
  await withStore(async ({ writer, reader }) => {
    await writer.apply(updates.slice(2));
    const slots = {
      first: firstSlotOf(first.block),
      last: firstSlotOf(updates[2]!.block) - 1,
    };
    const before = await dump(reader);
    for (const wrong of [
      [first, { ...second, block: strange }],
      [second],
      [second, first],
      updates.slice(0, 3),
    ]) {
      await assert.rejects(writer.backfill(wrong, slots), NotTheNextBlock);
      assert.deepEqual(await dump(reader), before);
    }
    await writer.backfill([first, second], slots);
    assert.equal((await writer.ranges()).length, 1);
  });
});

it("gaps are the requested slots that are not indexed", () => {
  const known = [
    { first: 10, last: 19 },
    { first: 30, last: 39 },
  ];
  const gaps = (first: number, last: number) => gapsIn(known, { first, last });
  assert.deepEqual(gaps(0, 35), [
    { first: 0, last: 9 },
    { first: 20, last: 29 },
  ]);
  assert.deepEqual(gaps(12, 18), []);
  assert.deepEqual(gaps(25, 50), [
    { first: 25, last: 29 },
    { first: 40, last: 50 },
  ]);
});
