// Balances in histories are known only when no older block is missing. One walk over the histories then computes them,
// in short transactions between which blocks are written.
import { appendEntry, EntryKind } from "../../changeLog/append.ts";
import type { Connection, Reading, Row } from "../../connection.ts";
import { Changes } from "../changes.ts";
import { readHead } from "../head.ts";
import { readFact } from "../facts.ts";
import {
  facts,
  lamportChanges,
  type Table,
  tokenChanges,
} from "../../schema/tables.ts";

/** Rows of a step: about ten milliseconds. */
const STEP_ROWS = 1_000;
const TABLES = [tokenChanges, lamportChanges] as const;

/** The position of the walk; absent if there is nothing to compute. */
const PLACE = "running balances made to";

interface WalkPlace {
  readonly table: Table;
  /** The key of the last finished row. */
  readonly key: readonly Uint8Array[];
  /** The balance after it. */
  readonly sum: bigint;
}

export function beginRunningBalances(connection: Connection): Promise<void> {
  return save(connection, startOf(TABLES[0]));
}

/** Whether the walk is not done yet. */
export async function lacksRunningBalances(reading: Reading): Promise<boolean> {
  return (await load(reading)) !== null;
}

/** The last balance is invalid if an earlier row may have been undone: its history is walked again. */
export async function repeatRunningBalances(
  connection: Connection,
): Promise<void> {
  const place = await load(connection);
  if (!place) return;
  const key = [...place.key.slice(0, -1), new Uint8Array(0)];
  await save(connection, { ...place, key, sum: 0n });
}

/** One step. False if nothing is left to do. */
export function makeRunningBalances(connection: Connection): Promise<boolean> {
  return connection.transaction(async () => {
    const place = await load(connection);
    if (!place) return false;
    const rows = await rowsAfter(connection, place);
    const last = await makeBalances(connection, place, rows);
    if (rows.length === STEP_ROWS) {
      await save(connection, last);
      return true;
    }
    const next = TABLES[TABLES.indexOf(place.table) + 1];
    if (next) await save(connection, startOf(next));
    else await connection.deleteMany(facts, [[PLACE]]);
    return next !== undefined;
  });
}

/** Existing balances are compared, too: they may be from a time when no block seemed to be missing. */
async function makeBalances(
  connection: Connection,
  { table, key, sum }: WalkPlace,
  found: readonly Row[],
): Promise<WalkPlace> {
  const at = table.keyColumns;
  const made: Row[] = [];
  for (const row of found) {
    const own = row.slice(0, at) as Uint8Array[];
    const before = sameHistory(own, key) ? sum : 0n;
    sum = before + BigInt(row[at] as string);
    key = own;
    if (row[at + 1] === String(sum)) continue;
    made.push([...own, row[at]!, String(sum), ...row.slice(at + 2)]);
  }
  const changes = new Changes();
  changes.compareBeforeWriting([tokenChanges]);
  for (const row of made) changes.put(table, row);
  await changes.writeTo(connection);
  const { listRows: rows, texts } = changes;
  if (!rows.isEmpty) {
    const head = await readHead(connection);
    const kind = EntryKind.Filled;
    await appendEntry(connection, { kind, head, rows, texts });
  }
  return { table, key, sum };
}

function sameHistory(
  a: readonly Uint8Array[],
  b: readonly Uint8Array[],
): boolean {
  return a.slice(0, -1).every((part, i) => Buffer.compare(part, b[i]!) === 0);
}

async function rowsAfter(
  connection: Connection,
  { table, key }: WalkPlace,
): Promise<readonly Row[]> {
  const columns = Object.keys(table.columns);
  const names = columns.slice(0, table.keyColumns).join(", ");
  const marks = key.map(() => "?").join(", ");
  const { dialect } = connection;
  const sql = `select ${columns.join(", ")} from ${table.name} where (${names}) > (${marks}) order by ${names} ${dialect.limit}`;
  return connection.all(sql, [...key, STEP_ROWS]);
}

function startOf(table: Table): WalkPlace {
  const key = Array.from({ length: table.keyColumns }, () => new Uint8Array(0));
  return { table, key, sum: 0n };
}

async function load(reading: Reading): Promise<WalkPlace | null> {
  const text = await readFact(reading, PLACE);
  if (text === null) return null;
  const [name, sum, ...key] = text.split(" ");
  return {
    table: TABLES.find((table) => table.name === name)!,
    key: key.map((hex) => Buffer.from(hex, "hex")),
    sum: BigInt(sum!),
  };
}

async function save(
  connection: Connection,
  { table, key, sum }: WalkPlace,
): Promise<void> {
  const parts = [
    table.name,
    sum,
    ...key.map((part) => Buffer.from(part).toString("hex")),
  ];
  await connection.upsertMany(facts, [[PLACE, parts.join(" ")]]);
}
