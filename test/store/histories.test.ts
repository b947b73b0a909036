import assert from "node:assert/strict";
import fc from "fast-check";
import {
  NO_CHANGES,
  type StateUpdate,
  type TransactionUpdate,
} from "../../src/domain/update.ts";
import { asSignature, type Signature } from "../../src/domain/values.ts";
import { makeHistory } from "../model/history.ts";
import { askStore, assertListsEqual } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import { dump } from "./dump.ts";
import { test } from "./eachEngine.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 12, transactionsPerBlock: 8 };

test("any history, written in any batches, gives the lists of the model", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 12 }), (seed, size) =>
      withStore(async ({ writer, reader }) => {
        const { history, updates } = makeHistory({ seed, ...shape });
        for (let at = 0; at < updates.length; at += size) {
          await writer.apply(updates.slice(at, at + size));
        }
        await assertListsEqual(askStore(reader), history, Model.of(updates));
      }),
    ),
    { numRuns: 12 },
  );
});

test("writing the same blocks twice changes nothing", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async ({ writer, reader }) => {
        const { history, updates } = makeHistory({ seed, ...shape });
        for (const update of updates) {
          await writer.apply([update]);
          await writer.apply([update]);
        }
        await writer.apply(updates);
        await assertListsEqual(askStore(reader), history, Model.of(updates));
      }),
    ),
    { numRuns: 5 },
  );
});

test("a spend listed before the account it spends is not lost", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async ({ writer, reader }) => {
        const { history, updates } = makeHistory({ seed, ...shape });
        const reversed = updates.map((update) => ({
          ...update,
          transactions: update.transactions.toReversed(),
        }));
        for (const update of reversed) await writer.apply([update]);
        await assertListsEqual(
          askStore(reader),
          history,
          Model.of(updates, reversed),
          [1000],
        );
      }),
    ),
    { numRuns: 5 },
  );
});

test("an account that two transactions claim to spend is taken from the sums once", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) =>
      withStore(async ({ writer, reader }) => {
        const { history, updates } = makeHistory({ seed, ...shape });
        const again = updates.map((update) => ({
          ...update,
          transactions: update.transactions.flatMap((transaction, i) => [
            transaction,
            {
              ...transaction,
              signature: claimOf(transaction.signature, i),
              created: [],
            },
          ]),
        }));
        for (const update of again) await writer.apply([update]);
        await assertListsEqual(
          askStore(reader),
          history,
          Model.of(again),
          [1000],
        );
      }),
    ),
    { numRuns: 5 },
  );
});

test("an account that a second transaction claims to create is counted once and listed in the history of both", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 0, max: 11 }), (seed, kept) => {
      const { history, updates } = makeHistory({ seed, ...shape });
      const again = updates.map((update, i) =>
        claimAgain(update, updates[i - 1]),
      );
      const before = again.slice(0, kept + 1);
      return withStore((clean) =>
        withStore(async ({ writer, reader }) => {
          for (const update of again) await writer.apply([update]);
          const model = Model.of(again);
          await assertListsEqual(askStore(reader), history, model, [1000]);
          await clean.writer.apply(before);
          await writer.undoAfter(before.at(-1)!.block.slot);
          assert.deepEqual(await dump(reader), await dump(clean.reader));
        }),
      );
    }),
    { numRuns: 8 },
  );
});

/** Claims to make what this block and the one before made, under other signatures. */
function claimAgain(update: StateUpdate, last?: StateUpdate): StateUpdate {
  const claims = [...(last?.transactions ?? []), ...update.transactions].map(
    ({ signature, created }, i): TransactionUpdate => ({
      ...NO_CHANGES,
      signature: claimOf(signature, update.block.slot * 100 + i),
      created,
    }),
  );
  return { ...update, transactions: [...update.transactions, ...claims] };
}

function claimOf(signature: Uint8Array, index: number): Signature {
  const claim = Buffer.from(signature);
  claim.writeUInt32BE(index);
  return asSignature(claim);
}

test("undoing the last blocks leaves every row as if they had never been indexed, and indexing continues from there", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 0, max: 11 }), (seed, kept) => {
      const { history, updates } = makeHistory({ seed, ...shape });
      const before = updates.slice(0, kept + 1);
      return withStore((clean) =>
        withStore(async ({ writer, reader }) => {
          await clean.writer.apply(before);
          await writer.apply(updates);
          await writer.undoAfter(before.at(-1)!.block.slot);
          assert.deepEqual(await dump(reader), await dump(clean.reader));
          await writer.apply(updates.slice(kept + 1));
          await assertListsEqual(
            askStore(reader),
            history,
            Model.of(updates),
            [1000],
          );
        }),
      );
    }),
    { numRuns: 12 },
  );
});
