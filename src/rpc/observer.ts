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

/** The sender of a request, where its units are counted. */
export interface Caller {
  /** Throws an RpcError when the method is not open to them. */
  assertMay(method: string): void;
  /** Takes the price of a call from what the caller may spend. */
  charge(units: number): void;
}
