import type { Slot } from "../domain/values.ts";

/** A call in progress. Fields are filled in as they become known. */
export interface ObservedCall {
  /** The method's name, or "" if there is no such method. */
  method: string;
  params: unknown;
  readonly requestId: string;
  /** A value of performance.now(), moved forward by the time that the call waits for a slot. */
  started: number;
  /** For a page: the items on it, and the rows scanned to find them. */
  items: number;
  scanned: number;
  /** The slot the answer is from, if the method says it. */
  slot: Slot | null;
}

/** Observes every call. It runs on the hot path: it may count, but must not do anything slower. */
export interface Observer {
  began(): void;
  /** `code` is the error's code, or 0. */
  ended(call: ObservedCall, code: number): void;
  batch(size: number): void;
}

/** The caller of a request, whose units are counted. */
export interface Caller {
  /** The key or network under which the caller's limits are counted. */
  readonly name: string;
  /** Throws an RpcError if the caller may not use the method. */
  assertMay(method: string): void;
  /** Deducts the price of a call from the caller's units. */
  charge(units: number): void;
  /** Seconds until it has units again; 0 if it has some. Missing for a caller without a limit. */
  waitSeconds?(): number;
  /** Whether its key was removed or has expired since. */
  isRevoked?(): boolean;
}
