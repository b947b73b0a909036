import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { makeHistory } from "../../../test/model/history.ts";
import type { Connection, Row } from "../connection.ts";
import { migrate } from "../schema/migrate.ts";
import { migrations } from "../schema/migrations/index.ts";
import { openSqlite } from "../sqlite/connection.ts";
import { selectSql } from "../schema/statements.ts";
import { allTables } from "../../../test/store/allTables.ts";
import { listChanges, type Table } from "../schema/tables.ts";
import { createWriter, type Writer } from "../writer.ts";

const keyOf = (table: Table) => (row: Row) => row.slice(0, table.keyColumns);

/** All rows after `work`, in a store that writes a batch in parts of this many rows and gets no row to insert that exists. */
async function rowsAfter(
  rowsAhead: number,
  work: (writer: Writer) => Promise<void>,
): Promise<unknown[]> {
  const store = openSqlite(":memory:", { readOnly: false });
  const connection: Connection = {
    ...store,
    rowsAhead,
    insertMany: (table, rows) => {
      assert.deepEqual(store.findMany(table, rows.map(keyOf(table))), []);
      return store.insertMany(table, rows);
    },
  };
  await migrate(connection, migrations);
  await work(createWriter(connection));
  const tables = allTables.filter((table) => table !== listChanges);
  const rows = tables.map((table) => connection.all(selectSql(table), []));
  await connection.close();
  return rows;
}

test("a batch leaves the same rows, however many parts it is written in", async () => {
  const seeds = fc.integer({ min: 0, max: 2 ** 31 });
  const counts = fc.constantFrom(1, 2, 7, 50);
  await fc.assert(
    fc.asyncProperty(seeds, counts, async (seed, rowsAhead) => {
      const shape = { blocks: 8, transactionsPerBlock: 6 };
      const { updates } = makeHistory({ seed, ...shape });
      const work = async (writer: Writer) => {
        await writer.apply(updates.slice(0, 5));
        await writer.undoAfter(updates[2]!.block.slot);
        await writer.apply(updates.slice(3));
      };
      assert.deepEqual(
        await rowsAfter(rowsAhead, work),
        await rowsAfter(Infinity, work),
      );
    }),
    { numRuns: 20 },
  );
});

test("blocks from before the head insert no row that exists either", async () => {
  const seeds = fc.integer({ min: 0, max: 2 ** 31 });
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const shape = { blocks: 8, transactionsPerBlock: 6 };
      const { updates } = makeHistory({ seed, ...shape });
      const [older, newer] = [updates.slice(0, 4), updates.slice(4)];
      await rowsAfter(7, async (writer) => {
        await writer.apply(newer);
        const first = older[0]!.block.slot;
        const last = newer[0]!.block.parentSlot;
        await writer.backfill(older, { first, last });
      });
    }),
    { numRuns: 20 },
  );
});
