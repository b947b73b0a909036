import type { Slot } from "../../domain/values.ts";
import type { Reading, Row, Value } from "../connection.ts";
import { padded, placeholdersFor } from "../inLists.ts";
import { pastRows } from "../schema/tables.ts";
import { type Interval, partUpTo } from "./interval.ts";
import { nodesAround } from "./lifetimes.ts";
import type { Moment } from "./pageAtSlot.ts";
import type { PastList, RowAtSlot } from "./pastLists.ts";
import { pastListOf } from "./pastRows.ts";

interface PartRequest {
  readonly key: Uint8Array;
  readonly rest: Interval;
  /** Maximum rows from each source: the current list and each node. */
  readonly rows: number;
}

interface Part {
  /** The rows at the slot, in order. */
  readonly found: readonly RowAtSlot[];
  readonly scanned: number;
  /** The position up to which the rows are complete; null at the end of the list. */
  readonly end: Uint8Array | null;
}

/** The next rows of the list at the slot, up to where every source has been read. */
export async function readPart(
  reading: Reading,
  list: PastList,
  { key, rest, rows }: PartRequest,
  { slot, head }: Moment,
): Promise<Part> {
  const { direction } = list;
  const past = {
    list: pastListOf(list.table, key),
    nodes: padded(nodesAround(slot, head), 0),
  };
  const now = list.since
    ? await readNow(reading, list, { key, rest, rows })
    : null;
  const ends = await endsOf(reading, past, list, { rest, rows });
  const last = now
    ? now[rows - 1]
    : await endOfNow(reading, list, { key, rest, rows });
  if (last) ends.push(last[0] as Uint8Array);
  const sign = direction === "asc" ? 1 : -1;
  const order = (a: Uint8Array, b: Uint8Array) => sign * Buffer.compare(a, b);
  const end = ends.sort(order)[0] ?? null;
  const within = end ? partUpTo(rest, end, direction) : rest;
  const isThere = (row: Row) =>
    list.since!(row) <= slot &&
    (end === null || order(row[0] as Uint8Array, end) <= 0);
  const live = now
    ? now.filter(isThere)
    : await readThere(reading, list, { key, rest: within, slot });
  const found: RowAtSlot[] = live.map((row) => ({
    position: row[0] as Uint8Array,
    now: row,
  }));
  for (const [position] of await readPast(reading, past, list, within, slot))
    found.push({ position: position as Uint8Array, now: null });
  // Two sorted runs, which sorting merges.
  found.sort((a, b) => order(a.position, b.position));
  return { found, scanned: ends.length * rows + found.length, end };
}

interface PastSources {
  readonly list: Uint8Array;
  readonly nodes: readonly Slot[];
}

const ask = (reading: Reading, sql: string, values: readonly Value[]) =>
  reading.all(reading.dialect.placeholders(sql), values);

async function readNow(
  reading: Reading,
  { table, columns, direction }: PastList,
  { key, rest, rows }: PartRequest,
): Promise<readonly Row[]> {
  return ask(
    reading,
    `select position, ${columns.join(", ")} from ${table.name}
     where key = ? and position >= ? and position < ?
     order by position ${direction} ${reading.dialect.limit}`,
    [key, rest.low, rest.high, rows],
  );
}

/** The last of the rows of now that are read, if there are more. */
async function endOfNow(
  reading: Reading,
  { table, direction }: PastList,
  { key, rest, rows }: PartRequest,
): Promise<Row | undefined> {
  const [row] = await ask(
    reading,
    `select position from ${table.name} where key = ? and position >= ? and position < ?
     order by position ${direction} limit 1 offset ?`,
    [key, rest.low, rest.high, rows - 1],
  );
  return row;
}

/** Rows of now that were there at the slot already. */
async function readThere(
  reading: Reading,
  { table, columns, direction }: PastList,
  { key, rest, slot }: { key: Uint8Array; rest: Interval; slot: Slot },
): Promise<readonly Row[]> {
  return ask(
    reading,
    `select position, ${columns.join(", ")} from ${table.name}
     where key = ? and position >= ? and position < ? and since <= ?
     order by position ${direction}`,
    [key, rest.low, rest.high, slot],
  );
}

/** For each node with more rows, the position of the last one that is read. */
async function endsOf(
  reading: Reading,
  { list, nodes }: PastSources,
  { direction }: PastList,
  { rest, rows }: Omit<PartRequest, "key">,
): Promise<Uint8Array[]> {
  const { integer } = reading.dialect.types;
  const listed = nodes.map(() => `select cast(? as ${integer}) as node`);
  const found = await ask(
    reading,
    `select (select p.position from ${pastRows.name} p
               where p.node = nodes.node and p.list = ? and p.position >= ? and p.position < ?
               order by p.position ${direction} limit 1 offset ?) as position
     from (${listed.join(" union all ")}) as nodes`,
    [list, rest.low, rest.high, rows - 1, ...nodes],
  );
  return found.flatMap(([position]) => (position as Uint8Array | null) ?? []);
}

async function readPast(
  reading: Reading,
  { list, nodes }: PastSources,
  { direction }: PastList,
  { low, high }: Interval,
  slot: Slot,
): Promise<readonly Row[]> {
  return ask(
    reading,
    `select position from ${pastRows.name}
     where node in (${placeholdersFor(nodes)}) and list = ? and position >= ? and position < ?
       and since <= ? and until > ?
     order by position ${direction}`,
    [...nodes, list, low, high, slot, slot],
  );
}
