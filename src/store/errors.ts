/** A store that cannot be used as it is: the message is one line an operator can act on. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** The store does not exist yet. */
export class NoStoreYet extends StoreError {}

/** A block that does not continue the stored chain. */
export class NotTheNextBlock extends Error {
  override name = "NotTheNextBlock";
}

export const SQLITE_BUSY = 5;
/** Busy, locked, read-only, I/O error, full and cannot-open. */
const TRANSIENT = [SQLITE_BUSY, 6, 8, 10, 13, 14];
/**
 * PostgreSQL: the disk is full, there is no memory left, an I/O error, a time limit for locks or transactions, a
 * statement that an administrator cancelled.
 */
const TRANSIENT_STATES = ["53100", "53200", "58030", "55P03", "25P04", "57014"];

/** Whether writing failed for an external reason that may go away. Nothing was written. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  if (TRANSIENT_STATES.includes(sqlState(error) ?? "")) return true;
  return TRANSIENT.includes(sqliteCode(error) ?? 0);
}

/** Whether the store's file is damaged or not an SQLite file. Only another file helps. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error) ?? 0);
}

/** PostgreSQL's code of an error. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return String(error.code);
}

/** The primary result code of an SQLite error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return Number(error.errcode) & 0xff; // the low byte is the primary code
}

/** The state at a slot is not known; the message gives the reason. */
export class SlotNotKnown extends Error {
  override name = "SlotNotKnown";
}

/** No database server answers at the moment; a later attempt may succeed. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}
