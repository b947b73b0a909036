import assert from "node:assert/strict";
import fc from "fast-check";
import type { Address } from "../../src/domain/values.ts";
import { decodeU128 } from "../../src/codecs/bigEndian.ts";
import { balanceLine } from "../../src/store/past/holderLifetimes.ts";
import { blocksOf, idOf } from "../../src/store/past/settleHolders.ts";
import type { Reader } from "../../src/store/reader.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import { makeHistory } from "../model/history.ts";
import { test } from "./eachEngine.ts";
import { withOpened } from "./withStore.ts";

const shape = { blocks: 16, transactionsPerBlock: 6 };

test("the balances kept after a slot are the same, whether older changes are read or not", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), (seed) =>
      withStore(async ({ writer, reader }) => {
        const { updates } = makeHistory({ seed, ...shape });
        await writer.apply(updates);
        const balances = (
          await reader.all("select owner, mint, amount from token_balances", [])
        ).map(([owner, mint, amount]) => ({
          owner: owner as Address,
          mint: mint as Address,
          amount: decodeU128(amount as Uint8Array),
        }));
        const all = await blocksOf(reader, balances, 0);
        for (const { block } of updates) {
          const from = block.slot;
          const some = await blocksOf(reader, balances, from);
          for (const each of balances) {
            const id = idOf(each);
            const whole = balanceLine(each.amount, all.get(id) ?? []);
            const past = whole.past.filter((row) => row.lifetime.until > from);
            const part = balanceLine(each.amount, some.get(id) ?? []);
            const kept = part.past.filter((row) => row.lifetime.until > from);
            assert.deepEqual(
              { since: part.since, past: kept },
              { since: whole.since, past },
            );
          }
        }
      }),
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

/** As after the upgrade of a store whose version kept neither changes of balances nor since when they are there. */
async function forgetPast(url: string): Promise<void> {
  const connection = await openForUpkeep(url);
  await connection.run("update holders set since = 0");
  for (const table of ["past_rows", "token_changes", "lamport_changes"])
    await connection.run(`delete from ${table}`);
  await connection.close();
}

const holdersIn = (read: Reader) =>
  read.all("select key, position, item from holders order by 1, 2", []);

test("the holders are right after a fork that undoes blocks from before an upgrade", async (withStore, withUrl) => {
  const { updates } = makeHistory({ seed: 21, ...shape });
  const kept = updates.slice(0, 9);
  await withUrl(async (url) => {
    await withOpened(url, ({ writer }) => writer.apply(updates));
    await forgetPast(url);
    await withOpened(url, async ({ writer, reader }) => {
      const whole = await holdersIn(reader);
      await writer.undoAfter(kept.at(-1)!.block.slot);
      await withStore(async (clean) => {
        await clean.writer.apply(kept);
        const expected = await holdersIn(clean.reader);
        assert.notDeepEqual(expected, whole);
        assert.deepEqual(await holdersIn(reader), expected);
      });
      await writer.apply(updates);
      assert.deepEqual(await holdersIn(reader), whole);
    });
  });
});
