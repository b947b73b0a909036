import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { queryRows } from "./statement.ts";

/** "Tach". Advisory locks are a database's own; the second half keeps stores in different schemas of it apart. */
const TRY_LOCK =
  "select pg_try_advisory_lock(1415668584, hashtext(current_schema()))";

const POLL_MS = 250;

/**
 * The lock is held by the session that writes, so whoever lost it cannot write, and the server gives it on when the
 * session ends, however it ends.
 */
export async function tryWriterLock(client: Client): Promise<boolean> {
  const [row] = await queryRows(client, TRY_LOCK, []);
  return String(row![0]) === "t";
}

/** Asks again and again: a statement that waited for the lock would hold back vacuum as long as it waits. */
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
