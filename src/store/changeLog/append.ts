import type { Slot } from "../../domain/values.ts";
import type { Connection } from "../connection.ts";
import type { Head } from "../write/head.ts";
import { FEWEST_SLOTS } from "../past/kept.ts";
import { listChanges } from "../schema/tables.ts";
import { type EntryRows, checksumColumn } from "./entryRows.ts";
import { encodeTexts, type ItemText, type ItemId } from "./texts.ts";

/** What a transaction did: it wrote blocks after the head, undid blocks, or backfilled older ones. */
export const EntryKind = { Written: 0, Undone: 1, Filled: 2 } as const;
export type EntryKind = (typeof EntryKind)[keyof typeof EntryKind];

export interface NewEntry {
  readonly kind: EntryKind;
  /** The newest block afterwards; null if none is left. */
  readonly head: Head | null;
  readonly rows: EntryRows;
  readonly texts: ReadonlyMap<ItemId, ItemText>;
}

/** The log keeps the entries of as many slots as a fork can undo, and older entries up to a number of bytes. */
const KEPT = { slots: FEWEST_SLOTS, bytes: 64 * 2 ** 20 };

/** Entries deleted with each new one, so that the log shrinks again after it has grown. */
const DELETED_AT_ONCE = 4;

/** Appends the entry of the current transaction. Call it last: `rows` must be complete. */
export async function appendEntry(
  connection: Connection,
  { kind, head, rows, texts }: NewEntry,
  kept = KEPT,
): Promise<void> {
  const { last, oldest } = await readEnds(connection);
  const slot = head?.slot ?? 0;
  const top = Math.max(last.top, slot);
  // Lists that were read at these blocks may lack the backfilled items, so no caller can continue from them.
  const floor = kind === EntryKind.Filled ? top : last.floor;
  const { encoded } = rows;
  const lists = encoded ? checksumColumn(encoded) : NOTHING;
  const text = encodeTexts(texts);
  const bytes = lists.length + (encoded?.length ?? 0) + (text?.length ?? 0);
  const total = last.total + bytes;
  const number = last.number + 1;
  const place = [number, kind, slot, head?.blockhash ?? null, top, floor];
  await connection.run(INSERT, [
    ...place,
    total,
    Date.now(),
    lists,
    encoded,
    text,
  ]);
  const upTo = Math.max(slot - kept.slots, floor);
  const old = (each: Place) =>
    each.slot <= upTo && total - each.total >= kept.bytes;
  await deleteWhile(connection, oldest, old);
}

const NOTHING = new Uint8Array(0);
const INSERT = `insert into ${listChanges.name} (${Object.keys(listChanges.columns).join(", ")}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** An entry without its rows. */
interface Place {
  readonly number: number;
  readonly slot: Slot;
  readonly top: Slot;
  readonly floor: Slot;
  /** Bytes of all entries up to this one. */
  readonly total: number;
}

const NONE: Place = { number: 0, slot: 0, top: 0, floor: 0, total: 0 };

const placesIn = (order: string, limit: number) =>
  `select * from (select number, slot, top, floor_slot, total from ${listChanges.name} order by number ${order} limit ${limit}) as some_${order}`;
const ENDS = `${placesIn("desc", 1)} union all ${placesIn("asc", DELETED_AT_ONCE)}`;

async function readEnds(
  connection: Connection,
): Promise<{ last: Place; oldest: readonly Place[] }> {
  const rows = (await connection.all(ENDS, [])) as readonly number[][];
  const places = rows
    .map(([number, slot, top, floor, total]) => {
      return { number, slot, top, floor, total } as Place;
    })
    .sort((a, b) => a.number - b.number);
  return { last: places.at(-1) ?? NONE, oldest: places.slice(0, -1) };
}

/** Deletes from the front only, so that the log has no gaps. */
async function deleteWhile(
  connection: Connection,
  oldest: readonly Place[],
  isOld: (entry: Place) => boolean,
): Promise<void> {
  const kept = oldest.findIndex((entry) => !isOld(entry));
  const last = kept < 0 ? oldest.at(-1) : oldest[kept - 1];
  if (!last) return;
  const sql = `delete from ${listChanges.name} where number <= ?`;
  await connection.run(sql, [last.number]);
}
