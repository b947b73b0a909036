import assert from "node:assert/strict";
import fc from "fast-check";
import type { StateUpdate } from "../../src/domain/update.ts";
import { appendEntry, EntryKind } from "../../src/store/changeLog/append.ts";
import { EntryRows, readRuns } from "../../src/store/changeLog/entryRows.ts";
import { listId, placeOf } from "../../src/store/changeLog/lists.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import * as tables from "../../src/store/schema/tables.ts";
import { firstSlotOf, gapsIn } from "../../src/store/write/ranges.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";

const LISTS = [
  tables.tokensByOwner,
  tables.tokensByDelegate,
  tables.accountsByOwner,
  tables.signaturesByOwner,
  tables.signaturesByTokenOwner,
  tables.signaturesByAddress,
  tables.transactions,
  tables.holders,
  tables.tokenChanges,
];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The rows of all lists, kept by the log alone. A row may only leave if it is there, and come if it is not. */
class Folded {
  readonly rows = new Set<string>();
  #last = 0;

  async follow(reader: Reader): Promise<void> {
    const sql =
      "select number, rows from list_changes where number > ? order by number";
    for (const [number, rows] of await reader.all(sql, [this.#last])) {
      assert.equal(number, ++this.#last);
      this.#fold(rows as Uint8Array);
    }
  }

  #fold(encoded: Uint8Array): void {
    const runs = [...readRuns(encoded)];
    for (const wanted of [false, true])
      for (const { table, key, isAdded, positions, size } of runs) {
        if (isAdded !== wanted) continue;
        for (let at = 0; at < positions.length; at += size) {
          const position = positions.subarray(at, at + size);
          const row = `${hex(Buffer.from(listId(table, key), "latin1"))} ${hex(position)}`;
          if (isAdded) assert.ok(!this.rows.has(row), `added twice: ${row}`);
          else assert.ok(this.rows.has(row), `removed twice: ${row}`);
          if (isAdded) this.rows.add(row);
          else this.rows.delete(row);
        }
      }
  }
}

async function rowsIn(reader: Reader): Promise<Set<string>> {
  const found = new Set<string>();
  for (const table of LISTS) {
    const names = Object.keys(table.columns).slice(0, table.keyColumns);
    const sql = `select ${names.join(", ")} from ${table.name}`;
    for (const row of await reader.all(sql, [])) {
      const [key, position] = placeOf(table, row);
      found.add(
        `${hex(Buffer.from(listId(table, key), "latin1"))} ${hex(position)}`,
      );
    }
  }
  return found;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const shape = { blocks: 16, transactionsPerBlock: 6, keys: 4 };
const slotOf = ({ block }: StateUpdate) => block.slot;

/** Fills in a part of what is missing. */
async function fillSome(
  writer: Writer,
  updates: readonly StateUpdate[],
  random: Random,
): Promise<void> {
  const first = firstSlotOf(updates[0]!.block);
  const known = await writer.ranges();
  const gap = gapsIn(known, { first, last: known.at(-1)!.first - 1 })[0];
  if (!gap) return;
  const from = gap.first + random.below(gap.last - gap.first + 1);
  const inside = updates.filter(
    (update) => slotOf(update) >= from && slotOf(update) <= gap.last,
  );
  await writer.backfill(inside, { first: from, last: gap.last });
}

test("the rows that the log says came and went are the rows that are there, through forks and backfill", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 0, max: 6 }), (seed, split) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed + 3);
        const { updates } = makeHistory({ seed, ...shape });
        const folded = new Folded();
        for (let next = split, steps = 0; steps < 25; steps++) {
          const step = random.below(6);
          if (step === 0 && next > split + 1) {
            next -= 1 + random.below(Math.min(next - split - 1, 4));
            await writer.undoAfter(slotOf(updates[next - 1]!));
          } else if (step === 1 && next > split) {
            await fillSome(writer, updates, random);
            await writer.makeRunningBalances();
          } else {
            const size = 1 + random.below(3);
            await writer.apply(updates.slice(next, next + size));
            next = Math.min(next + size, updates.length);
          }
          await folded.follow(reader);
          assert.deepEqual(folded.rows, await rowsIn(reader));
        }
      }),
    ),
    { numRuns: 10, endOnFailure: true },
  );
});

/** The slots of the entries that are left after entries of 100 rows with these heads. */
async function keptOf(
  url: string,
  entries: readonly { slot: number; kind?: EntryKind }[],
): Promise<number[]> {
  const connection = await openForUpkeep(url);
  const kept = { slots: 5, bytes: 10_000 };
  try {
    for (const { slot, kind = EntryKind.Written } of entries)
      await connection.transaction(async () => {
        const rows = new EntryRows();
        rows.add(tables.holders, hundredRows, true);
        const head = { slot, blockhash: `block ${slot}` };
        const entry = { kind, head, rows, texts: new Map() };
        await appendEntry(connection, entry, kept);
      });
    const sql = "select slot from list_changes order by number";
    return (await connection.all(sql, [])).map(([slot]) => slot as number);
  } finally {
    await connection.close();
  }
}

const hundredRows = Array.from({ length: 100 }, (_, i) => [
  Buffer.from("a mint"),
  Buffer.alloc(40, i),
]);
const upTo = (last: number) =>
  Array.from({ length: last }, (_, i) => ({ slot: i + 1 }));

test("the log keeps entries of the last slots, and older ones up to a number of bytes", async (withStore) => {
  await withStore(async ({ url }) => {
    assert.deepEqual(await keptOf(url, upTo(20)), [16, 17, 18, 19, 20]);
  });
  await withStore(async ({ url }) => {
    const sparse = [1, 11, 21, 31, 41, 51].map((slot) => ({ slot }));
    assert.deepEqual(await keptOf(url, sparse), [31, 41, 51]);
  });
  await withStore(async ({ url }) => {
    const filled = { slot: 8, kind: EntryKind.Filled };
    const heads = [...upTo(8), filled, filled];
    assert.deepEqual(await keptOf(url, heads), [8, 8, 8]);
  });
});
