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

/** A stretch in which every block is known. */
export interface KnownRange extends SlotRange {
  /** Of the block before the stretch's first one; null while it is not known. */
  readonly parentBlockhash: string | null;
}

/** In the order of their slots; the last one ends at the head. */
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

/** What `wanted` names and no range holds, in order. */
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

/** The slots a block speaks for: its own, and those skipped between its parent and it. */
export function firstSlotOf({ slot, parentSlot }: BlockHeader): Slot {
  return Math.min(slot, parentSlot + 1);
}

const BEGINNING = "first slot";

/** Where the index began. It outlives the blocks: after undoing all of them, that is where to start again. */
export async function readBeginning(reading: Reading): Promise<Slot | null> {
  const text = await readFact(reading, BEGINNING);
  return text === null ? null : Number(text);
}

/** Lets the last range reach the newest of the blocks that follow `head`. */
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

/** Nothing after `slot` is known any more. */
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
