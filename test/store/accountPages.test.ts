import assert from "node:assert/strict";
import fc from "fast-check";
import type { Account } from "../../src/domain/account.ts";
import { TreeType } from "../../src/domain/tree.ts";
import { NO_CHANGES, type StateUpdate } from "../../src/domain/update.ts";
import { asAddress, asHash, asSignature } from "../../src/domain/values.ts";
import { joinChunks } from "../../src/render/text.ts";
import type { AccountPageRequest, Page } from "../../src/store/page.ts";
import { accountsByOwner } from "../../src/store/read/pages/accountsByOwner.ts";
import { MAX_STEPS, STEP_ROWS } from "../../src/store/filterIndexes/scan.ts";
import type { Reader } from "../../src/store/reader.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";

const owner = asAddress(new Uint8Array(32).fill(7));
const tree = asAddress(new Uint8Array(32).fill(8));

function makeAccounts(seed: number, count: number): Account[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, leafIndex) => ({
    hash: asHash(random.bytes(32)),
    address: null,
    owner,
    lamports: 1n,
    data:
      leafIndex % 5 === 4
        ? null
        : {
            discriminator: 1n,
            data: Buffer.from([leafIndex % 3, leafIndex & 255, leafIndex >> 8]),
            dataHash: asHash(random.bytes(32)),
          },
    tree,
    queue: tree,
    treeType: TreeType.StateV2,
    leafIndex,
    seq: null,
    token: null,
  }));
}

function block(
  slot: number,
  created: readonly Account[],
  spent: readonly Account[] = [],
): StateUpdate {
  return {
    block: {
      slot,
      parentSlot: slot - 1,
      blockhash: `hash-${slot}`,
      parentBlockhash: `hash-${slot - 1}`,
      blockTime: slot,
      blockHeight: slot,
    },
    transactions: [
      {
        ...NO_CHANGES,
        signature: asSignature(new Random(slot).bytes(64)),
        created,
        spent: spent.map(({ hash }) => hash),
      },
    ],
    others: [],
    setAside: [],
  };
}

interface Item {
  leafIndex: number;
  data: { data: string } | null;
}

async function walk(
  read: Reader,
  request: Partial<AccountPageRequest>,
  onPage: (page: Page) => Promise<void> | void = () => undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: Uint8Array | null = null;
  do {
    const page: Page = await accountsByOwner.page(read, {
      key: owner,
      after,
      limit: 100,
      filters: [],
      dataSlice: null,
      ...request,
    });
    items.push(...(JSON.parse(`[${joinChunks(page.items)}]`) as Item[]));
    await onPage(page);
    after = page.cursor;
  } while (after);
  return items;
}

test("walking 3,000 accounts finds each once while others are spent and created", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    const accounts = makeAccounts(1, 6000);
    const staying = accounts.slice(0, 3000);
    const leaving = accounts.slice(3000);
    await writer.apply([block(1, accounts)]);
    let slot = 1;
    const seen = await walk(reader, {}, async () => {
      slot += 1;
      const born = makeAccounts(slot + 100, 20).map((account) => ({
        ...account,
        leafIndex: 10_000 + account.leafIndex,
      }));
      await writer.apply([block(slot, born, leaving.splice(0, 60))]);
    });
    const indexes = seen.map(({ leafIndex }) => leafIndex);
    assert.deepEqual(
      indexes.filter((i) => i < 3000).sort((a, b) => a - b),
      staying.map(({ leafIndex }) => leafIndex),
    );
    assert.ok(slot > 30, "the state changed between the pages");
  });
});

test("filters and slices agree with a check of every account", async (withStore) => {
  const accounts = makeAccounts(2, 700);
  await withStore(async ({ writer, reader }) => {
    await writer.apply([block(1, accounts)]);
    const filter = fc.record({
      offset: fc.integer({ min: 0, max: 5 }),
      bytes: fc.uint8Array({ maxLength: 2, max: 3 }),
    });
    const slice = fc.record({
      offset: fc.integer({ min: 0, max: 4 }),
      length: fc.integer({ min: 0, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(filter, { maxLength: 3 }),
        fc.option(slice),
        fc.constantFrom(1, 9, 1000),
        async (filters, dataSlice, limit) => {
          const expected = accounts.filter(({ data }) =>
            filters.every(
              ({ offset, bytes }) =>
                data &&
                data.data.length >= offset + bytes.length &&
                bytes.every((byte, i) => data.data[offset + i] === byte),
            ),
          );
          const found = await walk(reader, { filters, dataSlice, limit });
          const byLeaf = (a: Item, b: Item) => a.leafIndex - b.leafIndex;
          assert.deepEqual(
            found
              .sort(byLeaf)
              .map(({ leafIndex, data }) => [leafIndex, data?.data]),
            expected.map(({ leafIndex, data }) => {
              const { offset, length } = dataSlice ?? {
                offset: 0,
                length: 99,
              };
              const cut = data?.data.subarray(offset, offset + length);
              return [leafIndex, cut && Buffer.from(cut).toString("base64")];
            }),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("a filter that matches almost nothing returns within its budget, with a cursor to continue", async (withStore) => {
  const total = STEP_ROWS * MAX_STEPS + 5_000;
  await withStore(async ({ writer, reader }) => {
    const accounts = makeAccounts(3, total);
    await writer.apply([block(1, accounts)]);
    const wanted = accounts.at(-2)!.data!.data;
    const filters = [{ offset: 0, bytes: wanted }];
    const pages: Page[] = [];
    const found = await walk(reader, { filters, limit: 1000 }, (page) => {
      pages.push(page);
    });
    assert.equal(
      found.length,
      accounts.filter(
        (a) => a.data && Buffer.compare(a.data.data, wanted) === 0,
      ).length,
    );
    assert.equal(pages.length, 2, "the first page ran out of steps");
    assert.ok(pages[0]!.cursor && pages[0]!.count < 1000);
  });
});

test("an account without data and one that is too short match no filter", async (withStore) => {
  await withStore(async ({ writer, reader }) => {
    await writer.apply([block(1, makeAccounts(4, 10))]);
    for (const offset of [3, 2 ** 31, 2 ** 53 - 1]) {
      const filters = [{ offset, bytes: Uint8Array.of(0) }];
      assert.deepEqual(await walk(reader, { filters }), []);
    }
  });
});
