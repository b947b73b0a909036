import type { BlockHeader } from "../../domain/block.ts";
import type { StateUpdate } from "../../domain/update.ts";
import type { Slot } from "../../domain/values.ts";
import type { Changes } from "./changes.ts";
import type { Connection, Reading } from "../connection.ts";
import { readFact } from "./facts.ts";
import type { Head } from "./head.ts";
import { selectSql } from "../schema/statements.ts";
import * as tables from "../schema/tables.ts";

/** Slots from `first` to `last`, both included. */
export interface SlotRange {
  readonly first: Slot;
  readonly last: Slot;
}

/** A range of slots whose blocks are all indexed. */
export interface KnownRange extends SlotRange {
  /** Hash of the block before the first one of the range; null if unknown. */
  readonly parentBlockhash: string | null;
}

/** In slot order; the last one ends at the head. */
export async function listRanges(reading: Reading): Promise<KnownRange[]> {
  const sql = `${selectSql(tables.ranges)} order by first_slot`;
  return (await reading.all(sql, [])).map((row) => ({
    first: row[0] as Slot,
    last: row[1] as Slot,
    parentBlockhash: row[2] as string | null,
  }));
}

export function putRange(changes: Changes, range: KnownRange): void {
  const { first, last, parentBlockhash } = range;
  changes.put(tables.ranges, [first, last, parentBlockhash]);
}

/** The slots of `wanted` that no range contains, in order. */
export function gapsIn(
  known: readonly SlotRange[],
  wanted: SlotRange,
): SlotRange[] {
  const gaps: SlotRange[] = [];
  let first = wanted.first;
  for (const range of known) {
    const last = Math.min(range.first - 1, wanted.last);
    if (first <= last) gaps.push({ first, last });
    first = Math.max(first, range.last + 1);
  }
  if (first <= wanted.last) gaps.push({ first, last: wanted.last });
  return gaps;
}

/** The slots a block covers: its own, and the skipped ones after its parent. */
export function firstSlotOf({ slot, parentSlot }: BlockHeader): Slot {
  return Math.min(slot, parentSlot + 1);
}

const BEGINNING = "first slot";

/** The first indexed slot. Kept even if all blocks are undone, because indexing then starts there again. */
export async function readBeginning(reading: Reading): Promise<Slot | null> {
  const text = await readFact(reading, BEGINNING);
  return text === null ? null : Number(text);
}

/** Extends the last range to the newest of the blocks that follow `head`. */
export async function extendRanges(
  reading: Reading,
  changes: Changes,
  head: Head | null,
  following: readonly StateUpdate[],
): Promise<void> {
  const last = following.at(-1)!.block.slot;
  const newest = head && (await listRanges(reading)).at(-1);
  if (newest) {
    putRange(changes, { ...newest, last });
    return;
  }
  const { block } = following[0]!;
  const first = firstSlotOf(block);
  putRange(changes, { first, last, parentBlockhash: block.parentBlockhash });
  if ((await readBeginning(reading)) === null) {
    changes.put(tables.facts, [BEGINNING, String(first)]);
  }
}

/** Removes all slots after `slot` from the ranges. */
export async function cutRanges(
  connection: Connection,
  slot: Slot,
): Promise<void> {
  await connection.run("delete from ranges where first_slot > ?", [slot]);
  await connection.run("update ranges set last_slot = ? where last_slot > ?", [
    slot,
    slot,
  ]);
}
