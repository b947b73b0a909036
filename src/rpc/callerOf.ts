import type { IncomingMessage } from "node:http";
import type { Caller } from "./observer.ts";

const callers = new WeakMap<IncomingMessage, Caller>();

/** Who sent a request, once the gate let it in; undefined for those nobody keeps count of. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return callers.get(request);
}

export function rememberCaller(request: IncomingMessage, caller: Caller): void {
  callers.set(request, caller);
}
