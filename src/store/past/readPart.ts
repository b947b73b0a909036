import type { Slot } from "../../domain/values.ts";
import type { Reading, Row } from "../connection.ts";
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
  request: PartRequest,
  { slot, head }: Moment,
): Promise<Part> {
  const { direction } = list;
  const sign = direction === "asc" ? 1 : -1;
  const order = (a: Uint8Array, b: Uint8Array) => sign * Buffer.compare(a, b);
  const past: PastSources = {
    list: pastListOf(list.table, request.key),
    nodes: padded([...nodesAround(slot, head), NO_NODE], NO_NODE),
  };
  const now = list.since ? await readNow(reading, list, request) : [];
  const ends = await endsOf(reading, list, past, request);
  const last = now[request.rows - 1];
  if (last) ends.push(last[0] as Uint8Array);
  const end = ends.sort(order)[0] ?? null;
  const rest = end ? partUpTo(request.rest, end, direction) : request.rest;
  const part = { ...request, rest };
  const isThere = (row: Row) =>
    list.since!(row) <= slot &&
    (end === null || order(row[0] as Uint8Array, end) <= 0);
  const found: RowAtSlot[] = now
    .filter(isThere)
    .map((row) => ({ position: row[0] as Uint8Array, now: row }));
  for (const position of await readNarrow(reading, list, past, part, slot))
    found.push({ position, now: null });
  // Two sorted runs, which sorting merges.
  if (now.length > 0) found.sort((a, b) => order(a.position, b.position));
  return { found, scanned: ends.length * request.rows + found.length, end };
}

interface PastSources {
  readonly list: Uint8Array;
  readonly nodes: readonly number[];
}

/** What the list of nodes is padded with: any other would be read again. */
const NO_NODE = -1;

/** The first current rows, with their items. */
async function readNow(
  reading: Reading,
  { table, columns, direction }: PastList,
  { key, rest, rows }: PartRequest,
): Promise<readonly Row[]> {
  return reading.all(
    `select position, ${columns.join(", ")} from ${table.name}
       where key = ? and position >= ? and position < ?
       order by position ${direction} ${reading.dialect.limit}`,
    [key, rest.low, rest.high, rows],
  );
}

/** For each source that is read without items and has at least `rows` rows left: the position of the last row of this step. */
async function endsOf(
  reading: Reading,
  { table, direction, since }: PastList,
  { list, nodes }: PastSources,
  { key, rest, rows }: PartRequest,
): Promise<Uint8Array[]> {
  const { integer } = reading.dialect.types;
  const listed = nodes.map(() => `select cast(? as ${integer}) as node`);
  const lastOf = (name: string, where: string) =>
    `(select p.position from ${name} p where ${where} and p.position >= ? and p.position < ?
       order by p.position ${direction} limit 1 offset ?) as position`;
  const range = [rest.low, rest.high, rows - 1];
  const ofNodes = `select ${lastOf(pastRows.name, "p.node = nodes.node and p.list = ?")}
     from (${listed.join(" union all ")}) as nodes`;
  const ofNow = `select ${lastOf(table.name, "p.key = ?")}`;
  const found = await reading.all(
    since ? ofNodes : `${ofNodes} union all ${ofNow}`,
    [list, ...range, ...nodes, ...(since ? [] : [key, ...range])],
  );
  return found.flatMap(([position]) => (position as Uint8Array | null) ?? []);
}

/**
 * The positions of past rows that were there at the slot, and of current ones without items, in order. They arrive as one
 * value: as rows they would take most of the time of a page.
 */
async function readNarrow(
  reading: Reading,
  { table, direction, since, positionSize }: PastList,
  { list, nodes }: PastSources,
  { key, rest }: PartRequest,
  slot: Slot,
): Promise<Uint8Array[]> {
  const { dialect } = reading;
  const past = `select position from ${pastRows.name}
    where node in (${placeholdersFor(nodes)}) and list = ? and position >= ? and position < ? and since <= ? and until > ?`;
  const now = `select position from ${table.name}
    where key = ? and position >= ? and position < ? and since <= ?`;
  const all = since ? past : `${past} union all ${now}`;
  const [row] = await reading.all(
    `select ${dialect.joinBytes("position")} from (select position from (${all}) as listed order by position ${direction}) as ordered`,
    [
      ...[...nodes, list, rest.low, rest.high, slot, slot],
      ...(since ? [] : [key, rest.low, rest.high, slot]),
    ],
  );
  return partsOf(row![0] as Uint8Array | null, positionSize);
}

function partsOf(joined: Uint8Array | null, size: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; joined && at < joined.length; at += size)
    parts.push(joined.subarray(at, at + size));
  return parts;
}
