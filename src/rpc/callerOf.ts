import type { IncomingMessage } from "node:http";
import type { Caller } from "./observer.ts";

const callers = new WeakMap<IncomingMessage, Caller>();

/** The caller of a request that access control admitted; undefined if calls are not counted. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return callers.get(request);
}

export function rememberCaller(request: IncomingMessage, caller: Caller): void {
  callers.set(request, caller);
}
