// Whether blocks are missing before the head.
import type { BlockHeader } from "../../domain/block.ts";
import type { Slot } from "../../domain/values.ts";
import type { Connection, Reading } from "../connection.ts";
import { readBalancesFrom } from "../past/kept.ts";
import { readFact } from "./facts.ts";
import {
  firstSlotOf,
  listRanges,
  readBeginning,
  type SlotRange,
} from "./ranges.ts";
import {
  beginRunningBalances,
  lacksRunningBalances,
} from "./balances/runningBalances.ts";
import { facts } from "../schema/tables.ts";

/** The first slot that can contain compressed accounts. Without it, the first indexed block is the chain's first. */
const FIRST_BLOCK = "first block of the chain";

/** Only before anything is indexed: later it would contradict the stored histories. */
export async function saveFirstBlock(
  connection: Connection,
  slot: Slot,
): Promise<void> {
  await connection.transaction(async () => {
    if ((await readBeginning(connection)) === null)
      await connection.upsertMany(facts, [[FIRST_BLOCK, String(slot)]]);
  });
}

/** Whether every block before the head is indexed; `next` is the next one to write. */
export async function isPastComplete(
  reading: Reading,
  next?: BlockHeader,
): Promise<boolean> {
  const [first, ...more] = await listRanges(reading);
  if (more.length > 0) return false;
  const stated = await readFact(reading, FIRST_BLOCK);
  const begins = first?.first ?? (next && firstSlotOf(next));
  if (begins === undefined) return false;
  const wanted =
    stated === null ? await readBeginning(reading) : Number(stated);
  return wanted === null || begins <= wanted;
}

/** Whether each change has the balance after it. */
export async function hasRunningBalances(reading: Reading): Promise<boolean> {
  return (
    (await isPastComplete(reading)) && !(await lacksRunningBalances(reading))
  );
}

/** Call it after older blocks were backfilled. */
export async function noteBackfilled(
  connection: Connection,
  { first }: SlotRange,
): Promise<void> {
  const stated = await readFact(connection, FIRST_BLOCK);
  const beginning = await readBeginning(connection);
  // A recording does not mention the blocks before its first one.
  if (stated === null && beginning !== null && first < beginning)
    await connection.upsertMany(facts, [[FIRST_BLOCK, String(first)]]);
  await beginIfComplete(connection);
}

/** Call it when no block may be missing any more. Stores of older versions lack the first changes, so nothing can be summed up. */
export async function beginIfComplete(connection: Connection): Promise<void> {
  if ((await readBalancesFrom(connection)) > 0) return;
  if (await isPastComplete(connection)) await beginRunningBalances(connection);
}
