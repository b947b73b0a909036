import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  setImmediate as nextTurn,
  setTimeout as sleep,
} from "node:timers/promises";

/** Twice the size it has when every restart of the log succeeds. */
export const LONGEST_LOG = 512 * 2 ** 20;

/** Longer than a tick of a process that answers requests. */
const READER_PAUSE_MS = 25;

/**
 * SQLite restarts its log after a checkpoint only if no reader still uses it. With many busy readers one always does, and
 * the log would grow without bound. So a checkpoint also runs before a transaction, once every reader has taken a new
 * snapshot since the last one: snapshots taken after it read the file, not the log.
 */
export async function shortenLog(
  db: DatabaseSync,
  path: string,
  longest: number,
): Promise<void> {
  // Waits one tick, so that this process ends its own snapshot.
  await nextTurn();
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!log || log.size <= longest) return;
  db.exec("pragma wal_checkpoint(passive)");
  await sleep(READER_PAUSE_MS);
}
