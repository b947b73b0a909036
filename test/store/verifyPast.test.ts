import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { HistoryKept } from "../../src/domain/historyKept.ts";
import type { StateUpdate } from "../../src/domain/update.ts";
import type { Finding } from "../../src/service/verify/finding.ts";
import { verifyBalances } from "../../src/service/verify/verifyBalances.ts";
import { verifyLists } from "../../src/service/verify/verifyLists.ts";
import type { Connection, Row, Value } from "../../src/store/connection.ts";
import { openForUpkeep } from "../../src/store/open.ts";
import type { Reader } from "../../src/store/reader.ts";
import { selectSql } from "../../src/store/schema/statements.ts";
import * as tables from "../../src/store/schema/tables.ts";
import type { Writer } from "../../src/store/writer.ts";
import { makeHistory } from "../model/history.ts";
import { Random } from "../model/random.ts";
import { test } from "./eachEngine.ts";
import { fillAll } from "./fillAll.ts";
import { tamper, withOpened, withStorePath } from "./withStore.ts";

const shape = { blocks: 14, transactionsPerBlock: 6, keys: 4 };
const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const slotOf = ({ block }: StateUpdate) => block.slot;

/** What `tachyon verify` says about balances and lists; the accounts of these histories have made-up hashes. */
async function findings(reader: Reader): Promise<Finding[]> {
  const all: Finding[] = [];
  const output = {
    found: (finding: Finding) => void all.push(finding),
    progress: () => undefined,
  };
  await reader.snapshot(async (reading) => {
    await verifyBalances(reading, output);
    await verifyLists(reading, output);
  });
  return all;
}

async function faults(reader: Reader): Promise<string[]> {
  const all = await findings(reader);
  return all.filter(({ ok }) => ok === false).map(({ text }) => text);
}

async function assertSound(reader: Reader, unknown = 0): Promise<void> {
  const all = await findings(reader);
  const texts = all.map(({ ok, text }) => `${String(ok)} ${text}`);
  const notOk = texts.filter((text) => !text.startsWith("true"));
  assert.equal(notOk.length, unknown, notOk.join("\n"));
  assert.equal(all.filter(({ part }) => part === "list").length, 4);
}

test("no fault is found in stores whose blocks came in any batches and were undone, or filled in", async (withStore) => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.integer({ min: 1, max: 12 }), (seed, split) =>
      withStore(async ({ writer, reader }) => {
        const random = new Random(seed);
        const { updates } = makeHistory({ seed, ...shape });
        await writer.apply(updates.slice(split, split + 1));
        await applyWithForks(writer, updates, split + 1, random);
        await assertSound(reader);
        await fillAll(writer, updates.slice(0, split), random, () =>
          assertSound(reader),
        );
        while (await writer.makeRunningBalances()) await assertSound(reader);
        await writer.undoAfter(slotOf(updates.at(-3)!));
        await assertSound(reader);
      }),
    ),
    { numRuns: 6, endOnFailure: true },
  );
});

async function applyWithForks(
  writer: Writer,
  updates: readonly StateUpdate[],
  from: number,
  random: Random,
): Promise<void> {
  for (let next = from; next < updates.length;) {
    const size = 1 + random.below(4);
    await writer.apply(updates.slice(next, next + size));
    next = Math.min(next + size, updates.length);
    if (next - from < 2 || !random.chance(0.4)) continue;
    next -= random.below(Math.min(next - from, 5));
    await writer.undoAfter(slotOf(updates[next - 1]!));
  }
}

test("no fault is found with any --history, nor while it is made again", async (_, withUrl) => {
  const { updates } = makeHistory({
    ...{ seed: 31, blocks: 700, transactionsPerBlock: 2, keys: 3 },
  });
  const settings: readonly HistoryKept[] = [
    { slots: 0 },
    { slots: 900 },
    "all",
    { slots: 600 },
  ];
  await withUrl(async (url) => {
    let applied = 0;
    for (const history of settings)
      await withOpened(
        url,
        async ({ writer, reader }) => {
          const part = updates.slice(applied, applied + 175);
          for (let at = 0; at < part.length; at += 25)
            await writer.apply(part.slice(at, at + 25));
          applied += part.length;
          if (await writer.rebuildPast()) await assertSound(reader, 2);
          while (await writer.rebuildPast());
          await assertSound(reader);
        },
        { history },
      );
    assert.equal(applied, updates.length);
  });
});

it("does not judge holders of a store whose older version did not keep how balances changed", async () => {
  await withStorePath(async (url) => {
    const { updates } = makeHistory({ seed: 21, ...shape });
    const from = slotOf(updates[6]!);
    await withOpened(url, ({ writer }) => writer.apply(updates.slice(0, 7)));
    tamper(
      url.slice("sqlite://".length),
      `delete from token_changes; delete from lamport_changes; delete from past_rows;
       update token_balances set since = null; update holders set since = 0;
       insert into facts (name, value) values ('balances_from', '${from}'), ('history_from', '${from}')`,
    );
    await withOpened(url, async ({ writer, reader }) => {
      for (const update of updates.slice(7)) await writer.apply([update]);
      await assertSound(reader, 2);
    });
  });
});

/** Columns, and what is found when one of their values is another one. */
const DAMAGES = [
  [tables.accountsByOwner, "key", "rows of lists of accounts"],
  [tables.accountsByOwner, "position", "rows of lists of accounts"],
  [tables.accountsByOwner, "data", "rows of lists of accounts"],
  [tables.accountsByOwner, "item", "rows of lists of accounts"],
  [tables.tokensByOwner, "key", "rows of lists of accounts"],
  [tables.tokensByOwner, "position", "rows of lists of accounts"],
  [tables.tokensByOwner, "item", "rows of lists of accounts"],
  [tables.tokensByDelegate, "key", "rows of lists of accounts"],
  [tables.tokensByDelegate, "position", "rows of lists of accounts"],
  [tables.tokensByDelegate, "item", "rows of lists of accounts"],
  [tables.holders, "key", "rows of lists of holders"],
  [tables.holders, "position", "rows of lists of holders"],
  [tables.holders, "item", "rows of lists of holders"],
  [tables.holders, "since", "rows of lists of holders"],
  [tables.pastRows, "node", "past rows of lists of"],
  [tables.pastRows, "list", "past rows of lists of"],
  [tables.pastRows, "position", "past rows of lists of"],
  [tables.pastRows, "since", "past rows of lists of"],
  [tables.pastRows, "until", "past rows of lists of"],
  [tables.tokenBalances, "amount", "its changes add up to"],
  [tables.tokenChanges, "change", "its changes add up to"],
  [tables.tokenChanges, "balance", "another balance is stored than the sum"],
  [tables.lamportBalances, "amount", "its changes add up to"],
  [tables.lamportChanges, "change", "its changes add up to"],
  [tables.lamportChanges, "balance", "another balance is stored than the sum"],
] as const;

test("another value in any column of lists, past rows, balances or their changes is found, and so is a lost row", async (withStore) => {
  await withStore(async ({ url, writer, reader }) => {
    const { updates } = makeHistory({ seed: 8, ...shape });
    await writer.apply(updates.slice(4, 5));
    await applyWithForks(writer, updates, 5, new Random(8));
    await fillAll(writer, updates.slice(0, 4), new Random(8));
    while (await writer.makeRunningBalances());
    await assertSound(reader);
    const connection = await openForUpkeep(url);
    try {
      for (const [table, column, expected] of DAMAGES) {
        const at = Object.keys(table.columns).indexOf(column);
        const changed = (row: Row) => row.with(at, otherThan(row[at]!));
        const found = await foundWith(connection, reader, table, changed);
        assert.ok(
          found.some((text) => text.includes(expected)),
          `${table.name}.${column}: ${found.join("\n")}`,
        );
      }
      for (const table of new Set(DAMAGES.map(([table]) => table)))
        assert.notDeepEqual(
          await foundWith(connection, reader, table, () => null),
          [],
          `a lost row of ${table.name}`,
        );
    } finally {
      await connection.close();
    }
    await assertSound(reader);
  });
});

/** What is found while a row of the table is another one, or missing. */
async function foundWith(
  connection: Connection,
  reader: Reader,
  table: tables.Table,
  change: (row: Row) => Row | null,
): Promise<string[]> {
  const rows = await connection.all(selectSql(table), []);
  const amount = Object.keys(table.columns).indexOf("amount");
  const row = rows.find(
    (each) => !each.includes(null) && !isZero(each[amount] ?? null),
  );
  assert.ok(row, `no row in ${table.name}`);
  const changed = change(row);
  await replace(connection, table, row, changed);
  try {
    return await faults(reader);
  } finally {
    await replace(connection, table, changed, row);
  }
}

async function replace(
  connection: Connection,
  table: tables.Table,
  from: Row | null,
  to: Row | null,
): Promise<void> {
  await connection.transaction(async () => {
    if (from)
      await connection.deleteMany(table, [from.slice(0, table.keyColumns)]);
    if (to) await connection.upsertMany(table, [to]);
  });
}

function isZero(value: Value): boolean {
  return value instanceof Uint8Array && value.every((byte) => byte === 0);
}

function otherThan(value: Value): Value {
  if (value instanceof Uint8Array)
    return Uint8Array.from(value, (byte, i) =>
      i === value.length - 1 ? byte ^ 1 : byte,
    );
  if (typeof value === "string")
    return /^-?\d+$/.test(value)
      ? String(BigInt(value) + 1n)
      : value.replace("}", " }");
  return (value as number) + 1;
}
