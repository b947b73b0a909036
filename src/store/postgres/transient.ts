const SYSTEM_CODES = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Connection failures; shut down, crashed, starting up; too many connections; a standby that needed the rows a snapshot
 * still saw; a deadlock; a session ended because its transaction was idle.
 */
const SERVER_CODES = /^(08...|57P0[1-5]|53300|40001|40P01|25P03)$/;

/** The driver gives these no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout)/;

/** None of the servers a URL names is the primary yet. */
export class NotThePrimary extends Error {
  override name = "NotThePrimary";
}

/** No session can be opened to the server. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** Distinguishes a server that cannot be reached from one that refuses a session because of its settings. */
export function asUnreachable(error: unknown): unknown {
  if (!isTransient(error) || hasCode(error, TOO_MANY_CONNECTIONS)) return error;
  return new Unreachable((error as Error).message, { cause: error });
}

const TOO_MANY_CONNECTIONS = "53300";

/** Whether the server, not the statement, was at fault: the same work can be done again on a new connection. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NotThePrimary || error instanceof Unreachable)
    return true;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  const code = "code" in error ? String(error.code) : "";
  return (
    SYSTEM_CODES.has(code) ||
    SERVER_CODES.test(code) ||
    DRIVER_MESSAGES.test(error.message)
  );
}

/** The server a writer is connected to became a standby: the primary is elsewhere now. */
export function isDemoted(error: unknown): boolean {
  return hasCode(error, "25006");
}

/** A row to insert exists. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, "23505");
}

/** The plan or the name of a statement no longer holds: a table was changed, or a connection pooler forgot it. */
export function isStale(error: unknown): boolean {
  return hasCode(error, "0A000") || hasCode(error, "26000");
}

export function isCancelled(error: unknown): boolean {
  return hasCode(error, "57014");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
