import type { IncomingMessage } from "node:http";
import type { Caller } from "../observer.ts";

const callers = new WeakMap<IncomingMessage, Caller | null>();

/** The caller of a request that access control admitted; undefined if calls are not counted. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return callers.get(request) ?? undefined;
}

/** Whether access control has admitted the request. It does not look at requests of pages that are open to everyone. */
export function isAdmitted(request: IncomingMessage): boolean {
  return callers.has(request);
}

/** `caller` is null if its calls are not counted. */
export function rememberCaller(
  request: IncomingMessage,
  caller: Caller | null,
): void {
  callers.set(request, caller);
}
