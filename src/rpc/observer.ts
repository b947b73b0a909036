/** One call of a method while it is answered; filled in as facts become known. */
export interface ObservedCall {
  /** Its name, or "" while no method that exists was found. */
  method: string;
  params: unknown;
  readonly requestId: string;
  /** From performance.now(). */
  readonly started: number;
  /** Of a page: what it holds, and what was looked at to fill it. */
  items: number;
  scanned: number;
}

/** Sees every call. Runs on the hot path: counting is fine, anything slower is not. */
export interface Observer {
  began(): void;
  /** `code` is that of the error, or 0. */
  ended(call: ObservedCall, code: number): void;
  batch(size: number): void;
}

/** Whoever sent a request, where it matters. */
export interface Caller {
  /** Takes the price of a call from what the caller may spend; throws an RpcError when the call is not open to them. */
  charge(method: string, params: unknown): void;
}
