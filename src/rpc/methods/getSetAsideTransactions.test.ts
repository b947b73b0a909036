import assert from "node:assert/strict";
import { encodeBase58 } from "../../codecs/base58.ts";
import { asSignature } from "../../domain/values.ts";
import type { SetAside } from "../../domain/update.ts";
import { makeHistory } from "../../../test/model/history.ts";
import { askStore } from "../../../test/model/lists.ts";
import { test } from "../../../test/store/eachEngine.ts";
import type { Reader } from "../../store/reader.ts";

const { updates } = makeHistory({
  seed: 3,
  blocks: 4,
  transactionsPerBlock: 2,
});

const signature = asSignature(new Uint8Array(64).fill(7));

function setAside(index: number, reason: string, named = true): SetAside {
  return {
    index,
    reason,
    signature: named ? signature : null,
    bytes: new Uint8Array([1, 2, 3]),
  };
}

/** Two blocks with transactions that cannot be decoded, one of them with a reason that needs escapes. */
const withSetAside = updates.map((update, at) => {
  if (at === 1)
    return {
      ...update,
      setAside: [setAside(3, 'a "tag" of 9, ü'), setAside(5, "b", false)],
    };
  return at === 3 ? { ...update, setAside: [setAside(0, "c")] } : update;
});
const slotOf = (at: number) => updates[at]!.block.slot;

interface Page {
  readonly context: { readonly slot: number };
  readonly value: {
    readonly items: readonly { readonly reason: string }[];
    readonly cursor: string | null;
  };
}

async function ask(read: Reader, params: object): Promise<Page> {
  const request = {
    jsonrpc: "2.0",
    id: "1",
    method: "getSetAsideTransactions",
    params,
  };
  const text = await askStore(read)(JSON.stringify(request));
  return (JSON.parse(text) as { result: Page }).result;
}

test("transactions set aside are listed with their reasons, page by page and by slot", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    assert.deepEqual((await ask(reader, {})).value.items, []);
    await writer.apply(withSetAside);
    const { context, value } = await ask(reader, {});
    assert.equal(context.slot, slotOf(3));
    assert.deepEqual(value.items, [
      {
        slot: slotOf(1),
        index: 3,
        signature: encodeBase58(signature),
        reason: 'a "tag" of 9, ü',
      },
      { slot: slotOf(1), index: 5, signature: null, reason: "b" },
      {
        slot: slotOf(3),
        index: 0,
        signature: encodeBase58(signature),
        reason: "c",
      },
    ]);
    assert.equal(value.cursor, null);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await ask(reader, { limit: 1, ...(cursor && { cursor }) });
      walked.push(...page.value.items.map(({ reason }) => reason));
      cursor = page.value.cursor;
    } while (cursor !== null);
    assert.deepEqual(walked, ['a "tag" of 9, ü', "b", "c"]);
    const ofSlot = await ask(reader, { slot: slotOf(3) });
    assert.deepEqual(
      ofSlot.value.items.map(({ reason }) => reason),
      ["c"],
    );
    const ofOther = await ask(reader, { slot: slotOf(0) });
    assert.deepEqual(ofOther.value.items, []);
  });
});
