import type { IncomingMessage } from "node:http";
import type { Caller } from "../observer.ts";

/** Kept on the request itself: an entry in a WeakMap takes 2 to 4 % of the time of a short answer. */
const CALLER = Symbol("caller");

type Admitted = IncomingMessage & { [CALLER]?: Caller | null };

/** The caller of a request that access control admitted; undefined if calls are not counted. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return (request as Admitted)[CALLER] ?? undefined;
}

/** Whether access control has admitted the request. It does not look at requests of pages that are open to everyone. */
export function isAdmitted(request: IncomingMessage): boolean {
  return (request as Admitted)[CALLER] !== undefined;
}

/** `caller` is null if its calls are not counted. */
export function rememberCaller(
  request: IncomingMessage,
  caller: Caller | null,
): void {
  (request as Admitted)[CALLER] = caller;
}
