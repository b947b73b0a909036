import assert from "node:assert/strict";
import type { DataFilter, DataWindow } from "../../src/domain/query.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Address } from "../../src/domain/values.ts";
import type { Connection } from "../../src/store/connection.ts";
import {
  type FilterIndex,
  IndexState,
  listFilterIndexes,
} from "../../src/store/filterIndexes/definition.ts";
import {
  addFilterIndex,
  buildStep,
  dropStep,
  findFilterIndex,
  markDropped,
} from "../../src/store/filterIndexes/upkeep.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import { accountsByOwner } from "../../src/store/read/pages/accountsByOwner.ts";
import type { Reader } from "../../src/store/reader.ts";
import { accountsByWindow } from "../../src/store/schema/tables.ts";
import { joinChunks } from "../../src/render/text.ts";
import { makeHistory } from "../model/history.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";
import type { OpenedStore } from "./withStore.ts";

async function walk(
  read: Reader,
  owner: Address,
  filters: readonly DataFilter[],
  limit: number,
): Promise<string[]> {
  const pages: string[] = [];
  let after: Uint8Array | null = null;
  do {
    const request = { key: owner, filters, dataSlice: null, after, limit };
    const page = await accountsByOwner.page(read, request);
    if (page.count > 0) pages.push(joinChunks(page.items));
    after = page.cursor;
  } while (after);
  return pages;
}

function dataMadeBy(update: StateUpdate, owner: Address): Uint8Array[] {
  return update.transactions
    .flatMap(({ created }) => created)
    .filter((account) => account.owner === owner)
    .flatMap(({ data }) => data?.data ?? []);
}

async function countRows(read: Reader): Promise<number> {
  const [row] = await read.all(
    `select count(*) from ${accountsByWindow.name}`,
    [],
  );
  return row![0] as number;
}

/** Filters on, across, inside and beside the window, taken from data that is there. */
function filtersFor(
  { offset, length }: DataWindow,
  data: Uint8Array,
  random: Random,
): DataFilter[] {
  const cut = (from: number, size: number): DataFilter => ({
    offset: from,
    bytes: data.subarray(from, from + size),
  });
  const exact = cut(offset, length);
  const other = cut(random.below(4), 1);
  return random.pick([
    [exact],
    [exact, other],
    [other, exact],
    [cut(Math.max(0, offset - 1), length + 3)],
    [cut(offset, Math.max(1, length - 1))],
    [{ offset, bytes: random.bytes(length) }],
  ]);
}

for (const seed of [1, 2, 3]) {
  test(`a filter with an index gives the same pages as a scan, during blocks and forks (seed ${seed})`, async (withStore) => {
    const random = new Random(seed);
    const { history, updates } = makeHistory({
      seed,
      blocks: 60,
      transactionsPerBlock: 8,
      keys: 3,
    });
    const window = { owner: history.keys[0]!, offset: 1, length: 1 };
    await withStore((plain) =>
      withStore(async (indexed) => {
        const upkeep = await openForUpkeep(indexed.url);
        const made: Uint8Array[] = []; // spent or not: what is gone must not be found
        const compare = async (): Promise<void> => {
          for (const data of made) {
            const { owner } = window;
            const filters = filtersFor(window, data, random);
            const limit = 1 + random.below(5);
            const expected = await walk(plain.reader, owner, filters, limit);
            const found = await walk(indexed.reader, owner, filters, limit);
            assert.deepEqual(found, expected);
          }
        };
        for (const [i, update] of updates.entries()) {
          made.push(...dataMadeBy(update, window.owner));
          await plain.writer.apply([update]);
          await indexed.writer.apply([update]);
          if (i === 20) await addFilterIndex(upkeep, window);
          if (i === 30) while ((await buildStep(upkeep, window)) > 0);
          if (random.chance(0.2)) {
            const back = updates[Math.max(0, i - random.below(6))]!.block.slot;
            for (const { writer } of [plain, indexed]) {
              await writer.undoAfter(back);
              await writer.apply(updates.slice(0, i + 1));
            }
          }
          await compare();
        }
        const [index] = await listFilterIndexes(indexed.reader);
        assert.equal(index?.state, IndexState.Ready);
        assert.ok((await countRows(indexed.reader)) > 0);
        await markDropped(upkeep, index);
        await compare();
        while ((await dropStep(upkeep, index)) > 0) await compare();
        assert.equal(await countRows(indexed.reader), 0);
        assert.equal(await findFilterIndex(upkeep, window), undefined);
        await upkeep.close();
      }),
    );
  });
}

/** A store with accounts of one owner and a finished index on the first byte of their data. */
async function withIndexed(
  { writer, reader, url }: OpenedStore,
  work: (indexed: {
    readonly upkeep: Connection;
    readonly index: FilterIndex;
    /** The owner's accounts that begin with the byte that most of them begin with. */
    readonly walkCommon: () => Promise<string[]>;
    readonly commonKey: Uint8Array;
  }) => Promise<void>,
): Promise<void> {
  const { history, updates } = makeHistory({
    seed: 5,
    blocks: 40,
    transactionsPerBlock: 8,
    keys: 2,
  });
  const window = { owner: history.keys[0]!, offset: 0, length: 1 };
  await writer.apply(updates);
  const upkeep = await openForUpkeep(url);
  const index = await addFilterIndex(upkeep, window);
  while ((await buildStep(upkeep, window)) > 0);
  const [commonest] = await reader.all(
    `select key from ${accountsByWindow.name} group by key order by count(*) desc, key limit 1`,
    [],
  );
  const commonKey = commonest![0] as Uint8Array;
  const filters = [{ offset: 0, bytes: commonKey.subarray(-window.length) }];
  const walkCommon = () => walk(reader, window.owner, filters, 1000);
  await work({ upkeep, index, walkCommon, commonKey });
  await upkeep.close();
}

test("a recently used index is not used after it is dropped", (withStore) =>
  withStore((store) =>
    withIndexed(store, async ({ upkeep, index, walkCommon, commonKey }) => {
      const before = await walkCommon();
      await markDropped(upkeep, index);
      const sql = `delete from ${accountsByWindow.name} where key = ? and position = (select position from ${accountsByWindow.name} where key = ? order by position limit 1)`;
      await upkeep.run(sql, [commonKey, commonKey]);
      assert.deepEqual(await walkCommon(), before);
    }),
  ));

test("a filter with an index reads the index, not the owner's list", (withStore) =>
  withStore((store) =>
    withIndexed(store, async ({ upkeep, walkCommon }) => {
      await upkeep.run("delete from accounts_by_owner");
      assert.equal((await walkCommon()).length, 1);
    }),
  ));
