/** What the clocks say at one moment, in milliseconds. */
export interface Now {
  /** Never goes back: for rates. Its zero is when this process started. */
  readonly steady: number;
  /** Unix time, which an operator or a time server may set: for the dates of keys and quotas. */
  readonly wall: number;
}

export function readClocks(): Now {
  return { steady: performance.now(), wall: Date.now() };
}
