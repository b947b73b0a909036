import type { StateUpdate } from "../../domain/update.ts";
import type { Slot } from "../../domain/values.ts";
import { applyBlock, assertFollows, hashesNamedBy } from "./apply.ts";
import type { Changes } from "./changes.ts";
import { EntryKind } from "../changeLog/append.ts";
import type { Connection } from "../connection.ts";
import { NotTheNextBlock } from "../errors.ts";
import { type Head, readHead } from "./head.ts";
import { Ledger } from "./ledger.ts";
import { addOlderOthers, forgetOldOthers } from "./otherTransactions.ts";
import { noteBackfilled } from "./missingBlocks.ts";
import {
  firstSlotOf,
  gapsIn,
  type KnownRange,
  listRanges,
  putRange,
  type SlotRange,
} from "./ranges.ts";
import * as tables from "../schema/tables.ts";
import { StoredTrees } from "./treeProgress.ts";

/**
 * Writes blocks from before the newest range: `updates` are all blocks of the slots in `slots`. Accounts, balances,
 * lists and tree counters do not depend on the order of blocks (a spend waits for its account), so the rows equal those
 * of indexing in order. Skips slots that are already indexed.
 */
export async function backfillUpdates(
  connection: Connection,
  updates: readonly StateUpdate[],
  slots: SlotRange,
): Promise<void> {
  await connection.transaction(async () => {
    const known = await listRanges(connection);
    if (gapsIn(known, slots).length === 0) return;
    const { before, after } = assertInGap(known, slots);
    const last = before && (await lastBlock(connection, before));
    assertLinked(updates, slots, last, after);
    const ledger = await Ledger.load(
      connection,
      updates.flatMap(hashesNamedBy),
      "below the head",
    );
    const floor = await StoredTrees.load(connection, tables.backfilledTrees);
    for (const tree of ledger.trees.list()) floor.add(tree);
    for (const update of updates) {
      applyBlock(ledger, update);
      for (const transaction of update.transactions) floor.follow(transaction);
    }
    await addOlderOthers(connection, ledger.changes, updates);
    floor.writeTo(ledger.changes);
    const own = updates[0]?.block.parentBlockhash ?? null;
    putJoined(
      ledger.changes,
      slots,
      { before, after },
      {
        parentBlockhash: last
          ? before.parentBlockhash
          : (own ?? after?.parentBlockhash ?? null),
      },
    );
    await ledger.writeTo(connection, { hashTrees: false });
    await forgetOldOthers(connection);
    await noteBackfilled(connection, slots);
    const head = await readHead(connection);
    await ledger.logTo(connection, EntryKind.Filled, head);
  });
}

interface Neighbours {
  readonly before: KnownRange | null;
  readonly after: KnownRange | null;
}

function assertInGap(
  known: readonly KnownRange[],
  { first, last }: SlotRange,
): Neighbours {
  const newest = known.at(-1);
  // Also if a fork undid the blocks after the gap: the indexer then continues from before it.
  if (!newest || first >= newest.first)
    throw new NotTheNextBlock(
      "a backfill can only write slots below the newest indexed range, which grows by following the chain",
    );
  if (known.some((range) => range.first <= last && first <= range.last))
    throw new NotTheNextBlock(
      `some of slots ${first} to ${last} are already indexed`,
    );
  return {
    before: known.find((range) => range.last === first - 1) ?? null,
    after: known.find((range) => range.first === last + 1) ?? null,
  };
}

/** Checks that each block continues the one before, the first one the range before, and the range after the last one. */
function assertLinked(
  updates: readonly StateUpdate[],
  slots: SlotRange,
  lastBefore: Head | null,
  after: KnownRange | null,
): void {
  let last = lastBefore;
  for (const { block } of updates) {
    if (block.slot < slots.first || block.slot > slots.last)
      throw new NotTheNextBlock(
        `block ${block.slot} is outside of slots ${slots.first} to ${slots.last}`,
      );
    if (last) assertFollows(block, last);
    else if (firstSlotOf(block) > slots.first)
      throw new NotTheNextBlock(
        `block ${block.slot} continues slot ${block.parentSlot}, which is missing`,
      );
    last = block;
  }
  const expected = after?.parentBlockhash ?? null;
  if (last && after && expected !== null && expected !== last.blockhash)
    throw new NotTheNextBlock(
      `the block of slot ${last.slot} (${last.blockhash}) is not the parent of what is indexed from slot ${after.first} on (${expected})`,
    );
}

async function lastBlock(
  connection: Connection,
  { first, last }: SlotRange,
): Promise<Head | null> {
  const [row] = await connection.all(
    "select slot, blockhash from blocks where slot between ? and ? order by slot desc limit 1",
    [first, last],
  );
  return row ? { slot: row[0] as Slot, blockhash: row[1] as string } : null;
}

/** Merges up to three adjacent ranges into one. */
function putJoined(
  changes: Changes,
  slots: SlotRange,
  { before, after }: Neighbours,
  start: Pick<KnownRange, "parentBlockhash">,
): void {
  if (after) changes.remove(tables.ranges, [after.first]);
  putRange(changes, {
    first: before?.first ?? slots.first,
    last: after?.last ?? slots.last,
    ...start,
  });
}
