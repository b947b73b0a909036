import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Row } from "../connection.ts";
import {
  accounts,
  holders,
  type Table,
  tokensByOwner,
} from "../schema/tables.ts";
import {
  listNumber,
  readChangedRows,
  type RowRange,
  ChangedRows,
} from "./changedRows.ts";

/** Few keys and short positions, so that they meet. */
const keys = fc.uint8Array({ minLength: 1, maxLength: 1, max: 2 });
const positions = fc.uint8Array({ minLength: 1, maxLength: 2, max: 6 });
const lists = fc.constantFrom(tokensByOwner, holders);
const rows = fc.array(fc.tuple(keys, positions), { maxLength: 30 });
const writes = fc.array(fc.tuple(lists, rows), { maxLength: 5 });

function tells(entry: Uint8Array, range: RowRange): boolean {
  let found = false;
  readChangedRows(entry, new Set([range.list]), (_, touches) => {
    found ||= touches(range);
  });
  return found;
}

test("a range counts as changed if and only if one of its rows was written", () => {
  fc.assert(
    fc.property(writes, lists, keys, positions, positions, (...drawn) => {
      const [written, table, key, least, most] = drawn;
      const changedRows = new ChangedRows();
      for (const [list, each] of written) changedRows.rows(list, each);
      const range = { list: listNumber(table, key), least, most };
      const within = ([k, position]: [Uint8Array, Uint8Array]) =>
        Buffer.compare(k, key) === 0 &&
        Buffer.compare(position, least) >= 0 &&
        Buffer.compare(position, most) <= 0;
      const expected = written.some(
        ([list, each]) => list === table && each.some(within),
      );
      assert.equal(tells(changedRows.take()!, range), expected);
    }),
    { numRuns: 3000 },
  );
});

function rowsOf(table: Table, count: number): Row[] {
  return Array.from({ length: count }, (_, i) => {
    const position = Buffer.alloc(40);
    position.writeUInt32BE(i);
    return [Buffer.from(table.name), position];
  });
}

test("too many rows count as everything changed, and the next transaction starts afresh", () => {
  const changedRows = new ChangedRows();
  changedRows.rows(holders, rowsOf(holders, 20_000));
  assert.ok(changedRows.take());
  changedRows.rows(holders, rowsOf(holders, 20_000));
  changedRows.rows(tokensByOwner, rowsOf(tokensByOwner, 20_000));
  assert.equal(changedRows.take(), null);
  assert.equal(changedRows.take()!.length, 0);
});

test("rows of other tables change no list", () => {
  const changedRows = new ChangedRows();
  changedRows.rows(accounts, [[Buffer.alloc(32)]]);
  assert.equal(changedRows.take()!.length, 0);
});

test("a statement that names a list may have changed all of it", () => {
  const changedRows = new ChangedRows();
  changedRows.statement("delete from undo where slot <= ?");
  assert.equal(changedRows.take()!.length, 0);
  changedRows.statement("delete from Holders");
  assert.equal(changedRows.take(), null);
});
