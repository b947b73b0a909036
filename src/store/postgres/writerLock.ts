import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { queryRows } from "./protocol/statement.ts";

/** "Tach". Advisory locks belong to a database; the second half separates stores in different schemas. */
export const WRITER_LOCK = 0x54616368;
const TRY_LOCK = `select pg_try_advisory_lock(${WRITER_LOCK}, hashtext(current_schema()))`;

const POLL_MS = 250;

/**
 * The writing session itself holds the lock, so a process that lost the lock cannot write, and the server releases it
 * whenever the session ends.
 */
async function tryWriterLock(client: Client): Promise<boolean> {
  const [row] = await queryRows(client, TRY_LOCK, []);
  return String(row![0]) === "t";
}

/** Polls, because a statement that waits for the lock would hold back vacuum all that time. */
export async function awaitWriterLock(
  client: Client,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  if (await tryWriterLock(client)) return;
  onWaiting();
  do await sleep(POLL_MS, undefined, { signal });
  while (!(await tryWriterLock(client)));
}
