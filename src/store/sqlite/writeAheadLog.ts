import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";

/** Twice what it comes to when it can be begun anew whenever that is due. */
export const LONGEST_LOG = 512 * 2 ** 20;

/** Longer than a turn of a process that answers requests. */
const READERS_TURN_MS = 25;

/**
 * The engine writes its log back after a commit and begins it anew at the next, if nobody reads from it then. Of many
 * busy readers somebody always does, so that the log would only ever grow. Here it is written back before a transaction,
 * when they have all taken a snapshot since the last; the snapshots they take next are of the file, not of the log.
 */
export async function shortenLog(
  db: DatabaseSync,
  path: string,
  longest: number,
): Promise<void> {
  // Ends what this very process reads in this turn.
  await nextTurn();
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!log || log.size <= longest) return;
  db.exec("pragma wal_checkpoint(passive)");
  await sleep(READERS_TURN_MS);
}
