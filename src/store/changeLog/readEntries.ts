// Reads the change log from a store.
import type { BlockContext } from "../../domain/listChange.ts";
import type { Slot } from "../../domain/values.ts";
import type { Reading } from "../connection.ts";
import { placeholdersFor } from "../inLists.ts";
import { listChanges } from "../schema/tables.ts";
import { EntryKind } from "./append.ts";
import { decodeTexts, type ItemText, type ItemId } from "./texts.ts";

/** An entry without its rows. */
export interface Entry {
  readonly number: number;
  readonly isUndone: boolean;
  /** The newest block afterwards; null if none was left. */
  readonly context: BlockContext | null;
  /** See `mayHaveChanged`. */
  readonly lists: Uint8Array;
  /** When it was written, in milliseconds since 1970. */
  readonly writtenMs: number;
}

/** A place in the log: after this entry, the lists are those of this block. */
export interface LogPlace {
  readonly number: number;
  readonly context: BlockContext;
}

const { name } = listChanges;

/** The end of the log; null while there is no block. */
export async function readEnd(reading: Reading): Promise<LogPlace | null> {
  const [row] = await reading.all(
    `select slot, blockhash, (select coalesce(max(number), 0) from ${name}) from blocks order by slot desc limit 1`,
    [],
  );
  if (!row) return null;
  const [slot, blockhash, number] = row as [Slot, string, number];
  return { number, context: { slot, blockhash } };
}

/** `unknown`: the log does not contain all changes since. `ahead`: the block is above the newest one. */
export type Found =
  | { readonly kind: "found"; readonly place: LogPlace }
  | { readonly kind: "ahead"; readonly head: Slot }
  | { readonly kind: "unknown"; readonly why: string };

/** Where in the log a block was the newest one. */
export async function findPlace(
  reading: Reading,
  context: BlockContext,
): Promise<Found> {
  const end = await readEnd(reading);
  const { slot, blockhash } = context;
  const [row] = await reading.all(
    `select max(number), (select floor_slot from ${name} order by number desc limit 1)
     from ${name} where slot = ? and blockhash = ?`,
    [slot, blockhash],
  );
  const [number, floor] = row as [number | null, Slot | null];
  if (number === null) {
    if (end?.number === 0 && isSame(end.context, context))
      return { kind: "found", place: end };
    const head = end?.context.slot ?? 0;
    if (slot > head) return { kind: "ahead", head };
    const why = `block ${blockhash} of slot ${slot} was never the newest one here, or is older than what is kept`;
    return { kind: "unknown", why };
  }
  // 0 if nothing was backfilled: no slot is below it.
  if (floor! > 0 && slot <= floor!) {
    const why = `older blocks were filled in after slot ${slot}`;
    return { kind: "unknown", why };
  }
  return { kind: "found", place: { number, context } };
}

export function isSame(a: BlockContext | null, b: BlockContext | null) {
  return a?.slot === b?.slot && a?.blockhash === b?.blockhash;
}

/** The entries from this one on. The caller compares the first one, to see whether the log is still the same. */
export async function readEntries(
  reading: Reading,
  from: number,
  most: number,
): Promise<Entry[]> {
  const rows = await reading.all(
    `select number, kind, slot, blockhash, lists, written_ms from ${name}
     where number >= ? order by number ${reading.dialect.limit}`,
    [from, most],
  );
  return rows.map((row) => {
    const blockhash = row[3] as string | null;
    return {
      number: row[0] as number,
      isUndone: row[1] === EntryKind.Undone,
      context: blockhash === null ? null : { slot: row[2] as Slot, blockhash },
      lists: row[4] as Uint8Array,
      writtenMs: row[5] as number,
    };
  });
}

/** The encoded rows of an entry (see readRuns), or null if anything may have changed. */
export async function readRows(
  reading: Reading,
  number: number,
): Promise<Uint8Array | null> {
  const sql = `select rows from ${name} where number = ?`;
  const [row] = await reading.all(sql, [number]);
  return row![0] as Uint8Array | null;
}

export type Texts = ReadonlyMap<ItemId, ItemText>;

/** The texts of items before and after an entry, as far as the log has them. */
export interface KeptTexts {
  readonly before: Texts;
  readonly after: Texts;
}

/** The first later entry with the text of an item has its text until then. */
export async function readKeptTexts(
  reading: Reading,
  number: number,
): Promise<KeptTexts> {
  const kinds = [EntryKind.Undone, EntryKind.Filled];
  const rows = await reading.all(
    `select number, texts from ${name} where number >= ? and kind in (${placeholdersFor(kinds)}) order by number`,
    [number, ...kinds],
  );
  const [before, after] = [new Map(), new Map()] as [
    Map<ItemId, ItemText>,
    Map<ItemId, ItemText>,
  ];
  for (const [at, texts] of rows)
    for (const [id, text] of decodeTexts(texts as string | null)) {
      if (!before.has(id)) before.set(id, text);
      if (at !== number && !after.has(id)) after.set(id, text);
    }
  return { before, after };
}
