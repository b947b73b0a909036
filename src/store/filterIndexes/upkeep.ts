import { randomInt } from "node:crypto";
import { sameBytes } from "../../codecs/bytes.ts";
import type { DataWindow } from "../../domain/query.ts";
import type { Connection, Row } from "../connection.ts";
import { StoreError } from "../errors.ts";
import {
  type FilterIndex,
  IndexState,
  indexToRow,
  listFilterIndexes,
  listKey,
  listKeyOf,
} from "./definition.ts";
import {
  accountsByOwner,
  accountsByWindow,
  filterIndexes,
} from "../schema/tables.ts";

/** Rows one transaction adds or removes. Blocks are written between two steps. */
export const STEP_ROWS = 2_000;

/** Declares an index. From then on each block updates it; `buildStep` adds the existing accounts. */
export function addFilterIndex(
  connection: Connection,
  window: DataWindow,
): Promise<FilterIndex> {
  return connection.transaction(async () => {
    const known = await findFilterIndex(connection, window);
    if (known?.state === IndexState.Dropped)
      throw new StoreError(
        "this index is being dropped; wait until that has finished",
      );
    if (known) return known;
    const index: FilterIndex = {
      ...window,
      id: randomInt(2 ** 31),
      state: IndexState.Building,
      builtTo: new Uint8Array(0),
    };
    await connection.upsertMany(filterIndexes, [indexToRow(index)]);
    return index;
  });
}

export async function findFilterIndex(
  connection: Connection,
  { owner, offset, length }: DataWindow,
): Promise<FilterIndex | undefined> {
  const all = await listFilterIndexes(connection);
  return all.find(
    (index) =>
      sameBytes(index.owner, owner) &&
      index.offset === offset &&
      index.length === length,
  );
}

/** Adds the next accounts. Returns how many it read, 0 when the index is ready. */
export function buildStep(
  connection: Connection,
  window: DataWindow,
): Promise<number> {
  return connection.transaction(async () => {
    const index = await findFilterIndex(connection, window);
    if (!index)
      throw new StoreError("the index was dropped while it was being built");
    if (index.state === IndexState.Ready) return 0;
    const rows = await nextAccounts(connection, index);
    await connection.upsertMany(
      accountsByWindow,
      rows.flatMap((row) => filedRow(index, row)),
    );
    const last = rows.at(-1);
    const next = last
      ? { ...index, builtTo: last[0] as Uint8Array }
      : { ...index, state: IndexState.Ready };
    await connection.upsertMany(filterIndexes, [indexToRow(next)]);
    return rows.length;
  });
}

function nextAccounts(connection: Connection, { owner, builtTo }: FilterIndex) {
  const sql = `select position, data, item from ${accountsByOwner.name} where key = ? and position > ? order by position limit ${STEP_ROWS}`;
  return connection.all(sql, [owner, builtTo]);
}

function filedRow(index: FilterIndex, [hash, data, item]: Row): Row[] {
  const key = listKeyOf(index, data as Uint8Array | null);
  return key ? [[key, hash!, data!, item!]] : [];
}

/** Readers stop using the index before its first row is removed. */
export function markDropped(
  connection: Connection,
  index: FilterIndex,
): Promise<void> {
  return connection.transaction(() => {
    const dropped = { ...index, state: IndexState.Dropped };
    return connection.upsertMany(filterIndexes, [indexToRow(dropped)]);
  });
}

/** Removes rows of a dropped index. Returns how many, 0 when none are left. */
export function dropStep(
  connection: Connection,
  { id }: FilterIndex,
): Promise<number> {
  return connection.transaction(async () => {
    const empty = new Uint8Array(0);
    const sql = `select key, position from ${accountsByWindow.name} where key >= ? and key < ? limit ${STEP_ROWS}`;
    const range = [listKey(id, empty), listKey(id + 1, empty)];
    const rows = await connection.all(sql, range);
    if (rows.length > 0) await connection.deleteMany(accountsByWindow, rows);
    else await connection.deleteMany(filterIndexes, [[id]]);
    return rows.length;
  });
}
