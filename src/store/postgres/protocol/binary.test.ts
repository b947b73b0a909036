import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Client } from "pg";
import { withDatabase } from "../../../../test/postgres/databases.ts";
import type { Row } from "../../connection.ts";
import type { Table } from "../../schema/tables.ts";
import { sendRows } from "./sendRows.ts";
import { asArrays, upsertMany } from "./rowSets.ts";
import { openSession } from "../session.ts";
import { queryRows } from "./statement.ts";

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
  client: Client,
  rows: readonly Row[],
) => Promise<readonly Row[]>;

const ways: Readonly<Record<string, RoundTrip>> = {
  "in arrays": (client, rows) => {
    const { from, params } = asArrays(table, rows, 3);
    return queryRows(client, `select b, i, t from ${from}`, params);
  },
  "through COPY": async (client, rows) => {
    const copied = {
      ...upsertMany(table, rows),
      merge: "delete from every_type",
    };
    await sendRows(client, [copied], new Set());
    return queryRows(client, `select b, i, t from ${copied.staging!.name}`, []);
  },
};

for (const [way, roundTrip] of Object.entries(ways)) {
  test(`${way}: values of every type are stored unchanged`, () =>
    withDatabase(async (url) => {
      const client = await openSession(url, { settings: {} });
      await client.query(
        "create temp table every_type (b bytea, i bigint, t text)",
      );
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
          await client.query("begin");
          const got = await roundTrip(client, rows);
          await client.query("rollback");
          assert.deepEqual(got.map(plain).sort(), rows.map(plain).sort());
        }),
        { numRuns: 150 },
      );
      await client.end();
    }));
}

function plain([bytes, integer, text]: Row): string {
  return JSON.stringify([
    bytes && Buffer.from(bytes as Uint8Array).toString("hex"),
    integer,
    text,
  ]);
}
