import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withDatabase } from "../../../../test/postgres/databases.ts";
import type { Row } from "../../connection.ts";
import type { Table } from "../../schema/tables.ts";
import { Pipeline } from "./pipeline.ts";
import { rowsOf } from "./rowReaders.ts";
import { asArrays, insertMany, upsertMany } from "./rowSets.ts";
import { openSession } from "../session.ts";

const table: Table = {
  name: "every_type",
  columns: { b: "bytes", i: "integer", t: "text" },
  keyColumns: 1,
};

const row = fc.tuple(
  fc.option(fc.uint8Array({ maxLength: 200 })),
  fc.option(
    fc.oneof(
      fc.maxSafeInteger(),
      fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1),
    ),
  ),
  // PostgreSQL does not accept a zero character in text, and the stored JSON contains none.
  fc.option(
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
  ),
);

type RoundTrip = (
  session: Pipeline,
  rows: readonly Row[],
) => Promise<readonly Row[]>;

const read = (session: Pipeline, from: string, params: readonly Buffer[]) =>
  session.query(rowsOf(`select b, i, t from ${from}`, params));

const ways: Readonly<Record<string, RoundTrip>> = {
  "read from arrays": (session, rows) => {
    const { from, params } = asArrays(table, rows, 3);
    return read(session, from, params);
  },
  "written with COPY": async (session, rows) => {
    await session.write(insertMany(table, rows));
    return read(session, table.name, []);
  },
  "written as arrays": async (session, rows) => {
    const { sql, params } = upsertMany(table, rows);
    const [insert] = sql.split(" on conflict"); // the table has no key
    await session.write({ sql: insert!, params });
    return read(session, table.name, []);
  },
};

for (const [way, roundTrip] of Object.entries(ways)) {
  test(`${way}: values of every type are unchanged`, () =>
    withDatabase(async (url) => {
      const client = await openSession(url, { settings: {} });
      const session = new Pipeline(client);
      await session.script(
        "create temp table every_type (b bytea, i bigint, t text)",
      );
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
          await session.script("begin");
          const got = await roundTrip(session, rows);
          await session.script("rollback");
          assert.deepEqual(got.map(plain).sort(), rows.map(plain).sort());
        }),
        { numRuns: 150 },
      );
      await session.end();
    }));
}

function plain([bytes, integer, text]: Row): string {
  return JSON.stringify([
    bytes && Buffer.from(bytes as Uint8Array).toString("hex"),
    integer,
    text,
  ]);
}
