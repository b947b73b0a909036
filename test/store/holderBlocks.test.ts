import assert from "node:assert/strict";
import fc from "fast-check";
import type { Address } from "../../src/domain/values.ts";
import { decodeU128 } from "../../src/codecs/bigEndian.ts";
import { balanceLine } from "../../src/store/past/holderLifetimes.ts";
import { blocksOf, idOf } from "../../src/store/past/settleHolders.ts";
import { makeHistory } from "../model/history.ts";
import { test } from "./eachEngine.ts";

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
