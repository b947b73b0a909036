/** A store that cannot be used as it is: the message is one line an operator can act on. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** A block that does not continue the stored chain. */
export class NotTheNextBlock extends Error {
  override name = "NotTheNextBlock";
}

export const SQLITE_BUSY = 5;
/** And locked, read-only, I/O error, full and cannot-open. */
const PASSING = [SQLITE_BUSY, 6, 8, 10, 13, 14];
/** PostgreSQL: the disk is full, there is no memory left. */
const PASSING_STATES = ["53100", "53200"];

/** The store could not be written for a reason outside of it, which may go away: nothing was written. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (PASSING_STATES.includes(sqlState(error) ?? "")) return true;
  return PASSING.includes(sqliteCode(error) ?? 0);
}

/** A page of the store's file is broken, or the file is none of SQLite's: only another file helps. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error) ?? 0);
}

/** PostgreSQL's code of an error. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return String(error.code);
}

/** The primary result code of an error of SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return Number(error.errcode) & 0xff; // the low byte is the primary code
}

/** No server of the store answers at the moment; asking again later may help. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}
