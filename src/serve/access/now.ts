/** Both clocks at one moment, in milliseconds. */
export interface Now {
  /** Monotonic, for rates. Zero is the start of this process. */
  readonly steady: number;
  /** Unix time, which may be set back: for the dates of keys and quotas. */
  readonly wall: number;
}

export function readClocks(): Now {
  return { steady: performance.now(), wall: Date.now() };
}
