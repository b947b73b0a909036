// What getCompressedTokenHistory shows while blocks are missing, and the form of its cursor.
import assert from "node:assert/strict";
import { base58 } from "@scure/base";
import { encodeBase58 } from "../../src/codecs/base58.ts";
import { firstSlotOf } from "../../src/store/write/ranges.ts";
import type { Reader } from "../../src/store/reader.ts";
import { parseExact } from "../model/exactJson.ts";
import { makeHistory } from "../model/history.ts";
import { askStore } from "../model/lists.ts";
import { Model } from "../model/model.ts";
import type { HistoryItem } from "../model/tokenHistory.ts";
import { test } from "./eachEngine.ts";

const { history, updates } = makeHistory({
  ...{ seed: 41, blocks: 12, transactionsPerBlock: 8, keys: 4 },
});
const mint = history.mints[0]!;
const model = Model.of(updates);
const expected = model.tokenHistory(null, mint) as HistoryItem[];

interface Page {
  readonly items: HistoryItem[];
  readonly cursor: string | null;
}

async function page(read: Reader, more: object = {}): Promise<Page> {
  const params = { mint: encodeBase58(mint), ...more };
  const method = "getCompressedTokenHistory";
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { result } = parseExact(await askStore(read)(body)) as {
    result: { value: Page };
  };
  return result.value;
}

test("balances in a token history are null while blocks before are missing, and exact once the gap has closed", (withStore) =>
  withStore(async ({ writer, reader }) => {
    const assertUnknown = async () => {
      const { items } = await page(reader);
      assert.ok(items.length > 0);
      for (const { balance } of items) assert.equal(balance, null);
    };
    const first = firstSlotOf(updates[0]!.block);
    const middle = firstSlotOf(updates[4]!.block);
    const last = firstSlotOf(updates[8]!.block) - 1;
    await writer.saveFirstBlock(first);
    await writer.apply(updates.slice(8));
    await assertUnknown();
    await writer.backfill(updates.slice(4, 8), { first: middle, last });
    assert.equal(await writer.makeRunningBalances(), false, "not yet");
    await assertUnknown();
    await writer.backfill(updates.slice(0, 4), { first, last: middle - 1 });
    await assertUnknown();
    while (await writer.makeRunningBalances());
    assert.deepEqual((await page(reader)).items, expected);
  }));

test("the cursor of a token history is slot, place, mint and owner of the page's last item", (withStore) =>
  withStore(async ({ writer, reader }) => {
    await writer.apply(updates);
    const limit = 5;
    const { items, cursor } = await page(reader, { limit });
    const { slot, signature, owner } = items.at(-1)!;
    const { transactions } = updates.find(
      ({ block }) => block.slot === Number(slot),
    )!;
    const place = transactions.findIndex(
      (each) => encodeBase58(each.signature) === signature,
    );
    const numbers = Buffer.alloc(12);
    numbers.writeBigUInt64LE(slot);
    numbers.writeUInt32LE(place, 8);
    assert.deepEqual(
      Buffer.from(base58.decode(cursor!)),
      Buffer.concat([numbers, mint, base58.decode(owner)]),
    );
    const next = await page(reader, { limit, cursor });
    assert.deepEqual([...items, ...next.items], expected.slice(0, 2 * limit));
  }));
